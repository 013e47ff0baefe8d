"""One sheet as its rows and cells arrive: repetitions, spans, hidden rows and columns become the model's facts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sheet_tools.cells import Cell, Kind, Place
from sheet_tools.findings import Finding
from sheet_tools.readers.budget import FINDING, LONG_WAY, Budget
from sheet_tools.readers.faces import lost
from sheet_tools.readers.limits import (
    CELL_LIMIT,
    LAST_ROW,
    MAX_COLUMNS,
    MAX_WARNINGS,
    utf16_length,
)
from sheet_tools.readers.model import Merge, Sheet, Visibility
from sheet_tools.readers.ods.names import OFFICE, TABLE, count
from sheet_tools.readers.ods.paragraphs import Paragraphs
from sheet_tools.readers.ods.styles import PLAIN, Look, Styles
from sheet_tools.readers.ods.values import EMPTY, Value, value_of
from sheet_tools.readers.placeholders import draws_picture
from sheet_tools.readers.results import Area, mark_results

_new_cell = tuple.__new__
_HIDDEN = frozenset({"collapse", "filter"})
_STYLE = TABLE + "style-name"
_DEFAULT_STYLE = TABLE + "default-cell-style-name"
_COLUMNS = TABLE + "number-columns-repeated"
_ROWS = TABLE + "number-rows-repeated"
_COLUMN_SPAN = TABLE + "number-columns-spanned"
_ROW_SPAN = TABLE + "number-rows-spanned"
_MATRIX_COLUMNS = TABLE + "number-matrix-columns-spanned"
_MATRIX_ROWS = TABLE + "number-matrix-rows-spanned"
_FORMULA = TABLE + "formula"
_VISIBILITY = TABLE + "visibility"


@dataclass(slots=True)
class _Remark:
    column: int
    code: str
    values: Mapping[str, object]


@dataclass(slots=True)
class SheetBuilder:
    """Makes one Sheet. The order of calls is that of the file: columns, then rows, in each its cells."""

    sheet: Sheet
    styles: Styles
    budget: Budget
    row: int = 0
    column: int = 0
    in_row: bool = False
    _last_column: int = 0
    _row_repeats: int = 1
    _row_hidden: bool = False
    _row_look: Look | None = None
    _column_looks: list[tuple[int, int, Look]] = field(default_factory=list)
    _cells: dict[int, Cell] = field(default_factory=dict)
    _remarks: list[_Remark] = field(default_factory=list)
    _spans: list[tuple[int, int, int]] = field(default_factory=list)
    _matrices: list[Area] = field(default_factory=list)

    def finish(self) -> None:
        """The sheet ends: only now are all the cells there that a formula fills.

        Raises Unreadable(too-big-unpacked).
        """
        mark_results(self.sheet, self._matrices, self.budget)

    def add_column(self, attributes: Mapping[str, str], is_folded: bool) -> None:
        first = self._last_column + 1
        self._last_column += count(attributes.get(_COLUMNS))
        is_hidden = attributes.get(_VISIBILITY) in _HIDDEN or is_folded
        if is_hidden or self.styles.is_hidden(attributes.get(_STYLE), "table-column"):
            self.budget.take_fact()
            self.sheet.hidden_columns.append((first, self._last_column))
        look = self.styles.look(attributes.get(_DEFAULT_STYLE))
        if not look.is_quiet or look.face != PLAIN.face:
            self.budget.take_fact()
            self._column_looks.append((first, self._last_column, look))

    def begin_row(self, attributes: Mapping[str, str], is_folded: bool) -> None:
        self.in_row = True
        self.row += 1
        self.column = 0
        self._row_repeats = count(attributes.get(_ROWS))
        self._row_hidden = attributes.get(_VISIBILITY) in _HIDDEN or is_folded
        if not self._row_hidden:
            self._row_hidden = self.styles.is_hidden(attributes.get(_STYLE), "table-row")
        self._row_look = self.styles.look(attributes[_DEFAULT_STYLE]) if _DEFAULT_STYLE in attributes else None

    def end_row(self) -> None:
        """Write the row, as often as it is repeated: an empty one costs nothing however often."""
        repeats, cells = self._row_repeats, self._cells
        if cells and (self.column > MAX_COLUMNS or self.row + repeats > LAST_ROW + 1):
            self._leave_out()
            repeats = max(1, min(repeats, LAST_ROW + 1 - self.row))
        if cells:
            # The first of them was counted cell by cell.
            self.budget.take_cells(len(cells) * (repeats - 1))
            self.budget.take_characters(sum(len(cell.text) for cell in cells.values()) * repeats)
            self.budget.take_rows(repeats)
            self.sheet.rows[self.row] = cells
            for number in range(self.row + 1, self.row + repeats):
                self.sheet.rows[number] = {column: cell._replace(row=number) for column, cell in cells.items()}
            if self._row_hidden:
                self.sheet.hidden_rows.update(range(self.row, self.row + repeats))
            self._cells = {}
        if self._remarks or self._spans:
            self._write_remarks(repeats)
        self.row += repeats - 1
        self.in_row = False

    def _leave_out(self) -> None:
        """Cells with an address that no sheet has."""
        name, row = self.sheet.name, self.row
        for column in [column for column in self._cells if column > MAX_COLUMNS or row > LAST_ROW]:
            text = self._cells.pop(column).text
            self.budget.remarks += 1
            if self.budget.remarks <= MAX_WARNINGS:
                self.sheet.findings.append(Finding("stray-cell", Place(name, row, column), {"text": text[:60]}))

    def _write_remarks(self, repeats: int) -> None:
        name = self.sheet.name
        for number in range(self.row, self.row + (repeats if self.sheet.rows.get(self.row) else 1)):
            if self.budget.remarks > MAX_WARNINGS:
                break
            self.budget.remarks += len(self._remarks)
            self.budget.take_work(FINDING * len(self._remarks))
            for remark in self._remarks:
                place = Place(name, number, remark.column)
                self.sheet.findings.append(Finding(remark.code, place, remark.values))
        for column, columns, rows in self._spans:
            self.budget.take_fact()
            self.sheet.merges.append(Merge(self.row, column, self.row + rows - 1, column + columns - 1))
        self._remarks = []
        self._spans = []

    def look(self, attributes: Mapping[str, str]) -> Look:
        """How the next cell looks: its own style, else the row's, else the column's default."""
        if _STYLE in attributes:
            return self.styles.look(attributes[_STYLE])
        if self._row_look is not None:
            return self._row_look
        column = self.column + 1
        place = bisect_right(self._column_looks, column, key=_first_of) - 1
        _, last, look = self._column_looks[place] if place >= 0 else (0, 0, PLAIN)
        return look if column <= last else PLAIN

    def remark(self, code: str, **values: object) -> None:
        """Something to be said of the next cell, in every row that repeats it."""
        self._remarks.append(_Remark(self.column + 1, code, values))

    def skip_cells(self, attributes: Mapping[str, str]) -> None:
        """Cells that hold nothing."""
        self.column += count(attributes.get(_COLUMNS)) if _COLUMNS in attributes else 1

    def add_text(self, text: str) -> None:
        """The next cell, where it is a text of which nothing is to be said."""
        self.column += 1
        self.budget.take_cells(1)
        place = (self.sheet.name, self.row, self.column, Kind.TEXT, text, None, None)
        self._cells[self.column] = _new_cell(Cell, place)

    @property
    def has_looks(self) -> bool:
        """True where columns say how a cell looks that does not say it itself."""
        return bool(self._column_looks)

    def add_row(self, style: str, is_folded: bool, found: Iterable[tuple[str, str, str, str]]) -> None:
        """A plain row as `quick` finds it: of each cell its style, number, text, and how often it is repeated."""
        self.begin_row({_STYLE: style} if style else {}, is_folded)
        name, row, cells, column = self.sheet.name, self.row, self._cells, 0
        for _, number, text, repeats in found:
            column += 1
            if number:
                value = value_of({OFFICE + "value-type": "float", OFFICE + "value": number}, text)
                cells[column] = Cell(name, row, column, value.kind, value.text, value.stored)
            elif text:
                cells[column] = _new_cell(Cell, (name, row, column, Kind.TEXT, text, None, None))
            elif repeats:
                column += count(repeats) - 1
        self.column = column
        self.budget.take_cells(len(cells))
        self.end_row()

    def add_cell(self, attributes: Mapping[str, str], paragraphs: Paragraphs, look: Look, is_covered: bool) -> None:
        """The next cell, with what its paragraphs hold, as often as it is repeated."""
        self.budget.take_work(LONG_WAY * (1 + len(paragraphs.faces)))
        value = value_of(attributes, paragraphs.text)
        if is_covered:
            if value is not EMPTY:
                self.remark("covered-text", text=value.text)
        else:
            self._span(attributes)
            if value is not EMPTY or _lacks_result(attributes, paragraphs):
                self._store(value, attributes)
                self._say_of(value, paragraphs, look)
        self.skip_cells(attributes)

    def _span(self, attributes: Mapping[str, str]) -> None:
        columns, rows = count(attributes.get(_COLUMN_SPAN)), count(attributes.get(_ROW_SPAN))
        if columns > 1 or rows > 1:
            self._spans.append((self.column + 1, columns, rows))

    def _store(self, value: Value, attributes: Mapping[str, str]) -> None:
        if _MATRIX_ROWS in attributes or _MATRIX_COLUMNS in attributes:
            self.budget.take_fact()
            rows, columns = count(attributes.get(_MATRIX_ROWS)), count(attributes.get(_MATRIX_COLUMNS))
            self._matrices.append((self.row, self.column + 1, self.row + rows - 1, self.column + columns))
        kind, text, stored, _ = value
        result = None
        if _FORMULA in attributes:
            kind, result, stored = Kind.FORMULA, kind, text if kind is Kind.TEXT else stored
        repeats = count(attributes.get(_COLUMNS))
        self.budget.take_cells(repeats)
        for column in range(self.column + 1, self.column + 1 + repeats):
            self._cells[column] = Cell(self.sheet.name, self.row, column, kind, text, stored, result)

    def _say_of(self, value: Value, paragraphs: Paragraphs, look: Look) -> None:
        struck = "".join(paragraphs.struck)
        if struck.strip():
            self.remark("strikethrough", struck=struck, text=value.text)
        if value.kind is not Kind.TEXT:
            return
        if (lost_look := lost(paragraphs.faces)) is not None:
            self.remark("formatting-lost", text=value.text, **lost_look._asdict())
        if value.differs is not None:
            self.remark("string-value-differs", shown=value.differs, text=value.text)
        elif paragraphs.ambiguous:
            self.remark("whitespace-ambiguous", text=value.text)
        if (shown := look.show(value.text)) != value.text:
            self.remark("displayed-differently", shown=shown, text=value.text)
        length = utf16_length(value.text)
        if length >= CELL_LIMIT:
            code = "at-cell-limit" if length == CELL_LIMIT else "over-cell-limit"
            self.remark(code, length=length, limit=CELL_LIMIT)


def _first_of(columns: tuple[int, int, Look]) -> int:
    return columns[0]


def _lacks_result(attributes: Mapping[str, str], paragraphs: Paragraphs) -> bool:
    """True for a formula that has no text and whose result is not in the file; the empty text is a result."""
    if _FORMULA not in attributes:
        return False
    is_text = attributes.get(OFFICE + "value-type", "string") == "string"
    is_saved = is_text and (paragraphs.is_used or OFFICE + "string-value" in attributes)
    return not is_saved or draws_picture(attributes[_FORMULA])


def visibility(styles: Styles, attributes: Mapping[str, str]) -> Visibility:
    """Of a sheet, by its own attribute or its style."""
    is_hidden = attributes.get(TABLE + "display") == "false" or styles.is_hidden(attributes.get(_STYLE), "table")
    return Visibility.HIDDEN if is_hidden else Visibility.VISIBLE
