"""Numbered places and marked numbers: what an answer says of its sentence has to be there.

Sources: spec/comma-placement.txt, „Dataset”, „Model answer”; spec/numeral-inflection.txt, „Input format”.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sheet_tools.checks.answers import names_of
from sheet_tools.findings import Finding
from sheet_tools.items import Item, ItemSet
from sheet_tools.tasks import Column, Task, Writes
from sheet_tools.values import integers

_PLACE = re.compile(r"\[(\d+)\]", re.ASCII)
TARGET = re.compile(r"\[\[(.*?)\]\]", re.DOTALL)
_ODD_BRACKETS = re.compile(r"\[\[|\]\]")
# „Each sentence has between six and ten numbered candidate boundaries”.
_LEAST_PLACES, _MOST_PLACES = 6, 10


def places_in(sentence: str) -> tuple[int, ...]:
    """The numbers of the marked places, as they stand."""
    return tuple(int(number) for number in _PLACE.findall(sentence))


def check_comma_places(item_set: ItemSet, task: Task) -> Iterator[Finding]:
    """Errors at indices that do not exist, repeat or do not ascend; a warning where a place is both."""
    lists = [column for column in task.answers if column.writes is Writes.INTEGERS]
    for item in item_set.items:
        sentence = item.get(task.subject)
        if sentence.strip():
            yield from _numbering(item, task.subject, places_in(sentence))
        found: dict[str, Sequence[int]] = {}
        for column in lists:
            numbers = integers(item.get(column.name)) if column.name not in item.unreadable else None
            if numbers is not None:
                found[column.name] = numbers
                yield from _indices(item, column, numbers, places_in(sentence) if sentence.strip() else None)
        yield from _both(item, lists, found)


def _numbering(item: Item, field: str, places: Sequence[int]) -> Iterator[Finding]:
    place = item.at(field)
    if list(places) != list(range(1, len(places) + 1)) or not places:
        yield Finding("places-not-numbered", place, {"found": _shown(places)})
    elif not _LEAST_PLACES <= len(places) <= _MOST_PLACES:
        yield Finding("places-count", place, {"count": len(places), "least": _LEAST_PLACES, "most": _MOST_PLACES})


def _indices(item: Item, column: Column, numbers: Sequence[int], places: Sequence[int] | None) -> Iterator[Finding]:
    place, names = item.at(column.name), names_of(column)
    if places is not None and (absent := [number for number in dict.fromkeys(numbers) if number not in places]):
        yield Finding("place-absent", place, names | {"absent": _shown(absent), "places": _shown(places)})
    if len(set(numbers)) < len(numbers):
        again = sorted({number for number in numbers if numbers.count(number) > 1})
        yield Finding("place-repeated", place, names | {"again": _shown(again)})
    elif list(numbers) != sorted(numbers):
        yield Finding("places-not-ascending", place, names | {"wanted": _shown(sorted(numbers))})


def _both(item: Item, lists: Sequence[Column], found: dict[str, Sequence[int]]) -> Iterator[Finding]:
    for at, column in enumerate(lists):
        for earlier in lists[:at]:
            shared = sorted(set(found.get(column.name, ())) & set(found.get(earlier.name, ())))
            if shared:
                values = {"shared": _shown(shared), "other_pl": earlier.headings[0], "other_en": earlier.name}
                yield Finding("places-overlap", item.at(column.name), names_of(column) | values)


def check_numeral_target(item_set: ItemSet, task: Task) -> Iterator[Finding]:
    """An error where a sentence has not exactly one [[…]], or nothing with a digit in it."""
    for item in item_set.items:
        sentence = item.get(task.subject)
        if not sentence.strip():
            continue
        targets = TARGET.findall(sentence)
        if len(targets) != 1 or len(_ODD_BRACKETS.findall(sentence)) != 2 or not re.search(r"\d", targets[0]):
            yield Finding("target-not-one", item.at(task.subject), {"count": len(targets)})


def _shown(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers)) or "–"
