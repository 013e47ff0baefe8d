"""A shortcut to a Google sheet: what Google Drive leaves on a disk in place of the sheet itself."""

from __future__ import annotations

import json
from pathlib import PurePath

# Such a file has some 200 bytes.
_LONGEST = 10_000
_NAMES = (".gsheet", ".gdoc", ".gslides")


def is_google_shortcut(data: bytes, source: str) -> bool:
    """True for one small JSON object with the sheet's id or address in it."""
    if len(data) > _LONGEST or not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return False
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return False
    if not isinstance(value, dict) or "input" in value:
        return False
    named = PurePath(source).suffix.lower() in _NAMES
    return named or "doc_id" in value or ".google.com/" in str(value.get("url", ""))
