"""One worksheet in one pass of expat.

Four calls of Python a cell are what this costs, so the two handlers below are written for speed: the usual cell (a
shared string in a style that says nothing) is made at once, everything else goes the long way round by `values`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from sheet_tools.cells import Cell, Kind, Place, column_letters, column_number
from sheet_tools.findings import Finding
from sheet_tools.readers.budget import too_big
from sheet_tools.readers.limits import CELL_LIMIT, LAST_ROW, MAX_COLUMNS
from sheet_tools.readers.model import Merge, Sheet
from sheet_tools.readers.placeholders import draws_picture
from sheet_tools.readers.results import mark_results
from sheet_tools.readers.xlsx import quick
from sheet_tools.readers.xlsx.names import MAIN, SPACE, flag, is_zero, main_name
from sheet_tools.readers.xlsx.references import area_of, beyond, cell_at
from sheet_tools.readers.xlsx.strings import Collector, Remarks
from sheet_tools.readers.xlsx.styles import general_styles, odd_styles
from sheet_tools.readers.xlsx.values import Maker, Raw, is_short
from sheet_tools.readers.xml import MAX_DEPTH, BrokenXml, new_parser, run

_ROW = re.compile(r"[0-9]{1,7}", re.ASCII)
# No sheet made by a person comes near.
_MAX_MERGES = 30_000
_TEXT = Kind.TEXT
_WRITTEN_OUT = ("str", "inlineStr")
_NUMBERS = ("", "n")
_new_cell = tuple.__new__


class _Open:
    """Stands for the value of a cell whose `<v>` is not closed yet."""


class _Columns(dict[str, int]):
    """Letters → number. `get` finds those met before; those that quick has matched are learnt, if a sheet has them."""

    def __missing__(self, letters: str) -> int:
        number = column_number(letters)
        if number <= MAX_COLUMNS:
            self[letters] = number
        return number


class SheetReader:
    """The handlers of one sheet. `read` is the entry; the sheet is complete when it returns."""

    __slots__ = (
        "arrays", "attributes", "budget", "c", "cells", "collector", "column", "columns", "dropped",
        "formula", "general", "hidden", "hidden_columns", "inline", "maker", "merges", "name", "odd_styles",
        "other", "picture", "pictures", "pieces", "plain", "preserve", "row", "row_name", "row_text",
        "shared", "sheet", "v", "value",
    )  # fmt: skip

    def __init__(self, sheet: Sheet, maker: Maker) -> None:
        self.sheet = sheet
        self.maker = maker
        self.budget = maker.budget
        self.name = sheet.name
        self.c = self.v = self.row_name = ""
        self.pieces: list[str] = []
        self.columns = _Columns()
        self.plain: dict[str, str] = {
            index: text
            for index, text in maker.strings.texts.items()
            if text and 2 * len(text) < CELL_LIMIT and index not in maker.strings.remarks
        }
        self.odd_styles = odd_styles(maker.styles)
        self.general = general_styles(maker.styles)
        self.row = self.column = self.other = 0
        self.row_text = ""
        self.cells: dict[int, Cell] = {}
        self.hidden = self.formula = self.picture = self.preserve = False
        # The formulas that others share, by their index: those that show a picture.
        self.shared: str | None = None
        self.pictures: set[str] = set()
        self.attributes: Mapping[str, str] | None = None
        self.value: str | type[_Open] | None = None
        self.inline: tuple[str, Remarks | None] | None = None
        self.collector: Collector | None = None
        self.dropped: set[tuple[int, int]] = set()
        self.arrays: set[tuple[int, int, int, int]] = set()
        self.merges: set[str] = set()
        self.hidden_columns: set[tuple[int, int]] = set()

    def read(self, data: bytes) -> None:
        """Raises BrokenXml, Unreadable (doctype-entities, too-big-unpacked)."""
        self.budget.expect_cells(data.count(b"</v>") - data.count(b"<v></v>") + data.count(b"</is>"))
        parser = new_parser()
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.pieces.append
        text = quick.plain(data)
        if text is not None and "<sheetData>" in text:
            quick.feed_rows(parser, text, self._at_rest, self._take_row, self.budget)
        else:
            self.budget.take_xml(data)
            run(parser, data)
        if not self.c:
            raise BrokenXml("no worksheet")
        mark_results(self.sheet, self.arrays, self.budget)
        areas = {area_of(reference) for reference in self.merges}
        self.sheet.merges = sorted(Merge(*area) for area in areas if area and area[:2] != area[2:])
        self.sheet.hidden_columns = sorted(self.hidden_columns)
        self.sheet.findings.extend(self.maker.findings)

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == self.c:
            if self.attributes is not None:
                raise BrokenXml("a cell within a cell")
            self.attributes = attributes
        elif name == self.v:
            if self.value is _Open:
                raise BrokenXml("a value within a value")
            self.value = _Open
            self.pieces.clear()
        elif name == self.row_name:
            self._start_row(attributes)
        else:
            self._start_other(name, attributes)

    def end(self, name: str) -> None:
        if name == self.v:
            pieces = self.pieces
            self.value = pieces[0] if len(pieces) == 1 else "".join(pieces)
        elif name == self.c:
            self._end_cell()
        elif name == self.row_name:
            self._end_row()
        else:
            self._end_other(name)

    def _end_cell(self) -> None:
        attributes, value = self.attributes, self.value
        self.attributes = self.value = None
        if attributes is None:
            return
        reference = attributes.get("r", "")
        if not reference and value is None and not self.formula and self.inline is None:
            self.column += 1
            self.pieces.clear()
            return
        column = self.columns.get(reference[: -len(self.row_text)]) if reference.endswith(self.row_text) else None
        if column is None:
            self._end_misplaced(reference, attributes, value)
            return
        self.column = column
        alone = column not in self.cells and not self.dropped
        if alone and attributes.get("t") == "s" and not self.formula and self.inline is None:
            text = self.plain.get(value)  # type: ignore[arg-type]
            if text is not None and attributes.get("s", "0") not in self.odd_styles:
                self.cells[column] = _new_cell(Cell, (self.name, self.row, column, _TEXT, text, None, None))
                return
        self._put(self.row, column, attributes, value)

    def _end_misplaced(self, reference: str, attributes: Mapping[str, str], value: str | type[_Open] | None) -> None:
        """A cell whose column is met for the first time, that names no cell, or one of another row."""
        place = cell_at(reference or f"{column_letters(self.column + 1)}{self.row or 1}")
        if place is None:
            self.maker.leave_out(self._raw(0, 0, attributes, value), beyond(self.name, reference, self.row))
            return
        row, column = place
        if reference.endswith(self.row_text) and reference[: -len(self.row_text)].isalpha():
            self.columns[reference[: -len(self.row_text)]] = column
        self.column = column
        self._put(row, column, attributes, value)

    def _raw(self, row: int, column: int, attributes: Mapping[str, str], value: str | type[_Open] | None) -> Raw:
        """The cell that has ended, with what was met in it."""
        formula, picture, inline = self.formula, self.picture, self.inline
        self.formula, self.picture, self.inline = False, False, None
        text = value if isinstance(value, str) else None
        return Raw(row, column, attributes.get("t", "n"), attributes.get("s", "0"), text, inline, formula, picture)

    def _put(self, row: int, column: int, attributes: Mapping[str, str], value: str | type[_Open] | None) -> None:
        """The long way: any cell, its kind found out; one that stands twice is dropped, since neither is certain."""
        if value is None and self.inline is None and not self.formula:
            self.pieces.clear()
            return
        raw = self._raw(row, column, attributes, value)
        cells = self.cells if row == self.row else self._cells_of(row)
        if column in cells or (row, column) in self.dropped:
            cells.pop(column, None)
            if (row, column) not in self.dropped:
                self.dropped.add((row, column))
                self._say(row, column, "duplicate-cell")
            return
        cell = self.maker.make(raw)
        if cell is not None:
            cells[column] = cell

    def _cells_of(self, row: int) -> dict[int, Cell]:
        """Those of a row in which the cell does not stand."""
        if row not in self.sheet.rows:
            self.budget.take_row(1, 0)
        return self.sheet.rows.setdefault(row, {})

    def _at_rest(self) -> bool:
        """True between rows: nothing is open but the worksheet (in SpreadsheetML, by default) and its data."""
        return self.other == 2 and bool(self.c) and self.attributes is None and self.value is None and not self.preserve

    def _take_row(self, number: str, hidden: bool, found: list[tuple[str, ...]]) -> bool:
        """A plain row, its cells as quick finds them. False, and nothing done, where a cell was dropped before, or no
        sheet has such a row."""
        if self.dropped or int(number) > LAST_ROW:
            return False
        self.row, self.row_text, self.hidden = int(number), number, hidden
        self.cells = cells = self.sheet.rows.get(self.row) or {}
        strings, odd_styles, columns, name, row = self.plain, self.odd_styles, self.columns, self.name, self.row
        dropped, column, general = self.dropped, 0, self.general
        for letters, style, kind, value, kept, inline in found:
            column = columns[letters]
            if column > MAX_COLUMNS:
                raw = Raw(0, 0, kind, style, value, (kept or inline, None) if kept or inline else None, False)
                self.maker.leave_out(raw, beyond(name, f"{letters}{row}", row))
                continue
            text = strings.get(value) if kind == "s" else None
            if text is None and kind in _WRITTEN_OUT and 2 * len(value or kept or inline) < CELL_LIMIT:
                text = value or kept or inline
            if text and style not in odd_styles and column not in cells and not dropped:
                cells[column] = _new_cell(Cell, (name, row, column, _TEXT, text, None, None))
            elif is_short(value) and style in general and kind in _NUMBERS and column not in cells and not dropped:
                cells[column] = _new_cell(Cell, (name, row, column, Kind.NUMBER, value, value, None))
            elif value or kept or inline:
                self.inline = None if value else (kept or inline, None)
                self._put(row, column, {"t": kind or "n", "s": style or "0"}, value or None)
        self.column = column
        self._keep_row()
        return True

    def _start_row(self, attributes: Mapping[str, str]) -> None:
        self._deepen()
        self._keep_row()
        number = attributes.get("r", "")
        self.row = int(number) if number and _ROW.fullmatch(number) and number.strip("0") else self.row + 1
        # With this no reference ends: a row that no sheet has goes the long way.
        self.row_text = str(self.row) if self.row <= LAST_ROW else "\0"
        self.column = 0
        self.pieces.clear()
        self.cells = self.sheet.rows.get(self.row) or {}
        self.hidden = "hidden" in attributes or "ht" in attributes
        if self.hidden:
            self.hidden = flag(attributes.get("hidden")) or is_zero(attributes.get("ht"))

    def _end_row(self) -> None:
        self.other -= 1
        self._keep_row()

    def _keep_row(self) -> None:
        if self.cells:
            self.sheet.rows[self.row] = self.cells
            self.budget.take_row(len(self.cells), sum([len(cell.text) for cell in self.cells.values()]))
            if self.hidden:
                self.sheet.hidden_rows.add(self.row)
            self.cells = {}

    def _deepen(self) -> None:
        self.other += 1
        if self.other > MAX_DEPTH:
            raise BrokenXml(f"deeper than {MAX_DEPTH}")

    def _start_other(self, name: str, attributes: Mapping[str, str]) -> None:
        self._deepen()
        element = main_name(name)
        if self.collector is not None:
            self.pieces.clear()
            self.collector.start(element, attributes)
        elif self.attributes is not None:
            self._start_in_cell(element, attributes)
        elif element == "mergeCell":
            self._merge(attributes.get("ref", "")[:40])
        elif element == "col":
            self._column(attributes)
        elif element == "worksheet" and not self.c:
            namespace = next(space for space in MAIN if name.startswith(space))
            self.c, self.v, self.row_name = f"{namespace} c", f"{namespace} v", f"{namespace} row"
            self.preserve = attributes.get(SPACE) == "preserve"

    def _start_in_cell(self, element: str, attributes: Mapping[str, str]) -> None:
        if element == "is":
            self.collector = Collector(attributes.get(SPACE, "preserve" if self.preserve else "") == "preserve")
        elif element == "f":
            self.formula = True
            self.shared = attributes.get("si") if attributes.get("t") == "shared" else None
            self.pieces.clear()
            area = area_of(attributes.get("ref", "")) if attributes.get("t") in ("array", "dataTable") else None
            if area and area[:2] != area[2:]:
                self.arrays.add(area)

    def _end_other(self, name: str) -> None:
        self.other -= 1
        element = main_name(name)
        if self.collector is None:
            if element == "f" and self.attributes is not None:
                self._end_formula()
            return
        if element == "is":
            self.inline = self.collector.finish()
            self.collector = None
            return
        if self.collector.pieces is not None:
            self.collector.pieces = self.pieces[:]
        self.collector.end(element)

    def _end_formula(self) -> None:
        self.picture = draws_picture("".join(self.pieces)) or self.shared in self.pictures
        if self.picture and self.shared:
            self.pictures.add(self.shared)

    def _merge(self, reference: str) -> None:
        self.merges.add(reference)
        if len(self.merges) > _MAX_MERGES:
            raise too_big()

    def _column(self, attributes: Mapping[str, str]) -> None:
        if not flag(attributes.get("hidden")) and not is_zero(attributes.get("width")):
            return
        first, last = attributes.get("min", ""), attributes.get("max", "")
        if _ROW.fullmatch(first) and _ROW.fullmatch(last) and 1 <= int(first) <= MAX_COLUMNS:
            self.hidden_columns.add((int(first), min(int(last), MAX_COLUMNS)))

    def _say(self, row: int, column: int, code: str) -> None:
        self.sheet.findings.append(Finding(code, Place(self.name, row, column)))
