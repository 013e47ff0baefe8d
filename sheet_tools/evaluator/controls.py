"""Control pairs: answers that no checker should take, which unmask one that takes everything.

Three kinds: the empty text, a word that is in no language, and golds of other items. A gold that differs from the
item's own by no more than capitals, punctuation or diacritics is no control: an equivalence may well take it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from sheet_tools.items import Item

UNRELATED = "qxzwvjqxzwvj"
# Other golds an item: spread over the set, so that neighbours of one cluster do not stand for all.
_OTHERS = 3
_NEAR = 20


def controls(items: Sequence[Item]) -> dict[tuple[str, str], Item]:
    """(answer, gold) → the item whose gold it is; the same items give the same pairs."""
    first = {item.gold: item for item in reversed(items)}
    golds = list(dict.fromkeys(item.gold for item in items))
    folded = [_folded(gold) for gold in golds]
    pairs: dict[tuple[str, str], Item] = {}
    for place, gold in enumerate(golds):
        others = [golds[other] for other in _spread(place, len(golds)) if folded[other] != folded[place]]
        for answer in ("", UNRELATED, *others[:_OTHERS]):
            pairs[answer, gold] = first[gold]
    return pairs


def _spread(place: int, n: int) -> Iterator[int]:
    """Some other places: far ones first, then the next few."""
    far = [round(n * part / (_OTHERS + 1)) for part in range(1, _OTHERS + 1)]
    for step in dict.fromkeys([*far, *range(1, _NEAR)]):
        if 0 < step < n:
            yield (place + step) % n


def _folded(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.casefold()).replace("ł", "l")
    return "".join(letter for letter in letters if letter.isalnum())
