"""What a program puts where something has not arrived, or cannot be text: a picture, a result still being fetched.

Sources: the words of Excel's and WPS's files, and of Google's exports; Microsoft's list of error values of Excel.
"""

from __future__ import annotations

import re

# A picture placed in a cell by WPS is saved as this text; where another program saved the file, often without formula.
_WPS_PICTURE = re.compile(r"=?(?:_xlfn\.)?DISPIMG\(\s*\"ID_[0-9A-Za-z]+\"\s*[,;]\s*\d\s*\)", re.IGNORECASE)
# „Loading...” as Google Sheets writes it, in English and Polish.
_WAITING = re.compile(r"(?:loading|wczytywanie|wczytuję|ładowanie|ładuję|trwa (?:wczytywanie|ładowanie))\s*(?:\.{3}|…)")
_PENDING = frozenset(
    {
        "#GETTING_DATA", "#BUSY!", "#CONNECT!", "#BLOCKED!", "#FIELD!", "#UNKNOWN!", "#EXTERNAL!", "#PYTHON!",
        "#TIMEOUT!",
    }
)  # fmt: skip
# Any error, in whatever language: a formula that gives one as a text has still no answer.
_ERROR = re.compile(r"#[^\W\d_][\w/]{1,24}[!?]|#N/[AD]!?|#GETTING_DATA|(?:Err|Błąd):5\d\d")
# Functions whose result is a picture: the text that is saved for them, if any, is none.
_PICTURE = re.compile(r"(?<![\w.])(?:_xlfn\.|COM\.MICROSOFT\.)?(?:IMAGE|DISPIMG|SPARKLINE|OBRAZ)\(", re.IGNORECASE)
_LONGEST = 100
# How a placeholder ends: of most texts this tells that they are none.
_ENDS = frozenset(".…!)A")


def is_placeholder(text: str) -> bool:
    """True for a text that stands for what had not arrived when the file was saved."""
    bare = text.strip()
    if len(bare) > _LONGEST or bare[-1:] not in _ENDS:
        return False
    return bare in _PENDING or bool(_WAITING.fullmatch(bare.casefold()) or _WPS_PICTURE.fullmatch(bare))


def is_no_result(text: str) -> bool:
    """The same for the saved result of a formula, where an error's word is no text either."""
    return is_placeholder(text) or _ERROR.fullmatch(text.strip()) is not None


def draws_picture(formula: str) -> bool:
    """True for a formula that shows a picture: that its saved result is the empty text does not make the cell empty."""
    return _PICTURE.search(formula) is not None
