"""Kinds of cells, and the structure of sheets, in raw .xlsx: what each cell is, shows and stores."""

from __future__ import annotations

import pytest
from rawxlsx import MAIN, build, codes, first, kinds, pack, parts, relationships, shared, styles, texts, worksheet

from sheet_tools.readers.model import Merge

FORMATS = ["000", "dd.mmm", "yyyy-mm-dd", ";;;", "[h]:mm:ss", '@" zł"']

# The cell B2 (its style n has the nth of FORMATS); its kind; what it shows; what it stores.
KINDS: list[tuple[str, str, str, str, str | None]] = [
    ("number", "<c{r}><v>7</v></c>", "number", "7", "7"),
    ("number, t=n", '<c{r} t="n"><v>7</v></c>', "number", "7", "7"),
    ("number with blanks", "<c{r}><v> 7\n</v></c>", "number", "7", "7"),
    ("number as pandas writes it", "<c{r}><v>1.0</v></c>", "number", "1", "1"),
    ("number under a format", '<c{r} s="1"><v>7</v></c>', "number", "007", "7"),
    ("number hidden", '<c{r} s="4"><v>7</v></c>', "number", "", "7"),
    ("number of 17 digits", "<c{r}><v>0.57999999999999996</v></c>", "number", "0,58", "0.57999999999999996"),
    ("junk where a number belongs", "<c{r}><v>siedem</v></c>", "number", "siedem", "siedem"),
    ("date", '<c{r} s="2"><v>46143</v></c>', "date", "01.maj", "2026-05-01"),
    ("date, serial 60", '<c{r} s="2"><v>60</v></c>', "date", "29.lut", "1900-02-29 (does not exist)"),
    ("date, negative", '<c{r} s="2"><v>-5</v></c>', "date", "########", "-5"),
    ("duration", '<c{r} s="5"><v>1.0625</v></c>', "date", "25:30:00", "25:30:00"),
    ("date written out", '<c{r} t="d"><v>2026-05-01</v></c>', "date", "01.05.2026", "2026-05-01"),
    ("date written out, styled", '<c{r} s="2" t="d"><v>2026-05-01T00:00:00</v></c>', "date", "01.maj", "2026-05-01"),
    ("true", '<c{r} t="b"><v>1</v></c>', "boolean", "PRAWDA", "TRUE"),
    ("false", '<c{r} t="b"><v>0</v></c>', "boolean", "FAŁSZ", "FALSE"),
    ("true in letters", '<c{r} t="b"><v>true</v></c>', "boolean", "PRAWDA", "TRUE"),
    ("junk where a boolean belongs", '<c{r} t="b"><v>tak</v></c>', "boolean", "tak", "tak"),
    ("error", '<c{r} t="e"><v>#N/A</v></c>', "error", "#N/D!", "#N/A"),
    ("error of new", '<c{r} t="e"><v>#SPILL!</v></c>', "error", "#ROZLANIE!", "#SPILL!"),
    ("error unknown", '<c{r} t="e"><v>#CALC!</v></c>', "error", "#CALC!", "#CALC!"),
    ("formula, text", '<c{r} t="str"><f>A2</f><v>kotek</v></c>', "formula:text", "kotek", "kotek"),
    ("formula, text with CR", '<c{r} t="str"><f>A2</f><v>raz_x000D_</v></c>', "formula:text", "raz\r", "raz\r"),
    ("formula, shared string", '<c{r} t="s"><f>A2</f><v>0</v></c>', "formula:text", "zero", "zero"),
    ("formula, number", "<c{r}><f>1+1</f><v>2</v></c>", "formula:number", "2", "2"),
    ("formula, number under a format", '<c{r} s="1"><f>7</f><v>7</v></c>', "formula:number", "007", "7"),
    ("formula, date", '<c{r} s="3"><f>TODAY()</f><v>46143</v></c>', "formula:date", "2026-05-01", "2026-05-01"),
    ("formula, boolean", '<c{r} t="b"><f>1=1</f><v>1</v></c>', "formula:boolean", "PRAWDA", "TRUE"),
    ("formula, error", '<c{r} t="e"><f>NA()</f><v>#N/A</v></c>', "formula:error", "#N/D!", "#N/A"),
    ("formula, no result", "<c{r}><f>A2</f></c>", "formula:empty", "", None),
    ("formula, no result by openpyxl", "<c{r}><f>A2</f><v></v></c>", "formula:empty", "", None),
    ("formula, no result, text", '<c{r} t="str"><f>A2</f></c>', "formula:empty", "", None),
    ("formula, no boolean", '<c{r} t="b"><f>A2</f><v/></c>', "formula:empty", "", None),
    ("formula, no index", '<c{r} t="s"><f>A2</f><v/></c>', "formula:empty", "", None),
    ("formula, a picture", '<c{r} t="str"><f>_xlfn.IMAGE("http://x")</f><v></v></c>', "formula:empty", "", None),
    ("formula, Google's picture", '<c{r} t="str"><f>IFERROR(__xludf.DUMMYFUNCTION("IMAGE(""http://x"")"),"")</f><v/></c>',
     "formula:empty", "", None),
    ("formula, empty element", "<c{r}><f/></c>", "formula:empty", "", None),
    ("formula, shared", '<c{r} t="str"><f t="shared" si="0"/><v>piesek</v></c>', "formula:text", "piesek", "piesek"),
    ("formula after its result", '<c{r} t="str"><v>a</v><f>A2</f></c>', "formula:text", "a", "a"),
    ("an unknown type", '<c{r} t="zzz"><v>7</v></c>', "number", "7", "7"),
    ("a style beyond the last", '<c{r} s="99"><v>7</v></c>', "number", "7", "7"),
    ("a style that is no number", '<c{r} s="x" t="s"><v>0</v></c>', "text", "zero", None),
]


