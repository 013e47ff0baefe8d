"""Which sheet, which row is the heading, which column is which: loosely matched, and reported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sheet_tools.cells import Cell, Kind, Place
from sheet_tools.findings import Finding, Unreadable, any_error
from sheet_tools.headings import Match, names_any_text_field, recognise, resembles
from sheet_tools.readers.model import Choice, Sheet, Visibility, Workbook
from sheet_tools.tasks import Form, Holds

# notes on reading: a title may stand above, but the heading is among the first rows.
HEADING_WITHIN = 20
# A lone cell further than this from the last heading was lost there, not written as a column.
STRAY_GAP = 10


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table: its number in the sheet and its cells by field (those that hold something)."""

    number: int
    cells: Mapping[str, Cell]


@dataclass(frozen=True, slots=True)
class Table:
    """The author's table. `columns`: field → column (from 1); a list column of aliases is "alias".

    `heading_row` is None where no heading was found; then there are no rows, and a finding says why.
    """

    sheet: str
    heading_row: int | None
    columns: Mapping[str, int] = field(default_factory=dict)
    rows: tuple[Row, ...] = ()
    findings: tuple[Finding, ...] = ()
    choices: tuple[Choice, ...] = ()

    def place(self, row: int, name: str) -> Place:
        """The cell of a field in a row, filled or not."""
        column = self.columns.get(name)
        return Place(self.sheet, row, column)


def find_table(workbook: Workbook, form: Form, sheet_name: str | None = None) -> Table:
    """The table of items in a workbook. `sheet_name` is the author's own choice of sheet.

    Raises Unreadable(no-such-sheet) where the workbook has no sheet of that name.
    """
    sheet, findings, choices = _choose_sheet(workbook, form, sheet_name)
    if sheet is None:
        return Table(workbook.sheets[0].name if workbook.sheets else "", None, {}, (), tuple(findings), choices)
    heading = heading_row(sheet, form)
    if heading is None:
        missing, columns = _missing_columns(sheet, form)
        return Table(sheet.name, missing[0].place.row, columns, (), (*findings, *missing), choices)
    columns, about_headings = _columns(sheet, heading, form)
    rows, second_headings = _rows(sheet, heading, columns, form)
    of_reader = list(_reader_findings(sheet, heading, rows, columns, form))
    findings += [*about_headings, *second_headings, *_facts(sheet, rows, columns, form), *of_reader]
    if not rows and not any_error(of_reader):
        findings.append(Finding("no-rows", Place(sheet.name)))
    return Table(sheet.name, heading, columns, rows, tuple(findings), choices)


def heading_row(sheet: Sheet, form: Form) -> int | None:
    """The first row, of the first that hold anything, that names every required column; else one that nearly does."""
    for named in (_recognised, _nearly):
        for number in sorted(sheet.rows)[:HEADING_WITHIN]:
            fields = {match.field for cell in sheet.rows[number].values() if (match := named(cell, form))}
            if all(name in fields for name in form.required_fields):
                return number
    return None


def _recognised(cell: Cell, form: Form) -> Match | None:
    return recognise(cell.text, form) if cell.kind in (Kind.TEXT, Kind.FORMULA) else None


def _nearly(cell: Cell, form: Form) -> Match | None:
    return _recognised(cell, form) or (resembles(cell.text, form) if cell.kind is Kind.TEXT else None)


def _holds_items(sheet: Sheet, form: Form) -> bool:
    """True for a sheet with a heading row and at least one row of the author's text under it."""
    heading = heading_row(sheet, form)
    if heading is None:
        return False
    columns, _ = _columns(sheet, heading, form)
    return bool(_rows(sheet, heading, columns, form)[0])


