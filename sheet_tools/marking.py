"""MARKERS: pure functions (answer, item) → verdict. Official normalisation and matching, nothing more forgiving.

Source: spec/reverse-poleval.txt, „How answers are marked”: exact match after normalisation, case-sensitive; gold is
always accepted, and so is each alias. The sister tasks' specs, „Evaluation”, name no normalisation: there an answer is
compared as it is, but for the blanks around it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

from sheet_tools.items import Item
from sheet_tools.normalise import normalise
from sheet_tools.panel.responses import Response, Responses
from sheet_tools.parsing import parse
from sheet_tools.tasks import DEFAULT_TASK, Task
from sheet_tools.values import integers, is_none, lines


class Mark(StrEnum):
    """UNREADABLE exists only where an answer has to be parsed; MISSING: the model has no answer to this very item."""

    RIGHT = "right"
    WRONG = "wrong"
    UNREADABLE = "unreadable"
    MISSING = "missing"

    @property
    def cell(self) -> int | None:
        """What stands for it in the matrix: 1, 0, or None for MISSING."""
        return _CELLS[self]


_CELLS: Mapping[Mark, int | None] = MappingProxyType(
    {Mark.RIGHT: 1, Mark.WRONG: 0, Mark.UNREADABLE: 0, Mark.MISSING: None}
)


class Verdict(NamedTuple):
    """A mark, and the name of the field whose form the answer matched ("gold", "alias2"); None where none did."""

    mark: Mark
    matched: str | None = None


class Outcome(NamedTuple):
    """One cell of the marks: as Verdict, and whether the answer was cut off at max_tokens.

    `fault`: why the answer is UNREADABLE (sheet_tools.parsing.FAULTS).
    """

    mark: Mark
    matched: str | None = None
    cut_off: bool = False
    fault: str | None = None


# What a parser made of the answer: a text, or the fields of an object that are all there and of their types.
Marker = Callable[[Any, Item], Verdict]


def exact(answer: str, item: Item) -> Verdict:
    """RIGHT where answer and gold (or an alias) are the same after the official normalisation.

    An empty answer is never right, not even beside an empty gold of an unfinished row. A text that was cut off is
    compared as it is, as the official run does, which sees the text alone.
    """
    given = normalise(answer)
    if not given:
        return Verdict(Mark.WRONG)
    for name, form in accepted_forms(item).items():
        if given == normalise(form):
            return Verdict(Mark.RIGHT, name)
    return Verdict(Mark.WRONG)


def comma_sets(answer: Mapping[str, Any], item: Item) -> Verdict:
    """Exact Set Accuracy: the required places as a set; order, repetition and what is optional do not count."""
    is_right = set(answer["commas"]) == set(integers(item.get("commas")) or ())
    return Verdict(Mark.RIGHT, "commas") if is_right else Verdict(Mark.WRONG)


def correction(answer: Mapping[str, Any], item: Item) -> Verdict:
    """Full-task accuracy: the label and the corrected sentence, both."""
    gold = item.get("corrected_sentence").strip()
    wanted = (item.get("answer"), "" if is_none(gold) else gold)
    is_right = (answer["answer"], answer["corrected_sentence"].strip()) == wanted
    return Verdict(Mark.RIGHT, "corrected_sentence" if gold else "answer") if is_right else Verdict(Mark.WRONG)


Forms = Callable[[Item], dict[str, str]]


def forms_in(field: str, accepted: str) -> Forms:
    """How the forms of an item are found: the answer in the one field, then one a line in the other."""

    def forms(item: Item) -> dict[str, str]:
        others = {f"{accepted}{number}": form for number, form in enumerate(lines(item.get(accepted)), start=1)}
        return {**({field: item.values[field]} if field in item.values else {}), **others}

    return forms


def among(forms: Forms) -> Marker:
    """The marker that takes an answer which is one of the forms, but for the blanks around it."""

    def mark(answer: str, item: Item) -> Verdict:
        given = answer.strip()
        matched = next((name for name, form in forms(item).items() if given and given == form.strip()), None)
        return Verdict(Mark.RIGHT, matched) if matched else Verdict(Mark.WRONG)

    return mark


numeral_forms = forms_in("answer", "accepted")
numeral = among(numeral_forms)

MARKERS: Mapping[str, Marker] = MappingProxyType(
    {"exact": exact, "comma-sets": comma_sets, "correction": correction, "numeral": numeral}
)


def accepted_forms(item: Item) -> dict[str, str]:
    """Field → accepted form as written: gold first, then the aliases in order; fields without text are absent."""
    names = ("gold", *item.alias_fields)
    return {name: item.values[name] for name in names if name in item.values}


# Of the markers that compare texts: the texts. For the others nothing is nearly right.
FORMS: Mapping[str, Forms] = MappingProxyType({"exact": accepted_forms, "numeral": numeral_forms})


def forms_of(item: Item, task: Task) -> dict[str, str]:
    """The accepted forms by which the task's marker compares texts; none where it compares anything else."""
    return FORMS[task.marker](item) if task.marker in FORMS else {}


