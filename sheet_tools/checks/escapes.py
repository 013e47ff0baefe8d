"""Letters that a program left as codes („Za&#380;&oacute;łć”, „\\u017c”, „%C5%BC”): recognised, never decoded."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from html.entities import html5

_POLISH = frozenset("ąćęłńóśźżĄĆĘŁŃÓŚŹŻ„”“’‘‚«»–—…\u00a0")
# A question about codes may well quote one.
ABOUT_CODES = re.compile(r"\b(?:HTML|XML|JSON|Unicode|UTF|ASCII|LaTeX|TeX|URL|CSV)\b|\bencj|kodow|escape")
_AROUND = 20
# A quick test: nearly every text has none of these.
_ANY = re.compile(
    r"&#?\w+;|\\[uxkl'.0-9{N]|%[0-9a-fA-Fu]|\+[A-Z0-9a-z]|=[0-9A-F]{2}|=\?[\w-]+\?|_x[0-9a-fA-F]{4}_|\{\\"
)
# A bounded scheme: else a long run of letters would be tried from each of them.
_ADDRESS = re.compile(r"(?:\b[a-z]{2,10}://|www\.)\S+", re.IGNORECASE)


def escaped(text: str) -> str | None:
    """The first code with what stands around it, or None. An address may hold codes of its own."""
    if not _ANY.search(text):
        return None
    bare = _ADDRESS.sub(lambda found: " " * len(found[0]), text)
    found = [match for pattern, is_code in _CODES for match in pattern.finditer(bare) if is_code(match[0])]
    if not found:
        return None
    first = min(found, key=lambda match: match.start())
    return text[max(0, first.start() - _AROUND) : first.end() + _AROUND]


def _is_entity(code: str) -> bool:
    return code[1] == "#" or code[1:] in html5


def _is_utf8(digits: Callable[[str], bytes]) -> Callable[[str], bool]:
    """Bytes that are letters or signs beyond ASCII only if they are read as UTF-8: by chance hardly any two are."""

    def test(code: str) -> bool:
        try:
            return not digits(code).decode("utf-8").isascii()
        except (UnicodeDecodeError, ValueError):
            return False

    return test


def _is_utf7(code: str) -> bool:
    """Nothing but Polish letters and signs, in UTF-16 by base64 without a bit too many („+AXw-”)."""
    letters = code.removeprefix("+").removesuffix("-")
    units = len(letters) * 6 // 16
    if units == 0 or -(-units * 16 // 6) != len(letters):
        return False
    try:
        raw = base64.b64decode(letters + "=" * (-len(letters) % 4))
        return _POLISH.issuperset(raw.decode("utf-16-be"))
    except (UnicodeDecodeError, ValueError):
        return False


def _beyond_ascii(code: str) -> bool:
    return int(re.sub(r"[^0-9a-fA-F]", "", code.removeprefix("_x").lstrip("\\uU%{")), 16) >= 0x80


def _always(_code: str) -> bool:
    return True


_CODES: tuple[tuple[re.Pattern[str], Callable[[str], bool]], ...] = (
    (re.compile(r"&(?:#\d{2,7}|#[xX][0-9a-fA-F]{2,6}|[A-Za-z]\w{1,30});"), _is_entity),
    (re.compile(r"\\u[0-9a-fA-F]{4}|\\u\{[0-9a-fA-F]{2,6}\}|%u[0-9a-fA-F]{4}|_x[0-9a-fA-F]{4}_"), _beyond_ascii),
    (re.compile(r"(?:%[0-9a-fA-F]{2})+"), _is_utf8(lambda code: bytes.fromhex(code.replace("%", "")))),
    (re.compile(r"(?:=[0-9A-F]{2})+"), _is_utf8(lambda code: bytes.fromhex(code.replace("=", "")))),
    (re.compile(r"(?:\\x[0-9a-fA-F]{2})+"), _is_utf8(lambda code: bytes.fromhex(code.replace("\\x", "")))),
    (re.compile(r"(?:\\[0-3][0-7]{2})+"), _is_utf8(lambda code: bytes(int(c, 8) for c in code.split("\\")[1:]))),
    (re.compile(r"\+[A-Za-z0-9+/]{3,}-?"), _is_utf7),
    (re.compile(r"=\?[\w-]+\?[BbQq]\?[^?\s]*\?="), _always),
    # TeX and RTF.
    (re.compile(r"\\k\s?\{?[aeAE]|\\'\{?[cnoszCNOSZ]\b\}?|\\\.\{?[zZ]|\{\\[lL]\}|\\[lL]\{\}"), _always),
    (re.compile(r"\\'[89a-f][0-9a-f]"), _always),
)
