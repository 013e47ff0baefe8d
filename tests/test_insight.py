"""What each row, mark and further item does to the score: worked-out values, and equal to scoring again."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheet_tools.insight import Insight, changed_mark, insight
from sheet_tools.metrics import score

# Worked out by scoring again in fractions, apart from this code: format and cases stand in the file.
GOLDEN = json.loads((Path(__file__).parent / "golden" / "insight.json").read_text(encoding="utf-8"))["vectors"]
CLOSE = 1e-12


def rows_of(outcomes: list[str]) -> list[list[int]]:
    return [[int(mark) for mark in outcome] for outcome in outcomes]


def of(outcomes: list[str]) -> Insight:
    return insight(score(rows_of(outcomes)))


def scored(outcomes: list[str]) -> float:
    return float(score(rows_of(outcomes)).exact.score)


@pytest.mark.parametrize("vector", GOLDEN, ids=lambda vector: vector["name"])
def test_golden(vector: dict) -> None:
    found = of(vector["matrix"])
    assert found.limit == (pytest.approx(float(Fraction(vector["limit"])), abs=CLOSE) if vector["limit"] else None)
    for item in found.items:
        exact = vector["without"][item.outcome]
        assert (item.without is None) == (exact is None)
        if exact is not None:
            assert item.without == pytest.approx(exact[1], rel=0, abs=CLOSE)
            effect = Fraction(vector["exact"]["score"]) - Fraction(exact[0])
            assert item.effect == pytest.approx(float(effect), rel=0, abs=CLOSE)
    pairs = sorted([int(pair.a) - 1, int(pair.b) - 1, pair.differ, pair.missing] for pair in found.pairs)
    assert pairs == sorted(vector["pairs"])


@pytest.mark.parametrize("vector", GOLDEN, ids=lambda vector: vector["name"])
def test_golden_next(vector: dict) -> None:
    """The best different gains, best first, each with outcomes that bring just it."""
    found = of(vector["matrix"])
    gains = list(dict.fromkeys(each.gain for each in found.write_next))
    assert gains == pytest.approx([each["float"] for each in vector["write_next"]], rel=0, abs=CLOSE)
    for each in found.write_next:
        outcome = "".join("1" if str(place) in each.right else "0" for place in range(1, vector["m"] + 1))
        assert scored([*vector["matrix"], outcome]) - found.score == pytest.approx(each.gain, abs=CLOSE)
        assert len(each.right) + len(each.wrong) == vector["m"]


@given(st.integers(1, 400), st.integers(0, 30))
def test_how_many_new_items_tell_two_models_apart(n: int, differ: int) -> None:
    differ = min(differ, n)
    outcomes = ["10"] * differ + ["11"] * (n - differ)
    (gap,) = of(outcomes).pairs
    least = next(k for k in range(n + 1) if 20 * (differ + k) >= n + k)
    assert gap.new_items == least
    assert (gap.missing == 0) == (gap.new_items == 0)


@st.composite
def sets(draw: st.DrawFn) -> list[str]:
    """Sets in which pairs of models are near 5%: some models copy another's marks on most rows."""
    m = draw(st.integers(1, 6))
    copies = draw(st.lists(st.integers(0, m - 1), min_size=m, max_size=m))
    rows = draw(st.lists(st.lists(st.integers(0, 1), min_size=m, max_size=m), min_size=1, max_size=60))
    alike = draw(st.integers(0, len(rows)))
    return [
        "".join(str(row[copies[place] if number < alike else place]) for place in range(m))
        for number, row in enumerate(rows)
    ]


@given(sets())
def test_effects_equal_scoring_again(outcomes: list[str]) -> None:
    found = of(outcomes)
    for number, item in enumerate(found.items):
        rest = outcomes[:number] + outcomes[number + 1 :]
        assert item.without == (pytest.approx(scored(rest), abs=CLOSE) if rest else None)


@given(sets(), st.data())
def test_a_changed_mark_equals_scoring_again(outcomes: list[str], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(outcomes) - 1))
    place = data.draw(st.integers(0, len(outcomes[0]) - 1))
    rows = rows_of(outcomes)
    rows[number][place] = 1 - rows[number][place]
    changed = ["".join(map(str, row)) for row in rows]
    before = score(rows_of(outcomes))
    assert changed_mark(before, outcomes[number], place) == pytest.approx(scored(changed), abs=CLOSE)


@given(sets())
def test_what_to_write_next_is_the_best(outcomes: list[str]) -> None:
    found = of(outcomes)
    gains = {scored([*outcomes, "".join(v)]) for v in product("01", repeat=found.m)}
    assert found.score + found.write_next[0].gain == pytest.approx(max(gains), abs=CLOSE)


def test_many_models() -> None:
    """Over 12 models not every outcome can be tried: the pair that is never told apart is separated, half are right."""
    outcomes = [format(number * 2654435761 % 2**14, "014b") for number in range(1, 101)]
    outcomes = [outcome + outcome[-1] for outcome in outcomes]
    best = of(outcomes).write_next[0]
    assert ("14" in best.right) != ("15" in best.right)
    assert {len(best.right), len(best.wrong)} == {7, 8}


@pytest.mark.parametrize(
    ("outcomes", "worst"),
    [
        (["111111"] * 60 + [format(v, "06b") for v in range(64)], "discrimination"),
        (["1100", "0011"] * 30, "separation"),
        (["10010", "01101"] * 30 + ["10100", "11000", "00011", "01010"], "diversity"),
    ],
)
def test_what_holds_the_score_down(outcomes: list[str], worst: str) -> None:
    found = of(outcomes)
    assert found.room[0].part == worst
    assert [room.gain for room in found.room] == sorted((room.gain for room in found.room), reverse=True)
    for room in found.room:
        assert found.score / room.value - found.score == pytest.approx(room.gain, abs=1e-9)


def test_each_outcome_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows with one outcome share their effect: the work goes with the outcomes, not with the rows."""
    from sheet_tools.insight import _Sums

    calls = []
    real = _Sums.changed
    monkeypatch.setattr(_Sums, "changed", lambda self, **given: calls.append(given) or real(self, **given))
    of([format(number % 64, "06b") for number in range(200)])
    assert len(calls) == 64 + 64
