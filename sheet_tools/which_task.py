"""Which task a file belongs to, by its headings (or the keys of its lines): for those who do not say it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from sheet_tools.cells import Cell, Kind
from sheet_tools.columns import HEADING_WITHIN
from sheet_tools.findings import Unreadable
from sheet_tools.headings import recognise, resembles
from sheet_tools.readers import read_workbook
from sheet_tools.readers.model import Sheet, Workbook
from sheet_tools.tasks import DEFAULT_TASK, TASKS, Holds, Task

# So many lines, and so many bytes, tell what a file is.
FIRST_LINES = 20
_FIRST_BYTES = 2**20


def task_of_sheet(data: bytes, name: str) -> Task:
    """The task whose required columns the file has, of several the one with the most; the default where none fits."""
    default = TASKS[DEFAULT_TASK]
    try:
        workbook = read_workbook(data, name, default)
    except Unreadable:
        return default
    return task_of_workbook(workbook)


def task_of_workbook(workbook: Workbook) -> Task:
    """The same for a workbook that has been read (a Google sheet)."""
    named = ((t, _named(sheet, t), set(t.required_fields)) for sheet in workbook.sheets for t in _tasks())
    return fitting_task(workbook) or _nearest(named)


def fitting_task(workbook: Workbook) -> Task | None:
    """The task all of whose required columns a row of the workbook names; None where there is none."""
    fits = ((task, max((_fit(sheet, task) for sheet in workbook.sheets), default=0)) for task in _tasks())
    return _best(fits)


def task_of_lines(data: bytes) -> Task:
    """The same for JSONL: by the keys of its first line that is an object."""
    keys = _keys(data)
    return fitting_task_of_lines(data) or _nearest((t, keys & _required_keys(t), _required_keys(t)) for t in _tasks())


def fitting_task_of_lines(data: bytes) -> Task | None:
    """The task whose submitted keys, or whose keys of inputs.jsonl, the lines have; None where there is none."""
    keys = _keys(data)
    fits = ((task, len(wanted) if (wanted := _required_keys(task)) <= keys else 0) for task in _tasks())
    return _best(fits) or task_of_inputs(first_objects(data))


def task_of_inputs(lines: Sequence[dict[str, Any]]) -> Task | None:
    """The task whose inputs.jsonl begins with these lines: its given fields and none of its answers."""
    tasks = [task for task in _tasks() if is_given_by(lines, task)]
    likely = [task for task in tasks if task.subject_like and _are_like(lines, task)]
    return next(iter(likely or [task for task in tasks if not task.subject_like] or tasks), None)


def is_foreign(lines: Sequence[dict[str, Any]], task: Task) -> bool:
    """True where the lines have a key that the task has not, or none of a label's words: they are not merely faulty."""
    known = {name for column in task.columns for name in (*column.names, *column.list_headings)}
    if any(line.keys() - known for line in lines):
        return True
    labelled = [column for column in task.columns if column.choices]
    return any(all(line.get(c.name) not in c.choices for line in lines) for c in labelled)


def is_given_by(lines: Sequence[dict[str, Any]], task: Task) -> bool:
    given, answers = {c.name for c in task.given}, {c.name for c in task.answers}
    keys = [line.keys() for line in lines]
    return bool(given) and any(given <= own for own in keys) and not any(answers & own for own in keys)


def first_objects(data: bytes) -> list[dict[str, Any]]:
    """The objects among the first lines; in UTF-16 too, which is then refused by its name."""
    found = (_object(line) for line in text_of(data).split("\n")[:FIRST_LINES])
    return [value for value in found if value]


def text_of(data: bytes) -> str:
    """As text, as far as its beginning can tell what it is."""
    data = data[:_FIRST_BYTES]
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    return data.decode("utf-8-sig", "replace")


def _object(line: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _are_like(lines: Sequence[dict[str, Any]], task: Task) -> bool:
    texts = [line[task.subject] for line in lines if isinstance(line.get(task.subject), str)]
    return bool(texts) and all(re.search(task.subject_like, text) for text in texts)


def _keys(data: bytes) -> set[str]:
    return set(next((value.keys() for value in first_objects(data)), ()))


def _tasks() -> Iterable[Task]:
    return TASKS.values()


def _best(fits: Iterable[tuple[Task, int]]) -> Task | None:
    """Of equals the first."""
    found = [(fit, -place, task) for place, (task, fit) in enumerate(fits) if fit]
    return max(found, key=lambda each: each[:2])[2] if found else None


def _nearest(named: Iterable[tuple[Task, set[str], set[str]]]) -> Task:
    """Of what names at least half of a task's wanted fields, the one that names the most; else the default."""
    found = [
        (len(fields), len(fields) / len(wanted), -place, task)
        for place, (task, fields, wanted) in enumerate(named)
        if wanted and len(fields) * 2 >= len(wanted)
    ]
    return max(found, key=lambda each: each[:3])[3] if found else TASKS[DEFAULT_TASK]


def _fit(sheet: Sheet, task: Task) -> int:
    """How many required columns a row of the sheet names; 0 where no row names them all."""
    return max((len(task.required_fields) for cells in _first_rows(sheet) if _all_named(cells, task)), default=0)


def _all_named(cells: Sequence[Cell], task: Task) -> bool:
    return {match.field for cell in cells if (match := recognise(cell.text, task))}.issuperset(task.required_fields)


def _named(sheet: Sheet, task: Task) -> set[str]:
    """The required fields that the best row of the sheet names or nearly names."""
    rows = (
        {match.field for cell in cells if (match := recognise(cell.text, task) or resembles(cell.text, task))}
        for cells in _first_rows(sheet)
    )
    return max((fields & set(task.required_fields) for fields in rows), key=len, default=set())


def _first_rows(sheet: Sheet) -> Iterable[list[Cell]]:
    for number in sorted(sheet.rows)[:HEADING_WITHIN]:
        yield [cell for cell in sheet.rows[number].values() if cell.kind is Kind.TEXT]


def _required_keys(task: Task) -> set[str]:
    return {c.name for c in task.columns if c.holds is Holds.TEXT and c.required and c.submitted}
