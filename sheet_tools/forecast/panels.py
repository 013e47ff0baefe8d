"""What a set scores on simulated panels: models about as able as those that were asked, items as hard as their outcomes
leave likely.

The interval is widened, since a Rasch model knows nothing of families of models that fail together, and the spread of a
few abilities is itself hardly known; benchmarks/forecast.py measures how often it holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sheet_tools.cells import Place
from sheet_tools.findings import Finding, Unreadable
from sheet_tools.forecast.estimate import Fit, Floats, chance, fit
from sheet_tools.metrics import attainable_diversity

# Of so few nothing could be said of others.
LEAST_MODELS = 4
LEAST_ITEMS = 50
_PANELS = 400
_SEED = 2026
# 90 of 100 panels lie within, once the plain interval is widened so much.
_INSIDE = (5, 95)
_WIDENED = 1.35


@dataclass(frozen=True, slots=True)
class Forecast:
    """Panels of so many models: the mean score of the set, and the interval that should hold 90 of 100 panels."""

    models: int
    mean: float
    low: float
    high: float

    def to_json(self) -> dict[str, object]:
        return {"models": self.models, "mean": self.mean, "low": self.low, "high": self.high}


def forecast(bank: Sequence[str], chosen: Sequence[str], sizes: Sequence[int] = (6, 12, 20)) -> list[Forecast]:
    """What the items with the outcomes `chosen` will score; `bank` has the outcomes of all items, chosen or not.

    The same outcomes give the same forecast. Raises Unreadable where there are too few models or items to know.
    """
    m = len(bank[0]) if bank else 0
    if m < LEAST_MODELS or len(bank) < LEAST_ITEMS:
        values = {"m": m, "n": len(bank), "least_m": LEAST_MODELS, "least_n": LEAST_ITEMS}
        raise Unreadable(Finding("forecast-too-little", Place(), values))
    fitted = fit(bank)
    return [_forecast(fitted, chosen, size) for size in sizes]


def _forecast(fitted: Fit, chosen: Sequence[str], size: int) -> Forecast:
    chance_of = np.random.default_rng([_SEED, size])
    scores = np.array([_simulated(fitted, chosen, size, chance_of) for _ in range(_PANELS)])
    mean = float(scores.mean())
    low, high = (mean + _WIDENED * (float(np.percentile(scores, at)) - mean) for at in _INSIDE)
    return Forecast(size, mean, max(low, 0.0), min(high, 1.0))


def _simulated(fitted: Fit, chosen: Sequence[str], size: int, rng: np.random.Generator) -> float:
    known = fitted.abilities
    spread = float(known.std(ddof=1))
    centre = float(known.mean()) + spread / np.sqrt(len(known)) * rng.standard_normal()
    abilities = centre + spread * rng.standard_normal(size)
    right = chance(abilities, _difficulties(fitted, chosen, rng)) > rng.random((size, len(chosen)))
    return quick_score(right)


def _difficulties(fitted: Fit, chosen: Sequence[str], rng: np.random.Generator) -> Floats:
    cumulative = np.array([fitted.weights[outcome] for outcome in chosen]).cumsum(axis=1)
    places = (cumulative < rng.random((len(chosen), 1)) * cumulative[:, -1:]).sum(axis=1)
    width = fitted.nodes[1] - fitted.nodes[0]
    found: Floats = fitted.nodes[places] + width * (rng.random(len(chosen)) - 0.5)
    return found


def quick_score(right: np.typing.NDArray[np.bool_]) -> float:
    """The score of a panel, one row a model, one column an item: what metrics.score says, in floats."""
    m, n = right.shape
    attainable = attainable_diversity(n, m)
    if attainable == 0 or m < 2:
        return 0.0
    sums = right.sum(axis=0, dtype=np.int64)
    discrimination = 4 * float((sums * (m - sums)).sum()) / (m * m * n)
    _, counts = np.unique(np.packbits(right, axis=0), axis=1, return_counts=True)
    diversity = (n * n - int((counts.astype(np.int64) ** 2).sum())) / attainable
    marks = right.astype(np.float64)
    same = marks @ marks.T
    alone = marks.sum(axis=1)
    differ = (alone[:, None] + alone[None, :] - 2 * same)[np.triu_indices(m, 1)]
    credit = np.clip(20 * differ / n, 0.01, 1)
    return float(discrimination * diversity * len(credit) / (1 / credit).sum())
