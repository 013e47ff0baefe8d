"""The few functions that the command line and the page call. Neither has a rule of its own.

What is imported „as” itself is meant for the page, which imports nothing from below this module.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sheet_tools.accuracy import ACCURACIES, Accuracy
from sheet_tools.assessment import Assessment, Checked, Reading
from sheet_tools.checks import run_checks
from sheet_tools.checks.draft import usable
from sheet_tools.columns import heading_row
from sheet_tools.findings import Finding, in_order
from sheet_tools.findings import Unreadable as Unreadable
from sheet_tools.inputs import filled, hold, in_input_order, read_inputs, without_subject
from sheet_tools.items import Item, ItemSet, items_from, read_clusters
from sheet_tools.jsonl import map_lines, read_items, write_items
from sheet_tools.marking import Marks, mark_all
from sheet_tools.matrix import Matrix, matrix_of, write_matrix
from sheet_tools.metrics import METRICS, Score
from sheet_tools.panel.cached import is_store, responses_of_store
from sheet_tools.panel.desk import Desk as Desk
from sheet_tools.panel.desk import Sources as Sources
from sheet_tools.panel.environment import environment as environment
from sheet_tools.panel.exchange import read_responses
from sheet_tools.panel.library import ANSWERS_BOUND as ANSWERS_BOUND
from sheet_tools.panel.library import kind_of_answers as kind_of_answers
from sheet_tools.panel.responses import Responses
from sheet_tools.person import answers_of, person_of
from sheet_tools.readers import read_workbook
from sheet_tools.readers.google.download import Download as Download
from sheet_tools.readers.google.download import download as download
from sheet_tools.readers.google.online import Fetched
from sheet_tools.readers.google.online import OnlineSheet as OnlineSheet
from sheet_tools.readers.google.writing import Review
from sheet_tools.readers.model import ReadOptions, Workbook
from sheet_tools.report.findings import finding_json, level_name, message, remedy, where
from sheet_tools.schema import own_schema, read_schema, schema_findings
from sheet_tools.table import find_table
from sheet_tools.tasks import DEFAULT_TASK, TASKS, Task
from sheet_tools.which_task import task_of_lines, task_of_sheet
from sheet_tools.workbook.annotate import Annotation, Worded, build_review, changed_rows, written


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
    """The author's choices where a file leaves them open: None lets the reader choose, and say so.

    `inputs` is the inputs.jsonl that the file answers, `schema` the official output_schema.json. `gold`: a JSONL file
    is not to be handed in, but to be asked or marked by, so that it may hold more than a submission's line.
    """

    task: Task = TASKS[DEFAULT_TASK]
    sheet: str | None = None
    encoding: str | None = None
    delimiter: str | None = None
    inputs: Source | None = None
    schema: Source | None = None
    gold: bool = False
    line_breaks: str | None = None

    def asking(self) -> Settings:
        """The same for items that are only to be asked: they need no answers."""
        return replace(self, task=self.task.asking(), gold=True)


def read(source: Source | OnlineSheet | Download, settings: Settings = Settings()) -> Reading:
    """Read a sheet or a JSONL file; a Google sheet is fetched anew each time. An unreadable one gives a reading with
    one finding that says why."""
    try:
        return _beside(_read(source, settings), settings)
    except Unreadable as unreadable:
        return Reading(source.name, settings.task, None, findings=(unreadable.finding, *unreadable.beside))


def _read(source: Source | OnlineSheet | Download, settings: Settings) -> Reading:
    if isinstance(source, Download):
        return read_fetched(source.fetched(settings.task), settings)
    if isinstance(source, OnlineSheet):
        return read_fetched(source.fetch(settings.task), settings)
    return _read_jsonl(source, settings) if source.is_jsonl else _read_sheet(source, settings)


def _beside(reading: Reading, settings: Settings) -> Reading:
    """The reading with the files that it is held against."""
    task = settings.task
    schema = read_schema(settings.schema.data) if settings.schema else None
    reading = replace(reading, schema=schema, gold=settings.gold)
    if settings.inputs is None or not task.given:
        return reading
    inputs = read_inputs(settings.inputs.data, task)
    items = filled(reading.items, inputs, task)
    return replace(reading, item_set=replace(reading.item_set, items=items), inputs=inputs)


def _read_jsonl(source: Source, settings: Settings) -> Reading:
    items, findings = read_items(source.data, settings.task, gold=settings.gold)
    return Reading(
        source.name, settings.task, "jsonl", item_set=ItemSet(tuple(items)), findings=tuple(in_order(findings))
    )


def _read_sheet(source: Source, settings: Settings) -> Reading:
    options = ReadOptions(settings.encoding, settings.delimiter, settings.line_breaks)
    return _reading(read_workbook(source.data, source.name, settings.task, options), settings)


def read_fetched(fetched: Fetched, settings: Settings) -> Reading:
    """A Google sheet as fetched. The tab that the link chooses is read, unless it holds no set, which a finding says.

    Raises Unreadable(no-such-sheet).
    """
    workbook, tab = fetched
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
    task = settings.task
    table = find_table(workbook, task, settings.sheet)
    items, findings = items_from(table, task)
    item_set = ItemSet(
        tuple(items), read_clusters(workbook, task, table.sheet), frozenset(table.columns) - set(task.text_fields)
    )
    return Reading(
        workbook.source,
        task,
        workbook.format,
        workbook.program,
        table,
        item_set,
        tuple(in_order([*workbook.findings, *table.findings, *findings])),
        (*workbook.choices, *table.choices),
    )


def task_of(source: Source) -> Task:
    """The task that a file belongs to, by its headings or its keys; the default where that cannot be told."""
    return task_of_lines(source.data) if source.is_jsonl else task_of_sheet(source.data, source.name)


def task_named(name: str) -> Task:
    """The task of that name; the default for any other."""
    return TASKS.get(name, TASKS[DEFAULT_TASK])


def all_tasks() -> tuple[Task, ...]:
    return tuple(TASKS.values())


def check(reading: Reading) -> Checked:
    """Hold the items against every rule of the task."""
    if not reading.is_readable or (reading.table is not None and not reading.table.rows):
        # Another finding says why there is nothing; that fifty items are missing as well is no news.
        return Checked(reading, reading.findings, (), ())
    task = reading.task
    findings = [*reading.findings, *run_checks(reading.item_set, task)]
    if reading.gold:
        findings += without_subject(reading.items, task)
    if reading.inputs is not None:
        findings += hold(reading.items, reading.inputs, task, reading.sheet)
    findings = in_order([*findings, *_against_schemas(reading, findings)])
    kept, left_out = usable(reading.items, findings)
    return Checked(reading, tuple(findings), tuple(kept), tuple(left_out))


def _against_schemas(reading: Reading, findings: Sequence[Finding]) -> list[Finding]:
    """What the schemas say of the lines that no other rule has found wrong."""
    schemas = [schema for schema in (own_schema(reading.task), reading.schema) if schema is not None]
    sound, _ = usable(reading.items, findings) if schemas else ([], [])
    return [found for schema in schemas for found in schema_findings(sound, reading.task, schema)]


def submission(checked: Checked, *, draft: bool = False) -> bytes:
    """The bytes of items.jsonl. Without `draft` it is a wrong call to ask for it while an error stands (ValueError)."""
    if not draft and not checked.is_ready:
        raise ValueError("the submission was asked for while an error stands")
    return write_items(submitted(checked, draft=draft), checked.reading.task)


def submitted(checked: Checked, *, draft: bool = False) -> Sequence[Item]:
    """The items of a submission, in its order: that of inputs.jsonl where one was given, else the sheet's."""
    items, reading = checked.usable if draft else checked.reading.items, checked.reading
    return items if reading.inputs is None else in_input_order(items, reading.inputs, reading.task)


