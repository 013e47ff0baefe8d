"""A snapshot of a spreadsheet as a workbook: the same cells and findings as its export as .xlsx gives.

What an earlier run wrote (its tab and its notes) is left out: the workbook is the author's alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from sheet_tools.cells import Place
from sheet_tools.findings import Finding
from sheet_tools.readers.google.cells import CellMaker
from sheet_tools.readers.google.record import Record, digest, is_signed, read_record
from sheet_tools.readers.google.snapshot import Snapshot, Tab
from sheet_tools.readers.model import Merge, Program, Sheet, Visibility, Workbook


def workbook_of(snapshot: Snapshot) -> Workbook:
    record = read_record(snapshot)
    sheets = [
        _sheet(tab, snapshot.is_polish, record) for tab in snapshot.tabs if tab.is_grid and tab.id not in record.tabs
    ]
    return Workbook(snapshot.title, "google", Program.GOOGLE, sheets)


def without_our_notes(workbook: Workbook) -> Workbook:
    """An exported workbook without the notes that an earlier run wrote; they are known by their first line."""
    for sheet in workbook.sheets:
        sheet.findings = [
            finding
            for finding in sheet.findings
            if finding.code != "cell-comment" or not is_signed(str(finding.values["text"]))
        ]
    return workbook


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
