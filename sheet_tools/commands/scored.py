"""What `insight`, `choose` and `forecast` start from: a matrix.json, or items with their cached answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from sheet_tools.assessment import Checked
from sheet_tools.commands.common import (
    CANNOT_PROCEED,
    FINDINGS,
    CannotProceed,
    choice_options,
    echo_findings,
    exit_status,
    load_file,
    read_file,
    say,
    settings,
    task_option,
)
from sheet_tools.findings import Finding, Unreadable, any_error
from sheet_tools.matrix import Matrix, matrix_of, read_matrix, task_of_matrix
from sheet_tools.pipeline import assess, cached_responses, check
from sheet_tools.report.findings import finding_line
from sheet_tools.report.score import marked_by_words
from sheet_tools.tasks import DEFAULT_TASK, TASKS

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Marked:
    """A matrix, the name that messages call its source by, and the checked items where it was made of them. `status`:
    what the call ends with where nothing else is amiss; FINDINGS where answers or items had an error."""

    matrix: Matrix
    name: str
    checked: Checked | None = None
    status: int = 0

    @property
    def label(self) -> dict[str, object]:
        """Whose marks these are, where the matrix says so: for JSON."""
        return {"marked_by": self.matrix.marked_by} if self.matrix.marked_by else {}

    def say_label(self, lang: str) -> None:
        if self.matrix.marked_by:
            click.echo(marked_by_words(self.matrix.marked_by, lang))

    def say(self, findings: Iterable[Finding], lang: str) -> None:
        """On stderr: stdout is the result alone, also as JSON."""
        for finding in findings:
            click.echo(finding_line(finding, lang, self.name), err=True)


def source_options(command: Command) -> Command:
    """`--matrix FILE`, or `--items SHEET --responses PATH`: `marked` reads what they name."""
    command = task_option(choice_options(command))
    for name, about in (
        ("responses", "With --items: the store, or the folder of responses/*.jsonl."),
        ("items", "A sheet or items.jsonl, with --responses."),
        ("matrix", "matrix.json, as `evaluate` writes it."),
    ):
        command = click.option(f"--{name}", f"{name}_file", metavar="FILE", help=about)(command)
    return command


def marked(
    matrix_file: str | None, items_file: str | None, responses: str | None, task: str | None, lang: str
) -> Marked:
    """The marks that a call names. Ends the call where it names none, two, what cannot be read, or marks of a task that
    has no such score."""
    if matrix_file and not items_file and not responses:
        found = _of_matrix(matrix_file, task, lang)
    elif items_file and responses and not matrix_file:
        found = _of_items(items_file, responses, task, lang)
    else:
        raise CannotProceed(
            "podaj --matrix PLIK albo --items ARKUSZ i --responses ODPOWIEDZI / "
            "give --matrix FILE, or --items SHEET and --responses PATH"
        )
    if found.matrix.task != DEFAULT_TASK:
        refuse(Unreadable(Finding("score-of-another-task", values={"task": found.matrix.task})), found.name, lang)
    return found


def _of_matrix(path: str, task: str | None, lang: str) -> Marked:
    source = load_file(path)
    try:
        matrix = read_matrix(source.data)
        found, said = task_of_matrix(matrix, task)
    except Unreadable as unreadable:
        refuse(unreadable, source.name, lang)
    for finding in (*said, *matrix.findings):
        click.echo(finding_line(finding, lang, source.name), err=True)
    if any_error(matrix.findings):
        raise SystemExit(FINDINGS)
    return Marked(replace(matrix, task=found.name), source.name)


def _of_items(path: str, responses: str, task: str | None, lang: str) -> Marked:
    checked = check(read_file(path, replace(settings(task), gold=True)))
    if not checked.usable:
        echo_findings(checked.findings, checked.reading, lang)
        raise SystemExit(exit_status(checked.reading, checked.findings) or FINDINGS)
    if not Path(responses).exists():
        raise CannotProceed(f"{responses}: nie ma takiego pliku ani folderu / no such file or folder")
    try:
        answers = cached_responses(Path(responses), checked.usable, TASKS[checked.reading.task.name])
    except Unreadable as unreadable:
        refuse(unreadable, Path(responses).name, lang)
    assessment = assess(checked, answers)
    if assessment.marks is None or not assessment.marks.models:
        raise CannotProceed(f"{responses}: no answers found / nie znaleziono odpowiedzi")
    for finding in assessment.findings:
        click.echo(finding_line(finding, lang, checked.reading.source, checked.reading.program), err=True)
    if checked.left_out:
        rows = ", ".join(str(item.place.row) for item in checked.left_out)
        say("Left out because of an error, rows: {rows}", lang, err=True, rows=rows)
    status = FINDINGS if checked.left_out or any_error(assessment.findings) else 0
    return Marked(matrix_of(assessment.marks), checked.reading.source, checked, status)


def refuse(unreadable: Unreadable, name: str, lang: str) -> NoReturn:
    """Say why a call cannot go on, and end it."""
    click.echo(finding_line(unreadable.finding, lang, name), err=True)
    raise SystemExit(CANNOT_PROCEED) from None
