"""Rows, columns and sheets of .ods files: repetitions, spans, what is hidden; hostile files; properties."""

from __future__ import annotations

import contextlib
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rawods import cell, codes, content, open_ods, package, paragraphs, row, table, texts
from work import calls

from sheet_tools.findings import Unreadable
from sheet_tools.readers.model import Merge, Sheet, Visibility, Workbook
from sheet_tools.readers.ods import read
from sheet_tools.tasks import DEFAULT_TASK, TASKS

TASK = TASKS[DEFAULT_TASK]
STYLES = (
    '<style:style style:name="ta0" style:family="table"><style:table-properties table:display="false"/></style:style>'
    '<style:style style:name="ro0" style:family="table-row">'
    '<style:table-row-properties style:row-height="0in"/></style:style>'
    '<style:style style:name="ro1" style:family="table-row">'
    '<style:table-row-properties style:row-height="0.178in"/></style:style>'
    '<style:style style:name="co0" style:family="table-column">'
    '<style:table-column-properties style:column-width="0.000cm"/></style:style>'
)


def cells(sheet: Sheet) -> dict[str, str]:
    """A1 → text."""
    return {cell.place.cell or "": cell.text for row in sheet.rows.values() for cell in row.values()}


def sheet(*rows: str) -> Sheet:
    return open_ods(table(*rows), STYLES).sheets[0]


X = cell("<text:p>x</text:p>")
Y = cell("<text:p>y</text:p>")
GAP = cell(attributes='table:number-columns-repeated="3"')


def repeated(number: int | str, inside: str = "<text:p>x</text:p>") -> str:
    return cell(inside, f'office:value-type="string" table:number-columns-repeated="{number}"')


PLACED = [
    ((row(X, X), row(X)), {"A1": "x", "B1": "x", "A2": "x"}),
    ((row(GAP, X),), {"D1": "x"}),
    ((row(repeated(3), Y),), {"A1": "x", "B1": "x", "C1": "x", "D1": "y"}),
    ((row(X, attributes='table:number-rows-repeated="2"'), row(Y)), {"A1": "x", "A2": "x", "A3": "y"}),
    ((row(GAP, attributes='table:number-rows-repeated="5"'), row(Y)), {"A6": "y"}),
    ((row(repeated("nonsense"), Y),), {"A1": "x", "B1": "y"}),
    ((row(repeated("-3"), Y),), {"A1": "x", "B1": "y"}),
    ((row(repeated("0"), Y),), {"A1": "x", "B1": "y"}),
    (("<table:table-header-rows>", row(X), "</table:table-header-rows>", row(Y)), {"A1": "x", "A2": "y"}),
    (("<table:table-rows>", row(X), "</table:table-rows><table:table-row-group>", row(Y), "</table:table-row-group>"),
     {"A1": "x", "A2": "y"}),
    ((f"<text:soft-page-break/>{row(X)}", row(Y)), {"A1": "x", "A2": "y"}),
    (("<table:shapes><draw:frame><draw:text-box><text:p>a</text:p></draw:text-box></draw:frame></table:shapes>",
      row(X)), {"A1": "x"}),
    ((row(X), "<table:named-expressions/>", row(Y)), {"A1": "x", "A2": "y"}),
    ((row("<foreign/>", X, row(Y)),), {"A1": "x"}),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "expected"), PLACED)
def test_cells_stand_where_the_program_shows_them(rows: tuple[str, ...], expected: dict[str, str]) -> None:
    assert cells(sheet(*rows)) == expected


def test_covered_cells_are_not_read_but_named() -> None:
    spanning = cell("<text:p>a</text:p>", 'table:number-rows-spanned="2" table:number-columns-spanned="2"')
    hidden, empty = cell("<text:p>pod</text:p>", "", "covered-table-cell"), cell("", "", "covered-table-cell")
    book = open_ods(table(row(spanning, empty, X), row(hidden, empty, X)))
    assert cells(book.sheets[0]) == {"A1": "a", "C1": "x", "C2": "x"}
    assert book.sheets[0].merges == [Merge(1, 1, 2, 2)]
    assert codes(book) == [("A2", "covered-text")]


