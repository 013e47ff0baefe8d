"""Accuracy with its 95% Wilson interval: overall, by model and by row. Every answer counts, but none that is missing.

Sources: spec/comma-placement.txt, error-correction.txt, numeral-inflection.txt, „Evaluation”; E. B. Wilson, „Probable
Inference, the Law of Succession, and Statistical Inference”, JASA 22 (1927).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from types import MappingProxyType

from sheet_tools.matrix import Matrix

# The normal quantile of a two-sided 95% interval.
Z = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Share:
    """`right` of `n` answers are right; the interval is [0, 1] where there is no answer, and `share` then None."""

    right: int
    n: int
    share: float | None
    low: float
    high: float

    def to_json(self) -> dict[str, object]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Accuracy:
    """`models` in the order of the matrix; `rows` by the items' index."""

    overall: Share
    models: Mapping[str, Share]
    rows: Mapping[int, Share]

    def to_json(self, per_item: bool = False) -> dict[str, object]:
        out: dict[str, object] = {
            "overall": self.overall.to_json(),
            "models": [{"model": model, **share.to_json()} for model, share in self.models.items()],
        }
        if per_item:
            out["items"] = [{"index": index, **share.to_json()} for index, share in self.rows.items()]
        return out


def wilson(right: int, n: int) -> Share:
    """The share of right answers with its Wilson score interval, within [0, 1]."""
    if n == 0:
        return Share(0, 0, None, 0.0, 1.0)
    p, weight = right / n, Z * Z / n
    centre = (p + weight / 2) / (1 + weight)
    half = Z * sqrt(p * (1 - p) / n + weight / (4 * n)) / (1 + weight)
    # At the ends the interval reaches 0 or 1 exactly; a float would miss it by a hair.
    return Share(right, n, p, 0.0 if right == 0 else max(0.0, centre - half), 1.0 if right == n else centre + half)


def accuracy(matrix: Matrix) -> Accuracy:
    """Of every cell that is not missing; UNREADABLE answers stand in the matrix as wrong."""
    columns = [[row[place] for row in matrix.rows] for place in range(len(matrix.models))]
    return Accuracy(
        _share([cell for row in matrix.rows for cell in row]),
        {model: _share(column) for model, column in zip(matrix.models, columns, strict=True)},
        {item.index: _share(row) for item, row in zip(matrix.items, matrix.rows, strict=True)},
    )


def _share(cells: Sequence[int | None]) -> Share:
    given = [cell for cell in cells if cell is not None]
    return wilson(sum(given), len(given))


# The metrics by which a task is measured as accuracy, beside the outcome matrix; the others have only their score.
ACCURACIES: Mapping[str, Callable[[Matrix], Accuracy]] = MappingProxyType({"accuracy": accuracy})
