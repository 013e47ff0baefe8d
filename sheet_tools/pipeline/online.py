"""Writing findings and marks back into a Google sheet, and taking them away."""

from __future__ import annotations

from dataclasses import replace

from sheet_tools.assessment import Assessment, Checked, Reading
from sheet_tools.findings import Finding, Unreadable
from sheet_tools.pipeline.checking import check
from sheet_tools.pipeline.reading import Settings, beside, read_fetched
from sheet_tools.readers.google.online import Fetched, OnlineSheet
from sheet_tools.readers.google.writing import Review
from sheet_tools.report.findings import level_name, message, remedy, where
from sheet_tools.workbook.annotate import Annotation, Worded, build_review, changed_rows, written


def annotate(
    sheet: OnlineSheet, assessment: Assessment, settings: Settings, lang: str, *, dry_run: bool = False
) -> Annotation:
    """Write findings and marks back into a Google sheet, beside what the author wrote and never into it.

    The sheet is read once more right before: a row that is not what it was gets nothing. Raises Unreadable where
    nothing may or can be written, or where it is not known whether it was.
    """
    editing = sheet.edit()
    reading = assessment.checked.reading
    now = _same_sheet(editing.fetched, reading, settings)
    changed = changed_rows(reading, now.reading) if now else None
    if now is None or changed is None:
        raise Unreadable(Finding("google-sheet-changed"))
    return written(editing, build_review(assessment, _worded(assessment, lang), now, lang), changed, dry_run=dry_run)


def clear_annotations(sheet: OnlineSheet, *, dry_run: bool = False) -> Annotation:
    """Take away all that `annotate` wrote into a Google sheet. Raises Unreadable as it does."""
    return written(sheet.edit(), Review(), frozenset(), dry_run=dry_run)


def _same_sheet(fetched: Fetched, reading: Reading, settings: Settings) -> Checked | None:
    try:
        return check(beside(read_fetched(fetched, replace(settings, sheet=reading.sheet)), settings))
    except Unreadable:
        return None


def _worded(assessment: Assessment, lang: str) -> list[Worded]:
    reading = assessment.checked.reading
    return [
        Worded(
            finding,
            where(finding.place, lang, reading.source),
            level_name(finding.level, lang),
            message(finding, lang),
            remedy(finding, lang, reading.program),
        )
        for finding in assessment.checked.findings
    ]
