"""Headings are matched loosely (case, blanks, NBSP, punctuation, accents, order); contents never."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import NamedTuple

from sheet_tools.tasks import Column, Form

# Letters that Unicode does not decompose.
_UNDECOMPOSED = str.maketrans({"ł": "l", "Ł": "L", "ı": "i"})
# A remark in brackets at a heading's end, save a number after a word without one.
_REMARK = re.compile(
    r"\s*(?:\((?!\s*\d+\s*\))[^()]*\)|\[(?!\s*\d+\s*\])[^\[\]]*\]|(?<=\d)\s*[(\[]\s*\d+\s*[)\]])[*†‡]*\s*$"
)
# Below this likeness (rapidfuzz ratio, 0-100) a heading is another word, not a slip of the pen.
NEARLY = 78
_NUMBERED = re.compile(r"(\D+)0*([1-9]\d{0,3})")
# No heading is longer (a sentence need not be folded to know that it is none).
LONGEST = 60
# A word shorter than this is like too many others.
SHORTEST = 4


class Match(NamedTuple):
    """What a heading was recognised as: a field ("gold", "alias2"), or a list column's name ("alias")."""

    field: str
    is_list: bool = False


def loose(text: str) -> str:
    """The form in which headings are compared: letters and digits only, lower case, without accents."""
    folded = unicodedata.normalize("NFKD", text.translate(_UNDECOMPOSED)).casefold()
    return "".join(char for char in folded if char.isalnum())


@cache
def _words(columns: tuple[Column, ...]) -> dict[str, Match]:
    words: dict[str, Match] = {}
    for column in columns:
        for heading in column.headings:
            words[loose(heading)] = Match(column.names[0])
        for heading in column.list_headings:
            words[loose(heading)] = Match(column.name, is_list=True)
    return words


@cache
def _numbered(columns: tuple[Column, ...]) -> dict[str, str]:
    return {loose(heading): column.name for column in columns if column.repeats > 1 for heading in column.headings}


def recognise(text: str, form: Form) -> Match | None:
    """The field that this heading names, or None. A sixth alias is "alias6": its own finding speaks of it.

    A remark in brackets is no part of it („input (polecenie)”, „alias1 [1]”), but the number in „alias (2)” is.
    """
    return recogniser(form)(text)


def recogniser(form: Form) -> Callable[[str], Match | None]:
    """`recognise` for many texts: the words of the form are looked up once."""
    words, numbered = _words(form.columns), _numbered(form.columns)

    def recognise_text(text: str) -> Match | None:
        if len(text) > LONGEST:
            return None
        bare = _REMARK.sub("", text)
        return _recognise(loose(bare if bare.strip() else text), words, numbered)

    return recognise_text


def _recognise(key: str, words: Mapping[str, Match], names: Mapping[str, str]) -> Match | None:
    if found := words.get(key):
        return found
    numbered = _NUMBERED.fullmatch(key)
    if numbered and (name := names.get(numbered[1])):
        return Match(f"{name}{numbered[2]}")
    return None


def resembles(text: str, form: Form) -> Match | None:
    """The field that this heading nearly names (a slip or two, or a line of explanation under the name), or None."""
    from rapidfuzz import fuzz, process

    first, *further = text.strip().split("\n", 1)
    if further and (match := recognise(first, form)):
        return match
    key = loose(text) if len(text) <= LONGEST else ""
    if len(key) < SHORTEST:
        return None
    found = process.extractOne(key, list(_words(form.columns)), scorer=fuzz.ratio, score_cutoff=NEARLY)
    return _words(form.columns)[found[0]] if found else None


def names_text_fields(texts: Iterable[str], form: Form) -> bool:
    """True where these headings name every required column of the form: a heading row."""
    named = {match.field for match in (recognise(text, form) for text in texts) if match}
    return all(name in named for name in form.required_fields)


def names_any_text_field(texts: Iterable[str], form: Form) -> bool:
    """True where a heading names a column of the author's text: perhaps a heading row that lacks a column."""
    wanted = set(form.text_fields) | set(form.required_fields)
    return any(match.field in wanted for match in (recognise(text, form) for text in texts) if match)
