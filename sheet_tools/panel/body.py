"""The body of an HTTP answer: its bytes as text, in the charset that it declares, and as they are kept.

What is kept gives back the very bytes: a body of plain UTF-8 stands as its text, any other one as a data URL (RFC 2397)
with its charset, in base64.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import json
import re
from collections.abc import Mapping
from email.message import Message
from typing import Any

_URL = re.compile(r"data:;charset=([^;,]*);base64,(.*)", re.DOTALL)
# Codecs of Python that are no charset of a body.
_NO_CHARSETS = ("unicode_escape", "raw_unicode_escape", "idna", "punycode", "undefined", "mbcs", "oem")


class Undecodable(ValueError):
    """The bytes are no text in the charset that is declared for them (`charset`)."""

    def __init__(self, charset: str) -> None:
        super().__init__(charset)
        self.charset = charset


def charset_of(headers: Mapping[str, str]) -> str:
    """The charset that Content-Type declares, "" where it does not."""
    message = Message()
    message["Content-Type"] = " ".join((headers.get("Content-Type") or "").split())
    return (message.get_content_charset() or "").strip()


def decoded(body: bytes, charset: str = "") -> str:
    """The text of a body. Raises Undecodable.

    Without a declared charset JSON is UTF-8, or one of its kin that the first bytes tell. A body that declares another
    charset, but is UTF-8 with letters beyond ASCII, says two things: nobody can tell what it means.
    """
    name = _codec(charset) if charset else json.detect_encoding(body)
    try:
        text = body.decode(name)
    except (UnicodeError, LookupError) as error:
        raise Undecodable(charset or "utf-8") from error
    if charset and not name.startswith(("utf", "ascii")) and _is_utf8(body):
        raise Undecodable(charset)
    return text.removeprefix("\ufeff")


def _codec(charset: str) -> str:
    """Python's name of a charset. What calls itself ISO-8859-1 is read as it stands: its upper control characters are
    no text, but no other letters are guessed for them."""
    try:
        name = codecs.lookup(charset).name
    except (LookupError, ValueError) as error:
        raise Undecodable(charset) from error
    if name in _NO_CHARSETS:
        raise Undecodable(charset)
    return name


def _is_utf8(body: bytes) -> bool:
    if body.isascii():
        return False
    try:
        body.decode("utf-8")
    except UnicodeError:
        return False
    return True


def kept(body: bytes, charset: str = "") -> str:
    """The body as it is kept: `bytes_of` gives back its very bytes."""
    plain = not charset or charset.lower().replace("_", "-") in ("utf-8", "utf8", "us-ascii", "ascii")
    if plain and not body.startswith(b"data:"):
        try:
            return body.decode("utf-8")
        except UnicodeError:
            pass
    return f"data:;charset={charset};base64,{base64.b64encode(body).decode('ascii')}"


def bytes_of(received: str) -> tuple[bytes, str]:
    """The bytes of a kept body, and their charset ("" where none was declared)."""
    found = _URL.fullmatch(received)
    if found:
        try:
            return base64.b64decode(found[2], validate=True), found[1]
        except binascii.Error:
            pass
    return received.encode("utf-8", "replace"), ""


def parse(body: bytes, charset: str = "") -> dict[str, Any] | None:
    """The JSON object of a body; keep-alive comments (lines that begin with a colon) and blanks may stand before it.
    None where it is none. Raises Undecodable."""
    text = decoded(body, charset).lstrip()
    while text.startswith(":"):
        text = text.partition("\n")[2].lstrip()
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return raw if isinstance(raw, dict) else None


def parse_kept(received: str | None) -> dict[str, Any] | None:
    """The same of a body that was kept; None where there is none, or it cannot be read."""
    try:
        return parse(*bytes_of(received or ""))
    except Undecodable:
        return None
