"""What a small file can come to: bounded by what it holds when read, not by what it stores."""

from __future__ import annotations

import pytest
import rawods
from rawxlsx import MAIN, build, first, kinds, refused, shared, styles

from sheet_tools.readers.limits import LONG_FORMAT, MAX_CHARACTERS, MAX_FORMAT, MAX_FORMATS, MAX_RUNS, MAX_STYLES
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


@pytest.mark.parametrize(("length", "code"), [(LONG_FORMAT, ""), (MAX_FORMAT, BIG)])
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
