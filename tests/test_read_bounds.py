"""What a small file can come to: bounded by what it holds when read, not by what it stores."""

from __future__ import annotations

import pytest
import rawods
from rawxlsx import MAIN, build, first, kinds, pack, parts, read, refused, shared, styles, worksheet

from sheet_tools.readers.limits import (
    MAX_CHARACTERS,
    MAX_FORMAT,
    MAX_FORMATS,
    MAX_ROWS,
    MAX_RUNS,
    MAX_STYLES,
    MAX_WORK,
)
from sheet_tools.readers.numfmt import show_number
from sheet_tools.readers.xlsx import values

BIG = "too-big-unpacked"


def repeated(length: int, times: int) -> bytes:
    """One shared string of so many characters in so many cells."""
    rows = "".join(f'<row r="{i}"><c r="A{i}" t="s"><v>0</v></c></row>' for i in range(1, times + 1))
    return build(rows, strings=shared(f"<t>{'a' * length}</t>"))


TIMES = 1_000
LENGTH = MAX_CHARACTERS // TIMES


@pytest.mark.parametrize(("length", "code"), [(LENGTH, ""), (LENGTH + 1, BIG)])
def test_the_sum_of_characters(length: int, code: str) -> None:
    assert refused(repeated(length, TIMES)) == code


@pytest.mark.parametrize(("rows", "code"), [(TIMES, ""), (TIMES + 1, BIG)])
def test_the_sum_of_characters_in_ods(rows: int, code: str) -> None:
    inside = f'<text:p>a<text:s text:c="{LENGTH - 2}"/>b</text:p>'
    body = rawods.table(rawods.row(rawods.cell(inside), attributes=f'table:number-rows-repeated="{rows}"'))
    assert refused(rawods.package(rawods.content(body)), "a.ods") == code


@pytest.mark.parametrize(("times", "code"), [(MAX_RUNS, ""), (MAX_RUNS + 1, BIG)])
def test_runs_of_one_text(times: int, code: str) -> None:
    row = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>'
    assert refused(build(row, strings=shared("<r><t>a</t></r>" * times))) == code


@pytest.mark.parametrize(("times", "code"), [(MAX_RUNS, ""), (MAX_RUNS + 1, BIG)])
def test_spans_of_one_text(times: int, code: str) -> None:
    body = rawods.table(rawods.row(rawods.cell("<text:p>" + "<text:span>a</text:span>" * times + "</text:p>")))
    assert refused(rawods.package(rawods.content(body)), "a.ods") == code


@pytest.mark.parametrize(("times", "code"), [(MAX_STYLES, ""), (MAX_STYLES + 1, BIG)])
def test_styles(times: int, code: str) -> None:
    part = f'<styleSheet xmlns="{MAIN}"><cellXfs>{"<xf/>" * times}</cellXfs></styleSheet>'
    assert refused(build("", styles=part)) == code


@pytest.mark.parametrize(("times", "code"), [(MAX_FORMATS - 1, ""), (MAX_FORMATS, BIG)])
def test_formats(times: int, code: str) -> None:
    assert refused(build("", styles=styles(["0"] * times))) == code


def test_a_format_longer_than_any_is_none() -> None:
    row = '<row r="1"><c r="A1" s="1"><v>7</v></c><c r="B1" s="1" t="str"><v>a</v></c></row>'
    sheet = first(build(row, styles=styles(['"x"' * MAX_FORMAT + "0"])))
    assert (kinds(sheet), sheet.rows[1][1].text) == ({"A1": "number", "B1": "text"}, "7")


FORMATS = ["0." + "0" * 120, "0." + "0" * 250, "0." + "0" * 100 + "%" * 50, "#,##0." + "#" * 240, "0" * 200 + ".00"]
VALUES = ["1e300", "-1.5e308", "1e-300", "5e-324", "1", "0.1", "99999.99999"]


@pytest.mark.parametrize("code", [*FORMATS, "0." + "0" * 100 + "E+000", "# ?/" + "?" * 100, "0," * 100 + ".0"])
@pytest.mark.parametrize("value", VALUES)
def test_any_number_under_any_format(code: str, value: str) -> None:
    assert len(show_number(value, code).text) < 3_000


def test_many_decimals_are_exact() -> None:
    assert show_number("1e300", "0." + "0" * 120).text == "1" + "0" * 300 + "," + "0" * 120


@pytest.mark.parametrize(("length", "code"), [(60, ""), (MAX_FORMAT, BIG)])
def test_numbers_under_a_long_format(length: int, code: str) -> None:
    """A number shown by a long format costs as many steps as that has characters."""
    rows = "".join(f'<row r="{i}"><c r="A{i}" s="1"><v>1.5</v></c></row>' for i in range(1, 5_000))
    assert refused(build(rows, styles=styles(["0." + "0" * (length - 2)]))) == code


def test_a_rich_string_in_many_cells_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    monkeypatch.setattr(values, "lost", lambda pieces: seen.append(len(pieces)))
    rows = "".join(f'<row r="{i}"><c r="A{i}" t="s"><v>0</v></c></row>' for i in range(1, 500))
    first(build(rows, strings=shared("<r><rPr><b/></rPr><t>a</t></r><r><t>b</t></r>")))
    assert seen == [2]


SHEETS = 20


def sheets(rows: str, number: int = SHEETS, cut: int = 0) -> bytes:
    """A workbook of so many sheets of the same rows; without the end of their part where that is cut."""
    part = worksheet(rows)
    return pack(parts({f"S{k}": part[: len(part) - cut] for k in range(number)}))


def plain_rows(number: int) -> str:
    return "".join(f'<row r="{i}"><c r="A{i}" t="str"><v>a</v></c></row>' for i in range(1, number + 1))


