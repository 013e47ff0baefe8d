"""inputs.jsonl: what is given. Every id of it is answered exactly once, for the very sentence that stands there.

Source: the sister tasks' specs, „Input format”, „Submission format”.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sheet_tools.cells import Place
from sheet_tools.findings import Finding, Unreadable, any_error, in_order
from sheet_tools.items import Item
from sheet_tools.jsonl import read_items
from sheet_tools.tasks import Task

# Missing ids are named one by one up to here; then they are counted.
_NAMED = 20
_SHOWN = 60


def read_inputs(data: bytes, task: Task) -> tuple[Item, ...]:
    """The records of inputs.jsonl, in order; fields that the task does not know are passed over.

    Raises Unreadable with the first fault where a record lacks a field or an id stands twice: the file is not ours to
    mend, and nothing could be held against it.
    """
    items, findings = read_items(data.removeprefix(b"\xef\xbb\xbf"), task.asking(), gold=True)
    faults = [finding for finding in in_order(findings) if finding.is_error and finding.code != "unknown-key"]
    faults += [fault for item in items for fault in _lacking(item, task)]
    if not any_error(faults) and not items:
        raise Unreadable(Finding("inputs-empty"))
    seen: dict[str, Item] = {}
    for item in items:
        if seen.setdefault(_id(item, task), item) is not item:
            faults.append(Finding("inputs-repeated", item.place, {"id": _id(item, task), "line": item.place.row}))
    if faults:
        values = {"line": faults[0].place.row or 0, "code": faults[0].code}
        raise Unreadable(Finding("inputs-faulty", values=values))
    return tuple(items)


def _lacking(item: Item, task: Task) -> Iterator[Finding]:
    for column in task.given:
        if not item.get(column.name).strip():
            yield Finding("missing-key", item.place, {"key": column.name})


def key_of(task: Task) -> str:
    """The field by which an item is told from all others."""
    return task.unique[0]


def _id(item: Item, task: Task) -> str:
    return item.get(key_of(task))


def filled(items: Sequence[Item], inputs: Sequence[Item], task: Task) -> tuple[Item, ...]:
    """The items, with the given fields that their own file does not carry (a submission's lines have no sentence)."""
    known = {_id(item, task): item for item in inputs}
    return tuple(_filled(item, known.get(_id(item, task)), task) for item in items)


def _filled(item: Item, given: Item | None, task: Task) -> Item:
    absent = [c.name for c in task.given if c.name not in item.values and c.name not in item.places]
    if given is None or not absent:
        return item
    values = {**item.values, **{name: given.get(name) for name in absent}}
    return replace(item, values=values, unreadable=item.unreadable - set(absent))


def in_input_order(items: Sequence[Item], inputs: Sequence[Item], task: Task) -> tuple[Item, ...]:
    """The items in the order of inputs.jsonl; what it does not hold comes last, in its own order."""
    order = {_id(item, task): place for place, item in enumerate(inputs)}
    return tuple(sorted(items, key=lambda item: order.get(_id(item, task), len(order))))


def without_subject(items: Sequence[Item], task: Task) -> Iterator[Finding]:
    """Errors at items that can neither be asked nor marked: their own file has no sentence, and no inputs.jsonl was
    given that has it."""
    for item in items if task.given else ():
        if task.subject not in item.values and task.subject not in item.places:
            yield Finding("subject-unknown", item.place, {"field": task.subject})


def hold(items: Sequence[Item], inputs: Sequence[Item], task: Task, sheet: str | None) -> Iterator[Finding]:
    """Errors at ids that inputs.jsonl does not hold, at fields that are not as given, and for ids that are missing."""
    known = {_id(item, task): item for item in inputs}
    sentences = {item.get(task.subject): _id(item, task) for item in inputs}
    key = key_of(task)
    for item in items:
        found = _id(item, task)
        if not found.strip() or key in item.unreadable:
            continue
        if found not in known:
            meant = sentences.get(item.get(task.subject), "")
            yield Finding("input-id-unknown", item.at(key), {"id": found, "meant": meant or "–"})
        else:
            yield from _changed(item, known[found], task)
    yield from _missing({_id(item, task) for item in items}, known, task, Place(sheet))


def _changed(item: Item, given: Item, task: Task) -> Iterator[Finding]:
    for column in task.given:
        name = column.name
        if name in item.unreadable or item.get(name) == given.get(name) or name == key_of(task):
            continue
        at = _first_difference(item.get(name), given.get(name))
        values = {
            "id": _id(given, task),
            "field": name,
            "at": at + 1,
            "given": given.get(name)[at : at + _SHOWN] or "–",
        }
        yield Finding("input-changed", item.at(name), {**values, "found": item.get(name)[at : at + _SHOWN] or "–"})


def _first_difference(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _missing(found: set[str], known: Mapping[str, Item], task: Task, place: Place) -> Iterator[Finding]:
    missing = [given for name, given in known.items() if name not in found]
    for given in missing[:_NAMED]:
        sentence = given.get(task.subject)[:_SHOWN]
        yield Finding("input-missing", place, {"id": _id(given, task), "line": given.place.row, "sentence": sentence})
    if len(missing) > _NAMED:
        yield Finding("inputs-missing", place, {"n": len(missing) - _NAMED, "all": len(missing)})
