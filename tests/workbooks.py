"""Workbooks as files, built in memory from small tables: what the readers and the whole pipeline are tested on.

A table is Markdown, one row a line: "| input | gold |"; a line of dashes is skipped, an empty line is an empty
row. Every cell is a text cell, trimmed; "␠" stands for a blank and "␤" for a line feed that must stay. A table
given as a list of rows may hold numbers, booleans, dates and None instead (a str is still written as text).
"""

from __future__ import annotations

import datetime
import io
import re
from collections.abc import Mapping, Sequence

Value = str | int | float | bool | datetime.datetime | None
Table = str | Sequence[Sequence[Value]]


def markdown_table(text: str) -> list[list[str]]:
    """The rows of a Markdown table. Indentation and one line feed at either end are the test's, not the table's."""
    lines = [line.strip() for line in text.removeprefix("\n").rstrip().split("\n")]
    return [_cells(line) for line in lines if not re.fullmatch(r"\|?(\s*:?-{3,}:?\s*\|?)+", line)]


def _cells(line: str) -> list[str]:
    parts = line.removeprefix("|").removesuffix("|").split("|") if line else []
    return [part.strip().replace("␠", " ").replace("␤", "\n") for part in parts]


def workbook(sheets: Mapping[str, Table]) -> bytes:
    """An .xlsx of these sheets, in their order; shared strings, exact to the character."""
    import xlsxwriter

    buffer = io.BytesIO()
    with xlsxwriter.Workbook(buffer, {"in_memory": True}) as book:
        date = book.add_format({"num_format": "yyyy-mm-dd"})
        for name, table in sheets.items():
            sheet = book.add_worksheet(name)
            for row, values in enumerate(markdown_table(table) if isinstance(table, str) else table):
                for column, value in enumerate(values):
                    _write(sheet, row, column, value, date)
    return buffer.getvalue()


def _write(sheet: object, row: int, column: int, value: Value, date: object) -> None:
    if value is None or value == "":
        return
    if isinstance(value, str):
        status = sheet.write_string(row, column, value)  # type: ignore[attr-defined]
    elif isinstance(value, datetime.datetime):
        status = sheet.write_datetime(row, column, value, date)  # type: ignore[attr-defined]
    elif isinstance(value, bool):
        status = sheet.write_boolean(row, column, value)  # type: ignore[attr-defined]
    else:
        status = sheet.write_number(row, column, value)  # type: ignore[attr-defined]
    assert status == 0, f"xlsxwriter refuses row {row}, column {column}: {status}"
