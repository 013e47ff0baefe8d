"""The few functions that the command line and the page call. Neither has a rule of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sheet_tools.checks import run_checks
from sheet_tools.checks.draft import usable
from sheet_tools.findings import Finding, Unreadable, any_error, in_order
from sheet_tools.items import Item, ItemSet, items_from, read_clusters
from sheet_tools.jsonl import read_items, write_items
from sheet_tools.marking import Marks, mark_all
from sheet_tools.metrics import METRICS, Score
from sheet_tools.panel.exchange import Responses, read_responses
from sheet_tools.readers import read_workbook
from sheet_tools.readers.model import Choice, Program, ReadOptions
from sheet_tools.table import Table, find_table
from sheet_tools.tasks import DEFAULT_TASK, TASKS, Task


@dataclass(frozen=True, slots=True)
class Source:
    """What is to be read: the name that messages call it by, and its bytes."""

    name: str
    data: bytes

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
    """The author's choices where a file leaves them open: None lets the reader choose, and say so."""

    task: Task = TASKS[DEFAULT_TASK]
    sheet: str | None = None
    encoding: str | None = None
    delimiter: str | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What is in a file, before any rule of the task.

    `format` is "xlsx", "ods", "text" or "jsonl"; None where the file cannot be read at all: then the only finding says why.
    """

    source: str
    task: Task
    format: str | None
    program: Program = Program.ANY
    table: Table | None = None
    item_set: ItemSet = field(default_factory=lambda: ItemSet(()))
    findings: tuple[Finding, ...] = ()
    choices: tuple[Choice, ...] = ()

    @property
    def sheet(self) -> str | None:
        return self.table.sheet if self.table else None

    @property
    def items(self) -> tuple[Item, ...]:
        return self.item_set.items

    @property
    def is_readable(self) -> bool:
        return self.format is not None


@dataclass(frozen=True, slots=True)
class Checked:
    """A reading with every finding, in order, and the items that a draft may hold (`usable`) and may not."""

    reading: Reading
    findings: tuple[Finding, ...]
    usable: tuple[Item, ...]
    left_out: tuple[Item, ...]

    @property
    def is_ready(self) -> bool:
        """True where the submission may be written: readable, and no finding is an error."""
        return self.reading.is_readable and not any_error(self.findings)


@dataclass(frozen=True, slots=True)
class Assessment:
    """What the page shows: the checks, and what the cached panel makes of the items that are usable.

    `marks` covers the usable items; `score` the rows of them to which every model has an answer (None where there is none).
    """

    checked: Checked
    responses: Responses | None = None
    marks: Marks | None = None
    score: Score | None = None
    findings: tuple[Finding, ...] = ()


def read(source: Source, settings: Settings = Settings()) -> Reading:
    """Read a sheet or a JSONL file. Never raises for what a file holds: an unreadable one is a reading with one finding."""
    try:
        return _read_jsonl(source, settings) if source.is_jsonl else _read_sheet(source, settings)
    except Unreadable as unreadable:
        return Reading(source.name, settings.task, None, findings=(unreadable.finding,))


def _read_jsonl(source: Source, settings: Settings) -> Reading:
    items, findings = read_items(source.data, settings.task)
    return Reading(
        source.name, settings.task, "jsonl", item_set=ItemSet(tuple(items)), findings=tuple(in_order(findings))
    )


def _read_sheet(source: Source, settings: Settings) -> Reading:
    task = settings.task
    options = ReadOptions(encoding=settings.encoding, delimiter=settings.delimiter)
    workbook = read_workbook(source.data, source.name, task, options)
    table = find_table(workbook, task, settings.sheet)
    items, findings = items_from(table, task)
    item_set = ItemSet(
        tuple(items), read_clusters(workbook, task, table.sheet), frozenset(table.columns) - set(task.text_fields)
    )
    return Reading(
        source.name,
        task,
        workbook.format,
        workbook.program,
        table,
        item_set,
        tuple(in_order([*workbook.findings, *table.findings, *findings])),
        (*workbook.choices, *table.choices),
    )


def check(reading: Reading) -> Checked:
    """Hold the items against every rule of the task."""
    if not reading.is_readable or (reading.table is not None and reading.table.heading_row is None):
        return Checked(reading, reading.findings, (), ())
    findings = in_order([*reading.findings, *run_checks(reading.item_set, reading.task)])
    kept, left_out = usable(reading.items, findings)
    return Checked(reading, tuple(findings), tuple(kept), tuple(left_out))


def submission(checked: Checked, *, draft: bool = False) -> bytes:
    """The bytes of items.jsonl. Without `draft` it is a wrong call to ask for it while an error stands (ValueError)."""
    if not draft and not checked.is_ready:
        raise ValueError("the submission was asked for while an error stands")
    return write_items(checked.usable if draft else checked.reading.items, checked.reading.task)


def assess(checked: Checked, responses: Responses | None) -> Assessment:
    """Mark the usable items with the cached answers, and score the rows to which every model has one."""
    if responses is None or not checked.usable:
        return Assessment(checked, responses)
    task = checked.reading.task
    marks = mark_all(checked.usable, responses, task)
    return Assessment(checked, responses, marks, score_marks(marks, task), responses.findings)


def cached_responses(folder: Path, items: Sequence[Item], task: Task, queried: Sequence[Item] | None = None) -> Responses:
    """The panel's cached answers to these items, from a folder of responses/*.jsonl."""
    return read_responses(folder, items, task, queried)


def score_marks(marks: Marks, task: Task) -> Score | None:
    """The task's metric over the rows without a missing mark; None where no row is complete."""
    return METRICS[task.metric](marks)
