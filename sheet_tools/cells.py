"""A cell is a value with its address and its kind; a place is where a finding points."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """What the spreadsheet program holds in a cell, kept until a rule has spoken about it."""

    EMPTY = "empty"
    TEXT = "text"
    NUMBER = "number"
    DATE = "date"
    BOOLEAN = "boolean"
    ERROR = "error"
    FORMULA = "formula"


class Cell(NamedTuple):
    """One cell as its file holds it. Row and column count from 1.

    `text` is the exact text of a text cell (and of a formula whose saved result is text); for every
    other kind it is what a Polish program shows („007”, „01.maj”, „PRAWDA”). `stored` is then what the
    file holds, in the form that no locale changes ("7", "2026-05-01", "TRUE", "#N/A"). `result` is the
    kind of a formula's saved result: EMPTY where none was saved, None where the cell is no formula.
    """

    sheet: str
    row: int
    column: int
    kind: Kind
    text: str
    stored: str | None = None
    result: Kind | None = None

    @property
    def is_blank(self) -> bool:
        """True for an empty cell and for text of white space alone, whether typed or the result of a formula."""
        return self.kind is Kind.EMPTY or (Kind.TEXT in (self.kind, self.result) and not self.text.strip())

    @property
    def place(self) -> Place:
        return Place(self.sheet, self.row, self.column)


class Place(NamedTuple):
    """Where a finding points: a cell, a range, a row, a column, a sheet, or (all None) the file.

    In a JSONL file there is neither sheet nor column, and `row` is the line, from 1.
    """

    sheet: str | None = None
    row: int | None = None
    column: int | None = None
    last_row: int | None = None
    last_column: int | None = None

    @property
    def cell(self) -> str | None:
        """ "B17", or "B2:B3" for a range; None for a row, a column, a sheet or the file."""
        if self.row is None or self.column is None:
            return None
        first = f"{column_letters(self.column)}{self.row}"
        last = f"{column_letters(self.last_column or self.column)}{self.last_row or self.row}"
        return first if first == last else f"{first}:{last}"


def column_letters(column: int) -> str:
    """1 → "A", 28 → "AB"."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def column_number(letters: str) -> int:
    """ "A" → 1, "AB" → 28 (either case). Anything but letters is a wrong call."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number
