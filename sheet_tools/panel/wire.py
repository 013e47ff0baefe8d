"""What a server sent → a reply, or a failure that says whether asking again can help. Pure functions: no network here.

The quirks are those of real servers (llama.cpp, llama-cpp-python, vLLM, Ollama, LM Studio, gateways); the table in
tests/test_client.py names each.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, TypeGuard

from sheet_tools.findings import Finding
from sheet_tools.panel.responses import CUT_OFF

_SHOWN = 200
# A null text that comes with one of these is the server's own word for an empty answer.
_FINISHED = (CUT_OFF, "stop")
_TEMPORARY = (408, 429)
_SYSTEM_ROLE = re.compile(
    r"system (role|message|prompt)|role.{0,12}system|roles must alternate|only user and assistant roles", re.IGNORECASE
)
_TOO_LONG = re.compile(r"exceed_context_size|context_length_exceeded|context (length|window|size)", re.IGNORECASE)
# The end-of-turn marks of common chat templates, which a wrongly set up server leaves in the text.
_LEAKED = re.compile(
    r"(\s*(<\|im_end\|>|<\|eot_id\|>|<\|end\|>|<\|endoftext\|>|<\|end_of_text\|>|<end_of_turn>|<eos>|</s>))+\s*\Z"
)
_SURROGATES = re.compile(r"[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: `text` is what is marked, `received` the whole body."""

    text: str
    finish_reason: str | None
    returned_model: str | None
    usage: Mapping[str, object] | None
    received: str
    server: str | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """No answer, and why: a code of the catalogue and its values.

    `retry`: asking again may help; `wait`: the seconds that the server asks for; `stops`: the model's other items would
    fare no better; `loading`: the server is only not ready yet; `refused`: the server understood and declined.
    """

    code: str
    values: Mapping[str, object] = field(default_factory=dict)
    retry: bool = False
    wait: float | None = None
    stops: bool = False
    loading: bool = False
    refused: bool = False

    def finding(self, **values: object) -> Finding:
        return Finding(self.code, values={**self.values, **values})


def judge(status: int, headers: Mapping[str, str], body: bytes) -> Reply | Failure:
    """What an HTTP answer to a chat request amounts to. `headers` know no case, as those of requests."""
    if 300 <= status < 400:
        return Failure("endpoint-redirected", {"to": headers.get("Location", "?")}, stops=True)
    if status != 200:
        return _refusal(status, _message(body), headers)
    raw = parse(body)
    if raw is None:
        return _not_json(body)
    error = raw.get("error")
    if error:
        return _refusal(_code_inside(error), _message_of(raw) or "?", headers)
    return _reply(raw, headers, body)


def parse(body: bytes) -> dict[str, Any] | None:
    """The JSON object of a body; keep-alive comments (lines that begin with a colon) and blanks may stand before it."""
    text = body.decode("utf-8-sig", "replace").lstrip()
    while text.startswith(":"):
        text = text.partition("\n")[2].lstrip()
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return raw if isinstance(raw, dict) else None


def text_of(message: Mapping[str, Any], finish_reason: str | None) -> str | None:
    """The text that is marked, from the message as received; None where it holds no answer.

    Parts of text are joined. What a model thought (`reasoning`, `reasoning_content`) is no answer: cut off within its
    thoughts, it answered nothing, as in the official run. A leaked end-of-turn mark at the very end is not text.
    """
    content = message.get("content")
    if isinstance(content, list):
        content = "".join(map(_part, content))
    if content is None and finish_reason in _FINISHED:
        content = ""
    if not isinstance(content, str):
        return None
    return without_halves(_LEAKED.sub("", content))


def without_halves(text: str) -> str:
    """The text with each half of a character (a lone surrogate, which no file can hold) shown as the sign for that."""
    return _SURROGATES.sub("\ufffd", text)


def leaks(received: str | None) -> bool:
    """True where the body's text ends with an end-of-turn mark, which `text_of` takes off."""
    raw = parse((received or "").encode("utf-8", "replace"))
    content = _first_message(raw).get("content") if raw else None
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


def retry_after(value: str | None) -> float | None:
    """Seconds from a Retry-After header: a number, a float or an HTTP date; None where it is none of these."""
    if not value:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        when = parsedate_to_datetime(value)
    except ValueError:
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (when - datetime.now(UTC)).total_seconds())


