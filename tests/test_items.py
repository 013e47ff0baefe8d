"""Rows into items that remember their cells; what is said of a cell that holds no text."""

from __future__ import annotations

import pytest
from sheets import sheet, workbook

from sheet_tools.cells import Cell, Kind, Place
from sheet_tools.findings import Finding
from sheet_tools.items import Item, about_kind, items_from, read_clusters
from sheet_tools.table import find_table
from sheet_tools.tasks import TASKS

TASK = TASKS["reverse-poleval"]


def made(table: str) -> tuple[list[Item], list[Finding]]:
    return items_from(find_table(workbook(sheet(table)), TASK), TASK)


def test_an_item_is_the_exact_text_with_its_cells() -> None:
    (item,), findings = made("| klaster | input | gold | alias2 | uwagi |\n| k1 | ␠p␤q␠ | g | a | n |")
    assert (item.input, item.gold, item.aliases) == (" p\nq ", "g", ("a",))
    assert (item.get("cluster"), item.get("notes")) == ("k1", "n")
    assert (item.at("input").cell, item.at("alias2").cell, item.at("alias1").cell) == ("B2", "D2", None)
    assert findings == []


def test_a_blank_gold_still_has_its_cell() -> None:
    (item,), _ = made("| input | gold |\n| p | |")
    assert (item.gold, item.at("gold").cell, item.unreadable) == ("", "B2", frozenset())


def test_one_column_of_aliases_holds_one_a_line() -> None:
    (item,), _ = made("| input | gold | aliases |\n| p | g | a␤b␤␤c |")
    assert item.aliases == ("a", "b", "c")
    assert {item.at(name).cell for name in item.alias_fields} == {"C2"}


def test_a_list_beside_single_aliases_takes_the_next_names() -> None:
    (item,), _ = made("| input | gold | alias1 | aliasy |\n| p | g | a | b␤c |")
    assert dict(item.values) == {"input": "p", "gold": "g", "alias1": "a", "alias2": "b", "alias3": "c"}


@pytest.mark.parametrize("mark", ["x", "tak", "TAK", "1 (number)", "PRAWDA (boolean)", "pomiń"])
def test_a_marked_row_is_left_out(mark: str) -> None:
    items, findings = made(f"| input | gold | pomiń |\n| p | g | {mark} |\n| q | h | |")
    assert [item.input for item in items] == ["q"]
    assert [(f.place.row, f.code) for f in findings] == [(2, "row-skipped")]


@pytest.mark.parametrize("mark", ["nie", "NIE", "0 (number)", "FAŁSZ (boolean)", "-", "no"])
def test_a_row_marked_no_stays_in(mark: str) -> None:
    items, findings = made(f"| input | gold | pomiń |\n| p | g | {mark} |")
    assert (len(items), findings) == (1, [])


KINDS = [
    (Kind.TEXT, None, []),
    (Kind.NUMBER, None, [("number-cell", "error")]),
    (Kind.DATE, None, [("date-cell", "error")]),
    (Kind.BOOLEAN, None, [("bool-cell", "error")]),
    (Kind.ERROR, None, [("error-cell", "error")]),
    (Kind.FORMULA, Kind.TEXT, [("formula-cell", "warning")]),
    (Kind.FORMULA, Kind.NUMBER, [("formula-cell", "error")]),
    (Kind.FORMULA, Kind.DATE, [("formula-cell", "error")]),
    (Kind.FORMULA, Kind.BOOLEAN, [("formula-cell", "error")]),
    (Kind.FORMULA, Kind.ERROR, [("formula-cell", "error"), ("formula-error", "error")]),
    (Kind.FORMULA, Kind.EMPTY, [("formula-no-cache", "error")]),
]


@pytest.mark.parametrize(("kind", "result", "expected"), KINDS)
def test_only_text_will_do(kind: Kind, result: Kind | None, expected: list[tuple[str, str]]) -> None:
    about = about_kind(Cell("Pozycje", 2, 2, kind, "007", "7", result))
    assert [(finding.code, str(finding.level)) for finding in about] == expected


def test_a_number_is_wanting_in_gold_but_a_label_in_cluster() -> None:
    (item,), findings = made("| klaster | input | gold |\n| 1 (number) | p | 7 (number) |")
    assert (item.get("cluster"), item.gold, item.unreadable) == ("1", "", {"gold"})
    assert [(f.place.cell, f.code) for f in findings] == [("C2", "number-cell")]


def test_the_text_of_a_formula_is_taken() -> None:
    (item,), findings = made("| input | gold |\n| p | kot (formula:text) |")
    assert item.gold == "kot"
    assert [(f.place.cell, f.code) for f in findings] == [("B2", "formula-cell")]


def test_clusters_are_read_from_their_own_sheet() -> None:
    book = workbook(
        sheet("| klaster | input | gold |\n| k1 | p | g |"),
        sheet(
            "| Klaster | Zjawisko | Kontrast lub kontrolowana zmiana |\n| k1 | rodzaj | on / ona |\n| k2 | | x |",
            "Klastry",
        ),
    )
    clusters = read_clusters(book, TASK, "Pozycje")
    assert clusters is not None
    assert [(c.name, c.phenomenon, c.contrast, c.at("phenomenon").cell) for c in clusters] == [
        ("k1", "rodzaj", "on / ona", "B2"),
        ("k2", "", "x", "B3"),
    ]


def test_a_workbook_without_that_sheet_has_no_clusters() -> None:
    other = sheet("| klaster | zjawisko | input | gold |\n| k1 | z | p | g |", "Kopia")
    assert read_clusters(workbook(sheet("| input | gold |\n| p | g |"), other), TASK, "Pozycje") is None


def test_a_cell_that_the_reader_could_not_trust_is_not_called_missing() -> None:
    said = [Finding("lone-surrogate", Place("Pozycje", 2, 2))]
    table = find_table(workbook(sheet("| input | gold |\n| p | |", findings=said)), TASK)
    ((item,), _) = items_from(table, TASK)
    assert item.unreadable == {"gold"}
