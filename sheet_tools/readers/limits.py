"""The limit of one cell, the same in Excel and LibreOffice; and how much of a sheet is read at all.

A row costs some 2 KB of memory by the time that it is an item, and a cell 220 bytes: these bounds keep any file under
500 MB. No set of items comes near.
"""

from __future__ import annotations

# The most characters that a cell holds, counted in UTF-16 units.
CELL_LIMIT = 32_767

# Of all sheets of a file together.
MAX_ROWS = 105_000
MAX_CELLS = 950_000
# Steps of reading what cannot be taken whole, each of less than a microsecond: beginnings and ends of elements,
# characters of number formats, runs that are looked at. A bank of 20,000 items with nine columns comes to less.
MAX_WORK = 3_000_000
# Hidden columns, looks of columns, merged and filled ranges.
MAX_FACTS = 50_000
# Columns and rows that any program has.
MAX_COLUMNS = 16_384
LAST_ROW = 1_048_576
# The texts of all cells together, however few are stored: a thousand times the longest set.
MAX_CHARACTERS = 20_000_000
# Pieces of one text: no more than it may have characters.
MAX_RUNS = CELL_LIMIT
# Excel's own: cell styles, and the length of a number format (with some to spare); formats that nobody comes near.
MAX_STYLES = 65_490
MAX_FORMAT = 1_000
MAX_FORMATS = 5_000
# Findings about single cells; a warning more says what so many have said, an error more makes the file unreadable.
MAX_WARNINGS = 50_000
MAX_ERRORS = 50_000

MIB = 1024 * 1024
MAX_UNPACKED = 100 * MIB
# Of items.jsonl and its like: bytes, lines, bytes of a line, and texts in all lines together. A bank of 20,000 items
# comes to a half of each.
MAX_JSONL = 32 * MIB
MAX_LINES = 50_000
MAX_LINE = MIB
MAX_TEXTS = 500_000
# The longest text of one cell that is read, thirty times what a program keeps; and quotation marks in a delimited text,
# of which a pair in a quoted cell costs some seventy bytes while it is cut.
MAX_TEXT = MIB
MAX_QUOTES = 4_000_000
# Keys of one line that are named one by one; the others are counted.
MAX_NAMED = 20


def utf16_length(text: str) -> int:
    """Characters as those programs count them: one beyond U+FFFF counts twice."""
    if text.isascii() or 2 * len(text) < CELL_LIMIT:
        return len(text)
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
