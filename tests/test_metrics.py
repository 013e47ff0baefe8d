"""The score: worked-out values, the definition itself by brute force, and what must hold for every matrix."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from work import calls

from sheet_tools.matrix import Matrix, MatrixItem
from sheet_tools.metrics import METRICS, complete_rows, credit, limit, score, score_complete

# Worked out with exact fractions, apart from this code: format and cases stand in the file.
GOLDEN = json.loads((Path(__file__).parent / "golden" / "metric.json").read_text(encoding="utf-8"))["vectors"]
COMPONENTS = ("discrimination", "diversity", "separation", "score")


def rows_of(vector: dict) -> list[list[int]]:
    return [[int(cell) for cell in row] for row in vector["matrix"]]


@pytest.mark.parametrize("vector", GOLDEN, ids=lambda vector: vector["name"])
def test_golden(vector: dict) -> None:
    result = score(rows_of(vector))
    assert {name: getattr(result.exact, name) for name in COMPONENTS} == {
        name: Fraction(value) for name, value in vector["exact"].items()
    }
    for name, value in vector["float"].items():
        assert getattr(result, name) == pytest.approx(value, rel=0, abs=1e-12)
    if vector["pair_credits"] is not None:
        credits = [
            [int(a) - 1, int(b) - 1, credit(pair.disagreements, result.n)]
            for pair in result.pairs
            for a, b in [pair.models]
        ]
        assert credits == [[k, j, Fraction(value)] for k, j, value in vector["pair_credits"]]


def by_definition(rows: list[list[int]]) -> tuple[Fraction, Fraction, Fraction]:
    """The words of the task description („Ranking”), one after the other, without a thought of speed."""
    n, m = len(rows), len(rows[0])
    shares = [Fraction(sum(row), m) for row in rows]
    discrimination = sum((4 * p * (1 - p) for p in shares), Fraction(0)) / n

    def simpson(counts: list[int]) -> Fraction:
        return 1 - sum((Fraction(count, n) ** 2 for count in counts), Fraction(0))

    cells = min(n, 2**m)
    even = [0] * cells
    for place in range(n):
        even[place % cells] += 1
    most = simpson(even)
    diversity = simpson([rows.count(outcome) for outcome in map(list, set(map(tuple, rows)))]) / most if most else most
    credits = []
    for k, j in combinations(range(m), 2):
        rate = Fraction(sum(row[k] != row[j] for row in rows), n)
        credits.append(max(min(rate / Fraction(5, 100), Fraction(1)), Fraction(1, 100)))
    separation = len(credits) / sum((1 / each for each in credits), Fraction(0)) if credits else Fraction(0)
    return discrimination, diversity, separation


@st.composite
def matrices(draw: st.DrawFn) -> list[list[int]]:
    """Up to 90 rows of up to 7 models; columns may copy one another, so that pairs stay unseparated."""
    m = draw(st.integers(1, 7))
    source = draw(st.lists(st.integers(0, m - 1), min_size=m, max_size=m))
    rows = draw(st.lists(st.lists(st.integers(0, 1), min_size=m, max_size=m), min_size=1, max_size=90))
    if draw(st.booleans()):
        return rows
    return [[row[place] for place in source] for row in rows]


@given(matrices())
def test_score_is_the_definition(rows: list[list[int]]) -> None:
    exact = by_definition(rows)
    result = score(rows)
    assert tuple(result.exact) == exact
    assert result.score == float(exact[0] * exact[1] * exact[2])
    assert all(0 <= getattr(result, name) <= 1 for name in COMPONENTS)


@given(matrices(), st.randoms(use_true_random=False))
def test_order_of_items_and_of_models_is_nothing(rows: list[list[int]], chance: random.Random) -> None:
    columns = list(range(len(rows[0])))
    chance.shuffle(columns)
    shuffled = [[row[column] for column in columns] for row in rows]
    chance.shuffle(shuffled)
    assert score(shuffled).exact == score(rows).exact


@given(matrices())
def test_right_and_wrong_are_mirror_images(rows: list[list[int]]) -> None:
    assert score([[1 - cell for cell in row] for row in rows]).exact == score(rows).exact


@given(matrices())
def test_items_pairs_and_patterns_add_up(rows: list[list[int]]) -> None:
    result = score(rows)
    assert [[int(cell) for cell in item.outcome] for item in result.items] == rows
    assert [item.right for item in result.items] == [sum(row) for row in rows]
    assert sum(result.patterns.values()) == result.n
    assert list(result.patterns.values()) == sorted(result.patterns.values(), reverse=True)
    mean = sum(item.discrimination for item in result.items) / result.n
    assert mean == pytest.approx(result.discrimination)


@pytest.mark.parametrize(
    ("disagreements", "n", "expected"),
    [
        (0, 100, Fraction(1, 100)),  # the floor
        (1, 3000, Fraction(1, 100)),  # under the floor
        (1, 200, Fraction(1, 10)),
        (4, 100, Fraction(4, 5)),
        (5, 100, Fraction(1)),  # exactly 5 %
        (3, 60, Fraction(1)),  # 3/60/0.05 is 0.9999999999999999 in floats
        (60, 60, Fraction(1)),
        (1, 19, Fraction(1)),
    ],
)
def test_credit(disagreements: int, n: int, expected: Fraction) -> None:
    assert credit(disagreements, n) == expected


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([], "empty"),
        ([[]], "empty"),
        ([[1, 0], [1]], "row 2 has 1 cells"),
        ([[1, 0], [1, 2]], "row 2 holds 2"),
        ([[1, True]], "row 1 holds True"),
        ([[1, None]], "row 1 holds None"),
        ([[1.0, 0]], "row 1 holds 1.0"),
        ([["1", 0]], "row 1 holds '1'"),
    ],
)
def test_what_cannot_be_scored_is_refused(rows: list[list[int]], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        score(rows)


def test_names_must_fit() -> None:
    with pytest.raises(ValueError, match="1 models"):
        score([[0, 1]], models=["one"])


@pytest.mark.parametrize(
    ("n", "m", "expected"),
    [
        (50, 6, 237 / 245),
        (64, 6, 27 / 28),
        (100, 6, 0.966626),
        (200, 6, 0.965251),
        (100, 12, 1.0),
        (60, 64, 1.0),
        (96, 3, 8 / 9 * (1 - 1 / 6) / (1 - 1 / 8)),
        (100, 2, None),  # other sets do better there
        (100, 4, None),
        (100, 1, None),
        (49, 6, None),  # proved for the sizes that may be submitted
        (201, 6, None),
    ],
)
def test_limit(n: int, m: int, expected: float | None) -> None:
    assert limit(n, m) == (None if expected is None else pytest.approx(expected, abs=1e-6))


@given(st.lists(st.lists(st.integers(0, 1), min_size=6, max_size=6), min_size=50, max_size=80))
def test_no_set_beats_the_limit(rows: list[list[int]]) -> None:
    result = score(rows)
    assert result.limit is not None
    assert result.score <= result.limit + 1e-12


@pytest.mark.parametrize("m", [3, 5, 6, 7])
def test_the_limit_is_reached(m: int) -> None:
    halves = [list(row) for row in product((0, 1), repeat=m) if sum(row) in (m // 2, m - m // 2)]
    random.Random(0).shuffle(halves)
    for n in (50, 77, 200):
        spread = [halves[place % len(halves)] for place in range(n)]
        assert score(spread).score == pytest.approx(limit(n, m), abs=1e-12)


HOLES = Matrix(
    ("a", "b"),
    tuple(MatrixItem(index) for index in (1, 2, 3, 4)),
    ((1, 0), (None, 1), (0, 1), (1, None)),
)


def test_rows_with_holes_are_left_out_and_counted() -> None:
    assert complete_rows(HOLES.rows) == (((1, 0), (0, 1)), (0, 2), 2)
    result = score_complete(HOLES)
    assert result is not None
    assert (result.n, result.left_out, [item.index for item in result.items]) == (2, 2, [1, 3])
    assert result.exact == score([[1, 0], [0, 1]]).exact


@pytest.mark.parametrize("rows", [(), ((None, 1),), ((), ())])
def test_nothing_complete_is_no_score(rows: tuple) -> None:
    models = ("a", "b") if rows and rows[0] else ()
    assert score_complete(Matrix(models, tuple(MatrixItem(i + 1) for i in range(len(rows))), rows)) is None


def test_json_form() -> None:
    result = METRICS["reverse-poleval"](HOLES)
    assert result is not None
    assert result.to_json() == {
        "n": 2, "m": 2, "discrimination": 1.0, "diversity": 1.0, "separation": 1.0, "score": 1.0, "limit": None,
        "left_out": 2,
    }  # fmt: skip
    full = json.loads(json.dumps(result.to_json(per_item=True, per_pair=True)))
    assert full["items"][1] == {"index": 3, "right": 1, "p": 0.5, "discrimination": 1.0, "outcome": "01"}
    assert full["pairs"] == [{"models": ["a", "b"], "disagreements": 2, "rate": 1.0, "credit": 1.0}]


MOST_CALLS = 10_000  # an outcome and a pair are looked at once each; 200 rows of 6 models take 2,700


def test_quick_enough_to_follow_typing() -> None:
    rows = rows_of(next(vector for vector in GOLDEN if vector["name"] == "n200_m6_irt"))
    assert calls(lambda: score(rows)) < MOST_CALLS
