"""What every reader gives: a workbook of sheets of cells, with the facts that no single cell carries."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from sheet_tools.cells import Cell, Kind
from sheet_tools.findings import Finding
from sheet_tools.printable import printable


class Program(StrEnum):
    """The program that wrote the file, where the file tells it; remedies are worded in its menus."""

    EXCEL = "excel"
    LIBREOFFICE = "libreoffice"
    GOOGLE = "google"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What the author chose where a file leaves it open; None leaves the choice to the reader."""

    encoding: str | None = None
    delimiter: str | None = None
    line_breaks: str | None = None


AS_FOUND = ReadOptions()


class Visibility(StrEnum):
    VISIBLE = "visible"
    HIDDEN = "hidden"
    VERY_HIDDEN = "very-hidden"


class Merge(NamedTuple):
    """A merged range, from 1, both ends included."""

    first_row: int
    first_column: int
    last_row: int
    last_column: int


@dataclass(slots=True)
class Sheet:
    """One sheet. `rows` maps a row to its cells by column, and holds only cells that hold something.

    Row numbers are those that the program shows (in delimited text: the record's, as a program would show it
    after import); rows may come in any order. `hidden_rows` are rows that hold cells but are not seen (hidden,
    filtered, of zero height, folded away); `hidden_columns` are (first, last). `findings` are about single cells,
    whichever column they stand in: the table keeps those that concern the author's columns.
    """

    name: str
    visibility: Visibility = Visibility.VISIBLE
    rows: dict[int, dict[int, Cell]] = field(default_factory=dict)
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: list[tuple[int, int]] = field(default_factory=list)
    merges: list[Merge] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def cell(self, row: int, column: int) -> Cell:
        """The cell there; an EMPTY one where the sheet holds nothing."""
        return self.rows.get(row, {}).get(column) or Cell(self.name, row, column, Kind.EMPTY, "")


class BrokenSheet(NamedTuple):
    """A sheet of which nothing can be read; `refusal` is the finding with which a file of it alone is refused."""

    name: str
    visibility: Visibility
    refusal: Finding


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice that the file leaves open and a reader or the table made: `name` is the option of the command
    line ("sheet", "encoding", "delimiter", "line_breaks"), `options` what may be chosen (value, preview)."""

    name: str
    chosen: str
    options: tuple[tuple[str, str], ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", tuple((value, printable(preview)) for value, preview in self.options))


@dataclass(slots=True)
class Workbook:
    """A file as read. `format` is "xlsx", "ods" or "text"; `findings` concern the whole file; `broken` are sheets of
    which nobody knows what they hold."""

    source: str
    format: str
    program: Program = Program.ANY
    sheets: list[Sheet] = field(default_factory=list)
    broken: list[BrokenSheet] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