def _choose_sheet(
    workbook: Workbook, form: Form, name: str | None
) -> tuple[Sheet | None, list[Finding], tuple[Choice, ...]]:
    if name is not None:
        return _named_sheet(workbook, name), [], ()
    with_items = [sheet for sheet in workbook.sheets if _holds_items(sheet, form)]
    visible = [sheet for sheet in with_items if sheet.visibility is Visibility.VISIBLE]
    chosen = _first(visible) or _with_heading(workbook, form)
    findings = [Finding("hidden-sheet-has-data", Place(sheet.name)) for sheet in with_items if sheet not in visible]
    if chosen is None:
        return None, [*findings, Finding("no-header", Place(), {"sheets": _names(workbook.sheets)})], ()
    findings += [
        Finding("several-data-sheets", Place(other.name), {"chosen": chosen.name, "other": other.name})
        for other in visible
        if other is not chosen
    ]
    seen = [sheet for sheet in workbook.sheets if sheet.visibility is Visibility.VISIBLE]
    if len(visible) == 1 and chosen is not seen[0]:
        findings.append(Finding("sheet-chosen", Place(chosen.name), {"chosen": chosen.name}))
    return chosen, findings, (_sheet_choice(chosen, visible),) if len(visible) > 1 else ()


def _first(sheets: list[Sheet]) -> Sheet | None:
    return sheets[0] if sheets else None


def _names(sheets: list[Sheet]) -> str:
    return ", ".join(sheet.name for sheet in sheets)


def _named_sheet(workbook: Workbook, name: str) -> Sheet:
    for sheet in workbook.sheets:
        if sheet.name == name:
            return sheet
    raise Unreadable(Finding("no-such-sheet", Place(), {"wanted": name, "sheets": _names(workbook.sheets)}))


def _with_heading(workbook: Workbook, form: Form) -> Sheet | None:
    """A visible sheet without items yet: with a whole heading row, or at least part of one."""
    shown = [sheet for sheet in workbook.sheets if sheet.visibility is Visibility.VISIBLE]
    whole = [sheet for sheet in shown if heading_row(sheet, form) is not None]
    return _first(whole) or _first([sheet for sheet in shown if _partial_heading(sheet, form) is not None])


def _sheet_choice(chosen: Sheet, sheets: list[Sheet]) -> Choice:
    return Choice("sheet", chosen.name, tuple((sheet.name, _preview(sheet)) for sheet in sheets))


def _preview(sheet: Sheet) -> str:
    """The first texts under the heading, enough to tell one sheet from another."""
    texts = [cell.text for number in sorted(sheet.rows)[1:4] for cell in list(sheet.rows[number].values())[:3]]
    return " · ".join(text[:40] for text in texts if text.strip())


def _partial_heading(sheet: Sheet, form: Form) -> int | None:
    for number in sorted(sheet.rows)[:HEADING_WITHIN]:
        if names_any_text_field((c.text for c in sheet.rows[number].values() if c.kind is Kind.TEXT), form):
            return number
    return None


def _missing_columns(sheet: Sheet, form: Form) -> tuple[list[Finding], dict[str, int]]:
    """What a heading row that lacks a required column has, and what it lacks."""
    heading = _partial_heading(sheet, form)
    if heading is None:
        return [Finding("no-header", Place(), {"sheets": sheet.name})], {}
    columns, about = _columns(sheet, heading, form)
    missing = [
        Finding("missing-column", Place(sheet.name, heading), {"wanted": _heading_of(name, form)})
        for name in form.required_fields
        if name not in columns
    ]
    return missing + about, columns


def _heading_of(name: str, form: Form) -> str:
    return form.fields[name].headings[0]


def _columns(sheet: Sheet, heading: int, form: Form) -> tuple[dict[str, int], list[Finding]]:
    """Field → column, and what is to be said of the headings and of columns without one."""
    columns: dict[str, int] = {}
    findings: list[Finding] = []
    unknown: list[Cell] = []
    for _, cell in sorted(sheet.rows[heading].items()):
        match = _recognised(cell, form)
        if match is None:
            unknown.append(cell)
        elif match.field in columns:
            first = Place(sheet.name, heading, columns[match.field]).cell
            findings.append(Finding("duplicate-header", cell.place, {"heading": cell.text, "first": first}))
        else:
            columns[match.field] = cell.column
    findings += [finding for cell in unknown if not cell.is_blank for finding in _unknown(cell, columns, form)]
    first_used = min(number for number in sheet.rows if any(not c.is_blank for c in sheet.rows[number].values()))
    if heading != first_used:
        findings.append(Finding("header-row", Place(sheet.name, heading), {"row": heading}))
    return columns, findings + list(_without_heading(sheet, heading))


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


