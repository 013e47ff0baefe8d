"""The lines of a submission held against a JSON Schema: ours, or the official output_schema.json.

Ours (tasks/schemas) says no more than the specs' text; cross-field rules are the checks' matter.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

from sheet_tools.cells import Place
from sheet_tools.findings import Finding, Unreadable
from sheet_tools.items import Item
from sheet_tools.jsonl import line_of
from sheet_tools.tasks import Task

Schema = Mapping[str, Any]


def own_schema(task: Task) -> Schema | None:
    """The schema shipped for the task; None where it has none."""
    if not task.schema:
        return None
    path = files("sheet_tools.tasks").joinpath("schemas", f"{task.schema}.json")
    schema: Schema = json.loads(path.read_text(encoding="utf-8"))
    return schema


def read_schema(data: bytes) -> Schema:
    """An output_schema.json. Raises Unreadable where the bytes are no JSON Schema."""
    from jsonschema import SchemaError
    from jsonschema.validators import validator_for

    try:
        schema = json.loads(data.decode("utf-8-sig"))
        if not isinstance(schema, dict):
            raise ValueError("no object")
        validator_for(schema).check_schema(schema)
    except (ValueError, RecursionError, SchemaError) as error:
        raise Unreadable(Finding("schema-unreadable", values={"why": str(error).split("\n")[0][:120]})) from error
    return schema


def schema_findings(items: Sequence[Item], task: Task, schema: Schema) -> Iterator[Finding]:
    """One error a fault of a line, at the cell of the field that it concerns where there is one.

    What is held is the file's own line, or the line that a sheet's row becomes.

    `items` have values that can be written (no earlier error). A reference to another file is never fetched: an error.
    """
    from jsonschema.validators import validator_for
    from referencing import Registry
    from referencing.exceptions import Unresolvable

    registry: Registry[Any] = Registry()
    validator = validator_for(schema)(schema, registry=registry)
    for item in items:
        try:
            line: Any = line_of(item, task) if item.line is None else item.line
            faults = sorted(validator.iter_errors(line), key=lambda fault: list(map(str, fault.path)))
        except Unresolvable as error:
            yield Finding("schema-reference", Place(), {"reference": str(error.ref)[:120]})
            return
        for fault in faults:
            name = str(fault.path[0]) if fault.path else ""
            place = item.at(name) if name else item.place
            yield Finding("schema-violated", place, {"field": name or "–", "why": fault.message[:200]})
