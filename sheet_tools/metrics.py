"""METRICS: marks → score, exactly. Sums are integers and fractions; a float is made once, at the end.

Source: spec/reverse-poleval.txt, „Ranking”. n items, m models; k_v models are right on outcome v, c_v items have it:
discrimination 4 sum c_v k_v (m - k_v) / (m² n); diversity (n² - sum c_v²) over its attainable maximum; separation the
harmonic mean of the pairs' credits. Corner cases, none of which a legal set meets: diversity is 0 where n = 1,
separation is 0 where m = 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import comb
from types import MappingProxyType
from typing import NamedTuple

from sheet_tools.findings import Finding
from sheet_tools.marking import Marks
from sheet_tools.matrix import Matrix, matrix_of
from sheet_tools.tasks import Task

# „With saturation t = 5%, credit is min(r/t, 1), floored at 0.01”.
_SATURATION = 20
_FLOOR = Fraction(1, 100)

Rows = Sequence[Sequence[int]]


class Exact(NamedTuple):
    """The three components and their product, each in [0, 1], as fractions."""

    discrimination: Fraction
    diversity: Fraction
    separation: Fraction

    @property
    def score(self) -> Fraction:
        return self.discrimination * self.diversity * self.separation


@dataclass(frozen=True, slots=True)
class ItemScore:
    """One item: its number in its own set (from 1), how many models are right, their share p, 4p(1-p), and the outcome
    ("101100", one character a model)."""

    index: int
    right: int
    p: float
    discrimination: float
    outcome: str


@dataclass(frozen=True, slots=True)
class PairScore:
    """One pair of models: on how many items they disagree, on which share of them, and the pair's credit."""

    models: tuple[str, str]
    disagreements: int
    rate: float
    credit: float


@dataclass(frozen=True, slots=True)
class Score:
    """The score of n items by m models.

    `limit` is the best that any n items could reach, None where that is not proved; `left_out` counts rows that lack
    an answer and so do not count; `patterns` maps each outcome to its number of items, the commonest first.
    """

    n: int
    m: int
    discrimination: float
    diversity: float
    separation: float
    score: float
    limit: float | None
    items: tuple[ItemScore, ...]
    pairs: tuple[PairScore, ...]
    patterns: Mapping[str, int]
    exact: Exact
    models: tuple[str, ...]
    left_out: int = 0

    def to_json(self, per_item: bool = False, per_pair: bool = False) -> dict[str, object]:
        """DESIGN.md, `score`: full precision; "left_out" only where rows were left out."""
        names = ("n", "m", "discrimination", "diversity", "separation", "score", "limit")
        out: dict[str, object] = {name: getattr(self, name) for name in names}
        if self.left_out:
            out["left_out"] = self.left_out
        if per_item:
            out["items"] = [asdict(item) for item in self.items]
        if per_pair:
            out["pairs"] = [{**asdict(pair), "models": list(pair.models)} for pair in self.pairs]
        return out


def score(rows: Rows, models: Sequence[str] | None = None, indices: Sequence[int] | None = None) -> Score:
    """The score of a matrix of 0 and 1, one row an item, one cell a model.

    `models` names the cells („1”, „2”… else), `indices` the rows (1, 2… else). ValueError says what is wrong with an
    empty, ragged or other matrix, or with the number of names.
    """
    n, m = _shape(rows)
    names = tuple(models) if models is not None else tuple(str(number) for number in range(1, m + 1))
    numbers = tuple(indices) if indices is not None else tuple(range(1, n + 1))
    if len(names) != m or len(numbers) != n:
        raise ValueError(f"{len(names)} models and {len(numbers)} indices for a matrix of {n} rows of {m} cells")
    outcomes = ["".join(map(str, row)) for row in rows]
    patterns = dict(Counter(outcomes).most_common())
    differences = _disagreements(outcomes, m)
    exact = Exact(_discrimination(patterns, n, m), _diversity(patterns, n, m), _separation(differences, n))
    pairs = [PairScore((names[k], names[j]), d, d / n, float(credit(d, n))) for (k, j), d in differences.items()]
    items = [_item(index, outcome) for index, outcome in zip(numbers, outcomes, strict=True)]
    floats = (float(exact.discrimination), float(exact.diversity), float(exact.separation), float(exact.score))
    return Score(n, m, *floats, limit(n, m), tuple(items), tuple(pairs), patterns, exact, names)


def _shape(rows: Rows) -> tuple[int, int]:
    if not rows or not rows[0]:
        raise ValueError("the matrix is empty: a score needs at least one item and one model")
    m = len(rows[0])
    for number, row in enumerate(rows, start=1):
        if len(row) != m:
            raise ValueError(f"row {number} has {len(row)} cells, the first row {m}")
        for cell in row:
            if type(cell) is not int or cell not in (0, 1):
                raise ValueError(f"row {number} holds {cell!r}: only 0 and 1 can be scored")
    return len(rows), m