@pytest.mark.parametrize(("rows", "code"), [(MAX_ROWS // SHEETS, ""), (MAX_ROWS // SHEETS + 1, BIG)])
def test_the_rows_of_all_sheets_together(rows: int, code: str) -> None:
    assert refused(sheets(plain_rows(rows))) == code


@pytest.mark.parametrize(("rows", "code"), [(MAX_ROWS // SHEETS, ""), (MAX_ROWS // SHEETS + 1, BIG)])
def test_the_rows_of_all_sheets_together_in_ods(rows: int, code: str) -> None:
    often = rawods.row(rawods.cell("<text:p>a</text:p>"), attributes=f'table:number-rows-repeated="{rows}"')
    body = "".join(rawods.table(often, name=f"S{k}") for k in range(SHEETS))
    assert refused(rawods.package(rawods.content(body)), "a.ods") == code


@pytest.mark.parametrize(("rows", "code"), [(100, "corrupt-file"), (MAX_WORK // SHEETS // 2, BIG)])
def test_the_work_on_sheets_that_break_off(rows: int, code: str) -> None:
    """Nothing of them is kept, but each was read up to its damage."""
    assert refused(sheets("<row/>" * rows, cut=5)) == code


# A bank of 20,000 items with nine columns, in the ways of writing that no pattern takes whole.
BANK = 20_000
CELLS = {
    "entities": '<c r="{at}" t="inlineStr"><is><t>a &amp; b</t></is></c>',
    "formulas": '<c r="{at}" t="str"><f>B1</f><v>a</v></c>',
    "numbers": '<c r="{at}"><v>1.25</v></c>',
}


def bank(cell: str, rows: int, columns: str = "ABCDEFGHI") -> bytes:
    return build(
        "".join(
            f'<row r="{i}">' + "".join(cell.format(at=f"{letter}{i}") for letter in columns) + "</row>"
            for i in range(1, rows + 1)
        )
    )


@pytest.mark.parametrize("cell", CELLS.values(), ids=CELLS.keys())
def test_a_bank_is_read_however_it_is_written(cell: str) -> None:
    assert refused(bank(cell, BANK)) == ""


@pytest.mark.parametrize("cell", CELLS.values(), ids=CELLS.keys())
def test_more_than_any_bank_is_not(cell: str) -> None:
    assert refused(bank(cell, 5 * BANK)) == BIG


def test_plain_rows_cost_no_work() -> None:
    assert refused(bank('<c r="{at}" t="str"><v>a b</v></c>', 100_000, "ABC")) == ""


def test_looks_at_one_string_in_many_faces_are_work() -> None:
    """A string of a thousand runs in cells of a thousand colours is looked at for each of them."""
    fonts = "".join(f'<font><color rgb="FF{k:06X}"/></font>' for k in range(1, 5_000))
    formats = "".join(f'<xf fontId="{k}"/>' for k in range(4_999))
    part = f'<styleSheet xmlns="{MAIN}"><fonts>{fonts}</fonts><cellXfs>{formats}</cellXfs></styleSheet>'
    rows = "".join(f'<row r="{i}"><c r="A{i}" s="{i - 1}" t="s"><v>0</v></c></row>' for i in range(1, 5_000))
    rich = "<r><t>a</t></r><r><rPr><b/></rPr><t>b</t></r>" * 500
    assert refused(build(rows, strings=shared(rich), styles=part)) == BIG


def test_formulas_that_fill_the_same_cells_over_and_over() -> None:
    arrays = "".join(
        f'<row r="{i}"><c r="A{i}"><f t="array" ref="B1:C{1000 + i}">1</f><v>1</v></c></row>' for i in range(1, 2_000)
    )
    assert refused(build(arrays)) == BIG


def in_ods(styles: str, look: str = "") -> bytes:
    body = rawods.table(rawods.row(rawods.cell("<text:p>a</text:p>", look)))
    return rawods.package(rawods.content(body, styles))


@pytest.mark.parametrize(("times", "code"), [(MAX_STYLES, ""), (MAX_STYLES + 1, BIG)])
def test_styles_in_ods(times: int, code: str) -> None:
    styles = "".join(f'<style:style style:name="s{k}" style:family="table-cell"/>' for k in range(times))
    assert refused(in_ods(styles), "a.ods") == code


@pytest.mark.parametrize(("times", "code"), [(MAX_FORMATS, ""), (MAX_FORMATS + 1, BIG)])
def test_formats_in_ods(times: int, code: str) -> None:
    assert refused(in_ods("".join(f'<number:text-style style:name="n{k}"/>' for k in range(times))), "a.ods") == code


@pytest.mark.parametrize(("length", "said"), [(MAX_FORMAT - 1, ["displayed-differently"]), (MAX_FORMAT, [])])
def test_a_format_longer_than_any_is_none_in_ods(length: int, said: list[str]) -> None:
    """The place of the text in it counts as one character."""
    styles = (
        f'<number:text-style style:name="n"><number:text>{"x" * length}</number:text><number:text-content/>'
        '</number:text-style><style:style style:name="s" style:family="table-cell" style:data-style-name="n"/>'
    )
    sheet = read(in_ods(styles, 'office:value-type="string" table:style-name="s"'), "a.ods").sheets[0]
    assert [finding.code for finding in sheet.findings] == said


@pytest.mark.parametrize(("rows", "code"), [(BANK, ""), (5 * BANK, BIG)])
def test_rich_texts_in_ods_are_work(rows: int, code: str) -> None:
    bold = (
        '<style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>'
    )
    rich = rawods.row(rawods.cell('<text:p>a<text:span text:style-name="T1">b</text:span>c</text:p>'))
    assert refused(rawods.package(rawods.content(rawods.table(rich * rows), bold)), "a.ods") == code
