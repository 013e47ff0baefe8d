"""How often the forecast holds, and what fitting the chosen items alone would say.

    python benchmarks/forecast.py [--worlds 100]

Worlds are made so that the forecast's own model is wrong in them: models come in families that share what they know of
an item, each model has likings of its own, and hidden panels have other families. From a bank of 300 items the best
set is chosen on six models; then its real score on hidden panels of 6, 12 and 20 models is held against the forecast.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from sheet_tools.choose.bank import BankItem, Options
from sheet_tools.choose.best import choose
from sheet_tools.forecast.panels import forecast, quick_score

SIZES = (6, 12, 20)


def answers(rng: np.random.Generator, difficulty: np.ndarray, models: int, world: dict) -> np.ndarray:
    """Right or wrong, one row a model; families of two."""
    families = rng.standard_normal(((models + 1) // 2, len(difficulty))) * world["family"]
    own = rng.standard_normal((models, len(difficulty))) * world["own"]
    ability = world["centre"] + world["spread"] * rng.standard_normal(models)
    logit = ability[:, None] - difficulty + families[np.arange(models) // 2] + own
    return rng.random(logit.shape) < 1 / (1 + np.exp(-logit))


def outcomes(right: np.ndarray) -> list[str]:
    return ["".join(str(int(mark)) for mark in column) for column in right.T]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", type=int, default=100)
    parser.add_argument("--items", type=int, default=300)
    called = parser.parse_args()
    held = {(way, size): [] for way in ("all", "best 50", "best 100", "best 50, fitted alone") for size in SIZES}
    for number in range(called.worlds):
        rng = np.random.default_rng(number)
        world = {
            "centre": rng.normal(0, 0.7),
            "spread": rng.uniform(0.4, 1.2),
            "family": rng.uniform(0, 0.8),
            "own": rng.uniform(0, 0.6),
        }
        difficulty = rng.normal(0, rng.uniform(0.8, 2.0), called.items)
        bank = outcomes(answers(rng, difficulty, 6, world))
        items = [BankItem(index, outcome) for index, outcome in enumerate(bank, start=1)]
        sets = {"all": list(range(called.items))[:200]}
        for n in (50, 100):
            sets[f"best {n}"] = [index - 1 for index in choose(items, Options(n, n)).chosen]
        for size in SIZES:
            hidden = answers(rng, difficulty, size, world)
            for way, chosen in sets.items():
                real = quick_score(hidden[:, chosen])
                held[way, size].append((real, forecast(bank, [bank[place] for place in chosen], [size])[0]))
            alone = [bank[place] for place in sets["best 50"]]
            real = quick_score(hidden[:, sets["best 50"]])
            held["best 50, fitted alone", size].append((real, forecast(alone, alone, [size])[0]))
    print(f"{called.worlds} worlds of {called.items} items; coverage should be near 90 %")
    for (way, size), seen in held.items():
        inside = np.mean([said.low <= real <= said.high for real, said in seen])
        off = np.mean([said.mean - real for real, said in seen])
        width = np.mean([said.high - said.low for _, said in seen])
        real = np.mean([real for real, _ in seen])
        print(
            f"{way:22} {size:3} models: real {real:.3f}, forecast off by {off:+.3f}, "
            f"covered {inside:5.0%}, width {width:.3f}"
        )


if __name__ == "__main__":
    main()