def _item(index: int, outcome: str) -> ItemScore:
    m, right = len(outcome), outcome.count("1")
    return ItemScore(index, right, right / m, 4 * right * (m - right) / m**2, outcome)


def _disagreements(outcomes: Sequence[str], m: int) -> dict[tuple[int, int], int]:
    """Pair of models (from 0) → number of items on which they disagree. A model's marks are the bits of one integer."""
    answers = [int("".join(column), 2) for column in zip(*outcomes, strict=True)]
    return {(k, j): (answers[k] ^ answers[j]).bit_count() for k, j in combinations(range(m), 2)}


def _discrimination(patterns: Mapping[str, int], n: int, m: int) -> Fraction:
    total = sum(count * outcome.count("1") * outcome.count("0") for outcome, count in patterns.items())
    return Fraction(4 * total, m * m * n)


def _diversity(patterns: Mapping[str, int], n: int, m: int) -> Fraction:
    attainable = attainable_diversity(n, m)
    if attainable == 0:
        return Fraction(0)
    return Fraction(n * n - sum(count * count for count in patterns.values()), attainable)


def attainable_diversity(n: int, m: int) -> int:
    """n² times the best raw diversity of n items by m models; 0 of one item."""
    return n * n - _even_squares(n, 2**m)


def _even_squares(n: int, cells: int) -> int:
    """The sum of squared counts of n items spread as evenly as can be over so many outcomes."""
    least, more = divmod(n, cells)
    return more * (least + 1) ** 2 + (cells - more) * least**2


def _separation(differences: Mapping[tuple[int, int], int], n: int) -> Fraction:
    if not differences:
        return Fraction(0)
    counts = Counter(differences.values())
    inverse = sum((count / credit(d, n) for d, count in counts.items()), Fraction(0))
    return len(differences) / inverse


def credit(disagreements: int, n: int) -> Fraction:
    """What a pair of models earns that disagrees on so many of n items: exactly 1 from 5% on, never under 1/100."""
    return max(min(Fraction(_SATURATION * disagreements, n), Fraction(1)), _FLOOR)


def limit(n: int, m: int) -> float | None:
    """The best score that any n items can reach with m models; None where that is not proved.

    Proved for 50 ≤ n ≤ 200 and m = 3 or m ≥ 5: the best set has only outcomes with half the models right (for odd m:
    as near as can be), spread evenly, and separates every pair. With m = 2 and m = 4 other sets do better.
    """
    if not 50 <= n <= 200 or m < 3 or m == 4:
        return None
    half = m // 2
    outcomes = comb(m, half) * (1 + m % 2)
    split = Fraction(4 * half * (m - half), m * m)
    return float(split * Fraction(n * n - _even_squares(n, outcomes), attainable_diversity(n, m)))


class Complete(NamedTuple):
    """The rows that have every answer, their places (from 0) among all rows, and how many rows were left out."""

    rows: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    left_out: int


def complete_rows(rows: Sequence[Sequence[int | None]]) -> Complete:
    kept = [(place, tuple(cell for cell in row if cell is not None)) for place, row in enumerate(rows)]
    kept = [(place, row) for place, row in kept if len(row) == len(rows[place])]
    return Complete(tuple(row for _, row in kept), tuple(place for place, _ in kept), len(rows) - len(kept))


def score_complete(marked: Marks | Matrix) -> Score | None:
    """The score over the rows that have every answer; None where no row has (or there is no model)."""
    matrix = matrix_of(marked) if isinstance(marked, Marks) else marked
    complete = complete_rows(matrix.rows)
    if not complete.rows or not matrix.models:
        return None
    indices = [matrix.items[place].index for place in complete.places]
    return replace(score(complete.rows, matrix.models, indices), left_out=complete.left_out)


def said_of_score(score: Score, task: Task) -> Iterator[Finding]:
    """Where a score is not what it seems: of a part of the rows, of no set that may be handed in, of one model."""
    if score.left_out:
        yield Finding("score-rows-left-out", values={"n": score.left_out, "rows": score.n + score.left_out})
    yield from said_of_size(score.n, score.m, task)


def said_of_size(n: int, m: int, task: Task) -> Iterator[Finding]:
    least, most = task.items_least, task.items_most
    if n < least or (most is not None and n > most):
        yield Finding("score-of-other-size", values={"n": n, "least": least, "most": most or "–"})
    if m == 1:
        yield Finding("score-of-one-model")


Metric = Callable[[Marks | Matrix], Score | None]
# A task measured by accuracy (sheet_tools.accuracy) has its discrimination and pairs from the same matrix.
METRICS: Mapping[str, Metric] = MappingProxyType({"reverse-poleval": score_complete, "accuracy": score_complete})
