"""Golds and aliases of a form that a right answer will hardly take: matching is exact and case-sensitive.

Source: spec/reverse-poleval.txt, „How answers are marked”.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sheet_tools.checks.fields import answers
from sheet_tools.checks.quotes import quotations
from sheet_tools.findings import Finding
from sheet_tools.items import Item, ItemSet
from sheet_tools.normalise import normalise
from sheet_tools.tasks import Task

_OPENING = "„“”\"«»‚‘’'"
_CLOSING = "”“\"»«’‘'"
_FINAL_MARKS = ".!?…,;:"
_ABBREVIATED = (
    "itd. itp. etc. np. tzn. tzw. tj. cd. cdn. por. zob. red. ul. al. os. pl. prof. hab. inż. mec. gen. płk. kpt. "
    "abp. bp. ob. im. nr. pt. ok. ew. in. wiad. ang. pol. łac. niem. fr. ros. czes. gr. n.e. godz. min. sek. tys. "
    "mln. rys. tab. rozdz. art. ust. poz. wyd. tłum. oprac. dosł. rzecz. przym. czas. przysł. l.poj. lm. blm. "
    "blp. dop. cel. bier. narz. miejsc. mian. wołacz. płn. płd. wsch. zach. woj. pow. gm. m.in. jw. ww. dr. mgr. "
    "św. ks. tow. st. zał."
)
_ABBREVIATIONS = frozenset(_ABBREVIATED.split())
_VOWEL = re.compile(r"[aeiouyąęó]", re.IGNORECASE)
# Questions about the very thing that is warned of.
_ABOUT_STOPS = re.compile(r"skró[tcć]|kropk|interpunk", re.IGNORECASE)
_ABOUT_QUOTATION_MARKS = re.compile(r"cudzysł|interpunk", re.IGNORECASE)
ABOUT_SPELLING = re.compile(
    r"(?:wielk|mał)\w+\s+liter|pisowni|ortogra|kapitalik|wersalik|nazw\w+\s+własn", re.IGNORECASE
)
_SHORT_ANSWERS = frozenset({"tak", "nie", "prawda", "fałsz"})
_SEVERAL = re.compile(r"\n|;|\s[/|]\s|(?<=[^\W\d_]{3})/(?=[^\W\d_]{3})")


def check_gold_form(item_set: ItemSet, _task: Task) -> Iterator[Finding]:
    """Warnings, and notes for an alias that differs from the gold in a trifle."""
    for item in item_set.items:
        for field, text in answers(item):
            yield from _quotation_marks(item, field, text)
            yield from _several(item, field, text)
        if not item.gold.strip() or "gold" in item.unreadable:
            continue
        yield from _full_stop(item)
        yield from _trifles(item)
        yield from _other_case(item)


def _quotation_marks(item: Item, field: str, text: str) -> Iterator[Finding]:
    bare = text.strip()
    inner = bare[1:-1]
    if len(bare) < 3 or bare[0] not in _OPENING or bare[-1] not in _CLOSING:
        return
    if _ABOUT_QUOTATION_MARKS.search(item.input):
        return
    if not any(char in _OPENING for char in inner) and inner not in item.aliases and inner != item.gold:
        yield Finding("gold-in-quotes", item.at(field), {"field": field, "text": bare, "bare": inner})


def _full_stop(item: Item) -> Iterator[Finding]:
    """A model may well leave the stop out. Silent where an alias lacks it, too, and where it ends an abbreviation."""
    gold = item.gold.strip()
    without = gold[:-1]
    if not gold.endswith(".") or without.endswith(".") or not any(char.isalpha() for char in without):
        return
    if _is_abbreviation(gold) or _ABOUT_STOPS.search(item.input):
        return
    if normalise(without) not in map(normalise, item.aliases):
        yield Finding("gold-full-stop", item.at("gold"), {"text": gold, "bare": without})


def _is_abbreviation(gold: str) -> bool:
    last = gold.split()[-1]
    word = last[:-1]
    return (
        last.lower() in _ABBREVIATIONS
        or "." in word
        or len(word) == 1
        or not _VOWEL.search(word)
        or re.fullmatch(r"\d+|[IVXLCDM]+", word) is not None
    )


def _trifles(item: Item) -> Iterator[Finding]:
    gold = normalise(item.gold)
    for field in item.alias_fields:
        alias = normalise(item.get(field))
        if not alias or alias == gold:
            continue
        values = {"field": field, "text": item.get(field), "gold": item.gold}
        if alias.casefold() == gold.casefold():
            yield Finding("alias-case-only", item.at(field), values)
        elif alias.rstrip(_FINAL_MARKS).rstrip() == gold.rstrip(_FINAL_MARKS).rstrip():
            yield Finding("alias-punctuation-only", item.at(field), values)


def _several(item: Item, field: str, text: str) -> Iterator[Finding]:
    """Several forms in one cell; not where the gold itself is built so, for then the answer is a list."""
    found = _SEVERAL.search(text.strip())
    if found is None or len(parts := [part for part in _SEVERAL.split(text.strip()) if part.strip()]) < 2:
        return
    if field == "gold":
        yield Finding("gold-separator", item.at(field), {"text": " ".join(text.split()), "count": len(parts)})
    elif not _SEVERAL.search(item.gold.strip()):
        values = {"field": field, "text": " ".join(text.split()), "count": len(parts)}
        yield Finding("alias-separator", item.at(field), values)


def _other_case(item: Item) -> Iterator[Finding]:
    """The gold stands in the input, but only with other capitals: who copies it gets nothing."""
    gold, text = item.gold.strip(), item.input
    if len(gold) < 2 or gold.lower() in _SHORT_ANSWERS or gold in text or gold.lower() not in text.lower():
        return
    found = re.search(rf"(?<!\w){re.escape(gold)}(?!\w)", _material(text), re.IGNORECASE)
    if found is None or found[0] == gold or ABOUT_SPELLING.search(text):
        return
    if normalise(found[0]) not in map(normalise, item.aliases):
        yield Finding("gold-case-differs-from-input", item.at("gold"), {"in_input": found[0], "gold": gold})


def _material(text: str) -> str:
    """What an answer would be copied from: the quotations where there are any, else everything."""
    return "\n".join(text[start:end] for start, end in quotations(text)) or text
