"""What an answer has that the gold has not, and the other way round: places of a sentence, words of a correction.

Every kind has a shape and words of its own, so that nobody needs to tell colours apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import NamedTuple

from sheet_tools.items import Item
from sheet_tools.parsing import Answer, parse
from sheet_tools.tasks import Column, Task, Writes
from sheet_tools.values import integers, is_none
from sheet_tools.words import translations

SHAPES = {"same": "", "right": "✓", "missing": "○", "extra": "+"}
_PLACES = re.compile(r"\[(\d+)\]", re.ASCII)
# Longer texts would take a second to compare; they stand as they are.
_LONGEST = 400


class Piece(NamedTuple):
    """A stretch of text: "same" in both, "right" (a place that is wanted and given), "missing" or "extra"."""

    kind: str
    text: str

    @property
    def shape(self) -> str:
        return SHAPES[self.kind]


@dataclass(frozen=True, slots=True)
class Difference:
    """One field of the answer held against the gold."""

    heading: str
    pieces: tuple[Piece, ...]


def piece_words(lang: str) -> dict[str, str]:
    """The legend: what each shape means."""
    words = translations(lang)
    return {
        "right": words.gettext("wanted and given"),
        "missing": words.gettext("wanted, not given"),
        "extra": words.gettext("given, not wanted"),
    }


def differences(item: Item, text: str, task: Task, lang: str) -> tuple[Difference, ...]:
    """The answer's fields that can be held against the gold, in order; none for an answer that cannot be understood."""
    answer = parse(text, task).answer
    if answer is None:
        return ()
    made = ((column, _given(answer, column)) for column in task.answers)
    return tuple(
        Difference(heading_of(column, lang), tuple(pieces))
        for column, value in made
        if (pieces := list(_COMPARED[column.writes](item, column, value, task)))
    )


def heading_of(column: Column, lang: str) -> str:
    return column.headings[0] if lang == "pl" else column.name


def _given(answer: Answer, column: Column) -> object:
    return answer if isinstance(answer, str) else answer[column.name]


def _places(item: Item, column: Column, value: object, task: Task) -> Iterator[Piece]:
    """The sentence with its places; for the lists after the first the numbers alone."""
    wanted = set(integers(item.get(column.name)) or ())
    given = set(value) if isinstance(value, list) else set()
    sentence = item.get(task.subject)
    marked = {int(number) for number in _PLACES.findall(sentence)}
    if column is task.answers[0] and marked:
        for place, part in enumerate(_PLACES.split(sentence)):
            if place % 2:
                yield Piece(_kind(int(part), wanted, given), f"[{part}]")
            elif part:
                yield Piece("same", part)
        rest = given - marked
    else:
        rest = wanted | given
    for number in sorted(rest):
        yield Piece(_kind(number, wanted, given), f"[{number}]")


def _kind(number: int, wanted: set[int], given: set[int]) -> str:
    if number in wanted:
        return "right" if number in given else "missing"
    return "extra" if number in given else "same"


def _texts(item: Item, column: Column, value: object, _task: Task) -> Iterator[Piece]:
    """Word by word; a text that the task does not hold against another is left alone."""
    gold, given = item.get(column.name).strip(), str(value).strip()
    if column.blank_when and is_none(gold):
        gold = ""
    if column.differs_from and not gold and given:
        # Nothing had to be changed: what was changed is seen beside the sentence itself.
        gold = item.get(column.differs_from).strip()
    return word_pieces(gold, given)


def _label(item: Item, column: Column, value: object, _task: Task) -> Iterator[Piece]:
    return word_pieces(item.get(column.name), str(value))


def _nothing(_item: Item, _column: Column, _value: object, _task: Task) -> Iterator[Piece]:
    yield from ()


def word_pieces(gold: str, given: str) -> Iterator[Piece]:
    """The words of both, in order: what only the gold has is "missing", what only the answer has "extra"."""
    one, other = gold.split(), given.split()
    if max(len(one), len(other)) > _LONGEST:
        return
    for tag, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if tag == "equal":
            yield from _joined("same", one[a:b])
        else:
            yield from _joined("missing", one[a:b])
            yield from _joined("extra", other[c:d])


def _joined(kind: str, words: Iterable[str]) -> Iterator[Piece]:
    text = " ".join(words)
    if text:
        yield Piece(kind, text)


_COMPARED: Mapping[Writes, Callable[[Item, Column, object, Task], Iterator[Piece]]] = {
    Writes.INTEGERS: _places,
    Writes.LABEL: _label,
    Writes.WORDS: _texts,
    Writes.LINES: _nothing,
    Writes.STRING: lambda item, column, value, task: (
        _texts(item, column, value, task) if column.differs_from else _nothing(item, column, value, task)
    ),
}
