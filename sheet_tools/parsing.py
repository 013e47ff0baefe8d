"""PARSERS: a model's raw answer → what it says, or why it cannot be understood. Nothing around the answer is forgiven.

Source: the sister tasks' specs, „Generation policy” (output_shape) and „Prompt template”: a bare JSON object, or bare
text. Blanks and line ends around the whole answer are no part of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from sheet_tools.tasks import Column, Shape, Task, Writes
from sheet_tools.values import as_json, as_text

FENCE = "```"
# Why an answer is UNREADABLE.
FAULTS = (
    "empty",
    "line-break",
    "too-many-words",
    "code-fence",
    "text-around",
    "not-json",
    "not-an-object",
    "missing-field",
    "extra-field",
    "repeated-field",
    "wrong-type",
    "unknown-label",
)

Answer = str | Mapping[str, object]


class Parsed(NamedTuple):
    """What the answer says, a text or the fields of an object; or `fault`, one of FAULTS."""

    answer: Answer | None
    fault: str | None = None


def parse(text: str, task: Task) -> Parsed:
    """The raw answer, checked for its shape and parsed as the task declares."""
    fault = shape_fault(text.strip(), task.output_shape) if task.output_shape else None
    return Parsed(None, fault) if fault else PARSERS[task.parser](text, task)


def shape_fault(text: str, shape: Shape) -> str | None:
    if not text:
        return None if shape.allow_empty else "empty"
    if not shape.allow_newline and len(text.splitlines()) > 1:
        return "line-break"
    return "too-many-words" if len(text.split()) > shape.max_words else None


def bare_text(text: str, _task: Task) -> Parsed:
    return Parsed(text)


def json_object(text: str, task: Task) -> Parsed:
    """Exactly the answer's fields, each of its type."""
    bare = text.strip()
    try:
        value = _DECODER.decode(bare)
    except (ValueError, RecursionError):
        return Parsed(None, _what_else(bare))
    if not isinstance(value, _Object):
        return Parsed(None, "not-an-object")
    fault = _fault(value, task)
    return Parsed(None, fault) if fault else Parsed(dict(value))


Parser = Callable[[str, Task], Parsed]
PARSERS: Mapping[str, Parser] = MappingProxyType({"text": bare_text, "json-object": json_object})


Line = Mapping[str, object] | None


def answer_text(values: Mapping[str, str], task: Task, line: Line = None) -> str:
    """What a model would have said that gives these answers: the texts of a sheet's cells, as the parser takes them;
    of a `line` of a file its own values.

    A cell that is no value of its field (a list that is none) makes an answer that the parser cannot understand.
    """
    return _TEXTS[task.parser](values, task, line)


def _as_bare_text(values: Mapping[str, str], task: Task, _line: Line) -> str:
    return values.get(task.answers[0].name, "")


def _as_json_object(values: Mapping[str, str], task: Task, line: Line) -> str:
    if line is not None:
        return json.dumps({column.name: line.get(column.name) for column in task.answers}, ensure_ascii=False)
    texts = {column: values.get(column.name, "") for column in task.answers}
    try:
        made = {column.name: as_json(column, text) for column, text in texts.items()}
    except ValueError:
        return "; ".join(f"{column.name}: {text}" for column, text in texts.items())
    return json.dumps(made, ensure_ascii=False)


_TEXTS: Mapping[str, Callable[[Mapping[str, str], Task, Line], str]] = MappingProxyType(
    {"text": _as_bare_text, "json-object": _as_json_object}
)


class _Object(dict[str, object]):
    repeats = False


def _object(pairs: list[tuple[str, object]]) -> _Object:
    made = _Object(pairs)
    made.repeats = len(made) < len(pairs)
    return made


def _refuse(constant: str) -> object:
    raise ValueError(constant)


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_refuse)


def _what_else(text: str) -> str:
    """What a model put where bare JSON was asked for."""
    if FENCE in text:
        return "code-fence"
    start = text.find("{")
    try:
        _DECODER.raw_decode(text, max(start, 0))
    except (ValueError, RecursionError):
        return "not-json"
    return "text-around"


def _fault(value: _Object, task: Task) -> str | None:
    columns = {column.name: column for column in task.answers}
    if value.repeats:
        return "repeated-field"
    if value.keys() - columns.keys():
        return "extra-field"
    if columns.keys() - value.keys():
        return "missing-field"
    return next((fault for name, column in columns.items() if (fault := _type_fault(column, value[name]))), None)


def _type_fault(column: Column, value: object) -> str | None:
    if as_text(column, value) is None:
        return "wrong-type"
    return "unknown-label" if column.writes is Writes.LABEL and value not in column.choices else None
