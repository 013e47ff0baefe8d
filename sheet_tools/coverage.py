"""What is missing of a panel's answers, said once a cause: a changed item is one row, not a warning a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sheet_tools.findings import Finding, Level, in_order
from sheet_tools.items import Item
from sheet_tools.marking import Mark, Marks

_MISSING = frozenset({"responses-missing", "store-missing", "panel-missing"})
_NAMED = 20


def by_cause(findings: Sequence[Finding], marks: Marks) -> tuple[Finding, ...]:
    """The findings about a panel's answers, with the rows that no model has answered named once.

    A model that lacks more than these keeps its own finding; one model alone is its own cause.
    """
    rows = [place for place, row in enumerate(marks.rows) if all(outcome.mark is Mark.MISSING for outcome in row)]
    if not rows or len(marks.models) < 2:
        return tuple(findings)
    lacking = {model: sum(row[place].mark is Mark.MISSING for row in marks.rows) for place, model in _numbered(marks)}
    named = {model for model, n in lacking.items() if n == len(rows)}
    kept = [
        _quieter(finding, all_wait=len(rows) == len(marks.rows))
        for finding in findings
        if not (finding.code in _MISSING and finding.values.get("model") in named)
    ]
    if len(kept) == len(findings):
        return tuple(kept)
    return tuple(in_order([*kept, _waiting([marks.items[place] for place in rows], marks)]))


def _numbered(marks: Marks) -> enumerate[str]:
    return enumerate(marks.models)


def _quieter(finding: Finding, *, all_wait: bool) -> Finding:
    """That a file is of another set goes without saying a warning a model where every row waits."""
    is_said = all_wait and finding.code == "responses-other-items"
    return replace(finding, own_level=Level.NOTE) if is_said else finding


def _waiting(items: Sequence[Item], marks: Marks) -> Finding:
    cells = [item.at(marks.subject).cell or str(item.place.row) for item in items]
    shown = ", ".join(cells[:_NAMED]) + ("…" if len(cells) > _NAMED else "")
    return Finding("rows-await-answers", values={"n": len(items), "rows": shown, "models": len(marks.models)})
