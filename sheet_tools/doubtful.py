"""Where a model's answers cannot mean what the author thinks: one warning a model, the first cause that explains it.

Thoughts before the answer, nothing but empty answers, nearly all cut off, right nowhere, another's answers. A mark
stays what it is (the official run marks the same text); only the silence about it is wrong. Of few answers nothing is
said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sheet_tools.findings import Finding
from sheet_tools.items import Item
from sheet_tools.marking import Mark, Marks
from sheet_tools.panel.body import parse_kept
from sheet_tools.panel.responses import Response, Responses
from sheet_tools.panel.wire import first_message

_FEW = 10  # answers of which nothing is said
_FEW_JUDGED = 20  # a hard set of fewer items may well have a model that is right nowhere
_MOST = 0.9
_SOME = 0.1
_WORDS = r"(?:think(?:ing)?|thoughts?|reason(?:ing)?|reflect(?:ion)?|analysis|scratchpad|inner_monologue)"
# The marks by which reasoning models set their thoughts apart, at the beginning of an answer.
_OPENS = re.compile(
    rf"\s*(?:<\|?(?:\w+:)?{_WORDS}(?:\|?>|\s[^<>]*>)|\[{_WORDS}\]|◁{_WORDS}▷|<unused\d+>thought\b"
    r"|<\|channel\|?>|<\|start\|>assistant<\|channel\|?>|<\|(?:begin_of_thought|START_THINKING)\|>"
    r"|analysis(?=[A-Z][a-z]))",
    re.IGNORECASE,
)
# Their ends, without a beginning where the chat template has put that into the prompt; anywhere.
_CLOSES = re.compile(
    rf"<\|?/(?:\w+:)?{_WORDS}\|?>|\[/{_WORDS}\]|◁/{_WORDS}▷|<\|(?:end_of_thought|END_THINKING)\|>"
    r"|<\|channel\|>final|assistantfinal",
    re.IGNORECASE,
)
_THOUGHTS = ("reasoning", "reasoning_content", "reasoning_text", "reasoning_details", "thinking", "thinking_blocks")


def doubts(responses: Responses, items: Sequence[Item], marks: Marks | None = None) -> Iterator[Finding]:
    """At most one warning a model, of its answers to these items; `marks` tell whether it is ever right."""
    known: dict[tuple[str | None, ...], str] = {}
    for column, model in enumerate(responses.models):
        answers = [answer for item in items if (answer := responses.get(model, item))]
        outcomes = [row[column].mark for row in marks.rows] if marks and marks.models == responses.models else []
        finding = _thoughts(model, answers) or _empty(model, answers) or _cut_off(model, answers)
        finding = finding or _never_right(model, outcomes) or _same(model, responses, items, known)
        if finding:
            yield finding


def has_thoughts(response: Response) -> bool:
    """True where the answer begins with the model's thoughts, or they are all that it holds."""
    text = response.text
    if _OPENS.match(text) or _CLOSES.search(text):
        return True
    return not text.strip() and _thought_apart(response.extras)


def _thought_apart(extras: Mapping[str, Any]) -> bool:
    """Thoughts that the server has put beside the (empty) text."""
    received = extras.get("received")
    raw = parse_kept(received) if isinstance(received, str) else None
    message = first_message(raw) if raw else {}
    content = message.get("content")
    parts = content if isinstance(content, list) else []
    in_parts = any(isinstance(part, dict) and part.get("type") in (*_THOUGHTS, "thought") for part in parts)
    return in_parts or any(_is_said(holder.get(name)) for holder in (message, extras) for name in _THOUGHTS)


def _is_said(value: object) -> bool:
    return bool(value.strip()) if isinstance(value, str) else isinstance(value, list | dict) and bool(value)


def _thoughts(model: str, answers: Sequence[Response]) -> Finding | None:
    n = sum(map(has_thoughts, answers))
    return _finding("answers-are-thoughts", model, n, len(answers), _SOME)


def _empty(model: str, answers: Sequence[Response]) -> Finding | None:
    n = sum(not answer.text.strip() for answer in answers)
    return _finding("answers-all-empty", model, n, len(answers), 1.0)


def _cut_off(model: str, answers: Sequence[Response]) -> Finding | None:
    return _finding("answers-cut-off", model, sum(answer.is_cut_off for answer in answers), len(answers), _MOST)


def _never_right(model: str, outcomes: Sequence[Mark]) -> Finding | None:
    judged = [mark for mark in outcomes if mark is not Mark.MISSING]
    if Mark.RIGHT in judged or len(judged) < _FEW_JUDGED:
        return None
    return _finding("answers-never-right", model, len(judged), len(judged), 1.0)


def _same(
    model: str, responses: Responses, items: Sequence[Item], known: dict[tuple[str | None, ...], str]
) -> Finding | None:
    """A model whose every answer is another's, to the letter: one file twice, or one model under two names. `known`:
    answers → the first model that gave them."""
    found = [responses.get(model, item) for item in items]
    n = sum(answer is not None for answer in found)
    first = known.setdefault(tuple(answer.text if answer else None for answer in found), model)
    if first == model or n < _FEW:
        return None
    return Finding("answers-same", values={"model": model, "other": first, "n": n})


def _finding(code: str, model: str, n: int, of: int, share: float) -> Finding | None:
    if of < _FEW or n < max(1, share * of):
        return None
    return Finding(code, values={"model": model, "n": n, "items": of})
