"""`template TASK -o FILE.xlsx`: the workbook of a task, blank, from inputs.jsonl, or for blind solving."""

from __future__ import annotations

from pathlib import Path

import click

from sheet_tools.commands.common import (
    CANNOT_PROCEED,
    FINDINGS,
    CannotProceed,
    echo_findings,
    exit_status,
    keep_apart,
    lang_option,
    load,
    load_file,
    save,
    say,
)
from sheet_tools.findings import Unreadable
from sheet_tools.pipeline import Settings, blind_sheet, check, read, template_bytes
from sheet_tools.report.findings import finding_line
from sheet_tools.tasks import DEFAULT_TASK, TASKS


@click.command()
@click.argument("task_name", metavar="TASK", type=click.Choice(list(TASKS)), default=DEFAULT_TASK)
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), required=True, help="FILE.xlsx")
@click.option("--inputs", "inputs_file", metavar="FILE", help="inputs.jsonl: one row an item, its text guarded.")
@click.option("--blind", is_flag=True, help="The items of --items without their gold, for a person who solves them.")
@click.option("--items", "items_file", metavar="FILE", help="The items to solve blind: items.jsonl, or a sheet.")
@lang_option
def command(
    task_name: str, output: Path, inputs_file: str | None, blind: bool, items_file: str | None, lang: str
) -> None:
    """Write the workbook of TASK."""
    keep_apart(output, inputs_file, items_file)
    settings = Settings(TASKS[task_name], inputs=load_file(inputs_file) if inputs_file else None, gold=True)
    if blind != bool(items_file):
        raise CannotProceed("--blind i --items podaje się razem / --blind and --items go together")
    if settings.inputs and not settings.task.given:
        raise CannotProceed(f"--inputs: {task_name} nie ma inputs.jsonl / {task_name} has no inputs.jsonl")
    try:
        plain = template_bytes(lang, settings.task, settings.inputs) if not items_file else b""
        data = _blind(items_file, settings, lang) if items_file else plain
    except Unreadable as unreadable:
        click.echo(finding_line(unreadable.finding, lang, inputs_file or ""), err=True)
        raise SystemExit(CANNOT_PROCEED) from None
    save(output, data)
    say("Written: {path}", lang, path=output)


def _blind(items_file: str, settings: Settings, lang: str) -> bytes:
    """The sheet of the items that can be asked; without one the findings say why."""
    checked = check(read(load(items_file), settings.asking()))
    if not checked.usable:
        echo_findings(checked.findings, checked.reading, lang)
        raise SystemExit(exit_status(checked.reading, checked.findings) or FINDINGS)
    return blind_sheet(checked.usable, lang, settings.task)
