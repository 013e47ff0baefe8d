"""A spreadsheet of the stand-in as .xlsx, as Google exports one: the same values, formats, notes and structure."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable

import xlsxwriter
from google_book import Book, Json, Tab

_WHOLE = re.compile(rb'(<c r="[A-Z]+[0-9]+"(?: s="[0-9]+")?>(?:<f>[^<]*</f>)?<v>-?[0-9]+)</v>')


# XlsxWriter leaves out that an empty result is a text; Google and Excel say so.
_EMPTY = re.compile(rb'<c (r="[A-Z]+[0-9]+"(?: s="[0-9]+")?)>(<f>[^<]*</f>)<v></v>')


def as_xlsx(book: Book) -> bytes:
    out = io.BytesIO()
    workbook = xlsxwriter.Workbook(out, {"in_memory": True, "strings_to_numbers": False})
    for tab in book.tabs:
        _sheet(workbook, tab)
    workbook.close()
    return _changed(out.getvalue(), _with_empty_results)


def _with_empty_results(name: str, part: bytes) -> bytes:
    return _EMPTY.sub(rb'<c \1 t="str">\2<v></v>', part) if name.startswith("xl/worksheets/sheet") else part


def _changed(data: bytes, change: Callable[[str, bytes], bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as package, zipfile.ZipFile(out, "w") as changed:
        for name in package.namelist():
            changed.writestr(name, change(name, package.read(name)))
    return out.getvalue()


def as_google_writes(data: bytes) -> bytes:
    """The same workbook with two habits of Google's export: 7 is 7.0, and no blank is marked as to be kept."""
    return _changed(data, _by_habit)


def _by_habit(name: str, part: bytes) -> bytes:
    if name.startswith("xl/worksheets/sheet"):
        return _WHOLE.sub(rb"\g<1>.0</v>", part)
    return part.replace(b' xml:space="preserve"', b"") if name == "xl/sharedStrings.xml" else part


def _sheet(workbook: xlsxwriter.Workbook, tab: Tab) -> None:
    sheet = workbook.add_worksheet(tab.title)
    if tab.extra.get("hidden"):
        sheet.hide()
    for row in tab.hidden["ROWS"]:
        sheet.set_row(row, None, None, {"hidden": True})
    for column in tab.hidden["COLUMNS"]:
        sheet.set_column(column, column, None, None, {"hidden": True})
    for merge in tab.merges:
        ends = (
            merge["startRowIndex"],
            merge["startColumnIndex"],
            merge["endRowIndex"] - 1,
            merge["endColumnIndex"] - 1,
        )
        sheet.merge_range(*ends, "")
    for (row, column), cell in tab.cells.items():
        _cell(workbook, sheet, row, column, cell)
        if "note" in cell:
            sheet.write_comment(row, column, cell["note"])


def _cell(
    workbook: xlsxwriter.Workbook, sheet: xlsxwriter.worksheet.Worksheet, row: int, column: int, cell: Json
) -> None:
    style = workbook.add_format(_format(cell))
    entered, value = cell.get("userEnteredValue", {}), cell.get("effectiveValue", {})
    if "formulaValue" in entered:
        sheet.write_formula(row, column, entered["formulaValue"], style, _result(value))
    elif "boolValue" in value:
        sheet.write_boolean(row, column, value["boolValue"], style)
    elif "numberValue" in value:
        sheet.write_number(row, column, value["numberValue"], style)
    elif "textFormatRuns" in cell:
        _rich(workbook, sheet, row, column, cell, style)
    elif "stringValue" in value:
        assert sheet.write_string(row, column, value["stringValue"], style) == 0


def _format(cell: Json) -> Json:
    out: Json = {}
    if pattern := cell.get("effectiveFormat", {}).get("numberFormat", {}).get("pattern"):
        out["num_format"] = pattern
    if cell.get("userEnteredFormat", {}).get("textFormat", {}).get("strikethrough"):
        out["font_strikeout"] = True
    return out


def _result(value: Json) -> str | float | bool:
    """What a file keeps of a formula's result. An empty text is one too."""
    errors = {"N_A": "#N/A", "NAME": "#NAME?", "REF": "#REF!", "DIVIDE_BY_ZERO": "#DIV/0!", "VALUE": "#VALUE!"}
    if "errorValue" in value:
        return errors[value["errorValue"]["type"]]
    found: str | float | bool = next(iter(value.values()), "")
    return found


def _look(run: Json) -> Json:
    said = run.get("format", {})
    return {key: said[name] for name, key in (("bold", "bold"), ("underline", "underline")) if name in said}


def _rich(workbook: object, sheet: object, row: int, column: int, cell: Json, style: object) -> None:
    """Runs of a text; here they begin at whole characters within the basic plane."""
    text, runs = cell["effectiveValue"]["stringValue"], cell["textFormatRuns"]
    starts = [run.get("startIndex", 0) for run in runs] + [len(text)]
    pieces: list[object] = [text[: starts[0]]] if starts[0] else []
    for run, start, end in zip(runs, starts, starts[1:], strict=False):
        struck = run.get("format", {}).get("strikethrough", False)
        pieces += [workbook.add_format({"font_strikeout": struck, "font_name": "Arial", **_look(run)}), text[start:end]]  # type: ignore[attr-defined]
    assert sheet.write_rich_string(row, column, *pieces, style) == 0  # type: ignore[attr-defined]