@pytest.mark.parametrize(("cell", "kind", "shown", "stored"), [k[1:] for k in KINDS], ids=[k[0] for k in KINDS])
def test_kinds(cell: str, kind: str, shown: str, stored: str | None) -> None:
    raw = cell.replace("{r}", ' r="B2"')
    sheet = first(build(f'<row r="2">{raw}</row>', strings=shared("<t>zero</t>"), styles=styles(FORMATS)))
    assert kinds(sheet) == {"B2": kind}
    assert (sheet.rows[2][2].text, sheet.rows[2][2].stored) == (shown, stored)
    assert codes(sheet) == []


def test_1904() -> None:
    data = build(
        '<row r="1"><c r="A1" s="2"><v>44681</v></c></row>',
        styles=styles(FORMATS),
        workbook_pr='<workbookPr date1904="1"/>',
    )
    assert first(data).rows[1][1].stored == "2026-05-01"


def test_formulas_that_fill_a_range() -> None:
    rows = (
        '<row r="1"><c r="A1" t="str"><f t="array" ref="A1:A2">X</f><v>a</v></c><c r="B1" t="str"><v>b</v></c></row>'
        '<row r="2"><c r="A2" t="str"><v>c</v></c><c r="D2"><f t="dataTable" ref="D2:E2"/><v>1</v></c>'
        '<c r="E2"><v>2</v></c></row><row r="3"><c r="A3" t="str"><v>d</v></c></row>'
    )
    assert kinds(first(build(rows))) == {
        "A1": "formula:text",
        "B1": "text",
        "A2": "formula:text",
        "D2": "formula:number",
        "E2": "formula:number",
        "A3": "text",
    }


def x(ref: str, text: str) -> str:
    return f'<c r="{ref}" t="str"><v>{text}</v></c>'


