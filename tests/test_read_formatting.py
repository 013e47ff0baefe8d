"""The look that carries a meaning is no part of a text: a warning says what is lost, and nothing of what is uniform."""

from __future__ import annotations

import pytest
import rawods
from neighbours import outcome, row, text, workbook
from rawxlsx import MAIN, build, first, shared

MARK = "formatting-lost"
SUPER, SUB = '<vertAlign val="superscript"/>', '<vertAlign val="subscript"/>'
RED, BLACK, THEME = '<color rgb="FFFF0000"/>', '<color rgb="FF000000"/>', '<color theme="1"/>'
SYMBOL, CHARSET = '<rFont val="Symbol"/>', '<rFont val="X"/><charset val="2"/>'


def run(content: str, look: str | None = None) -> str:
    properties = "" if look is None else f"<rPr>{look}</rPr>"
    return f'<r>{properties}<t xml:space="preserve">{content}</t></r>'


# The runs of a text in a usual cell; what is said to be marked ("" is: nothing).
RUNS: list[tuple[str, str, str]] = [
    ("superscript", run("10") + run("2", SUPER) + run(" arów"), "2"),
    ("subscript", run("H") + run("2", SUB) + run("O"), "2"),
    ("superscript first", run("2", SUPER) + run(" arów"), "2"),
    ("all superscript", run("102", SUPER), "102"),
    ("underlined", run("Ala ma ") + run("kota", "<u/>"), "kota"),
    ("underlined twice", run("Ala ma ") + run("kota", '<u val="double"/>'), "kota"),
    ("bold", run("Ala ma ") + run("kota", "<b/>"), "kota"),
    ("italic", run("Ala ma ") + run("kota", "<i/>"), "kota"),
    ("red", run("Ala ma ") + run("kota", RED), "kota"),
    ("red by its number", run("Ala ma ") + run("kota", '<color indexed="10"/>'), "kota"),
    ("of the theme", run("Ala ma ") + run("kota", '<color theme="4"/>'), "kota"),
    ("lighter", run("Ala ma ") + run("kota", '<color theme="1" tint="0.5"/>'), "kota"),
    ("two pieces", run("Ala", "<u/>") + run(" ma pięknego ") + run("kota", "<u/>"), "Ala · kota"),
    ("Symbol", run("kąt ") + run("a", SYMBOL), "a"),
    ("Wingdings 2", run("kąt ") + run("a", '<rFont val="Wingdings 2"/>'), "a"),
    ("a font of symbols by its charset", run("kąt ") + run("a", CHARSET), "a"),
    ("all Symbol", run("abc", SYMBOL), "abc"),
    ("all bold", run("Ala ", "<b/>") + run("ma kota", "<b/>"), ""),
    ("all red", run("Ala ", RED) + run("ma kota", RED), ""),
    ("black in four ways", run("Ala ") + run("ma ", BLACK) + run("ko", THEME) + run("ta", '<color auto="1"/>'), ""),
    ("black by its number", run("Ala ") + run("ma", '<color indexed="64"/>') + run("ko", '<color indexed="8"/>'), ""),
    ("blanks alone", run("Ala") + run(" \n", "<u/><b/>") + run("ma"), ""),
    ("no text", run("Ala") + run("", SUPER) + run("ma"), ""),
    ("not bold", run("Ala ") + run("ma kota", '<b val="0"/><u val="none"/><vertAlign val="baseline"/>'), ""),
    ("another size and font", run("Ala ") + run("ma kota", '<sz val="20"/><rFont val="Arial"/><family val="2"/>'), ""),
    ("struck out is another matter", run("Ala ") + run("ma kota", "<strike/>"), ""),
    ("a reading aid", run("Ala") + '<rPh sb="0" eb="1"><t>x</t></rPh>', ""),
]


@pytest.mark.parametrize("inline", [False, True])
@pytest.mark.parametrize(("runs", "marked"), [row[1:] for row in RUNS], ids=[row[0] for row in RUNS])
def test_runs(runs: str, marked: str, inline: bool) -> None:
    inside = f'<c r="A1" t="inlineStr"><is>{runs}</is></c>' if inline else '<c r="A1" t="s"><v>0</v></c>'
    sheet = first(build(f'<row r="1">{inside}</row>', strings=shared(runs)))
    assert [f.values["marked"] for f in sheet.findings if f.code == MARK] == ([marked] if marked else [])


def styled(font: str) -> str:
    return (
        f'<styleSheet xmlns="{MAIN}"><fonts><font/><font>{font}</font></fonts>'
        '<cellXfs><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>'
    )


# The font of the cell, the runs in it, what is marked.
CELLS: list[tuple[str, str, str, str]] = [
    ("superscript", SUPER, "", "abc"),
    ("subscript", SUB, "", "abc"),
    ("Symbol", '<name val="Symbol"/>', "", "abc"),
    ("Webdings", '<name val="webdings"/>', "", "abc"),
    ("charset of symbols", '<charset val="2"/>', "", "abc"),
    ("bold", "<b/>", "", ""),
    ("underlined", "<u/>", "", ""),
    ("red", RED, "", ""),
    ("bold, a run takes it from the cell", "<b/>", run("a") + run("b", "<b/>"), ""),
    ("bold, but for a run", "<b/>", run("ab") + run("c", ""), "c"),
    ("superscript, but for a run", SUPER, run("ab") + run("c", ""), "ab"),
    ("black in its way", THEME, run("a") + run("b", BLACK), ""),
]


