"""`read SHEET`: what is in the file, before any rule of the task."""

from __future__ import annotations

import click

from sheet_tools.assessment import Reading
from sheet_tools.cells import Cell, column_letters
from sheet_tools.commands.common import (
    choice_options,
    echo_findings,
    echo_json,
    exit_status,
    findings_json,
    format_option,
    lang_option,
    read_file,
    say,
    settings,
    task_option,
)


@click.command()
@click.argument("sheet_file", metavar="SHEET")
@choice_options
@task_option
@format_option
@lang_option
def command(
    sheet_file: str,
    task_name: str | None,
    output_format: str,
    lang: str,
) -> None:
    """Show what is in SHEET, before any rule of the task."""
    reading = read_file(sheet_file, settings(task_name))
    if output_format == "json":
        echo_json(_as_json(reading, lang))
    else:
        _echo(reading, lang)
    raise SystemExit(exit_status(reading, reading.findings))


def _as_json(reading: Reading, lang: str) -> dict[str, object]:
    table = reading.table
    return {
        "task": reading.task.name,
        "source": reading.source,
        "format": reading.format,
        "sheet": reading.sheet,
        "heading_row": table.heading_row if table else None,
        "columns": {name: column_letters(column) for name, column in table.columns.items()} if table else {},
        "rows": [
            {"row": row.number, "cells": {name: _cell(cell) for name, cell in row.cells.items()}}
            for row in (table.rows if table else ())
        ],
        "findings": findings_json(reading.findings, reading, lang),
    }


def _cell(cell: Cell) -> dict[str, object]:
    out: dict[str, object] = {"cell": cell.place.cell, "kind": str(cell.kind), "text": cell.text}
    if cell.stored is not None:
        out["stored"] = cell.stored
    if cell.result is not None:
        out["result"] = str(cell.result)
    return out


def _echo(reading: Reading, lang: str) -> None:
    table = reading.table
    if table:
        columns = ", ".join(f"{name}={column_letters(column)}" for name, column in table.columns.items())
        say("Sheet: {sheet}; headings in row {row}; columns: {columns}; rows: {n}", lang,
            sheet=table.sheet, row=table.heading_row, columns=columns, n=len(table.rows))  # fmt: skip
        for row in table.rows:
            for name, cell in row.cells.items():
                stored = f" ({cell.stored})" if cell.stored is not None else ""
                click.echo(f"{cell.place.cell} {name} [{cell.kind}] {cell.text!r}{stored}")
    echo_findings(reading.findings, reading, lang)
