"""Which sheet, and which of its rows are the author's; what there a person does not see."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sheet_tools.cells import Cell, Kind, Place
from sheet_tools.columns import columns_of, heading_row, missing_columns, partial_heading, without_heading
from sheet_tools.findings import Finding, Unreadable, any_error
from sheet_tools.headings import Match, loose, recogniser
from sheet_tools.readers.collector import no_collection
from sheet_tools.readers.model import Choice, Sheet, Visibility, Workbook
from sheet_tools.tasks import Form, Holds

# What a second heading row says of its columns, in loose form.
_EXPLAINING = frozenset(
    {"tekst", "text", "string", "opis", "description", "wymagane", "required", "opcjonalne", "optional"}
)
# The same said at more length: "(zdanie)", "maks. 300 znaków", "do 5 słów".
_EXPLANATION = re.compile(
    r"\(.*\)|\[.*\]|<.*>|\{.*\}|(?:maks?|max|min|do|up to)\.? ?\d+ (?:znak|słow|słów|word|char)\w*\.?",
    re.DOTALL | re.IGNORECASE,
)


# The rule under the headings of a pasted Markdown table, in one cell of it; a program may have made dashes of hyphens.
_RULE = re.compile(r"\s*:?[-=_─━—–]+:?\s*")


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table: its number in the sheet and its cells by field (those that hold something)."""

    number: int
    cells: Mapping[str, Cell]


@dataclass(frozen=True, slots=True)
class Table:
    """The author's table. `columns`: field → column (from 1); a list column of aliases is "alias".

    `heading_row` is None where no heading was found; then there are no rows, and a finding says why. `merged`: row →
    its labels that stand in merged cells; only the first of these has the text.
    """

    sheet: str
    heading_row: int | None
    columns: Mapping[str, int] = field(default_factory=dict)
    rows: tuple[Row, ...] = ()
    findings: tuple[Finding, ...] = ()
    choices: tuple[Choice, ...] = ()
    merged: Mapping[int, frozenset[str]] = field(default_factory=dict)

    @property
    def uncertain(self) -> frozenset[tuple[int, int]]:
        """The cells (row, column) whose text a finding of level error has already called uncertain."""
        places = (finding.place for finding in self.findings if finding.is_error)
        return frozenset((place.row, place.column) for place in places if place.row and place.column)

    def place(self, row: int, name: str) -> Place:
        """The cell of a field in a row, filled or not."""
        column = self.columns.get(name)
        return Place(self.sheet, row, column)


@no_collection()
def find_table(workbook: Workbook, form: Form, sheet_name: str | None = None) -> Table:
    """The table of items in a workbook. `sheet_name` is the author's own choice of sheet.

    Raises Unreadable: no-such-sheet where the workbook has no sheet of that name; corrupt-file where the items may
    stand in a sheet that cannot be read.
    """
    sheet, findings, choices = _choose_sheet(workbook, form, sheet_name)
    if sheet is None:
        return Table(workbook.sheets[0].name if workbook.sheets else "", None, {}, (), tuple(findings), choices)
    heading = heading_row(sheet, form)
    if heading is None:
        missing, columns = missing_columns(sheet, form)
        return Table(sheet.name, missing[0].place.row, columns, (), (*findings, *missing), choices)
    columns, about_headings = columns_of(sheet, heading, form)
    rows, second_headings = _rows(sheet, heading, columns, form)
    of_reader = list(_reader_findings(sheet, heading, rows, columns, form))
    findings += [
        *about_headings,
        *without_heading(sheet, heading),
        *second_headings,
        *_facts(sheet, heading, rows, columns, form),
        *of_reader,
    ]
    if not rows and not any_error(of_reader):
        findings.append(Finding("no-rows", Place(sheet.name)))
    merged = _merged(sheet, rows, _label_columns(columns, form))
    return Table(sheet.name, heading, columns, rows, tuple(findings), choices, merged)


def _holds_items(sheet: Sheet, form: Form) -> bool:
    """True for a sheet with a heading row and at least one row of the author's text under it."""
    heading = heading_row(sheet, form)
    if heading is None:
        return False
    columns, _ = columns_of(sheet, heading, form)
    texts = _text_columns(columns, form)
    return any(row > heading and not _is_blank(cells, texts) for row, cells in sheet.rows.items())


