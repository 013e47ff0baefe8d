"""Item → request: the exact messages and the generation settings of its task, and the request's key.

Source: spec/reverse-poleval.txt, „Official chat messages”: the system message is fixed, the user message is exactly the
submitted input, decoding is greedy.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sheet_tools.items import Item
from sheet_tools.tasks import Task

_FIELD = re.compile(r"\{\{\s*(\w+)\s*\}\}")

Message = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Request:
    """What one model is asked: the whole of what decides its answer."""

    model: str
    messages: tuple[Message, ...]
    generation: Mapping[str, object]

    @property
    def key(self) -> str:
        return request_key(self.model, self.messages, self.generation)


def request(model: str, item: Item, task: Task) -> Request:
    return Request(model, messages(item, task), task.generation)


def messages(item: Item, task: Task) -> tuple[Message, ...]:
    """The chat as it is sent: the system message where the task has one, then the user's."""
    user = {"role": "user", "content": user_message(item, task)}
    if task.system_message is None:
        return (user,)
    return ({"role": "system", "content": task.system_message}, user)


def user_message(item: Item, task: Task) -> str:
    """The task's user message with the item's fields put in, character for character.

    One pass, so that braces in the author's text are text. A field that the task does not have is a bug of its
    declaration: ValueError.
    """

    def field(match: re.Match[str]) -> str:
        if match[1] not in task.fields:
            raise ValueError(f"{task.name}: the user message names {match[1]}, which is no field of the task")
        return item.get(match[1])

    return _FIELD.sub(field, task.user_message)


def request_key(model: str, messages: Sequence[Message], generation: Mapping[str, object]) -> str:
    """SHA-256 (hexadecimal) of the canonical JSON of model, messages and generation: equal requests, equal keys.

    Canonical: keys sorted, no blanks, ASCII, and whole numbers without a point (temperature 0 and 0.0 are one setting).
    """
    whole = {"model": model, "messages": list(messages), "generation": generation}
    text = json.dumps(_canonical(whole), sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _canonical(value: object) -> object:
    if isinstance(value, Mapping):
        return {str(key): _canonical(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_canonical(inner) for inner in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value
