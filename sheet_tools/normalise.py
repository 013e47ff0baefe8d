"""The official normalisation, and nothing more.

Source: spec/reverse-poleval.txt, „How answers are marked”: Unicode NFKC, strip, collapse white space;
matching is case-sensitive.
"""

from __future__ import annotations

import unicodedata


def normalise(text: str) -> str:
    """The form in which answers are compared. White space is what `str.split` takes for it (NBSP and the
    U+2000 blanks are plain blanks already after NFKC)."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def same(one: str, other: str) -> bool:
    """True where the official evaluator takes the two for one answer."""
    return normalise(one) == normalise(other)
