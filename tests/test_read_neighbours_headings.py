"""Neighbours of what goes wrong with headings and with what stands in a row of its own under them."""

from __future__ import annotations

import pytest
from neighbours import Codes, Texts, outcome, row, text, workbook

from sheet_tools.pipeline import Source, read


def headings(*names: str | None, number: int = 1, before: str = "", after: str = "") -> bytes:
    """A row of headings (a text, a cell, or None for nothing), and under it a row of one letter a column."""
    cells = (
        name if name.startswith("<c") else text(name, f"{column}{number}")
        for column, name in zip("ABCDEFGHI", names, strict=False)
        if name is not None
    )
    letters = (text(v, f"{c}{number + 1}") for c, v in zip("ABCDEFGHI"[: len(names)], "pgabcdefn", strict=False))
    rows = before + row(*cells, number=number) + row(*letters, number=number + 1)
    return workbook(rows, head=False, after=after)


HEADING: list[tuple[str, bytes, Texts, Codes]] = [
    ("missing input", headings("pytanko", "gold"), {}, [(1, "missing-column"), ("A1", "unknown-header")]),
    ("no header", headings("ala", "ola"), {}, [(None, "no-header")]),
    (
        "polish",
        headings("wejście", "odpowiedź wzorcowa", "alias 1", "alias_2"),
        {"input": "A2", "gold": "B2", "alias1": "C2", "alias2": "D2"},
        [],
    ),
    ("Treść/Wzorzec", headings("Treść", "Wzorzec"), {"input": "A2", "gold": "B2"}, []),
    ("pytanie/odpowiedź", headings("pytanie", "odpowiedź"), {}, [(1, "missing-column"), ("A1", "unknown-header")]),
    ("caps", headings("INPUT", "GOLD", "ALIAS1"), {"input": "A2", "gold": "B2", "alias1": "C2"}, []),
    ("a line end", headings("input\n(polecenie)", "gold\n(odp.)"), {"input": "A2", "gold": "B2"}, []),
    ("a line end within a word", headings("in\nput", "gold"), {"input": "A2", "gold": "B2"}, []),
    (
        "footnotes",
        headings("input*", "gold¹", "alias1 [1]"),
        {"input": "A2", "gold": "B2", "alias1": "C2"},
        [("B1", "heading-guessed")],
    ),
    ("colon", headings("input:", "gold:", "alias 1:"), {"input": "A2", "gold": "B2", "alias1": "C2"}, []),
    (
        "brackets",
        headings("input (wymagane)", "gold (wymagane)", "alias1 (opcjonalnie)"),
        {"input": "A2", "gold": "B2", "alias1": "C2"},
        [],
    ),
    ("typo", headings("inptu", "gold"), {"input": "A2", "gold": "B2"}, [("A1", "heading-guessed")]),
    ("typo gold", headings("input", "golf"), {}, [(1, "missing-column"), ("B1", "unknown-header")]),
    ("bom", headings("\ufeffinput", "gold"), {"input": "A2", "gold": "B2"}, []),
    ("zero width", headings("in\u200bput", "gold"), {"input": "A2", "gold": "B2"}, []),
    ("nfd", headings("wejs\u0301cie", "gold"), {"input": "A2", "gold": "B2"}, []),
    ("no Polish letters", headings("wejscie", "wzorzec"), {"input": "A2", "gold": "B2"}, []),
    (
        "a solver's heading",
        headings("wejscie", "odpowiedz"),
        {"input": "A2", "gold": "B2"},
        [(None, "blind-alike")],
    ),
    ("full width", headings("ｉｎｐｕｔ", "gold"), {"input": "A2", "gold": "B2"}, []),
    ("a Cyrillic letter", headings("inрut", "gold"), {"input": "A2", "gold": "B2"}, [("A1", "heading-guessed")]),
    ("double input", headings("input", "input", "gold"), {"input": "A2", "gold": "C2"}, [("B1", "duplicate-header")]),
    ("double loose", headings("input", "gold", "Input "), {"input": "A2", "gold": "B2"}, [("C1", "duplicate-header")]),
    (
        "double alias",
        headings("input", "gold", "alias1", "alias 1"),
        {"input": "A2", "gold": "B2", "alias1": "C2"},
        [("D1", "duplicate-header")],
    ),
    ("reversed", headings("gold", "input"), {"gold": "A2", "input": "B2"}, []),
    (
        "unknown",
        headings("input", "gold", "komentarz recenzenta"),
        {"input": "A2", "gold": "B2"},
        [("C1", "unknown-header")],
    ),
    (
        "row3",
        headings("input", "gold", number=3, before='<row r="1">' + text("Zestaw pozycji", "A1") + "</row>"),
        {"input": "A4", "gold": "B4"},
        [(3, "header-row")],
    ),
    (
        "row3 merged",
        headings(
            "input",
            "gold",
            number=3,
            before='<row r="1">' + text("Zestaw pozycji", "A1") + "</row>",
            after='<mergeCells><mergeCell ref="A1:I1"/></mergeCells>',
        ),
        {"input": "A4", "gold": "B4"},
        [(3, "header-row")],
    ),
    (
        "two merged",
        headings(
            "input",
            "gold",
            number=2,
            before='<row r="1">' + text("Pozycja", "A1") + text("Aliasy", "C1") + "</row>",
            after='<mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="C1:G1"/></mergeCells>',
        ),
        {"input": "A3", "gold": "B3"},
        [(2, "header-row")],
    ),
    ("empty mid", headings("input", None, "gold"), {"input": "A2", "gold": "C2"}, [("B2", "content-without-header")]),
    (
        "a number",
        headings("input", "gold", '<c r="C1"><v>1</v></c>'),
        {"input": "A2", "gold": "B2"},
        [("C1", "unknown-header")],
    ),
    (
        "date",
        headings("input", "gold", '<c r="C1" s="0" t="d"><v>2026-05-01</v></c>'),
        {"input": "A2", "gold": "B2"},
        [("C1", "unknown-header")],
    ),
    (
        "bool",
        headings("input", "gold", '<c r="C1" t="b"><v>1</v></c>'),
        {"input": "A2", "gold": "B2"},
        [("C1", "unknown-header")],
    ),
    (
        "an error",
        headings("input", "gold", '<c r="C1" t="e"><v>#REF!</v></c>'),
        {"input": "A2", "gold": "B2"},
        [("C1", "unknown-header")],
    ),
    ("blank head", headings("input", "gold", "  "), {"input": "A2", "gold": "B2"}, [("C2", "content-without-header")]),
]


