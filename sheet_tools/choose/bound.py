"""What no allowed set scores above: linear and integer programs over the counts, solved by HiGHS.

For a set of n items, score = C · T · R / H with T the splits, R = n² - sum of squared counts and H the sum over the
pairs of models of 1 / credit. For every a > 0 holds T · R <= (aT + R)² / 4a, with equality at a = R / T; so a set that
scores above s has aT + R > 2 sqrt(a s / C) sqrt(H). sqrt(H) lies above its chord, and H above the tangents of
1 / credit at whole numbers, so the difference of the two sides is bounded by a program that is linear in the counts,
where sums of squares are cut into unit steps 1, 3, 5… If it cannot be above 0, no set of n items scores above s. Where
it can, the sets are parted by their T, since the first inequality is the tighter the narrower T and R / T are.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from sheet_tools.choose.program import Program
from sheet_tools.choose.space import Ints, Space, State

# Programs are solved to some 1e-7 of their value: what lies that near is not told apart.
_TOLERANCE = 1e-7
_HALVINGS = 12
# No score but 0 is as low.
_LEAST = 1e-9
_ROUNDS = 3
# Into so many ranges of T the sets of one size are parted at most: a number, not a time, so that the answer is always
# the same.
_RANGES = 60


@dataclass(frozen=True, slots=True)
class Bound:
    """No set of n items scores above `value`. `better`: blocks of a set that scores above the known one."""

    value: float
    better: Ints | None = None


@dataclass(frozen=True, slots=True)
class _Range:
    """Sets with splits from `least` to `most`; with every pair at full credit none of them scores above `bound`, which
    is reckoned with this `weight`."""

    least: int
    most: int
    bound: float
    weight: float


def quick_bound(space: Space, n: int) -> float:
    """A bound for sets of just n items, with every pair of models at full credit."""
    found = _range(Program(space, n, separation=False), 0, _most_splits(space, n))
    return found.bound if found else 0.0


def bound_at(space: Space, n: int, known: State) -> Bound:
    """The bound for sets of just n items; `known` is the best set so far, whatever its number of items."""
    target = known.score()
    program = Program(space, n, separation=True)
    whole = _range(program, 0, _most_splits(space, n))
    waiting = [whole] if whole else []
    looked_at = 0
    while waiting and looked_at < _RANGES:
        waiting.sort(key=lambda each: each.bound)
        part = waiting.pop()
        looked_at += 1
        if part.bound <= target * (1 + _TOLERANCE) or not _can_exceed(program, target, part):
            continue
        proven, splits, blocks = _integer(program, target, part)
        if proven:
            continue
        if blocks is not None and State.of(space, blocks).score() > target * (1 + _TOLERANCE):
            return Bound(1.0, blocks)
        halves = _parted(program, part, splits)
        if not halves:  # one single T, which no other weight could tell more of
            return Bound(max(_lowest(program, target, each) for each in (part, *waiting)))
        waiting += halves
    return Bound(max((_lowest(program, target, part) for part in waiting), default=target))


def any_set(space: Space, n: int) -> Ints | None:
    """Blocks of some allowed set of n items, None where the program finds none."""
    program = Program(space, n, separation=False)
    found = program.whole(1.0, 0.0)
    return found[1] if found is not None and program.is_allowed(found[1]) else None


def _most_splits(space: Space, n: int) -> int:
    return n * (space.m // 2) * (space.m - space.m // 2)


def _parted(program: Program, part: _Range, splits: int) -> list[_Range]:
    """The range cut in two at the T of a solution, less what holds no set."""
    at = min(max(splits, part.least), part.most - 1)
    if part.least == part.most:
        return []
    halves = (_range(program, part.least, at), _range(program, at + 1, part.most))
    return [half for half in halves if half is not None]


def _range(program: Program, least: int, most: int) -> _Range | None:
    """The bound of these sets and the weight a that it is best at; None where there is no such set."""
    program.between(least, most)
    weight = max(program.n * program.n / max((least + most) / 2, 1), 1e-6)
    best = None
    for _ in range(_ROUNDS):
        solved = program.relaxed(weight)
        if solved is None:
            return None
        value, splits = solved
        bound = program.scale * max(value, 0) ** 2 / (4 * weight)
        if best is None or bound < best.bound:
            best = _Range(least, most, bound, weight)
        rest = value - weight * splits
        if splits <= 0 or rest <= 0:
            break
        weight = rest / splits
    return best


def _chord(program: Program, target: float, part: _Range) -> tuple[float, float]:
    """Constant and slope of the line under 2 sqrt(a s / C) sqrt(H), for every H that a set above s may have."""
    pairs = program.space.pairs
    target = max(target, _LEAST)
    factor = 2 * sqrt(part.weight * target / (program.scale * pairs))
    largest = pairs * max(part.bound / target, 1 + 1e-9)
    slope = factor * (sqrt(largest) - sqrt(pairs)) / (largest - pairs)
    return factor * sqrt(pairs) - slope * pairs, slope


def _can_exceed(program: Program, target: float, part: _Range) -> bool:
    """False where no set of this range, not even of parts of blocks, scores above `target`."""
    program.between(part.least, part.most)
    constant, slope = _chord(program, target, part)
    solved = program.relaxed(part.weight, slope)
    return solved is not None and solved[0] - constant > _TOLERANCE * constant


def _integer(program: Program, target: float, part: _Range) -> tuple[bool, int, Ints | None]:
    """Whether it is proven that no set of whole blocks in this range scores above `target`; T and blocks of the set
    that the program found."""
    program.between(part.least, part.most)
    constant, slope = _chord(program, target, part)
    solved = program.whole(part.weight, slope)
    if solved is None:
        return True, 0, None
    value, blocks = solved
    proven = value - constant <= _TOLERANCE * constant
    return proven, int(blocks @ program.space.splits), blocks if program.is_allowed(blocks) else None


def _lowest(program: Program, target: float, part: _Range) -> float:
    """The lowest score that the program proves this range to stay under."""
    low, high = target, max(part.bound, target)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if _can_exceed(program, middle, part):
            low = middle
        else:
            high = middle
    return high
