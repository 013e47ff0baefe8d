"""Which sheet, which heading row, which columns, which rows: as small tables."""

from __future__ import annotations

import pytest
from sheets import hidden, sheet, workbook

from sheet_tools.cells import Place
from sheet_tools.findings import Finding, Unreadable, in_order
from sheet_tools.headings import loose, recognise, resembles
from sheet_tools.readers.model import Merge, Sheet
from sheet_tools.table import Table, find_table
from sheet_tools.tasks import TASKS

TASK = TASKS["reverse-poleval"]


def codes(table: Table) -> list[tuple[str, str]]:
    """(where, code): a cell, else a row's number, a sheet's name, or "" for the file."""
    return [(_where(finding), finding.code) for finding in in_order(table.findings)]


def _where(finding: Finding) -> str:
    place = finding.place
    return place.cell or str(place.row or place.column or place.sheet or "")


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("input", "input"),
        (" INPUT ", "input"),
        ("Input:", "input"),
        ("input\u00a0", "input"),
        ("wejście", "input"),
        ("Wejscie", "input"),
        ("Treść", "input"),
        ("odpowiedź wzorcowa", "gold"),
        ("Odpowiedz  wzorcowa", "gold"),
        ("wzorzec", "gold"),
        ("alias", "alias1"),
        ("Alias 1", "alias1"),
        ("alias_2", "alias2"),
        ("ALIAS-05", "alias5"),
        ("alias6", "alias6"),
        ("Pomiń", "skip"),
        ("pomin", "skip"),
        ("klaster", "cluster"),
        ("Uwagi", "notes"),
        ("alias0", None),
        ("numer", None),
        ("", None),
        ("golden retriever", None),
    ],
)
def test_headings_are_matched_loosely(heading: str, field: str | None) -> None:
    match = recognise(heading, TASK)
    assert (match.field if match else None) == field


@pytest.mark.parametrize(("heading", "field"), [("imput", "input"), ("goldd", "gold"), ("klastr", "cluster")])
def test_a_slip_of_the_pen_resembles_a_heading(heading: str, field: str) -> None:
    match = resembles(heading, TASK)
    assert match is not None
    assert match.field == field


@pytest.mark.parametrize("heading", ["autor", "id", "data", "inny model", "źródło", "x"])
def test_another_word_resembles_none(heading: str) -> None:
    assert resembles(heading, TASK) is None


def test_loose_folds_case_blanks_punctuation_accents() -> None:
    assert loose(" Odpowiedź_wzorcowa: ") == "odpowiedzwzorcowa"
    assert loose("POMIŃ\u00a0") == "pomin"
    assert loose("długość") == "dlugosc"


CASES = [
    ("plain", "| input | gold |\n| p1 | g1 |\n| p2 | g2 |", [2, 3], []),
    ("any order", "| gold | klaster | input |\n| g | k1 | p |", [2], []),
    ("blank rows keep their numbers", "| input | gold |\n\n| p | g |", [3], []),
    ("a title above", "| Moje pozycje |\n| input | gold |\n| p | g |", [3], [("2", "header-row")]),
    ("a blank first row", "\n| input | gold |\n| p | g |", [3], []),
    ("no row", "| input | gold |", [], [("Pozycje", "no-rows")]),
    ("no heading", "| a | b |\n| c | d |", [], [("", "no-header")]),
    ("gold missing", "| input | alias1 |\n| p | a |", [], [("1", "missing-column")]),
    (
        "twice the same",
        "| input | gold | wzorzec |\n| p | g | h |",
        [2],
        [("C1", "duplicate-header")],
    ),
    ("a slip is taken and reported", "| imput | gold |\n| p | g |", [2], [("A1", "heading-guessed")]),
    ("a slip beside the real one", "| input | gold | goldd |\n| p | g | x |", [2], [("C1", "heading-resembles")]),
    ("unknown", "| input | gold | autor |\n| p | g | x |", [2], [("C1", "unknown-header")]),
    ("a number as heading", "| input | gold | 1 (number) |\n| p | g | x |", [2], [("C1", "unknown-header")]),
    ("no heading over text", "| input | gold | | uwagi |\n| p | g | x | n |", [2], [("C2", "content-without-header")]),
    ("beside the last heading", "| input | gold |\n| p | g | x |", [2], [("C2", "content-without-header")]),
    (
        "repeated heading",
        "| input | gold |\n| p | g |\n| Input | Gold |\n| q | h |",
        [2, 4],
        [("A3", "suspect-second-header")],
    ),
    (
        "explained headings",
        "| input | gold | alias1 |\n| (zdanie) | (słowo) | |\n| p | g | |",
        [3],
        [("A2", "suspect-second-header")],
    ),
    ("typed headings", "| input | gold |\n| tekst | wymagane |\n| p | g |", [3], [("A2", "suspect-second-header")]),
    ("brackets in an item are its own", "| input | gold |\n| (zdanie) | słowo |\n| [p] | [g] |", [2, 3], []),
    ("labels alone are no item", "| klaster | input | gold |\n| k1 | | |\n| k1 | p | g |", [3], []),
    ("blanks alone are no item", "| input | gold |\n| ␠␠ | |\n| p | g |", [3], []),
    (
        "helpers alone are no item",
        "| input | gold | stan |\n| p | g | OK (formula:text) |\n| | | ␠ (formula:text) |",
        [2],
        [],
    ),
    ("a number in gold is a row", "| input | gold |\n| p | 7 (number) |", [2], []),
]


