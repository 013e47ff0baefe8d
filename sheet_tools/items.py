"""Items that remember their cells. Where they come from, a sheet or a JSONL file, no rule needs to know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count

from sheet_tools.cells import Cell, Kind, Place
from sheet_tools.columns import heading_row
from sheet_tools.findings import Finding, Level, any_error
from sheet_tools.readers.budget import too_big
from sheet_tools.readers.collector import no_collection
from sheet_tools.readers.limits import MAX_ERRORS
from sheet_tools.readers.model import Workbook
from sheet_tools.readers.placeholders import is_no_result, is_placeholder
from sheet_tools.table import Row, Table, find_table
from sheet_tools.tasks import Holds, Task

# What in the column „pomiń” means that the row stays in; an unticked check box is FALSE.
_NOT_SKIPPED = {"", "nie", "no", "n", "0", "false", "fałsz", "-", "–"}
# The finding for each kind of cell that is no text, in a column where only text will do.
_KIND_CODES = {
    Kind.NUMBER: "number-cell",
    Kind.DATE: "date-cell",
    Kind.BOOLEAN: "bool-cell",
    Kind.ERROR: "error-cell",
}


@dataclass(frozen=True, slots=True)
class Item:
    """One item as the author wrote it; nothing is trimmed.

    `place` is its row (its line, in JSONL). `values` holds the exact text of each field that has some
    ("input", "gold", "alias1"…, "cluster"…); a field that is blank or that holds anything but text is absent.
    `places` says where a field stands or would stand; use `at`. `unreadable` names the fields whose cell holds
    something that is not text: another finding speaks of them, so they are not "missing". `line` is the JSON object
    that it was read from, as it stands in the file; None for a sheet's row, where „-” may mean that there is nothing.
    `merged` names the labels that stand in merged cells: a person sees a text in them, whichever row has it.
    """

    place: Place
    values: Mapping[str, str]
    places: Mapping[str, Place] = field(default_factory=dict)
    unreadable: frozenset[str] = frozenset()
    line: Mapping[str, object] | None = field(default=None, compare=False)
    merged: frozenset[str] = frozenset()

    def get(self, name: str) -> str:
        """The text of a field, "" where there is none."""
        return self.values.get(name, "")

    def at(self, name: str) -> Place:
        """The field's cell; the row or line where the field has no cell of its own."""
        return self.places.get(name, self.place)

    @property
    def input(self) -> str:
        return self.get("input")

    @property
    def gold(self) -> str:
        return self.get("gold")

    @property
    def alias_fields(self) -> tuple[str, ...]:
        """The names of the alias fields that have text, in the order of the columns (or of the JSON array)."""
        return tuple(name for name in self.values if name.startswith("alias"))

    @property
    def aliases(self) -> tuple[str, ...]:
        return tuple(self.values[name] for name in self.alias_fields)


@dataclass(frozen=True, slots=True)
class Cluster:
    """A row of the sheet „Klastry”: what the provenance declaration says of a cluster
    (spec/reverse-poleval.txt, „Qualification”, 3)."""

    place: Place
    name: str
    phenomenon: str = ""
    contrast: str = ""
    places: Mapping[str, Place] = field(default_factory=dict)

    def at(self, name: str) -> Place:
        return self.places.get(name, self.place)


@dataclass(frozen=True, slots=True)
class ItemSet:
    """What the checks are given: the items in order, and the clusters' descriptions.

    `clusters` is None where the file cannot hold them (JSONL, delimited text) or has no such sheet; `labels` names the
    label columns that the sheet has ("cluster", "pair", "role"…): none in JSONL. `is_partial`: the file has sheets that
    cannot be read.
    """

    items: tuple[Item, ...]
    clusters: tuple[Cluster, ...] | None = None
    labels: frozenset[str] = frozenset()
    is_partial: bool = False


