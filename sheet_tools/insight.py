"""What each row, each mark and one more item do to the score of Track 1: exactly, by differences.

Source: the task description, „Ranking". With c_v items of outcome v and t_v = k_v (m - k_v), the score stands on three
sums: T = sum of c_v t_v, Q = sum of c_v², and H = sum over the pairs of models of 1 / credit. One item less, one more,
or one with another outcome changes T and Q by a term each, and H only at pairs that are near 5% or below it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from typing import NamedTuple

from sheet_tools.metrics import PairScore, Score, attainable_diversity, credit

# Up to so many models every outcome of one more item is tried; of more, those of the models worst told apart.
_ALL_OUTCOMES = 12
# Of outcomes that add the same, so many are named; and so many different gains.
_EQUAL_ONES = 3
_DIFFERENT_GAINS = 5
# A pair of models has full credit where it differs on one item in so many: „t = 5%".
_FULL_CREDIT = 20


@dataclass(frozen=True, slots=True)
class RowEffect:
    """One row: its number, how many models are right, its 4p(1-p), the score of the set without it (None where it is
    the only row), and what it adds: score - without; negative where the set would score higher without the row."""

    index: int
    outcome: str
    right: int
    discrimination: float
    without: float | None
    effect: float | None


@dataclass(frozen=True, slots=True)
class PairGap:
    """Two models: on how many items they differ, and on how many more of the same n they must for full credit; or how
    many new items that tell them apart would bring it."""

    a: str
    b: str
    differ: int
    missing: int
    new_items: int


@dataclass(frozen=True, slots=True)
class NextItem:
    """One more item on which just the models of `right` answer rightly: what it adds to the score (of n + 1 items)."""

    right: tuple[str, ...]
    wrong: tuple[str, ...]
    gain: float


@dataclass(frozen=True, slots=True)
class Room:
    """How much the score would rise if this part alone ("discrimination", "diversity", "separation") were 1."""

    part: str
    value: float
    gain: float


@dataclass(frozen=True, slots=True)
class Insight:
    """What is known of a scored set: its rows in order, pairs (fewest differences first), what to write next (best
    first), and what each part could still give (most first)."""

    n: int
    m: int
    score: float
    limit: float | None
    items: tuple[RowEffect, ...]
    pairs: tuple[PairGap, ...]
    write_next: tuple[NextItem, ...]
    room: tuple[Room, ...]

    def to_json(self) -> dict[str, object]:
        return {
            "n": self.n,
            "m": self.m,
            "score": self.score,
            "limit": self.limit,
            "items": [
                {
                    "index": item.index,
                    "right": item.right,
                    "discrimination": item.discrimination,
                    "without": item.without,
                    "effect": item.effect,
                }
                for item in self.items
            ],
            "pairs": [
                {"a": pair.a, "b": pair.b, "differ": pair.differ, "missing": pair.missing} for pair in self.pairs
            ],
            "write_next": [
                {"right": list(each.right), "wrong": list(each.wrong), "gain": each.gain} for each in self.write_next
            ],
        }


def insight(scored: Score) -> Insight:
    """What every row does, which pairs are too alike, what one more item would add."""
    sums = _Sums.of(scored)
    now = scored.exact.score
    without = {outcome: sums.changed(less=outcome) for outcome in scored.patterns}
    items = [
        RowEffect(
            item.index,
            item.outcome,
            item.right,
            item.discrimination,
            _float(without[item.outcome]),
            None if (left := without[item.outcome]) is None else float(now - left),
        )
        for item in scored.items
    ]
    return Insight(
        scored.n,
        scored.m,
        scored.score,
        scored.limit,
        tuple(items),
        tuple(sorted(_gaps(scored), key=lambda gap: gap.differ)),
        tuple(_write_next(sums, now, scored.models)),
        tuple(_room(scored)),
    )


def changed_mark(scored: Score, outcome: str, place: int) -> float:
    """The score if, in one row of this outcome, the model at `place` (from 0) had been marked the other way."""
    other = outcome[:place] + ("0" if outcome[place] == "1" else "1") + outcome[place + 1 :]
    # The number of items stays, so there is a score.
    return float(_Sums.of(scored).changed(less=outcome, more=other) or 0)


class _Pair(NamedTuple):
    """Two models by their places (from 0), and on how many items they differ."""

    k: int
    j: int
    differ: int

    def separated_by(self, outcome: str | None) -> bool:
        return outcome is not None and outcome[self.k] != outcome[self.j]


@dataclass(frozen=True)
class _Sums:
    """The sums that a score stands on. `near`: the pairs that one item less, more or other can bring below 5%, or that
    are there already; all others have full credit whatever one item does."""

    n: int
    m: int
    counts: Mapping[str, int]
    splits: int
    squares: int
    near: tuple[_Pair, ...]

    @classmethod
    def of(cls, scored: Score) -> _Sums:
        differ = {(a, b): pair.disagreements for (a, b), pair in _by_place(scored)}
        near = [_Pair(k, j, d) for (k, j), d in differ.items() if _FULL_CREDIT * (d - 1) < scored.n + 1]
        splits = sum(count * _splits(outcome) for outcome, count in scored.patterns.items())
        squares = sum(count * count for count in scored.patterns.values())
        return cls(scored.n, scored.m, scored.patterns, splits, squares, tuple(near))

    @cached_property
    def pairs(self) -> int:
        return self.m * (self.m - 1) // 2

    @cached_property
    def _known(self) -> dict[tuple[int, int, int, tuple[int, ...]], Fraction]:
        return {}

    def changed(self, less: str | None = None, more: str | None = None) -> Fraction | None:
        """The score with one item of outcome `less` taken out and one of `more` put in; None of no item at all."""
        n = self.n - (less is not None) + (more is not None)
        if n == 0:
            return None
        splits = self.splits - _splits(less) + _splits(more)
        squares = self.squares + self._squares_more(less, more)
        moved = [p.differ - p.separated_by(less) + p.separated_by(more) for p in self.near]
        # Many outcomes come to the same sums: each is worked out once.
        sums = (n, splits, squares, tuple(sorted(d for d in moved if _FULL_CREDIT * d < n)))
        if sums not in self._known:
            self._known[sums] = self._score(*sums)
        return self._known[sums]

    def _score(self, n: int, splits: int, squares: int, below: tuple[int, ...]) -> Fraction:
        """`below`: on how many items each pair differs that has not full credit."""
        attainable = attainable_diversity(n, self.m)
        if self.pairs == 0 or attainable == 0:
            return Fraction(0)
        inverse = sum((1 / credit(d, n) for d in below), Fraction(self.pairs - len(below)))
        return Fraction(
            4 * splits * (n * n - squares) * self.pairs * inverse.denominator,
            self.m**2 * n * attainable * inverse.numerator,
        )

    def _squares_more(self, less: str | None, more: str | None) -> int:
        if less == more:
            return 0
        taken = 1 - 2 * self.counts[less] if less is not None else 0
        return taken + (1 + 2 * self.counts.get(more, 0) if more is not None else 0)


def _by_place(scored: Score) -> Iterator[tuple[tuple[int, int], PairScore]]:
    """Score.pairs stand in the order of all pairs of places."""
    return zip(combinations(range(scored.m), 2), scored.pairs, strict=True)


def _splits(outcome: str | None) -> int:
    """k (m - k): on how many pairs of models the outcome is split; 0 of none."""
    return outcome.count("1") * outcome.count("0") if outcome is not None else 0


def _float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def _gaps(scored: Score) -> Iterator[PairGap]:
    needed = -(-scored.n // _FULL_CREDIT)
    for pair in scored.pairs:
        d = pair.disagreements
        # The least k with 20 (d + k) >= n + k: every new item also makes the set longer.
        new_items = -((_FULL_CREDIT * d - scored.n) // (_FULL_CREDIT - 1))
        yield PairGap(*pair.models, d, max(0, needed - d), max(0, new_items))


def _room(scored: Score) -> list[Room]:
    """Which part holds the score down most."""
    exact = scored.exact
    parts = {name: getattr(exact, name) for name in ("discrimination", "diversity", "separation")}
    rooms = []
    for part, value in parts.items():
        others = Fraction(1)
        for name, other in parts.items():
            others *= other if name != part else 1
        rooms.append(Room(part, float(value), float(others - exact.score)))
    return sorted(rooms, key=lambda room: -room.gain)


def _write_next(sums: _Sums, now: Fraction, models: Sequence[str]) -> Iterator[NextItem]:
    """Of the best different gains, each with a few of the outcomes that bring it."""
    by_gain: dict[Fraction, list[str]] = {}
    for outcome in _candidates(sums):
        by_gain.setdefault((sums.changed(more=outcome) or Fraction(0)) - now, []).append(outcome)
    for gain in sorted(by_gain, reverse=True)[:_DIFFERENT_GAINS]:
        for outcome in sorted(by_gain[gain], reverse=True)[:_EQUAL_ONES]:
            right = tuple(model for model, mark in zip(models, outcome, strict=True) if mark == "1")
            yield NextItem(right, tuple(model for model in models if model not in right), float(gain))


def _candidates(sums: _Sums) -> Iterable[str]:
    """Every outcome of few models. Of many: every outcome of those that stand in the pairs told apart worst, the others
    filled up so that half are right; models that stand in no such pair are interchangeable."""
    if sums.m <= _ALL_OUTCOMES:
        return map("".join, product("01", repeat=sums.m))
    weights = Counter(place for pair in sums.near for place in pair[:2])
    worst = [place for place, _ in weights.most_common(_ALL_OUTCOMES)]
    return {_filled(sums, dict(zip(worst, marks, strict=True))) for marks in product("01", repeat=len(worst))}


def _filled(sums: _Sums, marks: Mapping[int, str]) -> str:
    """The marks of some places, the rest so that as near to half as can be are right; one not seen before, if one of
    few tries is."""
    rest = [place for place in range(sums.m) if place not in marks]
    wanted = min(max(sums.m // 2 - list(marks.values()).count("1"), 0), len(rest))
    outcome = ""
    for shift in range(max(len(rest), 1)):
        chosen = {*(rest[shift:] + rest[:shift])[:wanted]}
        outcome = "".join(marks.get(place, "1" if place in chosen else "0") for place in range(sums.m))
        if outcome not in sums.counts:
            break
    return outcome
