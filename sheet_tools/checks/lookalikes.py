"""Words that mix scripts: a Cyrillic „а” inside a Polish word looks right and never matches."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Letters of scripts other than Latin that have letters looking like Latin ones.
_FOREIGN = "\u0370-\u052f\u0531-\u058f\u13a0-\u13ff\ua640-\ua69f"
_LATIN = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f"
_WORD = re.compile(f"[{_LATIN}{_FOREIGN}]+")
_LATIN_LETTER = re.compile(f"[{_LATIN}]")
_FOREIGN_LETTER = re.compile(f"[{_FOREIGN}]")


def mixed_words(text: str) -> Iterator[tuple[str, str, str]]:
    """(word, the foreign letter, its code) for each word of Latin letters in which a letter of another script looks
    like a Latin one. A word wholly of another script is a foreign word, and „μm” or „ΔT” looks like nothing else."""
    if not _FOREIGN_LETTER.search(text):
        return
    for word in dict.fromkeys(_WORD.findall(text)):
        if _LATIN_LETTER.search(word):
            letter = next((char for char in _FOREIGN_LETTER.findall(word) if _looks_latin(char)), None)
            if letter is not None:
                yield word, letter, f"U+{ord(letter):04X}"


def _looks_latin(letter: str) -> bool:
    from confusable_homoglyphs import confusables  # type: ignore[import-untyped]

    return bool(confusables.is_confusable(letter, preferred_aliases=["latin"]))
