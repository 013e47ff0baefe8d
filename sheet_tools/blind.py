"""Sheets for blind solving, known by their mark, or by their columns where the mark is lost: they hold no items.

The mark stands in the heading of the hidden columns, so that it comes through every program and every format (CSV too).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from sheet_tools.cells import Kind
from sheet_tools.columns import HEADING_WITHIN
from sheet_tools.findings import Finding
from sheet_tools.headings import loose, recognise
from sheet_tools.readers.model import Sheet, Workbook
from sheet_tools.tasks import DEFAULT_TASK, TASKS, Holds, Task
from sheet_tools.workbook.answer_sheet import field_columns, heading_of
from sheet_tools.workbook.answer_words import WORDS


class Likeness(StrEnum):
    """SURE: it bears the mark, or its headings and second sheet are exactly the tool's. ALIKE: its columns could be
    those of such a sheet, but of an author's own as well."""

    SURE = "sure"
    ALIKE = "alike"


_MARKS = frozenset(loose(words.blind_mark) for words in WORDS.values())


def blind_of(workbook: Workbook) -> tuple[Task, Likeness] | None:
    """The task whose sheet for blind solving this is; None for any other workbook."""
    rows = [row for sheet in workbook.sheets for row in _first_rows(sheet)]
    marked = [row for row in rows if any(_is_mark(text) for text in row)]
    if marked:
        return _task_of(marked[0]), Likeness.SURE
    exact = [task for task in TASKS.values() if any(_is_exactly(workbook, task, lang) for lang in WORDS)]
    if exact:
        return exact[0], Likeness.SURE
    alike = [task for row in rows for task in TASKS.values() if _is_alike(row, task)]
    return (alike[0], Likeness.ALIKE) if alike else None


def blind_finding(task: Task, likeness: Likeness, file: str) -> Finding:
    """What is to be said of it."""
    if likeness is Likeness.SURE:
        titles = {f"title_{lang}": task.title[lang] for lang in WORDS}
        return Finding("blind-sheet", values={"file": file, "task": task.name, **titles})
    words = next(iter(task.answers)).asked_as or next(iter(task.answers)).headings
    return Finding("blind-alike", values={"file": file, "heading": words[0]})


def _is_mark(text: str) -> bool:
    _, bracket, remark = text.rpartition("(")
    return bool(bracket) and loose(remark) in _MARKS


def _task_of(headings: Sequence[str]) -> Task:
    """Of the tasks that the headings fit the one with the most columns."""
    fitting = [task for task in TASKS.values() if _fields(headings, task.blind()).issuperset(_required(task))]
    return max(fitting, key=lambda task: len(_required(task)), default=TASKS[DEFAULT_TASK])


def _is_exactly(workbook: Workbook, task: Task, lang: str) -> bool:
    """The headings as they were written, in their order, and beside them the sheet that counts what is done."""
    blind, words = task.blind(), WORDS[lang]
    own = [heading_of(name, blind.fields[name], lang) for name in field_columns(blind)]
    helper = loose(words.helper)
    counted = {words.progress_sheet: list(words.counters.values())}
    seen = {sheet.name: [texts[0] for texts in _first_rows(sheet) if texts] for sheet in workbook.sheets[1:2]}
    first = next((texts for sheet in workbook.sheets[:1] for texts in _first_rows(sheet)), [])
    shown = [text for text in first if not loose(text).startswith(helper)]
    return shown == own and seen == counted


def _is_alike(headings: Sequence[str], task: Task) -> bool:
    """All that such a sheet has and nothing that only an author's has: the answers under the word that is asked for;
    where that is the task's own word, the column of the status as well, which nobody makes by hand."""
    blind = task.blind()
    fields, own = _fields(headings, blind), _fields(headings, task)
    if not fields.issuperset(_required(task)) or own - fields - _helpers(task):
        return False
    asked = {loose(word) for column in task.answers for word in column.asked_as}
    said = {loose(text) for text in headings}
    return bool(asked & said) if asked else "status" in fields


def _required(task: Task) -> set[str]:
    return set(task.blind().required_fields)


def _helpers(task: Task) -> set[str]:
    return {name for name, column in task.fields.items() if column.holds is Holds.HELPER}


def _fields(headings: Sequence[str], task: Task) -> set[str]:
    return {match.field for text in headings if (match := recognise(text, task))}


def _first_rows(sheet: Sheet) -> Iterator[list[str]]:
    for number in sorted(sheet.rows)[:HEADING_WITHIN]:
        cells = sorted(sheet.rows[number].items())
        yield [cell.text for _, cell in cells if cell.kind is Kind.TEXT and not cell.is_blank]
