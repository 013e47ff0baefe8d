"""How a piece of text looks, where that may carry a meaning that its characters do not have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

# Fonts that show other signs than the letters that are stored.
_SYMBOL_FONTS = frozenset(
    {
        "symbol", "wingdings", "wingdings 2", "wingdings 3", "webdings", "marlett", "mt extra", "zapf dingbats",
        "zapfdingbats", "itc zapf dingbats", "dingbats", "monotype sorts", "standard symbols l", "standard symbols ps",
        "bookshelf symbol 7", "ms reference specialty", "ms outlook", "starsymbol", "starbats", "starmath",
    }
)  # fmt: skip
_NAMES = {
    "position": ("indeks górny lub dolny", "superscript or subscript"),
    "underline": ("podkreślenie", "underlining"),
    "bold": ("pogrubienie", "bold"),
    "italic": ("kursywa", "italics"),
    "colour": ("kolor", "colour"),
    "symbol": ("czcionka symboli", "a symbol font"),
}
# These change what is read, whether they are on a part of the text or on all of it.
_TELLING = ("position", "symbol")
_SHOWN = 100


class Face(NamedTuple):
    """"" is the usual look; None stands for what a style does not say, which follows the text around."""

    position: str | None = ""
    underline: str | None = ""
    bold: str | None = ""
    italic: str | None = ""
    colour: str | None = ""
    symbol: str | None = ""

    @property
    def is_telling(self) -> bool:
        return bool(self.position or self.symbol)

    def over(self, base: Face) -> Face:
        """This look on a piece of a text that looks like `base`."""
        return Face(*(under if own is None else own for own, under in zip(self, base, strict=True)))


BARE = Face()
UNSAID = Face(None, None, None, None, None, None)


class Lost(NamedTuple):
    """What of a text's look is lost: the pieces set apart by it, and the names of what sets them apart."""

    marked: str
    kinds_pl: str
    kinds_en: str


def lost(pieces: Sequence[tuple[Face, str]]) -> Lost | None:
    """None where the text looks alike throughout, in no telling way. Blanks alone look like nothing."""
    lengths: Counter[Face] = Counter()
    for face, text in pieces:
        lengths[face] += len(text.strip())
    faces = [face for face, length in lengths.items() if length]
    kinds = [kind for kind in _NAMES if _differs(kind, faces)]
    if not kinds:
        return None
    base = max(faces, key=lambda face: (not face.is_telling, lengths[face]))
    stretches = groupby(pieces, key=lambda piece: piece[0])
    apart = ["".join(text for _, text in stretch).strip() for face, stretch in stretches if _is_apart(face, base)]
    marked = " · ".join(text for text in apart if text)
    return Lost(
        marked if len(marked) <= _SHOWN else f"{marked[:_SHOWN]}…",
        ", ".join(_NAMES[kind][0] for kind in kinds),
        ", ".join(_NAMES[kind][1] for kind in kinds),
    )


def _is_apart(face: Face, base: Face) -> bool:
    return face != base or face.is_telling


def _differs(kind: str, faces: Sequence[Face]) -> bool:
    values = {getattr(face, kind) for face in faces}
    return len(values) > 1 or (kind in _TELLING and any(values))


def is_symbol_font(name: str) -> bool:
    bare = name.strip(" \"'").casefold()
    # LibreOffice numbers the fonts of one name: „Symbol1”.
    return bare in _SYMBOL_FONTS or bare.rstrip("0123456789") in _SYMBOL_FONTS


def colour(written: str) -> str:
    """ "FFff0000", "#ff0000" → "FF0000"; black, which is the usual one, is ""."""
    bare = written.strip().lstrip("#").upper()[-6:]
    return "" if bare == "000000" else bare
