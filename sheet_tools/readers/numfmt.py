"""How a Polish program shows a value by its number format, and what the file holds, in a form no locale changes.

The format is in the notation of the files (ECMA-376 part 1, 18.8.31), which is English in every language.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from sheet_tools.cells import Kind
from sheet_tools.readers import numfmt_dates, numfmt_numbers
from sheet_tools.readers.numfmt_numbers import digits15, general, trim
from sheet_tools.readers.numfmt_sections import Section, T, sections

__all__ = [
    "BUILTIN",
    "Shown",
    "general",
    "is_date",
    "show_boolean",
    "show_error",
    "show_iso",
    "show_number",
    "show_text",
]

# What the numbered formats are in a Polish program; those it has not are General.
BUILTIN: dict[int, str] = {
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00",
    5: '#,##0\\ "zł";-#,##0\\ "zł"', 6: '#,##0\\ "zł";[Red]-#,##0\\ "zł"',
    7: '#,##0.00\\ "zł";-#,##0.00\\ "zł"', 8: '#,##0.00\\ "zł";[Red]-#,##0.00\\ "zł"',
    9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??",
    14: "dd.mm.yyyy", 15: "dd.mmm.yy", 16: "dd.mmm", 17: "mmm.yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM",
    20: "hh:mm", 21: "hh:mm:ss", 22: "dd.mm.yyyy\\ hh:mm",
    37: "#,##0;-#,##0", 38: "#,##0;[Red]-#,##0", 39: "#,##0.00;-#,##0.00", 40: "#,##0.00;[Red]-#,##0.00",
    41: '_-* #,##0_-;-* #,##0_-;_-* "-"_-;_-@_-', 42: '_-* #,##0\\ "zł"_-;-* #,##0\\ "zł"_-;_-* "-"\\ "zł"_-;_-@_-',
    43: '_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-',
    44: '_-* #,##0.00\\ "zł"_-;-* #,##0.00\\ "zł"_-;_-* "-"??\\ "zł"_-;_-@_-',
    45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
    **dict.fromkeys((27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58), "dd.mm.yyyy"),
    **dict.fromkeys((32, 33, 34, 35, 55, 56), "hh:mm:ss"),
}  # fmt: skip

# Excel's own words; an error that it has no Polish word for, or whose word is not known here, stays as it is.
_ERRORS = {
    "#N/A": "#N/D!", "#NAME?": "#NAZWA?", "#VALUE!": "#ARG!", "#REF!": "#ADR!", "#DIV/0!": "#DZIEL/0!",
    "#NULL!": "#ZERO!", "#NUM!": "#LICZBA!", "#SPILL!": "#ROZLANIE!",
}  # fmt: skip
_COMPARE: dict[str, Callable[[Decimal, Decimal], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "=": operator.eq, "<>": operator.ne,
}  # fmt: skip
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[Ee][+-]?\d+)?", re.ASCII)
# Google Sheets writes 7 as 7.0: one and the same number.
_NEEDLESS = re.compile(r"([+-]?\d{1,400})\.0{1,20}", re.ASCII)
# Whole numbers that General shows as they are.
_SHORT = re.compile(r"0|-?[1-9]\d{0,9}", re.ASCII)
_ISO = re.compile(r"(?:(\d{4})-(\d\d)-(\d\d))?T?(?:(\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?)?Z?", re.ASCII)


class Shown(NamedTuple):
    """`kind` is NUMBER or DATE; `text` is what a Polish program shows; `stored` is the invariant form."""

    kind: Kind
    text: str
    stored: str


def show_number(raw: str, code: str = "General", date1904: bool = False) -> Shown:
    """A number as its file writes it ("0.57999999999999996") under a number format in the notation of Excel.

    What is no number, or none that a program can hold, is shown as it stands. A whole number written with a needless
    ".0" is stored without it.
    """
    raw = raw.strip()
    if whole := _NEEDLESS.fullmatch(raw):
        raw = whole[1]
    if code == "General" and _SHORT.fullmatch(raw):
        return Shown(Kind.NUMBER, raw, raw)
    if len(raw) > 400 or not _NUMBER.fullmatch(raw) or not math.isfinite(value := float(raw)):
        return Shown(Kind.NUMBER, raw, raw)
    if code == "General":
        return Shown(Kind.NUMBER, general(value), raw)
    section, signed = _choose(sections(code), value)
    if section is None:
        return Shown(Kind.NUMBER, numfmt_dates.HASHES, raw)
    if section.is_date:
        text = trim(numfmt_dates.render(section, value, date1904))
        return Shown(Kind.DATE, text, numfmt_dates.stored(section, value, date1904, raw))
    text = trim(numfmt_numbers.render(section, abs(value)))
    return Shown(Kind.NUMBER, f"-{text}" if signed and value < 0 and text else text, raw)


def show_text(text: str, code: str) -> str:
    """What a text format shows of a text: `@" zł"` decorates it, `;;;` hides it, any other leaves it."""
    parts = sections(code)
    section = parts[-1]
    if len(parts) < 4 and not section.has(T.TEXT):
        return text
    if len(parts) >= 4:
        section = parts[3]
    pieces = (text if t.kind in (T.TEXT, T.GENERAL) else numfmt_numbers.shown(t) for t in section.tokens)
    return _trim_around(list(pieces))


def _trim_around(pieces: list[str]) -> str:
    """Padding is taken off the ends piece by piece: a text's own blanks, and its own NUL, are not padding."""
    while pieces and pieces[0] == "\0":
        pieces.pop(0)
    while pieces and pieces[-1] == "\0":
        pieces.pop()
    return "".join(" " if piece == "\0" else piece for piece in pieces)


