"""A cell's attributes and paragraphs become a Cell: its kind, what the file shows, and what it stores."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from sheet_tools.cells import Kind
from sheet_tools.readers.numfmt import show_boolean, show_error, show_iso, show_number
from sheet_tools.readers.ods.names import CALCEXT, OFFICE, TABLE

_NUMBERS = frozenset({"float", "percentage", "currency"})
# Errors in the words of Polish and English programs → the form that no locale changes.
_ERRORS = {
    "#N/D!": "#N/A", "#N/D": "#N/A", "#N/A": "#N/A", "#N/A!": "#N/A", "#NAZWA?": "#NAME?", "#NAME?": "#NAME?",
    "#ADR!": "#REF!", "#REF!": "#REF!", "#ARG!": "#VALUE!", "#WARTOŚĆ!": "#VALUE!", "#VALUE!": "#VALUE!",
    "#DZIEL/0!": "#DIV/0!", "#DIV/0!": "#DIV/0!", "#LICZBA!": "#NUM!", "#NUM!": "#NUM!",
    "#ZERO!": "#NULL!", "#PUSTY!": "#NULL!", "#NULL!": "#NULL!", "#ROZLANIE!": "#SPILL!", "#SPILL!": "#SPILL!",
}  # fmt: skip
_ERROR_NUMBER = re.compile(r"(?:Err|Błąd|Error):\s?(\d{3})")
_DURATION = re.compile(
    r"(-?)P(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})(?:[.,](\d{1,20}))?S)?)?", re.ASCII
)
_AS_BLANK = str.maketrans("\n\t\r", "   ")


class Value(NamedTuple):
    """What a cell holds, apart from whether a formula made it. `stored` is None for a text and for nothing.
    `differs` is what the cell shows where its file stores another text beside it."""

    kind: Kind
    text: str
    stored: str | None = None
    differs: str | None = None


EMPTY = Value(Kind.EMPTY, "")


def value_of(attributes: Mapping[str, str], shown: str) -> Value:
    """`shown` is the text of the cell's own paragraphs: what the program showed when it saved the file."""
    said = attributes.get(OFFICE + "value-type") or attributes.get(CALCEXT + "value-type") or ""
    if attributes.get(CALCEXT + "value-type") == "error" or (TABLE + "formula" in attributes and error_of(shown)):
        return _error(shown)
    if said in _NUMBERS and OFFICE + "value" in attributes:
        number = show_number(attributes[OFFICE + "value"])
        return Value(Kind.NUMBER, shown or number.text, number.stored)
    if said == "date" and OFFICE + "date-value" in attributes:
        date = show_iso(attributes[OFFICE + "date-value"].removesuffix("T00:00:00"))
        return Value(Kind.DATE, shown or date.text, date.stored)
    if said == "time" and OFFICE + "time-value" in attributes:
        stored = duration(attributes[OFFICE + "time-value"])
        return Value(Kind.DATE, shown or stored, stored)
    if said == "boolean" and OFFICE + "boolean-value" in attributes:
        is_true = attributes[OFFICE + "boolean-value"] in ("true", "1")
        return Value(Kind.BOOLEAN, shown or show_boolean(is_true), "TRUE" if is_true else "FALSE")
    return _text(attributes.get(OFFICE + "string-value"), shown)


def _error(shown: str) -> Value:
    stored = error_of(shown) or shown or "#N/A"
    return Value(Kind.ERROR, shown or show_error(stored), stored)


def error_of(shown: str) -> str | None:
    """„#N/D!” → "#N/A", „Błąd:502” → "Err:502"; None for what is no error's word."""
    if not shown.startswith(("#", "E", "B")):
        return None
    numbered = _ERROR_NUMBER.fullmatch(shown)
    return f"Err:{numbered[1]}" if numbered else _ERRORS.get(shown)


def _text(stored: str | None, shown: str) -> Value:
    """The stored text where the file writes one beside the paragraphs, as the standard has it.

    A line end written bare in an attribute comes out of XML as a blank: then the paragraphs know better.
    """
    text = shown if not stored or stored == shown.translate(_AS_BLANK) else stored
    if not text:
        return EMPTY
    return Value(Kind.TEXT, text, None, shown if stored is not None and shown and stored != shown else None)


def duration(raw: str) -> str:
    """ "PT12H30M00S" → "12:30:00"; hours run on past a day. What is no duration stays as it is."""
    match = _DURATION.fullmatch(raw)
    if match is None or raw.endswith(("P", "T")):
        return raw
    sign, days, hours, minutes, seconds, fraction = match.groups()
    total = ((int(days or 0) * 24 + int(hours or 0)) * 60 + int(minutes or 0)) * 60 + int(seconds or 0)
    rest = (fraction or "").rstrip("0")
    return f"{sign}{total // 3600:02}:{total // 60 % 60:02}:{total % 60:02}" + (f".{rest}" if rest else "")
