"""Marks and score in words and in JSON, for the command line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sheet_tools.assessment import Assessment
from sheet_tools.marking import Mark, Marks, accepted_forms, near_miss
from sheet_tools.metrics import Score
from sheet_tools.panel.responses import Responses
from sheet_tools.words import translations


def number(value: float | None, lang: str, digits: int = 3) -> str:
    """A number as people of that language write it; a dash where there is none."""
    from babel.numbers import format_decimal

    return "–" if value is None else format_decimal(value, format=f"0.{'0' * digits}", locale=lang)


def score_lines(score: Score, lang: str, *, per_item: bool = False, per_pair: bool = False) -> Iterator[str]:
    """The score and its parts, then each item and each pair where they are asked for."""
    words = translations(lang)
    yield words.gettext("score {score} of at most {limit} ({n} items, {m} models)").format(
        score=number(score.score, lang, 6), limit=number(score.limit, lang, 6), n=score.n, m=score.m
    )
    yield words.gettext("discrimination {value}").format(value=number(score.discrimination, lang, 6))
    yield words.gettext("diversity {value}").format(value=number(score.diversity, lang, 6))
    yield words.gettext("pairwise separation {value}").format(value=number(score.separation, lang, 6))
    if score.left_out:
        yield words.gettext("rows left out because an answer is missing: {n}").format(n=score.left_out)
    if per_item:
        yield words.gettext("item\tright\tdiscrimination\toutcome")
        for item in score.items:
            discrimination = number(item.discrimination, lang)
            yield f"{item.index}\t{item.right}/{score.m}\t{discrimination}\t{item.outcome}"
    if per_pair:
        yield words.gettext("pair\tdisagreements\tcredit")
        for pair in score.pairs:
            yield f"{pair.models[0]} – {pair.models[1]}\t{pair.disagreements}/{score.n}\t{number(pair.credit, lang)}"


def marks_lines(assessment: Assessment, lang: str) -> Iterator[str]:
    """How each model did, then the score where there is one."""
    words = translations(lang)
    marks = assessment.marks
    if marks is None:
        return
    for model, tally in _tallies(marks).items():
        yield words.gettext("{model}: right {right}, wrong {wrong}, no answer {missing}").format(
            model=model,
            right=tally[Mark.RIGHT],
            wrong=tally[Mark.WRONG] + tally[Mark.UNREADABLE],
            missing=tally[Mark.MISSING],
        )
    if assessment.score is None:
        yield words.gettext("No score: no row has an answer from every model.")
    else:
        yield from score_lines(assessment.score, lang)


def _tallies(marks: Marks) -> dict[str, Counter[Mark]]:
    return {model: Counter(row[place].mark for row in marks.rows) for place, model in enumerate(marks.models)}


def marks_json(assessment: Assessment) -> dict[str, object]:
    """Models, how each did, each item's marks, answers and near misses; then the score (null where there is none)."""
    marks, responses = assessment.marks, assessment.responses
    if marks is None or responses is None:
        return {"marks": None, "score": None}
    return {
        "models": [_model_json(model, tally) for model, tally in _tallies(marks).items()],
        "marks": [_row_json(marks, place, responses) for place in range(len(marks.items))],
        "score": assessment.score.to_json(per_item=True, per_pair=True) if assessment.score else None,
    }


def _model_json(model: str, tally: Counter[Mark]) -> dict[str, object]:
    return {"model": model, **{str(mark): tally[mark] for mark in Mark}}


def _row_json(marks: Marks, place: int, responses: Responses) -> dict[str, object]:
    item = marks.items[place]
    cells: dict[str, object] = {}
    for model, outcome in zip(marks.models, marks.rows[place], strict=True):
        response = responses.get(model, item)
        cell: dict[str, object] = {"mark": str(outcome.mark), "answer": response.text if response else None}
        if outcome.matched:
            cell["matched"] = outcome.matched
        if outcome.cut_off:
            cell["cut_off"] = True
        if response and outcome.mark is Mark.WRONG:
            cell["near_miss"] = near_miss(response.text, list(accepted_forms(item).values()))
        cells[model] = cell
    return {"index": place + 1, "row": item.place.row, "input": item.input, "models": cells}