@pytest.mark.parametrize(("rows", "table", "expected"), [(c[2], c[1], c[3]) for c in CASES], ids=[c[0] for c in CASES])
def test_the_table_of_a_sheet(rows: list[int], table: str, expected: list[tuple[str, str]]) -> None:
    found = find_table(workbook(sheet(table)), TASK)
    assert [row.number for row in found.rows] == rows
    assert codes(found) == expected


def test_a_lone_cell_far_away_is_stray() -> None:
    lost = "| input | gold |" + " |" * 30 + "\n| p | g |" + " |" * 28 + " zgubione |"
    assert codes(find_table(workbook(sheet(lost)), TASK)) == [("AE2", "stray-cell")]


GOOD = "| input | gold |\n| p | g |"


@pytest.mark.parametrize(
    ("sheets", "chosen", "expected"),
    [
        ([sheet("| Instrukcja |", "Opis"), sheet(GOOD, "Dane")], "Dane", [("Dane", "sheet-chosen")]),
        ([sheet(GOOD, "A"), sheet(GOOD, "B")], "A", [("B", "several-data-sheets")]),
        ([sheet(GOOD, "A"), sheet("| input | gold |", "B")], "A", []),
        ([hidden(GOOD, "Stare"), sheet(GOOD, "Dane")], "Dane", [("Stare", "hidden-sheet-has-data")]),
        (
            [sheet("| a |", "Puste"), hidden(GOOD, "Stare")],
            "Puste",
            [("", "no-header"), ("Stare", "hidden-sheet-has-data")],
        ),
    ],
)
def test_the_choice_of_sheet(sheets: list[Sheet], chosen: str, expected: list[tuple[str, str]]) -> None:
    found = find_table(workbook(*sheets), TASK)
    assert found.sheet == chosen
    assert codes(found) == expected


def test_the_authors_own_choice_of_sheet_is_no_question() -> None:
    book = workbook(sheet(GOOD, "A"), sheet("| input | gold |\n| inne | h |", "B"))
    found = find_table(book, TASK, "B")
    assert found.rows[0].cells["input"].text == "inne"
    assert codes(found) == []
    assert [value for value, _ in find_table(book, TASK).choices[0].options] == ["A", "B"]


def test_a_sheet_that_is_not_there_is_named() -> None:
    with pytest.raises(Unreadable) as raised:
        find_table(workbook(sheet(GOOD, "A")), TASK, "C")
    assert raised.value.finding.code == "no-such-sheet"


def test_what_a_person_does_not_see_is_reported_where_it_concerns_the_author() -> None:
    facts = sheet(
        "| input | gold | stan | uwagi |\n| p | g | x | n |\n| q | h | y | n |\n\n| r | i | z | n |",
        hidden_rows={3, 4},
        hidden_columns=[(2, 3), (4, 4)],
        merges=[Merge(2, 2, 3, 2), Merge(1, 1, 1, 2), Merge(2, 4, 3, 4)],
    )
    assert codes(find_table(workbook(facts), TASK)) == [
        ("2", "hidden-col"),
        ("B2:B3", "merged-cells"),
        ("3", "hidden-row"),
    ]


def test_what_the_reader_says_is_kept_only_for_the_authors_text() -> None:
    said = [
        Finding("cell-comment", Place("Pozycje", 2, 2)),
        Finding("cell-comment", Place("Pozycje", 1, 2)),
        Finding("cell-comment", Place("Pozycje", 2, 3)),
        Finding("strikethrough", Place("Pozycje", 9, 1)),
        Finding("duplicate-cell", Place("Pozycje", 3, 1)),
    ]
    facts = sheet("| input | gold | stan |\n| p | g | x |", findings=said)
    assert codes(find_table(workbook(facts), TASK)) == [("B2", "cell-comment"), ("A3", "duplicate-cell")]
