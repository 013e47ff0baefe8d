"""Text that was once decoded wrongly: „Ĺ‚Ä…ka” for „łąka”. It is recognised, never repaired."""

from __future__ import annotations

import re
from functools import cache

_LETTERS = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ"
_MARKS = "„”“’–—…"
_ENCODINGS = ("cp1250", "cp1252", "iso8859-2", "latin-1", "cp852")
# cp1250 read as cp1252: „mi³y”, „du¿y”, „zarz¹d”.
_SINGLE_BYTES = r"(?<=[a-ząćęłńóśźż])[³¹¿](?=[a-zêæœ])"


@cache
def _pattern() -> re.Pattern[str]:
    broken = {form for char in _LETTERS + _MARKS for form in _misread(char)}
    pieces = "|".join(re.escape(form) for form in sorted(broken, key=lambda form: (-len(form), form)))
    # Two characters may meet by chance („litera Ä…”); next to a letter of the same word they do not.
    return re.compile(rf"\ufffd|(?<=\w)(?:{pieces})|(?:{pieces})(?=\w|{pieces})|{_SINGLE_BYTES}")


def _misread(char: str) -> set[str]:
    """What the UTF-8 bytes of a character look like in each of the older encodings."""
    forms = set()
    for encoding in _ENCODINGS:
        try:
            forms.add(char.encode("utf-8").decode(encoding))
        except UnicodeDecodeError:
            continue
    return forms


def broken_piece(text: str) -> str | None:
    """The first word that was decoded wrongly, or None."""
    found = _pattern().search(text)
    if found is None:
        return None
    before = text[: found.start()].split(" ")[-1]
    after = text[found.end() :].split(" ")[0]
    return f"{before}{found[0]}{after}"
