"""The bank as arrays: what adding a block of each kind does to the sums that a score stands on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from sheet_tools.choose.bank import Bank
from sheet_tools.metrics import attainable_diversity

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Space:
    """K kinds of blocks over V outcomes by m models.

    `members` (K × longest block): the outcomes of a block, padded with V. `size`, `splits` (sum of k(m-k)), `squares`
    (what a block alone adds to the sum of squared counts), `separates` (K × pairs of models, `apart` by
    outcome), `least` (pinned) and
    `most` (all) blocks of each kind, `cluster` (0: none that counts), `cap` of items a cluster.
    """

    bank: Bank
    m: int
    members: Ints
    size: Ints
    splits: Ints
    squares: Ints
    separates: Ints
    apart: Ints
    least: Ints
    most: Ints
    cluster: Ints
    outcomes: int
    cap: int

    @classmethod
    def of(cls, bank: Bank, m: int) -> Space:
        kinds = bank.kinds
        outcomes = sorted({outcome for kind in kinds for outcome in kind.outcomes})
        place = {outcome: number for number, outcome in enumerate(outcomes)}
        longest = max(kind.size for kind in kinds)
        members = np.full((len(kinds), longest), len(outcomes), dtype=np.int64)
        for row, kind in enumerate(kinds):
            members[row, : kind.size] = [place[outcome] for outcome in kind.outcomes]
        marks = np.array([[int(mark) for mark in outcome] for outcome in outcomes] + [[0] * m], dtype=np.int64)
        pairs = list(combinations(range(m), 2))
        apart = np.array([[row[k] != row[j] for k, j in pairs] for row in marks], dtype=np.int64).reshape(
            len(marks), len(pairs)
        )
        right = marks.sum(axis=1)
        clusters = {name: number for number, name in enumerate(dict.fromkeys(["", *(k.cluster for k in kinds)]))}
        return cls(
            bank,
            m,
            members,
            np.array([kind.size for kind in kinds]),
            (right * (m - right))[members].sum(axis=1),
            np.array([sum(kind.outcomes.count(each) for each in kind.outcomes) for kind in kinds]),
            apart[members].sum(axis=1),
            apart,
            np.array([kind.pinned for kind in kinds]),
            np.array([len(kind.blocks) for kind in kinds]),
            np.array([clusters[kind.cluster] for kind in kinds]),
            len(outcomes),
            bank.options.per_cluster or bank.options.maximum,
        )

    @property
    def pairs(self) -> int:
        return int(self.separates.shape[1])

    @cached_property
    def allowed(self) -> npt.NDArray[np.bool_]:
        """By number of items: whether a set may have so many."""
        allowed = np.zeros(self.bank.options.maximum + int(self.size.max()) + 1, dtype=np.bool_)
        allowed[list(self.bank.sizes)] = True
        return allowed

    @cached_property
    def attainable(self) -> Floats:
        """By number of items: n² times the best raw diversity; where it is 0, the score is 0 too (inf here)."""
        values = [attainable_diversity(n, self.m) or np.inf for n in range(1, len(self.allowed))]
        return np.array([np.inf, *values])


@dataclass
class State:
    """A set: blocks of each kind, and its sums. `counts` by outcome (with a slot for the padding that stays 0)."""

    space: Space
    blocks: Ints
    counts: Ints
    n: int
    splits: int
    squares: int
    differ: Ints
    in_cluster: Ints

    @classmethod
    def of(cls, space: Space, blocks: Ints) -> State:
        counts = np.bincount(np.repeat(space.members, blocks, axis=0).ravel(), minlength=space.outcomes + 1).astype(
            np.int64
        )
        counts[-1] = 0
        in_cluster = np.bincount(space.cluster, weights=blocks * space.size).astype(np.int64)
        return cls(
            space,
            blocks.copy(),
            counts,
            int(blocks @ space.size),
            int(blocks @ space.splits),
            int(counts @ counts),
            blocks @ space.separates,
            in_cluster,
        )

    def moved(self, kind: int, by: int) -> None:
        """One block of a kind more (by = 1) or less (-1)."""
        space = self.space
        self.blocks[kind] += by
        np.add.at(self.counts, space.members[kind], by)
        self.counts[-1] = 0
        self.n += by * int(space.size[kind])
        self.splits += by * int(space.splits[kind])
        self.squares = int(self.counts @ self.counts)
        self.differ = self.differ + by * space.separates[kind]
        self.in_cluster[space.cluster[kind]] += by * int(space.size[kind])

    def score(self) -> float:
        return float(scores(self.space, self.n, self.splits, self.squares, self.differ[None, :])[0])

    def with_one_more(self) -> Floats:
        """By kind: the score with one block more; -1 where that is not allowed."""
        space = self.space
        n = self.n + space.size
        fits = (self.blocks < space.most) & space.allowed[np.minimum(n, len(space.allowed) - 1)]
        fits &= (space.cluster == 0) | (self.in_cluster[space.cluster] + space.size <= space.cap)
        found = np.full(len(space.size), -1.0)
        where = np.flatnonzero(fits)
        if len(where):
            squares = self.squares + 2 * self.counts[space.members[where]].sum(axis=1) + space.squares[where]
            near = np.flatnonzero(20 * self.differ < int(n[where].max()))
            differ = self.differ[near] + space.separates[np.ix_(where, near)]
            found[where] = scores(space, n[where], self.splits + space.splits[where], squares, differ)
        return found


def scores(space: Space, n: Ints | int, splits: Ints | int, squares: Ints | int, differ: Ints) -> Floats:
    """Scores from sums, one a row of `differ`; pairs that it leaves out have full credit."""
    counts = np.asarray(n, dtype=np.float64)
    if space.pairs == 0:
        return np.zeros(len(differ))
    credit = np.clip(20 * differ / counts.reshape(-1, 1), 0.01, 1)
    inverse = (1 / credit).sum(axis=1) + (space.pairs - differ.shape[1])
    found: Floats = 4 * np.asarray(splits) * (counts**2 - squares) * space.pairs
    return np.atleast_1d(found / (space.m**2 * counts * space.attainable[n] * inverse))
