"""Cells of .ods files: raw parts → text, kind, what is stored, and findings."""

from __future__ import annotations

import pytest
from rawods import cell, codes, meta, open_ods, package, row, styles, table, texts

from sheet_tools.cells import Cell, Kind
from sheet_tools.findings import Unreadable
from sheet_tools.readers.model import Program
from sheet_tools.readers.ods import read
from sheet_tools.tasks import DEFAULT_TASK, TASKS

STRUCK = '<style:text-properties style:text-line-through-style="solid" style:text-line-through-type="single"/>'
STYLES = (
    f'<style:style style:name="struck" style:family="table-cell">{STRUCK}</style:style>'
    f'<style:style style:name="heir" style:family="table-cell" style:parent-style-name="struck"/>'
    '<style:style style:name="freed" style:family="table-cell" style:parent-style-name="struck">'
    '<style:text-properties style:text-line-through-style="none"/></style:style>'
    '<style:style style:name="ring1" style:family="table-cell" style:parent-style-name="ring2"/>'
    '<style:style style:name="ring2" style:family="table-cell" style:parent-style-name="ring1"/>'
    f'<style:style style:name="t-struck" style:family="text">{STRUCK}</style:style>'
    '<style:style style:name="t-plain" style:family="text">'
    '<style:text-properties style:text-line-through-type="none"/></style:style>'
    f'<style:style style:name="p-struck" style:family="paragraph">{STRUCK}</style:style>'
    '<number:text-style style:name="N1"><number:text-content/><number:text> zł</number:text></number:text-style>'
    '<number:text-style style:name="N2"><number:text/></number:text-style>'
    '<number:text-style style:name="N3"><number:text-content/></number:text-style>'
    '<number:text-style style:name="N4"/>'
    '<number:number-style style:name="N5"><number:text>x</number:text></number:number-style>'
    + "".join(
        f'<style:style style:name="f{n}" style:family="table-cell" style:data-style-name="N{n}"/>' for n in range(1, 6)
    )
)


def one(xml: str, **parts: str) -> Cell:
    """The cell at A1 of a sheet of one cell."""
    return open_ods(table(row(xml)), STYLES, **parts).sheets[0].cell(1, 1)


def of(xml: str, **parts: str) -> list[str]:
    """The codes about that cell."""
    return [code for _, code in codes(open_ods(table(row(xml)), STYLES, **parts))]


TEXT = [
    ("<text:p>kot</text:p>", "kot"),
    ("<text:p>raz</text:p><text:p>dwa</text:p>", "raz\ndwa"),
    ("<text:p>raz</text:p><text:p/><text:p>trzy</text:p><text:p/>", "raz\n\ntrzy\n"),
    ("<text:p>raz<text:line-break/>dwa</text:p>", "raz\ndwa"),
    ("<text:p><text:tab/>raz<text:tab/></text:p>", "\traz\t"),
    ('<text:p><text:s text:c="2"/>dwa, <text:s text:c="2"/>trzy <text:s/></text:p>', "  dwa,   trzy  "),
    ("<text:p><text:s/></text:p>", " "),
    ("<text:p>To <text:span>jest </text:span><text:a xlink:href='http://a.pl'>link</text:a><text:span> tu</text:span>"
     "</text:p>", "To jest link tu"),
    ("<text:p><text:span>a<text:span>b</text:span></text:span>c</text:p>", "abc"),
    ("<text:p><text:ruby><text:ruby-base>字</text:ruby-base><text:ruby-text>zi</text:ruby-text></text:ruby>!</text:p>",
     "字!"),
    ("<text:p>a<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>x</text:p></text:note-body>"
     "</text:note>b</text:p>", "ab"),
    ("<text:p>ala<text:sheet-name>Arkusz1</text:sheet-name></text:p>", "alaArkusz1"),
    ("<text:p>a<text:bookmark text:name='x'/>b<text:soft-page-break/></text:p>", "ab"),
    ("<text:p>a<draw:frame><draw:text-box><text:p>ramka</text:p></draw:text-box></draw:frame>b</text:p>", "ab"),
    ("<text:p>a<loext:content-control>b</loext:content-control></text:p>", "ab"),
    ("<draw:frame><draw:text-box><text:p>ramka</text:p></draw:text-box></draw:frame><text:p>kot</text:p>", "kot"),
    ("<text:list><text:list-item><text:p>a</text:p></text:list-item><text:list-item><text:p>b</text:p></text:list-item>"
     "</text:list>", "a\nb"),
    ("<text:h>kot</text:h>", "kot"),
    ("<text:p>&lt;b&gt; &amp;amp; &quot;</text:p>", '<b> &amp; "'),
    ("<text:p><![CDATA[<kot>]]></text:p>", "<kot>"),
    ("<text:p>ko<!-- x -->t</text:p>", "kot"),
    ("<text:p>a&#13;b</text:p>", "a\rb"),
    ("<text:p>a\u2028b\xa0c\u202fd\xade\u200bf</text:p>", "a\u2028b\xa0c\u202fd\xade\u200bf"),
    ("<text:p>ma\u0328z\u0307 👩‍👩‍👧 𝒳</text:p>", "ma\u0328z\u0307 👩‍👩‍👧 𝒳"),
    ("<text:p>_x000D_ i x005F_</text:p>", "_x000D_ i x005F_"),
    ("<text:p>=1+1</text:p>", "=1+1"),
    ("<text:p>#N/D!</text:p>", "#N/D!"),
    ("<text:p>007</text:p>", "007"),
]  # fmt: skip


