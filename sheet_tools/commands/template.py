"""`template TASK -o FILE.xlsx`: the blank workbook of a task."""

from __future__ import annotations

from pathlib import Path

import click

from sheet_tools.commands.common import lang_option, save, say
from sheet_tools.tasks import DEFAULT_TASK, TASKS


@click.command()
@click.argument("task_name", metavar="TASK", type=click.Choice(list(TASKS)), default=DEFAULT_TASK)
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), required=True, help="FILE.xlsx")
@lang_option
def command(task_name: str, output: Path, lang: str) -> None:
    """Write the blank workbook of TASK."""
    from sheet_tools.workbook.template import build_template

    save(output, build_template(TASKS[task_name], lang))
    say("Written: {path}", lang, path=output)
