"""`_xHHHH_` (ST_Xstring, ECMA-376 part 1, 22.9.2.19): decoded once, in either case of hex."""

from __future__ import annotations

import re

_ESCAPE = re.compile("_x([0-9A-Fa-f]{4})_")
_SURROGATE = re.compile("[\ud800-\udfff]")


def decode(text: str) -> str:
    """The text meant. Escaped halves of a character beyond U+FFFF stay apart: see `join_surrogates`."""
    if "_x" not in text:
        return text
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)


def has_surrogate(text: str) -> bool:
    return _SURROGATE.search(text) is not None


def join_surrogates(text: str) -> str | None:
    """Halves put together; None where one stands alone, so that no character is meant."""
    try:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        return None
