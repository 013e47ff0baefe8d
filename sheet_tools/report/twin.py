"""The JSON twins of the page: what `convert --format json` prints, with marks and score beside."""

from __future__ import annotations

from sheet_tools.assessment import Assessment
from sheet_tools.report.findings import checked_json, finding_json
from sheet_tools.report.page import page_of
from sheet_tools.report.score import marks_json


def assessment_json(assessment: Assessment, lang: str) -> dict[str, object]:
    """{"task", "source", "sheet", "items", "findings", "format_ok", "marks", "score", "panel_findings"…}.

    `marks` and `score` are null where there are none; `panel_findings` are about the cached answers.
    """
    panel = [finding_json(finding, lang) for finding in assessment.findings]
    ready = {"format_ok": assessment.checked.is_ready}
    return {**checked_json(assessment.checked, lang), **ready, **marks_json(assessment), "panel_findings": panel}


def sheet_json(assessment: Assessment, lang: str, show: str = "all", part: int = 1) -> dict[str, object]:
    """The twin of a sheet's page: the same, with its headline, its filters, and the rows that it shows."""
    page = page_of(assessment, lang, show, part)
    return {
        "headline": page.headline.text,
        "facts": page.headline.facts,
        "filters": {each.name: each.count for each in page.selection.filters},
        "show": page.selection.show,
        "part": page.selection.part,
        "parts": page.selection.parts,
        "rows": [row.number for row in page.rows],
        **assessment_json(assessment, lang),
    }