# Rows; address → text.
STRUCTURE: list[tuple[str, str, dict[str, str]]] = [
    ("blank rows", f'<row r="1">{x("A1", "a")}</row><row r="4">{x("A4", "b")}</row>', {"A1": "a", "A4": "b"}),
    ("rows in any order", f'<row r="3">{x("A3", "b")}</row><row r="2">{x("A2", "a")}</row>', {"A3": "b", "A2": "a"}),
    ("a row in two pieces", f'<row r="2">{x("A2", "a")}</row><row r="2">{x("B2", "b")}</row>', {"A2": "a", "B2": "b"}),
    ("no row numbers", f"<row>{x('A1', 'a')}</row><row>{x('A2', 'b')}</row>", {"A1": "a", "A2": "b"}),
    (
        "no numbers at all",
        '<row><c t="str"><v>a</v></c><c/><c t="str"><v>b</v></c></row><row/><row><c t="str"><v>c</v></c></row>',
        {"A1": "a", "C1": "b", "A3": "c"},
    ),
    ("a cell without a reference", f'<row r="2">{x("C2", "a")}<c t="str"><v>b</v></c></row>', {"C2": "a", "D2": "b"}),
    ("a row number after a missing one", f'<row r="5"/><row>{x("A6", "a")}</row>', {"A6": "a"}),
    ("a row number that is none", f'<row r="x">{x("A1", "a")}</row>', {"A1": "a"}),
    ("row number zero", f'<row r="0">{x("A1", "a")}</row>', {"A1": "a"}),
    ("a cell of another row", f'<row r="2">{x("B5", "a")}{x("A2", "b")}</row>', {"B5": "a", "A2": "b"}),
    ("a cell outside its rows", f'{x("B2", "a")}<row r="3">{x("A3", "b")}</row>', {"B2": "a", "A3": "b"}),
    ("small letters and dollars", f'<row r="2">{x("b2", "a")}{x("$C$2", "b")}</row>', {"B2": "a", "C2": "b"}),
    ("cells in any order", f'<row r="2">{x("C2", "c")}{x("A2", "a")}</row>', {"C2": "c", "A2": "a"}),
    ("row 1 and row 11", f'<row r="1">{x("A1", "a")}</row><row r="11">{x("A11", "b")}</row>', {"A1": "a", "A11": "b"}),
    ("the last cell of all", f'<row r="1048576">{x("XFD1048576", "a")}</row>', {"XFD1048576": "a"}),
    ("styled empty cells", '<row r="1"><c r="A1" s="1"/><c r="B1" s="1"><v></v></c></row>', {}),
    ("nothing", "", {}),
    ("a foreign element among rows", f'<x xmlns="urn:x"><row r="9"/></x><row r="1">{x("A1", "a")}</row>', {"A1": "a"}),
    ("pretty printed", f'\n <row r="1">\n  {x("A1", "a")}\n </row>\n', {"A1": "a"}),
    ("comments between", f'<!-- <row r="7"> --><row r="1"><!-- x -->{x("A1", "a")}</row>', {"A1": "a"}),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "expected"), [row[1:] for row in STRUCTURE], ids=[row[0] for row in STRUCTURE])
@pytest.mark.parametrize("dimension", ["", "A1", "A1:XFD1048576", "nonsense"])
def test_structure(rows: str, expected: dict[str, str], dimension: str) -> None:
    before = f'<dimension ref="{dimension}"/>' if dimension else ""
    assert texts(first(build(rows, before))) == expected


