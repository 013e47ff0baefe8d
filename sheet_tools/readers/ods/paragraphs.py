"""The text of a cell or a comment, gathered from its paragraphs as LibreOffice shows it.

LibreOffice keeps white space in a cell's paragraphs as it stands, while OpenDocument 1.3, part 3, 6.1.2 collapses it.
A text where the two differ is kept as it stands, and is ambiguous.
"""

from __future__ import annotations

import re

from sheet_tools.readers.budget import too_big
from sheet_tools.readers.faces import Face
from sheet_tools.readers.limits import MAX_RUNS

# What the standard would change: a blank at either end, two in a row, any other white space.
_CHANGED = re.compile(r"\A | \Z|  |[\t\n\r]")
_SHORT = 10_000
# Stands for an element that makes a character (text:s, text:tab…): white space is not collapsed across it.
_MADE = "\0"


class Paragraphs:
    """Text as the parser brings it, piece by piece, struck out or not."""

    __slots__ = ("_done", "_made", "_pieces", "ambiguous", "faces", "keeps_last", "struck")

    def __init__(self, keeps_last: bool) -> None:
        """`keeps_last`: the program that wrote the file is known to mean a blank that ends a paragraph."""
        self.keeps_last = keeps_last
        self.clear()

    def clear(self) -> None:
        self._done: list[str] = []
        self._pieces: list[str] = []
        self._made: set[int] = set()
        self.struck: list[str] = []
        self.faces: list[tuple[Face, str]] = []
        self.ambiguous = False

    def add(self, data: str, is_struck: bool, face: Face) -> None:
        """Character data of the file."""
        self._pieces.append(data)
        self.faces.append((face, data))
        if len(self.faces) > MAX_RUNS:
            raise too_big()
        if is_struck:
            self.struck.append(data)

    def make(self, text: str, is_struck: bool, face: Face) -> None:
        """Characters that an element stands for."""
        self._made.add(len(self._pieces))
        self.add(text, is_struck, face)

    def end(self) -> None:
        """The end of a paragraph."""
        pieces = self._pieces
        text = pieces[0] if len(pieces) == 1 else "".join(pieces)
        self._done.append(text)
        # Most texts are told by this alone; a line end or a tab is not printable.
        if self._made or not text.isprintable() or "  " in text or text[:1] == " " or text[-1:] == " ":
            self._judge(text)
        self._pieces = []

    def _judge(self, text: str) -> None:
        raw = text
        if self._made:
            raw = "".join(_MADE if at in self._made else piece for at, piece in enumerate(self._pieces))
            self._made = set()
        if self.keeps_last and raw != " ":
            raw = raw.removesuffix(" ")
        self.ambiguous = self.ambiguous or _CHANGED.search(raw) is not None

    @property
    def is_used(self) -> bool:
        """True where there has been a paragraph."""
        return bool(self._done)

    @property
    def is_plain(self) -> bool:
        """True for one short paragraph of which nothing is to be said."""
        if len(self._done) != 1 or self.struck or self.ambiguous:
            return False
        if any(face is not self.faces[0][0] or face.is_telling for face, _ in self.faces):
            return False
        return 0 < len(self._done[0]) < _SHORT

    @property
    def text(self) -> str:
        return self._done[0] if len(self._done) == 1 else "\n".join(self._done)
