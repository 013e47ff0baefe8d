"""The rules of the format that concern items. Source: spec/reverse-poleval.txt, „Track 1 — file format”.

What only a JSONL file can break (encoding, keys, types) is found where it is read, in sheet_tools/jsonl.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from sheet_tools.cells import Place
from sheet_tools.checks.fields import texts
from sheet_tools.findings import Finding
from sheet_tools.items import Item, ItemSet
from sheet_tools.normalise import normalise
from sheet_tools.tasks import Task


def check_format(item_set: ItemSet, task: Task) -> Iterator[Finding]:
    """Errors, but for `longer-normalised`, a warning."""
    for item in item_set.items:
        yield from _missing(item, task)
        yield from _lengths(item, task)
        yield from _aliases(item, task)
    for field in task.unique:
        yield from _repeated(item_set, field)
    yield from _count(item_set, task)


def _missing(item: Item, task: Task) -> Iterator[Finding]:
    for field in task.required_fields:
        text = item.get(field)
        if field not in item.unreadable and not text.strip():
            yield Finding(f"missing-{field}", item.at(field), {"field": field, "only_blanks": bool(text)})


def _lengths(item: Item, task: Task) -> Iterator[Finding]:
    """Lengths are counted on the text as written, in code points."""
    for field, text, column in texts(item, task):
        if column.limit is None:
            continue
        values = {"field": field, "length": len(text), "limit": column.limit}
        if len(text) > column.limit:
            yield Finding(f"{column.name}-too-long", item.at(field), values | {"over": len(text) - column.limit})
        elif not text.isascii() and (normalised := len(normalise(text))) > column.limit:
            yield Finding("longer-normalised", item.at(field), values | {"normalised": normalised})


def _aliases(item: Item, task: Task) -> Iterator[Finding]:
    fields = item.alias_fields
    if not fields:
        return
    most = sum(column.repeats for column in task.columns if column.name == "alias")
    if len(fields) > most:
        yield Finding("too-many-aliases", item.at(fields[most]), {"count": len(fields), "most": most})
    gold = "" if "gold" in item.unreadable else normalise(item.gold)
    seen: dict[str, str] = {}
    for field in fields:
        yield from _alias(item, field, gold, seen)


def _alias(item: Item, field: str, gold: str, seen: dict[str, str]) -> Iterator[Finding]:
    text = normalise(item.get(field))
    if not text:
        yield Finding("empty-alias", item.at(field), {"field": field})
    elif text == gold:
        yield Finding("alias-equals-gold", item.at(field), {"field": field, "text": item.get(field)})
    elif text in seen:
        values = {"field": field, "text": item.get(field), "first": seen[text]}
        yield Finding("duplicate-alias", item.at(field), values)
    seen.setdefault(text, field)


def _repeated(item_set: ItemSet, field: str) -> Iterator[Finding]:
    """One error at each later text that the official normalisation makes equal to an earlier one."""
    first: dict[str, Item] = {}
    for item in item_set.items:
        text = "" if field in item.unreadable else normalise(item.get(field))
        if not text:
            continue
        earlier = first.setdefault(text, item)
        if earlier is not item:
            values = {"field": field, "first": earlier.at(field).cell, "first_row": earlier.place.row}
            yield Finding(f"duplicate-{field}", item.at(field), values)


def _count(item_set: ItemSet, task: Task) -> Iterator[Finding]:
    count = len(item_set.items)
    values: dict[str, object] = {"count": count, "least": task.items_least, "most": task.items_most}
    if count < task.items_least:
        yield Finding("too-few-items", Place(), values | {"wanting": task.items_least - count})
    elif task.items_most is not None and count > task.items_most:
        yield Finding("too-many-items", Place(), values | {"over": count - task.items_most})
