"""Rows in which a delimiter may have been part of a sentence: „Ala, Ola i Ula,kot”."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from sheet_tools.cells import Cell
from sheet_tools.readers.records import Layout, Record

# One blank and then a word, as after a comma in a sentence.
_BLANK = re.compile(r" [^\s\d]")
# „Ile to 3,5 kg”: a decimal comma between a text that ends in a number and one that begins with one.
_BEFORE_COMMA, _AFTER_COMMA = re.compile(r"[^\W\d_].*\b\d+\Z", re.DOTALL), re.compile(r"\d+ ?[^\W\d_]")
_DELIMITERS = (",", ";")


def prose_of(layout: Layout, heading: Sequence[str]) -> Prose | None:
    """None where no sentence has such a delimiter, or where the headings too have a blank after each: then it is how
    the file is written."""
    is_padded = any(text.startswith(" ") for text in heading[1:])
    return Prose(layout) if layout.delimiter in _DELIMITERS and not is_padded else None


class Prose:
    """What was seen of the rows of a text, one after another."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.found: dict[int, int] = {}
        self.padded = 0
        self.several = 0

    def rows(self) -> Mapping[int, int]:
        """Row → the field whose end may be that of no cell; none where all rows have blanks after their delimiters."""
        return {} if self.padded == self.several else self.found

    def note(self, record: Record, cells: dict[int, Cell]) -> None:
        if record.quoted or len(cells) < 2:
            return
        self.several += 1
        later = [text for text in record.fields[1:] if text.strip()]
        if all(text.startswith(" ") for text in later):
            self.padded += 1
        # A row whose text was cut has one field more than the two that every item has.
        if len(cells) > 2:
            for column, (left, right) in enumerate(pairwise(record.fields), 1):
                if left.strip() and not left[-1].isspace() and self._is_one(left, right):
                    self.found[record.number] = column
                    return

    def _is_one(self, left: str, right: str) -> bool:
        if _BLANK.match(right):
            return True
        is_decimal = self.layout.delimiter == "," and _AFTER_COMMA.match(right) is not None
        return is_decimal and _BEFORE_COMMA.search(left) is not None