HIDDEN_ROWS = [
    ('table:visibility="collapse"', {1}), ('table:visibility="filter"', {1}), ('table:visibility="visible"', set()),
    ('table:style-name="ro0"', {1}), ('table:style-name="ro1"', set()), ('table:style-name="none"', set()),
    ('table:visibility="collapse" table:number-rows-repeated="2"', {1, 2}),
]  # fmt: skip


@pytest.mark.parametrize(("attributes", "expected"), HIDDEN_ROWS)
def test_hidden_rows(attributes: str, expected: set[int]) -> None:
    assert sheet(row(X, attributes=attributes), row(X)).hidden_rows == expected


def test_hidden_rows_without_cells_are_no_fact() -> None:
    assert sheet(row(GAP, attributes='table:visibility="collapse" table:number-rows-repeated="9"')).hidden_rows == set()


def test_folded_groups() -> None:
    rows = (
        '<table:table-row-group table:display="false">', row(X), "<table:table-row-group>", row(X),
        "</table:table-row-group></table:table-row-group>", row(X),
    )  # fmt: skip
    assert sheet(*rows).hidden_rows == {1, 2}


HIDDEN_COLUMNS = [
    ('<table:table-column table:visibility="collapse" table:number-columns-repeated="2"/>', [(2, 3)]),
    ('<table:table-column table:style-name="co0"/>', [(2, 2)]),
    ('<table:table-column-group table:display="false"><table:table-column/></table:table-column-group>', [(2, 2)]),
    ("<table:table-columns><table:table-column/></table:table-columns>", []),
]


@pytest.mark.parametrize(("columns", "expected"), HIDDEN_COLUMNS)
def test_hidden_columns(columns: str, expected: list[tuple[int, int]]) -> None:
    assert sheet("<table:table-column/>", columns, row(X)).hidden_columns == expected


def test_sheets_and_what_is_none() -> None:
    body = (
        "<table:tracked-changes><table:deletion><table:cell-content-deletion><table:change-track-table-cell>"
        "<text:p>dawne</text:p></table:change-track-table-cell></table:cell-content-deletion></table:deletion>"
        "</table:tracked-changes>"
        + table(row(X), name="Pozycje")
        + table(row(Y), name="Stare", attributes='table:style-name="ta0"')
        + table(row(Y), name="'file:///inny.ods'#$Arkusz1")
        + f"<table:dde-links><table:dde-link>{table(row(Y))}</table:dde-link></table:dde-links>"
        + "<table:table/>"
    )
    sheets = open_ods(body, STYLES).sheets
    assert [(s.name, s.visibility) for s in sheets] == [
        ("Pozycje", Visibility.VISIBLE), ("Stare", Visibility.HIDDEN), ("Arkusz3", Visibility.VISIBLE),
    ]  # fmt: skip
    assert cells(sheets[0]) == {"A1": "x"}


def test_findings_of_repeated_cells_name_each() -> None:
    blank = cell("<text:p>a  b</text:p>", 'table:number-columns-repeated="1"')
    book = open_ods(table(row(blank, attributes='table:number-rows-repeated="2"')))
    assert codes(book) == [("A1", "whitespace-ambiguous"), ("A2", "whitespace-ambiguous")]


MILLION = 1_048_576
FREE = [
    table(texts("x"), row(GAP, attributes=f'table:number-rows-repeated="{MILLION}"')),
    table(texts("x"), row(cell(attributes='table:number-columns-repeated="999999999"'))),
    table(*[row(cell(attributes='table:number-columns-repeated="16384"'))] * 5_000, texts("x")),
    table("<table:table-column table:number-columns-repeated='999999999' table:visibility='collapse'/>", texts("x")),
    table(row(cell("<text:p>x</text:p>", 'table:number-rows-spanned="999999999"'))),
    table(row(cell("<text:p>" + "<text:span>" * 20_000 + "x" + "</text:span>" * 20_000 + "</text:p>"))),
    table(row(cell(f"<text:p>{'x' * 900_000}</text:p>"))),
]