@pytest.mark.parametrize(("inside", "text"), TEXT)
def test_text(inside: str, text: str) -> None:
    assert one(cell(inside)) == Cell("Arkusz1", 1, 1, Kind.TEXT, text)
    assert of(cell(inside)) in ([], ["whitespace-ambiguous"] if "\r" in text else [])


AMBIGUOUS = [
    ("Ala\n      ma   kota", True), ("Ala  ma", True), (" Ala", True), ("Ala\t", True), ("\nAla\n", True),
    ("Ala ", True), ("Ala ma", False), ("Ala <text:s/>ma", False), ("Ala <text:span>ma</text:span>", False),
    ("Ala <text:span> ma</text:span>", True), ("Ala\xa0\xa0ma\xa0", False),
]  # fmt: skip


@pytest.mark.parametrize(("inside", "ambiguous"), AMBIGUOUS)
def test_white_space_is_kept_and_spoken_of(inside: str, ambiguous: bool) -> None:
    xml = cell(f"<text:p>{inside}</text:p>")
    assert of(xml) == (["whitespace-ambiguous"] if ambiguous else [])
    if "<" not in inside:
        assert one(xml).text == inside


def test_blank_at_the_end_is_as_libreoffice_writes_it() -> None:
    assert of(cell("<text:p>kot </text:p>"), meta=meta("LibreOffice/7.4")) == []
    assert of(cell("<text:p>kot  </text:p>"), meta=meta("LibreOffice/7.4")) == ["whitespace-ambiguous"]


