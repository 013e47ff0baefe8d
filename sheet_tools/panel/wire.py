"""What a server sent → a reply, or a failure that says whether asking again can help. Pure functions: no network here.

The quirks are those of real servers (llama.cpp, llama-cpp-python, vLLM, Ollama, LM Studio, gateways); the table in
tests/test_client.py names each. An answer is only what a model finished or was cut off at the limit (endings.py): a
text, text parts, or an explicit null, with no refusal and no error beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeGuard

from sheet_tools.panel.body import Undecodable, charset_of, kept, parse, parse_kept
from sheet_tools.panel.endings import Ending, ending_of
from sheet_tools.panel.outcomes import Failure as Failure
from sheet_tools.panel.outcomes import Reply as Reply
from sheet_tools.panel.refusals import code_inside, message_in, message_of, not_json, one_line, refusal
from sheet_tools.panel.refusals import retry_after as retry_after

_FINISHED = (Ending.STOP, Ending.LENGTH)
_TEXT_PARTS = ("text", "output_text")
_THOUGHT_PARTS = ("thinking", "reasoning", "thought", "redacted_thinking")
# The end-of-turn marks of common chat templates, which a wrongly set up server leaves in the text.
_LEAKED = re.compile(
    r"(\s*(<\|im_end\|>|<\|eot_id\|>|<\|end\|>|<\|endoftext\|>|<\|end_of_text\|>|<end_of_turn>|<eos>|</s>))+\s*\Z"
)
_SURROGATES = re.compile(r"[\ud800-\udfff]")


def judge(status: int, headers: Mapping[str, str], body: bytes) -> Reply | Failure:
    """What an HTTP answer to a chat request amounts to. `headers` know no case, as those of requests."""
    if 300 <= status < 400:
        return Failure("endpoint-redirected", {"to": headers.get("Location", "?")}, stops=True)
    if not 200 <= status < 300:
        return refusal(status, message_in(body), headers, is_page=_is_page(body))
    if status != 200 and not body.strip():
        return Failure("endpoint-no-body", {"status": status}, stops=True, refused=True)
    charset = charset_of(headers)
    received = kept(body, charset)
    try:
        raw = parse(body, charset)
    except Undecodable as undecodable:
        return Failure("endpoint-undecodable", {"charset": undecodable.charset}, retry=True, received=received)
    if raw is None:
        return replace(not_json(body), received=received)
    found = _answer(raw, headers, received)
    return replace(found, received=received) if isinstance(found, Failure) else found


def text_of(message: Mapping[str, Any], finish_reason: str | None) -> str | None:
    """The text that is marked, from the message as received; None where it holds no answer.

    Parts of text are joined. What a model thought (`reasoning`, `reasoning_content`) is no answer: cut off within its
    thoughts, it answered nothing, as in the official run. A leaked end-of-turn mark at the very end is not text.
    """
    content = message.get("content")
    if isinstance(content, list):
        content = _joined(content)
    if content is None and "content" in message and ending_of(finish_reason) in _FINISHED:
        content = "" if not isinstance(message["content"], list) or _is_thought(message["content"]) else None
    if not isinstance(content, str):
        return None
    return without_halves(_LEAKED.sub("", content))


def without_halves(text: str) -> str:
    """The text with each half of a character (a lone surrogate, which no file can hold) shown as the sign for that."""
    return _SURROGATES.sub("\ufffd", text)


def leaks(received: str | None) -> bool:
    """True where the body's text ends with an end-of-turn mark, which `text_of` takes off."""
    raw = parse_kept(received)
    content = first_message(raw).get("content") if raw else None
    return isinstance(content, str) and _LEAKED.search(content) is not None


def served_ids(raw: Mapping[str, Any] | None) -> list[str] | None:
    """The ids of a /models answer; None where it is no such list."""
    entries = (raw or {}).get("data")
    if not isinstance(entries, list):
        return None
    ids: list[str] = []
    for entry in entries:
        if isinstance(entry, dict):
            # llama.cpp lists the other names that a model answers to beside its id.
            aliases = entry.get("aliases")
            names = (entry.get("id"), *(aliases if isinstance(aliases, list) else []))
            ids += [name for name in names if _is_name(name)]
    return list(dict.fromkeys(ids)) or None


