"""Answers that differ by a capital from the habit of their own set, and aliases without diacritics: notes.

Matching is exact and case-sensitive (spec/reverse-poleval.txt, „How answers are marked”): „Filmów” among golds in lower
case is worth nothing where the models answer „filmów”.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from sheet_tools.checks.gold_form import ABOUT_SPELLING
from sheet_tools.findings import Finding
from sheet_tools.items import Item, ItemSet
from sheet_tools.normalise import normalise
from sheet_tools.tasks import Task

# A habit is seen in so many golds, and broken by one in so many at most.
_LEAST, _ONE_IN = 10, 8
_MOST_WORDS = 3
_UNDECOMPOSED = str.maketrans({"ł": "l", "Ł": "L"})
_ABOUT_DIACRITICS = re.compile(r"diakryt|ogonk|polski\w+ (?:znak|liter)|(?:znak|liter)\w* polski", re.IGNORECASE)


def check_habits(item_set: ItemSet, _task: Task) -> Iterator[Finding]:
    yield from _capitals(item_set.items)
    for item in item_set.items:
        yield from _without_diacritics(item)


def _capitals(items: Sequence[Item]) -> Iterator[Finding]:
    words = [item for item in items if _is_word(item)]
    upper, lower = ([i for i in words if _gold(i)[0].isupper() is is_upper] for is_upper in (True, False))
    for few, many, is_upper in ((upper, lower, True), (lower, upper, False)):
        if len(words) < _LEAST or len(few) * _ONE_IN > len(words):
            continue
        for item in few:
            if not _is_meant(item) and not _is_habit_of_cluster(item, few, many):
                values = {"gold": _gold(item), "count": len(many), "of": len(words)}
                code = "gold-capital-unusual" if is_upper else "gold-lower-case-unusual"
                yield Finding(code, item.at("gold"), values)


def _gold(item: Item) -> str:
    return item.gold.strip()


def _is_word(item: Item) -> bool:
    """True for a gold of a few words of which only the first letter may be a capital: no acronym, no Roman numeral, no
    letter alone, no name of several words, no sentence."""
    gold = _gold(item)
    is_plain = len(gold) > 1 and gold[0].isalpha() and gold[1:] == gold[1:].lower() and gold[-1] not in ".!?"
    return is_plain and len(gold.split()) <= _MOST_WORDS and "gold" not in item.unreadable


def _is_meant(item: Item) -> bool:
    """True where the gold stands in the input (a name, a word to be copied: with other capitals, `gold-form` speaks of
    it), an alias has the other form, or the question is about capitals."""
    gold = _gold(item)
    other = gold[0].swapcase() + gold[1:]
    about = " ".join((item.input, *(item.get(name) for name in ("cluster", "phenomenon", "notes"))))
    in_input = re.search(rf"(?<!\w){re.escape(gold)}(?!\w)", item.input, re.IGNORECASE) is not None
    return in_input or other in map(str.strip, item.aliases) or ABOUT_SPELLING.search(about) is not None


def _is_habit_of_cluster(item: Item, few: Sequence[Item], many: Sequence[Item]) -> bool:
    """True where the item's own cluster has more such golds than others: names of towns, say."""
    cluster = normalise(item.get("cluster")).casefold()
    if not cluster:
        return False
    same, others = (sum(normalise(i.get("cluster")).casefold() == cluster for i in group) for group in (few, many))
    return same > 1 and same > others


def _without_diacritics(item: Item) -> Iterator[Finding]:
    gold = normalise(item.gold)
    if "gold" in item.unreadable or _ABOUT_DIACRITICS.search(item.input):
        return
    for field in item.alias_fields:
        alias = normalise(item.get(field))
        if field not in item.unreadable and alias.casefold() != gold.casefold() and _is_bare(alias, gold):
            yield Finding("alias-without-diacritics", item.at(field), {"field": field, "text": alias, "gold": gold})


def _is_bare(alias: str, gold: str) -> bool:
    """True where the alias is the gold without some or all of its diacritics, and adds none."""
    is_plainer = sum(map(str.isascii, alias)) > sum(map(str.isascii, gold))
    return is_plainer and len(alias) == len(gold) and _bare(alias) == _bare(gold)


def _bare(text: str) -> str:
    parts = unicodedata.normalize("NFD", text.translate(_UNDECOMPOSED).casefold())
    return "".join(char for char in parts if not unicodedata.combining(char))
