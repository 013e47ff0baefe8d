"""References of cells and ranges, and the ranges that one formula fills."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sheet_tools.cells import Kind, Place, column_number
from sheet_tools.readers.model import Sheet
from sheet_tools.readers.package import too_big

REFERENCE = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})", re.ASCII)
_RANGE = re.compile(rf"{REFERENCE.pattern}(?::{REFERENCE.pattern})?", re.ASCII)
# Row visits spent on formulas that fill a range; no sheet made by a person comes near.
_MAX_VISITS = 5_000_000

# First row and column, last row and column.
Area = tuple[int, int, int, int]


def area_of(reference: str) -> Area | None:
    """"B2:C3" → (2, 2, 3, 3), "C3" → (3, 3, 3, 3); None where it names no range."""
    match = _RANGE.fullmatch(reference)
    if match is None:
        return None
    rows = sorted((int(match[2]), int(match[4] or match[2])))
    columns = sorted((column_number(match[1]), column_number(match[3] or match[1])))
    return rows[0], columns[0], rows[1], columns[1]


def place_of(sheet: str, reference: str) -> Place | None:
    """"B17" → its place; None where it names no cell."""
    match = REFERENCE.fullmatch(reference)
    return Place(sheet, int(match[2]), column_number(match[1])) if match else None


def mark_results(sheet: Sheet, areas: Iterable[Area]) -> None:
    """The other cells of an array formula or a data table have no formula of their own, but are its result.

    Raises Unreadable (too-big-unpacked) where a hostile file would have it take minutes.
    """
    rows = sheet.rows
    visits = 0
    for first_row, first_column, last_row, last_column in areas:
        whole = last_row - first_row > len(rows)
        within = [r for r in rows if first_row <= r <= last_row] if whole else range(first_row, last_row + 1)
        visits += len(rows) if whole else len(within)
        if visits > _MAX_VISITS:
            raise too_big()
        for row in within:
            _mark_row(sheet, row, first_column, last_column)


def _mark_row(sheet: Sheet, row: int, first: int, last: int) -> None:
    cells = sheet.rows.get(row, {})
    for column, cell in cells.items():
        if first <= column <= last and cell.kind is not Kind.FORMULA:
            stored = cell.stored if cell.stored is not None else cell.text
            cells[column] = cell._replace(kind=Kind.FORMULA, result=cell.kind, stored=stored)