# attributes, what is shown, the cell
KINDS = [
    ('office:value-type="float" office:value="7"', "007", (Kind.NUMBER, "007", "7", None)),
    ('office:value-type="float" office:value="3.5"', "3,5", (Kind.NUMBER, "3,5", "3.5", None)),
    ('office:value-type="float" office:value="3.5"', "", (Kind.NUMBER, "3,5", "3.5", None)),
    ('office:value-type="float" office:value="1.23456789012346E+018"', "1E+18",
     (Kind.NUMBER, "1E+18", "1.23456789012346E+018", None)),
    ('office:value-type="percentage" office:value="0.05"', "5,00%", (Kind.NUMBER, "5,00%", "0.05", None)),
    ('office:value-type="currency" office:currency="PLN" office:value="5"', "5,00 zł",
     (Kind.NUMBER, "5,00 zł", "5", None)),
    ('office:value-type="date" office:date-value="2026-05-01"', "1.05", (Kind.DATE, "1.05", "2026-05-01", None)),
    ('office:value-type="date" office:date-value="2026-05-01"', "", (Kind.DATE, "01.05.2026", "2026-05-01", None)),
    ('office:value-type="date" office:date-value="2026-05-01T00:00:00"', "x", (Kind.DATE, "x", "2026-05-01", None)),
    ('office:value-type="date" office:date-value="nonsense"', "x", (Kind.DATE, "x", "nonsense", None)),
    ('office:value-type="time" office:time-value="PT12H30M00S"', "12:30", (Kind.DATE, "12:30", "12:30:00", None)),
    ('office:value-type="time" office:time-value="PT36H00M01.500S"', "", (Kind.DATE, "36:00:01.5", "36:00:01.5", None)),
    ('office:value-type="time" office:time-value="P1DT1H"', "", (Kind.DATE, "25:00:00", "25:00:00", None)),
    ('office:value-type="boolean" office:boolean-value="true"', "PRAWDA", (Kind.BOOLEAN, "PRAWDA", "TRUE", None)),
    ('office:value-type="boolean" office:boolean-value="false"', "", (Kind.BOOLEAN, "FAŁSZ", "FALSE", None)),
    ('calcext:value-type="error" office:value-type="string" office:string-value=""', "#N/D!",
     (Kind.ERROR, "#N/D!", "#N/A", None)),
    ('table:formula="of:=NA()" office:value-type="string" office:string-value="" calcext:value-type="error"', "#N/D!",
     (Kind.FORMULA, "#N/D!", "#N/A", Kind.ERROR)),
    ('table:formula="of:=1/0" office:value-type="float" office:value="0"', "#DZIEL/0!",
     (Kind.FORMULA, "#DZIEL/0!", "#DIV/0!", Kind.ERROR)),
    ('table:formula="of:=SUM(" office:value-type="string" office:string-value=""', "Błąd:508",
     (Kind.FORMULA, "Błąd:508", "Err:508", Kind.ERROR)),
    ('table:formula="of:=1+1" office:value-type="float" office:value="2"', "2",
     (Kind.FORMULA, "2", "2", Kind.NUMBER)),
    ('table:formula="of:=[.A2]&amp;&quot;x&quot;" office:value-type="string" office:string-value="kotx"', "kotx",
     (Kind.FORMULA, "kotx", "kotx", Kind.TEXT)),
    ('table:formula="of:=TODAY()" office:value-type="date" office:date-value="2026-05-01"', "01.05.2026",
     (Kind.FORMULA, "01.05.2026", "2026-05-01", Kind.DATE)),
    ('table:formula="of:=TRUE()" office:value-type="boolean" office:boolean-value="true"', "PRAWDA",
     (Kind.FORMULA, "PRAWDA", "TRUE", Kind.BOOLEAN)),
    ('table:formula="of:=1+1"', "", (Kind.FORMULA, "", None, Kind.EMPTY)),
    ('table:formula="of:={1;2}" table:number-matrix-columns-spanned="1" table:number-matrix-rows-spanned="2" '
     'office:value-type="float" office:value="1"', "1", (Kind.FORMULA, "1", "1", Kind.NUMBER)),
    ("", "kot", (Kind.TEXT, "kot", None, None)),
    ('office:value-type="string" office:string-value="kot"', "", (Kind.TEXT, "kot", None, None)),
    ('office:value-type="float"', "kot", (Kind.TEXT, "kot", None, None)),
    ('office:value-type="void"', "", (Kind.EMPTY, "", None, None)),
    ('office:value-type="string"', "", (Kind.EMPTY, "", None, None)),
]  # fmt: skip


@pytest.mark.parametrize(("attributes", "shown", "expected"), KINDS)
def test_kind_shown_and_stored(
    attributes: str, shown: str, expected: tuple[Kind, str, str | None, Kind | None]
) -> None:
    xml = cell(f"<text:p>{shown}</text:p>" if shown else "", attributes)
    found = one(xml)
    assert (found.kind, found.text, found.stored, found.result) == expected
    assert of(xml) == []


STRING_VALUES = [
    ("a&#10;b", "a b", "a\nb", ["string-value-differs"]),
    ("pies", "kot", "pies", ["string-value-differs"]),
    ("kot", "kot", "kot", []),
    ("", "kot", "kot", ["string-value-differs"]),
]


