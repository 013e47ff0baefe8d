"""`validate --items FILE`: the format check. The last line is always the verdict, `format_ok`, a tab, and 1 or 0."""

from __future__ import annotations

import click

from sheet_tools.commands.common import (
    against_options,
    choice_options,
    echo_findings,
    echo_json,
    exit_status,
    format_option,
    lang_option,
    read_file,
    settings,
    task_option,
)
from sheet_tools.pipeline import check
from sheet_tools.report.findings import checked_json


@click.command()
@click.option("--items", "items_file", required=True, metavar="FILE", help="items.jsonl, or a sheet.")
@against_options
@choice_options
@task_option
@format_option
@lang_option
def command(
    items_file: str,
    task_name: str | None,
    output_format: str,
    lang: str,
) -> None:
    """Check FILE (JSONL or a sheet) against the format of the task."""
    checked = check(read_file(items_file, settings(task_name)))
    verdict = int(checked.is_ready)
    if output_format == "json":
        echo_json({**checked_json(checked, lang), "format_ok": verdict})
    else:
        echo_findings(checked.findings, checked.reading, lang)
        click.echo(f"format_ok\t{verdict}")
    raise SystemExit(exit_status(checked.reading, checked.findings))
