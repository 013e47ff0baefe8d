"""CHECKS: every rule and every warning about items, by the name under which a task declares it.

A check is a generator over the whole set that yields findings and never prints. It sees items that remember their
places, so that no rule knows whether they came from a sheet or from a JSONL file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from sheet_tools.cells import Place
from sheet_tools.checks.answers import check_answer_characters, check_answers
from sheet_tools.checks.characters import check_characters
from sheet_tools.checks.clusters import check_clusters
from sheet_tools.checks.format import check_format
from sheet_tools.checks.gold_form import check_gold_form
from sheet_tools.checks.habits import check_habits
from sheet_tools.checks.instructions import check_instructions
from sheet_tools.checks.necessity import check_necessity
from sheet_tools.checks.numerals import check_numeral_words
from sheet_tools.checks.places import check_comma_places, check_numeral_target
from sheet_tools.checks.sentences import check_sentences
from sheet_tools.findings import Finding, Unreadable, in_order
from sheet_tools.items import ItemSet
from sheet_tools.readers.limits import MAX_ERRORS
from sheet_tools.tasks import Task

Check = Callable[[ItemSet, Task], Iterator[Finding]]

CHECKS: dict[str, Check] = {
    "format": check_format,
    "characters": check_characters,
    "gold-form": check_gold_form,
    "habits": check_habits,
    "instructions": check_instructions,
    "necessity": check_necessity,
    "clusters": check_clusters,
    "answers": check_answers,
    "answer-characters": check_answer_characters,
    "comma-places": check_comma_places,
    "numeral-target": check_numeral_target,
    "numeral-words": check_numeral_words,
    "sentences": check_sentences,
}


# A file with so many times the items that a set may hold is no set yet: only the format is held against it.
TIMES_TOO_MANY = 10
# So many may be checked in every detail where the task itself bounds nothing.
MOST_IN_DETAIL = 20_000
_FORMAT = "format"


def run_checks(item_set: ItemSet, task: Task) -> list[Finding]:
    """The findings of every check that the task names, in the order of DESIGN.md.

    Of a set far too large only the format is checked, and a note says so (docs/decisions/0009-huge-files.md).
    Raises Unreadable(too-many-faults) past MAX_ERRORS.
    """
    names = task.checks
    found: list[Finding] = []
    count, most = len(item_set.items), most_in_detail(task)
    if count > most:
        found.append(Finding("checked-in-part", Place(), {"count": count, "most": most}))
        names = tuple(name for name in names if name == _FORMAT)
    found += islice((finding for name in names for finding in CHECKS[name](item_set, task)), MAX_ERRORS + 1)
    if len(found) > MAX_ERRORS:
        raise Unreadable(Finding("too-many-faults", Place(), {"most": MAX_ERRORS}))
    return in_order(found)


def most_in_detail(task: Task) -> int:
    """How many items of a task are checked in every detail."""
    return MOST_IN_DETAIL if task.items_most is None else TIMES_TOO_MANY * task.items_most
