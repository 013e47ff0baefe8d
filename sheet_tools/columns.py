"""Which row is the heading, and which column is which: loosely matched, and reported."""

from __future__ import annotations

from collections.abc import Iterator

from sheet_tools.cells import Cell, Kind, Place
from sheet_tools.findings import Finding
from sheet_tools.headings import Match, names_any_text_field, recognise, resembles
from sheet_tools.readers.model import Sheet
from sheet_tools.tasks import Form

# notes on reading: a title may stand above, but the heading is among the first rows.
HEADING_WITHIN = 20
# A lone cell further than this from the last heading was lost there, not written as a column.
STRAY_GAP = 10


def heading_row(sheet: Sheet, form: Form) -> int | None:
    """The first row, of the first that hold anything, that names every required column; else one that nearly does."""
    for named in (recognised, _nearly):
        for number in sorted(sheet.rows)[:HEADING_WITHIN]:
            fields = {match.field for cell in sheet.rows[number].values() if (match := named(cell, form))}
            if all(name in fields for name in form.required_fields):
                return number
    return None


def partial_heading(sheet: Sheet, form: Form) -> int | None:
    for number in sorted(sheet.rows)[:HEADING_WITHIN]:
        if names_any_text_field((c.text for c in sheet.rows[number].values() if c.kind is Kind.TEXT), form):
            return number
    return None


def recognised(cell: Cell, form: Form) -> Match | None:
    return recognise(cell.text, form) if cell.kind in (Kind.TEXT, Kind.FORMULA) else None


def _nearly(cell: Cell, form: Form) -> Match | None:
    return recognised(cell, form) or (resembles(cell.text, form) if cell.kind is Kind.TEXT else None)


def columns_of(sheet: Sheet, heading: int, form: Form) -> tuple[dict[str, int], list[Finding]]:
    """Field → column, and what is to be said of the headings."""
    columns: dict[str, int] = {}
    findings: list[Finding] = []
    unknown: list[Cell] = []
    for _, cell in sorted(sheet.rows[heading].items()):
        match = recognised(cell, form)
        if match is None:
            unknown.append(cell)
        elif match.field in columns:
            first = Place(sheet.name, heading, columns[match.field]).cell
            findings.append(Finding("duplicate-header", cell.place, {"heading": cell.text, "first": first}))
        else:
            columns[match.field] = cell.column
    findings += [finding for cell in unknown if not cell.is_blank for finding in _unknown(cell, columns, form)]
    numbers = sorted(sheet.rows)
    first_used = next(number for number in numbers if any(not c.is_blank for c in sheet.rows[number].values()))
    if heading != first_used:
        findings.append(Finding("header-row", Place(sheet.name, heading), {"row": heading}))
    return columns, findings


def _unknown(cell: Cell, columns: dict[str, int], form: Form) -> Iterator[Finding]:
    """A heading that is nearly a known one is taken for it where nothing else is; otherwise it is left alone."""
    match = resembles(cell.text, form) if cell.kind is Kind.TEXT else None
    if match is None:
        yield Finding("unknown-header", cell.place, {"heading": cell.text})
    elif match.field in columns:
        meant = _heading_of(match.field, form) if match.field in form.fields else match.field
        yield Finding("heading-resembles", cell.place, {"heading": cell.text, "meant": meant})
    else:
        columns[match.field] = cell.column
        meant = _heading_of(match.field, form) if match.field in form.fields else match.field
        yield Finding("heading-guessed", cell.place, {"heading": cell.text, "meant": meant})


def _heading_of(name: str, form: Form) -> str:
    return form.fields[name].headings[0]


def without_heading(sheet: Sheet, heading: int) -> Iterator[Finding]:
    """Columns that hold something under the heading row but have no heading."""
    named = {column for column, cell in sheet.rows[heading].items() if not cell.is_blank}
    last = max(named)
    first_cells: dict[int, Cell] = {}
    for number in sorted(row for row in sheet.rows if row > heading):
        for column, cell in sheet.rows[number].items():
            if column not in named and column not in first_cells and not cell.is_blank:
                first_cells[column] = cell
    for column, cell in sorted(first_cells.items()):
        code = "stray-cell" if column > last + STRAY_GAP else "content-without-header"
        yield Finding(code, cell.place, {"text": cell.text[:60]})


def missing_columns(sheet: Sheet, form: Form) -> tuple[list[Finding], dict[str, int]]:
    """What a heading row that lacks a required column has, and what it lacks."""
    heading = partial_heading(sheet, form)
    if heading is None:
        return [Finding("no-header", Place(), {"sheets": sheet.name})], {}
    columns, about = columns_of(sheet, heading, form)
    missing = [
        Finding("missing-column", Place(sheet.name, heading), {"wanted": _heading_of(name, form)})
        for name in form.required_fields
        if name not in columns
    ]
    return missing + about, columns
