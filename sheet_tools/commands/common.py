"""What the commands share: options, reading a path, printing findings, the exit status."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from sheet_tools.assessment import Reading
from sheet_tools.files import write_whole
from sheet_tools.findings import Finding, any_error
from sheet_tools.pipeline import Settings, Source
from sheet_tools.report.findings import finding_json, finding_line
from sheet_tools.tasks import DEFAULT_TASK, TASKS
from sheet_tools.words import LANGUAGES, system_language, translations

FINDINGS = 1
CANNOT_PROCEED = 2

Command = TypeVar("Command", bound=Callable[..., Any])


class CannotProceed(click.ClickException):
    """A wrong call or a file that cannot be opened: a message, and exit status 2."""

    exit_code = CANNOT_PROCEED


def lang_option(command: Command) -> Command:
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        default=system_language,
        help="Language (default: the locale's, else pl).",
    )(command)


def format_option(command: Command) -> Command:
    return click.option(
        "--format", "output_format", type=click.Choice(["text", "json"]), default="text", show_default=True
    )(command)


def task_option(command: Command) -> Command:
    return click.option("--task", "task_name", type=click.Choice(list(TASKS)), default=DEFAULT_TASK, show_default=True)(
        command
    )


def choice_options(command: Command) -> Command:
    """What a file may leave open, and its author decides."""
    for option in (
        click.option("--delimiter", help="The delimiter of a text file: , ; | or tab."),
        click.option("--encoding", help="The encoding of a text file, say cp1250."),
        click.option("--sheet", help="The sheet to read, by its name."),
    ):
        command = option(command)
    return command


def settings(task_name: str, sheet: str | None, encoding: str | None, delimiter: str | None) -> Settings:
    delimiter = {"tab": "\t", "\\t": "\t"}.get(delimiter or "", delimiter)
    return Settings(TASKS[task_name], sheet, encoding, delimiter)


def load(path: str) -> Source:
    """The bytes of a file. A link is not read yet, and says so; what cannot be opened says why."""
    if path.startswith(("http://", "https://")):
        raise CannotProceed(
            "Łącza Google Sheets nie są jeszcze obsługiwane: wybierz Plik › Pobierz › Microsoft Excel (.xlsx). / "
            "Google Sheets links are not supported yet: choose File › Download › Microsoft Excel (.xlsx)."
        )
    try:
        return Source.from_path(Path(path))
    except OSError as error:
        raise CannotProceed(f"{path}: {error.strerror or error}") from error


def save(path: Path, data: bytes) -> None:
    try:
        write_whole(path, data)
    except OSError as error:
        raise CannotProceed(f"{path}: {error.strerror or error}") from error


def echo_json(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))


def findings_json(findings: Iterable[Finding], reading: Reading, lang: str) -> list[dict[str, object]]:
    return [finding_json(finding, lang, reading.program) for finding in findings]


def echo_findings(findings: Iterable[Finding], reading: Reading, lang: str) -> None:
    for finding in findings:
        click.echo(finding_line(finding, lang, reading.source, reading.program))


def exit_status(reading: Reading, findings: Iterable[Finding]) -> int:
    """0 clean, 1 findings of level error, 2 where the file cannot be read at all."""
    if not reading.is_readable:
        return CANNOT_PROCEED
    return FINDINGS if any_error(findings) else 0


def say(message: str, lang: str, /, **values: object) -> None:
    click.echo(translations(lang).gettext(message).format(**values))
