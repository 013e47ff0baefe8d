"""Delimited text keeps no kinds: only the look of a value can warn that a program changed what was typed.

Sources: fidelity rules of the project; what Excel, LibreOffice and Google Sheets write when they save what they show.
"""

from __future__ import annotations

import re
from itertools import groupby
from operator import itemgetter

_MONTHS = "sty|lut|mar|kwi|maj|cze|lip|sie|wrz|paź|lis|gru|jan|feb|apr|may|jun|jul|aug|sep|oct|nov|dec"
_ROMAN = "I|II|III|IV|V|VI|VII|VIII|IX|X|XI|XII"
_DATE = re.compile(
    rf"\d{{1,2}}([./-])\d{{1,2}}\1\d{{4}}(?:[ T]\d{{1,2}}:\d\d(?::\d\d)?)?"
    rf"|\d\d([./-])\d\d\2\d\d"
    rf"|\d{{4}}([./-])\d{{1,2}}\3\d{{1,2}}(?:[ T]\d{{1,2}}:\d\d(?::\d\d(?:[.,]\d+)?)?)?"
    rf"|\d{{1,2}}[.-](?:{_MONTHS}|{_ROMAN})\.?(?:[.-]\d{{2,4}})?"
    rf"|\d{{1,2}} (?:{_MONTHS})(?: \d{{2,4}})?"
    rf"|(?:{_MONTHS})[ .-]\d{{2,4}}"
    rf"|\d{{1,3}}:\d\d:\d\d(?: [AP]M)?",
    re.IGNORECASE,
)
# As programs write it: „1,23457E+11”, „1.00E+05”; what a person types („1e5”, „1E5”) has no sign.
_SCIENTIFIC = re.compile(r"[+-]?\d(?:[.,]\d+)?E[+-]\d{2,3}")
_ERROR = re.compile(
    r"#(?:N/A|N/D!?|NAME\?|NAZWA\?|REF!|ADR!|VALUE!|ARG!|WARTOŚĆ!|NUM!|LICZBA!|NULL!|ZERO!|DIV/0!|DZIEL/0!"
    r"|SPILL!|ROZLANIE!|CALC!|OBL!|GETTING_DATA|ERROR!|BŁĄD!)|(?:Err|Błąd):5\d\d"
)
_LEAST_HASHES = 3
_BOOLEANS = frozenset({"PRAWDA", "FAŁSZ", "TRUE", "FALSE"})
_FORMULA_TEXT = re.compile(r'="(?:[^"]|"")*"', re.DOTALL)
_PREFIX = re.compile(r"'[=+\-@\t\r\d]")
# „ma?z?”: a question mark where the encoding had no letter. A query in an address is none.
_QUESTION = re.compile(r"(?<![/?&=])\?+(?=[^\W\d_])|(?<!\S)\?{4,}(?!\S)")
# Every value that `look` has a word on begins so (in a row joined by line ends): the quick test for the exact one.
_STEMS = [*_MONTHS.split("|"), *(word[:3] for word in _BOOLEANS), "Err", "Błą"]
_BEGINNINGS = sorted({form for stem in _STEMS for form in (stem, stem.upper(), stem.capitalize())})
# By their first letter: the engine tries one alternative a letter instead of sixty.
_BY_LETTER = "|".join(
    f"{letter}(?:{'|'.join(stem[1:] for stem in stems)})" for letter, stems in groupby(_BEGINNINGS, itemgetter(0))
)
SUSPECT = re.compile(rf"\n(?:[0-9+\-#=']|{_BY_LETTER})")
# As quick a test for `has_lost_letters`.
LOST = re.compile(r"\?(?=[^\W\d_]|\?)")
# The longest value that such a program writes; a formula's text has no bound.
_LONGEST = 32


def has_suspect(raw: str, delimiter: str) -> bool:
    """Whether any value may have a look, in sound lines of delimited text as they stand in the file.

    A value begins after a line's end or a delimiter, and perhaps a quotation mark: more than that may be taken for one.
    """
    return SUSPECT.search("\n" + raw.replace(delimiter, "\n").replace('\n"', "\n")) is not None


def look(text: str) -> str | None:
    """The code of what this value looks like; None for a value that says nothing."""
    first = text[:1]
    if first == "=":
        return "excel-formula-text" if _FORMULA_TEXT.fullmatch(text) else None
    if first == "'":
        return "apostrophe-prefix" if _PREFIX.match(text) else None
    if first == "#" and not text.strip("#"):
        return "suspect-hashes" if len(text) >= _LEAST_HASHES else None
    if not text or len(text) > _LONGEST or text.isdigit():
        return None
    return _short(text)


def _short(text: str) -> str | None:
    if text in _BOOLEANS:
        return "suspect-boolean"
    if _ERROR.fullmatch(text):
        return "suspect-error"
    if _SCIENTIFIC.fullmatch(text):
        return "suspect-scientific"
    return "suspect-date" if _DATE.fullmatch(text) else None


def has_lost_letters(text: str) -> bool:
    """True where question marks stand where letters should („ma?z”)."""
    return any("://" not in _token(text, match.start()) for match in _QUESTION.finditer(text))


def _token(text: str, position: int) -> str:
    return text[text.rfind(" ", 0, position) + 1 : position]
