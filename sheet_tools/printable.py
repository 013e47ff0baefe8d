"""Values as they can be shown: what no program can print, or what would turn a line around, is shown as a sign.

A finding may quote anything that a file holds; that a quotation can be written to a terminal, a page, JSON or CSV is
settled here, once, and by no reader.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

# Lone surrogates; controls but for tab and line end; line separators; marks that turn the direction; no characters.
_UNPRINTABLE = re.compile(
    "[\ud800-\udfff\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]"
)
# Python's lone surrogates for bytes that an encoding does not have.
_BYTES = range(0xDC80, 0xDD00)


def printable(text: str) -> str:
    """The text with a visible sign for each character that cannot be printed: „␀”, „�”, „\\ud800”, „⟨U+202E⟩”."""
    return text if text.isprintable() else _UNPRINTABLE.sub(_sign, text)


def _sign(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    if code in _BYTES:
        return "\ufffd"
    return f"\\u{code:04x}" if 0xD800 <= code <= 0xDFFF else f"⟨U+{code:04X}⟩"


def printable_value(value: object) -> object:
    """The same for whatever a finding carries: texts, and lists and mappings of them."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, Mapping):
        return {printable_value(key): printable_value(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        made = map(printable_value, value)
        return list(made) if isinstance(value, list) else tuple(made)
    return value