@pytest.mark.parametrize(("stored", "shown", "text", "expected"), STRING_VALUES)
def test_string_value_beside_the_text(stored: str, shown: str, text: str, expected: list[str]) -> None:
    xml = cell(f"<text:p>{shown}</text:p>", f'office:value-type="string" office:string-value="{stored}"')
    assert (one(xml).text, of(xml)) == (text, expected)


def styled(name: str, inside: str = "kot") -> str:
    return cell(f"<text:p>{inside}</text:p>", f'office:value-type="string" table:style-name="{name}"')


STRIKES = [
    (styled("struck"), "kot"), (styled("heir"), "kot"), (styled("freed"), None), (styled("ring1"), None),
    (styled("none-such"), None),
    (cell('<text:p>pies <text:span text:style-name="t-struck">kot</text:span></text:p>'), "kot"),
    (styled("struck", 'pies <text:span text:style-name="t-plain">kot</text:span>'), "pies "),
    (cell('<text:p text:style-name="p-struck">kot</text:p>'), "kot"),
    (cell('<text:p><text:span text:style-name="t-struck"> </text:span>kot</text:p>'), None),
    (cell("<text:p>7</text:p>", 'table:style-name="struck" office:value-type="float" office:value="7"'), "7"),
]  # fmt: skip


@pytest.mark.parametrize(("xml", "struck"), STRIKES)
def test_text_struck_out(xml: str, struck: str | None) -> None:
    findings = [f for f in open_ods(table(row(xml)), STYLES).sheets[0].findings if f.code == "strikethrough"]
    assert [f.values["struck"] for f in findings] == ([struck] if struck else [])


FORMATS = [("f1", "kot zł"), ("f2", ""), ("f3", None), ("f4", ""), ("f5", None)]


@pytest.mark.parametrize(("style", "shown"), FORMATS)
def test_format_that_decorates_or_hides(style: str, shown: str | None) -> None:
    findings = open_ods(table(row(styled(style))), STYLES).sheets[0].findings
    assert [(f.code, f.values["shown"]) for f in findings] == (
        [] if shown is None else [("displayed-differently", shown)]
    )


def test_style_of_the_row_or_the_column_where_the_cell_has_none() -> None:
    column = '<table:table-column table:default-cell-style-name="struck"/><table:table-column/>'
    plain = cell("<text:p>kot</text:p>")
    by_row = row(plain, plain, attributes='table:default-cell-style-name="f1"')
    book = open_ods(table(column, row(plain, plain), by_row), STYLES)
    assert codes(book) == [("A1", "strikethrough"), ("A2", "displayed-differently"), ("B2", "displayed-differently")]


def test_common_styles_stand_in_styles_xml() -> None:
    common = f'<style:style style:name="Skreślone" style:family="table-cell">{STRUCK}</style:style>'
    heir = '<style:style style:name="ce1" style:family="table-cell" style:parent-style-name="Skreślone"/>'
    assert codes(open_ods(table(row(styled("ce1"))), heir, styles=styles(common))) == [("A1", "strikethrough")]


def test_comment_is_left_out_and_noted() -> None:
    said = "<dc:creator>Anna</dc:creator><text:p>albo</text:p><text:p>kocur?</text:p>"
    note = f"<office:annotation>{said}</office:annotation>"
    book = open_ods(table(row(cell(f"{note}<text:p>kot</text:p>"), cell(note, ""), cell(f"<text:p>a{note}b</text:p>"))))
    sheet = book.sheets[0]
    assert [sheet.cell(1, column).text for column in (1, 2, 3)] == ["kot", "", "ab"]
    assert codes(book) == [("A1", "cell-comment"), ("B1", "cell-comment"), ("C1", "cell-comment")]
    assert {f.values["text"] for f in sheet.findings} == {"albo\nkocur?"}


def test_table_inside_a_cell_is_an_error() -> None:
    inner = table(texts("x"), name="w środku")
    assert codes(open_ods(table(row(cell(f"{inner}<text:p>kot</text:p>"))))) == [("A1", "nested-table")]


@pytest.mark.parametrize(("length", "code"), [(32_766, []), (32_767, ["at-cell-limit"]), (32_768, ["over-cell-limit"])])
def test_limit_of_a_cell(length: int, code: list[str]) -> None:
    assert of(cell(f"<text:p>{'a' * length}</text:p>")) == code


