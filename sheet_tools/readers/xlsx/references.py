"""References of cells and ranges."""

from __future__ import annotations

import re

from sheet_tools.cells import Place, column_number
from sheet_tools.readers.limits import LAST_ROW, MAX_COLUMNS
from sheet_tools.readers.results import Area

REFERENCE = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})", re.ASCII)
_RANGE = re.compile(rf"{REFERENCE.pattern}(?::{REFERENCE.pattern})?", re.ASCII)


# What is meant for an address, though no sheet has it.
_BEYOND = re.compile(r"\$?([A-Za-z]{1,9})\$?([0-9]{1,12})", re.ASCII)


def cell_at(reference: str) -> tuple[int, int] | None:
    """ "B17" → (17, 2); None where no sheet has such a cell."""
    match = REFERENCE.fullmatch(reference)
    if match is None:
        return None
    row, column = int(match[2]), column_number(match[1])
    return (row, column) if 0 < row <= LAST_ROW and column <= MAX_COLUMNS else None


def beyond(sheet: str, reference: str, row: int) -> Place:
    """Where a finding about such a cell points: its address, or the row in which the file has it."""
    match = _BEYOND.fullmatch(reference)
    return Place(sheet, int(match[2]), column_number(match[1])) if match else Place(sheet, row)


def area_of(reference: str) -> Area | None:
    """ "B2:C3" → (2, 2, 3, 3), "C3" → (3, 3, 3, 3); None where it names no range."""
    match = _RANGE.fullmatch(reference)
    if match is None:
        return None
    rows = sorted((int(match[2]), int(match[4] or match[2])))
    columns = sorted((column_number(match[1]), column_number(match[3] or match[1])))
    return rows[0], columns[0], rows[1], columns[1]


def place_of(sheet: str, reference: str) -> Place | None:
    """ "B17" → its place; None where it names no cell."""
    match = REFERENCE.fullmatch(reference)
    return Place(sheet, int(match[2]), column_number(match[1])) if match else None