def show_boolean(value: bool) -> str:
    return "PRAWDA" if value else "FAŁSZ"


def show_error(stored: str) -> str:
    """„#N/A” → „#N/D!”; an error that is not known is shown as it is stored."""
    return _ERRORS.get(stored, stored)


def show_iso(raw: str, code: str = "General") -> Shown:
    """A date that its file writes out ("2026-05-01", "2026-05-01T12:30:00", "12:30:00"), under a format.

    One that is no date of the calendar is shown as it stands.
    """
    raw = raw.strip()
    match = _ISO.fullmatch(raw)
    serial = _serial(match) if match and raw else None
    if match is None or serial is None:
        return Shown(Kind.DATE, raw, raw)
    day, time = match[1] is not None, match[4] is not None
    if not is_date(code):
        code = "dd.mm.yyyy\\ hh:mm:ss" if day and time else "dd.mm.yyyy" if day else "hh:mm:ss"
    if serial >= 0 and (not day or serial >= 61):
        return show_number(repr(serial), code)
    return Shown(Kind.DATE, raw, raw)


def is_date(code: str) -> bool:
    """Whether a number format shows dates, times or durations: quoted or escaped letters and colours do not."""
    return any(section.is_date for section in sections(code))


def _choose(parts: tuple[Section, ...], value: float) -> tuple[Section | None, bool]:
    """The section for a value, and whether a negative value keeps its sign there; None where no condition holds."""
    numeric = parts[:3]
    exact = digits15(value)
    if any(part.condition for part in numeric):
        for part in numeric:
            if part.condition is None or _COMPARE[part.condition[0]](exact, part.condition[1]):
                return part, True
        return None, True
    if len(numeric) == 1 or exact > 0:
        return numeric[0], True
    if exact < 0:
        return numeric[1], False
    return numeric[2 if len(numeric) > 2 else 0], False


def _serial(match: re.Match[str]) -> float | None:
    """Days since 30 December 1899."""
    days = 0
    if match[1]:
        try:
            days = (date(int(match[1]), int(match[2]), int(match[3])) - date(1899, 12, 30)).days
        except ValueError:
            return None
    seconds = int(match[4] or 0) * 3600 + int(match[5] or 0) * 60 + float(match[6] or 0)
    return days + seconds / 86400 if seconds < 86400 else None
