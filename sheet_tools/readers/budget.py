"""What all the sheets of one file have used of the bounds: a thousand sheets may hold no more than one."""

from __future__ import annotations

from dataclasses import dataclass

from sheet_tools.cells import Place
from sheet_tools.findings import Finding, Unreadable
from sheet_tools.readers.limits import MAX_CELLS, MAX_CHARACTERS, MAX_FACTS, MAX_ROWS, MAX_UNPACKED, MAX_WORK, MIB

# What a cell or a shared string costs that is not taken whole, in the steps of MAX_WORK.
LONG_WAY = 8
# And a finding, until it is reported.
FINDING = 20


def too_big(**values: object) -> Unreadable:
    """The refusal of a file that unpacks to more than a person's spreadsheet holds."""
    limits = {"limit_mib": MAX_UNPACKED // MIB, "limit_rows": MAX_ROWS}
    return Unreadable(Finding("too-big-unpacked", Place(), {**limits, **values}))


@dataclass(slots=True)
class Budget:
    """Each method raises Unreadable(too-big-unpacked) past its bound."""

    rows: int = 0
    cells: int = 0
    characters: int = 0
    facts: int = 0
    remarks: int = 0
    work: int = 0

    def take_row(self, cells: int, characters: int) -> None:
        """One row that holds something."""
        self.rows += 1
        self.cells += cells
        self.characters += characters
        if self.rows > MAX_ROWS or self.cells > MAX_CELLS or self.characters > MAX_CHARACTERS:
            raise too_big()

    def take_rows(self, number: int) -> None:
        self.rows += number
        if self.rows > MAX_ROWS:
            raise too_big()

    def take_cells(self, number: int) -> None:
        self.cells += number
        if self.cells > MAX_CELLS:
            raise too_big()

    def take_characters(self, number: int) -> None:
        self.characters += number
        if self.characters > MAX_CHARACTERS:
            raise too_big()

    def take_fact(self) -> None:
        self.facts += 1
        if self.facts > MAX_FACTS:
            raise too_big()

    def expect_cells(self, number: int) -> None:
        """Refuse a part that tells so many cells with contents before one is made: each costs a microsecond and 220
        bytes."""
        if self.cells + number > MAX_CELLS:
            raise too_big()

    def take_work(self, steps: int) -> None:
        self.work += steps
        if self.work > MAX_WORK:
            raise too_big()

    def take_xml(self, data: bytes | str) -> None:
        """The work of a parser on a piece of a part: a step for each beginning and each end of an element."""
        if isinstance(data, str):
            self.take_work(data.count("<") + data.count("/>"))
        else:
            self.take_work(data.count(b"<") + data.count(b"/>"))
