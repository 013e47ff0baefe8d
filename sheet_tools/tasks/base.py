"""The vocabulary in which a task is declared: frozen data, no branches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Holds(StrEnum):
    """What a column holds.

    TEXT: what the author wrote and the submission carries; only a text cell will do.
    LABEL: a word or number for people and groups (cluster, notes); 1 is "1".
    HELPER: the template's own (length, status); never looked at.
    """

    TEXT = "text"
    LABEL = "label"
    HELPER = "helper"


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a task's sheet.

    `headings` are the words it answers to (compared loosely: case, blanks, punctuation, accents);
    the first Polish and the first English one head the template. `repeats`: alias1…alias5 are one
    column declared with repeats=5; `list_heading` is a column that holds them all, one a line.
    `limit`: characters (code points) as written.
    """

    name: str
    headings: tuple[str, ...]
    holds: Holds = Holds.LABEL
    required: bool = False
    limit: int | None = None
    repeats: int = 1
    list_headings: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its fields: ("gold",), or ("alias1", …, "alias5")."""
        return (self.name,) if self.repeats == 1 else tuple(f"{self.name}{i + 1}" for i in range(self.repeats))


@dataclass(frozen=True, slots=True)
class Task:
    """A task as data. Registries elsewhere know the named checks, marker and metric."""

    name: str
    title: Mapping[str, str]
    columns: tuple[Column, ...]
    items_least: int
    items_most: int
    system_message: str | None
    user_message: str
    generation: Mapping[str, object]
    checks: tuple[str, ...] = ()
    marker: str = "exact"
    metric: str = "reverse-poleval"
    unique: tuple[str, ...] = ()
    fields: Mapping[str, Column] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_name = {name: column for column in self.columns for name in column.names}
        object.__setattr__(self, "fields", by_name)

    @property
    def text_fields(self) -> tuple[str, ...]:
        """The fields that the submission carries, in order: input, gold, alias1…"""
        return tuple(name for name, column in self.fields.items() if column.holds is Holds.TEXT)

    @property
    def required_fields(self) -> tuple[str, ...]:
        return tuple(name for name, column in self.fields.items() if column.required)
