"""The best allowed set of a bank, and what no allowed set scores above.

Source of the score: the task description, „Ranking". What is chosen fits the panel whose answers the bank has; that is
allowed, and says little of the hidden panel.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sheet_tools.choose.bank import Bank, BankItem, Options, bank_of
from sheet_tools.choose.bound import any_set, bound_at, quick_bound
from sheet_tools.choose.search import climbed, greedy, improved
from sheet_tools.choose.space import Ints, Space, State
from sheet_tools.metrics import limit, score

# Sizes and weights that the search starts from, and how many of the starts are followed up.
_SIZES = 8
_WEIGHTS = (1 / 30, 1 / 12, 1 / 5)
_FOLLOWED = 4
# About so many kinds of blocks cost a second of shaking; a larger bank is shaken less.
_QUICK = 500


@dataclass(frozen=True, slots=True)
class Chosen:
    """A set: how many items, its score, what no allowed set scores above, the items' numbers in order, and how many
    rows of the bank were left out because an answer is missing."""

    n: int
    score: float
    bound: float
    chosen: tuple[int, ...]
    left_out: int

    def to_json(self) -> dict[str, object]:
        return {
            "n": self.n,
            "score": self.score,
            "bound": self.bound,
            "chosen": list(self.chosen),
            "left_out": self.left_out,
        }


def choose(items: Sequence[BankItem], options: Options) -> Chosen:
    """The best set of these items that the options allow. Raises Unreadable where they allow none, and says why."""
    bank = bank_of(items, options)
    space = Space.of(bank, next(len(item.outcome) for item in items if item.outcome is not None))
    known = State.of(space, _start(space))
    if known.score() < max(limit(n, space.m) or 1.0 for n in bank.sizes):
        known = improved(space, known.blocks, _shakes(space))
    known, bound = _proven(space, known)
    chosen = tuple(sorted(_numbers(bank, known.blocks)))
    outcomes = {item.index: item.outcome or "" for item in items}
    exact = score([[int(mark) for mark in outcomes[index]] for index in chosen]).score
    return Chosen(len(chosen), exact, max(bound, exact), chosen, bank.left_out)


def _shakes(space: Space) -> int:
    return max(2, 40 * _QUICK // max(len(space.size), _QUICK))


def _numbers(bank: Bank, blocks: Ints) -> Iterator[int]:
    """Of blocks that are alike the pinned ones, then those that stand first in the bank."""
    for kind, count in zip(bank.kinds, blocks.tolist(), strict=True):
        for block in kind.blocks[:count]:
            yield from block


def _start(space: Space) -> Ints:
    """The best of some quickly made sets, each improved as far as single exchanges go."""
    sizes = space.bank.sizes
    spread = [sizes[round(place * (len(sizes) - 1) / (_SIZES - 1))] for place in range(_SIZES)]
    made = [
        State.of(space, blocks)
        for n in sorted({*sizes[:4], *spread})
        for weight in _WEIGHTS
        if (blocks := greedy(space, n, weight * n)) is not None
    ]
    if not made:
        made = [State.of(space, blocks) for n in sizes if (blocks := any_set(space, n)) is not None][:_FOLLOWED]
    made.sort(key=lambda state: -state.score())
    return max((climbed(state) for state in made[:_FOLLOWED]), key=State.score).blocks


def _proven(space: Space, known: State) -> tuple[State, float]:
    """The bound over every number of items; where the proof comes upon a better set, that one."""
    if space.pairs == 0:
        return known, 0.0
    uncapped, least = _uncapped(space), known.score() * (1 + 1e-12)
    open_sizes = [n for n in space.bank.sizes if (limit(n, space.m) or 1.0) > least]
    quick = {n: quick_bound(uncapped, n) for n in open_sizes}
    bounds: dict[int, float] = {}
    for n in sorted(quick, key=lambda n: -quick[n]):
        while True:
            bounds[n] = quick[n]
            if quick[n] <= known.score():
                break
            found = bound_at(space, n, known)
            bounds[n] = found.value
            if found.better is None:
                break
            known = improved(space, found.better, _shakes(space) // 4)
    return known, max(bounds.values(), default=known.score())


def _uncapped(space: Space) -> Space:
    """The same bank without caps, of far fewer kinds: its bound holds for the capped one too, and is quickly found."""
    if not space.cluster.any():
        return space
    merged: dict[tuple[str, ...], list[int]] = {}
    for place, kind in enumerate(space.bank.kinds):
        merged.setdefault(kind.outcomes, []).append(place)
    first = np.array([places[0] for places in merged.values()])
    total = [[int(amount[places].sum()) for places in merged.values()] for amount in (space.least, space.most)]
    return Space(
        space.bank,
        space.m,
        space.members[first],
        space.size[first],
        space.splits[first],
        space.squares[first],
        space.separates[first],
        space.apart,
        np.array(total[0]),
        np.array(total[1]),
        np.zeros(len(first), dtype=np.int64),
        space.outcomes,
        space.cap,
    )
