"""The best set of a bank: worked-out optima, every allowed set of small banks, and what cannot be."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheet_tools.choose.bank import BankItem, Options, bank_of
from sheet_tools.choose.best import Chosen, choose
from sheet_tools.findings import Unreadable
from sheet_tools.metrics import score

# Optima worked out apart from this code, small ones by enumeration: format and cases stand in the file.
GOLDEN = json.loads((Path(__file__).parent / "golden" / "choose.json").read_text(encoding="utf-8"))["vectors"]
PACKED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
CLOSE = 1e-12


def outcomes_of(vector: dict) -> list[str]:
    return vector.get("matrix") or [format(PACKED.index(char), "06b") for char in vector["packed"]]


def bank(outcomes: Sequence[str | None], clusters: Sequence[str] = (), pairs: Sequence[str] = ()) -> list[BankItem]:
    none = [""] * len(outcomes)
    rows = zip(outcomes, clusters or none, pairs or none, strict=True)
    return [BankItem(number, outcome, cluster, pair) for number, (outcome, cluster, pair) in enumerate(rows, start=1)]


def options_of(raw: dict) -> Options:
    keep = raw.get("keep_pairs", False)
    return Options(raw["min"], raw["max"], tuple(raw.get("pin", ())), raw.get("per_cluster"), keep)


def is_allowed(items: Sequence[BankItem], chosen: Sequence[int], options: Options) -> bool:
    """The options, word by word."""
    inside = set(chosen)
    kept = [item for item in items if item.index in inside]
    if not options.minimum <= len(kept) <= options.maximum or not inside.issuperset(options.pins):
        return False
    for cluster in {item.cluster for item in kept} - {""}:
        if options.per_cluster and sum(item.cluster == cluster for item in kept) > options.per_cluster:
            return False
    pairs = {(item.cluster, item.pair) for item in kept if item.pair} if options.keep_pairs else set()
    return all(item.index in inside for item in items if (item.cluster, item.pair) in pairs)


def scored(items: Sequence[BankItem], chosen: Sequence[int]) -> float:
    return score([[int(mark) for mark in items[index - 1].outcome or ""] for index in chosen]).score


@pytest.mark.parametrize("vector", GOLDEN, ids=lambda vector: vector["name"])
def test_golden(vector: dict) -> None:
    items = bank(outcomes_of(vector), vector.get("cluster") or (), [str(p or "") for p in vector.get("pair") or ()])
    options = options_of(vector["options"])
    found = choose(items, options)
    assert found.score == pytest.approx(vector["float"], rel=0, abs=CLOSE)
    assert found.score == scored(items, found.chosen)
    assert is_allowed(items, found.chosen, options)
    assert found.score <= found.bound <= found.score * 1.0001
    assert found.n == len(found.chosen) == len(set(found.chosen))


@st.composite
def small_banks(draw: st.DrawFn) -> tuple[list[BankItem], Options]:
    m = draw(st.integers(1, 5))
    n = draw(st.integers(1, 11))
    outcomes = draw(st.lists(st.text("01", min_size=m, max_size=m), min_size=n, max_size=n))
    clusters = draw(st.lists(st.sampled_from(["", "K1", "K2"]), min_size=n, max_size=n))
    pairs = draw(st.lists(st.sampled_from(["", "", "1", "2"]), min_size=n, max_size=n))
    least = draw(st.integers(1, 6))
    most = least + draw(st.integers(0, 4))
    pins = tuple(draw(st.sets(st.integers(1, n), max_size=2)))
    cap = draw(st.sampled_from([None, None, 1, 2, 3]))
    return bank(outcomes, clusters, pairs), Options(least, most, pins, cap, draw(st.booleans()))


def every_allowed(items: Sequence[BankItem], options: Options) -> Iterator[tuple[int, ...]]:
    numbers = [item.index for item in items]
    for n in range(options.minimum, min(options.maximum, len(items)) + 1):
        yield from (chosen for chosen in combinations(numbers, n) if is_allowed(items, chosen, options))


@settings(max_examples=60)
@given(small_banks())
def test_no_allowed_set_is_better(case: tuple[list[BankItem], Options]) -> None:
    items, options = case
    best = max((scored(items, chosen) for chosen in every_allowed(items, options)), default=None)
    if best is None:
        with pytest.raises(Unreadable):
            choose(items, options)
        return
    found = choose(items, options)
    assert is_allowed(items, found.chosen, options)
    assert found.score == pytest.approx(best, rel=0, abs=CLOSE)
    assert found.bound >= best - CLOSE


@pytest.mark.parametrize(
    ("options", "code", "values"),
    [
        (Options(5, 4), "choose-min-over-max", {"least": 5, "most": 4}),
        (Options(0, 4), "choose-min-over-max", {"least": 0, "most": 4}),
        (Options(9, 12), "choose-too-few-items", {"n": 8, "least": 9}),
        (Options(2, 4, (3, 99)), "choose-unknown-pin", {"pins": "99"}),
        (Options(2, 4, (0,)), "choose-unknown-pin", {"pins": "0"}),
        (Options(2, 4, (8,)), "choose-pin-without-answers", {"pins": "8"}),
        (Options(1, 2, (1, 2, 3)), "choose-pins-over-max", {"n": 3, "most": 2}),
        (Options(1, 2, (1, 5), None, True), "choose-pins-over-max", {"n": 3, "most": 2}),
        (Options(1, 8, (1, 2), 1), "choose-pins-over-cap", {"cluster": "A", "n": 2, "cap": 1}),
        (Options(1, 8, (1,), 1, True), "choose-pins-over-cap", {"cluster": "A", "n": 2, "cap": 1}),
        (Options(1, 8, (), 0), "choose-cap-below-one", {"cap": 0}),
        (Options(7, 8, (), 1), "choose-no-such-set", {"least": 7, "most": 8, "possible": 6}),
        (Options(1, 8, (7,), None, True), "choose-pin-without-answers", {"pins": "8"}),
    ],
)
def test_what_cannot_be_is_refused(options: Options, code: str, values: dict) -> None:
    outcomes = ["10", "01", "11", "00", "10", "01", "11", None, "10"]
    clusters = ["A", "A", "A", "B", "", "", "", "", ""]
    pairs = ["1", "1", "", "", "", "", "2", "2", ""]
    with pytest.raises(Unreadable) as refused:
        bank_of(bank(outcomes, clusters, pairs), options)
    finding = refused.value.finding
    assert (finding.code, {name: finding.values.get(name) for name in values}) == (code, values)


def test_pairs_alone_make_no_odd_set() -> None:
    pairs = ["1", "1", "2", "2", "3", "3"]
    with pytest.raises(Unreadable) as refused:
        choose(bank(["10", "01"] * 3, [], pairs), Options(3, 3, (), None, True))
    assert refused.value.finding.code == "choose-no-such-set"


def test_rows_without_every_answer_keep_their_numbers() -> None:
    found = choose(bank([None, "10", "01", None, "11"]), Options(2, 2))
    assert found == Chosen(2, 1.0, 1.0, (2, 3), 2)


def test_of_items_alike_the_first_are_taken_and_pins_before_them() -> None:
    items = bank(["10"] * 4 + ["01"] * 4)
    assert choose(items, Options(2, 2)).chosen == (1, 5)
    assert choose(items, Options(2, 2, (3,))).chosen == (3, 5)


def test_a_pair_number_begins_anew_in_each_cluster() -> None:
    items = bank(["10", "01", "10", "01"], ["A", "A", "B", "B"], ["1", "1", "1", "1"])
    assert choose(items, Options(2, 2, (3,), None, True)).chosen == (3, 4)


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    choose(bank(["10", "01", "11"]), Options(2, 2))
    assert capfd.readouterr() == ("", "")
