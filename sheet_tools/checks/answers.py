"""Answers that are handed in, by what their columns declare: wanting, blank by rule, no list, no label, no words.

Sources: spec/comma-placement.txt, error-correction.txt, numeral-inflection.txt, „Model answer”. A blank cell is never
an answer where the task has a word for „none”: it may have been forgotten. „-” and „brak” mean none in a sheet's cell
only: in a submission's line they are texts like any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from sheet_tools.cells import Place
from sheet_tools.checks.characters import check_characters
from sheet_tools.findings import Finding
from sheet_tools.items import Item, ItemSet
from sheet_tools.normalise import normalise
from sheet_tools.parsing import answer_text
from sheet_tools.tasks import Column, Holds, Task, Writes
from sheet_tools.values import WORDS, integers, is_none, lines

_DIGITS = re.compile(r"\d")
_BRACKETS = re.compile(r"[\[\](){}<>]")
_STRANGE = re.compile(r"[^a-ząćęłńóśźżA-ZĄĆĘŁŃÓŚŹŻ\s]")


def check_answers(item_set: ItemSet, task: Task) -> Iterator[Finding]:
    """Errors, but for `value-changed-in-blanks`, a warning, and `answer-words-many`, a note."""
    columns = [column for column in task.columns if column.holds is Holds.TEXT]
    for item in item_set.items:
        for column in columns:
            if column.name not in item.unreadable:
                yield from _about(column, item, task)
        yield from _length(item, task)
    for field in task.unique:
        yield from _repeated(item_set, field)
    if len(item_set.items) < task.items_least:
        counts = {"count": len(item_set.items), "least": task.items_least}
        yield Finding("too-few-items", Place(), counts | {"wanting": task.items_least - len(item_set.items)})


def check_answer_characters(item_set: ItemSet, task: Task) -> Iterator[Finding]:
    """What nobody sees in an answer; what stands in the given sentence alike is not the author's doing."""
    given = [column.name for column in task.given]
    for item in item_set.items:
        inherited = {finding.code for finding in _characters(item, given, task)}
        texts = [column for column in task.answers if column.writes is Writes.STRING]
        asked = [column.name for column in texts if not (column.blank_when and _says_none(item, column))]
        yield from (found for found in _characters(item, asked, task) if found.code not in inherited)


def _says_none(item: Item, column: Column) -> bool:
    """Whether a sheet's cell says that there is nothing; a line says so by being empty."""
    return item.line is None and is_none(item.get(column.name))


def _characters(item: Item, names: list[str], task: Task) -> Iterator[Finding]:
    values = {name: item.values[name] for name in names if name in item.values}
    yield from check_characters(ItemSet((Item(item.place, values, item.places, item.unreadable),)), task)


def names_of(column: Column) -> dict[str, object]:
    """What a finding calls the column: its Polish heading, and its name."""
    return {"heading_pl": column.headings[0], "heading_en": column.name}


def _about(column: Column, item: Item, task: Task) -> Iterator[Finding]:
    text, place = item.get(column.name), item.at(column.name)
    names = names_of(column)
    if column.blank_when:
        other, label = column.blank_when
        if item.get(other) in task.fields[other].choices:
            yield from _by_rule(column, item, text, task.fields[other].choices, label)
        return
    if not text.strip():
        if column.required:
            code = "missing-list" if column.writes is Writes.INTEGERS else "missing-value"
            yield Finding(code, place, names)
        return
    for code, values in _RULES[column.writes](column, text):
        yield Finding(code, place, names | values)


def _by_rule(column: Column, item: Item, text: str, labels: Sequence[str], label: str) -> Iterator[Finding]:
    """A field that is blank exactly where another has a certain label; `labels` are all that it may have."""
    other = item.get(column.blank_when[0]) if column.blank_when else ""
    names = names_of(column) | {"other": other, "label": label}
    place = item.at(column.name)
    if other == label:
        # Blanks alone are no empty string: a cell that looks empty is not.
        if text and not _says_none(item, column):
            instead = ", ".join(choice for choice in labels if choice != label)
            yield Finding("value-superfluous", place, names | {"instead": instead})
        return
    if not text.strip() or is_none(text):
        yield Finding("value-wanting", place, names)
    elif column.differs_from and column.differs_from not in item.unreadable:
        same = item.get(column.differs_from)
        if text == same:
            yield Finding("value-unchanged", place, names)
        elif normalise(text) == normalise(same):
            yield Finding("value-changed-in-blanks", place, names)


Faults = Iterator[tuple[str, dict[str, object]]]


def _any_text(_column: Column, _text: str) -> Faults:
    yield from ()


def _label(column: Column, text: str) -> Faults:
    if text not in column.choices:
        yield "label-unknown", {"text": text, "labels": ", ".join(column.choices)}


def _list(_column: Column, text: str) -> Faults:
    if integers(text) is None:
        yield "list-unreadable", {"text": text[:60]}


def _words(_column: Column, text: str) -> Faults:
    """The gravest thing that keeps a text from being words in lower case with single blanks; „brak” is no number."""
    if WORDS.fullmatch(text) and not is_none(text):
        return
    if is_none(text):
        yield "words-none", {"text": text.strip()}
        return
    tests = (("words-digits", _DIGITS), ("words-brackets", _BRACKETS), ("words-characters", _STRANGE))
    for code, pattern in tests:
        if found := pattern.search(text):
            yield code, {"text": text[:60], "char": found[0]}
            return
    yield ("words-case" if text != text.lower() else "words-blanks"), {"text": text[:60]}


def _lines(column: Column, text: str) -> Faults:
    for line in lines(text):
        yield from _RULES[column.lines_of](column, line)


_RULES: Mapping[Writes, Callable[[Column, str], Faults]] = {
    Writes.STRING: _any_text,
    Writes.LABEL: _label,
    Writes.INTEGERS: _list,
    Writes.WORDS: _words,
    Writes.LINES: _lines,
}


def _length(item: Item, task: Task) -> Iterator[Finding]:
    """More words than a model may answer with (the spec's output_shape), in the whole answer as it would write it."""
    shape, asked = task.output_shape, task.answers
    if shape is None or not asked or item.unreadable & {column.name for column in asked}:
        return
    if (count := len(answer_text(item.values, task, item.line).split())) > shape.max_words:
        longest = max(asked, key=lambda column: len(item.get(column.name)))
        values = names_of(longest) | {"count": count, "most": shape.max_words}
        yield Finding("answer-words-many", item.at(longest.name), values)


def _repeated(item_set: ItemSet, field: str) -> Iterator[Finding]:
    """One error at each later text that is the same as an earlier one."""
    first: dict[str, Item] = {}
    for item in item_set.items:
        text = "" if field in item.unreadable else item.get(field)
        if text.strip() and (earlier := first.setdefault(text, item)) is not item:
            yield Finding("duplicate-value", item.at(field), {"field": field, "text": text,
                          "first_row": earlier.place.row})  # fmt: skip
