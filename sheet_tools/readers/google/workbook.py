"""A snapshot of a spreadsheet as a workbook: the same cells and findings as its export as .xlsx gives.

What an earlier run wrote (its tab and its notes) is left out: the workbook is the author's alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from sheet_tools.cells import Kind, Place
from sheet_tools.findings import Finding
from sheet_tools.readers.google.cells import CellMaker, written
from sheet_tools.readers.google.record import Record, digest, is_signed, read_record
from sheet_tools.readers.google.snapshot import Snapshot, Tab
from sheet_tools.readers.model import Merge, Program, Sheet, Visibility, Workbook

# Google keeps every number as a double, so nothing is lost by reading one.
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[Ee][+-]?[0-9]{1,3})?", re.ASCII)


def workbook_of(snapshot: Snapshot) -> Workbook:
    record = read_record(snapshot)
    sheets = [
        _sheet(tab, snapshot.is_polish, record) for tab in snapshot.tabs if tab.is_grid and tab.id not in record.tabs
    ]
    return Workbook(snapshot.title, "google", Program.GOOGLE, sheets)


def as_the_author_has_it(workbook: Workbook) -> Workbook:
    """An exported workbook without what only the export made of the sheet, and without the notes of an earlier run
    (known by their first line).

    The export writes 7 as 7.0, and blanks at the ends of a text without the mark that keeps them: nobody but this
    reader, which keeps them, will see the file.
    """
    for sheet in workbook.sheets:
        for cells in sheet.rows.values():
            for column, cell in cells.items():
                if cell.stored is not None and Kind.NUMBER in (cell.kind, cell.result):
                    cells[column] = cell._replace(stored=_number(cell.stored))
        sheet.findings = [_finding(finding, sheet) for finding in sheet.findings if not _is_of_the_export(finding)]
    return workbook


def _is_of_the_export(finding: Finding) -> bool:
    if finding.code == "cell-comment":
        return is_signed(str(finding.values["text"]))
    return finding.code == "whitespace-ambiguous"


def _finding(finding: Finding, sheet: Sheet) -> Finding:
    place = finding.place
    cell = sheet.cell(place.row or 0, place.column or 0)
    if finding.code != "strikethrough" or not {cell.kind, cell.result} & {Kind.NUMBER, Kind.DATE}:
        return finding
    return replace(finding, values={name: _number(str(value)) for name, value in finding.values.items()})


def _number(stored: str) -> str:
    return written(float(stored)) if _NUMBER.fullmatch(stored) else stored


def _sheet(tab: Tab, polish: bool, record: Record) -> Sheet:
    sheet = Sheet(tab.title, Visibility.HIDDEN if tab.is_hidden else Visibility.VISIBLE)
    maker = CellMaker(tab.title, polish)
    for row, column, raw in tab.cells():
        cell = maker.make(row, column, raw)
        if cell is not None:
            sheet.rows.setdefault(row, {})[column] = cell
        note = raw.get("note")
        if note and digest(note) not in record.cells and not is_signed(note):
            maker.findings.append(Finding("cell-comment", Place(tab.title, row, column), {"text": note.strip()}))
    sheet.findings = maker.findings
    sheet.hidden_rows = tab.hidden("row") & sheet.rows.keys()
    sheet.hidden_columns = list(_stretches(tab.hidden("column")))
    sheet.merges = sorted(_merges(tab))
    return sheet


def _merges(tab: Tab) -> Iterator[Merge]:
    for merge in tab.raw.get("merges", ()):
        first_row, first_column = merge.get("startRowIndex", 0) + 1, merge.get("startColumnIndex", 0) + 1
        yield Merge(first_row, first_column, merge["endRowIndex"], merge["endColumnIndex"])


def _stretches(numbers: set[int]) -> Iterator[tuple[int, int]]:
    """{2, 3, 5} → (2, 3), (5, 5)."""
    for number in sorted(numbers):
        if number - 1 not in numbers:
            last = number
            while last + 1 in numbers:
                last += 1
            yield number, last
