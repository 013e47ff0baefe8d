"""An assessment by the author's own evaluator.py, for the command line and the page."""

from __future__ import annotations

from dataclasses import replace

from sheet_tools.accuracy import ACCURACIES
from sheet_tools.assessment import Assessment
from sheet_tools.evaluator import Evaluation, Status, evaluate
from sheet_tools.matrix import matrix_of
from sheet_tools.metrics import METRICS


def judged(assessment: Assessment, source: bytes) -> tuple[Assessment, Evaluation | None]:
    """The assessment with the checker's marks (those of exact match where it was not used), and what became of it.

    No score where the checker's time was up: what it would have said is not known. None where there are no answers to
    judge.
    """
    checked, responses = assessment.checked, assessment.responses
    if assessment.marks is None or responses is None:
        return assessment, None
    task = checked.reading.task
    evaluation = evaluate(source, checked.usable, responses, task)
    if evaluation.status is Status.WITHHELD:
        return replace(assessment, marks=evaluation.marks, score=None, accuracy=None), evaluation
    matrix = matrix_of(evaluation.marks)
    accuracy = ACCURACIES[task.metric](matrix) if task.metric in ACCURACIES else None
    changed = replace(assessment, marks=evaluation.marks, score=METRICS[task.metric](matrix), accuracy=accuracy)
    return changed, evaluation
