"""Findings as a CSV file that opens right in Polish Excel: UTF-8 with BOM, semicolons, CRLF.

A text that a spreadsheet program would run as a formula gets an apostrophe in front, and the last column says so.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from sheet_tools.assessment import Assessment, Checked
from sheet_tools.findings import Finding
from sheet_tools.report.findings import message, remedy, said_as
from sheet_tools.words import translations

# What makes a program take a text for a formula (OWASP, „CSV Injection”).
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def findings_csv(checked: Checked, lang: str, assessment: Assessment | None = None) -> bytes:
    """Those of the sheet; with an assessment, after them, those of the answers of a person who solved it."""
    words = translations(lang)
    headings = (
        words.gettext("level"),
        words.gettext("sheet"),
        words.gettext("cell"),
        words.gettext("row"),
        words.gettext("code"),
        words.gettext("what is wrong"),
        words.gettext("what to do"),
        words.gettext("changed here"),
    )
    target = io.StringIO(newline="")
    writer = csv.writer(target, delimiter=";", lineterminator="\r\n")
    writer.writerow(headings)
    for finding in (*checked.findings, *(assessment.of_person if assessment else ())):
        writer.writerow(_guarded(_cells(finding, checked, lang), lang))
    return b"\xef\xbb\xbf" + target.getvalue().encode("utf-8", "replace")


def _cells(finding: Finding, checked: Checked, lang: str) -> list[str]:
    place = finding.place
    return [
        said_as(finding, lang),
        place.sheet or "",
        place.cell or "",
        str(place.row or ""),
        finding.code,
        message(finding, lang),
        remedy(finding, lang, checked.reading.program),
    ]


def _guarded(cells: Sequence[str], lang: str) -> list[str]:
    safe = [f"'{cell}" if cell.startswith(_FORMULA_STARTS) else cell for cell in cells]
    notice = translations(lang).gettext("an apostrophe was put in front of a text that looked like a formula")
    return [*safe, notice if safe != list(cells) else ""]
