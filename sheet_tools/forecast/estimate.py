"""A Rasch model of a bank: how able each model is, how hard each item may be.

P(model j is right on item i) = 1 / (1 + exp(b_i - a_j)), with difficulties b from a normal distribution that the bank
itself tells (marginal maximum likelihood, by expectation and maximisation over fixed nodes). It is fitted to the whole
bank: of picked items alone, the spread of difficulties would be that of the picking.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_NODES = 61
_WIDEST = 4.0
_ROUNDS = 300
_SETTLED = 1e-7
# A model that is right or wrong on everything has no finite ability; nor do we believe in one.
_MOST_ABLE = 8.0


@dataclass(frozen=True)
class Fit:
    """`abilities` of the models; `nodes`: difficulties that are told apart; `weights`: outcome → how likely an item
    with that outcome is as hard as each node (adds up to 1)."""

    abilities: Floats
    nodes: Floats
    weights: dict[str, Floats]


def fit(outcomes: Sequence[str]) -> Fit:
    """Fit a bank of outcomes, one an item, one character ("0", "1") a model."""
    counted = Counter(outcomes)
    marks = np.array([[int(mark) for mark in outcome] for outcome in counted], dtype=np.float64)
    counts = np.array(list(counted.values()), dtype=np.float64)
    units = np.linspace(-_WIDEST, _WIDEST, _NODES)
    prior = np.exp(-(units**2) / 2)
    prior /= prior.sum()
    right = (counts @ marks + 0.5) / (counts.sum() + 1)
    abilities, spread = np.log(right / (1 - right)), 1.0
    posterior = np.tile(prior, (len(marks), 1))
    for _ in range(_ROUNDS):
        nodes = units * spread
        posterior = _posterior(marks, abilities, nodes, prior)
        at_node = counts @ posterior
        changed = _abilities(abilities, nodes, at_node, counts @ marks)
        new_spread = float(np.sqrt(max((at_node @ nodes**2) / counts.sum(), 1e-4)))
        moved = max(float(np.abs(changed - abilities).max()), abs(new_spread - spread))
        abilities, spread = changed, new_spread
        if moved < _SETTLED:
            break
    nodes = units * spread
    posterior = _posterior(marks, abilities, nodes, prior)
    return Fit(abilities, nodes, dict(zip(counted, posterior, strict=True)))


def chance(abilities: Floats, difficulties: Floats) -> Floats:
    """P(right), one row a model, one column a difficulty."""
    found: Floats = 1 / (1 + np.exp(difficulties[None, :] - abilities[:, None]))
    return found


def _posterior(marks: Floats, abilities: Floats, nodes: Floats, prior: Floats) -> Floats:
    p = chance(abilities, nodes)
    log = marks @ np.log(p) + (1 - marks) @ np.log1p(-p) + np.log(prior)
    weights = np.exp(log - log.max(axis=1, keepdims=True))
    found: Floats = weights / weights.sum(axis=1, keepdims=True)
    return found


def _abilities(abilities: Floats, nodes: Floats, at_node: Floats, right: Floats) -> Floats:
    """One Newton step towards the abilities that expect as many right answers as there were; steps are kept short."""
    p = chance(abilities, nodes)
    expected = p @ at_node
    slope = np.maximum((p * (1 - p)) @ at_node, 1e-9)
    step = np.clip((right - expected) / slope, -1, 1)
    return np.clip(abilities + step, -_MOST_ABLE, _MOST_ABLE)