@pytest.mark.parametrize("body", FREE)
def test_what_costs_nothing(body: str) -> None:
    books: list[Workbook] = []
    assert calls(lambda: books.append(open_ods(body))) < MILLION
    assert sum(len(cells) for cells in books[0].sheets[0].rows.values()) == 1


REFUSED = [
    table(row(X, attributes='table:number-rows-repeated="99999999"')),
    table(row(repeated(99_999_999))),
    table(row(repeated(16_384), attributes=f'table:number-rows-repeated="{MILLION}"')),
    table(row(cell('<text:p><text:s text:c="999999999"/></text:p>'))),
    table(row(cell('<text:p><text:s text:c="999999"/></text:p>' * 20))),
    table(row(cell(attributes='table:number-columns-spanned="2"'), attributes='table:number-rows-repeated="99999999"'),
          *[row(cell(attributes='table:number-columns-spanned="2"'))] * 50_001),
]  # fmt: skip


@pytest.mark.parametrize("body", REFUSED)
def test_what_claims_too_much_is_refused(body: str) -> None:
    data = package(content(body))

    def refuse() -> None:
        with pytest.raises(Unreadable) as refusal:
            read(data, "x.ods", TASK)
        assert refusal.value.finding.code == "too-big-unpacked"

    assert calls(refuse) < 8 * MILLION


# What XML can carry: no control characters but tab, LF and CR, no lone surrogates, no U+FFFE and U+FFFF.
CHARS = st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff")
NASTY = st.sampled_from(["\t", "\n", " ", "  ", "<", "&", '"', "ż"])
TEXTS = st.lists(st.one_of(CHARS, NASTY), max_size=8).map("".join)


@given(st.lists(st.lists(TEXTS, min_size=1, max_size=4), max_size=5))
@settings(max_examples=150, deadline=None)
def test_what_is_written_is_read(values: list[list[str]]) -> None:
    book = open_ods(table(*(texts(*line) for line in values)))
    expected = {
        (number, column): text
        for number, line in enumerate(values, 1)
        for column, text in enumerate(line, 1)
        if text
    }
    found = {(c.row, c.column): c.text for line in book.sheets[0].rows.values() for c in line.values()}
    assert found == expected


WHOLE = content(
    table(
        "<table:table-column/>",
        texts("input", "gold"),
        row(cell(paragraphs(" a\tb\nc")), cell("<text:p>x<text:span text:style-name='t'>y</text:span></text:p>")),
        row(cell("<office:annotation><text:p>k</text:p></office:annotation><text:p>z</text:p>"), repeated(2)),
    ),
    STYLES,
)
TAGS = re.findall(r"<[^>]+>|[^<]+", WHOLE)


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_a_damaged_file_gives_a_workbook_or_a_refusal(data: st.DataObject) -> None:
    pieces = list(TAGS)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(pieces) - 1))
        other = data.draw(st.sampled_from(TAGS))
        pieces[at : at + data.draw(st.integers(0, 2))] = [other] * data.draw(st.integers(0, 3))
        if not pieces:
            break
    with contextlib.suppress(Unreadable):
        read(package("".join(pieces)), "x.ods", TASK)


@given(st.integers(0, 10_000), st.integers(0, 255))
@settings(max_examples=200, deadline=None)
def test_a_flipped_byte_gives_a_workbook_or_a_refusal(position: int, byte: int) -> None:
    data = bytearray(package(WHOLE))
    data[position % len(data)] = byte
    with contextlib.suppress(Unreadable):
        read(bytes(data), "x.ods", TASK)
