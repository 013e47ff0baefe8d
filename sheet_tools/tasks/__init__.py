"""TASKS: one frozen declaration a task. A new task is a new declaration, not new branches."""

from __future__ import annotations

from sheet_tools.tasks.base import Column, Form, Holds, Shape, Task, Writes
from sheet_tools.tasks.comma_placement import COMMA_PLACEMENT
from sheet_tools.tasks.error_correction import ERROR_CORRECTION
from sheet_tools.tasks.numeral_inflection import NUMERAL_INFLECTION
from sheet_tools.tasks.reverse_poleval import REVERSE_POLEVAL

TASKS: dict[str, Task] = {
    task.name: task for task in (REVERSE_POLEVAL, COMMA_PLACEMENT, ERROR_CORRECTION, NUMERAL_INFLECTION)
}
DEFAULT_TASK = REVERSE_POLEVAL.name

__all__ = ["DEFAULT_TASK", "TASKS", "Column", "Form", "Holds", "Shape", "Task", "Writes"]
