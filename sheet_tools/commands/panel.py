"""`panel export` and `panel import`: between a store of answers and responses/*.jsonl, or another store."""

from __future__ import annotations

from pathlib import Path

import click

from sheet_tools.commands.common import (
    CANNOT_PROCEED,
    FINDINGS,
    CannotProceed,
    lang_option,
    save,
)
from sheet_tools.findings import Finding, Unreadable, any_error
from sheet_tools.panel.store import Store
from sheet_tools.panel.transfer import export_files, import_answers
from sheet_tools.report.findings import finding_line, message
from sheet_tools.tasks import DEFAULT_TASK, TASKS

# Answers do not say of which task they are.
_task_option = click.option(
    "--task", "task_name", type=click.Choice(list(TASKS)), default=DEFAULT_TASK, show_default=True
)


@click.group()
def command() -> None:
    """Bring answers into a store, or take them out of it."""


@command.command("import")
@click.argument("store_file", metavar="STORE", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@_task_option
@lang_option
def bring_in(store_file: Path, sources: tuple[Path, ...], task_name: str, lang: str) -> None:
    """Bring the answers of each SOURCE into STORE.

    A SOURCE is another store, a folder of responses, one .jsonl file, or a zip. Nothing held is overwritten.
    """
    errors = False
    try:
        with Store(store_file) as store:
            for source in sources:
                imported = import_answers(store, source, TASKS[task_name])
                for finding in imported.findings:
                    click.echo(finding_line(finding, lang, source.name), err=True)
                values = {"n": imported.added, "known": imported.known, "lost": imported.lost}
                click.echo(f"{source}: {message(Finding('panel-imported', values=values), lang)}")
                errors = errors or imported.lost > 0 or any_error(imported.findings)
    except Unreadable as unreadable:
        _refuse(unreadable, store_file.name, lang)
    raise SystemExit(FINDINGS if errors else 0)


@command.command("export")
@click.argument("store_file", metavar="STORE", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path, file_okay=False))
@_task_option
@lang_option
def take_out(store_file: Path, folder: Path, task_name: str, lang: str) -> None:
    """Write every answer of STORE into the new or empty FOLDER: a .jsonl file a model."""
    try:
        if folder.exists() and any(folder.iterdir()):
            raise Unreadable(Finding("export-exists", values={"folder": str(folder)}))
        with Store(store_file, read_only=True) as store:
            files = export_files(store.all_answers(), TASKS[task_name])
    except Unreadable as unreadable:
        _refuse(unreadable, store_file.name, lang)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotProceed(f"{folder}: {error.strerror or error}") from error
    for name, data in files.items():
        save(folder / name, data)
    click.echo(message(Finding("panel-exported", values={"folder": str(folder), "n": len(files)}), lang))


def _refuse(unreadable: Unreadable, file: str, lang: str) -> None:
    click.echo(finding_line(unreadable.finding, lang, file), err=True)
    raise SystemExit(CANNOT_PROCEED)
