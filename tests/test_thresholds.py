"""Numbers that decide: on either side of each one case. Those of a spec are written out here once more."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from item_sets import codes, item
from sheets import sheet, workbook

from sheet_tools.cells import Place
from sheet_tools.checks import CHECKS, run_checks
from sheet_tools.evaluator.apart import DEFAULT
from sheet_tools.findings import Finding, Unreadable
from sheet_tools.headings import resembles
from sheet_tools.inputs import hold, in_input_order, read_inputs
from sheet_tools.items import Item, ItemSet, items_from
from sheet_tools.jsonl import read_items
from sheet_tools.readers import limits
from sheet_tools.table import find_table
from sheet_tools.tasks import TASKS

TASK = TASKS["reverse-poleval"]
COMMAS, NUMERALS = TASKS["comma-placement"], TASKS["numeral-inflection"]


def test_a_call_of_an_evaluator_may_take_five_seconds() -> None:
    assert DEFAULT.seconds == 5


# comma-placement: „Each sentence has between six and ten numbered candidate boundaries”.


@pytest.mark.parametrize(
    ("places", "said"), [(5, True), (6, False), (7, False), (10, False), (11, True)]
)
def test_six_to_ten_places(places: int, said: bool) -> None:
    sentence = " ".join(f"a [{n}]" for n in range(1, places + 1))
    values = {"id": "a", "sentence_with_positions": sentence, "commas": "1", "optional": "-"}
    found = list(CHECKS["comma-places"](ItemSet((Item(Place(row=2), values),)), COMMAS))
    expected = [("places-count", {"count": places, "least": 6, "most": 10})] if said else []
    assert [(each.code, dict(each.values)) for each in found] == expected


# Headings: how like two words have to be.


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("uwgi", "notes"),  # 89, and as short as may be
        ("gld", None),  # 86, but shorter
        ("klastsen", "cluster"),  # 80
        ("odpowiedź nasza", "gold"),  # 78.3
        ("zjawmiziko", None),  # 77.8
        ("odpowiedź ucznia", None),  # 75
    ],
)
def test_how_like_a_heading(heading: str, field: str | None) -> None:
    match = resembles(heading, TASK)
    assert (match.field if match else None) == field


# Sets that are far too large.


@pytest.mark.parametrize(("count", "in_part"), [(2000, False), (2001, True)])
def test_ten_times_a_set_is_checked_in_full(count: int, in_part: bool) -> None:
    rows = tuple(item(row, input=f"Zdanie {row}.", gold="kot") for row in range(2, count + 2))
    assert ("checked-in-part" in {each.code for each in run_checks(ItemSet(rows), TASK)}) is in_part


# Items that Polish does not decide.


@pytest.mark.parametrize(
    ("text", "gold", "expected"),
    [
        # By arithmetic: as many numbers as can be meant, none of them the gold, none of them 0 or 1 but in a sum.
        ("Ala ma 12 jabłek, a oddała 5.", "7", ["necessity-computed"]),
        ("Ala ma 12 jabłek.", "12", []),
        ("Ala ma 12 jabłek i 7 gruszek, a oddała 5.", "7", []),
        ("Liczby: 2 i 30, 40 i 50, i 61.", "60", ["necessity-computed"]),
        ("Liczby: 2 i 30, 40 i 50, i 61, i 99.", "60", []),
        ("Ala ma 12 jabłek i 1 gruszkę.", "13", ["necessity-computed"]),
        ("Ile orzeczeń jest w zdaniach 12 i 5?", "7", []),
        ("Ala ma 2 psy i 6 kotów.", "12", ["necessity-computed"]),
        ("Ala ma 2 psy i 6 kotów.", "3", ["necessity-computed"]),
        ("Ala ma 1 psa i 4 koty.", "0,25", []),
        ("Było 0 stopni, a potem 5.", "3", []),
        # By an operation that is written out.
        ("Podaj wynik 12 + 5.", "17", ["necessity-arithmetic"]),
        ("Podaj słownie: dwa plus trzy.", "pięć", ["necessity-arithmetic"]),
        ("Podaj wynik 12 : 4 =", "3", ["necessity-arithmetic"]),
        ("Autobus był o 10:30.", "3", []),
        ("Czytaj strony 10-30.", "12", []),
        ("Czytaj strony 30-10.", "20", ["necessity-arithmetic"]),
        # Letters and series.
        ("Jakie słowo to k-o-t-e-k?", "kotek", ["necessity-letter-puzzle"]),
        ("Jakie słowo to k-o-t?", "kot", []),
        ("Co to: K O T E K?", "kotek", ["necessity-letter-puzzle"]),
        ("Litery a i o u są różne.", "dwa", []),
        ("Ile liter ma słowo „kot”?", "trzy", ["necessity-letter-puzzle"]),
        ("Czy „ile liter” to fraza?", "fraza", []),
        ("Podaj dalej: 2, 4, 6.", "8", ["necessity-sequence"]),
        ("Podaj dalej: 2, 4, 6.", "9", []),
        ("Podaj dalej: 2, 4, 8.", "16", ["necessity-sequence"]),
        ("Co dalej: a, b, c, d, …", "e", ["necessity-sequence"]),
        ("Co dalej: a, b, c, …", "e", []),
        ("Wzór ■ ▲ ■ ▲ i tak dalej.", "trójkąt", ["necessity-sequence"]),
        ("Wzór ■ ▲ ■ i tak dalej.", "trójkąt", []),
    ],
)  # fmt: skip
def test_what_is_no_matter_of_polish(text: str, gold: str, expected: list[str]) -> None:
    found = codes("necessity", item(2, input=text, gold=gold))
    assert [code for _, code in found if code != "necessity-gold-same-in-translation"] == expected


@pytest.mark.parametrize(
    ("gold", "kind"),
    [
        ("7", "digits"),
        ("ż", "letter"),
        ("nie", "yes-no"),
        ("Ala", "name"),
        ("że", None),
        ("Ola", None),
    ],
)
def test_a_gold_that_is_the_same_in_any_language(gold: str, kind: str | None) -> None:
    found = CHECKS["necessity"](ItemSet((item(2, input="Zosia i Ala były tam.", gold=gold),)), TASK)
    assert [each.values["kind"] for each in found] == ([kind] if kind else [])


# Golds of a form that a right answer will hardly take.


@pytest.mark.parametrize(
    ("gold", "said"),
    [
        ("Idę do domu.", True),
        ("oko.", True),
        ("r.", False),  # one letter
        ("XX w.", False),
        ("a.", False),
        ("np.", False),
        ("krk.", False),  # no vowel
        ("XIV.", False),
        ("5.", False),
        ("a.b.", False),
        ("ok...", False),
    ],
)
def test_a_full_stop_that_ends_no_abbreviation(gold: str, said: bool) -> None:
    found = codes("gold-form", item(2, input="Pytanie.", gold=gold))
    assert ("gold-full-stop" in {code for _, code in found}) is said


@pytest.mark.parametrize(
    ("gold", "said"), [("„o”", True), ("„ot”", True), ("„”", False), ("o", False)]
)
def test_quotation_marks_around_one_letter_at_least(gold: str, said: bool) -> None:
    assert ("C2", "gold-in-quotes") in codes(
        "gold-form", item(2, input="Pytanie.", gold=gold)
    ) or not said
    assert bool(codes("gold-form", item(2, input="Pytanie.", gold=gold))) is said


@pytest.mark.parametrize(
    ("gold", "said"), [("kto/tak", True), ("do/od", False), ("kto/od", False), ("do / od", True)]
)
def test_a_slash_between_words_of_three_letters(gold: str, said: bool) -> None:
    assert bool(codes("gold-form", item(2, input="Pytanie.", gold=gold))) is said


# What an answer inherits from the sentence that is given is not its author's doing.


@pytest.mark.parametrize(
    ("sentence", "answer", "expected"),
    [
        ("Mam\u200b kota.", "Mam\u200b koty.", []),
        ("Mam kota.", "Mam\u200b koty.", ["invisible-characters"]),
        ("Mam\u00a0kota.", "Mam\u00a0koty.", []),
        ("Mam kota.", "Mam\u00a0koty.", ["nbsp"]),
        ("Mam\u200b kota.", "Mam\u00a0koty.", ["nbsp"]),
        ("Mam\u200b kota.", "Mam koty.", []),
    ],
)
def test_what_stands_in_the_given_sentence_alike(
    sentence: str, answer: str, expected: list[str]
) -> None:
    values = {
        "id": "a",
        "sentence": sentence,
        "answer": "NIEPOPRAWNE",
        "corrected_sentence": answer,
    }
    some = ItemSet((Item(Place(row=2), values),))
    found = CHECKS["answer-characters"](some, TASKS["error-correction"])
    assert [each.code for each in found] == expected


# Places of faults, counted from 1.


@pytest.mark.parametrize(
    ("line", "position", "near"),
    [
        (b"", None, None),
        (b"x", 1, "x"),
        (b'{"input": x}', 11, "x}"),
        (b'{"input": "a" "b"}', 15, '"b"}'),
        (b'{"input": "a"} 7', 16, "7"),
        (b'{"input": "' + b"a" * 40, 11, '"' + "a" * 19),
        ('{"ą": x}'.encode(), 7, "x}"),
    ],
)
def test_where_json_ends_to_be_json(line: bytes, position: int | None, near: str | None) -> None:
    found = [each for each in read_items(line, TASK)[1] if each.code == "not-json"]
    assert [(each.values["position"], each.values["near"]) for each in found] == (
        [(position, near)] if near else []
    )


def test_where_a_byte_is_no_utf_8() -> None:
    (found,) = read_items(b'{"input": "a\xff"}', TASK)[1]
    assert (found.code, dict(found.values)) == ("not-utf8", {"byte": "0xFF", "position": 13})


def inputs(*pairs: tuple[str, str]) -> tuple[Item, ...]:
    lines = [json.dumps({"id": name, "sentence": text}) for name, text in pairs]
    return read_inputs("\n".join(lines).encode(), NUMERALS)


def numerals(*pairs: tuple[str, str]) -> tuple[Item, ...]:
    return tuple(
        Item(Place("P", row), {"id": name, "sentence": text})
        for row, (name, text) in enumerate(pairs, 2)
    )


@pytest.mark.parametrize(
    ("given", "found", "at", "shown"),
    [
        ("Mam [[1]] kota.", "mam [[1]] kota.", 1, ("Mam [[1]] kota.", "mam [[1]] kota.")),
        ("Mam [[1]] kota.", "Mam [[1]] kotą.", 14, ("a.", "ą.")),
        ("Mam [[1]] kota.", "Mam [[1]] kota", 15, (".", "–")),
        ("Mam [[1]]", "Mam [[1]] ", 10, ("–", " ")),
        ("Mam [[1]] " + "a" * 99, "Mam [[1]] " + "b" * 99, 11, ("a" * 60, "b" * 60)),
    ],
)
def test_from_which_character_a_sentence_is_another(
    given: str, found: str, at: int, shown: tuple[str, str]
) -> None:
    (change,) = hold(numerals(("a", found)), inputs(("a", given)), NUMERALS, "P")
    told = (change.code, change.values["at"], change.values["given"], change.values["found"])
    assert told == ("input-changed", at, *shown)


@pytest.mark.parametrize(
    ("missing", "named", "counted"), [(1, 1, None), (20, 20, None), (21, 20, (1, 21))]
)
def test_twenty_missing_ids_are_named(
    missing: int, named: int, counted: tuple[int, int] | None
) -> None:
    given = inputs(*((f"i{n}", f"[[{n}]]") for n in range(missing + 1)))
    found = list(hold(numerals(("i0", "[[0]]")), given, NUMERALS, "P"))
    by_name = [each.values["id"] for each in found if each.code == "input-missing"]
    assert by_name == [f"i{n}" for n in range(1, named + 1)]
    totals = [
        (each.values["n"], each.values["all"]) for each in found if each.code == "inputs-missing"
    ]
    assert totals == ([counted] if counted else [])


def test_what_the_inputs_do_not_hold_comes_last_in_its_own_order() -> None:
    given = inputs(*((name, f"[[{n}]]") for n, name in enumerate("abc")))
    found = in_input_order(numerals(*((name, "[[1]]") for name in "ydxcab")), given, NUMERALS)
    assert [each.get("id") for each in found] == list("abcydx")


# Items and tables.


@pytest.mark.parametrize(
    ("mark", "kept"),
    [
        ("–", True),
        ("-", True),
        (" – ", True),
        ("—", False),
        ("N", True),
        ("fałsz", True),
        ("x", False),
    ],
)
def test_what_skips_no_row(mark: str, kept: bool) -> None:
    table = find_table(
        workbook(sheet(f"| input | gold | pomiń |\n| p | g | {mark} |\n| q | h | |")), TASK
    )
    assert len(items_from(table, TASK)[0]) == (2 if kept else 1)


def test_a_carriage_return_that_ends_a_line_of_a_list_is_no_part_of_it() -> None:
    table = find_table(
        workbook(sheet("| input | gold | aliasy |\n| p | g | a\r␤b \r␤\rc␤d |")), TASK
    )
    assert items_from(table, TASK)[0][0].aliases == ("a", "b ", "\rc", "d")


def numbers(rows: int) -> Iterator[str]:
    yield "| input | gold |"
    yield from (f"| p{row} | {row} (number) |" for row in range(rows))


@pytest.mark.parametrize(("more", "refused"), [(0, False), (1, True)])
def test_so_many_errors_are_told_and_no_more(
    monkeypatch: pytest.MonkeyPatch, more: int, refused: bool
) -> None:
    monkeypatch.setattr("sheet_tools.items.MAX_ERRORS", 100)
    table = find_table(workbook(sheet("\n".join(numbers(100 + more)))), TASK)
    if refused:
        with pytest.raises(Unreadable) as caught:
            items_from(table, TASK)
        assert caught.value.finding.code == "too-big-unpacked"
    else:
        assert len(items_from(table, TASK)[1]) == 100


def test_the_bounds_of_a_file() -> None:
    """Said in docs and in refusals: who changes one changes what authors are told."""
    held = (
        limits.MAX_CELLS,
        limits.MAX_ROWS,
        limits.MAX_ERRORS,
        limits.MAX_WARNINGS,
        limits.CELL_LIMIT,
    )
    assert held == (950_000, 105_000, 50_000, 50_000, 32_767)


def test_an_error_in_a_helper_column_breaks_no_row() -> None:
    """The status column's own trouble is not the author's."""
    table = "| input | gold | stan |\n| p | g | x |"
    said = [Finding("lone-surrogate", Place("Pozycje", 2, column)) for column in (2, 3)]
    found = find_table(workbook(sheet(table, findings=said)), TASK)
    assert [each.place.cell for each in found.findings if each.code == "lone-surrogate"] == ["B2"]


@pytest.mark.parametrize(("row", "kept"), [(1, False), (2, False), (3, True)])
def test_what_the_reader_says_of_the_headings_or_above_is_not_told_of_items(
    row: int, kept: bool
) -> None:
    said = [Finding("lone-surrogate", Place("Pozycje", row, 2))]
    found = find_table(
        workbook(sheet("| Tytuł |\n| input | gold |\n| p | g |", findings=said)), TASK
    )
    assert ("lone-surrogate" in {each.code for each in found.findings}) is kept


ITEMS = "| input | gold |\n| p | g |"


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Pozycje"], []),
        (["Wstęp", "Pozycje"], [("sheet-chosen", "Pozycje")]),
        (["Pozycje", "Kopia"], [("several-data-sheets", "Kopia")]),
        (["Wstęp", "Pozycje", "Kopia"], [("several-data-sheets", "Kopia")]),
    ],
)
def test_a_choice_among_sheets_is_told_once(
    names: list[str], expected: list[tuple[str, str]]
) -> None:
    book = workbook(*(sheet("| Wstęp |" if name == "Wstęp" else ITEMS, name) for name in names))
    assert [(each.code, each.place.sheet) for each in find_table(book, TASK).findings] == expected
