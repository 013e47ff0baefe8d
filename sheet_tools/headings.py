"""Headings are matched loosely (case, blanks, NBSP, punctuation, accents, order); contents never."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import NamedTuple

from sheet_tools.tasks import Holds, Task

# Letters that Unicode does not decompose.
_UNDECOMPOSED = str.maketrans({"ł": "l", "Ł": "L", "ı": "i"})
# Below this likeness (rapidfuzz ratio, 0-100) a heading is another word, not a slip of the pen.
NEARLY = 78


class Match(NamedTuple):
    """What a heading was recognised as. `field` is a field's name ("alias2"), or a list column's ("alias")."""

    field: str
    is_list: bool = False


def loose(text: str) -> str:
    """The form in which headings are compared: letters and digits only, lower case, without accents."""
    folded = unicodedata.normalize("NFKD", text.translate(_UNDECOMPOSED)).casefold()
    return "".join(char for char in folded if char.isalnum())


@cache
def _words(task_name: str) -> dict[str, Match]:
    from sheet_tools.tasks import TASKS

    words: dict[str, Match] = {}
    for column in TASKS[task_name].columns:
        for heading in column.headings:
            if column.repeats == 1:
                words[loose(heading)] = Match(column.name)
                continue
            words[loose(heading)] = Match(f"{column.name}1")
            for name, number in zip(column.names, range(1, column.repeats + 1), strict=True):
                words[loose(f"{heading}{number}")] = Match(name)
        for heading in column.list_headings:
            words[loose(heading)] = Match(column.name, is_list=True)
    return words


def recognise(text: str, task: Task) -> Match | None:
    """The field that this heading names, or None."""
    return _words(task.name).get(loose(text))


def resembles(text: str, task: Task) -> Match | None:
    """The field that this heading nearly names (one or two letters off), or None."""
    from rapidfuzz import fuzz, process

    if len(loose(text)) < 3:
        return None
    found = process.extractOne(loose(text), list(_words(task.name)), scorer=fuzz.ratio, score_cutoff=NEARLY)
    return _words(task.name)[found[0]] if found else None


def names_text_fields(texts: list[str], task: Task) -> bool:
    """True where these headings name every required column of the task: a heading row."""
    named = {match.field for match in (recognise(text, task) for text in texts) if match}
    return all(name in named for name in task.required_fields)


def names_any_text_field(texts: list[str], task: Task) -> bool:
    """True where at least one heading names a column of the author's text: perhaps a heading row with a column missing."""
    fields = {name for name, column in task.fields.items() if column.holds is Holds.TEXT}
    return any(match.field in fields for match in (recognise(text, task) for text in texts) if match)
