"""How a Polish program shows a number by its format: a table, and what must hold for any format at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheet_tools.cells import Kind
from sheet_tools.readers.numfmt import BUILTIN, is_date, show_error, show_iso, show_number, show_text

N, D = Kind.NUMBER, Kind.DATE
NBSP = "\u00a0"


@pytest.mark.parametrize(
    ("raw", "code", "shown"),
    [
        # General: at most 11 characters, 15 digits underneath.
        ("7", "General", "7"),
        ("0.57999999999999996", "General", "0,58"),
        ("0.30000000000000004", "General", "0,3"),
        ("1234567890123450", "General", "1,23457E+15"),
        ("12345678901", "General", "12345678901"),
        ("100000000000", "General", "1E+11"),
        ("123456.789012", "General", "123456,789"),
        ("0.33333333333333331", "General", "0,333333333"),
        ("1.0000000000000001E-5", "General", "0,00001"),
        ("1.2345678900000001E-5", "General", "1,23457E-05"),
        ("-2.5", "General", "-2,5"),
        ("-0", "General", "0"),
        ("1E+300", "General", "1E+300"),
        # Places for digits.
        ("7", "000", "007"),
        ("2", "0.00", "2,00"),
        ("2.5", "0", "3"),
        ("1.005", "0.00", "1,01"),
        ("1.0000000000000001E-5", "0.00000", "0,00001"),
        ("1234.5", "#,##0.00", f"1{NBSP}234,50"),
        ("1234567", "#,##0", f"1{NBSP}234{NBSP}567"),
        ("123", "#,##0", "123"),
        ("12", "0,000", f"0{NBSP}012"),
        ("0", "#", ""),
        ("0.5", "#.##", ",5"),
        ("3", "0.0#", "3,0"),
        ("600123456", "000-000-000", "600-123-456"),
        ("12345", r"00\-000", "12-345"),
        ("1500000", '0.0,,"M"', "1,5M"),
        ("0.05", "0%", "5%"),
        ("0.125", "0.0%", "12,5%"),
        # Currency, literals, padding, colours, conditions, sections.
        ("1234.5", r'#,##0.00\ "zł"', f"1{NBSP}234,50 zł"),
        ("1234.5", "#,##0.00\\ [$zł-415]", f"1{NBSP}234,50 zł"),
        ("9.99", "[$€-2]\\ 0.00", "€ 9,99"),
        ("1234.5", BUILTIN[44], f"1{NBSP}234,50 zł"),
        ("5", '0" dni"', "5 dni"),
        ("5", "0 dni", "5 dni"),
        ("5", r"0\d", "5d"),
        ("5", "[Red]0", "5"),
        ("5", "[Color12]0", "5"),
        ("-5", "0;(0)", "(5)"),
        ("-5", "0;[Red]0", "5"),
        ("-5", "0.0", "-5,0"),
        ("0", '0;-0;"zero"', "zero"),
        ("5", ";;;", ""),
        ("12", '[>=10]0" dużo";0" mało"', "12 dużo"),
        ("9", '[>=10]0" dużo";0" mało"', "9 mało"),
        ("7", "@", "7"),
        ("7", '"nr "@', "nr 7"),
        # Fractions and exponents.
        ("0.5", "# ?/?", "1/2"),
        ("2.25", "# ?/?", "2 1/4"),
        ("3", "# ?/?", "3"),
        ("0.5", "?/8", "4/8"),
        ("1.5", "?/?", "3/2"),
        ("12345", "0.00E+00", "1,23E+04"),
        ("0.00012", "0.0E+0", "1,2E-4"),
        ("12345", "##0.0E+0", "12,3E+3"),
        ("9999", "0.0E+00", "1,0E+04"),
        # What is no number is shown as it stands.
        ("abc", "0", "abc"),
        ("1_000", "0", "1_000"),
        ("1e999", "0", "1e999"),
        ("NaN", "0", "NaN"),
    ],
)
def test_numbers(raw: str, code: str, shown: str) -> None:
    assert show_number(raw, code) == (N, shown, raw)


@pytest.mark.parametrize(
    ("raw", "code", "shown", "stored"),
    [
        # Google Sheets writes whole numbers so; a fraction keeps every digit.
        ("7.0", "General", "7", "7"),
        ("-12.00", "General", "-12", "-12"),
        ("7.0", "000", "007", "7"),
        ("46143.0", "0", "46143", "46143"),
        ("7.10", "General", "7,1", "7.10"),
        ("7.", "General", "7", "7."),
        ("7.0E+1", "General", "70", "7.0E+1"),
    ],
)
def test_a_whole_number_is_stored_without_a_needless_fraction(raw: str, code: str, shown: str, stored: str) -> None:
    assert show_number(raw, code) == (N, shown, stored)


@pytest.mark.parametrize(
    ("raw", "code", "shown", "stored"),
    [
        ("46143", BUILTIN[14], "01.05.2026", "2026-05-01"),
        ("46143", BUILTIN[16], "01.maj", "2026-05-01"),
        ("46143", BUILTIN[17], "maj.26", "2026-05-01"),
        ("46143", "yyyy-mm-dd", "2026-05-01", "2026-05-01"),
        ("46143", "d/m/yyyy", "1.5.2026", "2026-05-01"),
        ("46143", "d mmmm yyyy", "1 maja 2026", "2026-05-01"),
        ("46143", "mmmm yyyy", "maj 2026", "2026-05-01"),
        ("46143", "dddd", "piątek", "2026-05-01"),
        ("46143", "[$-415]d mmm yy", "1 maj 26", "2026-05-01"),
        ("46143", r'd\ "maja"', "1 maja", "2026-05-01"),
        ("46143.520833333336", BUILTIN[22], "01.05.2026 12:30", "2026-05-01T12:30:00"),
        ("0.52083333333333337", BUILTIN[20], "12:30", "12:30:00"),
        ("0.52083333333333337", BUILTIN[18], "12:30 PM", "12:30:00"),
        ("0.99999", "hh:mm:ss", "23:59:59", "23:59:59.136"),
        ("0.0001", BUILTIN[47], "00:08,6", "00:00:08.640"),
        ("1.0625", BUILTIN[46], "25:30:00", "25:30:00"),
        ("1.0625", "[h]:mm", "25:30", "25:30:00"),
        ("1.0625", "[mm]:ss", "1530:00", "25:30:00"),
        ("0.5", "[s]", "43200", "12:00:00"),
        ("60", BUILTIN[16], "29.lut", "1900-02-29 (does not exist)"),
        ("59", BUILTIN[16], "28.lut", "1900-02-28"),
        ("61", BUILTIN[16], "01.mar", "1900-03-01"),
        ("1", BUILTIN[14], "01.01.1900", "1900-01-01"),
        ("0", BUILTIN[14], "00.01.1900", "1900-01-00 (does not exist)"),
        ("-5", BUILTIN[14], "########", "-5"),
        ("-0.5", BUILTIN[46], "########", "-0.5"),
        ("2958465", BUILTIN[14], "31.12.9999", "9999-12-31"),
        ("2958466", BUILTIN[14], "########", "2958466"),
        ("1e300", BUILTIN[14], "########", "1e300"),
    ],
)
def test_dates(raw: str, code: str, shown: str, stored: str) -> None:
    assert show_number(raw, code) == (D, shown, stored)


def test_1904() -> None:
    assert show_number("44681", "yyyy-mm-dd", date1904=True) == (D, "2026-05-01", "2026-05-01")
    assert show_number("0", "yyyy-mm-dd", date1904=True) == (D, "1904-01-01", "1904-01-01")


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("General", False),
        ("0", False),
        ("@", False),
        ('0" dni"', False),
        (r"0\d\m", False),
        ("[Red]0", False),
        ("[Yellow]General", False),
        ("0.00E+00", False),
        ('"yyyy"', False),
        ("_d0", False),
        ("*d0", False),
        ("[$-415]0.00", False),
        ("[>5]0", False),
        ("yyyy-mm-dd", True),
        ("[h]:mm", True),
        ("mm:ss.0", True),
        ("h:mm AM/PM", True),
        ("0;yyyy", True),
        ("[$-F800]dddd, mmmm dd, yyyy", True),
        ("[Red]d", True),
    ],
)
def test_what_is_a_date_format(code: str, expected: bool) -> None:
    assert is_date(code) is expected


@pytest.mark.parametrize(
    ("text", "code", "shown"),
    [
        ("pięć", "General", "pięć"),
        ("pięć", "@", "pięć"),
        ("pięć", "0.00", "pięć"),
        ("pięć", "yyyy-mm-dd", "pięć"),
        ("pięć", '@" zł"', "pięć zł"),
        ("pięć", '0;0;0;"„"@"”"', "„pięć”"),
        ("ukryte", ";;;", ""),
        ("widać", ";;", "widać"),
        ("pięć", '0;0;0;"inne"', "inne"),
        ("pięć", BUILTIN[44], "pięć"),
        (" a ", "_-@_-", " a "),
        ("a", "@@", "aa"),
        ("a", "[Red]@", "a"),
        ("a", "@*.", "a"),
        ("a", r"\„@", "„a"),
    ],
)
def test_texts(text: str, code: str, shown: str) -> None:
    assert show_text(text, code) == shown


@pytest.mark.parametrize(
    ("raw", "code", "shown", "stored"),
    [
        ("2026-05-01", "General", "01.05.2026", "2026-05-01"),
        ("2026-05-01T00:00:00", "dd.mmm", "01.maj", "2026-05-01"),
        ("2026-05-01T12:30:00Z", "General", "01.05.2026 12:30:00", "2026-05-01T12:30:00"),
        ("12:30:00", "hh:mm", "12:30", "12:30:00"),
        ("2026-02-30", "General", "2026-02-30", "2026-02-30"),
        ("wczoraj", "General", "wczoraj", "wczoraj"),
        ("", "General", "", ""),
    ],
)
def test_dates_written_out(raw: str, code: str, shown: str, stored: str) -> None:
    assert show_iso(raw, code) == (D, shown, stored)


def test_errors() -> None:
    assert [show_error(e) for e in ("#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NOWY!")] == [
        "#N/D!",
        "#NAZWA?",
        "#ARG!",
        "#DZIEL/0!",
        "#NOWY!",
    ]


FORMATS = st.text(st.sampled_from('0#?.,%/@;[]"\\_*E+-ymdhsAMP/ Genralzł<>=1'), max_size=30) | st.text(max_size=12)


@given(st.floats(allow_nan=True) | st.integers(-(10**18), 10**18), FORMATS, st.booleans())
def test_any_number_under_any_format(value: float, code: str, date1904: bool) -> None:
    shown = show_number(repr(value), code, date1904)
    assert shown.kind in (N, D)
    assert "\0" not in shown.text


@given(st.text(max_size=40), FORMATS)
def test_any_text_under_any_format(text: str, code: str) -> None:
    assert isinstance(show_text(text, code), str)
    assert show_text(text, "@") == text
