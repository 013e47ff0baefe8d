"""What a reader takes at once and what it takes the long way round is the same: here each is made to go both ways."""

from __future__ import annotations

import pytest
import rawods
import rawxlsx
from rawods import cell, open_ods, row, table, texts
from rawxlsx import first, pack, parts, shared, worksheet

from sheet_tools.findings import Unreadable
from sheet_tools.readers.delimited import read as read_delimited
from sheet_tools.readers.model import ReadOptions, Sheet
from sheet_tools.tasks import DEFAULT_TASK, TASKS

KEPT = '<r><t xml:space="preserve"> i pies</t></r>'
WAYS = ["utf-8", "utf-16"]  # only UTF-8 is looked at before it is parsed


def xlsx(rows: str, way: str, **others: str) -> Sheet:
    text = f'<?xml version="1.0" encoding="{way}"?>' + worksheet(rows)
    files = parts({"Pozycje": ""}, **others)
    return first(pack({**files, "xl/worksheets/sheet1.xml": text.encode(way)}))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("attributes", "hidden"),
    [
        ("", False),
        ('hidden="1"', True),
        ('hidden="0"', False),
        ('ht="0"', True),
        ('ht="0.0" customHeight="1"', True),
        ('ht="15"', False),
        ('ht="15" hidden="true"', True),
        ('ht="x"', False),
    ],
)
def test_a_row_that_is_not_shown(attributes: str, hidden: bool, way: str) -> None:
    rows = f'<row r="2" {attributes}><c r="A2" t="s"><v>0</v></c></row><row r="3"><c r="A3" t="s"><v>0</v></c></row>'
    assert xlsx(rows, way, strings=shared("<t>a</t>")).hidden_rows == ({2} if hidden else set())


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("style", "expected"),
    [
        (0, []),
        (1, ["displayed-differently"]),
        (2, ["strikethrough"]),
        (3, ["displayed-differently", "strikethrough"]),
    ],
)
def test_what_a_style_says_of_a_shared_string(style: int, expected: list[str], way: str) -> None:
    rows = "".join(
        f'<row r="{row}"><c r="A{row}" t="s" s="{style}"><v>0</v></c><c r="B{row}" t="s"><v>0</v></c></row>'
        for row in (2, 3)
    )
    styles = rawxlsx.styles(['@" zł"', "@", '@" zł"'], [2, 3])
    sheet = xlsx(rows, way, strings=shared("<t>kot</t>"), styles=styles)
    assert rawxlsx.codes(sheet) == [(cell, code) for cell in ("A2", "A3") for code in expected]


@pytest.mark.parametrize("way", WAYS)
def test_a_string_that_is_struck_out_in_part(way: str) -> None:
    rows = '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c></row>'
    strings = shared("<r><rPr><strike/></rPr><t>kot</t></r>" + KEPT, "<t>kot</t>")
    assert rawxlsx.codes(xlsx(rows, way, strings=strings)) == [("A2", "strikethrough")]


# OpenDocument.

DOUBLED, ENDS, PLAIN, MADE = "a  b", "a ", "a", "a<text:s/>b"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("lines", "ambiguous"),
    [
        ([DOUBLED], True),
        ([DOUBLED, PLAIN], True),
        ([PLAIN, DOUBLED], True),
        ([PLAIN, DOUBLED, PLAIN], True),
        ([ENDS, PLAIN], True),
        ([DOUBLED, MADE], True),
        ([MADE, ENDS, MADE], True),
        ([PLAIN, MADE], False),
    ],
)
def test_white_space_of_any_paragraph(lines: list[str], ambiguous: bool, way: str) -> None:
    written = "".join(f"<text:p>{line}</text:p>" for line in lines)
    text = rawods.content(table(row(cell(written))))
    data = text.replace("UTF-8", way).encode(way) if way != "utf-8" else text
    book = rawods.read(rawods.package(data), "a.ods", TASKS[DEFAULT_TASK])
    assert rawods.codes(book) == ([("A1", "whitespace-ambiguous")] if ambiguous else [])


def span(style: str, inside: str) -> str:
    return f'<text:span text:style-name="{style}">{inside}</text:span>'


TEXT_STYLES = "".join(
    f'<style:style style:name="{name}" style:family="text"><style:text-properties {said}/></style:style>'
    for name, said in (
        ("out", 'style:text-line-through-style="solid"'),
        ("not", 'style:text-line-through-style="none"'),
        ("red", 'fo:color="#ff0000"'),
    )
)


@pytest.mark.parametrize(
    ("inside", "struck"),
    [
        (span("out", "kot"), "kot"),
        (span("out", f"kot {span('red', 'i')} pies"), "kot i pies"),
        (span("out", f"kot {span('not', 'i')} pies"), "kot  pies"),
        (span("red", f"kot {span('out', 'i')} pies"), "i"),
        (span("out", span("none-such", "kot")), "kot"),
        (span("out", span("red", span("red", "kot"))), "kot"),
        (span("red", "kot") + span("out", "pies"), "pies"),
    ],
)
def test_an_inner_span_is_struck_out_as_the_outer_is(inside: str, struck: str) -> None:
    book = open_ods(table(row(cell(f"<text:p>{inside}</text:p>"))), TEXT_STYLES)
    found = [
        each.values["struck"] for each in book.sheets[0].findings if each.code == "strikethrough"
    ]
    assert found == [struck]


@pytest.mark.parametrize(("repeats", "refused"), [(5, False), (6, True)])
def test_repeated_rows_count_with_all_their_cells(
    monkeypatch: pytest.MonkeyPatch, repeats: int, refused: bool
) -> None:
    monkeypatch.setattr("sheet_tools.readers.budget.MAX_CELLS", 10)
    often = f'<table:table-row table:number-rows-repeated="{repeats}"'
    body = table(texts("a", "b").replace("<table:table-row", often))
    if refused:
        with pytest.raises(Unreadable) as caught:
            open_ods(body)
        assert caught.value.finding.code == "too-big-unpacked"
    else:
        assert len(open_ods(body).sheets[0].rows) == repeats


# Delimited text: rows of which nothing is to be said, and one among them.

LIMIT = 32_767


@pytest.mark.parametrize(
    ("length", "expected"),
    [(LIMIT - 1, []), (LIMIT, ["at-cell-limit"]), (LIMIT + 1, ["over-cell-limit"])],
)
@pytest.mark.parametrize("quoted", [False, True])
@pytest.mark.parametrize("around", [0, 1, 3_000])
def test_a_full_cell_among_quiet_rows(
    around: int, quoted: bool, length: int, expected: list[str]
) -> None:
    text = "a" * length
    rows = ["p,g"] * around
    data = "\n".join(
        ["input,gold", *rows, f'"{text}",g' if quoted else f"{text},g", *rows, ""]
    ).encode()
    book = read_delimited(data, "a.csv", TASKS[DEFAULT_TASK], ReadOptions())
    found = [(each.place.cell, each.code) for each in (*book.findings, *book.sheets[0].findings)]
    assert found == [(f"A{around + 2}", code) for code in expected]
