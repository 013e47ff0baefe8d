"""What a delimited text leaves open about its line breaks: whether a CR within a cell is meant, and whether a CR alone
ends a row. The reader keeps what the file holds; the author may have it read otherwise."""

from __future__ import annotations

import re

from sheet_tools.cells import Place
from sheet_tools.findings import Finding, Unreadable
from sheet_tools.readers.model import Choice, ReadOptions

# As the file holds them; CR LF as the LF that every program makes of it; a CR alone ends a row.
AS_IS, LF, CR = "as-is", "lf", "cr"
LINE_BREAKS = (AS_IS, LF, CR)
_SHOWN = 40
_MARKS = str.maketrans({"\r": "␍", "\n": "␊"})


def checked(options: ReadOptions) -> str:
    """The author's choice. Raises Unreadable(no-such-option) for any other word."""
    wanted = options.line_breaks or AS_IS
    if wanted not in LINE_BREAKS:
        values = {"option": "--line-breaks", "wanted": wanted, "known": ", ".join(LINE_BREAKS)}
        raise Unreadable(Finding("no-such-option", Place(), values))
    return wanted


def choice(text: str, wanted: str, first_cr: str | None, is_stray: bool) -> Choice | None:
    """What may be chosen, each with what it makes of the first cell that has a CR; None where nothing is open.

    `text` is that of the file, `first_cr` the cell's as it was read; `is_stray`: a CR stands alone outside of quotes.
    """
    if first_cr is None:
        if wanted == AS_IS:
            return None
        at = text.find("\r\n") if wanted == LF else _lone_cr(text)
        first_cr = text[max(at - _SHOWN // 2, 0) : at + _SHOWN // 2].strip("\n")
    shown = first_cr[max(first_cr.find("\r") - _SHOWN // 2, 0) :][:_SHOWN]
    made = {AS_IS: shown}
    # Only between quotes can a cell hold CR LF, and only outside of them does a CR alone make anyone doubt.
    if "\r\n" in shown:
        made[LF] = shown.replace("\r\n", "\n")
    elif is_stray or wanted == CR:
        made[CR] = " / ".join(shown.split("\r"))
    else:
        return None
    return Choice("line_breaks", wanted, tuple((name, text.translate(_MARKS)) for name, text in made.items()))


def _lone_cr(text: str) -> int:
    found = re.search(r"\r(?!\n)", text)
    return found.start() if found else 0
