"""Workbooks as small tables, in the readers' own model: what the table and the items are tested on.

A table is text, one row a line, cells between bars: "| input | gold |". A cell may name its kind: "7 (number)".
"""

from __future__ import annotations

import re

from sheet_tools.cells import Cell, Kind
from sheet_tools.readers.model import Sheet, Visibility, Workbook

KINDED = re.compile(r"(?P<text>.*?) ?\((?P<kind>number|date|boolean|error|formula:\w+)\)")


def sheet(table: str, name: str = "Pozycje", **facts: object) -> Sheet:
    """A sheet of this table; the first line is row 1, an empty line an empty row. `facts` are the Sheet's fields."""
    rows: dict[int, dict[int, Cell]] = {}
    for number, line in enumerate(table.split("\n"), start=1):
        cells = _cells(line, name, number)
        if cells:
            rows[number] = cells
    return Sheet(name, rows=rows, **facts)  # type: ignore[arg-type]


def _cells(line: str, name: str, row: int) -> dict[int, Cell]:
    parts = line.strip().strip("|").split("|") if line.strip() else []
    cells = {column: _cell(part.strip(), name, row, column) for column, part in enumerate(parts, start=1)}
    return {column: cell for column, cell in cells.items() if cell.kind is not Kind.EMPTY}


def _cell(text: str, sheet_name: str, row: int, column: int) -> Cell:
    kinded = KINDED.fullmatch(text)
    if kinded is None:
        shown = text.replace("␠", " ").replace("␤", "\n")
        return Cell(sheet_name, row, column, Kind.TEXT if text else Kind.EMPTY, shown)
    kind, _, result = kinded["kind"].partition(":")
    return Cell(sheet_name, row, column, Kind(kind), kinded["text"], None, Kind(result) if result else None)


def workbook(*sheets: Sheet) -> Workbook:
    return Workbook("pozycje.xlsx", "xlsx", sheets=list(sheets))


def hidden(table: str, name: str) -> Sheet:
    return sheet(table, name, visibility=Visibility.HIDDEN)
