"""Marks by the author's own evaluator.py, with the marks by exact match beside them.

Source: spec/reverse-poleval.txt, „How answers are marked”: plain bool, within 5 seconds a call, accepts every gold, not
beside inline aliases; a declined or broken checker is replaced by exact match.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sheet_tools.evaluator.apart import DEFAULT, Apart, Limits, Trouble
from sheet_tools.evaluator.inspection import inspect
from sheet_tools.findings import Finding, any_error, in_order
from sheet_tools.items import Item
from sheet_tools.marking import Mark, Marks, Outcome, mark_all
from sheet_tools.panel.responses import Response, Responses
from sheet_tools.tasks import Task

# A checker that is killed so often is broken; each further row would cost its seconds too.
_MOST_KILLED = 3
_KILLED = ("evaluator-too-slow", "evaluator-died")
_WORDS: Mapping[str, Mapping[str, str]] = {
    "time": {"pl": "czas", "en": "time"},
    "memory": {"pl": "pamięć", "en": "memory"},
    "files": {"pl": "pliki", "en": "files"},
    "processes": {"pl": "procesy", "en": "processes"},
    "network": {"pl": "sieć", "en": "network"},
}

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """`marks` are the checker's where it stands, else those of `exact` match; `is_accepted` says which.

    `held`: limit ("time", "memory", "files", "processes", "network") → "system", "interpreter" or "nothing".
    """

    marks: Marks
    exact: Marks
    is_accepted: bool
    findings: tuple[Finding, ...]
    held: Mapping[str, str]


def evaluate(
    source: bytes, items: Sequence[Item], responses: Responses, task: Task, limits: Limits = DEFAULT
) -> Evaluation:
    """Inspect, run apart, and mark. Any error declines the checker: it never raises for what the source does."""
    exact = mark_all(items, responses, task)
    findings = [*_aliases(items), *inspect(source, _wrong_answers(exact, responses), [item.gold for item in items])]
    if any_error(findings):
        return Evaluation(exact, exact, False, tuple(in_order(findings)), {})
    judge = _Judge(source.decode("utf-8-sig"), limits)
    own = judge.marks(items, responses)
    findings += [*judge.findings, _limits(judge.held)]
    if any_error(findings):
        return Evaluation(exact, exact, False, tuple(in_order(findings)), judge.held)
    findings += _differences(own, exact)
    return Evaluation(own, exact, True, tuple(in_order(findings)), judge.held)


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


class _Judge:
    """Calls the checker for each different pair once, then all again in a new process: it must not change its mind."""

    def __init__(self, source: str, limits: Limits) -> None:
        self._source, self._limits = source, limits
        self._results: dict[Pair, bool | Trouble] = {}
        self.findings: list[Finding] = []
        self.held: Mapping[str, str] = {}

    def marks(self, items: Sequence[Item], responses: Responses) -> Marks:
        asked = {(item.gold, item.gold): item for item in items}
        for item in items:
            for model in responses.models:
                response = responses.get(model, item)
                if response is not None:
                    asked.setdefault((response.text, item.gold), item)
        self._results = self._ask_all(list(asked))
        self._report(asked)
        if not self.findings:
            self._ask_again(asked)
        rows = tuple(tuple(self._outcome(item, responses.get(m, item)) for m in responses.models) for item in items)
        return Marks(responses.models, tuple(items), rows)

    def _ask_all(self, pairs: Sequence[Pair]) -> dict[Pair, bool | Trouble]:
        results: dict[Pair, bool | Trouble] = {}
        killed = 0
        with Apart(self._source, self._limits) as apart:
            trouble = apart.start()
            self.held = apart.held
            if trouble:
                self.findings.append(Finding(trouble.code, values={"shown": trouble.shown}))
                return {}
            for pair in pairs:
                result = apart.accept(*pair)
                results[pair] = result
                killed += isinstance(result, Trouble) and result.code in _KILLED
                if killed == _MOST_KILLED:
                    break
        return results

    def _report(self, asked: Mapping[Pair, Item]) -> None:
        for pair, result in self._results.items():
            item = asked[pair]
            values = {"answer": pair[0][:80], "gold": item.gold}
            if isinstance(result, Trouble):
                self.findings.append(Finding(result.code, item.place, {**values, "shown": result.shown}))
            elif pair == (item.gold, item.gold) and not result:
                self.findings.append(Finding("evaluator-refuses-gold", item.at("gold"), values))

    def _ask_again(self, asked: Mapping[Pair, Item]) -> None:
        """In the opposite order, so that what it may have remembered shows."""
        again = self._ask_all(list(asked)[::-1])
        for pair, result in again.items():
            if result != self._results[pair]:
                values = {"answer": pair[0][:80], "gold": pair[1]}
                self.findings.append(Finding("evaluator-unstable", asked[pair].place, values))

    def _outcome(self, item: Item, response: Response | None) -> Outcome:
        if response is None:
            return Outcome(Mark.MISSING)
        result = self._results.get((response.text, item.gold))
        mark = Mark.RIGHT if result is True else Mark.WRONG
        return Outcome(mark, "gold" if mark is Mark.RIGHT else None, response.is_cut_off)
