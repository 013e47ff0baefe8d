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
from sheet_tools.which_task import first_objects, task_of_inputs
from sheet_tools.words import LANGUAGES

# Missing ids are named one by one up to here; then they are counted.
_NAMED = 20
_SHOWN = 60
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
_LACKS = ("brakuje w nim pola „{key}”", "it has no field “{key}”")
_UNLIKE = ("treść pola „{key}” jest w nim inna niż w tym zadaniu", "the field “{key}” is not as in this task")
# What is wrong with a line, in Polish and English.
_FAULTS = {
    "missing-key": ("brakuje pola „{key}”", "the field “{key}” is missing"),
    "wrong-type": ("w polu „{key}” nie ma tekstu", "the field “{key}” is no text"),
    "lone-surrogate": ("w polu „{key}” jest połówka znaku", "the field “{key}” holds half a character"),
    "duplicate-key": ("pole „{key}” podano dwa razy", "the field “{key}” is given twice"),
    "inputs-repeated": ("id „{id}” już było wyżej", "the id “{id}” stands above already"),
    "not-json": ("to nie jest poprawny JSON", "this is not correct JSON"),
    "not-an-object": ("to nie jest obiekt JSON", "this is no JSON object"),
    "blank-line": ("wiersz jest pusty", "the line is blank"),
    "not-utf8": ("tekst nie jest w kodowaniu UTF-8", "the text is not in UTF-8"),
}


def read_inputs(data: bytes, task: Task, file: str = "inputs.jsonl") -> tuple[Item, ...]:
    """The records of inputs.jsonl, in order; fields that the task does not know are passed over.

    Raises Unreadable with the first fault where it is another task's, a record lacks a field or an id stands twice: the
    file is not ours to mend, and nothing could be held against it.
    """
    if data.startswith(_UTF16_BOMS):
        raise Unreadable(Finding("inputs-not-utf8", values={"file": file}))
    if other := _other_task(data, task, file):
        raise Unreadable(other)
    items, findings = read_items(data.removeprefix(b"\xef\xbb\xbf"), task.asking(), gold=True)
    faults = [finding for finding in in_order(findings) if finding.is_error and finding.code != "unknown-key"]
    faults += [fault for item in items for fault in _lacking(item, task)]
    if not any_error(faults) and not items:
        raise Unreadable(Finding("inputs-empty", values={"file": file}))
    seen: dict[str, Item] = {}
    for item in items:
        if seen.setdefault(_id(item, task), item) is not item:
            faults.append(Finding("inputs-repeated", item.place, {"id": _id(item, task), "line": item.place.row}))
    if faults:
        raise Unreadable(_faulty(faults[0], file))
    return tuple(items)


def _other_task(data: bytes, task: Task, file: str) -> Finding | None:
    """The finding for the inputs.jsonl of another task: by the field that is missing, or by what its texts hold."""
    lines = first_objects(data)
    found = task_of_inputs(lines)
    is_text = any(isinstance(line.get(task.subject), str) for line in lines)
    if found is None or found.name == task.name or not (is_text or any(task.subject not in line for line in lines)):
        return None
    lacking = next((column.name for column in task.given if not any(column.name in line for line in lines)), None)
    why_pl, why_en = _LACKS if lacking else _UNLIKE
    field = lacking or task.subject
    values: dict[str, object] = {"file": file, "task": found.name, "key": field}
    values |= {"why_pl": why_pl.format(key=field), "why_en": why_en.format(key=field)}
    for lang in LANGUAGES:
        values |= {f"title_{lang}": found.title[lang], f"wanted_{lang}": task.title[lang]}
    return Finding("inputs-other-task", values=values)


def _faulty(fault: Finding, file: str) -> Finding:
    """What is wrong with the file's first faulty line, in words."""
    why_pl, why_en = _FAULTS.get(fault.code, (fault.code, fault.code))
    shown = {"key": "", "id": "", **fault.values}
    values = {"file": file, "line": fault.place.row or 1, "code": fault.code, "key": shown["key"]}
    words = {"why_pl": why_pl.format(**shown), "why_en": why_en.format(**shown)}
    return Finding("inputs-faulty", values={**values, **words})


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
    named = [item for item in items if _id(item, task).strip()]
    common = sum(_is_common(item, known, sentences, task) for item in named)
    if common * 2 < len(named):
        # Which rows to add or to delete is no advice where the file is simply another one.
        yield Finding("inputs-other-file", Place(sheet), {"n": common, "all": len(named), "inputs": len(inputs)})
        return
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


def _is_common(item: Item, known: Mapping[str, Item], sentences: Mapping[str, str], task: Task) -> bool:
    """Whether the item is one of inputs.jsonl, though its id or its text may have been changed."""
    given, text = known.get(_id(item, task)), item.get(task.subject)
    if text in sentences or (given is not None and not text):
        return True
    return given is not None and _is_nearly(text, given.get(task.subject))


def _is_nearly(one: str, other: str) -> bool:
    """True where half of the words are the same: it was changed, and is not another text."""
    words, others = set(one.split()), set(other.split())
    return 2 * len(words & others) >= min(len(words), len(others))


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