def assess(checked: Checked, responses: Responses | None, solved: Responses | None = None) -> Assessment:
    """Mark the usable items with the cached answers, and score the rows to which every model has one.

    `solved` are a person's answers (`person_answers`): marked alike, and kept apart.
    """
    task = checked.reading.task
    person = person_of(checked.usable, solved, task) if solved is not None and checked.usable else None
    if responses is None or not checked.usable:
        return Assessment(checked, responses, person=person)
    marks = mark_all(checked.usable, responses, task)
    found = responses.findings
    return Assessment(checked, responses, marks, score_marks(marks, task), found, accuracy_marks(marks, task), person)


def person_answers(source: Source, settings: Settings = Settings()) -> tuple[Responses, tuple[Finding, ...]]:
    """A person's answers from a filled-in blind sheet, and what is to be said of its cells.

    Raises Unreadable where the file cannot be read or is no such sheet.
    """
    task = settings.task
    reading = read(source, replace(settings, task=task.blind(), inputs=None, schema=None, gold=True))
    if not reading.is_readable or not reading.items:
        raise Unreadable(next(iter(reading.findings), Finding("no-rows")))
    return answers_of(reading.items, task), reading.findings


def assess_cached(checked: Checked, folder: Path | None, solved: Responses | None = None) -> Assessment:
    """Assess with the answers in a folder, None for none. One that cannot be read leaves the marks out and says why."""
    reading = checked.reading
    if folder is None or not checked.usable:
        return assess(checked, None, solved)
    try:
        return assess(checked, cached_responses(folder, reading.items, reading.task), solved)
    except Unreadable as unreadable:
        return replace(assess(checked, None, solved), findings=(unreadable.finding,))


