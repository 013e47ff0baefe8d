"""What a server says when it does not answer: its status and its words → a failure, with its cause by name."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from sheet_tools.panel.body import Undecodable, parse
from sheet_tools.panel.outcomes import Failure

_SHOWN = 200
_TEMPORARY = (408, 425, 429)
_SYSTEM_ROLE = re.compile(
    r"system (role|message|prompt)|role.{0,12}system|roles must alternate|only user and assistant roles", re.IGNORECASE
)
_TOO_LONG = re.compile(r"exceed_context_size|context_length_exceeded|context (length|window|size)", re.IGNORECASE)
_QUOTA = re.compile(
    r"insufficient[_ ](quota|credits?|balance|funds)|exceeded your current quota|quota[_ ]exceeded|out of credits"
    r"|not enough (credits?|balance)|payment[_ ]required|billing|credit balance is too low",
    re.IGNORECASE,
)
_NOT_LOADED = re.compile(
    r"no models? (is |are )?(currently )?loaded|failed to load model|model\b.{0,80}\b(is )?(not|un)[ -]?loaded"
    r"|try pulling it|model_not_found|model\b.{0,80}\bdoes not exist|error loading model",
    re.IGNORECASE,
)
_WANTS_TLS = re.compile(r"http request (was sent )?to (an )?https (server|port)", re.IGNORECASE)
_DECLINES_FIELD = re.compile(
    r"unsupported[_ ](parameter|value|field|argument)|(unrecognized|unexpected|unknown)[_ ].{0,20}"
    r"(parameter|argument|field|key)|extra (inputs|fields)|extra_forbidden",
    re.IGNORECASE,
)
_DECLINES = re.compile(
    r"support|deprecated|not (permitted|allowed|available)|unknown|unrecogni|unexpected", re.IGNORECASE
)
# What the official request holds: without these a model cannot be asked as it is asked there.
_OFFICIAL = re.compile(r"\b(max_tokens|max_completion_tokens|temperature)\b")


def refusal(status: int, message: str, headers: Mapping[str, str], *, is_page: bool = False) -> Failure:
    """A status other than success. `is_page`: the body is a page of HTML, which no model server sends."""
    values = {"status": status, "message": message}
    known = _by_words(status, message, values)
    if known:
        return known
    if status in _TEMPORARY or status >= 500:
        return _temporary(status, message, headers, values)
    if status in (401, 403):
        code = "endpoint-blocked" if is_page else "endpoint-key-refused"
        return Failure(code, values, stops=True, refused=True)
    if status == 407:
        return Failure("endpoint-proxy-login", values, stops=True, refused=True)
    if status in (404, 405):
        return Failure("endpoint-not-found", values, stops=True, refused=True)
    if status == 413:
        return Failure("endpoint-too-large", values, stops=True, refused=True)
    return Failure("endpoint-bad-request", values, refused=True)


def _by_words(status: int, message: str, values: Mapping[str, object]) -> Failure | None:
    """The causes that servers give under several statuses."""
    if status == 402 or (status < 500 and _QUOTA.search(message)):
        return Failure("endpoint-quota", values, stops=True, refused=True)
    if status != 503 and _NOT_LOADED.search(message):
        return Failure("model-not-loaded", values, stops=True, refused=True)
    if status < 500 and _WANTS_TLS.search(message):
        return Failure("endpoint-https-wanted", stops=True, refused=True)
    if _SYSTEM_ROLE.search(message):
        return Failure("system-role-refused", values, stops=True, refused=True)
    if _TOO_LONG.search(message):
        return Failure("prompt-too-long", values, refused=True, own=True)
    return _declined_setting(message, values) if status in (400, 422) else None


def _declined_setting(message: str, values: Mapping[str, object]) -> Failure | None:
    official = _OFFICIAL.search(message)
    if official and (_DECLINES_FIELD.search(message) or _DECLINES.search(message)):
        return Failure("parameter-refused", {**values, "field": official[0]}, stops=True, refused=True)
    if _DECLINES_FIELD.search(message):
        return Failure("setting-refused", values, stops=True, refused=True)
    return None


def _temporary(status: int, message: str, headers: Mapping[str, str], values: Mapping[str, object]) -> Failure:
    wait = retry_after(headers.get("Retry-After"))
    if status == 503 and re.search(r"\bloading\b|still starting|warming up", message, re.IGNORECASE):
        return Failure("endpoint-loading", values, retry=True, wait=wait, loading=True)
    return Failure("endpoint-too-many" if status == 429 else "endpoint-server-error", values, retry=True, wait=wait)


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


def not_json(body: bytes) -> Failure:
    """A page of HTML is another server and stays one; a body cut off in the middle may come whole the next time."""
    start = body.lstrip()[:20].lower()
    if start.startswith(b"data:"):
        return Failure("endpoint-streams", stops=True)
    html = start.startswith((b"<!doctype", b"<html"))
    return Failure("endpoint-not-json", {"message": message_in(body)}, retry=not html, stops=html)


def code_inside(error: object) -> int:
    """The status that an error within a 200 stands for; 500 where it does not say."""
    if not isinstance(error, dict):
        return 500
    for key in ("code", "status"):
        value = error.get(key)
        if isinstance(value, int | str) and str(value).isdigit() and 400 <= int(value) < 600:
            return int(value)
    words = f"{error.get('type')} {error.get('code')}".lower()
    return 429 if "rate_limit" in words else 400 if "invalid_request" in words else 500


def message_in(body: bytes) -> str:
    """The server's own words, one line of them: from JSON of any common shape, plain text, or a page's title."""
    try:
        raw = parse(body)
    except Undecodable:
        raw = None
    text = message_of(raw) if raw else None
    if text is None:
        text = body.decode("utf-8", "replace")
        title = re.search(r"<title[^>]*>(.*?)</title>", text, re.IGNORECASE | re.DOTALL)
        text = title[1] if title else re.sub(r"<[^>]*>", " ", text)
    return one_line(text) or "–"


def message_of(raw: Mapping[str, Any]) -> str | None:
    error = raw.get("error")
    inner = error if isinstance(error, dict) else raw
    detail = raw.get("detail")
    if isinstance(detail, list) and detail and isinstance(detail[0], dict):
        detail = f"{detail[0].get('msg')} ({json.dumps(detail[0].get('loc'), ensure_ascii=False)})"
    found = [inner.get("message"), error, detail, raw.get("message")]
    text = next((value for value in found if isinstance(value, str) and value), None)
    kinds = [inner.get(key) for key in ("type", "code", "param")]
    words = [value for value in kinds if isinstance(value, str) and value]
    kind = ", ".join(value for value in words if value not in (text or ""))
    if text is None and not kind:
        return None
    return one_line(f"{text} ({kind})" if text and kind else text or kind)


def one_line(text: str) -> str:
    """At most 200 characters on one line, without control characters and halves of characters: fit for a message."""
    plain = "".join(" " if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") else c for c in text)
    line = " ".join(plain.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