def _without_heading(sheet: Sheet, heading: int) -> Iterator[Finding]:
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


def _rows(sheet: Sheet, heading: int, columns: Mapping[str, int], form: Form) -> tuple[tuple[Row, ...], list[Finding]]:
    """The rows under the heading that hold any of the author's text; a repeated heading is left out and reported."""
    by_column = {column: name for name, column in columns.items() if not _is_helper(name, form)}
    texts = _text_columns(columns, form)
    rows: list[Row] = []
    findings: list[Finding] = []
    for number in sorted(row for row in sheet.rows if row > heading):
        cells = sheet.rows[number]
        if all(cell.is_blank for column, cell in cells.items() if column in texts):
            continue
        row = Row(number, {by_column[column]: cell for column, cell in cells.items() if column in by_column})
        if _repeats_heading(row, form):
            findings.append(Finding("suspect-second-header", Place(sheet.name, number, min(texts))))
        else:
            rows.append(row)
    return tuple(rows), findings


def _is_helper(name: str, form: Form) -> bool:
    return name in form.fields and form.fields[name].holds is Holds.HELPER


def _text_columns(columns: Mapping[str, int], form: Form) -> dict[int, str]:
    """Column → field, of the columns whose text the items carry; for a form without such, of its required ones."""
    plain = {name for name, column in form.fields.items() if column.holds is not Holds.TEXT}
    wanted = {name for name in columns if name not in plain} or set(form.required_fields)
    return {column: name for name, column in columns.items() if name in wanted}


def _repeats_heading(row: Row, form: Form) -> bool:
    needed = [row.cells[name] for name in form.required_fields if name in row.cells]
    return len(needed) == len(form.required_fields) and all(_recognised(cell, form) for cell in needed)


def _facts(sheet: Sheet, rows: tuple[Row, ...], columns: Mapping[str, int], form: Form) -> Iterator[Finding]:
    """Rows and columns that a person does not see, and merged cells, where the author's text is concerned."""
    texts = _text_columns(columns, form)
    used = {cell.column for row in rows for cell in row.cells.values() if cell.column in texts}
    for row in rows:
        if row.number in sheet.hidden_rows:
            yield Finding("hidden-row", Place(sheet.name, row.number), {"row": row.number})
    for column in sorted(used):
        if any(first <= column <= last for first, last in sheet.hidden_columns):
            yield Finding("hidden-col", Place(sheet.name, None, column), {"heading": texts[column]})
    numbers = {row.number for row in rows}
    for merge in sheet.merges:
        if any(merge.first_column <= column <= merge.last_column for column in texts) and any(
            merge.first_row <= number <= merge.last_row for number in numbers
        ):
            place = Place(sheet.name, merge.first_row, merge.first_column, merge.last_row, merge.last_column)
            yield Finding("merged-cells", place, {"range": place.cell})


def _reader_findings(
    sheet: Sheet, heading: int, rows: tuple[Row, ...], columns: Mapping[str, int], form: Form
) -> Iterator[Finding]:
    """What the reader said of single cells, kept where it concerns the author's text or breaks a row of it."""
    texts = _text_columns(columns, form)
    helpers = {column for name, column in columns.items() if _is_helper(name, form)}
    numbers = {row.number for row in rows}
    for finding in sheet.findings:
        row, column = finding.place.row, finding.place.column
        if row is None or row <= heading:
            continue
        concerns_text = column in texts and row in numbers
        breaks_a_row = finding.is_error and column not in helpers
        if concerns_text or breaks_a_row:
            yield finding
