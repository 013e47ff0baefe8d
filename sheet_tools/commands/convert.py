"""`convert SHEET -o items.jsonl`: a sheet into the submission."""

from __future__ import annotations

from pathlib import Path

import click

from sheet_tools.assessment import Checked
from sheet_tools.commands.common import (
    against_options,
    choice_options,
    echo_findings,
    echo_json,
    exit_status,
    files_beside,
    format_option,
    keep_apart,
    lang_option,
    read_file,
    save,
    say,
    settings,
    task_option,
)
from sheet_tools.pipeline import check, line_map, submission, submitted
from sheet_tools.report.findings import checked_json
from sheet_tools.report.summary import summary_line


@click.command()
@click.argument("sheet_file", metavar="SHEET")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Where items.jsonl is written.")
@click.option("--draft", is_flag=True, help="Write the rows without an error, and say which were left out.")
@click.option(
    "--map", "map_file", type=click.Path(path_type=Path, dir_okay=False), help="Which line came from which cell."
)
@against_options
@choice_options
@task_option
@format_option
@lang_option
def command(
    sheet_file: str,
    output: Path | None,
    draft: bool,
    map_file: Path | None,
    task_name: str | None,
    output_format: str,
    lang: str,
) -> None:
    """Turn SHEET into items.jsonl. While an error stands nothing is written, except with --draft."""
    keep_apart(output, sheet_file, map_file, *files_beside())
    keep_apart(map_file, sheet_file, *files_beside())
    checked = check(read_file(sheet_file, settings(task_name)))
    may_write = checked.is_ready or (draft and checked.reading.is_readable)
    if may_write:
        _write(checked, output, map_file, draft)
    if output_format == "json":
        echo_json(checked_json(checked, lang))
    else:
        echo_findings(checked.findings, checked.reading, lang)
        click.echo(summary_line(checked, lang))
        _say_written(checked, output if may_write else None, draft, lang)
    raise SystemExit(exit_status(checked.reading, checked.findings))


def _write(checked: Checked, output: Path | None, map_file: Path | None, draft: bool) -> None:
    if output:
        save(output, submission(checked, draft=draft))
    if map_file:
        save(map_file, line_map(checked, draft=draft))


def _say_written(checked: Checked, output: Path | None, draft: bool, lang: str) -> None:
    if output is None:
        say("Nothing was written.", lang)
        return
    items = submitted(checked, draft=draft)
    say("Written: {path} (items: {n})", lang, path=output, n=len(items))
    if draft and checked.left_out:
        rows = ", ".join(str(item.place.row) for item in checked.left_out)
        say("Left out because of an error, rows: {rows}", lang, rows=rows)
