"""Numbers in a Polish text, and what can be computed from them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations

_UNITS = (
    "zero jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście trzynaście czternaście "
    "piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście dwadzieścia"
)
_TENS = "trzydzieści czterdzieści pięćdziesiąt sześćdziesiąt siedemdziesiąt osiemdziesiąt dziewięćdziesiąt sto"
WORDS: dict[str, int] = {
    **{word: value for value, word in enumerate(_UNITS.split())},
    **{word: 10 * value for value, word in enumerate(_TENS.split(), start=3)},
    "dwie": 2,
}
# As long as a quantity may be; a longer run of digits is a code.
DIGITS = r"\d{1,15}(?:[ \u00a0\u202f]\d{3}(?!\d)){0,4}(?:[,.]\d{1,15})?"
TERM = rf"(?:{DIGITS}|{'|'.join(sorted(WORDS, key=len, reverse=True))})"
# Dates, hours, versions, enumeration marks „1)” „(2)” „3.”, and digits glued to letters („A4”) are no quantities.
_NO_QUANTITY = re.compile(
    r"(?<!\w)(?:\d+(?:[./-]\d+){2,}|\d+:\d+|\d+\)|[^\W\d_]+\d+\w*|\d+[^\W\d_]\w*)|\(\d+\)|^[ \t]*\d+\.(?=\s)",
    re.MULTILINE,
)
# „jeden” is as often a pronoun.
_COUNTING = "|".join(word for word in WORDS if word not in ("jeden", "zero"))
_NUMBER = re.compile(rf"(?<![\w.,]){DIGITS}(?!\w)|\b(?:{_COUNTING})\b")
MOST_NUMBERS = 5


def value(text: str) -> Fraction | None:
    """The number that this text is: digits or a cardinal numeral in the nominative; None for anything else."""
    bare = text.strip().lower()
    if bare in WORDS:
        return Fraction(WORDS[bare])
    return Fraction(re.sub(r"\s", "", bare).replace(",", ".")) if re.fullmatch(DIGITS, bare) else None


def quantities(text: str) -> list[Fraction]:
    """The quantities named in a text, in order."""
    found = (value(match[0]) for match in _NUMBER.finditer(_NO_QUANTITY.sub(" ", text.lower())))
    return [number for number in found if number is not None]


def derivation(wanted: Fraction, numbers: Sequence[Fraction]) -> str | None:
    """How `wanted` comes from two or three of these numbers, as „12 - 5 = 7”; None where it does not, or where one of
    them is it already, or where there are so many that something always fits."""
    if wanted in numbers or not 2 <= len(numbers) <= MOST_NUMBERS:
        return None
    for words, result in _results(numbers):
        if result == wanted:
            return f"{words} = {_plain(result)}"
    return None


def _results(numbers: Sequence[Fraction]) -> Iterator[tuple[str, Fraction]]:
    """Operations with 0 and 1 are left out: they fit by chance."""
    for one, other in permutations(numbers, 2):
        yield f"{_plain(one)} + {_plain(other)}", one + other
        yield f"{_plain(one)} - {_plain(other)}", one - other
        if min(one, other) > 1:
            yield f"{_plain(one)} · {_plain(other)}", one * other
            yield f"{_plain(one)} : {_plain(other)}", one / other
    for parts in combinations(numbers, 3):
        yield " + ".join(map(_plain, parts)), sum(parts, Fraction(0))
    for one, other, third in permutations(numbers, 3):
        yield f"{_plain(one)} + {_plain(other)} - {_plain(third)}", one + other - third
        yield f"{_plain(one)} - {_plain(other)} - {_plain(third)}", one - other - third
        if min(one, other) > 1:
            yield f"{_plain(one)} · {_plain(other)} + {_plain(third)}", one * other + third
            yield f"{_plain(one)} · {_plain(other)} - {_plain(third)}", one * other - third


def _plain(number: Fraction) -> str:
    return f"{float(number):g}".replace(".", ",")
