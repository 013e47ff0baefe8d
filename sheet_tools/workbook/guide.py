"""„Jak wypełnić” as data: what each line is, and its words. The words themselves stand in guide_pl and guide_en.

No line puts the bare headings input and gold into cells of one row: a reader must not take this sheet for the items.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sheet_tools.tasks import Task
from sheet_tools.workbook.words import Status, Words

Sections = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


class Line(NamedTuple):
    """One row of the sheet: style "title", "heading", "pair" or "example"; the left and the right cell."""

    style: str
    left: str
    right: str = ""


def status_examples(status: Status) -> Mapping[str, str]:
    """What each status looks like in a row."""
    values = {"field": "gold", "limit": "80", "other": "gold", "n": "5"}
    examples = {name: getattr(status, name).format(**values) for name in Status.__slots__}
    examples["long"] = status.long.format(**values | {"n": "93"})
    examples["repeats"] = status.repeats.format(**values | {"field": "alias2"})
    return examples


def guide(task: Task, lang: str, words: Words) -> list[Line]:
    """The lines of the sheet, with the task's own limits and the words of its status column."""
    from sheet_tools.workbook import guide_en, guide_pl

    said = {"pl": guide_pl, "en": guide_en}[lang]
    limits = {f"{name}_limit": column.limit for name, column in task.fields.items() if column.limit}
    values = {
        **limits,
        "title": task.title[lang],
        "least": task.items_least,
        "most": task.items_most,
        "aliases": sum(1 for name in task.fields if name.startswith("alias")),
        **{f"status_{name}": example for name, example in status_examples(words.status).items()},
    }
    lines = [Line("title", said.TITLE.format(**values))]
    for heading, pairs in said.SECTIONS:
        style = "example" if heading in said.EXAMPLES else "pair"
        lines.append(Line("heading", heading))
        lines += [Line(style, left.format(**values), right.format(**values)) for left, right in pairs]
    return lines
