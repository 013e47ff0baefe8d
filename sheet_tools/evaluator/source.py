"""The one text of an evaluator.py: what is inspected here is the very text that is run.

Source: PEP 263, „Defining Python Source Code Encodings”. Only plain codecs are read in: one that can hide code in a
comment (utf-7) or turns the text round (rot13) is refused by its name.
"""

from __future__ import annotations

import codecs
import re

from sheet_tools.findings import Finding

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", re.ASCII)
_EMPTY = re.compile(rb"^[ \t\f]*(?:#.*)?$")
# One byte a character, ASCII in its lower half; and UTF-8.
PLAIN = frozenset(
    {"utf-8", "utf-8-sig", "ascii", "cp1250", "cp1252", "cp852", "mac-latin2"}
    | {f"iso8859-{part}" for part in (1, 2, 15, 16)}
)
# What a person can read through is far below; a parser needs some 100 times the memory of its text.
_MOST_BYTES = 256 * 2**10


def text_of(source: bytes) -> str | Finding:
    """The text as Python itself would read it; a finding where it is not read here, or cannot be read at all."""
    if len(source) > _MOST_BYTES:
        return Finding("evaluator-not-run", values={"construct": f"> {_MOST_BYTES // 1024} KiB", "line": 1})
    cookie = _cookie(source)
    name, line = cookie or ("utf-8", 1)
    try:
        codec = codecs.lookup(name).name
    except LookupError:
        return _no_python(line, f"unknown encoding: {name}")
    if codec not in PLAIN:
        return Finding("evaluator-not-run", values={"construct": f"coding: {name}", "line": line})
    if codec == "utf-8-sig":
        codec = "utf-8"
    body = source.removeprefix(codecs.BOM_UTF8)
    if len(body) < len(source) and codec != "utf-8":
        return _no_python(line, f"{name} with a UTF-8 byte order mark")
    try:
        return body.decode(codec)
    except UnicodeDecodeError as error:
        return _no_python(body.count(b"\n", 0, error.start) + 1, f"{codec}: {error.reason}")


def _cookie(source: bytes) -> tuple[str, int] | None:
    """The declared encoding and its line: the first line, or the second below one without code."""
    for number, line in enumerate(source.removeprefix(codecs.BOM_UTF8).splitlines()[:2], start=1):
        found = _COOKIE.match(line)
        if found:
            return found[1].decode("ascii"), number
        if not _EMPTY.match(line):
            return None
    return None


def _no_python(line: int, why: str) -> Finding:
    return Finding("evaluator-not-python", values={"line": line, "why": why})
