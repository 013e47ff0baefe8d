"""The calls of a checker: each different pair once, all again in a new process, then pairs it should refuse."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence

from sheet_tools.evaluator.apart import Apart, Limits, Trouble
from sheet_tools.evaluator.controls import controls
from sheet_tools.findings import Finding, Level
from sheet_tools.items import Item
from sheet_tools.marking import Mark, Outcome
from sheet_tools.panel.responses import Response, Responses

# A checker that is killed so often is broken; each further row would cost its seconds too.
_MOST_KILLED = 3
_KILLED = ("evaluator-too-slow", "evaluator-died", "evaluator-channel")

Pair = tuple[str, str]
Results = Mapping[Pair, bool | Trouble]


class Judge:
    """`findings` say each kind of trouble once, with how often and the first case.

    `is_late`: the time in all was up.
    """

    def __init__(self, text: str, limits: Limits) -> None:
        self._text, self._limits = text, limits
        self._end = time.monotonic() + limits.total_seconds
        self.findings: list[Finding] = []
        self.held: Mapping[str, str] = {}
        self.is_late = False

    def rows(self, items: Sequence[Item], responses: Responses) -> tuple[tuple[Outcome, ...], ...]:
        asked = {(item.gold, item.gold): item for item in items}
        for item in items:
            for model in responses.models:
                response = responses.get(model, item)
                if response is not None:
                    asked.setdefault((response.text, item.gold), item)
        results = self._ask(asked)
        self._report(results, asked)
        if not self.findings:
            # In the opposite order, so that what it may have remembered shows.
            again = self._ask(list(asked)[::-1])
            self._say("evaluator-unstable", [pair for pair in again if again[pair] != results[pair]], asked)
        if not self.findings:
            self._controls(items)
        return tuple(tuple(_outcome(item, responses.get(m, item), results) for m in responses.models) for item in items)

    def _ask(self, pairs: Iterable[Pair]) -> dict[Pair, bool | Trouble]:
        results: dict[Pair, bool | Trouble] = {}
        killed = 0
        with Apart(self._text, self._limits) as apart:
            trouble = apart.start()
            self.held = apart.held or self.held
            if trouble:
                self.findings.append(Finding(trouble.code, values={"shown": trouble.shown}))
                return {}
            for pair in pairs:
                if time.monotonic() >= self._end:
                    self._late()
                    break
                results[pair] = result = apart.accept(*pair)
                killed += isinstance(result, Trouble) and result.code in _KILLED
                if killed == _MOST_KILLED:
                    break
        return results

    def _late(self) -> None:
        if not self.is_late:
            values = {"seconds": f"{self._limits.total_seconds:g}"}
            self.findings.append(Finding("evaluator-time-in-all", values=values))
        self.is_late = True

    def _report(self, results: Results, asked: Mapping[Pair, Item]) -> None:
        troubles = {pair: result for pair, result in results.items() if isinstance(result, Trouble)}
        for code in dict.fromkeys(trouble.code for trouble in troubles.values()):
            of_code = [pair for pair, trouble in troubles.items() if trouble.code == code]
            self._say(code, of_code, asked, troubles[of_code[0]].shown)
        golds = [pair for pair, item in asked.items() if pair == (item.gold, item.gold) and results.get(pair) is False]
        self._say("evaluator-refuses-gold", golds, asked)

    def _say(self, code: str, pairs: Sequence[Pair], asked: Mapping[Pair, Item], shown: str = "") -> None:
        if pairs:
            answer, gold = pairs[0]
            item = asked[pairs[0]]
            place = item.at("gold") if code == "evaluator-refuses-gold" else item.place
            values = {"answer": answer[:80], "gold": gold[:80], "shown": shown, "n": len(pairs)}
            self.findings.append(Finding(code, place, values))

    def _controls(self, items: Sequence[Item]) -> None:
        asked = controls(items)
        results = self._ask(asked)
        accepted = [pair for pair, result in results.items() if result is True]
        if accepted:
            answer, gold = accepted[0]
            values = {"n": len(accepted), "all": len(results), "answer": answer, "gold": gold[:80]}
            # Nearly all is all: a checker that only refuses the empty text tells nothing apart either.
            most = 2 * len(accepted) > len(results)
            code = "evaluator-accepts-all" if most else "evaluator-accepts-other"
            self.findings.append(Finding(code, asked[accepted[0]].place, values))
        failed = {pair: result for pair, result in results.items() if isinstance(result, Trouble)}
        if failed:
            pair, trouble = next(iter(failed.items()))
            values = {"answer": pair[0], "gold": pair[1][:80], "shown": trouble.shown, "n": len(failed)}
            self.findings.append(Finding(trouble.code, asked[pair].place, values, Level.WARNING))


def _outcome(item: Item, response: Response | None, results: Results) -> Outcome:
    if response is None:
        return Outcome(Mark.MISSING)
    mark = Mark.RIGHT if results.get((response.text, item.gold)) is True else Mark.WRONG
    return Outcome(mark, "gold" if mark is Mark.RIGHT else None, response.is_cut_off)
