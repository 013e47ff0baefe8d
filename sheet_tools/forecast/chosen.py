"""Which items of a bank are handed in, as a call names them: numbers, the result of `choose`, or an items.jsonl."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence

from sheet_tools.cells import Place
from sheet_tools.findings import Finding, Unreadable
from sheet_tools.matrix import Matrix, MatrixItem

_NUMBER = re.compile(r"-?[0-9]{1,18}")


def outcomes_of(matrix: Matrix) -> dict[int, str]:
    """Item number → outcome, of the rows that have every answer."""
    rows = zip(matrix.items, matrix.rows, strict=True)
    return {item.index: "".join(map(str, row)) for item, row in rows if None not in row}


def chosen_outcomes(matrix: Matrix, text: str | None) -> list[str]:
    """The outcomes of the chosen items; `text` is what a call or its file says, None for all that have every answer.

    Raises Unreadable where an item is not of this bank, lacks an answer, or the text names none.
    """
    known = outcomes_of(matrix)
    if text is None:
        return list(known.values())
    numbers = _numbers(matrix.items, text)
    without = [number for number in numbers if number not in known]
    if without:
        raise _refusal("chosen-without-answers", ", ".join(map(str, without)))
    return [known[number] for number in numbers]


def _numbers(items: Sequence[MatrixItem], text: str) -> list[int]:
    """Each once, in order; an item of an items.jsonl is known by its exact input, where the bank has that once. A set
    that holds an input twice cannot be handed in."""
    counts = Counter(item.input for item in items)
    by_input = {item.input: item.index for item in items if item.input and counts[item.input] == 1}
    known = {item.index for item in items}
    named_by = _named(text)
    found: dict[int, None] = {}
    unknown = []
    for named in named_by:
        number = by_input.get(named) if isinstance(named, str) else named
        if number is None or number not in known:
            unknown.append(str(named)[:60])
        else:
            found[number] = None
    if unknown:
        raise _refusal("chosen-unknown", ", ".join(unknown[:20]))
    twice = [by_input[named] for named, n in Counter(named_by).items() if isinstance(named, str) and n > 1]
    if twice:
        raise _refusal("chosen-twice", ", ".join(map(str, twice[:20])))
    return sorted(found)


def _named(text: str) -> list[int | str]:
    """Numbers, or inputs of items."""
    stripped = text.strip()
    try:
        if not stripped.startswith(("{", "[")):
            return [*numbers_of(stripped)] or _none(stripped)
        whole = json.loads(stripped)
    except (ValueError, RecursionError):
        return _inputs(stripped)
    numbers = whole.get("chosen") if isinstance(whole, dict) else whole
    if isinstance(numbers, list) and numbers and all(type(number) is int for number in numbers):
        return list(numbers)
    return _inputs(stripped)


def numbers_of(text: str) -> list[int]:
    """The numbers of a list with commas, blanks or line ends between them. ValueError where it holds anything else,
    also what Python alone takes for a number („1_0”, „٣”)."""
    parts = text.replace(",", " ").split()
    if not all(_NUMBER.fullmatch(part) for part in parts):
        raise ValueError(text)
    return [int(part) for part in parts]


def _inputs(text: str) -> list[int | str]:
    try:
        lines = [json.loads(line) for line in text.split("\n") if line.strip()]
    except (ValueError, RecursionError):
        lines = []
    inputs: list[int | str] = [line["input"] for line in lines if isinstance(line, dict) and _has_input(line)]
    return inputs if inputs and len(inputs) == len(lines) else _none(text)


def _has_input(line: dict[str, object]) -> bool:
    return isinstance(line.get("input"), str)


def _none(text: str) -> list[int | str]:
    raise _refusal("chosen-unreadable", text[:40])


def _refusal(code: str, shown: str) -> Unreadable:
    return Unreadable(Finding(code, Place(), {"shown": shown}))
