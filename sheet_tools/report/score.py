"""Marks and score in words and in JSON, for the command line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sheet_tools.accuracy import Accuracy, Share
from sheet_tools.assessment import Assessment
from sheet_tools.evaluator import EXACT
from sheet_tools.items import Item
from sheet_tools.marking import Mark, Marks, Outcome, forms_of, near_miss
from sheet_tools.metrics import Score
from sheet_tools.panel.responses import Response, Responses
from sheet_tools.person import Person
from sheet_tools.report.near import near_json, near_misses
from sheet_tools.tasks import Task
from sheet_tools.words import translations


def number(value: float | None, lang: str, digits: int = 3) -> str:
    """A number as people of that language write it; a dash where there is none."""
    from babel.numbers import format_decimal

    return "–" if value is None else format_decimal(value, format=f"0.{'0' * digits}", locale=lang)


def score_lines(
    score: Score,
    lang: str,
    *,
    per_item: bool = False,
    per_pair: bool = False,
    product: bool = True,
    marked_by: str | None = None,
) -> Iterator[str]:
    """The score and its parts, then each item and each pair where they are asked for.

    Without `product` the parts alone: a task measured by accuracy has no such score.
    """
    words = translations(lang)
    if product:
        yield words.gettext("score {score} of at most {limit} ({n} items, {m} models)").format(
            score=number(score.score, lang, 6), limit=number(score.limit, lang, 6), n=score.n, m=score.m
        )
    if marked_by:
        yield marked_by_words(marked_by, lang)
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


def marked_by_words(marked_by: str, lang: str) -> str:
    """Whose marks the score stands on, where an evaluator.py was given."""
    words = translations(lang)
    if marked_by == EXACT:
        return words.gettext("marked by exact match (the evaluator.py was not used)")
    return words.gettext("marked by {name}").format(name=marked_by)


def accuracy_lines(accuracy: Accuracy, lang: str, *, per_item: bool = False) -> Iterator[str]:
    """Accuracy with its 95% interval: overall, by model, and by row where it is asked for."""
    words = translations(lang)
    yield words.gettext("accuracy {share}").format(share=share_words(accuracy.overall, lang))
    for model, share in accuracy.models.items():
        yield f"{model}: {share_words(share, lang)}"
    if per_item:
        for index, share in accuracy.rows.items():
            yield f"{index}\t{share_words(share, lang)}"


def share_words(share: Share, lang: str) -> str:
    """„0,733 (95%: 0,556–0,858; 22/30)”."""
    interval = f"{number(share.low, lang)}–{number(share.high, lang)}"
    return f"{number(share.share, lang)} (95%: {interval}; {share.right}/{share.n})"


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
    faults = Counter(outcome.fault for row in marks.rows for outcome in row if outcome.fault)
    for fault, count in sorted(faults.items()):
        yield words.gettext("not understood, {fault}: {n}").format(fault=fault_words(lang)[fault], n=count)
    if assessment.person is not None:
        right = sum(outcome.mark is Mark.RIGHT for outcome in assessment.person.outcomes)
        given = sum(outcome.mark is not Mark.MISSING for outcome in assessment.person.outcomes)
        yield words.gettext("{person} (not in the score): right {right} of {n}").format(
            person=assessment.person.name, right=right, n=given
        )
    if assessment.accuracy is not None:
        yield from accuracy_lines(assessment.accuracy, lang)
    if assessment.score is None:
        yield _no_score(marks, lang)
    else:
        product = assessment.accuracy is None
        yield from score_lines(assessment.score, lang, product=product, marked_by=marks.marked_by)


def _no_score(marks: Marks, lang: str) -> str:
    words = translations(lang)
    if any(None not in row for row in marks.matrix):
        return words.gettext("No score: the time for evaluator.py was up; the marks above are those of exact match.")
    return words.gettext("No score: no row has an answer from every model.")


def fault_words(lang: str) -> dict[str, str]:
    """Why an answer could not be understood (sheet_tools.parsing.FAULTS), in words."""
    words = translations(lang)
    return {
        "empty": words.gettext("the answer is empty"),
        "line-break": words.gettext("a line break where there may be none"),
        "too-many-words": words.gettext("too many words"),
        "code-fence": words.gettext("a code fence (```) around the JSON"),
        "text-around": words.gettext("other text around the JSON"),
        "not-json": words.gettext("no valid JSON"),
        "not-an-object": words.gettext("JSON, but no object"),
        "missing-field": words.gettext("a field is missing"),
        "extra-field": words.gettext("a field too many"),
        "repeated-field": words.gettext("a field stands twice"),
        "wrong-type": words.gettext("a value of the wrong type"),
        "unknown-label": words.gettext("a label that is none of the task's"),
    }


def _tallies(marks: Marks) -> dict[str, Counter[Mark]]:
    return {model: Counter(row[place].mark for row in marks.rows) for place, model in enumerate(marks.models)}


def marks_json(assessment: Assessment) -> dict[str, object]:
    """Models, how each did, each item's marks, answers and near misses; then the score (null where there is none).

    "accuracy" only for tasks that are measured by it, "person" only where a person solved the items too.
    """
    marks, responses = assessment.marks, assessment.responses
    beside: dict[str, object] = {}
    if assessment.person is not None:
        beside["person"] = _person_json(assessment.person, assessment)
    if marks is None or responses is None:
        return {"marks": None, "score": None, **beside}
    if assessment.accuracy is not None:
        beside["accuracy"] = assessment.accuracy.to_json(per_item=True)
    task = assessment.checked.reading.task
    near = near_misses(assessment)
    if marks.marked_by:
        beside["marked_by"] = marks.marked_by
    return {
        "models": [
            {**_model_json(model, tally, marks), "near_misses": near_json(near[model])}
            for model, tally in _tallies(marks).items()
        ],
        "marks": [_row_json(marks, place, responses, task) for place in range(len(marks.items))],
        "score": assessment.score.to_json(per_item=True, per_pair=True) if assessment.score else None,
        **beside,
    }


def _model_json(model: str, tally: Counter[Mark], marks: Marks) -> dict[str, object]:
    column = marks.models.index(model)
    faults = Counter(row[column].fault for row in marks.rows if row[column].fault)
    beside = {"faults": dict(sorted(faults.items()))} if faults else {}
    return {"model": model, **{str(mark): tally[mark] for mark in Mark}, **beside}


def _row_json(marks: Marks, place: int, responses: Responses, task: Task) -> dict[str, object]:
    item = marks.items[place]
    cells = {
        model: _cell_json(outcome, responses.get(model, item), item, task)
        for model, outcome in zip(marks.models, marks.rows[place], strict=True)
    }
    return {"index": place + 1, "row": item.place.row, "input": item.get(marks.subject), "models": cells}


def _cell_json(outcome: Outcome, response: Response | None, item: Item, task: Task) -> dict[str, object]:
    cell: dict[str, object] = {"mark": str(outcome.mark), "answer": response.text if response else None}
    if outcome.matched:
        cell["matched"] = outcome.matched
    if outcome.cut_off:
        cell["cut_off"] = True
    if outcome.fault:
        cell["fault"] = outcome.fault
    if response and outcome.mark is Mark.WRONG:
        cell["near_miss"] = near_miss(response.text, list(forms_of(item, task).values()))
    return cell


def person_loaded(assessment: Assessment, lang: str) -> str:
    """What the sheet of a person brought that was loaded just now; "" where none is there."""
    if assessment.person is None:
        return ""
    marks = [outcome.mark for outcome in assessment.person.outcomes]
    otherwise = sum(mark in (Mark.WRONG, Mark.UNREADABLE) for mark in marks)
    said = translations(lang).gettext("The person's answers are loaded: otherwise than the gold {n}, no answer {m}.")
    return said.format(n=otherwise, m=marks.count(Mark.MISSING))


def _person_json(person: Person, assessment: Assessment) -> dict[str, object]:
    task = assessment.checked.reading.task
    rows = [
        {"row": item.place.row, **_cell_json(outcome, person.answers.get(person.name, item), item, task)}
        for item, outcome in zip(assessment.checked.usable, person.outcomes, strict=True)
    ]
    return {"name": person.name, "marks": rows}
