"""A numeral alone: none of the words that stand around its number.

Source: spec/numeral-inflection.txt, „Model answer”: „The output must not include surrounding words”.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sheet_tools.checks.answers import names_of
from sheet_tools.checks.places import TARGET
from sheet_tools.findings import Finding
from sheet_tools.items import Item, ItemSet
from sheet_tools.tasks import Column, Task, Writes
from sheet_tools.values import lines

_WORD = re.compile(r"[^\W\d_]+")
# How words of numerals begin: „trzy i pół” may stand in a sentence that has „pół” elsewhere.
_OF_NUMERALS = re.compile(
    "zer[oa]|jed(?:en|n[aeiyo])|dw(?:a|ie|óch|u|om|oma|oj|ana|ukro|ust|udz)|trz(?:y|ech|em|eci)|tr(?:oj|oje|ój)|czter|czwar"
    "|pię(?:ć|ci|tna|tnast)|piąt|sze(?:ść|ści|sna|snast)|szóst|siede?m|siód|osiem|ośmi|ósm|dziewię|dziewią|dziesię|dziesią"
    "|set(?:k|n|ek)|st(?:o|u|oma)$|tysi[ąę]|mili(?:on|ard)|bili(?:on|ard)|pó[łl]|ćwier|pierwsz|drug|obydw|oba$|obie$|obu$"
)


def check_numeral_words(item_set: ItemSet, task: Task) -> Iterator[Finding]:
    """Warnings at an answer, or an accepted form, that begins or ends with words of its sentence."""
    columns = [column for column in task.columns if column.writes in (Writes.WORDS, Writes.LINES)]
    for item in item_set.items:
        around = TARGET.split(item.get(task.subject))
        if len(around) == 3:
            for column in columns:
                yield from _about(item, column, _words(around[0]), _words(around[2]))


def _about(item: Item, column: Column, before: Sequence[str], after: Sequence[str]) -> Iterator[Finding]:
    if column.name in item.unreadable:
        return
    text = item.get(column.name)
    for form in lines(text) if column.writes is Writes.LINES else (text,):
        if found := _neighbours(_words(form), before, after):
            values = {"text": form[:60], "words": ", ".join(found)}
            yield Finding("numeral-neighbours", item.at(column.name), names_of(column) | values)


def _neighbours(words: Sequence[str], before: Sequence[str], after: Sequence[str]) -> list[str]:
    """The words at the ends of the answer that its sentence has too: the very next ones, or any that are no numeral."""
    around = {word for word in (*before, *after) if not _OF_NUMERALS.match(word)}
    first, last = 0, len(words)
    while first < last and words[first] in around:
        first += 1
    while last > first and words[last - 1] in around:
        last -= 1
    if last - first > 1 and first == 0 and words[0] in before[-1:]:
        first = 1
    if last - first > 1 and last == len(words) and words[-1] in after[:1]:
        last -= 1
    return list(dict.fromkeys([*words[:first], *words[last:]]))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())