@pytest.mark.parametrize(("font", "runs", "marked"), [row[1:] for row in CELLS], ids=[row[0] for row in CELLS])
def test_fonts_of_cells(font: str, runs: str, marked: str) -> None:
    rows = '<row r="1"><c r="A1" s="1" t="s"><v>0</v></c></row>'
    sheet = first(build(rows, strings=shared(runs or "<t>abc</t>"), styles=styled(font)))
    assert [f.values["marked"] for f in sheet.findings if f.code == MARK] == ([marked] if marked else [])


def test_a_number_is_not_marked() -> None:
    sheet = first(build('<row r="1"><c r="A1" s="1"><v>7</v></c></row>', styles=styled(SUPER)))
    assert [f.code for f in sheet.findings] == []


def test_it_is_a_warning_of_the_authors_columns_alone() -> None:
    marked = f'<c r="{{}}" t="inlineStr"><is>{run("a") + run("b", SUPER)}</is></c>'
    texts, codes = outcome(workbook(row(text("p"), marked.format("B2"), marked.format("I2"))))
    assert (texts["B2"], codes) == ("ab", [("B2", MARK)])


# The text:p of a cell; the properties of style T1, of the cell's style; what is marked.
SPAN = '<text:p>10<text:span text:style-name="T1">2</text:span> km</text:p>'
ALL = '<text:p><text:span text:style-name="T1">abc</text:span></text:p>'
BLANK = '<text:p>10<text:span text:style-name="T1"> </text:span>km</text:p>'
OUTER = '<text:p>xyz<text:span text:style-name="T1">a<text:span text:style-name="T2">b</text:span></text:span></text:p>'
ODS: list[tuple[str, str, str, str, str]] = [
    ("super", SPAN, 'style:text-position="super 58%"', "", "2"),
    ("sub", SPAN, 'style:text-position="sub 58%"', "", "2"),
    ("raised by a height", SPAN, 'style:text-position="33% 58%"', "", "2"),
    ("lowered by a height", SPAN, 'style:text-position="-33% 58%"', "", "2"),
    ("at its place", SPAN, 'style:text-position="0% 100%"', "", ""),
    ("underlined", SPAN, 'style:text-underline-style="solid"', "", "2"),
    ("not underlined", SPAN, 'style:text-underline-style="none"', "", ""),
    ("bold", SPAN, 'fo:font-weight="bold"', "", "2"),
    ("normal in a bold cell", SPAN, 'fo:font-weight="normal"', 'fo:font-weight="bold"', "2"),
    ("bold in a bold cell", SPAN, 'fo:font-weight="bold"', 'fo:font-weight="bold"', ""),
    ("italic", SPAN, 'fo:font-style="italic"', "", "2"),
    ("red", SPAN, 'fo:color="#ff0000"', "", "2"),
    ("black", SPAN, 'fo:color="#000000"', "", ""),
    ("the window's colour", SPAN, 'fo:color="#ff0000" style:use-window-font-color="true"', "", ""),
    ("a symbol font", SPAN, 'style:font-name="Symbol1"', "", "2"),
    ("a font of symbols by its charset", SPAN, 'style:font-name="X" style:font-charset="x-symbol"', "", "2"),
    ("another font", SPAN, 'style:font-name="Arial"', "", ""),
    ("nothing", SPAN, "", "", ""),
    ("all super", ALL, 'style:text-position="super 58%"', "", "abc"),
    ("all bold", ALL, 'fo:font-weight="bold"', "", ""),
    ("blanks alone", BLANK, 'style:text-underline-style="solid"', "", ""),
    ("a span in a span", OUTER, 'fo:font-weight="bold"', "", "ab"),
    ("the cell in super", "<text:p>abc</text:p>", "", 'style:text-position="super 58%"', "abc"),
    ("the cell in Wingdings", "<text:p>abc</text:p>", "", 'style:font-name="Wingdings"', "abc"),
    ("the cell in bold", "<text:p>abc</text:p>", "", 'fo:font-weight="bold"', ""),
    ("one of two paragraphs", "<text:p>abcd</text:p>" + ALL, 'fo:font-weight="bold"', "", "abc"),
]


@pytest.mark.parametrize(("inside", "span", "own", "marked"), [row[1:] for row in ODS], ids=[row[0] for row in ODS])
def test_in_ods(inside: str, span: str, own: str, marked: str) -> None:
    style = '<style:style style:name="{}" style:family="{}"><style:text-properties {}/></style:style>'
    named = [("T1", "text", span), ("T2", "text", ""), ("ce1", "table-cell", own)]
    automatic = "".join(style.format(*each) for each in named)
    made = rawods.cell(inside, 'table:style-name="ce1" office:value-type="string"')
    sheet = rawods.open_ods(rawods.table(rawods.row(made)), automatic).sheets[0]
    assert [f.values["marked"] for f in sheet.findings if f.code == MARK] == ([marked] if marked else [])


def test_many_texts_written_inline_are_told_apart() -> None:
    plain, marked = run("a") + run("b", ""), run("a") + run("b", "<b/>")
    cell = '<c r="A{}" t="inlineStr"><is>{}</is></c>'
    rows = "".join(f'<row r="{i}">{cell.format(i, marked if i % 2 else plain)}</row>' for i in range(1, 200))
    sheet = first(build(rows))
    assert [f.place.row for f in sheet.findings if f.code == MARK] == list(range(1, 200, 2))
