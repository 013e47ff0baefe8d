"""The vocabulary in which a task is declared: frozen data, no branches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
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


class Writes(StrEnum):
    """How the text of a field becomes JSON (sheet_tools/values.py).

    STRING: the text as it is. LABEL: one of the column's `choices`. WORDS: words in lower case with single blanks.
    INTEGERS: numbers of places, „-” or „brak” for none. LINES: a list, one a line, each as
    the column's `lines_of` says.
    """

    STRING = "string"
    LABEL = "label"
    WORDS = "words"
    INTEGERS = "integers"
    LINES = "lines"


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a task's sheet.

    `headings` are the words it answers to (compared loosely: case, blanks, punctuation, accents);
    the first Polish and the first English one head the template. `repeats`: alias1…alias5 are one
    column declared with repeats=5; `list_heading` is a column that holds them all, one a line.
    `limit`: characters (code points) as written.

    `given`: comes from inputs.jsonl and is not the author's to change. `answers`: what a person or a model answers; in
    a sheet for blind solving it is headed `asked_as` (Polish, English) where that is another word. `submitted`: a field
    of the submission's line, in the order of the columns. `blank_when` (field, label): blank where that field has the
    label, and only there. `differs_from`: the field whose text it must not repeat.
    """

    name: str
    headings: tuple[str, ...]
    holds: Holds = Holds.LABEL
    required: bool = False
    limit: int | None = None
    repeats: int = 1
    list_headings: tuple[str, ...] = ()
    writes: Writes = Writes.STRING
    lines_of: Writes = Writes.WORDS
    choices: tuple[str, ...] = ()
    given: bool = False
    answers: bool = False
    asked_as: tuple[str, str] | tuple[()] = ()
    submitted: bool = True
    blank_when: tuple[str, str] | None = None
    differs_from: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its fields: ("gold",), or ("alias1", …, "alias5")."""
        return (self.name,) if self.repeats == 1 else tuple(f"{self.name}{i + 1}" for i in range(self.repeats))


@dataclass(frozen=True, slots=True)
class Form:
    """The columns of one sheet, by which its heading row is known."""

    columns: tuple[Column, ...]
    fields: Mapping[str, Column] = field(init=False, repr=False, compare=False)
    required_fields: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "fields", {name: column for column in self.columns for name in column.names})
        # Kept, not a property: it is asked of every item.
        required = tuple(name for name, column in self.fields.items() if column.required)
        object.__setattr__(self, "required_fields", required)

    @property
    def text_fields(self) -> tuple[str, ...]:
        """The fields that the submission carries, in order: input, gold, alias1…"""
        return tuple(name for name, column in self.fields.items() if column.holds is Holds.TEXT)


@dataclass(frozen=True, slots=True)
class Shape:
    """What a raw answer must look like (the specs' „output_shape”): at most so many words, empty or not, one line."""

    max_words: int
    allow_empty: bool = False
    allow_newline: bool = True


@dataclass(frozen=True, slots=True)
class Task(Form):
    """A task as data. Registries elsewhere know the named checks, parser, marker and metric.

    `subject` is the field that the model is shown, by which answers are found. `clusters` is the form of the sheet that
    describes the clusters, for tasks that ask for it. `submission_name`: what the file
    to be handed in is called. `schema` names the JSON Schema of the submission's lines (tasks/schemas); "" where there
    is none. `items_most` None: as many as there are. `subject_like`: what every given text holds (a regular
    expression), by which it is told from a task with the same given fields.
    `is_blind`: as a person solves it (`blind`).
    """

    name: str = field(kw_only=True)
    title: Mapping[str, str] = field(kw_only=True)
    items_least: int = field(kw_only=True, default=1)
    items_most: int | None = field(kw_only=True, default=None)
    system_message: str | None = field(kw_only=True, default=None)
    user_message: str = field(kw_only=True)
    generation: Mapping[str, object] = field(kw_only=True)
    output_shape: Shape | None = field(kw_only=True, default=None)
    checks: tuple[str, ...] = field(kw_only=True, default=())
    parser: str = field(kw_only=True, default="text")
    marker: str = field(kw_only=True, default="exact")
    metric: str = field(kw_only=True, default="reverse-poleval")
    schema: str = field(kw_only=True, default="")
    unique: tuple[str, ...] = field(kw_only=True, default=())
    subject: str = field(kw_only=True, default="input")
    subject_like: str = field(kw_only=True, default="")
    is_blind: bool = field(kw_only=True, default=False)
    clusters: Form | None = field(kw_only=True, default=None)
    submission_name: str = field(kw_only=True, default="submission.jsonl")

    @property
    def given(self) -> tuple[Column, ...]:
        """The columns of inputs.jsonl; none for a task whose items are what is handed in."""
        return tuple(column for column in self.columns if column.given)

    @property
    def answers(self) -> tuple[Column, ...]:
        """The columns that a person or a model answers."""
        return tuple(column for column in self.columns if column.answers)

    def asking(self) -> Task:
        """The same task as a model is asked: no answer is needed. Itself where nothing is given (inputs.jsonl)."""
        if not self.given:
            return self
        columns = tuple(
            column if column.given or column.holds is not Holds.TEXT
            else replace(column, holds=Holds.LABEL, required=False, answers=False)
            for column in self.columns
        )  # fmt: skip
        return replace(self, columns=columns, schema="")

    def blind(self) -> Task:
        """The same task as a person solves it: what is shown is given, the answers are blank, nothing else is there."""
        shown = tuple(
            replace(column, given=True) for column in self.columns if column.given or column.name == self.subject
        )
        asked = tuple(
            replace(column, required=True, headings=(*column.asked_as, *column.headings)) for column in self.answers
        )
        own = tuple(c for c in self.columns if c.name in ("notes", "status", "helper"))
        return replace(self, columns=(*shown, *asked, *own), checks=(), clusters=None, schema="", is_blind=True)
