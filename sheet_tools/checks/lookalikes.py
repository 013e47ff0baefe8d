"""Characters that look like others: a Cyrillic „а” inside a Polish word, a capital I for an l („chIeb”), a 0 for an o.
They look right and never match."""

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


_LOWER = "a-ząćęłńóśźż"
_WORD_OF_ANY = re.compile(r"[^\W_]+")
# The rest of the word is in lower case, but perhaps for its first letter.
_CAPITAL_I = re.compile(rf"[^\W\d_]?[{_LOWER}]*(?<=[{_LOWER}])I[{_LOWER}]+|[^\W\d_]?[{_LOWER}]{{2,}}I")
_ZERO = re.compile(rf"[^\W\d_]?[{_LOWER}]*(?<=[^\W\d_])0[{_LOWER}]+")
_ONE = re.compile(rf"[^\W\d_]?[{_LOWER}]*(?<=[^\W\d_])1[{_LOWER}]+")
_IN_NUMBER = re.compile(r"\d+[OoIl]\d+")
# McIntosh, DiIorio; and words of programmers (userId, getIndex).
_NAME_OF_TWO = re.compile(r"(?:Mac|Mc|Di|De|La|O)I|[a-z]+I(?:ds?|ndex|nput|nfo|tems?|mage|nt|con|P)\Z")
_ALIKE = (
    (_CAPITAL_I, ("wielkie I", "a capital I"), ("małe l", "a small l")),
    (_ZERO, ("cyfra 0", "the digit 0"), ("litera o", "the letter o")),
    (_ONE, ("cyfra 1", "the digit 1"), ("litera l", "the letter l")),
    (_IN_NUMBER, ("litera", "a letter"), ("cyfra", "a digit")),
)
_MAY_BE_ALIKE = re.compile(rf"[{_LOWER}]I|[^\W\d_][01][{_LOWER}]|\d[OoIl]\d")


def alike_words(text: str) -> Iterator[tuple[str, dict[str, object]]]:
    """(word, names of the characters) for each word of Latin letters with a character that looks like the one meant.
    Formulas (H2O2), acronyms, Roman numerals and McIntosh are as they should be."""
    if not _MAY_BE_ALIKE.search(text):
        return
    for word in dict.fromkeys(_WORD_OF_ANY.findall(text)):
        for pattern, char, meant in _ALIKE:
            if pattern.fullmatch(word):
                if not _NAME_OF_TWO.match(word):
                    yield word, {"char_pl": char[0], "char_en": char[1], "meant_pl": meant[0], "meant_en": meant[1]}
                break
