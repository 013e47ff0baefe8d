"""Shortcuts: what a browser, a system or Google Drive leaves on a disk in place of the sheet itself."""

from __future__ import annotations

import json
import re
from pathlib import PurePath

from sheet_tools.cells import Place
from sheet_tools.findings import Finding

# Such a file has some 200 bytes.
_LONGEST = 10_000
_NAMES = (".gsheet", ".gdoc", ".gslides")


# By their first bytes: of Windows (.url, .website, .lnk), macOS (.webloc, also binary; an alias; a file in iCloud),
# Linux (.desktop), and of Git on Windows.
_KINDS = (
    (re.compile(rb"\s*\[(?:InternetShortcut|\{000214A0-)", re.IGNORECASE), ".url"),
    (re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE plist[^>]*>\s*)?<plist[^>]*>\s*<dict>\s*<key>URL"), ".webloc"),
    (re.compile(rb"bplist00"), ".webloc"),
    (re.compile(rb"\s*(?:#[^\n]*\n\s*)*\[Desktop Entry\]"), ".desktop"),
    (re.compile(rb"L\0\0\0\x01\x14\x02\0"), ".lnk"),
    (re.compile(rb"book\0\0\0\0mark"), "alias"),
    (re.compile(rb"!<symlink>"), "symlink"),
)
_GOOGLE = re.compile(rb"docs\.google\.com/|drive\.google\.com/")


def shortcut_finding(data: bytes, source: str) -> Finding | None:
    """What a file is that only points to another; None for any other file."""
    if is_google_shortcut(data, source):
        return Finding("google-shortcut")
    start = _as_bytes(data[:_LONGEST])
    kind = next((kind for pattern, kind in _KINDS if pattern.match(start)), None)
    if kind is None:
        return None
    return Finding("google-shortcut") if _GOOGLE.search(start) else Finding("shortcut-file", Place(), {"kind": kind})


def _as_bytes(start: bytes) -> bytes:
    """Without a BOM; UTF-16, in which Windows may write a .url, as plain bytes."""
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        return start[2:].replace(b"\0", b"")
    return start.removeprefix(b"\xef\xbb\xbf")


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
