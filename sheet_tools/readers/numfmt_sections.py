"""A number format taken apart: sections, and the tokens of each (ECMA-376 part 1, 18.8.31)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple


class T(Enum):
    """The kinds of tokens. PAD is a blank as wide as some letter: shown inside, not counted at an end."""

    LITERAL = auto()
    PAD = auto()
    DIGIT = auto()
    POINT = auto()
    COMMA = auto()
    PERCENT = auto()
    EXPONENT = auto()
    SLASH = auto()
    GENERAL = auto()
    TEXT = auto()
    DATE = auto()
    ELAPSED = auto()
    HALF_DAY = auto()
    MINUTE = auto()
    FRACTION = auto()


class Token(NamedTuple):
    kind: T
    value: str


@dataclass(frozen=True, slots=True)
class Section:
    """One section between semicolons. `condition` is that of „[>=100]”, as (operator, limit). `english`: the format
    asks for English names of months and days („[$-409]mmm-yy”)."""

    tokens: tuple[Token, ...]
    condition: tuple[str, Decimal] | None = None
    english: bool = False

    def has(self, *kinds: T) -> bool:
        return any(token.kind in kinds for token in self.tokens)

    @property
    def is_date(self) -> bool:
        return self.has(T.DATE, T.ELAPSED, T.MINUTE)


_TOKEN = re.compile(
    r"""
      (?P<semicolon>;)
    | "(?P<quoted>[^"]*)(?:"|$)
    | \\(?P<escaped>.)
    | _(?P<pad>.)
    | \*(?P<fill>.)
    | \[(?P<bracket>[^\]]*)\]
    | (?P<general>General)
    | (?P<half>AM/PM|A/P)
    | (?P<exponent>E[+-])
    | (?P<date>y+|m+|d+|h+|s+|e+|g+|b+(?=\d|y|$))
    | (?P<other>.)
    """,
    re.X | re.I | re.S,
)
_ELAPSED = re.compile(r"(?:h+|m+|s+)$", re.I)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)$")
_SYSTEM = re.compile(r"\[\$-(?:x-sys(?:date|time),)?(F800|F400)\]", re.I)
# English of the United States, of Great Britain, or of nowhere.
_ENGLISH = re.compile(r"\[\$-(?:(?:10[0-9A-F]{2})?0?[48]?09|en(?:-US|-GB)?)[,\]]", re.I)
_SINGLE = {
    "0": T.DIGIT, "#": T.DIGIT, "?": T.DIGIT, ".": T.POINT, ",": T.COMMA, "%": T.PERCENT, "/": T.SLASH, "@": T.TEXT,
}  # fmt: skip


@lru_cache(maxsize=512)
def sections(code: str) -> tuple[Section, ...]:
    """The sections of a format; never empty. A format that is longer than any program writes is taken as General."""
    code = "General" if len(code) > 1000 else _of_system(code)
    found: list[Section] = []
    is_english = _ENGLISH.search(code) is not None
    tokens: list[Token] = []
    condition: tuple[str, Decimal] | None = None
    for match in _TOKEN.finditer(code):
        name = match.lastgroup or ""
        if name == "semicolon":
            found.append(_section(tokens, condition, is_english))
            tokens, condition = [], None
        elif name == "bracket":
            condition = _bracket(match["bracket"], tokens) or condition
        else:
            tokens.extend(_tokens(name, match[name]))
    found.append(_section(tokens, condition, is_english))
    return tuple(found)


def _of_system(code: str) -> str:
    """„[$-F800]…” is the long date of the system, „[$-F400]…” its time, whatever follows: here those of Windows in
    Polish."""
    asked = _SYSTEM.match(code)
    if asked is None:
        return code
    return "dddd\\, d mmmm yyyy" if asked[1].upper() == "F800" else "hh:mm:ss"


def _tokens(name: str, value: str) -> list[Token]:
    if name in ("quoted", "escaped"):
        return [Token(T.LITERAL, value)] if value else []
    if name == "pad":
        return [Token(T.PAD, " ")]
    if name == "fill":
        return []
    if name == "general":
        return [Token(T.GENERAL, value)]
    if name == "half":
        return [Token(T.HALF_DAY, value)]
    if name == "exponent":
        return [Token(T.EXPONENT, value)]
    if name == "date":
        return [Token(T.DATE, value.lower())]
    return [Token(_SINGLE.get(value, T.LITERAL), value)]


def _bracket(inner: str, tokens: list[Token]) -> tuple[str, Decimal] | None:
    """Elapsed time and currency give a token, a condition is returned; colours and the like say nothing."""
    if _ELAPSED.match(inner):
        tokens.append(Token(T.ELAPSED, inner.lower()))
    elif inner.startswith("$"):
        symbol = inner[1:].partition("-")[0]
        if symbol:
            tokens.append(Token(T.LITERAL, symbol))
    elif condition := _CONDITION.match(inner):
        return condition[1], Decimal(condition[2])
    return None


def _section(tokens: list[Token], condition: tuple[str, Decimal] | None, english: bool) -> Section:
    if _is_number(tokens):
        tokens = [Token(T.LITERAL, t.value) if t.kind is T.DATE else t for t in tokens]
    elif any(token.kind in (T.DATE, T.ELAPSED) for token in tokens):
        tokens = _date_tokens(tokens)
    return Section(tuple(tokens), condition, english)


def _is_number(tokens: list[Token]) -> bool:
    """A letter of dates among digits („0 dni”, not quoted) is a letter; only seconds have digits, after a point."""
    dates = [t for t in tokens if t.kind in (T.DATE, T.ELAPSED)]
    if not dates or any(t.kind is T.ELAPSED for t in dates):
        return False
    before = ""
    for token in tokens:
        if token.kind is T.DIGIT and not (before.startswith("s") or (token.value == "0" and before == "0s")):
            return True
        if token.kind is T.DATE:
            before = token.value
        elif token.kind not in (T.POINT, T.COMMA, T.DIGIT):
            before = ""
    return False


def _date_tokens(tokens: list[Token]) -> list[Token]:
    """Months told from minutes (after hours, or before seconds), and the digits after seconds joined."""
    out: list[Token] = []
    clock = [i for i, t in enumerate(tokens) if t.kind in (T.DATE, T.ELAPSED)]
    for place, index in enumerate(clock):
        token = tokens[index]
        before = tokens[clock[place - 1]].value if place else ""
        after = tokens[clock[place + 1]].value if place + 1 < len(clock) else ""
        if token.kind is T.DATE and token.value in ("m", "mm") and (before[:1] == "h" or after[:1] == "s"):
            tokens[index] = Token(T.MINUTE, token.value)
    index = 0
    while index < len(tokens):
        token = tokens[index]
        digits = index + 1
        while digits < len(tokens) and tokens[digits].kind is T.DIGIT:
            digits += 1
        if token.kind in (T.POINT, T.COMMA) and digits > index + 1:
            out.append(Token(T.FRACTION, "0" * (digits - index - 1)))
            index = digits
            continue
        out.append(token)
        index += 1
    return out
