"""Where a file belongs that is no set of items: what it is, and which of the kept sheets it stands beside."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from sheet_tools.assessment import Reading
from sheet_tools.findings import Finding, Unreadable
from sheet_tools.inputs import key_of
from sheet_tools.items import Item
from sheet_tools.kinds import FileKind, described, kind_finding, kind_of
from sheet_tools.pipeline.reading import Settings, Source, inputs_of, read
from sheet_tools.tasks import TASKS, Task


def file_kind(source: Source) -> FileKind | None:
    """What a file is; None for a sheet, lines of items, and what nobody knows."""
    return kind_of(source.name, source.data)


def what_it_is(source: Source) -> Finding | None:
    """The finding for a file that is no sheet and no items; None for any other."""
    kind = file_kind(source)
    return kind_finding(kind, source.name, source.data) if kind else None


def answers_fault(source: Source) -> Finding | None:
    """What a file is that was given as answers of models and holds none; None for answers, and for what is unknown."""
    if file_kind(source) is FileKind.ANSWERS:
        return None
    reading = read(source, Settings(told=False))
    what = described(source.name, source.data) if file_kind(source) else None
    if is_solver(reading):
        what = ("to arkusz osoby rozwiązującej", "it is the sheet of a person who solved the items")
    elif not reading.is_readable and reading.findings[0].code == "not-a-spreadsheet":
        values = reading.findings[0].values
        what = (f"to {values['kind_pl']}", f"it is {values['kind_en']}")
    if what is None:
        return None
    return Finding("answers-other-kind", values={"file": source.name, "what_pl": what[0], "what_en": what[1]})


def task_of_other(reading: Reading) -> Task:
    """The task that a solver's sheet or an inputs.jsonl is of."""
    named = str(reading.other.values.get("task", "")) if reading.other else ""
    return TASKS.get(named, reading.task)


def is_solver(reading: Reading) -> bool:
    return reading.other is not None and reading.other.code == "blind-sheet"


def may_be_solver(reading: Reading) -> bool:
    return any(finding.code == "blind-alike" for finding in reading.findings)


def texts_of_solver(source: Source, task: Task) -> frozenset[str]:
    """What was shown to the person who solved this sheet."""
    items = read(source, Settings(task.blind(), gold=True)).items
    return frozenset(item.get(task.subject) for item in items) - {""}


def ids_of_inputs(source: Source, task: Task) -> frozenset[str]:
    """The ids of an inputs.jsonl; none of one that cannot be used for the task."""
    try:
        return frozenset(item.get(key_of(task)) for item in inputs_of(source, task))
    except Unreadable:
        return frozenset()


def answered_ids(items: Collection[Item], task: Task, ids: Collection[str]) -> int:
    """How many of the items have one of these ids."""
    return sum(item.get(key_of(task)) in ids for item in items)


def inputs_fault(source: Source, settings: Settings) -> Finding | None:
    """Why the inputs.jsonl of these settings cannot be that of this sheet; None where it can."""
    from sheet_tools.pipeline.checking import check

    if settings.inputs is None or not settings.task.given:
        return None
    try:
        inputs_of(settings.inputs, settings.task)
    except Unreadable as unreadable:
        return unreadable.finding
    found = check(read(source, replace(settings, schema=None))).findings
    return next((finding for finding in found if finding.code == "inputs-other-file"), None)
