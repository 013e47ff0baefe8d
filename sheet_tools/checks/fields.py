"""Which texts of an item the submission carries, and what the task says of each."""

from __future__ import annotations

from collections.abc import Iterator

from sheet_tools.items import Item
from sheet_tools.tasks import Column, Holds, Task


def column_of(field: str, task: Task) -> Column | None:
    """The column of a field; alias6, one more than the task allows, is still an alias."""
    if field in task.fields:
        return task.fields[field]
    return next((c for c in task.columns if c.repeats > 1 and field.startswith(c.name)), None)


def texts(item: Item, task: Task) -> Iterator[tuple[str, str, Column]]:
    """(field, text as written, column) for each field of the item that the submission carries and that has text."""
    for field, text in item.values.items():
        column = column_of(field, task)
        if column is not None and column.holds is Holds.TEXT and field not in item.unreadable:
            yield field, text, column


def answers(item: Item) -> Iterator[tuple[str, str]]:
    """(field, text) for gold and each alias that is not blank."""
    for field in ("gold", *item.alias_fields):
        text = item.get(field)
        if text.strip() and field not in item.unreadable:
            yield field, text
