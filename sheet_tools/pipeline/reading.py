"""Reading: a file, or a Google sheet, into a table and its items; no rule of the task yet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sheet_tools.assessment import Reading
from sheet_tools.blind import Likeness, blind_finding, blind_of
from sheet_tools.columns import heading_row
from sheet_tools.findings import Finding, Level, Unreadable, any_error, in_order
from sheet_tools.inputs import filled, read_inputs
from sheet_tools.items import Item, ItemSet, items_from, read_clusters
from sheet_tools.jsonl import read_items
from sheet_tools.kinds import FileKind, described, kind_finding, kind_of
from sheet_tools.printable import printable
from sheet_tools.readers import read_workbook
from sheet_tools.readers.model import ReadOptions, Workbook
from sheet_tools.readers.shortcut import shortcut_finding
from sheet_tools.schema import read_schema
from sheet_tools.table import find_table
from sheet_tools.tasks import DEFAULT_TASK, TASKS, Task
from sheet_tools.which_task import (
    first_objects,
    fitting_task,
    fitting_task_of_lines,
    is_foreign,
    task_of_lines,
    task_of_sheet,
    task_of_workbook,
)
from sheet_tools.words import LANGUAGES

if TYPE_CHECKING:
    from sheet_tools.readers.google.download import Download
    from sheet_tools.readers.google.online import Fetched, OnlineSheet


@dataclass(frozen=True, slots=True)
class Source:
    """What is to be read: the name that messages call it by, and its bytes."""

    name: str
    data: bytes

    def __post_init__(self) -> None:
        # A file's name on disk may hold bytes that are no text at all.
        object.__setattr__(self, "name", printable(self.name))

    @classmethod
    def from_path(cls, path: Path) -> Source:
        """OSError where the file cannot be opened."""
        return cls(path.name, path.read_bytes())

    @property
    def is_jsonl(self) -> bool:
        """What ends in .jsonl or begins with { or [ is JSONL (DESIGN.md)."""
        return self.name.lower().endswith(".jsonl") or self.data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[")


@dataclass(frozen=True, slots=True)
class Settings:
    """The author's choices where a file leaves them open: None lets the reader choose, and say so.

    `inputs` is the inputs.jsonl that the file answers, `schema` the official output_schema.json. `gold`: a JSONL file
    is not to be handed in, but to be asked or marked by, so that it may hold more than a submission's line.

    `told`: the task is named by the caller; False: by the file's own headings or keys, and `task` is what is taken
    where they do not say it. `asks`: the items are only to be asked.
    """

    task: Task = TASKS[DEFAULT_TASK]
    sheet: str | None = None
    encoding: str | None = None
    delimiter: str | None = None
    inputs: Source | None = None
    schema: Source | None = None
    gold: bool = False
    line_breaks: str | None = None
    told: bool = True
    asks: bool = False

    def asking(self) -> Settings:
        """The same for items that are only to be asked: they need no answers."""
        return replace(self, task=self.task.asking(), gold=True, asks=True)

    def of(self, task: Task) -> Settings:
        """The same with the task that the file was found to be of."""
        return replace(self, task=task.asking() if self.asks else task, told=True)


DEFAULTS = Settings()
_BLANK = b"\xef\xbb\xbf \t\r\n"


def read(source: Source | OnlineSheet | Download, settings: Settings = DEFAULTS) -> Reading:
    """Read a sheet or a JSONL file; a Google sheet is fetched anew each time. An unreadable one gives a reading with
    one finding that says why."""
    try:
        reading = _read(source, settings)
        return beside(reading, replace(settings, task=reading.task))
    except Unreadable as unreadable:
        return Reading(source.name, settings.task, None, findings=(unreadable.finding, *unreadable.beside))


def _read(source: Source | OnlineSheet | Download, settings: Settings) -> Reading:
    if not isinstance(source, Source):
        return read_fetched(source.fetch(settings.task), settings)
    if shortcut := shortcut_finding(source.data, source.name):
        raise Unreadable(shortcut)
    kind = kind_of(source.name, source.data)
    if kind is not None and not (kind is FileKind.INPUTS and _is_asked(source, settings)):
        other = kind_finding(kind, source.name, source.data)
        task = settings.task if settings.told else task_of(source)
        return Reading(source.name, task, "other", findings=(other,), other=other)
    return _read_jsonl(source, settings) if source.is_jsonl else _read_sheet(source, settings)


def _is_asked(source: Source, settings: Settings) -> bool:
    """An inputs.jsonl is a set of items where they are only to be asked."""
    return settings.asks and bool((settings.task if settings.told else task_of_lines(source.data)).given)


def beside(reading: Reading, settings: Settings) -> Reading:
    """The reading with the files that it is held against."""
    task = settings.task
    schema = read_schema(settings.schema.data) if settings.schema else None
    reading = replace(reading, schema=schema, gold=settings.gold)
    if settings.inputs is None or not task.given or reading.other is not None:
        return reading
    inputs = inputs_of(settings.inputs, task)
    items = filled(reading.items, inputs, task)
    return replace(reading, item_set=replace(reading.item_set, items=items), inputs=inputs)


def inputs_of(source: Source, task: Task) -> tuple[Item, ...]:
    """The records of an inputs.jsonl. Raises Unreadable: what the file is where it is another, and what it lacks."""
    kind, wanted = kind_of(source.name, source.data), task.asking()
    is_other = kind not in (None, FileKind.INPUTS) or (kind is None and not _begins_with_given(source, wanted))
    if is_other and source.data.strip(_BLANK):
        what_pl, what_en = described(source.name, source.data)
        fields = ", ".join(column.name for column in task.given)
        values = {"file": source.name, "what_pl": what_pl, "what_en": what_en, "fields": fields}
        titles = {f"wanted_{lang}": task.title[lang] for lang in LANGUAGES}
        raise Unreadable(Finding("inputs-other-kind", values={**values, **titles}))
    return read_inputs(source.data, task, source.name)


def _begins_with_given(source: Source, task: Task) -> bool:
    """Whether its lines have any of the given fields (or are no objects at all): then what is wrong is a line's."""
    names, lines = {column.name for column in task.given}, first_objects(source.data)
    return source.is_jsonl and (not lines or any(names & line.keys() for line in lines))


def _read_jsonl(source: Source, settings: Settings) -> Reading:
    if not settings.told:
        settings = settings.of(task_of_lines(source.data))
    items, findings = read_items(source.data, settings.task, gold=settings.gold)
    fitting = fitting_task_of_lines(source.data)
    other = _other_task(fitting, settings.task)
    if other is not None and any_error(findings) and is_foreign(first_objects(source.data), settings.task):
        return Reading(source.name, settings.task, "jsonl", findings=(other,), other=other)
    return Reading(
        source.name, settings.task, "jsonl", item_set=ItemSet(tuple(items)), findings=tuple(in_order(findings))
    )


def _other_task(found: Task | None, wanted: Task) -> Finding | None:
    """The finding for a file of one task that is read as another."""
    if found is None or found.name == wanted.name:
        return None
    values = {"task": found.name}
    for lang in LANGUAGES:
        values |= {f"title_{lang}": found.title[lang], f"wanted_{lang}": wanted.title[lang]}
    return Finding("task-looks-other", values=values)


def _read_sheet(source: Source, settings: Settings) -> Reading:
    options = ReadOptions(settings.encoding, settings.delimiter, settings.line_breaks)
    workbook = read_workbook(source.data, source.name, settings.task, options)
    if not settings.told:
        found = task_of_workbook(workbook)
        if found.name != settings.task.name and workbook.format == "text":
            # A delimiter is chosen by the headings that it gives.
            workbook = read_workbook(source.data, source.name, found, options)
        settings = settings.of(found)
    return _reading(workbook, settings)


def read_fetched(fetched: Fetched, settings: Settings) -> Reading:
    """A Google sheet as fetched. The tab that the link chooses is read, unless it holds no set, which a finding says.

    Raises Unreadable(no-such-sheet).
    """
    workbook, tab = fetched
    if not settings.told:
        settings = settings.of(task_of_workbook(workbook))
    chosen = next((sheet for sheet in workbook.sheets if sheet.name == tab), None)
    if settings.sheet is not None or chosen is None:
        return _reading(workbook, settings)
    if heading_row(chosen, settings.task) is not None:
        return _reading(workbook, replace(settings, sheet=tab))
    reading = _reading(workbook, settings)
    if reading.table is None or reading.table.heading_row is None:
        return reading
    finding = Finding("google-tab-without-items", values={"tab": tab, "chosen": reading.sheet})
    return replace(reading, findings=tuple(in_order([*reading.findings, finding])))


def _reading(workbook: Workbook, settings: Settings) -> Reading:
    task, solver = settings.task, None if settings.task.is_blind else blind_of(workbook)
    table = find_table(workbook, task, settings.sheet)
    items, findings = items_from(table, task)
    other = _other_task(fitting_task(workbook), task) if not table.rows and solver is None else None
    if other is not None:
        # What is missing for the task it was read as is no news.
        return Reading(workbook.source, task, workbook.format, workbook.program, table, findings=(other,), other=other)
    item_set = ItemSet(
        tuple(items),
        read_clusters(workbook, task, table.sheet),
        frozenset(table.columns) - set(task.text_fields),
        bool(workbook.broken),
    )
    reading = Reading(
        workbook.source,
        task,
        workbook.format,
        workbook.program,
        table,
        item_set,
        tuple(in_order([*workbook.findings, *table.findings, *findings])),
        (*workbook.choices, *table.choices),
    )
    return _of_solver(reading, *solver) if solver else reading


def _of_solver(reading: Reading, task: Task, likeness: Likeness) -> Reading:
    """The reading of a sheet that is, or may be, a solver's. What is in it is shown as it is; it holds no items."""
    found = blind_finding(task, likeness, reading.source)
    if likeness is Likeness.ALIKE:
        return replace(reading, findings=tuple(in_order([*reading.findings, found])))
    note = replace(found, own_level=Level.NOTE)
    return replace(reading, findings=(note,), item_set=ItemSet(()), other=found)


def task_of(source: Source | Download) -> Task:
    """The task that a file belongs to, by its headings or its keys; the default where that cannot be told."""
    if not isinstance(source, Source):
        try:
            return task_of_workbook(source.fetch(TASKS[DEFAULT_TASK]).workbook)
        except Unreadable:
            return TASKS[DEFAULT_TASK]
    return task_of_lines(source.data) if source.is_jsonl else task_of_sheet(source.data, source.name)


def task_named(name: str) -> Task:
    """The task of that name; the default for any other."""
    return TASKS.get(name, TASKS[DEFAULT_TASK])


def all_tasks() -> tuple[Task, ...]:
    return tuple(TASKS.values())
