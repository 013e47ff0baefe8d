"""matrix.json: who was right on what. Written from marks; read strictly, since a score stands on every cell.

Source: DESIGN.md, „File formats”: {"models": […], "task": …, "items": [{"index", "input", "cluster"?, "pair"?,
"role"?}…], "matrix": [[0|1|null…]…]}. Where an evaluator.py was given "marked_by" says whose marks these are:
"evaluator.py", or "exact match" where it was not used.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sheet_tools.findings import Finding, Unreadable, any_error
from sheet_tools.marking import Marks
from sheet_tools.printable import printable
from sheet_tools.tasks import DEFAULT_TASK, TASKS, Task

Row = tuple[int | None, ...]
_KEYS = ("task", "marked_by", "models", "items", "matrix")
_LABELS = ("cluster", "pair", "role")
_TEXTS = ("input", *_LABELS)
# So many are named where any number may be wrong.
_NAMED = 5


@dataclass(frozen=True, slots=True)
class MatrixItem:
    """An item of the matrix: its number in its own set, from 1, and its text („” where the file does not say); the
    labels of its row („” where there is none), by which items of one cluster and the rows of one pair are known."""

    index: int
    input: str = ""
    cluster: str = ""
    pair: str = ""
    role: str = ""

    def to_json(self) -> dict[str, object]:
        """Labels only where there are any."""
        labels = {name: label for name in _LABELS if (label := getattr(self, name))}
        return {"index": self.index, "input": self.input, **labels}


@dataclass(frozen=True, slots=True)
class Matrix:
    """One row an item, one cell a model: 1 right, 0 wrong, None no answer. Where an error stands among `findings` there
    are no rows. `task` is the name of the task whose marks these are, None where the file does not say."""

    models: tuple[str, ...]
    items: tuple[MatrixItem, ...]
    rows: tuple[Row, ...]
    findings: tuple[Finding, ...] = ()
    task: str | None = None
    marked_by: str | None = None


def matrix_of(marks: Marks) -> Matrix:
    items = tuple(
        MatrixItem(index, item.get(marks.subject), *(item.get(name).strip() for name in _LABELS))
        for index, item in enumerate(marks.items, start=1)
    )
    return Matrix(marks.models, items, marks.matrix, task=marks.task, marked_by=marks.marked_by)


def write_matrix(marks: Marks) -> bytes:
    """matrix.json of these marks: UTF-8, LF, one item and one row a line; the same marks give the same bytes."""
    matrix = matrix_of(marks)
    parts = (
        f'"models": {_json(matrix.models)}',
        f'"task": {_json(matrix.task)}',
        *([f'"marked_by": {_json(matrix.marked_by)}'] if matrix.marked_by else []),
        f'"items": {_lines([item.to_json() for item in matrix.items])}',
        f'"matrix": {_lines(matrix.rows)}',
    )
    # A lone surrogate becomes \udXXX, which within a JSON string is its escape.
    return ("{" + ",\n ".join(parts) + "}\n").encode("utf-8", "backslashreplace")


def _lines(values: Sequence[object]) -> str:
    return "[\n  " + ",\n  ".join(map(_json, values)) + "]" if values else "[]"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def task_of_matrix(matrix: Matrix, wanted: str | None = None) -> tuple[Task, tuple[Finding, ...]]:
    """The task whose score a matrix has, and what is to be said of it. `wanted` is what the caller asks for.

    A matrix that names no task is scored as what is wanted, else as the default task, which a note says. Raises
    Unreadable where the matrix is another task's: a score of it under this name would be none.
    """
    if matrix.task and wanted and matrix.task != wanted:
        raise Unreadable(Finding("matrix-other-task", values={"task": matrix.task, "wanted": wanted}))
    name = matrix.task or wanted
    said = () if name else (Finding("matrix-without-task", values={"task": DEFAULT_TASK}),)
    return TASKS[name or DEFAULT_TASK], said


def read_matrix(data: bytes) -> Matrix:
    """The matrix of a file, with every fault of its shape as a finding.

    `models` and `items` may be absent (the score needs neither): models are then called „1”, „2”…, and a note says so.
    Raises Unreadable where the bytes are not a JSON object with a list "matrix".
    """
    raw = _object(data)
    rows = raw.get("matrix")
    if not isinstance(rows, list):
        raise Unreadable(Finding("matrix-without-matrix"))
    width = len(rows[0]) if rows and isinstance(rows[0], list) else 0
    models = raw.get("models", [str(number) for number in range(1, width + 1)])
    items = raw.get("items", [{"index": index} for index in range(1, len(rows) + 1)])
    findings = [*_key_faults(raw), *_task_faults(raw), *_model_faults(models, width)]
    findings += [*_label_faults(raw), *_item_faults(items, rows), *_row_faults(rows, width)]
    if any_error(findings):
        return Matrix((), (), (), tuple(findings))
    named = tuple(MatrixItem(item["index"], *(item.get(name, "") for name in _TEXTS)) for item in items)
    cells = tuple(tuple(None if cell is None else int(cell) for cell in row) for row in rows)
    return Matrix(tuple(models), named, cells, tuple(findings), raw.get("task"), _marked_by(raw))


def _object(data: bytes) -> dict[str, Any]:
    try:
        raw = json.loads(data.decode("utf-8-sig"), object_pairs_hook=_once, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise Unreadable(Finding("matrix-not-json")) from error
    if not isinstance(raw, dict):
        raise Unreadable(Finding("matrix-without-matrix"))
    return raw


def _once(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) != len(pairs):
        raise ValueError("a key stands twice")
    return values


def _refuse(word: str) -> object:
    raise ValueError(f"{word} is not JSON")


def _key_faults(raw: dict[str, object]) -> Iterator[Finding]:
    if "models" not in raw:
        yield Finding("matrix-without-models")
    unknown = [key for key in raw if key not in _KEYS]
    if unknown:
        yield Finding("matrix-unknown-key", values={"keys": ", ".join(unknown)})


def _task_faults(raw: dict[str, object]) -> Iterator[Finding]:
    task = raw.get("task")
    if task is not None and not (isinstance(task, str) and task in TASKS):
        yield Finding("matrix-task-unknown", values={"shown": _json(task)[:40], "tasks": ", ".join(TASKS)})


def _label_faults(raw: dict[str, object]) -> Iterator[Finding]:
    marked_by = raw.get("marked_by")
    if marked_by is not None and not (isinstance(marked_by, str) and marked_by.strip()):
        yield Finding("matrix-marked-by", values={"shown": _json(marked_by)[:40]})


def _marked_by(raw: dict[str, object]) -> str | None:
    """On one line, whatever the file holds."""
    marked_by = raw.get("marked_by")
    return printable(" ".join(marked_by.split()))[:80] if isinstance(marked_by, str) else None


def _model_faults(models: object, width: int) -> Iterator[Finding]:
    if not isinstance(models, list) or not all(isinstance(model, str) and model.strip() for model in models):
        yield Finding("matrix-models-not-names")
        return
    if len(models) != width:
        yield Finding("matrix-model-count", values={"n": len(models), "cells": width})
    for model, count in Counter(models).items():
        if count > 1:
            yield Finding("matrix-model-twice", values={"model": model, "n": count})


def _item_faults(items: object, rows: Sequence[object]) -> Iterator[Finding]:
    if not isinstance(items, list) or not all(map(_is_item, items)):
        yield Finding("matrix-items-not-items")
    elif len(items) != len(rows):
        yield Finding("matrix-item-count", values={"n": len(items), "rows": len(rows)})
    else:
        yield from _index_faults([item["index"] for item in items])
        yield from _doubled_inputs(items)


def _index_faults(indices: Sequence[int]) -> Iterator[Finding]:
    """By its number an item is chosen, pinned and handed in: each has its own, from 1."""
    below = [index for index in indices if index < 1]
    doubled = [index for index, count in Counter(indices).items() if count > 1]
    if below or doubled:
        shown = ", ".join(str(index)[:20] for index in dict.fromkeys([*below, *doubled][:_NAMED]))
        yield Finding("matrix-index", values={"shown": shown})


def _doubled_inputs(items: Sequence[dict[str, Any]]) -> Iterator[Finding]:
    rows: dict[str, list[int]] = {}
    for item in items:
        rows.setdefault(item.get("input", ""), []).append(item["index"])
    doubled = [indices for text, indices in rows.items() if text and len(indices) > 1]
    if doubled:
        shown = "; ".join(", ".join(map(str, indices[:_NAMED])) for indices in doubled[:_NAMED])
        yield Finding("matrix-input-twice", values={"n": len(doubled), "shown": shown})


def _is_item(item: object) -> bool:
    if not isinstance(item, dict) or type(item.get("index")) is not int:
        return False
    return all(isinstance(item.get(name, ""), str) for name in _TEXTS)


def _row_faults(rows: Sequence[object], width: int) -> Iterator[Finding]:
    """Rows are counted from 1, and so are the cells of a row."""
    if not rows or width == 0:
        yield Finding("matrix-empty")
        return
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, list):
            yield Finding("matrix-row-not-list", values={"row": number})
        elif len(row) != width:
            yield Finding("matrix-ragged", values={"row": number, "n": len(row), "cells": width})
        else:
            yield from _cell_fault(number, row)


def _cell_fault(number: int, row: Sequence[object]) -> Iterator[Finding]:
    """The first cell of a row that is not 0, 1 (or false, true) or null; 1.0 is not 1."""
    for place, cell in enumerate(row, start=1):
        if cell is not None and not (type(cell) in (bool, int) and cell in (0, 1)):
            yield Finding("matrix-cell", values={"row": number, "place": place, "shown": _json(cell)[:40]})
            return