def _choose_sheet(
    workbook: Workbook, form: Form, name: str | None
) -> tuple[Sheet | None, list[Finding], tuple[Choice, ...]]:
    with_items = [sheet for sheet in workbook.sheets if _holds_items(sheet, form)]
    visible = [sheet for sheet in with_items if sheet.visibility is Visibility.VISIBLE]
    if name is not None:
        named = _named_sheet(workbook, name)
        others = [sheet for sheet in visible if sheet is not named]
        # What was chosen once can be chosen otherwise.
        return named, _unreadable(workbook, named), (_sheet_choice(named, [named, *others]),) if others else ()
    if workbook.broken and not visible:
        # The items may stand in the very sheet that cannot be read.
        raise Unreadable(workbook.broken[0].refusal)
    chosen = _first(visible) or _with_heading(workbook, form)
    findings = [Finding("hidden-sheet-has-data", Place(sheet.name)) for sheet in with_items if sheet not in visible]
    if chosen is None:
        return None, [*findings, Finding("no-header", Place(), {"sheets": _names(workbook.sheets)})], ()
    findings += _unreadable(workbook, chosen)
    findings += [
        Finding("several-data-sheets", Place(other.name), {"chosen": chosen.name, "other": other.name})
        for other in visible
        if other is not chosen
    ]
    seen = [sheet for sheet in workbook.sheets if sheet.visibility is Visibility.VISIBLE]
    if len(visible) == 1 and chosen is not seen[0]:
        findings.append(Finding("sheet-chosen", Place(chosen.name), {"chosen": chosen.name}))
    return chosen, findings, (_sheet_choice(chosen, visible),) if len(visible) > 1 else ()


def _unreadable(workbook: Workbook, chosen: Sheet) -> list[Finding]:
    """What nobody knows: whether the sheets that cannot be read hold items too."""
    return [
        Finding("sheet-unreadable", Place(broken.name), {"sheet": broken.name, "chosen": chosen.name})
        for broken in workbook.broken
    ]


def _first(sheets: list[Sheet]) -> Sheet | None:
    return sheets[0] if sheets else None


def _names(sheets: list[Sheet]) -> str:
    return ", ".join(sheet.name for sheet in sheets)


def _named_sheet(workbook: Workbook, name: str) -> Sheet:
    for sheet in workbook.sheets:
        if sheet.name == name:
            return sheet
    for broken in workbook.broken:
        if broken.name == name:
            raise Unreadable(broken.refusal)
    raise Unreadable(Finding("no-such-sheet", Place(), {"wanted": name, "sheets": _names(workbook.sheets)}))


def _with_heading(workbook: Workbook, form: Form) -> Sheet | None:
    """A visible sheet without items yet: with a whole heading row, or at least part of one."""
    shown = [sheet for sheet in workbook.sheets if sheet.visibility is Visibility.VISIBLE]
    whole = [sheet for sheet in shown if heading_row(sheet, form) is not None]
    return _first(whole) or _first([sheet for sheet in shown if partial_heading(sheet, form) is not None])


def _sheet_choice(chosen: Sheet, sheets: list[Sheet]) -> Choice:
    return Choice("sheet", chosen.name, tuple((sheet.name, _preview(sheet)) for sheet in sheets))


def _preview(sheet: Sheet) -> str:
    """The first texts under the heading, enough to tell one sheet from another."""
    texts = [cell.text for number in sorted(sheet.rows)[1:4] for cell in list(sheet.rows[number].values())[:3]]
    return " · ".join(text[:40] for text in texts if text.strip())


def _rows(sheet: Sheet, heading: int, columns: Mapping[str, int], form: Form) -> tuple[tuple[Row, ...], list[Finding]]:
    """The rows under the heading that hold any of the author's text; a repeated heading is left out and reported."""
    by_column = {column: name for name, column in columns.items() if not _is_helper(name, form)}
    texts = _text_columns(columns, form)
    needed, recognise = form.required_fields, recogniser(form)
    rows: list[Row] = []
    findings: list[Finding] = []
    for number in sorted(row for row in sheet.rows if row > heading):
        cells = sheet.rows[number]
        if _is_blank(cells, texts):
            continue
        row = Row(number, {by_column[column]: cell for column, cell in cells.items() if column in by_column})
        is_first = not rows
        if _repeats_heading(row, needed, recognise) or _is_rule(row, form, is_first) or (
            is_first and _explains_heading(row, form)
        ):
            findings.append(Finding("suspect-second-header", Place(sheet.name, number, min(texts))))
        else:
            rows.append(row)
    return tuple(rows), findings


def _is_blank(cells: Mapping[int, Cell], texts: Mapping[int, str]) -> bool:
    """True for a row without any of the author's text; labels and helpers alone make no item."""
    # A loop, not `all`: it is asked of every row, and the generator would take as long again.
    for column, cell in cells.items():  # noqa: SIM110
        if column in texts and not cell.is_blank:
            return False
    return True


def _is_helper(name: str, form: Form) -> bool:
    return name in form.fields and form.fields[name].holds is Holds.HELPER


def _text_columns(columns: Mapping[str, int], form: Form) -> dict[int, str]:
    """Column → field, of the columns whose text the items carry; for a form without such, of its required ones."""
    plain = {name for name, column in form.fields.items() if column.holds is not Holds.TEXT}
    wanted = {name for name in columns if name not in plain} or set(form.required_fields)
    return {column: name for name, column in columns.items() if name in wanted}


def _label_columns(columns: Mapping[str, int], form: Form) -> dict[int, str]:
    """Column → field, of the columns that say what becomes of a row: cluster, pair, role, whether it is left out."""
    labels = {name for name, column in form.fields.items() if column.holds is Holds.LABEL and name != "notes"}
    return {column: name for name, column in columns.items() if name in labels}


