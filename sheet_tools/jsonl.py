"""items.jsonl, submissions and inputs.jsonl: strict reading, and writing that is exact to the byte.

Sources: spec/reverse-poleval.txt, „Track 1 — file format”; the sister tasks' specs, „Submission format”; DESIGN.md,
„File formats”.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from sheet_tools.cells import Place
from sheet_tools.findings import Finding, Unreadable
from sheet_tools.items import Item
from sheet_tools.readers.limits import MAX_ERRORS, MAX_JSONL, MAX_LINE, MAX_LINES, MAX_NAMED, MAX_TEXTS, MIB
from sheet_tools.tasks import Column, Holds, Task, Writes
from sheet_tools.values import as_json, as_text, wanted

_BOM = b"\xef\xbb\xbf"
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
# So many first bytes tell UTF-16, of which every other one is zero.
_HEAD = 64
_LONGEST_NUMBER = 9
_LONGEST_KEY = 80
# Line ends to some programs, though not to JSON: escaped, so that every line is one object to all of them.
_LINE_SEPARATORS = {"\u0085": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"}
_TYPES = {
    bool: ("wartość logiczna", "a boolean"),
    float: ("liczba", "a number"),
    int: ("liczba", "a number"),
    list: ("tablica", "an array"),
    dict: ("obiekt", "an object"),
    type(None): ("null", "null"),
    str: ("napis", "a string"),
}


class _Pairs(dict[str, object]):
    """A JSON object that remembers which of its keys were given twice. The first value stands."""

    def __init__(self, pairs: list[tuple[str, object]]) -> None:
        super().__init__(reversed(pairs))
        counts = Counter(name for name, _value in pairs) if len(self) < len(pairs) else {}
        self.repeated = sorted(name for name, count in counts.items() if count > 1)


def read_items(data: bytes, task: Task, *, gold: bool = False) -> tuple[list[Item], list[Finding]]:
    """The items of a JSONL file, and every fault of its form. Raises Unreadable only for a file that is too big.

    `gold`: the file is there to be asked or marked by, not to be handed in, so that it may hold the task's other fields
    too (the sentence, accepted forms).

    Each item's place is its line (`Place(row=line)`); a line that is no object gives none. A field that is wanting or
    is no text is `unreadable`, so that no later rule speaks of it again. CR LF line ends are read as LF: JSON takes
    the CR for white space.
    """
    findings: list[Finding] = []
    if data.startswith(_UTF16_BOMS) or data[:_HEAD].count(0) > _HEAD // 4:
        return [], [Finding("not-utf8", Place())]
    if len(data) > MAX_JSONL or data.count(b"\n") > MAX_LINES:
        raise _too_big(data)
    if data.startswith(_BOM):
        findings.append(Finding("has-bom", Place()))
        data = data.removeprefix(_BOM)
    items: list[Item] = []
    texts = 0
    for number, line in enumerate(_lines(data), start=1):
        parsed, faults = _parse(line, Place(row=number))
        findings += faults
        if parsed is not None:
            item, faults = _item(parsed, Place(row=number), task, gold)
            items.append(item)
            findings += faults
            texts += len(item.values)
        if texts > MAX_TEXTS:
            raise _too_big(data)
        if len(findings) > MAX_ERRORS:
            raise Unreadable(Finding("too-many-faults", Place(), {"most": MAX_ERRORS}))
    return items, findings


def _too_big(data: bytes) -> Unreadable:
    values = {"mib": round(len(data) / MIB), "lines": len(_lines(data))}
    limits = {"limit_mib": MAX_JSONL // MIB, "limit_lines": MAX_LINES, "limit_texts": MAX_TEXTS}
    return Unreadable(Finding("jsonl-too-big", Place(), {**values, **limits}))


def _lines(data: bytes) -> list[bytes]:
    """Its lines, without the end of the last."""
    lines = data.split(b"\n")
    return lines if lines[-1] else lines[:-1]


def _parse(line: bytes, place: Place) -> tuple[_Pairs | None, list[Finding]]:
    if not line.strip():
        return None, [Finding("blank-line", place)]
    if len(line) > MAX_LINE:
        return None, [Finding("line-too-long", place, {"length": len(line), "limit": MAX_LINE})]
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        return None, [Finding("not-utf8", place, {"byte": f"0x{line[error.start]:02X}", "position": error.start + 1})]
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        return None, [Finding("not-json", place, {"position": error.pos + 1, "near": text[error.pos : error.pos + 20]})]
    except (ValueError, RecursionError):
        # NaN and Infinity, refused below; nesting deeper than any item has.
        return None, [Finding("not-json", place, {"position": 1, "near": text[:20]})]
    if not isinstance(value, _Pairs):
        found_pl, found_en = _TYPES[type(value)]
        return None, [Finding("not-an-object", place, {"found_pl": found_pl, "found_en": found_en})]
    return value, []


def _number(digits: str) -> float:
    """Whole numbers are read where a place in a sentence could be meant; none is computed that could be too long."""
    return int(digits) if len(digits) <= _LONGEST_NUMBER else 0.0


def _refuse(constant: str) -> object:
    raise ValueError(constant)


def _any_number(_digits: str) -> float:
    """A fraction is no value of any field: none is computed, so none can be too long."""
    return 0.0


_DECODER = json.JSONDecoder(
    object_pairs_hook=_Pairs, parse_int=_number, parse_float=_any_number, parse_constant=_refuse
)


def _item(parsed: _Pairs, place: Place, task: Task, gold: bool) -> tuple[Item, list[Finding]]:
    findings = [Finding("duplicate-key", place, {"key": key}) for key in _named(parsed.repeated)]
    submitted = keys_of(task)
    keys = {**submitted, **(_other_keys(task) if gold else {})}
    known = {*keys, *(task.fields if gold else ())}
    allowed = ", ".join(submitted)
    unknown = _named([key for key in parsed if key not in known])
    findings += [Finding("unknown-key", place, {"key": key, "allowed": allowed}) for key in unknown]
    values: dict[str, str] = {}
    # What the line does not carry cannot be missing from it: inputs.jsonl has it.
    unreadable: set[str] = set(_other_keys(task)) - (parsed.keys() if gold else set())
    for key, column in keys.items():
        if key not in parsed:
            if column.required and key in submitted:
                findings.append(Finding("missing-key", place, {"key": key}))
                unreadable.add(key)
            continue
        for field, value, fault in _fields(key, column, parsed[key], place):
            if fault is None:
                values[field] = value
            else:
                unreadable.add(field)
                findings.append(fault)
    line = {key: parsed[key] for key in parsed if key in submitted} if gold else parsed
    return Item(place, values, unreadable=frozenset(unreadable), line=line), findings


def _named(keys: Sequence[str]) -> list[str]:
    """The keys as findings name them: the first ones, each cut where it is long, and the number of the others."""
    named = [key if len(key) <= _LONGEST_KEY else f"{key[:_LONGEST_KEY]}…" for key in keys[:MAX_NAMED]]
    return [*named, f"… (+{len(keys) - MAX_NAMED})"] if len(keys) > MAX_NAMED else named


def _fields(key: str, column: Column, value: object, place: Place) -> Iterator[tuple[str, str, Finding | None]]:
    """(field, text, what is wrong with it) for each text under a key: one, or one an element of an array."""
    if column.repeats == 1:
        yield (column.name, *_typed(key, column, value, place))
    elif isinstance(value, list):
        for number, element in enumerate(value, start=1):
            yield (f"{column.name}{number}", *_text(f"{key}[{number - 1}]", element, place))
    else:
        yield key, "", _wrong_type(key, value, place, ("tablica napisów", "an array of strings"))


def _typed(key: str, column: Column, value: object, place: Place) -> tuple[str, Finding | None]:
    if column.writes is Writes.STRING:
        return _text(key, value, place)
    text = as_text(column, value)
    return ("", _wrong_type(key, value, place, wanted(column))) if text is None else _text(key, text, place)


def _text(key: str, value: object, place: Place) -> tuple[str, Finding | None]:
    if not isinstance(value, str):
        return "", _wrong_type(key, value, place, _TYPES[str])
    lone = next((char for char in value if "\ud800" <= char <= "\udfff"), None) if not value.isascii() else None
    if lone is not None:
        return "", Finding("lone-surrogate", place, {"key": key, "shown": f"\\u{ord(lone):04x}"})
    return value, None


def _wrong_type(key: str, value: object, place: Place, wanted: tuple[str, str]) -> Finding:
    found = _TYPES[dict if isinstance(value, _Pairs) else type(value)]
    values = {"key": key, "found_pl": found[0], "found_en": found[1], "wanted_pl": wanted[0], "wanted_en": wanted[1]}
    return Finding("wrong-type", place, values)


def keys_of(task: Task) -> dict[str, Column]:
    """The keys of an object, in order, with their columns: input, gold, aliases; or id, commas, optional."""
    return {
        column.name if column.repeats == 1 else column.list_headings[0]: column
        for column in task.columns
        if column.holds is Holds.TEXT and column.submitted
    }


def _other_keys(task: Task) -> dict[str, Column]:
    """The author's texts that are not handed in: the sentence, accepted forms."""
    return {column.name: column for column in task.columns if column.holds is Holds.TEXT and not column.submitted}