@pytest.mark.parametrize(("data", "fields", "codes"), [row[1:] for row in HEADING], ids=[row[0] for row in HEADING])
def test_headings(data: bytes, fields: Texts, codes: Codes) -> None:
    table = read(Source("plik.xlsx", data)).table
    rows = table.rows if table else ()
    assert {name: cell.place.cell for row in rows for name, cell in row.cells.items()} == fields
    assert outcome(data)[1] == codes


SECOND: list[tuple[str, bytes, Texts, Codes]] = [
    (
        "repeat header mid",
        workbook(
            row(text("p"), text("g", "B2"))
            + row(text("input", "A3"), text("gold", "B3"), number=3)
            + row(text("q", "A4"), text("h", "B4"), number=4)
        ),
        {"A2": "p", "B2": "g", "A4": "q", "B4": "h"},
        [("A3", "suspect-second-header")],
    ),
    (
        "second pl",
        workbook(row(text("polecenie"), text("wzorzec", "B2")) + row(text("q", "A3"), text("h", "B3"), number=3)),
        {"A3": "q", "B3": "h"},
        [("A2", "suspect-second-header")],
    ),
    (
        "second (",
        workbook(row(text("(pytanie)"), text("(jedno słowo)", "B2")) + row(text("q", "A3"), text("h", "B3"), number=3)),
        {"A3": "q", "B3": "h"},
        [("A2", "suspect-second-header")],
    ),
    (
        "second types",
        workbook(row(text("string"), text("string", "B2")) + row(text("q", "A3"), text("h", "B3"), number=3)),
        {"A3": "q", "B3": "h"},
        [("A2", "suspect-second-header")],
    ),
    (
        "second wym",
        workbook(
            row(text("wymagane"), text("wymagane", "B2"), text("opcjonalne", "C2"))
            + row(text("q", "A3"), text("h", "B3"), number=3)
        ),
        {"A3": "q", "B3": "h"},
        [("A2", "suspect-second-header")],
    ),
    (
        "second max",
        workbook(
            row(text("max 200 znaków"), text("max 50 znaków", "B2")) + row(text("q", "A3"), text("h", "B3"), number=3)
        ),
        {"A3": "q", "B3": "h"},
        [("A2", "suspect-second-header")],
    ),
]


@pytest.mark.parametrize(("data", "texts", "codes"), [row[1:] for row in SECOND], ids=[row[0] for row in SECOND])
def test_a_second_row_of_headings(data: bytes, texts: Texts, codes: Codes) -> None:
    assert outcome(data) == (texts, codes)
