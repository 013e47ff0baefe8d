"""Assessing: what a panel's cached answers, and a person's, make of the items; marks and score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sheet_tools.accuracy import ACCURACIES, Accuracy
from sheet_tools.assessment import Assessment, Checked
from sheet_tools.coverage import by_cause
from sheet_tools.doubtful import doubts
from sheet_tools.findings import Finding, Unreadable
from sheet_tools.items import Item
from sheet_tools.kinds import described
from sheet_tools.marking import Marks, mark_all
from sheet_tools.matrix import Matrix, matrix_of, write_matrix
from sheet_tools.metrics import METRICS, Score
from sheet_tools.panel.cached import is_store, responses_of_store
from sheet_tools.panel.exchange import NO_COMMITS, read_responses
from sheet_tools.panel.responses import Responses
from sheet_tools.person import Solved, answers_of, of_other_set, person_of
from sheet_tools.pipeline.reading import DEFAULTS, Settings, Source, read
from sheet_tools.tasks import TASKS, Task
from sheet_tools.words import LANGUAGES

if TYPE_CHECKING:
    from sheet_tools.panel.desk import Desk


def assess(checked: Checked, responses: Responses | None, solved: Solved | None = None) -> Assessment:
    """Mark the usable items with the cached answers, and score the rows to which every model has one.

    `solved` are a person's answers (`person_answers`): marked alike, and kept apart.
    """
    task = checked.reading.task
    person = person_of(checked.usable, solved, task) if solved is not None and checked.usable else None
    if responses is None or not checked.usable:
        return Assessment(checked, responses, person=person)
    marks = mark_all(checked.usable, responses, task)
    found = (*by_cause(responses.findings, marks), *doubts(responses, checked.usable, marks))
    return Assessment(checked, responses, marks, score_marks(marks, task), found, accuracy_marks(marks, task), person)


def person_answers(
    source: Source, settings: Settings = DEFAULTS, items: Sequence[Item] | None = None
) -> tuple[Solved, tuple[Finding, ...]]:
    """A person's answers from a filled-in blind sheet, and what is to be said of its cells.

    `items` is the set that was solved. Raises Unreadable where the file cannot be read, is no such sheet, or is another
    task's or another set's.
    """
    task = settings.task
    refused = no_solver(source, task)
    if refused is not None:
        raise Unreadable(refused)
    reading = read(source, replace(settings, task=task.blind(), inputs=None, schema=None, gold=True))
    if not reading.is_readable or not reading.items:
        raise Unreadable(next(iter(reading.findings), Finding("no-rows")))
    answers = answers_of(reading.items, task)
    if items is not None and (other := of_other_set(answers, items, task, source.name)):
        raise Unreadable(other)
    return answers, reading.findings


def no_solver(source: Source, task: Task) -> Finding | None:
    """Why a file cannot hold a person's answers to items of this task; None where it may, or cannot be read at all."""
    reading = read(source, Settings(task, told=False, gold=True))
    said = {"file": source.name, **{f"wanted_{lang}": task.title[lang] for lang in LANGUAGES}}
    solved = TASKS.get(str(reading.other.values.get("task", ""))) if reading.other else None
    if reading.other is not None and reading.other.code != "blind-sheet":
        what_pl, what_en = described(source.name, source.data)
        return Finding("person-other-kind", values={**said, "what_pl": what_pl, "what_en": what_en})
    if not reading.format and reading.findings[0].code == "not-a-spreadsheet":
        kind = reading.findings[0].values
        what = {"what_pl": f"to {kind['kind_pl']}", "what_en": f"it is {kind['kind_en']}"}
        return Finding("person-other-kind", values={**said, **what})
    found = solved or reading.task
    if not reading.format or (solved is None and not reading.items):
        return None
    if found.name != task.name:
        titles = {f"title_{lang}": found.title[lang] for lang in LANGUAGES}
        return Finding("person-other-task", values={**said, **titles})
    is_solvers = solved is not None or any(finding.code == "blind-alike" for finding in reading.findings)
    # Only where answers are asked for under a word of their own can a set be told from its solution.
    if is_solvers or not any(column.asked_as for column in task.answers):
        return None
    return Finding("person-is-set", values=said)


def assess_cached(checked: Checked, folder: Path | None, solved: Solved | None = None) -> Assessment:
    """Assess with the answers in a folder, None for none. One that cannot be read leaves the marks out and says why."""
    reading = checked.reading
    if folder is None or not checked.usable:
        return assess(checked, None, solved)
    try:
        return assess(checked, cached_responses(folder, reading.items, reading.task), solved)
    except Unreadable as unreadable:
        return replace(assess(checked, None, solved), findings=(unreadable.finding,))


def cached_responses(
    folder: Path,
    items: Sequence[Item],
    task: Task,
    queried: Sequence[Item] | None = None,
    commits: Mapping[str, str | None] = NO_COMMITS,
) -> Responses:
    """The panel's cached answers to these items, from a store or from a folder of responses/*.jsonl."""
    if is_store(folder):
        return responses_of_store(folder, items, task)
    return read_responses(folder, items, task, queried, commits)


def assess_at(checked: Checked, desk: Desk, solved: Solved | None = None) -> Assessment:
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