PROGRAMS = [
    ("LibreOffice/7.4.7.2$Linux_X86_64", Program.LIBREOFFICE), ("OpenOffice/4.1$Win32", Program.LIBREOFFICE),
    ("MicrosoftOffice/16.0 MicrosoftExcel", Program.EXCEL), ("Gnumeric/1.12", Program.ANY),
]  # fmt: skip


@pytest.mark.parametrize(("generator", "program"), PROGRAMS)
def test_program(generator: str, program: Program) -> None:
    assert open_ods(table(texts("a")), meta=meta(generator)).program is program


def test_broken_meta_costs_nothing() -> None:
    assert open_ods(table(texts("a")), meta="<a>").program is Program.ANY


REFUSED = [
    (package("<a>"), "corrupt-file"),
    (package(b"\xff\xfe\xff"), "corrupt-file"),
    (package('<?xml version="1.0" encoding="utf-7"?><a/>'), "corrupt-file"),
    (package('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), "doctype-entities"),
    (package("<a/>", manifest="<manifest:encryption-data/>"), "encrypted"),
    (b"PK\x03\x04", "corrupt-file"),
    (b"", "corrupt-file"),
]


@pytest.mark.parametrize(("data", "code"), REFUSED)
def test_refused(data: bytes, code: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read(data, "x.ods", TASKS[DEFAULT_TASK])
    assert refusal.value.finding.code == code


# How LibreOffice 7 and 24 save a formula whose result is the empty text, and what it is not: no result at all.
RESULTS: list[tuple[str, str, bool]] = [
    ("", "<text:p/>", False),
    ('office:value-type="string"', "<text:p></text:p>", False),
    ('office:value-type="string" office:string-value="" calcext:value-type="string"', "", False),
    ('office:value-type="string" office:string-value="" calcext:value-type="string"', "<text:p/>", False),
    ("", "", True),
    ('office:value-type="string"', "", True),
    ('office:value-type="float"', "<text:p/>", True),
]


@pytest.mark.parametrize(("attributes", "inside", "is_kept"), RESULTS)
@pytest.mark.parametrize("formula", ["of:=IF([.A1]=1;2;&quot;&quot;)", "msoxl:=A1", ""])
def test_a_formula_with_an_empty_result(attributes: str, inside: str, is_kept: bool, formula: str) -> None:
    workbook = open_ods(table(row(cell(inside, f'table:formula="{formula}" {attributes}'))))
    found = [(c.kind, c.result) for cells in workbook.sheets[0].rows.values() for c in cells.values()]
    assert found == ([(Kind.FORMULA, Kind.EMPTY)] if is_kept else [])


def test_a_formula_that_shows_a_picture_is_not_empty() -> None:
    workbook = open_ods(table(row(cell("<text:p/>", 'table:formula="of:=DISPIMG(&quot;ID_1&quot;;1)"'))))
    assert workbook.sheets[0].rows[1][1].result is Kind.EMPTY


FAR = 'table:number-columns-repeated="16383"'
DEEP = 'table:number-rows-repeated="1048575"'


@pytest.mark.parametrize("kind", ["", ' table:formula="of:=A1"'])
def test_cells_outside_the_sheet_are_left_out(kind: str) -> None:
    inside = cell("<text:p>x</text:p>", f'office:value-type="string"{kind}')
    last = row(cell(attributes=FAR), inside, inside)
    workbook = open_ods(table(last, row(cell(), attributes=DEEP.replace("75", "74")), texts("y"), texts("z")))
    assert codes(workbook) == [("XFE1", "stray-cell"), ("A1048577", "stray-cell")]
    found = [c.place.cell for cells in workbook.sheets[0].rows.values() for c in cells.values()]
    assert found == ["XFD1", "A1048576"]


def test_a_row_is_not_repeated_beyond_the_last() -> None:
    workbook = open_ods(table(row(attributes=DEEP), row(cell("<text:p>x</text:p>"), attributes=DEEP)))
    assert list(workbook.sheets[0].rows) == [1048576]