def _is_name(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and bool(value)


def _is_page(body: bytes) -> bool:
    return body.lstrip()[:20].lower().startswith((b"<!doctype", b"<html"))


def _answer(raw: dict[str, Any], headers: Mapping[str, str], received: str) -> Reply | Failure:
    """The first choice, if it is an answer."""
    if raw.get("error") or raw.get("object") == "error":
        return _error_inside(raw, headers)
    choices = raw.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        return Failure("endpoint-no-choice", retry=True)
    choice, message = choices[0], first_message(raw)
    for holder in (choice, message):
        if holder.get("error"):
            return _error_inside(holder, headers)
    given = choice.get("finish_reason")
    reason = one_line(given) or None if isinstance(given, str) else None
    failure = _broken(given) or _declined(message, given) or _shapeless(choice, message)
    if failure:
        return failure
    text = text_of(message, reason)
    if text is None:
        return Failure("endpoint-no-text", {"finish": reason or "–"}, refused=True, own=True)
    model, usage = raw.get("model"), raw.get("usage")
    return Reply(
        text,
        reason,
        one_line(model) or None if isinstance(model, str) else None,
        usage if isinstance(usage, dict) else None,
        received,
        headers.get("Server"),
    )


def _error_inside(holder: Mapping[str, Any], headers: Mapping[str, str]) -> Failure:
    return refusal(code_inside(holder.get("error") or holder), message_of(holder) or "?", headers)


def _broken(reason: object) -> Failure | None:
    if ending_of(reason) is not Ending.BROKEN:
        return None
    return Failure("endpoint-broken-off", {"finish": one_line(str(reason)) or "?"}, retry=True)


def _declined(message: Mapping[str, Any], reason: object) -> Failure | None:
    """A refusal: of the model in its own field or as a part of its content, or of a filter."""
    content = message.get("content")
    parts = [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []
    said = [message.get("refusal"), *(part.get("refusal") for part in parts if part.get("type") == "refusal")]
    words = next((one_line(str(each)) for each in said if each), None)
    if words is None and ending_of(reason) is Ending.DECLINED:
        return Failure("endpoint-no-text", {"finish": one_line(str(reason))}, refused=True, own=True)
    return Failure("answer-refused", {"message": words}, refused=True, own=True) if words is not None else None


def _shapeless(choice: Mapping[str, Any], message: Mapping[str, Any]) -> Failure | None:
    """A body of another protocol, in which the model's other answers will not be found either."""
    if not isinstance(choice.get("message"), dict):
        if isinstance(choice.get("delta"), dict):
            return Failure("endpoint-streams", stops=True)
        code = "endpoint-completions" if "text" in choice else "endpoint-no-message"
        return Failure(code, stops=True, refused=True)
    content = message.get("content")
    if "content" not in message or not (content is None or isinstance(content, str | list)):
        return Failure("endpoint-no-content", stops=True, refused=True)
    return None


def first_message(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    choices = raw.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, dict) else None
    return message if isinstance(message, dict) else {}


def _joined(parts: list[Any]) -> str | None:
    """The text of a list of parts; None where not one of them is text, or a part of text holds none."""
    texts = [part if isinstance(part, str) else part.get("text") for part in parts if _is_text_part(part)]
    return "".join(texts) if texts and all(isinstance(text, str) for text in texts) else None


def _is_text_part(part: object) -> bool:
    return isinstance(part, str) or (isinstance(part, dict) and part.get("type", "text") in _TEXT_PARTS)


def _is_thought(parts: list[Any]) -> bool:
    """True for a list of thoughts alone, or of nothing: what a model thought is no answer, and so an empty one."""
    return all(isinstance(part, dict) and part.get("type") in _THOUGHT_PARTS for part in parts)
