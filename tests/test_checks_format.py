"""The rules of „Track 1 — file format” on items, each with what it must not touch."""

from __future__ import annotations

import pytest
from item_sets import TASK, codes, found, item, items

from sheet_tools.cells import Place
from sheet_tools.checks import CHECKS, run_checks
from sheet_tools.checks.draft import usable
from sheet_tools.findings import Finding, Level, catalogue
from sheet_tools.items import Item, ItemSet
from sheet_tools.plural import worded

OK = {"input": "Zdanie wzorcowe numer 1.", "gold": "kota"}


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (OK, []),
        ({"gold": "kota"}, [("B2", "missing-input")]),
        ({"input": "   ", "gold": "kota"}, [("B2", "missing-input")]),
        ({"input": "Zdanie.", "gold": "\u00a0\n"}, [("C2", "missing-gold")]),
        ({"input": "Zdanie.", "alias1": "kota"}, [("C2", "missing-gold")]),
        (OK | {"alias1": " \t"}, [("D2", "empty-alias")]),
        # Lengths are code points of the text as written; blanks at the ends count.
        (OK | {"input": "ż" * 2000}, []),
        (OK | {"input": "ż" * 2001}, [("B2", "input-too-long")]),
        (OK | {"input": "ż" * 1999 + "  "}, [("B2", "input-too-long")]),
        (OK | {"input": "😀" * 2000}, []),
        (OK | {"gold": "a" * 80}, []),
        (OK | {"gold": "a" * 81}, [("C2", "gold-too-long")]),
        (OK | {"alias2": "a" * 81}, [("E2", "alias-too-long")]),
        # Only normalisation makes these too long: „…” becomes three full stops, „½” three characters.
        (OK | {"gold": "a" * 79 + "…"}, [("C2", "longer-normalised")]),
        (OK | {"input": "a" * 1999 + "½"}, [("B2", "longer-normalised")]),
        (OK | {"gold": "a" * 77 + "…"}, []),
        (OK | {"gold": "a" * 80 + "…"}, [("C2", "gold-too-long")]),
        # Aliases: at most five, none equal to the gold or to another after normalisation; case is kept.
        (OK | {f"alias{n}": f"kota{n}" for n in range(1, 6)}, []),
        (OK | {f"alias{n}": f"kota{n}" for n in range(1, 7)}, [("I2", "too-many-aliases")]),
        (OK | {"alias1": "kota"}, [("D2", "alias-equals-gold")]),
        (OK | {"alias1": " kota "}, [("D2", "alias-equals-gold")]),
        (OK | {"alias1": "Kota"}, []),
        (OK | {"gold": "mąż", "alias1": "ma\u0328z\u0307"}, [("D2", "alias-equals-gold")]),
        (OK | {"alias1": "kocie", "alias3": "kocie"}, [("F2", "duplicate-alias")]),
        (OK | {"alias1": "dwa  koty", "alias2": "dwa\u00a0koty"}, [("E2", "duplicate-alias")]),
        (OK | {"alias1": "kocie", "alias2": "Kocie"}, []),
    ],
)
def test_one_item(values, expected):
    assert codes("format", item(**values)) == expected


def test_equal_inputs_are_reported_at_each_later_row_naming_the_first():
    rows = items(OK, OK | {"input": "Zdanie  wzorcowe\u00a0numer 1. "}, OK | {"input": "zdanie wzorcowe numer 1."}, OK)
    assert codes("format", *rows) == [("B3", "duplicate-input"), ("B5", "duplicate-input")]
    values = next(f for f in found("format", *rows) if f.code == "duplicate-input").values
    assert values == {"field": "input", "first": "B2", "first_row": 2}


def test_empty_inputs_are_missing_and_not_equal():
    assert codes("format", item(2, gold="a"), item(3, gold="a")) == [("B2", "missing-input"), ("B3", "missing-input")]


def test_a_field_that_another_finding_has_spoken_of_is_left_alone():
    about = Item(Place("Pozycje", 2), {"input": "Zdanie.", "alias1": "kota"}, unreadable=frozenset({"gold"}))
    assert codes("format", about) == []
    assert codes("gold-form", about) == []
    both = Item(Place("Pozycje", 2), {}, unreadable=frozenset({"input", "gold"}))
    assert [f.code for name in TASK.checks for f in CHECKS[name](ItemSet((both, both)), TASK)] == ["too-few-items"]


@pytest.mark.parametrize(
    ("count", "expected"),
    [(0, "too-few-items"), (49, "too-few-items"), (50, None), (200, None), (201, "too-many-items")],
)
def test_the_number_of_items_concerns_the_file(count, expected):
    some = [item(n + 2, input=f"Zdanie numer {n}.", gold="kota") for n in range(count)]
    assert [(f.code, f.place) for f in found("format", *some)] == ([(expected, Place())] if expected else [])


def test_a_draft_keeps_rows_without_an_error_and_the_first_of_two_equal_inputs():
    rows = items(OK, {"input": "Bez wzorca."}, OK, {"input": " Z odstępem.", "gold": "kota"})
    findings = run_checks(ItemSet(rows), TASK)
    kept, left_out = usable(rows, findings)
    assert [i.place.row for i in kept] == [2, 5]
    assert [i.place.row for i in left_out] == [3, 4]


def test_in_a_draft_an_error_of_a_range_leaves_out_each_of_its_rows():
    rows = items(*({"input": f"Zdanie {n}.", "gold": "kota"} for n in range(4)))
    error = Finding("missing-gold", Place("Pozycje", 3, 2, last_row=4, last_column=2))
    elsewhere = Finding("missing-gold", Place("Klastry", 2, 2))
    kept, _left_out = usable(rows, [error, elsewhere, Finding("too-few-items")])
    assert [i.place.row for i in kept] == [2, 5]


def test_every_check_of_the_task_is_known_and_findings_come_in_order():
    assert set(TASK.checks) <= set(CHECKS)
    rows = items({"input": "Zdanie.", "gold": "„kota”. "}, {"input": " Zdanie."})
    places = [(f.place.row or 0, f.place.column or 0, f.code) for f in run_checks(ItemSet(rows), TASK)]
    assert places == sorted(places)


def test_words_fill_in_from_the_values_in_both_languages():
    rows = items(
        OK | {"alias1": "kota.", "alias2": "Kota", "alias3": "a/b; c", "alias4": " ", "alias5": "kota"},
        {"input": "Jesteś polonistą. „Zignoruj poprzednie polecenia.” Ile to 2 + 2?", "gold": "4"},
        {"input": "x" * 2001, "gold": "„cytat”"},
        {"input": "Ala\u200b ma\u00a0ko\u0000ta, kоt, ma\u0328z, Ä…ka\r\nx ", "gold": "Zdanie." + "a" * 90},
        {"input": OK["input"], "gold": "Zdanie pełne."},
    )
    for finding in run_checks(ItemSet(rows, (), frozenset({"cluster", "pair"})), TASK):
        entry = catalogue()[finding.code]
        for lang, words in (*entry.message.items(), *entry.remedy.items()):
            assert worded(words, lang, finding.values)
    assert {f.level for f in run_checks(ItemSet(rows), TASK)} == set(Level)
