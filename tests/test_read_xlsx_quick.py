"""Plain rows and strings taken whole, and everything event by event: both ways must give the same, whatever the XML."""

from __future__ import annotations

import random
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rawxlsx import MAIN, pack, parts, read, shared, styles, texts, worksheet

from sheet_tools.findings import Unreadable
from sheet_tools.readers.model import Workbook
from sheet_tools.readers.xlsx import quick

SPACE = ' xml:space="preserve"'
SHEET, STRINGS = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"


def outcome(data: bytes) -> Workbook | str:
    try:
        return read(data)
    except Unreadable as error:
        return error.finding.code


def same_both_ways(data: bytes) -> Workbook | str:
    quickly = outcome(data)
    with mock.patch.object(quick, "plain", return_value=None):
        assert outcome(data) == quickly
    return quickly


REFERENCE = st.sampled_from(["A1", "B1", "A2", "B2", "C2", "b2", "$B$2", "AA2", "XFD2", "ZZZ2", "A01", "", "?"])
VALUE = st.sampled_from(
    ["0", "1", "2", "9", "007", "-1", " 0", "1.5", "x", "", " a ", "_x000D_", "ą", "&amp;", "a\rb", "&#13;", "<!--c-->"]
)
INSIDE = st.sampled_from(
    ["<t>a</t>", "<t> a</t>", '<t xml:space="preserve"> a </t>', "<t/>", "<r><t>a</t></r>", "<t>a</t><t>b</t>", "",
     '<t xml:space="default">a</t>', "<t>_x0041_</t>", "<t>ą\U0001f600</t>", "<t>a]]&gt;</t>", "<t>a\n</t>"]
)  # fmt: skip


@st.composite
def a_cell(draw: st.DrawFn) -> str:
    reference, style, kind = draw(REFERENCE), draw(st.sampled_from(["", "0", "1", "2", "9"])), draw(
        st.sampled_from(["", "s", "n", "str", "inlineStr", "b", "e"])
    )
    attributes = [f'{name}="{value}"' for name, value in (("r", reference), ("s", style), ("t", kind)) if value]
    if draw(st.integers(0, 9)) == 0:
        attributes.reverse()
    head = " ".join(["<c", *attributes])
    body = draw(
        st.one_of(
            st.just(""),
            VALUE.map(lambda value: f"<v>{value}</v>"),
            INSIDE.map(lambda inside: f"<is>{inside}</is>"),
            VALUE.map(lambda value: f"<f>A1</f><v>{value}</v>"),
        )
    )
    return f"{head}>{body}</c>" if body or draw(st.booleans()) else f"{head}/>"


MORE = [
    "", "", ' spans="1:9"', ' hidden="1"', ' hidden="false"', ' ht="0"', ' ht="0.0" customHeight="1"', ' ht="x"',
    ' xml:space="preserve"', ' unknown="1"', ' s="1" customFormat="1"',
]  # fmt: skip


@st.composite
def a_row(draw: st.DrawFn) -> str:
    number = draw(st.sampled_from(["1", "2", "2", "2", "3", "0", "", "02"]))
    more = draw(st.sampled_from(MORE))
    cells = "".join(draw(st.lists(a_cell(), max_size=5)))
    between = draw(st.sampled_from(["", "", "\n", "\r\n", "<!-- x -->", '<x xmlns="urn:x"><row/></x>']))
    head = f'<row r="{number}"{more}' if number else f"<row{more}"
    return f"{between}{head}>{cells}</row>" if cells else f"{between}{head}/>"


@settings(max_examples=150)
@given(st.lists(a_row(), max_size=5), st.lists(INSIDE, min_size=1, max_size=4), st.sampled_from(["", SPACE]))
def test_any_rows_and_strings(rows: list[str], strings: list[str], space: str) -> None:
    table = shared(*strings).replace("<sst", f"<sst{space}")
    sheet = worksheet("".join(rows), after='<mergeCells><mergeCell ref="A1:B2"/></mergeCells>')
    files = parts({"P": sheet}, strings=table, styles=styles([";;;", "0.00"], struck=[0] if space else []))
    same_both_ways(pack(files))


@settings(max_examples=150)
@given(st.sampled_from([SHEET, STRINGS]), st.integers(0, 2**32), st.integers(1, 5))
def test_any_damage(part: str, seed: int, times: int) -> None:
    row = '<row r="{0}"><c r="A{0}" t="s"><v>{0}</v></c><c r="B{0}"><v>{0}</v></c></row>'
    rows = "".join(row.format(n) for n in range(1, 5))
    files = parts({"P": worksheet(rows)}, strings=shared(*(f"<t>tekst {n}</t>" for n in range(6))))
    chance = random.Random(seed)
    text = bytearray(str(files[part]).encode())
    for _ in range(times):
        at = chance.randrange(len(text))
        if chance.random() < 0.5:
            text[at] = chance.choice(b"<>/\"'=&; 0aA\r\n\0\xff")
        else:
            start = chance.randrange(len(text))
            text[at:at] = text[start : start + chance.randrange(1, 40)]
    files[part] = bytes(text)
    same_both_ways(pack(files))


PLAIN = '<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>b</t></is></c></row>'
DESCENT = f'<row r="1" spans="1:9" x14ac:dyDescent="0.25">{PLAIN[11:]}'
X14AC = ' xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"'
OPEN, CLOSE = f'<worksheet xmlns="{MAIN}">', "</worksheet>"
DATA = f"<sheetData>{PLAIN}</sheetData>"
BOTH = {"A1": "a", "A2": "b"}
ROOTS = [
    ("as usual", worksheet(PLAIN), BOTH),
    ("with a declaration", f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{worksheet(PLAIN)}', BOTH),
    ("plain rows of another namespace", f'<x:worksheet xmlns:x="{MAIN}" xmlns="urn:x">{DATA}</x:worksheet>', {}),
    ("a default namespace changed below", f'{OPEN}<sheetData xmlns="urn:x">{PLAIN}</sheetData>{CLOSE}', {}),
    ("rows below something else", f"{OPEN}<x>{DATA}</x>{CLOSE}", BOTH),
    ("the tag in a comment", f"{OPEN}<!-- <sheetData> -->{DATA}{CLOSE}", BOTH),
    ("the tag in an attribute", f'{OPEN}<x y="&lt;sheetData>"/>{DATA}{CLOSE}', BOTH),
    ("as Excel writes it", worksheet(DESCENT).replace("<worksheet", f"<worksheet{X14AC}"), BOTH),
    ("rows within a foreign element", worksheet(f'<x xmlns="urn:x"><row></row>{PLAIN}</x>{PLAIN[:45]}'), {"A1": "a"}),
]


@pytest.mark.parametrize(("sheet", "expected"), [row[1:] for row in ROOTS], ids=[row[0] for row in ROOTS])
def test_roots(sheet: str, expected: dict[str, str]) -> None:
    found = same_both_ways(pack({**parts({"P": ""}, strings=shared("<t>a</t>")), SHEET: sheet}))
    assert isinstance(found, Workbook)
    assert texts(found.sheets[0]) == expected


def test_the_quick_way_is_taken_at_all() -> None:
    with mock.patch.object(quick, "_Attributes", side_effect=RuntimeError), pytest.raises(RuntimeError):
        read(pack(parts({"P": worksheet(PLAIN)})))


def test_a_prefix_must_be_declared() -> None:
    assert same_both_ways(pack(parts({"P": worksheet(DESCENT)}))) == "corrupt-file"
