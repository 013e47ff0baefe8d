"""Checking: every rule of the task, and the submission that they allow."""

from __future__ import annotations

from collections.abc import Sequence

from sheet_tools.assessment import Checked, Reading
from sheet_tools.checks import run_checks
from sheet_tools.checks.draft import usable
from sheet_tools.findings import Finding, Unreadable, in_order
from sheet_tools.inputs import hold, in_input_order, without_subject
from sheet_tools.items import Item
from sheet_tools.jsonl import map_lines, write_items
from sheet_tools.readers.records import UNCLOSED
from sheet_tools.schema import own_schema, schema_findings

_OF_WHAT_IS_WANTING = frozenset(
    {"too-few-items", "cluster-unused", "pair-incomplete", "input-missing", "inputs-missing"}
)


def check(reading: Reading) -> Checked:
    """Hold the items against every rule of the task. Too many findings make the file unreadable."""
    try:
        return _check(reading)
    except Unreadable as refused:
        nothing = Reading(reading.source, reading.task, None, findings=(refused.finding,))
        return Checked(nothing, nothing.findings, (), ())


def _check(reading: Reading) -> Checked:
    if reading.other is not None:
        return Checked(reading, (reading.other,), (), ())
    if not reading.is_readable or (reading.table is not None and not reading.table.rows):
        # Another finding says why there is nothing; that fifty items are missing as well is no news.
        return Checked(reading, reading.findings, (), ())
    task = reading.task
    findings = [*reading.findings, *run_checks(reading.item_set, task)]
    if reading.gold:
        findings += without_subject(reading.items, task)
    if task.given and reading.table is not None and reading.inputs is None and not reading.gold:
        findings.append(Finding("inputs-not-compared"))
    if reading.inputs is not None:
        findings += hold(reading.items, reading.inputs, task, reading.sheet)
    findings = _of_what_was_read(in_order([*findings, *_against_schemas(reading, findings)]))
    kept, left_out = usable(reading.items, findings)
    return Checked(reading, tuple(findings), tuple(kept), tuple(left_out))


def _of_what_was_read(findings: Sequence[Finding]) -> list[Finding]:
    """Without what is said of rows that are wanting, where the file was not read to its end: they may well be there."""
    if not any(finding.code == UNCLOSED for finding in findings):
        return list(findings)
    return [finding for finding in findings if finding.code not in _OF_WHAT_IS_WANTING]


def _against_schemas(reading: Reading, findings: Sequence[Finding]) -> list[Finding]:
    """What the schemas say of the lines that no other rule has found wrong."""
    schemas = [schema for schema in (own_schema(reading.task), reading.schema) if schema is not None]
    sound, _ = usable(reading.items, findings) if schemas else ([], [])
    return [found for schema in schemas for found in schema_findings(sound, reading.task, schema)]


def submission(checked: Checked, *, draft: bool = False) -> bytes:
    """The bytes of items.jsonl. Without `draft` it is a wrong call to ask for it while an error stands (ValueError)."""
    if not draft and not checked.is_ready:
        raise ValueError("the submission was asked for while an error stands")
    return write_items(submitted(checked, draft=draft), checked.reading.task)


def submitted(checked: Checked, *, draft: bool = False) -> Sequence[Item]:
    """The items of a submission, in its order: that of inputs.jsonl where one was given, else the sheet's."""
    items, reading = checked.usable if draft else checked.reading.items, checked.reading
    return items if reading.inputs is None else in_input_order(items, reading.inputs, reading.task)


def line_map(checked: Checked, *, draft: bool = False) -> bytes:
    """Which line of items.jsonl came from which cells, as JSON lines."""
    return map_lines(submitted(checked, draft=draft), checked.reading.task)
