"""TASKS: one frozen declaration a task. A new task is a new declaration, not new branches."""

from __future__ import annotations

from sheet_tools.tasks.base import Column, Form, Holds, Task
from sheet_tools.tasks.reverse_poleval import REVERSE_POLEVAL

TASKS: dict[str, Task] = {task.name: task for task in (REVERSE_POLEVAL,)}
DEFAULT_TASK = REVERSE_POLEVAL.name

__all__ = ["DEFAULT_TASK", "TASKS", "Column", "Form", "Holds", "Task"]
