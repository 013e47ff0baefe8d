"""Merged and hidden cells of cluster, pair and role: reported, given no invented value, and never called empty."""

from __future__ import annotations

import pytest
import rawods
from neighbours import row, text
from rawxlsx import pack, parts, worksheet

from sheet_tools.pipeline import Source, check, read

NAMES = ["input", "gold", "klaster", "para", "rola", "uwagi", "pomiń"]
HEAD = row(*(text(name, f"{letter}1") for letter, name in zip("ABCDEFG", NAMES, strict=True)), number=1)
LABELS = {"C": "klaster", "D": "para", "E": "rola"}
OF_LABELS = ("merged-cells", "hidden-col", "item-without-cluster", "pair-incomplete", "covered-text")
Codes = list[tuple[str | None, str]]


def codes(data: bytes, name: str = "a.xlsx") -> Codes:
    found = check(read(Source(name, data))).findings
    return [(f.place.cell, f.code) for f in found if f.code in OF_LABELS]


def item(number: int, **labels: str) -> str:
    cells = [text(f"p{number}", f"A{number}"), text("g", f"B{number}")]
    return row(*cells, *(text(value, f"{letter}{number}") for letter, value in labels.items() if value), number=number)


def pair(*merges: str, second: dict[str, str] | None = None, before: str = "", **first: str) -> bytes:
    """Two items in rows 2 and 3, with these labels, and these cells merged."""
    usual = {"C": "k", "D": "1"}
    rows = item(2, **{**usual, "E": "baza", **first}) + item(3, **{**usual, "E": "kontrast", **(second or {})})
    merged = "".join(f'<mergeCell ref="{each}"/>' for each in merges)
    after = f"<mergeCells>{merged}</mergeCells>" if merges else ""
    return pack(parts({"Pozycje": worksheet(HEAD + rows, before, after)}))


# Merged ranges, the labels of the second row, what is said.
MERGED: list[tuple[str, tuple[str, ...], dict[str, str], Codes]] = [
    ("nothing", (), {}, []),
    ("the cluster", ("C2:C3",), {"C": ""}, [("C2:C3", "merged-cells")]),
    ("the pair", ("D2:D3",), {"D": ""}, [("D2:D3", "merged-cells")]),
    ("the role", ("E2:E3",), {"E": ""}, [("E2:E3", "merged-cells")]),
    ("both", ("C2:C3", "D2:D3"), {"C": "", "D": ""}, [("C2:C3", "merged-cells"), ("D2:D3", "merged-cells")]),
    ("skip", ("G2:G3",), {}, [("G2:G3", "merged-cells")]),
    ("notes are nobody's business", ("F2:F3",), {}, []),
    ("a cluster that is not merged", (), {"C": ""}, [("C3", "item-without-cluster")]),
    ("a pair that is not merged", (), {"D": ""}, [("D2", "pair-incomplete")]),
    ("rows without items", ("C7:C9",), {}, []),
]


@pytest.mark.parametrize(("merges", "second", "expected"), [row[1:] for row in MERGED], ids=[row[0] for row in MERGED])
def test_merged(merges: tuple[str, ...], second: dict[str, str], expected: Codes) -> None:
    assert codes(pair(*merges, second=second)) == expected


def test_merged_cells_without_text_are_empty() -> None:
    found = codes(pair("C2:C3", second={"C": ""}, C=""))
    assert found == [("C2", "item-without-cluster"), ("C2:C3", "merged-cells"), ("C3", "item-without-cluster")]


def test_a_covered_cell_takes_no_value() -> None:
    items = read(Source("a.xlsx", pair("C2:C3", second={"C": ""}))).items
    assert [one.get("cluster") for one in items] == ["k", ""]
    assert [sorted(one.merged) for one in items] == [["cluster"], ["cluster"]]


@pytest.mark.parametrize("letter", LABELS)
def test_a_hidden_column_of_labels(letter: str) -> None:
    number = "ABCDEFG".index(letter) + 1
    before = f'<cols><col min="{number}" max="{number}" hidden="1" width="9"/></cols>'
    found = [f for f in check(read(Source("a.xlsx", pair(before=before)))).findings if f.code == "hidden-col"]
    assert [(f.place.column, f.values["heading"]) for f in found] == [(number, LABELS[letter])]


def test_hidden_notes_are_nobodys_business() -> None:
    before = '<cols><col min="6" max="6" hidden="1" width="9"/></cols>'
    assert codes(pair(before=before, F="x")) == []


def test_merged_labels_in_ods() -> None:
    merged = rawods.cell(rawods.paragraphs("k"), 'office:value-type="string" table:number-rows-spanned="2"')
    covered = rawods.cell(rawods.paragraphs("stary"), tag="covered-table-cell")
    p, g, q, h = (rawods.cell(rawods.paragraphs(each)) for each in ("p", "g", "q", "h"))
    body = rawods.table(rawods.texts("input", "gold", "klaster"), rawods.row(p, g, merged), rawods.row(q, h, covered))
    found = codes(rawods.package(rawods.content(body)), "a.ods")
    assert found == [("C2:C3", "merged-cells"), ("C3", "covered-text")]
