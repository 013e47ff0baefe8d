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
class Form:
    """The columns of one sheet, by which its heading row is known."""

    columns: tuple[Column, ...]
    fields: Mapping[str, Column] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "fields", {name: column for column in self.columns for name in column.names})

    @property
    def text_fields(self) -> tuple[str, ...]:
        """The fields that the submission carries, in order: input, gold, alias1…"""
        return tuple(name for name, column in self.fields.items() if column.holds is Holds.TEXT)

    @property
    def required_fields(self) -> tuple[str, ...]:
        return tuple(name for name, column in self.fields.items() if column.required)


@dataclass(frozen=True, slots=True)
class Task(Form):
    """A task as data. Registries elsewhere know the named checks, marker and metric.

    `clusters` is the form of the sheet that describes the clusters, for tasks that ask for it.
    """

    name: str = field(kw_only=True)
    title: Mapping[str, str] = field(kw_only=True)
    items_least: int = field(kw_only=True)
    items_most: int = field(kw_only=True)
    system_message: str | None = field(kw_only=True)
    user_message: str = field(kw_only=True)
    generation: Mapping[str, object] = field(kw_only=True)
    checks: tuple[str, ...] = field(kw_only=True, default=())
    marker: str = field(kw_only=True, default="exact")
    metric: str = field(kw_only=True, default="reverse-poleval")
    unique: tuple[str, ...] = field(kw_only=True, default=())
    clusters: Form | None = field(kw_only=True, default=None)
