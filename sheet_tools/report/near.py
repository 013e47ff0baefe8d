"""How near each model's wrong answers came to an accepted form: how often by case alone, by the final full stop…"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from sheet_tools.assessment import Assessment
from sheet_tools.marking import Mark, forms_of, near_miss


def near_misses(assessment: Assessment) -> dict[str, Counter[str]]:
    """Model → kind of near miss (marking.near_miss) → how many of its wrong answers are of it."""
    marks, responses = assessment.marks, assessment.responses
    if marks is None or responses is None:
        return {}
    counts: dict[str, Counter[str]] = {model: Counter() for model in marks.models}
    for item, outcomes in zip(marks.items, marks.rows, strict=True):
        forms = tuple(forms_of(item, assessment.checked.reading.task).values())
        for model, outcome in zip(marks.models, outcomes, strict=True):
            response = responses.get(model, item)
            miss = near_miss(response.text, forms) if response and outcome.mark is Mark.WRONG else None
            if miss:
                counts[model][miss] += 1
    return counts


def near_json(counts: Mapping[str, int]) -> dict[str, int]:
    """The counts of one model, in the order of their kinds."""
    return dict(sorted(counts.items()))