@dataclass(frozen=True, slots=True)
class Marks:
    """One row an item, one outcome a model, in the order of `items` and `models`. `subject`: the field asked; `task`:
    the name of the task; `marked_by`: what made the marks, where it could have been another than the task's marker."""

    models: tuple[str, ...]
    items: tuple[Item, ...]
    rows: tuple[tuple[Outcome, ...], ...]
    subject: str = "input"
    task: str = DEFAULT_TASK
    marked_by: str | None = None

    @property
    def matrix(self) -> tuple[tuple[int | None, ...], ...]:
        """The marks as 1, 0 and None (no answer)."""
        return tuple(tuple(outcome.mark.cell for outcome in row) for row in self.rows)


def mark_all(items: Sequence[Item], responses: Responses, task: Task) -> Marks:
    """Every item by every model, with the task's parser and marker."""
    rows = tuple(
        tuple(_outcome(responses.get(model, item), item, task) for model in responses.models) for item in items
    )
    return Marks(responses.models, tuple(items), rows, task.subject, task.name)


def _outcome(response: Response | None, item: Item, task: Task) -> Outcome:
    if response is None:
        return Outcome(Mark.MISSING)
    parsed = parse(response.text, task)
    if parsed.answer is None:
        return Outcome(Mark.UNREADABLE, None, response.is_cut_off, parsed.fault)
    verdict = MARKERS[task.marker](parsed.answer, item)
    return Outcome(verdict.mark, verdict.matched, response.is_cut_off)


_QUOTES = dict.fromkeys(map(ord, '„”“‟"«»‹›'))
# Single marks count at the edges alone: within a word they are apostrophes („Kennedy'ego”).
_SINGLE_QUOTES = "'‘’‚‛`"
_FINAL = ".,;:!?"
_INVISIBLE = ("Cf", "Zs", "Cc")
# Letters that have no decomposition into a plain letter and a mark.
_STROKED = str.maketrans("łđø", "ldo")


def near_miss(answer: str, accepted: Sequence[str]) -> str | None:
    """The gravest difference between a wrong answer and the accepted form that is nearest to it.

    In this order: "white-space" (and invisible characters), "final-punctuation", "quotation-marks", "case",
    "diacritics"; then "extra-text", where an accepted form stands in the answer as a whole with more around it. A name
    may come with lighter ones („Która.” for „która” is "case"). None: the answer is another one, is empty, or is right.
    It only explains: marking never uses it.
    """
    given = normalise(answer)
    forms = {form for text in accepted if (form := normalise(text))}
    if not given or given in forms:
        return None
    folded, folded_forms = given, forms
    for name, fold in _FOLDS.items():
        folded, folded_forms = fold(folded), {fold(form) for form in folded_forms}
        if folded and folded in folded_forms:
            return name
    return "extra-text" if any(_stands_in(form, given) for form in forms) else None


def _stands_in(form: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(form)}(?!\w)", text) is not None


def _without_blanks(text: str) -> str:
    return "".join(character for character in text if unicodedata.category(character) not in _INVISIBLE)


def _without_final(text: str) -> str:
    return text.rstrip(_FINAL)


def _without_quotes(text: str) -> str:
    return _without_final(text.translate(_QUOTES).strip(_SINGLE_QUOTES))


def _without_marks(text: str) -> str:
    plain = text.translate(_STROKED)
    return "".join(c for c in unicodedata.normalize("NFD", plain) if unicodedata.category(c) != "Mn")


# From the lightest to the gravest; each fold is laid over those before it.
_FOLDS: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {
        "white-space": _without_blanks,
        "final-punctuation": _without_final,
        "quotation-marks": _without_quotes,
        "case": str.casefold,
        "diacritics": _without_marks,
    }
)
