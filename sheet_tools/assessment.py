"""What became of one file: read, checked, and assessed by the panel. Values only; the pipeline makes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sheet_tools.findings import Finding, any_error
from sheet_tools.items import Item, ItemSet
from sheet_tools.readers.model import Choice, Program
from sheet_tools.table import Table
from sheet_tools.tasks import Task

if TYPE_CHECKING:
    # Named alone: `validate` loads neither marks nor metrics.
    from sheet_tools.accuracy import Accuracy
    from sheet_tools.marking import Marks
    from sheet_tools.metrics import Score
    from sheet_tools.panel.responses import Responses
    from sheet_tools.person import Person


@dataclass(frozen=True, slots=True)
class Reading:
    """What is in a file, before any rule of the task.

    `format` is "xlsx", "ods", "text" or "jsonl"; None where the file cannot be read at all: the only finding says why.
    `inputs` are the records of the inputs.jsonl that was given, `schema` the official output_schema.json. `gold`: it is
    there to be asked or marked by, not to be handed in. `other`: what the file is where it is no set of items (a
    solver's sheet, answers of models…): then nothing of it may become items.
    """

    source: str
    task: Task
    format: str | None
    program: Program = Program.ANY
    table: Table | None = None
    item_set: ItemSet = field(default_factory=lambda: ItemSet(()))
    findings: tuple[Finding, ...] = ()
    choices: tuple[Choice, ...] = ()
    inputs: tuple[Item, ...] | None = None
    schema: Mapping[str, Any] | None = None
    gold: bool = False
    other: Finding | None = None

    @property
    def sheet(self) -> str | None:
        return self.table.sheet if self.table else None

    @property
    def items(self) -> tuple[Item, ...]:
        return self.item_set.items

    @property
    def is_readable(self) -> bool:
        """True where its items can be read: a file that can, and that is a set of items."""
        return self.format is not None and self.other is None


@dataclass(frozen=True, slots=True)
class Checked:
    """A reading with every finding, in order, and the items that a draft may hold (`usable`) and may not."""

    reading: Reading
    findings: tuple[Finding, ...]
    usable: tuple[Item, ...]
    left_out: tuple[Item, ...]

    @property
    def is_ready(self) -> bool:
        """True where the submission may be written: readable, and no finding is an error."""
        return self.reading.is_readable and not any_error(self.findings)


@dataclass(frozen=True, slots=True)
class Assessment:
    """What the page shows: the checks, and what the cached panel makes of the items that are usable.

    `marks` covers the usable items; `score` those of them to which every model has an answer (None where there is
    none). `findings` are about the panel's answers. `accuracy` is there for tasks that are measured by it. `person` is
    what became of a person's answers to the usable items: shown, and never in marks, matrix or score. `person_fault`:
    why the sheet of a person that stands beside cannot be used.
    """

    checked: Checked
    responses: Responses | None = None
    marks: Marks | None = None
    score: Score | None = None
    findings: tuple[Finding, ...] = ()
    accuracy: Accuracy | None = None
    person: Person | None = None
    person_fault: Finding | None = None

    @property
    def of_person(self) -> tuple[Finding, ...]:
        """What is to be said of a person's answers, and of the file that they stand in."""
        fault = (self.person_fault,) if self.person_fault else ()
        return (*fault, *(self.person.findings if self.person else ()))
