"""Which task a file belongs to, by its headings (or the keys of its first line): for those who do not say it."""

from __future__ import annotations

import json
from collections.abc import Iterable

from sheet_tools.cells import Kind
from sheet_tools.columns import HEADING_WITHIN
from sheet_tools.findings import Unreadable
from sheet_tools.headings import recognise
from sheet_tools.readers import read_workbook
from sheet_tools.readers.model import Sheet, Workbook
from sheet_tools.tasks import DEFAULT_TASK, TASKS, Holds, Task


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
    sheets = workbook.sheets
    return _best((task, max((_fit(sheet, task) for sheet in sheets), default=0)) for task in TASKS.values())


def task_of_lines(data: bytes) -> Task:
    """The same for JSONL: the task whose submitted keys are those of the first line."""
    first = data.lstrip(b"\xef\xbb\xbf \t\r\n").split(b"\n", 1)[0]
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        value = None
    keys = value.keys() if isinstance(value, dict) else set()
    return _best((task, len(wanted) if (wanted := _required_keys(task)) <= keys else 0) for task in TASKS.values())


def _best(fits: Iterable[tuple[Task, int]]) -> Task:
    """Of equals the first; the default where nothing fits."""
    found = [(fit, -place, task) for place, (task, fit) in enumerate(fits) if fit]
    return max(found, key=lambda each: each[:2])[2] if found else TASKS[DEFAULT_TASK]


def _fit(sheet: Sheet, task: Task) -> int:
    """How many required columns a row of the sheet names; 0 where no row names them all."""
    for number in sorted(sheet.rows)[:HEADING_WITHIN]:
        texts = (cell.text for cell in sheet.rows[number].values() if cell.kind is Kind.TEXT)
        named = {match.field for text in texts if (match := recognise(text, task))}
        if named.issuperset(task.required_fields):
            return len(task.required_fields)
    return 0


def _required_keys(task: Task) -> set[str]:
    return {c.name for c in task.columns if c.holds is Holds.TEXT and c.required and c.submitted}
