"""The text of a cell or a comment, gathered from its paragraphs as LibreOffice shows it.

LibreOffice keeps white space in a cell's paragraphs as it stands, while OpenDocument 1.3, part 3, 6.1.2 collapses it.
A text where the two differ is kept as it stands, and is ambiguous.
"""

from __future__ import annotations

import re

# What the standard would change: a blank at either end, two in a row, any other white space.
_CHANGED = re.compile(r"\A | \Z|  |[\t\n\r]")
# Stands for an element that makes a character (text:s, text:tab…): white space is not collapsed across it.
_MADE = "\0"


class Paragraphs:
    """Text as the parser brings it, piece by piece, struck out or not."""

    __slots__ = ("_done", "_pieces", "_raw", "ambiguous", "keeps_last", "struck")

    def __init__(self, keeps_last: bool) -> None:
        """`keeps_last`: the program that wrote the file is known to mean a blank that ends a paragraph."""
        self.keeps_last = keeps_last
        self.clear()

    def clear(self) -> None:
        self._done: list[str] = []
        self._pieces: list[str] = []
        self._raw: list[str] = []
        self.struck: list[str] = []
        self.ambiguous = False

    def add(self, data: str, is_struck: bool) -> None:
        """Character data of the file."""
        self._pieces.append(data)
        self._raw.append(data)
        if is_struck:
            self.struck.append(data)

    def make(self, text: str, is_struck: bool) -> None:
        """Characters that an element stands for."""
        self._pieces.append(text)
        self._raw.append(_MADE)
        if is_struck:
            self.struck.append(text)

    def end(self) -> None:
        """The end of a paragraph."""
        raw = self._raw[0] if len(self._raw) == 1 else "".join(self._raw)
        if raw[:1].isspace() or raw[-1:].isspace() or "  " in raw or "\n" in raw or "\t" in raw or "\r" in raw:
            tested = raw[:-1] if self.keeps_last and raw.endswith(" ") and raw != " " else raw
            self.ambiguous = self.ambiguous or _CHANGED.search(tested) is not None
        self._done.append(self._pieces[0] if len(self._pieces) == 1 else "".join(self._pieces))
        self._pieces = []
        self._raw = []

    @property
    def is_used(self) -> bool:
        """True where there has been a paragraph."""
        return bool(self._done)

    @property
    def text(self) -> str:
        return self._done[0] if len(self._done) == 1 else "\n".join(self._done)