def _reply(raw: dict[str, Any], headers: Mapping[str, str], body: bytes) -> Reply | Failure:
    choices = raw.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        return Failure("endpoint-no-choice", retry=True)
    finish = choices[0].get("finish_reason")
    reason = one_line(finish) if isinstance(finish, str) else None
    text = text_of(_first_message(raw), reason)
    if text is None or reason == "content_filter":
        return Failure("endpoint-no-text", {"finish": reason or "–"}, refused=True)
    model, usage = raw.get("model"), raw.get("usage")
    return Reply(
        text,
        reason,
        one_line(model) or None if isinstance(model, str) else None,
        usage if isinstance(usage, dict) else None,
        body.decode("utf-8-sig", "replace").strip(),
        headers.get("Server"),
    )


def _first_message(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    choices = raw.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, dict) else None
    return message if isinstance(message, dict) else {}


def _part(part: object) -> str:
    """The text of one part of a content list; pictures and thoughts have none."""
    if isinstance(part, str):
        return part
    if isinstance(part, dict) and part.get("type", "text") in ("text", "output_text"):
        return str(part.get("text") or "")
    return ""


def _refusal(status: int, message: str, headers: Mapping[str, str]) -> Failure:
    values = {"status": status, "message": message}
    if _SYSTEM_ROLE.search(message):
        return Failure("system-role-refused", values, stops=True, refused=True)
    if _TOO_LONG.search(message):
        return Failure("prompt-too-long", values, refused=True)
    if status in _TEMPORARY or status >= 500:
        loading = status == 503 and "loading" in message.lower()
        code = "endpoint-loading" if loading else "endpoint-too-many" if status == 429 else "endpoint-server-error"
        return Failure(code, values, retry=True, wait=retry_after(headers.get("Retry-After")), loading=loading)
    if status in (401, 403):
        return Failure("endpoint-key-refused", values, stops=True, refused=True)
    if status in (404, 405):
        return Failure("endpoint-not-found", values, stops=True, refused=True)
    return Failure("endpoint-bad-request", values, refused=True)


def _not_json(body: bytes) -> Failure:
    """A page of HTML is another server and stays one; a body cut off in the middle may come whole the next time."""
    start = body.lstrip()[:20].lower()
    if start.startswith(b"data:"):
        return Failure("endpoint-streams", stops=True)
    html = start.startswith((b"<!doctype", b"<html"))
    return Failure("endpoint-not-json", {"message": _message(body)}, retry=not html, stops=html)


def _code_inside(error: object) -> int:
    """The status that an error within a 200 stands for; 500 where it does not say."""
    if not isinstance(error, dict):
        return 500
    for key in ("code", "status"):
        value = error.get(key)
        if isinstance(value, int | str) and str(value).isdigit() and 400 <= int(value) < 600:
            return int(value)
    words = f"{error.get('type')} {error.get('code')}".lower()
    return 429 if "rate_limit" in words else 400 if "invalid_request" in words else 500


def _message(body: bytes) -> str:
    """The server's own words, one line of them: from JSON of any common shape, plain text, or a page's title."""
    raw = parse(body)
    text = _message_of(raw) if raw else None
    if text is None:
        text = body.decode("utf-8", "replace")
        title = re.search(r"<title[^>]*>(.*?)</title>", text, re.IGNORECASE | re.DOTALL)
        text = title[1] if title else re.sub(r"<[^>]*>", " ", text)
    return one_line(text) or "–"


def _message_of(raw: Mapping[str, Any]) -> str | None:
    error = raw.get("error")
    inner = error if isinstance(error, dict) else raw
    detail = raw.get("detail")
    if isinstance(detail, list) and detail and isinstance(detail[0], dict):
        detail = detail[0].get("msg")
    found = [inner.get("message"), error, detail, raw.get("message")]
    text = next((value for value in found if isinstance(value, str) and value), None)
    kinds = [inner.get(key) for key in ("type", "code")]
    kind = next((value for value in kinds if isinstance(value, str) and value), None)
    if text is None and kind is None:
        return None
    return one_line(f"{text} ({kind})" if text and kind and kind not in text else text or kind or "")


def one_line(text: str) -> str:
    """At most 200 characters on one line, without control characters and halves of characters: fit for a message."""
    plain = "".join(" " if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") else c for c in text)
    line = " ".join(plain.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