def cached_responses(
    folder: Path, items: Sequence[Item], task: Task, queried: Sequence[Item] | None = None
) -> Responses:
    """The panel's cached answers to these items, from a store or from a folder of responses/*.jsonl."""
    if is_store(folder):
        return responses_of_store(folder, items, task)
    return read_responses(folder, items, task, queried)


def assess_at(checked: Checked, desk: Desk, solved: Responses | None = None) -> Assessment:
    """Assess with the answers of all the page's sources; of one that cannot be read a finding says why."""
    reading = checked.reading
    if not checked.usable:
        return assess(checked, None, solved)
    cached = desk.cached(reading.items, reading.task)
    assessment = assess(checked, cached.responses, solved)
    return replace(assessment, findings=(*cached.findings, *assessment.findings))


def score_marks(marks: Marks, task: Task) -> Score | None:
    """The task's metric over the rows without a missing mark; None where no row is complete."""
    return score_matrix(matrix_of(marks), task)


def score_matrix(matrix: Matrix, task: Task) -> Score | None:
    """The task's metric over the complete rows of a matrix; None where there is none."""
    return METRICS[task.metric](matrix)


def accuracy_marks(marks: Marks, task: Task) -> Accuracy | None:
    """The accuracy of tasks that are measured by it, over every answer; None for the others."""
    return accuracy_matrix(matrix_of(marks), task)


def accuracy_matrix(matrix: Matrix, task: Task) -> Accuracy | None:
    return ACCURACIES[task.metric](matrix) if task.metric in ACCURACIES else None


def matrix_bytes(marks: Marks) -> bytes:
    """The bytes of matrix.json."""
    return write_matrix(marks)


def line_map(checked: Checked, *, draft: bool = False) -> bytes:
    """Which line of items.jsonl came from which cells, as JSON lines."""
    return map_lines(submitted(checked, draft=draft), checked.reading.task)


def results_workbook(assessment: Assessment, lang: str) -> bytes:
    """The results as .xlsx: items with marks, findings, pairs, accuracy by cluster and model."""
    from sheet_tools import frames

    checked = assessment.checked
    findings = [finding_json(finding, lang, checked.reading.program) for finding in checked.findings]
    return frames.results_workbook(
        checked.reading.item_set, assessment.marks, assessment.score, assessment.responses, findings, lang
    )


def annotate(
    sheet: OnlineSheet, assessment: Assessment, settings: Settings, lang: str, *, dry_run: bool = False
) -> Annotation:
    """Write findings and marks back into a Google sheet, beside what the author wrote and never into it.

    The sheet is read once more right before: a row that is not what it was gets nothing. Raises Unreadable where
    nothing may or can be written, or where it is not known whether it was.
    """
    editing = sheet.edit()
    reading = assessment.checked.reading
    now = _same_sheet(editing.fetched, reading, settings)
    changed = changed_rows(reading, now.reading) if now else None
    if now is None or changed is None:
        raise Unreadable(Finding("google-sheet-changed"))
    return written(editing, build_review(assessment, _worded(assessment, lang), now, lang), changed, dry_run=dry_run)


def clear_annotations(sheet: OnlineSheet, *, dry_run: bool = False) -> Annotation:
    """Take away all that `annotate` wrote into a Google sheet. Raises Unreadable as it does."""
    return written(sheet.edit(), Review(), frozenset(), dry_run=dry_run)


def _same_sheet(fetched: Fetched, reading: Reading, settings: Settings) -> Checked | None:
    try:
        return check(_beside(read_fetched(fetched, replace(settings, sheet=reading.sheet)), settings))
    except Unreadable:
        return None


def _worded(assessment: Assessment, lang: str) -> list[Worded]:
    reading = assessment.checked.reading
    return [
        Worded(
            finding,
            where(finding.place, lang, reading.source),
            level_name(finding.level, lang),
            message(finding, lang),
            remedy(finding, lang, reading.program),
        )
        for finding in assessment.checked.findings
    ]


def template_bytes(lang: str, task: Task = TASKS[DEFAULT_TASK], inputs: Source | None = None) -> bytes:
    """The blank workbook of a task as .xlsx; of a task whose items are given, made from its inputs.jsonl.

    Raises Unreadable where inputs.jsonl cannot be read.
    """
    from sheet_tools.workbook.answer_sheet import build_answer_sheet
    from sheet_tools.workbook.template import build_template

    if not task.given:
        return build_template(task, lang)
    given = [item.values for item in read_inputs(inputs.data, task)] if inputs else None
    return build_answer_sheet(task, lang, given=given)


def blind_sheet(items: Sequence[Item], lang: str, task: Task) -> bytes:
    """The items without gold as .xlsx, for a person who solves them (`person_answers` reads it back)."""
    from sheet_tools.workbook.answer_sheet import build_answer_sheet

    shown = [column.name for column in task.blind().given]
    given = [{name: item.get(name) for name in shown} for item in items]
    return build_answer_sheet(task.blind(), lang, given=given, blind=True)
