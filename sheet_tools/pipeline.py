"""The few functions that the command line and the page call. Neither has a rule of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sheet_tools.assessment import Assessment, Checked, Reading
from sheet_tools.checks import run_checks
from sheet_tools.checks.draft import usable
from sheet_tools.findings import Unreadable, in_order
from sheet_tools.items import Item, ItemSet, items_from, read_clusters
from sheet_tools.jsonl import map_lines, read_items, write_items
from sheet_tools.marking import Marks, mark_all
from sheet_tools.matrix import Matrix, matrix_of, write_matrix
from sheet_tools.metrics import METRICS, Score
from sheet_tools.panel.cached import is_store, responses_of_store
from sheet_tools.panel.exchange import read_responses
from sheet_tools.panel.responses import Responses
from sheet_tools.readers import read_workbook
from sheet_tools.readers.model import ReadOptions
from sheet_tools.report.findings import finding_json
from sheet_tools.table import find_table
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


def read(source: Source, settings: Settings = Settings()) -> Reading:
    """Read a sheet or a JSONL file. An unreadable one gives a reading with one finding that says why."""
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


def assess_cached(checked: Checked, folder: Path | None) -> Assessment:
    """Assess with the answers in a folder, None for none. One that cannot be read leaves the marks out and says why."""
    reading = checked.reading
    if folder is None or not checked.usable:
        return assess(checked, None)
    try:
        return assess(checked, cached_responses(folder, reading.items, reading.task))
    except Unreadable as unreadable:
        return Assessment(checked, findings=(unreadable.finding,))


def cached_responses(
    folder: Path, items: Sequence[Item], task: Task, queried: Sequence[Item] | None = None
) -> Responses:
    """The panel's cached answers to these items, from a store or from a folder of responses/*.jsonl."""
    if is_store(folder):
        return responses_of_store(folder, items, task)
    return read_responses(folder, items, task, queried)


def score_marks(marks: Marks, task: Task) -> Score | None:
    """The task's metric over the rows without a missing mark; None where no row is complete."""
    return score_matrix(matrix_of(marks), task)


def score_matrix(matrix: Matrix, task: Task) -> Score | None:
    """The task's metric over the complete rows of a matrix; None where there is none."""
    return METRICS[task.metric](matrix)


def matrix_bytes(marks: Marks) -> bytes:
    """The bytes of matrix.json."""
    return write_matrix(marks)


def line_map(checked: Checked, *, draft: bool = False) -> bytes:
    """Which line of items.jsonl came from which cells, as JSON lines."""
    return map_lines(checked.usable if draft else checked.reading.items, checked.reading.task)


def results_workbook(assessment: Assessment, lang: str) -> bytes:
    """The results as .xlsx: items with marks, findings, pairs, accuracy by cluster and model."""
    from sheet_tools import frames

    checked = assessment.checked
    findings = [finding_json(finding, lang, checked.reading.program) for finding in checked.findings]
    return frames.results_workbook(
        checked.reading.item_set, assessment.marks, assessment.score, assessment.responses, findings, lang
    )


def template_bytes(lang: str, task: Task = TASKS[DEFAULT_TASK]) -> bytes:
    """The blank workbook of a task as .xlsx."""
    from sheet_tools.workbook.template import build_template

    return build_template(task, lang)
