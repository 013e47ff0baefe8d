"""The workbooks that the tools make: templates, sheets for blind solving, results."""

from __future__ import annotations

from collections.abc import Sequence

from sheet_tools.assessment import Assessment
from sheet_tools.cells import Place
from sheet_tools.findings import Finding
from sheet_tools.items import Item
from sheet_tools.marking import Mark
from sheet_tools.pipeline.reading import Source, inputs_of
from sheet_tools.readers.model import Program
from sheet_tools.report.findings import finding_json, kind_title, shared_values
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
    findings = _finding_rows(checked.findings, lang, program)
    # By its own word: no fault of the sheet.
    findings += [{**row, "level": "person"} for row in _finding_rows(assessment.of_person, lang, program)]
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
        _solved(assessment, lang),
    )


def _finding_rows(findings: Sequence[Finding], lang: str, program: Program) -> list[dict[str, object]]:
    codes = dict.fromkeys(finding.code for finding in findings)
    shared = {code: shared_values([finding for finding in findings if finding.code == code]) for code in codes}
    titles = {code: kind_title(code, lang, values) for code, values in shared.items()}
    return [{**finding_json(finding, lang, program), "kind": titles[finding.code]} for finding in findings]


def _solved(assessment: Assessment, lang: str) -> dict[Place, dict[str, object]]:
    """The item's place → what a person who solved it blind answered, by the columns of the workbook."""
    person, task = assessment.person, assessment.checked.reading.task
    if person is None:
        return {}
    found: dict[Place, dict[str, object]] = {}
    for item, outcome in zip(assessment.checked.usable, person.outcomes, strict=True):
        cell = mark_cell(outcome, person.answers.get(person.name, item), item, person.name, task, lang)
        why = cell.why if outcome.mark in (Mark.WRONG, Mark.UNREADABLE) else None
        told = {"mark": outcome.mark.value, "answer": cell.answer, "why": why, "notes": person.remark(item)}
        found[item.place] = {what: value or None for what, value in told.items()}
    return found


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
