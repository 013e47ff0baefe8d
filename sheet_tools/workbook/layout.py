"""Which column of the template stands where; the order is the task's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sheet_tools.cells import column_letters
from sheet_tools.tasks import Column, Holds, Task
from sheet_tools.workbook.words import WORDS, Words

# The hidden columns of the live status, in order; the formulas say what each computes.
HELPERS = ("text", "near", "kind", "format", "alias", "place", "characters")


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of „Pozycje”, left to right.

    `names` are the task's fields and then HELPERS; `headings` is what row 1 shows; `columns` gives the
    task's declaration of a field (none for a hidden helper).
    """

    names: tuple[str, ...]
    headings: Mapping[str, str]
    columns: Mapping[str, Column]

    def index(self, name: str) -> int:
        """The column, from 0."""
        return self.names.index(name)

    def letter(self, name: str) -> str:
        return column_letters(self.index(name) + 1)

    @property
    def visible(self) -> tuple[str, ...]:
        return tuple(name for name in self.names if name in self.columns)

    @property
    def author(self) -> tuple[str, ...]:
        """The columns that the author fills."""
        return tuple(name for name, column in self.columns.items() if column.holds is not Holds.HELPER)

    @property
    def texts(self) -> tuple[str, ...]:
        """The columns whose text the submission carries: input, gold, alias1…"""
        return tuple(name for name, column in self.columns.items() if column.holds is Holds.TEXT)

    @property
    def required(self) -> tuple[str, ...]:
        return tuple(name for name, column in self.columns.items() if column.required)

    @property
    def aliases(self) -> tuple[str, ...]:
        return tuple(name for name in self.texts if self.columns[name].repeats > 1)


def heading_of(name: str, column: Column, lang: str, words: Words) -> str:
    """In Polish a column's first heading; in English its name, which is one of them too."""
    if name in words.headings:
        return words.headings[name]
    if lang == "en":
        return name
    return column.headings[0] + name.removeprefix(column.name)


def layout_of(task: Task, lang: str) -> Layout:
    """The template's columns. What the sheet of clusters describes is asked for there, and only there."""
    words = WORDS[lang]
    described = {name for name in task.clusters.fields if name != "cluster"} if task.clusters else set()
    columns = {
        name: column for name, column in task.fields.items() if column.name not in described | {"helper"}
    }
    headings = {name: heading_of(name, column, lang, words) for name, column in columns.items()}
    hidden = {name: f"{words.helper} {number}" for number, name in enumerate(HELPERS, start=1)}
    return Layout((*columns, *HELPERS), headings | hidden, columns)