EMPTY = [
    '<c{r} t="str"><f>A2</f><v></v></c>',
    '<c{r} t="str"><f>A2</f><v/></c>',
    '<c{r} t="str"><f t="shared" si="0"/><v></v></c>',
    '<c{r} t="str"><f t="shared" si="0" ref="B2:B9">IF(A2="","",A2)</f><v></v></c>',
    '<c{r} t="str"><f t="array" ref="B2:B3">IF(A2="","",A2)</f><v></v></c>',
    '<c{r} t="inlineStr"><f>A2</f><is><t></t></is></c>',
    '<c{r} t="s"><f>A2</f><v>1</v></c>',
    '<c{r} t="s"><v></v></c>',
    '<c{r} t="s"><v/></c>',
    '<c{r} t="s"><v> \n</v></c>',
    '<c{r} t="s"/>',
    '<c{r} t="n"><v/></c>',
    "<c{r}><v></v></c>",
    '<c{r} t="b"><v/></c>',
    '<c{r} t="e"><v/></c>',
    '<c{r} t="d"><v/></c>',
    '<c{r} t="str"><v/></c>',
    '<c{r} t="inlineStr"/>',
    '<c{r} t="inlineStr"><is/></c>',
    '<c{r} t="inlineStr"><is><t/></is></c>',
]


@pytest.mark.parametrize("cell", EMPTY)
def test_a_cell_that_holds_the_empty_text_is_empty(cell: str) -> None:
    raw = cell.replace("{r}", ' r="B2"')
    sheet = first(build(f'<row r="2">{raw}</row>', strings=shared("<t>zero</t>", "<t></t>")))
    assert texts(sheet) == {}
    assert codes(sheet) == []


def test_a_picture_that_formulas_share() -> None:
    rows = (
        '<row r="1"><c r="A1" t="str"><f t="shared" si="3" ref="A1:A2">IMAGE(B1)</f><v></v></c></row>'
        '<row r="2"><c r="A2" t="str"><f t="shared" si="3"/><v></v></c>'
        '<c r="B2" t="str"><f t="shared" si="4"/><v></v></c></row>'
    )
    assert kinds(first(build(rows))) == {"A1": "formula:empty", "A2": "formula:empty"}


# Where the finding points: an address that no sheet has, or the row where there is not even that.
OUTSIDE: list[tuple[str, str, str, str | int]] = [
    ("a column beyond the last", '<row r="2">{}</row>', "ABCD2", "ABCD2"),
    ("the column after the last", '<row r="2">{}</row>', "XFE2", "XFE2"),
    ("three letters beyond the last", '<row r="2">{}</row>', "ZZZ2", "ZZZ2"),
    ("a row beyond the last", '<row r="1048577">{}</row>', "A1048577", "A1048577"),
    ("a row beyond the last within another", '<row r="2">{}</row>', "A9999999", "A9999999"),
    ("row 0", '<row r="0">{}</row>', "A0", "A0"),
    ("rubbish", '<row r="2">{}</row>', "?", 2),
    ("a row and a column", '<row r="2">{}</row>', "R2C3", 2),
    ("a range", '<row r="2">{}</row>', "A2:B2", 2),
    ("no column", '<row r="2">{}</row>', "2", 2),
]


@pytest.mark.parametrize("kind", ["str", "inlineStr", "s"])
@pytest.mark.parametrize(("rows", "reference", "points"), [row[1:] for row in OUTSIDE], ids=[row[0] for row in OUTSIDE])
def test_a_cell_outside_the_sheet_is_left_out(rows: str, reference: str, points: str | int, kind: str) -> None:
    inside = "<is><t>zero</t></is>" if kind == "inlineStr" else f"<v>{'0' if kind == 's' else 'zero'}</v>"
    cells = f'<c r="{reference}" t="{kind}">{inside}</c>'
    sheet = first(build(f'<row r="1">{x("A1", "a")}</row>' + rows.format(cells), strings=shared("<t>zero</t>")))
    assert texts(sheet) == {"A1": "a"}
    [finding] = sheet.findings
    assert (finding.code, finding.values) == ("stray-cell", {"text": "zero"})
    assert (finding.place.cell or finding.place.row) == points


def test_cells_without_address_end_with_the_sheet() -> None:
    """The next after XFD1 is no cell."""
    sheet = first(build(f'<row r="1">{x("XFD1", "a")}<c t="str"><v>b</v></c></row>'))
    assert (texts(sheet), codes(sheet)) == ({"XFD1": "a"}, [(None, "stray-cell")])


