"""What became of the author's own evaluator.py, in words and in JSON."""

from __future__ import annotations

from collections.abc import Iterator

from sheet_tools.assessment import Checked
from sheet_tools.evaluator import Evaluation
from sheet_tools.findings import Finding
from sheet_tools.matrix import matrix_of
from sheet_tools.metrics import METRICS, Score
from sheet_tools.report.findings import finding_json, finding_line
from sheet_tools.report.score import number


def evaluation_lines(evaluation: Evaluation, checked: Checked, lang: str) -> Iterator[str]:
    """Each finding, then whose marks count and the score by exact match."""
    for finding in (*evaluation.findings, _verdict(evaluation, checked, lang)):
        yield finding_line(finding, lang, "evaluator.py", checked.reading.program)


def evaluation_json(evaluation: Evaluation, checked: Checked, lang: str) -> dict[str, object]:
    """`{"accepted", "status", "held", "exact_score", "findings"}`.

    status: "used" | "not-run" | "broken" | "withheld"; held: {limit: "system" | "interpreter" | "nothing"}.
    """
    exact = _exact(evaluation, checked)
    return {
        "accepted": evaluation.is_accepted,
        "status": str(evaluation.status),
        "held": dict(evaluation.held),
        "exact_score": exact.to_json() if exact else None,
        "findings": [finding_json(finding, lang, checked.reading.program) for finding in evaluation.findings],
    }


def _exact(evaluation: Evaluation, checked: Checked) -> Score | None:
    return METRICS[checked.reading.task.metric](matrix_of(evaluation.exact))


def _verdict(evaluation: Evaluation, checked: Checked, lang: str) -> Finding:
    exact = _exact(evaluation, checked)
    values = {"score": number(exact.score if exact else None, lang, 6)}
    return Finding("evaluator-accepted" if evaluation.is_accepted else "evaluator-not-used", values=values)
