"""A sentence that is handed in corrected: whole, the same words in the same order, no new breaks or blanks.

Source: spec/error-correction.txt, „Model answer”, „Prompt template” („zmień tylko formy potrzebne do usunięcia błędów,
nie zmieniaj doboru słów … ani budowy zdania”).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher

from sheet_tools.checks.answers import names_of
from sheet_tools.findings import Finding
from sheet_tools.items import Item, ItemSet
from sheet_tools.normalise import normalise
from sheet_tools.tasks import Column, Task
from sheet_tools.values import is_none

# In the spec's example one word of 13 gives way to one that is no form of it („są”, „jest”), in the samples one of 9 at
# most; other changes are forms of the same words. Twice that share is more than a correction can mean.
_REPLACED_SHARE = 2 / 9
_REPLACED_LEAST = 2
# Forms of one word begin alike: „idzie”, „idą”; in its own place one letter tells („pies”, „psem”).
_STEM, _STEM_IN_PLACE = 2, 1
_BLANKS = re.compile(r"[ \t]*\t[ \t]*| {2,}")
_NO_LETTERS = re.compile(r"^\W+|\W+$")
# Longer texts would take a second to compare.
_LONGEST = 400


def check_sentences(item_set: ItemSet, task: Task) -> Iterator[Finding]:
    """Warnings at a text that is to be another one, corrected (a column with `differs_from`)."""
    columns = [column for column in task.answers if column.differs_from]
    for item in item_set.items:
        for column in columns:
            given, text = item.get(column.differs_from or ""), item.get(column.name)
            # One that differs in blanks alone is `value-changed-in-blanks`.
            if _is_held(item, column) and normalise(text) != normalise(given):
                yield from _breaks(item, column, given, text)
                yield from _words(item, column, given, text)


def _is_held(item: Item, column: Column) -> bool:
    """Whether there should be a text, and is; where it may not be, another finding says so."""
    if column.blank_when and item.get(column.blank_when[0]) == column.blank_when[1]:
        return False
    text = item.get(column.name)
    known = not item.unreadable & {column.name, column.differs_from}
    return bool(known and text.strip() and not is_none(text) and item.get(column.differs_from or "").strip())


def _breaks(item: Item, column: Column, given: str, text: str) -> Iterator[Finding]:
    """Line breaks, tabs and doubled blanks within the text; what stands in the given sentence alike is not the author's
    doing. Those at its ends are `edge-space`."""
    place, names = item.at(column.name), names_of(column)
    inner = text.strip()
    if (more := inner.count("\n") - given.strip().count("\n")) > 0:
        yield Finding("sentence-line-break", place, names | {"count": more})
    new = Counter(_BLANKS.findall(inner)) - Counter(_BLANKS.findall(given.strip()))
    if new:
        at = next(match for match in _BLANKS.finditer(inner) if match[0] in new)
        shown = f"{inner[max(0, at.start() - 12) : at.start()]}⟨{_name(at[0])}⟩{inner[at.end() : at.end() + 12]}"
        yield Finding("sentence-blanks", place, names | {"count": new.total(), "shown": shown})


def _name(blanks: str) -> str:
    return "TAB" if "\t" in blanks else "␣" * len(blanks)


def _words(item: Item, column: Column, given: str, text: str) -> Iterator[Finding]:
    place, names = item.at(column.name), names_of(column)
    old, new = given.split(), text.split()
    if max(len(old), len(new)) > _LONGEST:
        return
    values = {"words": len(new), "given": len(old)}
    kept = _kept(old, new)
    most = max(_REPLACED_LEAST, round(len(old) * _REPLACED_SHARE))
    # Only forms may be changed, so no word comes or goes.
    if len(new) < len(old) and (2 * len(new) <= len(old) or len(new) - kept <= most):
        yield Finding("sentence-in-part", place, names | values)
    elif len(new) != len(old) or len(new) - kept > most or (len(old) > 1 and not kept):
        yield Finding("sentence-another", place, names | values | {"replaced": max(len(old), len(new)) - kept})


def _kept(old: list[str], new: list[str]) -> int:
    """How many words are there still, in one form or another, in their order."""
    blocks = SequenceMatcher(None, _stems(old, _STEM), _stems(new, _STEM), autojunk=False).get_matching_blocks()
    in_order = sum(block.size for block in blocks)
    if len(old) != len(new):
        return in_order
    pairs = zip(_stems(old, _STEM_IN_PLACE), _stems(new, _STEM_IN_PLACE), strict=True)
    return max(in_order, sum(one == other for one, other in pairs))


def _stems(words: list[str], length: int) -> list[str]:
    return [_NO_LETTERS.sub("", word).casefold()[:length] for word in words]
