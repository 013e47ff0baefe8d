"""`evaluate --items FILE --responses PATH --output matrix.json`: who was right on what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from sheet_tools.assessment import Assessment, Checked
from sheet_tools.commands.common import (
    CANNOT_PROCEED,
    FINDINGS,
    CannotProceed,
    against_options,
    choice_options,
    echo_findings,
    echo_json,
    exit_status,
    files_beside,
    findings_json,
    format_option,
    keep_apart,
    lang_option,
    person_file,
    person_option,
    read_file,
    save,
    say,
    settings,
    task_option,
)
from sheet_tools.evaluator import Evaluation, Status
from sheet_tools.findings import Unreadable, any_error
from sheet_tools.items import Item
from sheet_tools.judging import judged
from sheet_tools.metrics import said_of_size
from sheet_tools.panel import Responses
from sheet_tools.panel.cached import is_store, responses_of_store
from sheet_tools.panel.models import load_models
from sheet_tools.person import Solved
from sheet_tools.pipeline import Settings, assess, cached_responses, check, matrix_bytes, person_answers
from sheet_tools.report.evaluation import evaluation_json, evaluation_lines
from sheet_tools.report.findings import finding_line
from sheet_tools.report.score import marks_json, marks_lines
from sheet_tools.tasks import TASKS


@click.command()
@click.option("--items", "items_file", required=True, metavar="FILE", help="items.jsonl, or a sheet.")
@click.option(
    "--responses", "--responses-dir", "responses", required=True, metavar="PATH",
    type=click.Path(exists=True, path_type=Path),
    help="The panel's answers: a store, or a folder of .jsonl files.",
)  # fmt: skip
@click.option("--models-file", metavar="FILE", help="Which models count, in which order (default: all).")
@click.option("--queried-items", metavar="FILE", help="The file that was queried, for answers without their input.")
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="Where matrix.json is written.")
@click.option("--evaluator", metavar="FILE", help="The author's own evaluator.py; exact match is given beside it.")
@person_option
@against_options
@choice_options
@task_option
@format_option
@lang_option
def command(
    items_file: str,
    responses: Path,
    models_file: str | None,
    queried_items: str | None,
    evaluator: str | None,
    output: Path | None,
    task_name: str | None,
    output_format: str,
    lang: str,
) -> None:
    """Mark the cached answers to the items of FILE."""
    keep_apart(output, items_file, responses, queried_items, evaluator, models_file, *files_beside())
    chosen = replace(settings(task_name), gold=True)
    checked = check(read_file(items_file, chosen))
    chosen = chosen.of(TASKS[checked.reading.task.name])
    if not checked.usable:
        echo_findings(checked.findings, checked.reading, lang)
        raise SystemExit(exit_status(checked.reading, checked.findings) or FINDINGS)
    task = checked.reading.task
    if evaluator and task.marker != "exact":
        name = task.name
        raise CannotProceed(f"--evaluator: {name} nie ma własnego evaluator.py / {name} takes no evaluator.py")
    queried = _queried(queried_items, chosen, lang) if queried_items else None
    answers = _answers(responses, checked, models_file, queried, lang)
    assessment = assess(checked, answers, _solved(chosen, checked, lang))
    if assessment.marks is None or not assessment.marks.models:
        raise CannotProceed(f"{responses}: no answers found / nie znaleziono odpowiedzi")
    assessment, evaluation = judged(assessment, _bytes(evaluator)) if evaluator else (assessment, None)
    if evaluation is not None and evaluation.status is Status.WITHHELD:
        output = None  # a matrix would be scored as what these marks are not
    if output and assessment.marks:
        save(output, matrix_bytes(assessment.marks))
    _echo(assessment, evaluation, output, output_format, lang)
    not_used = evaluation is not None and not evaluation.is_accepted
    raise SystemExit(FINDINGS if any_error(assessment.findings) or checked.left_out or not_used else 0)


def _queried(path: str, chosen: Settings, lang: str) -> Sequence[Item]:
    reading = read_file(path, chosen.asking())
    if not reading.is_readable:
        echo_findings([reading.other or reading.findings[0]], reading, lang)
        raise SystemExit(CANNOT_PROCEED)
    return reading.items


def _answers(
    path: Path, checked: Checked, models_file: str | None, queried: Sequence[Item] | None, lang: str
) -> Responses:
    """The cached answers, of the models of a models file where one is given."""
    task = checked.reading.task
    try:
        models = load_models(Path(models_file).name, _bytes(models_file)) if models_file else ()
        if models and is_store(path):
            return responses_of_store(path, checked.usable, task, models)
        answers = cached_responses(path, checked.usable, task, queried, {model.id: model.commit for model in models})
    except Unreadable as unreadable:
        click.echo(finding_line(unreadable.finding, lang, path.name), err=True)
        raise SystemExit(CANNOT_PROCEED) from None
    return answers.only([model.id for model in models]) if models else answers


def _bytes(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise CannotProceed(f"{path}: {error.strerror or error}") from error


def _solved(chosen: Settings, checked: Checked, lang: str) -> Solved | None:
    """The answers of a person, where a filled-in blind sheet was given."""
    source = person_file()
    if source is None:
        return None
    try:
        solved, findings = person_answers(source, chosen, checked.usable)
    except Unreadable as unreadable:
        click.echo(finding_line(unreadable.finding, lang, source.name), err=True)
        raise SystemExit(CANNOT_PROCEED) from None
    for finding in findings:
        click.echo(finding_line(finding, lang, source.name), err=True)
    return solved


def _echo(
    assessment: Assessment, evaluation: Evaluation | None, output: Path | None, output_format: str, lang: str
) -> None:
    checked = assessment.checked
    findings = [*assessment.findings, *(assessment.person.findings if assessment.person else ())]
    if assessment.score is not None and assessment.accuracy is None:
        findings += said_of_size(assessment.score.n, assessment.score.m, checked.reading.task)
    if output_format == "json":
        own = {"evaluator": evaluation_json(evaluation, checked, lang)} if evaluation else {}
        said = findings_json(findings, checked.reading, lang)
        echo_json({"task": checked.reading.task.name, **marks_json(assessment), **own, "findings": said})
        return
    echo_findings(findings, checked.reading, lang)
    for line in marks_lines(assessment, lang):
        click.echo(line)
    for line in evaluation_lines(evaluation, checked, lang) if evaluation else ():
        click.echo(line)
    if checked.left_out:
        rows = ", ".join(str(item.place.row) for item in checked.left_out)
        say("Left out because of an error, rows: {rows}", lang, rows=rows)
    if output:
        say("Written: {path}", lang, path=output)
