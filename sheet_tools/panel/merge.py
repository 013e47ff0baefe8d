"""Answers from several sources (a store, dropped runs, a folder) as one: of two answers to one request, the first."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence

from sheet_tools.findings import Finding, in_order
from sheet_tools.items import Item
from sheet_tools.panel.exchange import NO_COMMITS
from sheet_tools.panel.responses import Response, Responses
from sheet_tools.panel.revisions import chosen, fits

# What each source says of its own coverage: together they are counted anew.
_COVERAGE = (
    *("responses-missing", "responses-other-items", "store-missing"),
    *("answers-other-commit", "answers-commit-unknown"),
)
# Of a store without an answer to these items nobody can say whether its other settings were for them.
_OF_ANOTHER_SET = (*_COVERAGE, "store-other-settings")


def merged(
    sources: Sequence[Responses], items: Sequence[Item], order: Mapping[str, str | None] = NO_COMMITS
) -> Responses:
    """The sources as one, the first before the others. At least one is needed (ValueError).

    The models stand in the `order` of the models file (id → the commit that it pins), those that it does not name after
    them by their names. Answers of two recorded commits never stand side by side.

    A source without a single answer to these items is the run of another set: its models do not count here, unless no
    source has any answer (`fitting` tells).
    """
    if not sources:
        raise ValueError("no source")
    key = sources[0].key
    wanted = {text for item in items if (text := item.get(key))}
    used = fitting(sources, items) or list(sources)
    if len(used) == 1 and not any(order.values()):
        return used[0]
    found = {model for source in used for model in source.models}
    models = (*(model for model in order if model in found), *sorted(found - set(order)))
    findings = [finding for source in used for finding in source.findings if finding.code not in _COVERAGE]
    answers: dict[str, Mapping[str, Response]] = {}
    for model in models:
        answers[model], said = _of_one_commit(model, used, wanted, order.get(model))
        findings += said
        missing = len(wanted - answers[model].keys())
        if missing:
            findings.append(Finding("panel-missing", values={"model": model, "n": missing, "items": len(wanted)}))
        findings += _differences(model, used, wanted)
    return Responses(models, answers, tuple(in_order(findings)), key)


def _of_one_commit(
    model: str, sources: Sequence[Responses], wanted: set[str], pinned: str | None
) -> tuple[Mapping[str, Response], list[Finding]]:
    maps = [source.answers.get(model, {}) for source in sources]
    recorded = {asked: [each[asked].revision for each in maps if asked in each] for asked in wanted}
    revision, findings = chosen(model, {asked: found for asked, found in recorded.items() if found}, pinned)
    kept = ({asked: each for asked, each in found.items() if fits(each.revision, revision)} for found in maps)
    return ChainMap(*kept), findings


def fitting(sources: Sequence[Responses], items: Sequence[Item]) -> list[Responses]:
    """The sources that have any answer to any of these items."""
    return [source for source in sources if _fits(source, {item.get(source.key) for item in items} - {""})]


def troubles(source: Responses) -> Iterator[Finding]:
    """Why a source that was meant has no answer at all; nothing of one that has answers to other items."""
    if not any(source.answers.values()):
        yield from (finding for finding in source.findings if finding.code not in _OF_ANOTHER_SET)


def _fits(source: Responses, wanted: set[str]) -> bool:
    return any(not wanted.isdisjoint(answers) for answers in source.answers.values())


def _differences(model: str, sources: Sequence[Responses], wanted: set[str]) -> Iterator[Finding]:
    """Inputs to which two sources have answers of this model that differ."""
    maps = [answers for source in sources if (answers := source.answers.get(model))]
    texts = [{answers[asked].text for answers in maps if asked in answers} for asked in wanted] if len(maps) > 1 else []
    differing = sum(len(found) > 1 for found in texts)
    if differing:
        yield Finding("panel-sources-differ", values={"model": model, "n": differing})
