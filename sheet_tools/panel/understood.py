"""Which of the answers that were just asked for cannot be understood, and why: seen before anything is marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from sheet_tools.items import Item
from sheet_tools.panel.plan import Plan, request_of
from sheet_tools.panel.store import Store
from sheet_tools.parsing import parse
from sheet_tools.tasks import Task


def not_understood(
    store: Store, plans: Sequence[Plan], items: Sequence[Item], task: Task
) -> Iterator[tuple[str, Counter[str]]]:
    """(model, fault → how many of its answers), for models that have any (sheet_tools.parsing.FAULTS).

    None for a task whose answers have no shape to be checked.
    """
    if task.output_shape is None:
        return
    for plan in plans:
        model = plan.model
        keys = dict.fromkeys(request_of(model, item, task).key for item in items)
        answers = (answer for key in keys if (answer := store.answer(key, plan.revision)))
        faults = Counter(fault for answer in answers if (fault := parse(answer.text, task).fault))
        if faults:
            yield model.id, faults
