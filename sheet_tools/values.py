"""What the text of a cell means as JSON, and back. Nothing is guessed: a text that is no list is none.

Sources: spec/comma-placement.txt, error-correction.txt, numeral-inflection.txt, „Model answer”.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from sheet_tools.tasks import Column, Writes

# What a person writes where there is nothing to write; a blank cell may be a forgotten one.
NONE_WORDS = ("-", "–", "—", "brak", "none")
NOTHING = "-"
# „1, 5”, „1,5”, „1 5”, „1; 5”, „[1] [5]”, and a whole list in brackets. „1.5” and „5-6” are no lists.
_NUMBER = r"(?:\d{1,4}|\[\s*\d{1,4}\s*\])"
_LIST = re.compile(rf"{_NUMBER}(?:(?:\s*[,;]\s*|\s+){_NUMBER})*", re.ASCII)
_IN_BRACKETS = re.compile(r"\[\s*([\d\s,;]*?)\s*\]", re.ASCII)
WORDS = re.compile(r"[a-ząćęłńóśźż]+(?: [a-ząćęłńóśźż]+)*")


def is_none(text: str) -> bool:
    """True for „-” and „brak”: there is nothing, and a person has said so."""
    return text.strip().lower() in NONE_WORDS


def integers(text: str) -> tuple[int, ...] | None:
    """The numbers of a list as they stand, in their order; () for „-” or „brak”; None where the text is no list."""
    bare = text.strip()
    inner = _IN_BRACKETS.fullmatch(bare)
    if is_none(bare) or (inner and not inner[1]):
        return ()
    if inner and not bare[1:-1].strip().isdigit():
        bare = inner[1]
    if not _LIST.fullmatch(bare):
        return None
    return tuple(int(number) for number in re.findall(r"\d+", bare, re.ASCII))


def lines(text: str) -> tuple[str, ...]:
    """The lines of a list cell that hold something, without the blanks around them; none for „-” or „brak” alone."""
    return () if is_none(text) else tuple(line.strip() for line in text.split("\n") if line.strip())


def as_json(column: Column, text: str) -> object:
    """The value of a field in the submission's line. ValueError for a text that an earlier finding has refused."""
    return _TO_JSON[column.writes](column, text)


def as_text(column: Column, value: object) -> str | None:
    """The text that stands for a JSON value in a sheet; None where the value is not of the field's type."""
    return _TO_TEXT[column.writes](value)


def wanted(column: Column) -> tuple[str, str]:
    """The type of a field, in Polish and English."""
    return _WANTED[column.writes]


def _string(column: Column, text: str) -> str:
    return "" if column.blank_when and is_none(text) else text


def _integers(column: Column, text: str) -> list[int]:
    found = integers(text)
    if found is None:
        raise ValueError(f"{column.name}: {text!r} is no list of numbers")
    return list(found)


def _lines(_column: Column, text: str) -> list[str]:
    return list(lines(text))


def _text_of_string(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _text_of_integers(value: object) -> str | None:
    if not isinstance(value, list) or not all(type(each) is int for each in value):
        return None
    return ", ".join(map(str, value)) or NOTHING


def _text_of_lines(value: object) -> str | None:
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return "\n".join(value)
    return _text_of_string(value)


_TO_JSON: Mapping[Writes, Callable[[Column, str], object]] = MappingProxyType(
    {
        Writes.STRING: _string,
        Writes.LABEL: _string,
        Writes.WORDS: _string,
        Writes.INTEGERS: _integers,
        Writes.LINES: _lines,
    }
)
_TO_TEXT: Mapping[Writes, Callable[[object], str | None]] = MappingProxyType(
    {
        Writes.STRING: _text_of_string,
        Writes.LABEL: _text_of_string,
        Writes.WORDS: _text_of_string,
        Writes.INTEGERS: _text_of_integers,
        Writes.LINES: _text_of_lines,
    }
)
_STRING_WORDS = ("napis", "a string")
_WANTED: Mapping[Writes, tuple[str, str]] = MappingProxyType(
    {
        Writes.STRING: _STRING_WORDS,
        Writes.LABEL: _STRING_WORDS,
        Writes.WORDS: _STRING_WORDS,
        Writes.INTEGERS: ("tablica liczb całkowitych", "an array of integers"),
        Writes.LINES: ("tablica napisów", "an array of strings"),
    }
)
