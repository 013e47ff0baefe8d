"""What went wrong with a call to Google, as a finding in the author's words; and whether to try again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, NamedTuple

from sheet_tools.findings import Finding
from sheet_tools.readers.google.service import Patience

if TYPE_CHECKING:
    import requests

_RETRIED = frozenset({408, 429, 500, 502, 503, 504})
_QUOTA_WORDS = ("rate_limit_exceeded", "ratelimitexceeded", "userratelimitexceeded", "quota exceeded")
_DISABLED_WORDS = ("service_disabled", "accessnotconfigured", "has not been used in project")


class Fault(NamedTuple):
    """`retry`: asking once more may help; `wait`: seconds that Google asked us to wait; `timed_out`: it was silent."""

    finding: Finding
    retry: bool = False
    wait: float | None = None
    timed_out: bool = False


def wait_after(fault: Fault, tries: int, waited: float, patience: Patience) -> float | None:
    """Seconds to wait before asking again, after so many tries and seconds; None: give up."""
    if not fault.retry or (fault.timed_out and tries >= patience.tries_after_time_out):
        return None
    return patience.wait(tries, waited, fault.wait)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds, from either form of Retry-After (RFC 9110, 10.2.3); None where there is none that makes sense."""
    value = headers.get("Retry-After", "").strip()
    if value.isascii() and value.isdigit() and len(value) < 9:
        return float(value)
    try:
        when = parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (when - datetime.now(UTC)).total_seconds())


def of_exception(error: Exception) -> Fault:
    """A connection that was never made, broke, or stayed silent."""
    import requests

    if isinstance(error, requests.exceptions.Timeout):
        return Fault(Finding("google-timeout"), retry=True, timed_out=True)
    if isinstance(error, requests.exceptions.SSLError):
        return Fault(Finding("google-certificate"))
    if isinstance(error, requests.exceptions.ProxyError):
        return Fault(Finding("google-no-network"))
    text = repr(error)
    if any(word in text for word in ("NameResolution", "getaddrinfo", "NewConnectionError", "Failed to establish")):
        return Fault(Finding("google-no-network"), retry=True)
    return Fault(Finding("google-dropped"), retry=True)


def of_answer(status: int, headers: Mapping[str, str], body: bytes, email: str, writing: bool) -> Fault:
    """An answer of the Sheets API that is no success. `email` is the service account's."""
    error = _error(body)
    said = json.dumps(error, ensure_ascii=False).lower()
    wait = retry_after(headers)
    if status == 429 or (status == 403 and any(word in said for word in _QUOTA_WORDS)):
        return Fault(quota(wait), retry=True, wait=wait)
    if status in _RETRIED or status >= 500:
        return Fault(Finding("google-trouble", values={"status": status}), retry=True, wait=wait)
    return Fault(_refusal(status, error, said, email, writing))


def _refusal(status: int, error: Mapping[str, object], said: str, email: str, writing: bool) -> Finding:
    if status == 401:
        return Finding("google-account-refused", values={"email": email})
    if "not supported for this document" in said:
        return Finding("google-uploaded-file")
    if "protected" in said and writing:
        return Finding("google-protected", values={"email": email})
    if status == 403 and any(word in said for word in _DISABLED_WORDS):
        return Finding("google-api-disabled")
    if status == 403:
        return Finding("google-read-only" if writing else "google-not-invited", values={"email": email})
    if status in (404, 410):
        return Finding("google-not-found")
    if status == 413:
        return Finding("google-too-large")
    message = str(error.get("message", ""))[:300] or "–"
    return Finding("google-refused", values={"status": status, "message": message})


def quota(wait: float | None) -> Finding:
    return Finding("google-quota", values={"seconds": 60 if wait is None else max(1, round(wait))})


def _error(body: bytes) -> Mapping[str, object]:
    """The `error` object of an answer; an HTML page, say of a proxy, has none."""
    try:
        answer = json.loads(body)
    except ValueError:
        return {}
    error = answer.get("error") if isinstance(answer, dict) else None
    return error if isinstance(error, dict) else {}


def of_response(answer: requests.Response, email: str, writing: bool) -> Fault:
    return of_answer(answer.status_code, answer.headers, answer.content, email, writing)
