"""What a set will score on other panels: the fit, the simulation, and when nothing can be known."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from sheet_tools.cli import group
from sheet_tools.findings import Unreadable
from sheet_tools.forecast.chosen import chosen_outcomes
from sheet_tools.forecast.estimate import fit
from sheet_tools.forecast.panels import forecast, quick_score
from sheet_tools.matrix import Matrix, MatrixItem
from sheet_tools.metrics import score


def world(n: int, abilities: list[float], spread: float, seed: int = 7) -> list[str]:
    """Outcomes of items whose difficulties have this spread."""
    rng = np.random.default_rng(seed)
    difficulty = spread * rng.standard_normal(n)
    chance = 1 / (1 + np.exp(difficulty[:, None] - np.array(abilities)[None, :]))
    return ["".join(str(int(mark)) for mark in row) for row in rng.random(chance.shape) < chance]


def test_the_fit_finds_what_the_outcomes_were_made_of() -> None:
    abilities = [-1.5, -0.5, 0.0, 0.5, 1.0, 2.0]
    fitted = fit(world(4000, abilities, 1.3))
    assert fitted.abilities == pytest.approx(abilities, abs=0.15)
    assert fitted.nodes.max() / 4 == pytest.approx(1.3, abs=0.12)
    hard, easy = fitted.weights["000000"] @ fitted.nodes, fitted.weights["111111"] @ fitted.nodes
    assert easy < -0.5 < 0.5 < hard


def test_models_right_or_wrong_on_everything_stay_finite() -> None:
    fitted = fit(["1000", "1001", "1000"] * 30)
    assert np.isfinite(fitted.abilities).all()
    assert list(np.argsort(fitted.abilities))[-1] == 0


@given(st.integers(2, 9), st.integers(1, 60), st.integers(0, 10_000))
def test_the_quick_score_is_the_score(m: int, n: int, seed: int) -> None:
    right = np.random.default_rng(seed).random((m, n)) < 0.6
    rows = [[int(mark) for mark in column] for column in right.T]
    assert quick_score(right) == pytest.approx(score(rows).score, abs=1e-12)


def test_the_same_bank_gives_the_same_forecast() -> None:
    bank = world(120, [-1, 0, 0.5, 1], 1.0)
    first = forecast(bank, bank[:60])
    assert first == forecast(list(bank), bank[:60])
    assert [each.models for each in first] == [6, 12, 20]
    assert all(0 <= each.low < each.mean < each.high <= 1 for each in first)
    # A panel's forecast does not hang on which others are asked for.
    assert forecast(bank, bank[:60], [12]) == [first[1]]


def test_rejected_items_count() -> None:
    """Fitted to the best items alone, a set promises more than it holds."""
    bank = world(400, [-1, -0.5, 0, 0.5, 1, 1.5], 2.0)
    chosen = sorted(bank, key=lambda outcome: abs(outcome.count("1") - 3))[:60]
    whole, alone = forecast(bank, chosen, [12])[0], forecast(chosen, chosen, [12])[0]
    assert whole.mean < alone.mean - 0.03


@pytest.mark.parametrize(("n", "m"), [(49, 6), (200, 3), (0, 0)])
def test_of_too_little_nothing_is_known(n: int, m: int) -> None:
    with pytest.raises(Unreadable) as refused:
        forecast(["10" * (m // 2) + "1" * (m % 2)] * n, [])
    assert refused.value.finding.code == "forecast-too-little"
    assert (refused.value.finding.values["n"], refused.value.finding.values["m"]) == (n, m)


MATRIX = Matrix(
    ("a", "b"),
    (MatrixItem(1, "A?"), MatrixItem(2, "B?"), MatrixItem(3, "C\n?"), MatrixItem(4, "D?")),
    ((1, 0), (0, 1), (1, 1), (1, None)),
)


@pytest.mark.parametrize(
    ("text", "outcomes"),
    [
        (None, ["10", "01", "11"]),
        ("3,1", ["10", "11"]),
        (" 1, 2,2 \n", ["10", "01"]),
        ("1\n3\n", ["10", "11"]),
        ('{"n": 2, "chosen": [2, 3]}', ["01", "11"]),
        ("[1, 3]", ["10", "11"]),
        ('{"input": "C\\n?", "gold": "x"}\n{"input": "A?", "gold": "y"}\n', ["10", "11"]),
    ],
)
def test_which_items_are_chosen(text: str | None, outcomes: list[str]) -> None:
    assert chosen_outcomes(MATRIX, text) == outcomes


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("5", "chosen-unknown"),
        ("0,1", "chosen-unknown"),
        ('{"input": "X?"}', "chosen-unknown"),
        ("1,4", "chosen-without-answers"),
        ("", "chosen-unreadable"),
        ("none.json", "chosen-unreadable"),
        ('{"n": 2}', "chosen-unreadable"),
        ('{"chosen": []}', "chosen-unreadable"),
        ("[1.5]", "chosen-unreadable"),
        ('{"input": "A?"}\n{"gold": "x"}', "chosen-unreadable"),
        ("[" * 100_000, "chosen-unreadable"),
    ],
)
def test_what_names_no_items_is_refused(text: str, code: str) -> None:
    with pytest.raises(Unreadable) as refused:
        chosen_outcomes(MATRIX, text)
    assert refused.value.finding.code == code


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.chdir(tmp_path)
    rows = [[int(mark) for mark in outcome] for outcome in world(120, [-1, 0, 0.5, 1], 1.0)]
    (tmp_path / "matrix.json").write_text(json.dumps({"models": list("abcd"), "matrix": rows}), encoding="utf-8")
    return lambda *words: CliRunner().invoke(group, [*words, "--lang", "en"], catch_exceptions=False)


def test_the_command(run: Callable[..., Result], tmp_path: Path) -> None:
    chosen = run("choose", "--matrix", "matrix.json", "--max", "60", "--format", "json").stdout
    (tmp_path / "best.json").write_text(chosen, encoding="utf-8")
    result = run("forecast", "--matrix", "matrix.json", "--chosen", "best.json", "--models", "7", "--format", "json")
    (panel,) = json.loads(result.stdout)["panels"]
    assert (result.exit_code, list(panel), panel["models"]) == (0, ["models", "mean", "low", "high"], 7)
    said = run("forecast", "--matrix", "matrix.json").stdout
    assert "a panel of 12 models: about 0." in said
    assert "does not say whether an item is valid" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--models", "1"), "numbers of models"),
        (("--models", "6,x"), "numbers of models"),
        (("--models", "6,²"), "numbers of models"),
        (("--models", ""), "numbers of models"),
        (("--chosen", "999"), "[chosen-unknown]"),
        (("--chosen", "none.json"), "[chosen-unreadable]"),
    ],
)
def test_a_wrong_call(run: Callable[..., Result], arguments: tuple[str, str], said: str) -> None:
    result = run("forecast", "--matrix", "matrix.json", *arguments)
    assert (result.exit_code, said in result.output + result.stderr) == (2, True)