def write_items(items: Iterable[Item], task: Task) -> bytes:
    """One object a line, in the order of the items: the same items give the same bytes.

    The texts are written as they are; whether they may be submitted is the checks' matter. A lone surrogate
    (always an error before this) raises UnicodeEncodeError.
    """
    return b"".join(_line(line_of(item, task)) for item in items)


def line_of(item: Item, task: Task) -> dict[str, object]:
    """Keys in the task's order; what is optional only where there is any. ValueError where a text is no value.

    The values of a line that was read are its own: what a sheet says by „-” is a text there.
    """
    written: dict[str, object] = {}
    for key, column in keys_of(task).items():
        if column.repeats > 1:
            if item.aliases:
                written[key] = list(item.aliases)
        elif item.line is not None and key in item.line:
            written[key] = item.line[key]
        elif column.required or column.name in item.values:
            written[key] = as_json(column, item.get(column.name))
    return written


def _line(value: dict[str, object]) -> bytes:
    text = json.dumps(value, ensure_ascii=False)
    for char, escape in _LINE_SEPARATORS.items():
        text = text.replace(char, escape)
    return f"{text}\n".encode()


def map_lines(items: Sequence[Item], task: Task) -> bytes:
    """Which line of items.jsonl came from which cell: one object a line, as `convert --map` writes it."""
    return b"".join(_line(_origin(number, item, task)) for number, item in enumerate(items, start=1))


def _origin(number: int, item: Item, task: Task) -> dict[str, object]:
    cells: dict[str, object] = {}
    for key, column in keys_of(task).items():
        if column.repeats > 1:
            if item.alias_fields:
                cells[key] = [item.at(field).cell for field in item.alias_fields]
        elif column.name in item.values:
            cells[key] = item.at(column.name).cell
    return {"line": number, "sheet": item.place.sheet, "row": item.place.row, "cells": cells}
