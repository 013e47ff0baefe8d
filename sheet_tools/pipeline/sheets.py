"""The workbooks that the tools make: templates, sheets for blind solving, results."""

from __future__ import annotations

from collections.abc import Sequence

from sheet_tools.assessment import Assessment
from sheet_tools.cells import Place
from sheet_tools.items import Item
from sheet_tools.marking import Mark
from sheet_tools.pipeline.reading import Source, inputs_of
from sheet_tools.report.findings import finding_json, kind_title
from sheet_tools.report.marks import mark_cell
from sheet_tools.tasks import DEFAULT_TASK, TASKS, Task
from sheet_tools.words import LANGUAGES


def template_bytes(lang: str, task: Task = TASKS[DEFAULT_TASK], inputs: Source | None = None) -> bytes:
    """The blank workbook of a task as .xlsx; of a task whose items are given, made from its inputs.jsonl.

    Raises Unreadable where inputs.jsonl cannot be read.
    """
    from sheet_tools.workbook.answer_sheet import build_answer_sheet
    from sheet_tools.workbook.template import build_template

    if not task.given:
        return build_template(task, lang)
    given = [item.values for item in inputs_of(inputs, task)] if inputs else None
    return build_answer_sheet(task, lang, given=given)


def template_name(task: str, lang: str) -> str:
    """What a task's template is called, here as in templates/: "reverse-poleval.xlsx", "reverse-poleval.en.xlsx"."""
    return f"{task}.xlsx" if lang == LANGUAGES[0] else f"{task}.{lang}.xlsx"


def blind_sheet(items: Sequence[Item], lang: str, task: Task) -> bytes:
    """The items without gold as .xlsx, for a person who solves them (`person_answers` reads it back)."""
    from sheet_tools.workbook.answer_sheet import build_answer_sheet

    shown = [column.name for column in task.blind().given]
    given = [{name: item.get(name) for name in shown} for item in items]
    return build_answer_sheet(task.blind(), lang, given=given, blind=True)


def results_workbook(assessment: Assessment, lang: str) -> bytes:
    """The results as .xlsx: items with marks, findings, pairs, accuracy by cluster and model."""
    from sheet_tools import frames

    checked = assessment.checked
    program, table = checked.reading.program, checked.reading.table
    findings = [
        {**finding_json(finding, lang, program), "kind": kind_title(finding.code, lang)} for finding in checked.findings
    ]
    rows = table.rows if table else ()
    shown = {row.number: {name: cell.text for name, cell in row.cells.items() if not cell.is_blank} for row in rows}
    return frames.results_workbook(
        checked.reading.item_set,
        assessment.marks,
        assessment.score,
        assessment.responses,
        findings,
        lang,
        shown,
        _reasons(assessment, lang) if checked.reading.task.given else {},
    )


def _reasons(assessment: Assessment, lang: str) -> dict[tuple[str, Place], str]:
    """(model, the item's place) → why its answer is no answer, or by what it differs from the gold."""
    marks, responses, task = assessment.marks, assessment.responses, assessment.checked.reading.task
    if marks is None or responses is None:
        return {}
    found = {}
    for item, row in zip(marks.items, marks.rows, strict=True):
        for model, outcome in zip(marks.models, row, strict=True):
            if outcome.mark in (Mark.WRONG, Mark.UNREADABLE):
                found[model, item.place] = mark_cell(outcome, responses.get(model, item), item, model, task, lang).why
    return {key: why for key, why in found.items() if why}
