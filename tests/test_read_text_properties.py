"""What must hold of every delimited text: what was written is read back, and nothing but a result comes out."""

from __future__ import annotations

import csv
import io
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from sheet_tools.findings import Unreadable
from sheet_tools.readers.delimited import read
from sheet_tools.readers.model import ReadOptions, Sheet
from sheet_tools.tasks import DEFAULT_TASK, TASKS

TASK = TASKS[DEFAULT_TASK]
HEADINGS = ["input", "gold", "alias1", "uwagi"]
# Every character but lone surrogates, and the two that a text file cannot hold as text (NUL, a Ctrl-Z at its end).
CHARS = st.characters(exclude_categories=["Cs"], exclude_characters="\0\x1a")
NASTY = st.sampled_from(['"', ";", ",", "\t", "|", "\n", "\r", "\r\n", " ", "\ufeff", "\u2028", "'", "=", "?", "ż"])
TEXTS = st.lists(st.one_of(NASTY, CHARS), max_size=8).map("".join)
TABLES = st.lists(st.lists(TEXTS, min_size=1, max_size=4), max_size=6)
QUOTINGS = st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL])
# cp1250 stands for the single bytes: those need the author's choice where a text has no Polish in it.
ENCODINGS = st.sampled_from(["utf-8-sig", "utf-8", "utf-16", "cp1250"])


def read_sheet(data: bytes, **options: str) -> Sheet:
    return read(data, "x.csv", TASK, ReadOptions(**options)).sheets[0]


def texts(sheet: Sheet) -> dict[int, dict[int, str]]:
    return {row: {column: cell.text for column, cell in cells.items()} for row, cells in sheet.rows.items()}


def expected(table: list[list[str]]) -> dict[int, dict[int, str]]:
    filled = {
        number: {column: text for column, text in enumerate(row, 1) if text} for number, row in enumerate(table, 1)
    }
    return {number: row for number, row in filled.items() if row}


@given(TABLES, st.sampled_from(";,\t|"), QUOTINGS, st.sampled_from(["\n", "\r\n"]), ENCODINGS)
@settings(max_examples=400, deadline=None)
def test_what_is_written_is_read(table: list[list[str]], delimiter: str, quoting: int, end: str, encoding: str) -> None:
    rows = [HEADINGS, *table]
    if quoting == csv.QUOTE_MINIMAL:
        # The blank after a comma of prose, and a CR outside quotes, are matters of the tables of cases.
        rows = [[re.sub(r"\r|^ +", "", text).replace(f"{delimiter} ", "") for text in row] for row in rows]
    written = io.StringIO(newline="")
    csv.writer(written, delimiter=delimiter, quoting=quoting, lineterminator=end).writerows(rows)
    data = written.getvalue().encode(encoding, "ignore")
    if encoding == "cp1250":
        rows = [[text.encode("cp1250", "ignore").decode("cp1250") for text in row] for row in rows]
        sheet = read_sheet(data, encoding="cp1250")
    else:
        sheet = read_sheet(data)
    assert texts(sheet) == expected(rows)


@given(st.binary(max_size=300), st.sampled_from([b"", b"input;gold\n", b"input,gold\r\n", b"\xff\xfe", b"sep=;\n"]))
@settings(max_examples=300, deadline=None)
def test_any_bytes_give_a_workbook(data: bytes, start: bytes) -> None:
    workbook = read(start + data, "x.csv", TASK, ReadOptions())
    for cells in workbook.sheets[0].rows.values():
        for cell in cells.values():
            assert cell.text.encode()


@given(st.lists(st.sampled_from(['"', ";", ",", "\n", "\r", " ", "a", "ż", "input;gold\n", '""', '";"']), max_size=40))
@settings(max_examples=400, deadline=None)
def test_every_line_is_a_row_or_named_by_a_finding(pieces: list[str]) -> None:
    """Nothing is lost in silence: each letter of the file is in a cell, or a finding names an error."""
    text = "".join(pieces)
    try:
        workbook = read(text.encode(), "x.csv", TASK, ReadOptions(delimiter=";"))
    except Unreadable:
        return
    sheet = workbook.sheets[0]
    kept = sum(cell.text.count("a") for cells in sheet.rows.values() for cell in cells.values())
    lost = text.count("a") - kept
    assert not lost or any(finding.is_error for finding in [*sheet.findings, *workbook.findings])