class _Places(Mapping[str, Place]):
    """Where the fields of a row stand, made when asked for: of most rows nobody asks."""

    __slots__ = ("_columns", "_row", "_sheet")

    def __init__(self, sheet: str, row: int, columns: Mapping[str, int]) -> None:
        self._sheet, self._row, self._columns = sheet, row, columns

    def __getitem__(self, name: str) -> Place:
        return Place(self._sheet, self._row, self._columns[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)


@no_collection()
def items_from(table: Table, task: Task) -> tuple[list[Item], list[Finding]]:
    """The table's rows as items, in order, and what is to be said of cells that hold no text.

    A row marked in „pomiń” is left out, with a note. Raises Unreadable(too-big-unpacked) past MAX_ERRORS.
    """
    labels = frozenset(name for name, column in task.fields.items() if column.holds is Holds.LABEL)
    lists = frozenset(column.name for column in task.columns if column.repeats > 1)
    uncertain = table.uncertain
    items: list[Item] = []
    findings: list[Finding] = []
    for row in table.rows:
        if _is_skipped(row):
            findings.append(Finding("row-skipped", Place(table.sheet, row.number), {"row": row.number}))
            continue
        item, about = _item(row, table, labels, lists, uncertain)
        items.append(item)
        findings += about
        if len(findings) > MAX_ERRORS:
            raise too_big()
    return items, findings


def _is_skipped(row: Row) -> bool:
    cell = row.cells.get("skip")
    return cell is not None and (cell.stored or cell.text).strip().casefold() not in _NOT_SKIPPED


def _item(
    row: Row,
    table: Table,
    labels: frozenset[str],
    lists: frozenset[str],
    uncertain: frozenset[tuple[int, int]],
) -> tuple[Item, list[Finding]]:
    values: dict[str, str] = {}
    number, cells = row.number, row.cells
    places: Mapping[str, Place] = _Places(table.sheet, number, table.columns)
    unreadable: set[str] = set()
    if uncertain:
        unreadable = {name for name, column in table.columns.items() if (number, column) in uncertain}
    findings: list[Finding] = []
    for name in table.columns:
        cell = cells.get(name)
        if cell is None:
            continue
        if cell.kind is Kind.TEXT and name not in unreadable and name not in lists and not is_placeholder(cell.text):
            # By far the most of them; nothing is to be said of a text's kind.
            values[name] = cell.text
            continue
        about = [] if name in labels else about_kind(cell)
        findings += about
        if any_error(about):
            unreadable.add(name)
        elif name in lists:
            places = dict(places)
            _put_lines(values, places, name, cell)
        else:
            values[name] = cell.text
    merged = table.merged.get(number, frozenset())
    return Item(Place(table.sheet, row.number), values, places, frozenset(unreadable), merged=merged), findings


def _put_lines(values: dict[str, str], places: dict[str, Place], name: str, cell: Cell) -> None:
    """Each line of a list column's cell becomes one field of its own; blank lines are none."""
    free = (f"{name}{number}" for number in count(1) if f"{name}{number}" not in places)
    for line in cell.text.split("\n"):
        if line.strip():
            field_name = next(free)
            values[field_name], places[field_name] = line.removesuffix("\r"), cell.place


def about_kind(cell: Cell) -> list[Finding]:
    """What is to be said of a cell's kind, in a column where only text will do; nothing for text.

    A formula's saved text is taken, with a warning; any other saved result is an error, and so is none. What stands for
    something that had not arrived is no text, with or without formula.
    """
    shown = {"shown": cell.text, "stored": cell.stored if cell.stored is not None else cell.text}
    if cell.kind in _KIND_CODES:
        return [Finding(_KIND_CODES[cell.kind], cell.place, shown)]
    if cell.kind is not Kind.FORMULA:
        return [Finding("placeholder", cell.place, shown)] if is_placeholder(cell.text) else []
    if cell.result in (None, Kind.EMPTY):
        return [Finding("formula-no-cache", cell.place)]
    is_awaited = cell.result is Kind.TEXT and is_no_result(cell.text)
    level = Level.WARNING if cell.result is Kind.TEXT and not is_awaited else Level.ERROR
    beside = {Kind.ERROR: ["formula-error"], Kind.TEXT: ["placeholder"] if is_awaited else []}.get(cell.result, [])
    return [Finding("formula-cell", cell.place, shown, level), *(Finding(code, cell.place, shown) for code in beside)]


def read_clusters(workbook: Workbook, task: Task, items_sheet: str) -> tuple[Cluster, ...] | None:
    """The rows of the sheet that describes the clusters; None where the workbook has no such sheet."""
    form = task.clusters
    if form is None:
        return None
    for sheet in workbook.sheets:
        if sheet.name != items_sheet and heading_row(sheet, form) is not None and heading_row(sheet, task) is None:
            return tuple(_clusters(find_table(workbook, form, sheet.name)))
    return None


def _clusters(table: Table) -> Iterator[Cluster]:
    for row in table.rows:
        texts = {name: cell.text for name, cell in row.cells.items()}
        places = {name: table.place(row.number, name) for name in table.columns}
        yield Cluster(
            Place(table.sheet, row.number),
            texts.get("cluster", ""),
            texts.get("phenomenon", ""),
            texts.get("contrast", ""),
            places,
        )