HIDDEN_ROWS = [
    ('hidden="1"', True),
    ('hidden="true"', True),
    ('hidden="0"', False),
    ('ht="0" customHeight="1"', True),
    ('ht="0.0"', True),
    ('ht="15"', False),
    ('ht="x"', False),
    ('outlineLevel="1" hidden="1"', True),
    ('outlineLevel="1" collapsed="1"', False),
]


@pytest.mark.parametrize(("attributes", "hidden"), HIDDEN_ROWS)
def test_hidden_rows_are_read(attributes: str, hidden: bool) -> None:
    sheet = first(build(f'<row r="3" {attributes}>{x("A3", "a")}</row><row r="4" hidden="1"><c r="A4" s="1"/></row>'))
    assert texts(sheet) == {"A3": "a"}
    assert sheet.hidden_rows == ({3} if hidden else set())


HIDDEN_COLUMNS = [
    ('<col min="3" max="4" hidden="1"/>', [(3, 4)]),
    ('<col min="3" max="3" width="0" customWidth="1"/>', [(3, 3)]),
    ('<col min="3" max="3" width="9"/>', []),
    ('<col min="10" max="16384" hidden="true"/><col min="1" max="1" hidden="1"/>', [(1, 1), (10, 16384)]),
    ('<col min="2" max="99999999999" hidden="1"/><col hidden="1"/>', []),
]


@pytest.mark.parametrize(("columns", "hidden"), HIDDEN_COLUMNS)
def test_hidden_columns(columns: str, hidden: list[tuple[int, int]]) -> None:
    assert first(build(f'<row r="1">{x("A1", "a")}</row>', f"<cols>{columns}</cols>")).hidden_columns == hidden


def test_merges() -> None:
    merges = "".join(f'<mergeCell ref="{r}"/>' for r in ("B2:C3", "A1:A1", "D9", "zz", "C5:B4"))
    sheet = first(build(f'<row r="2">{x("B2", "a")}</row>', after=f"<mergeCells>{merges}</mergeCells>"))
    assert sheet.merges == [Merge(2, 2, 3, 3), Merge(4, 2, 5, 3)]


COMMENTS = (
    f'<comments xmlns="{MAIN}"><commentList><comment ref="B2"><text><r><t>Anna: </t></r><r><t>kocur?</t></r></text>'
    f'</comment><comment ref="C9"><text><t>stara</t></text></comment><comment ref="?"/></commentList></comments>'
)
THREADED = (
    '<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments">'
    '<threadedComment ref="C9"><text>pierwszy</text></threadedComment>'
    '<threadedComment ref="C9"><text>drugi</text></threadedComment></ThreadedComments>'
)


def commented() -> dict[str, str | bytes]:
    files = parts({"P": worksheet(f'<row r="2">{x("B2", "a")}</row>')})
    threads = "http://schemas.microsoft.com/office/2017/10/relationships"
    files["xl/worksheets/_rels/sheet1.xml.rels"] = relationships(("comments", "../comments1.xml")).replace(
        "</Relationships>",
        f'<Relationship Id="rId9" Type="{threads}/threadedComment" Target="/xl/threads/t1.xml"/></Relationships>',
    )
    files["xl/comments1.xml"] = COMMENTS
    files["xl/threads/t1.xml"] = THREADED
    return files


def test_comments() -> None:
    sheet = first(pack(commented()))
    said = {finding.place.cell: finding.values["text"] for finding in sheet.findings}
    assert said == {"B2": "Anna: kocur?", "C9": "pierwszy\ndrugi"}
    assert codes(sheet) == [("B2", "cell-comment"), ("C9", "cell-comment")]


@pytest.mark.parametrize("part", ["xl/comments1.xml", "xl/threads/t1.xml", "xl/worksheets/_rels/sheet1.xml.rels"])
def test_broken_comments_lose_no_text(part: str) -> None:
    assert texts(first(pack({**commented(), part: "<broken"}))) == {"B2": "a"}
