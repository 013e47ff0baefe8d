"""The answers of a person who solved the items blind: one more column beside the models, never in matrix or score.

Where people who know Polish fail, the gold is suspect; the row says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sheet_tools.findings import Finding, in_order
from sheet_tools.items import Item
from sheet_tools.marking import Mark, Marks, Outcome, mark_all
from sheet_tools.panel.responses import Response, Responses
from sheet_tools.parsing import answer_text, parse
from sheet_tools.tasks import Task
from sheet_tools.values import NOTHING, as_text

# What the column is called wherever a model's name would stand.
PERSON = "osoba"
_SHOWN = 300
# Where fewer answers than one in so many are to the items, they are to another set.
_ONE_IN = 10


@dataclass(frozen=True, slots=True)
class Solved(Responses):
    """A person's answers; `remarks`: what they wrote beside an item, by what was shown of it, answered or not."""

    remarks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Person:
    """One outcome a usable item, in their order; the answers as a model's; findings where the gold is suspect."""

    outcomes: tuple[Outcome, ...]
    answers: Solved
    findings: tuple[Finding, ...] = ()
    name: str = PERSON

    def remark(self, item: Item) -> str:
        """What the person wrote beside an item, "" for nothing."""
        return self.answers.remarks.get(item.get(self.answers.key), "")


def answers_of(solved: Sequence[Item], task: Task) -> Solved:
    """The filled-in rows of a blind sheet as the answers of one model; a row with a blank answer is none.

    Of a sentence that was solved twice the first answer counts.
    """
    answers: dict[str, Response] = {}
    remarks: dict[str, str] = {}
    for item in solved:
        if item.get("notes").strip():
            remarks.setdefault(item.get(task.subject), item.get("notes").strip())
        if not item.unreadable & {column.name for column in task.answers} and not _is_blank(item, task):
            answers.setdefault(item.get(task.subject), Response(answer_text(item.values, task, item.line)))
    return Solved((PERSON,), {PERSON: answers}, key=task.subject, remarks=remarks)


def _is_blank(item: Item, task: Task) -> bool:
    asked = [column.name for column in task.answers if not column.blank_when]
    return any(not item.get(name).strip() for name in asked)


def of_other_set(answers: Responses, items: Sequence[Item], task: Task, file: str) -> Finding | None:
    """The finding where hardly an answer is to any of these items: then it is another set that was solved."""
    shown = {item.get(task.subject) for item in items}
    solved = answers.answers[PERSON].keys()
    common = len(solved & shown)
    if not solved or not items or common * _ONE_IN > len(solved):
        return None
    return Finding("person-other-set", values={"file": file, "n": common, "all": len(solved)})


def person_of(items: Sequence[Item], answers: Solved, task: Task) -> Person:
    """The person's answers to these items, marked as a model's would be."""
    marks = mark_all(items, answers, task)
    outcomes = tuple(row[0] for row in marks.rows)
    return Person(outcomes, answers, tuple(in_order(_findings(marks, answers, task))))


def _findings(marks: Marks, answers: Responses, task: Task) -> Iterator[Finding]:
    shown = {item.get(task.subject) for item in marks.items}
    other = len(answers.answers[PERSON].keys() - shown)
    if other:
        yield Finding("person-other-items", values={"n": other})
    missing = sum(row[0].mark is Mark.MISSING for row in marks.rows)
    if missing:
        yield Finding("person-missing", values={"n": missing, "items": len(marks.items)})
    for item, (outcome,) in zip(marks.items, marks.rows, strict=True):
        response = answers.get(PERSON, item)
        if response and outcome.mark in (Mark.WRONG, Mark.UNREADABLE):
            place = item.at(task.answers[0].name)
            yield Finding("gold-suspect", place, _shown(response.text, task))


def _shown(text: str, task: Task) -> dict[str, object]:
    """The answer as the person sees it in the sheet: by the headings of its columns, in Polish and English."""
    answer = parse(text, task).answer
    if not isinstance(answer, Mapping):
        return {"answer_pl": text[:_SHOWN], "answer_en": text[:_SHOWN]}
    texts = {column: as_text(column, answer[column.name]) or "" for column in task.answers}
    return {
        "answer_pl": "; ".join(f"{column.headings[0]}: {value or NOTHING}" for column, value in texts.items())[:_SHOWN],
        "answer_en": "; ".join(f"{column.name}: {value or NOTHING}" for column, value in texts.items())[:_SHOWN],
    }