def _repeats_heading(row: Row, needed: Sequence[str], recognise: Callable[[str], Match | None]) -> bool:
    cells = row.cells
    for name in needed:
        if name not in cells or cells[name].kind not in (Kind.TEXT, Kind.FORMULA) or not recognise(cells[name].text):
            return False
    return True


def _is_rule(row: Row, form: Form, is_first: bool) -> bool:
    """True for a row of nothing but dashes („|---|:--:|”). One dash may be an answer, save in the first row."""
    texts: list[str] = []
    for cell in row.cells.values():
        if not cell.is_blank:
            texts.append(cell.text.strip())
            if not _RULE.fullmatch(texts[-1]):
                return False
    return len(texts) >= len(form.required_fields) and (is_first or all(len(text) > 1 for text in texts))


def _explains_heading(row: Row, form: Form) -> bool:
    """True for a row of explanations under the headings: "(zdanie)", "[jedno słowo]", "tekst", "wymagane"."""
    texts = [cell.text.strip() for name, cell in row.cells.items() if cell.kind is Kind.TEXT and not cell.is_blank]
    explained = [text for text in texts if _EXPLANATION.fullmatch(text) or loose(text) in _EXPLAINING]
    return len(texts) >= len(form.required_fields) and len(explained) == len(texts)


def _facts(
    sheet: Sheet, heading: int, rows: tuple[Row, ...], columns: Mapping[str, int], form: Form
) -> Iterator[Finding]:
    """Rows and columns that a person does not see, and merged cells, where the author's text or a label is meant."""
    watched = _text_columns(columns, form) | _label_columns(columns, form)
    used = {cell.column for row in rows for cell in row.cells.values() if cell.column in watched}
    for row in rows:
        if row.number in sheet.hidden_rows:
            yield Finding("hidden-row", Place(sheet.name, row.number), {"row": row.number})
    for column in sorted(used):
        if any(first <= column <= last for first, last in sheet.hidden_columns):
            values = {"heading": sheet.cell(heading, column).text[:60]}
            yield Finding("hidden-col", Place(sheet.name, None, column), values)
    yield from _merges(sheet, [row.number for row in rows], sorted(watched))


def _merges(sheet: Sheet, numbers: Sequence[int], columns: Sequence[int]) -> Iterator[Finding]:
    """`numbers` and `columns` ascend, so that a million merges cost no more than their number."""
    for merge in sheet.merges:
        if _meets(columns, merge.first_column, merge.last_column) and _meets(numbers, merge.first_row, merge.last_row):
            place = Place(sheet.name, merge.first_row, merge.first_column, merge.last_row, merge.last_column)
            yield Finding("merged-cells", place, {"range": place.cell})


def _merged(sheet: Sheet, rows: Sequence[Row], labels: Mapping[int, str]) -> dict[int, frozenset[str]]:
    """Row → its labels that stand in merged cells with a text: a person sees it in each of these rows."""
    found: dict[int, frozenset[str]] = {}
    filled = [merge for merge in sheet.merges if not sheet.cell(merge.first_row, merge.first_column).is_blank]
    for column, name in labels.items():
        spans = sorted((m.first_row, m.last_row) for m in filled if m.first_column <= column <= m.last_column)
        for number in _within([row.number for row in rows], spans):
            found[number] = found.get(number, frozenset()) | {name}
    return found


def _within(ascending: Sequence[int], spans: Sequence[tuple[int, int]]) -> Iterator[int]:
    """Those that lie in any of the spans, which ascend by their beginnings."""
    last = at = 0
    for number in ascending:
        while at < len(spans) and spans[at][0] <= number:
            last = max(last, spans[at][1])
            at += 1
        if number <= last:
            yield number


def _meets(ascending: Sequence[int], first: int, last: int) -> bool:
    """True where one of them lies between first and last, both included."""
    at = bisect_left(ascending, first)
    return at < len(ascending) and ascending[at] <= last


def _reader_findings(
    sheet: Sheet, heading: int, rows: tuple[Row, ...], columns: Mapping[str, int], form: Form
) -> Iterator[Finding]:
    """What the reader said of single cells, kept where it concerns the author's text or breaks a row of it."""
    texts = _text_columns(columns, form)
    watched = texts | _label_columns(columns, form)
    helpers = {column for name, column in columns.items() if _is_helper(name, form)}
    numbers = {row.number for row in rows}
    for finding in sheet.findings:
        row, column = finding.place.row, finding.place.column
        if finding.code == "stray-cell":
            # Its address is none, so nobody knows where it belongs.
            yield finding
            continue
        if row is None or row <= heading:
            continue
        # Text that lies covered by merged cells is lost in a label too.
        concerns_text = column in (watched if finding.code == "covered-text" else texts) and row in numbers
        breaks_a_row = finding.is_error and column not in helpers
        if concerns_text or breaks_a_row:
            yield finding
