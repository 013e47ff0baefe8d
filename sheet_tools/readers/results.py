"""The ranges that one formula fills: array formulas, data tables, matrices."""

from __future__ import annotations

from collections.abc import Iterable

from sheet_tools.cells import Kind
from sheet_tools.readers.budget import Budget
from sheet_tools.readers.model import Sheet

# First row and column, last row and column.
Area = tuple[int, int, int, int]


def mark_results(sheet: Sheet, areas: Iterable[Area], budget: Budget) -> None:
    """The other cells of an array formula or a data table have no formula of their own, but are its result.

    Raises Unreadable (too-big-unpacked) where a hostile file would have it take minutes.
    """
    rows = sheet.rows
    for first_row, first_column, last_row, last_column in areas:
        whole = last_row - first_row > len(rows)
        within = [r for r in rows if first_row <= r <= last_row] if whole else range(first_row, last_row + 1)
        budget.take_work(len(rows) if whole else len(within))
        for row in within:
            budget.take_work(len(sheet.rows.get(row, ())))
            _mark_row(sheet, row, first_column, last_column)


def _mark_row(sheet: Sheet, row: int, first: int, last: int) -> None:
    cells = sheet.rows.get(row, {})
    for column, cell in cells.items():
        if first <= column <= last and cell.kind is not Kind.FORMULA:
            stored = cell.stored if cell.stored is not None else cell.text
            cells[column] = cell._replace(kind=Kind.FORMULA, result=cell.kind, stored=stored)
