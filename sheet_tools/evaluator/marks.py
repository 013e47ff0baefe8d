"""Marks by the author's own evaluator.py, with the marks by exact match beside them.

Source: spec/reverse-poleval.txt, „How answers are marked”: plain bool, within 5 seconds a call, accepts every gold, not
beside inline aliases; a declined or broken checker is replaced by exact match.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from sheet_tools.evaluator.apart import DEFAULT, Limits
from sheet_tools.evaluator.inspection import inspect
from sheet_tools.evaluator.judge import Judge
from sheet_tools.evaluator.source import text_of
from sheet_tools.findings import Finding, any_error, in_order
from sheet_tools.items import Item
from sheet_tools.marking import Mark, Marks, mark_all
from sheet_tools.panel.responses import Responses
from sheet_tools.tasks import Task

_WORDS: Mapping[str, Mapping[str, str]] = {
    "time": {"pl": "czas", "en": "time"},
    "memory": {"pl": "pamięć", "en": "memory"},
    "files": {"pl": "pliki", "en": "files"},
    "processes": {"pl": "procesy", "en": "processes"},
    "network": {"pl": "sieć", "en": "network"},
}

EXACT, OWN = "exact match", "evaluator.py"


class Status(StrEnum):
    """USED: the marks are the checker's. NOT_RUN: it says what is not on our list; the organisers may yet take it.
    BROKEN: the rules replace it. WITHHELD: its time was up, so that nobody knows its marks."""

    USED = "used"
    NOT_RUN = "not-run"
    BROKEN = "broken"
    WITHHELD = "withheld"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """`marks` are the checker's where it was USED, else those of `exact` match, and carry the name of what made them.

    `held`: limit ("time", "memory", "files", "processes", "network") → "system", "interpreter" or "nothing".
    """

    marks: Marks
    exact: Marks
    status: Status
    findings: tuple[Finding, ...]
    held: Mapping[str, str]

    @property
    def is_accepted(self) -> bool:
        return self.status is Status.USED


def evaluate(
    source: bytes, items: Sequence[Item], responses: Responses, task: Task, limits: Limits = DEFAULT
) -> Evaluation:
    """Inspect, run apart, and mark: it never raises for what the source does. The text inspected is the text run."""
    exact = replace(mark_all(items, responses, task), marked_by=EXACT)
    text = text_of(source)
    if isinstance(text, Finding):
        return _by_exact(exact, [*_aliases(items), text])
    findings = [*_aliases(items), *inspect(text, _wrong_answers(exact, responses), [item.gold for item in items])]
    if _is_not_run(findings) or any_error(findings):
        return _by_exact(exact, findings)
    judge = Judge(text, limits)
    own = replace(exact, rows=judge.rows(items, responses), marked_by=OWN)
    findings += [*judge.findings, _limits(judge.held)]
    if any_error(findings):
        return _by_exact(exact, findings, judge.held, is_late=judge.is_late)
    findings += _differences(own, exact)
    return Evaluation(own, exact, Status.USED, tuple(in_order(findings)), judge.held)


def _by_exact(
    exact: Marks, findings: Sequence[Finding], held: Mapping[str, str] | None = None, *, is_late: bool = False
) -> Evaluation:
    """Exact match stands in; what is broken for certain is said to be, though it was not run."""
    status = Status.BROKEN
    if is_late:
        status = Status.WITHHELD
    elif _is_not_run(findings) and not any_error(findings):
        status = Status.NOT_RUN
    return Evaluation(exact, exact, status, tuple(in_order(findings)), held or {})


def _is_not_run(findings: Sequence[Finding]) -> bool:
    return any(finding.code == "evaluator-not-run" for finding in findings)


def _aliases(items: Sequence[Item]) -> Iterator[Finding]:
    """„Do not submit both a custom evaluator and non-empty inline aliases.”"""
    with_aliases = [item for item in items if item.aliases]
    if with_aliases:
        place = with_aliases[0].at(with_aliases[0].alias_fields[0])
        yield Finding("evaluator-with-aliases", place, {"n": len(with_aliases)})


def _wrong_answers(exact: Marks, responses: Responses) -> list[str]:
    return [
        response.text
        for item, row in zip(exact.items, exact.rows, strict=True)
        for model, outcome in zip(exact.models, row, strict=True)
        if outcome.mark is Mark.WRONG and (response := responses.get(model, item))
    ]


def _limits(held: Mapping[str, str]) -> Finding:
    """Which limits the system held, which only the interpreter, and which nobody."""
    values = {}
    for level in ("system", "interpreter", "nothing"):
        names = [name for name in _WORDS if held.get(name, "nothing") == level]
        for lang in ("pl", "en"):
            values[f"{level}_{lang}"] = ", ".join(_WORDS[name][lang] for name in names) or "–"
    return Finding("evaluator-limits", values=values)


def _differences(own: Marks, exact: Marks) -> Iterator[Finding]:
    changed = sum(
        mine.mark is not theirs.mark
        for one, other in zip(own.rows, exact.rows, strict=True)
        for mine, theirs in zip(one, other, strict=True)
    )
    yield Finding("evaluator-differs" if changed else "evaluator-same", values={"n": changed})
