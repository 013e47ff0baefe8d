"""Sheets for blind solving, filled in, of every task; and the same with the mark lost."""

from __future__ import annotations

import csv
import io
import json

from openpyxl import load_workbook
from workbooks import workbook

from samples.given import FOLDER
from sheet_tools.pipeline import Settings, Source, blind_sheet, read
from sheet_tools.tasks import TASKS, Task

# Task → the answers that are filled in, by heading in Polish.
ANSWERS = {
    "reverse-poleval": {"odpowiedź": "inna forma"},
    "comma-placement": {"przecinki": "1", "dopuszczalne": "-"},
    "error-correction": {"ocena": "POPRAWNE", "zdanie poprawione": None},
    "numeral-inflection": {"liczebnik": "dwóch"},
}


def set_of(name: str) -> bytes:
    """The good sample of a task: a set of items."""
    return (FOLDER / name / "dobry.xlsx").read_bytes()


def filled(name: str, lang: str = "pl") -> bytes:
    """The tool's own sheet for blind solving of the sample, with an answer in every row."""
    task = TASKS[name]
    book = load_workbook(io.BytesIO(blind_sheet(items_of(task), lang, task)))
    sheet = book.worksheets[0]
    headings = {str(cell.value): cell.column for cell in sheet[1]}
    asked = headings if lang == "en" else {heading: headings[heading] for heading in ANSWERS[name]}
    answers = list(ANSWERS[name].values())
    columns = [asked[heading] for heading in ANSWERS[name]] if lang == "pl" else _english(headings, task)
    for row in range(2, sheet.max_row + 1):
        for column, text in zip(columns, answers, strict=True):
            sheet.cell(row, column).value = text
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def _english(headings: dict[str, int], task: Task) -> list[int]:
    return [headings["answer" if column.name == "gold" else column.name] for column in task.answers]


def items_of(task: Task) -> tuple:  # type: ignore[type-arg]
    return read(Source("dobry.xlsx", set_of(task.name)), Settings(task)).items


def table_of(data: bytes) -> list[list[str | None]]:
    """What stands in the first sheet, row by row; a formula counts for an empty cell."""
    rows = load_workbook(io.BytesIO(data)).worksheets[0].iter_rows(values_only=True)
    return [[None if value is None or str(value).startswith("=") else str(value) for value in row] for row in rows]


def as_csv(data: bytes) -> bytes:
    """The first sheet as a program saves it: hidden columns too."""
    target = io.StringIO()
    csv.writer(target, delimiter=";").writerows(table_of(data))
    return ("\ufeff" + target.getvalue()).encode()


def without_mark(data: bytes, *, second: str | None = "Postęp") -> bytes:
    """The visible columns copied into a new file, with the second sheet of the tool's (or none)."""
    rows = table_of(data)
    shown = [place for place, heading in enumerate(rows[0]) if heading and not heading.startswith(("pomoc", "helper"))]
    sheets = {"Pozycje": [[row[place] for place in shown] for row in rows]}
    if second:
        counters = load_workbook(io.BytesIO(data)).worksheets[1].iter_rows(max_col=1, values_only=True)
        sheets[second] = [[str(value)] for (value,) in counters]
    return workbook(sheets)  # type: ignore[arg-type]


def lines(*values: object) -> bytes:
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values).encode()
