"""A text as a cell of an .xlsx file must hold it, so that a program reads the very same text.

Source: ECMA-376, part 1, 22.9.2.19 (ST_Xstring): what XML cannot carry is written _xHHHH_, and a literal _xHHHH_ has
its first mark escaped.
"""

from __future__ import annotations

import re

# Excel's own limit, in UTF-16 units; openpyxl cuts there in silence.
CELL_LIMIT = 32_767

# Characters that XML forbids; CR, which an XML reader turns into LF; half surrogate pairs; literal escapes.
_ESCAPED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\r\ud800-\udfff\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
_XML_BLANKS = " \t\n\r"
_HALF_PAIR = re.compile("[\ud800-\udfff]")


def written(text: str) -> str:
    """The text with its escapes, cut to what a cell holds."""
    escaped = _escape(text)
    if _units(escaped) <= CELL_LIMIT:
        return escaped
    return _escape(_longest_start(text))


def fits(text: str) -> bool:
    """True where a cell can hold the text exactly."""
    return _units(_escape(text)) <= CELL_LIMIT and not _HALF_PAIR.search(text)


def _escape(text: str) -> str:
    # Of a text of blanks alone openpyxl does not say that they are to be kept; only those of XML would be lost.
    if text and not text.strip(_XML_BLANKS):
        return "".join(f"_x{ord(character):04X}_" for character in text)
    return _ESCAPED.sub(lambda match: f"_x{ord(match[0]):04X}_", text)


def _units(text: str) -> int:
    """Length in UTF-16 units, as Excel counts."""
    return len(text) + sum(character > "\uffff" for character in text)


def _longest_start(text: str) -> str:
    """The longest start of the text that a cell holds, by halving; an escape is never cut in two."""
    low, high = 0, min(len(text), CELL_LIMIT)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if _units(_escape(text[:middle])) <= CELL_LIMIT else (low, middle - 1)
    return text[:low]
