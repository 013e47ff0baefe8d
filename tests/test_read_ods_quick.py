"""Plain rows of an .ods taken whole, and everything event by event: both ways must give the same, whatever the XML."""

from __future__ import annotations

import random
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rawods import cell, content, package, row, table, texts

from sheet_tools.findings import Unreadable
from sheet_tools.readers.model import AS_FOUND, Workbook
from sheet_tools.readers.ods import quick, read
from sheet_tools.readers.ods.content import ContentReader
from sheet_tools.tasks import DEFAULT_TASK, TASKS

STRING, FLOAT = 'office:value-type="string"', 'office:value-type="float" office:value="{}"'
STYLES = (
    '<style:style style:name="struck" style:family="table-cell">'
    '<style:text-properties style:text-line-through-style="solid"/></style:style>'
    '<style:style style:name="none" style:family="table-row">'
    '<style:table-row-properties style:row-height="0in"/></style:style>'
)


def outcome(data: bytes) -> Workbook | str:
    try:
        return read(data, "plik.ods", TASKS[DEFAULT_TASK], AS_FOUND)
    except Unreadable as error:
        return error.finding.code


def same_both_ways(content_xml: str | bytes) -> tuple[Workbook | str, int]:
    """The outcome, and how many rows were taken whole."""
    data = package(content_xml)
    take = mock.Mock(side_effect=ContentReader._take_row)
    with mock.patch.object(ContentReader, "_take_row", lambda self, style, found: take(self, style, found)):
        quickly = outcome(data)
    with mock.patch.object(quick, "is_plain", return_value=False):
        assert outcome(data) == quickly
    return quickly, take.call_count


TEXT = st.sampled_from(
    ["a", "zażółć", "a b", " a", "a ", "a  b", "\u00a0a", "&amp;", "&#13;", "a\nb", "a\tb", "<text:s/>a", "]]&gt;",
     "\U0001f600", "", "<!--x-->", "<text:span>a</text:span>", "a" * 12_000, "7", "#N/D!"]
)  # fmt: skip
TYPE = st.sampled_from(
    [STRING, f'{STRING} calcext:value-type="string"', f'{STRING} calcext:value-type="error"', FLOAT.format(7),
     FLOAT.format("7.0"), f'{FLOAT.format("1E+20")} calcext:value-type="float"', FLOAT.format("x"),
     'table:formula="of:=1"', "",
     'office:value-type="boolean" office:boolean-value="true"', f'{STRING} table:number-columns-spanned="2"']
)  # fmt: skip
STYLE = st.sampled_from(["", "", 'table:style-name="ce1"', 'table:style-name="struck"'])
EMPTY = st.sampled_from(
    ["<table:table-cell/>", '<table:table-cell table:number-columns-repeated="3"/>', "<table:covered-table-cell/>",
     '<table:table-cell table:style-name="struck"/>', '<table:table-cell table:number-columns-repeated="99999"/>']
)  # fmt: skip
FULL = st.builds(
    lambda style, kind, text: cell(f"<text:p>{text}</text:p>", f"{style} {kind}".strip()), STYLE, TYPE, TEXT
)
ROW = st.builds(
    lambda cells, attributes, between: between + row(*cells, attributes=attributes),
    st.lists(FULL | EMPTY, min_size=1, max_size=5),
    st.sampled_from(["", "", 'table:style-name="ro1"', 'table:style-name="none"', 'table:number-rows-repeated="2"',
                     'table:visibility="collapse"']),
    st.sampled_from(["", "", "\n ", "\r\n", "<!-- x -->", "<table:table-row-group/>"]),
)  # fmt: skip


@settings(max_examples=200)
@given(st.lists(ROW, min_size=1, max_size=6), st.booleans(), st.booleans())
def test_any_rows(rows: list[str], is_folded: bool, has_default: bool) -> None:
    inside = "".join(rows)
    if is_folded:
        inside = f'<table:table-row-group table:display="false">{inside}</table:table-row-group>'
    column = '<table:table-column table:default-cell-style-name="struck"/>' if has_default else ""
    same_both_ways(content(table(column, inside) + table(texts("a", "b"), name="B"), STYLES))


@settings(max_examples=200)
@given(st.integers(0, 2**32), st.integers(1, 5))
def test_any_damage(seed: int, times: int) -> None:
    chance = random.Random(seed)
    data = bytearray(content(table(*(texts("zażółć", "", f"b{n}") for n in range(4))), STYLES).encode())
    for _ in range(times):
        at = chance.randrange(len(data))
        if chance.random() < 0.5:
            data[at] = chance.choice(b"<>/\"'=&; 0aA\r\n\0\xff")
        else:
            start = chance.randrange(len(data))
            data[at:at] = data[start : start + chance.randrange(1, 60)]
    same_both_ways(bytes(data))


CALC = f'{STRING} calcext:value-type="string"'
USUAL = content(table(*(texts("zażółć", "b") for _ in range(3))))
WAYS = [
    ("as usual", USUAL, 3),
    ("of LibreOffice", USUAL.replace(STRING, CALC), 3),
    ("without calcext", USUAL.replace("xmlns:calcext", "xmlns:other"), 3),
    ("calcext that is none", USUAL.replace("xmlns:calcext", "xmlns:x").replace(STRING, CALC), 0),
    ("indented rows", USUAL.replace("<table:table-row", "\n  <table:table-row"), 3),
    ("numbers", USUAL.replace(STRING, FLOAT.format(7)), 3),
    ("a comment", USUAL.replace("<office:body>", "<!-- x --><office:body>"), 0),
    ("a prefix declared anew", USUAL.replace("<table:table ", '<table:table xmlns:text="urn:x" '), 0),
    ("other prefixes", USUAL.replace("table:", "t:"), 0),
    ("another namespace", USUAL.replace("xmlns:text=", 'xmlns:text="urn:x" xmlns:text2='), 0),
    ("UTF-16", USUAL.replace("UTF-8", "UTF-16").encode("utf-16"), 0),
]  # fmt: skip


@pytest.mark.parametrize(("content_xml", "taken"), [way[1:] for way in WAYS], ids=[way[0] for way in WAYS])
def test_what_is_taken_whole(content_xml: str | bytes, taken: int) -> None:
    assert same_both_ways(content_xml)[1] == taken


def test_a_part_of_many_pieces() -> None:
    rows = (texts(f"zażółć gęślą jaźń {n}", *"abcdefgh") for n in range(10_000))
    quickly, taken = same_both_ways(content(table(*rows)))
    assert taken == 10_000
    assert isinstance(quickly, Workbook)
    assert quickly.sheets[0].rows[10_000][1].text == "zażółć gęślą jaźń 9999"


def test_too_many_cells_are_refused_before_one_is_made() -> None:
    empty = table(*['<table:table-cell office:value-type="string"/>'] * 950_001)
    with mock.patch.object(ContentReader, "_start", side_effect=AssertionError):
        assert outcome(package(content(empty))) == "too-big-unpacked"
