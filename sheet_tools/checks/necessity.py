"""Items that Polish does not decide. Source: spec/reverse-poleval.txt, „Scope” and „Qualification”, 1.

Out of scope: arithmetic, ciphers, symbol puzzles, „any task whose decision rule and gold survive literal translation”.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from sheet_tools.checks.numbers import DIGITS, TERM, derivation, quantities, value
from sheet_tools.checks.quotes import outside
from sheet_tools.findings import Finding
from sheet_tools.items import Item, ItemSet
from sheet_tools.tasks import Task

_HAS_DIGIT = re.compile(r"\d")
_OPERATION = re.compile(
    rf"(?<![\w.,]){TERM}\s*(?P<sign>[+*×·÷^]|[-–−/:]|\b(?:plus|minus|razy|dodać|odjąć|podzielić\s+(?:na|przez)|"
    rf"podzielone\s+przez|pomnożone\s+przez)\b)\s*{TERM}(?!\w)(?P<equals>\s*=)?",
    re.IGNORECASE,
)
# Signs that stand between numbers for other reasons too: „3-4 dni”, „1914–1918”, „10:30”, „1/2”.
_AMBIGUOUS_SIGNS = "-–−/:"
_ADDS, _TAKES, _MULTIPLIES, _DIVIDES = {"+", "plus", "dodać"}, {*"-–−", "minus", "odjąć"}, {*"*×·", "razy"}, {*"÷/:"}
# „Ile orzeczeń…”: what is counted is found by knowing Polish.
_COUNTS_GRAMMAR = re.compile(
    r"\b(?:ile|liczb\w+)\b(?:\s+\S+){0,3}?\s+(?:orzecze|podmiot|przydaw|dopełnie|okoliczni|przymiotnik|rzeczownik|czasownik|"
    r"przyimk|spójnik|zaim|liczebnik|przysłów|imiesł|partyku|głosek|głosk|sylab|samogłos|spółgłos|zda[ńn]|wyraz|słów|form|"
    r"przypad|znacze|części|morfem|błęd|przecin|temat|końców|wypowied)",
    re.IGNORECASE,
)
_LETTER_PUZZLE = re.compile(
    r"\banagram\w*|\bpalindrom\w*|\b(?:za|od|roz)szyfr(?:uj\w*|ować|ujemy)\b|\brot-?13\b|\bwspak\b|"
    r"\bszyfr(?:em|u|ze)?\s+(?:cezara|podstawieni|przestawieni)\w*|\bszyfrem\b|"
    r"\bzaszyfrowan\w+\s+(?:\S+\s+)?(?:wyraz|słow|zdani|hasł|nazw)\w*|"
    r"\bile\s+(?:razy\s+(?:\S+\s+){0,3}?)?(?:jest\s+|ma\s+)?liter\w*|\b(?:policz|zlicz)\w*\s+(?:\S+\s+){0,2}?liter\w*|"
    r"\bco\s+(?:drug|trzeci)\w+\s+liter\w*|\b(?:przestaw|poprzestawia|pomiesza|rozsypa|odwróć|odwrac)\w*\s+(?:\S+\s+){0,3}?liter\w*|"
    r"\b(?:jaka|która|podaj|wskaż|wypisz|zapisz)\s+(?:jest\s+)?(?:pierwsz|drug|trzeci|czwart|piąt|ostatni|przedostatni|środkow)\w*"
    r"\s+liter\w*|\b(?:od)?(?:prze)?(?:czyta|zapi|napi)\w*\s+(?:\S+\s+){0,4}?od\s+tyłu\b|\brozsypank\w*|\bkażd\w+\s+liter\w*\s+(?:\S+\s+){0,3}?(?:zamień|przesu|zastąp)\w*|"
    r"\b(?:zamień|przesu[ńn]|zastąp)\w*\s+każd\w+\s+liter\w*|\bletters?\s+(?:of|in)\s+the\s+(?:word|alphabet)\b",
    re.IGNORECASE,
)
# Every puzzle of letters has one of these pieces.
_PUZZLE_PIECES = ("liter", "szyfr", "anagram", "palindrom", "wspak", "tyłu", "rot", "rozsypank", "letter")
# A word spelt letter by letter: „k-o-t-e-k”, „K O T E K”. A list of letters has commas.
_SPELT = re.compile(r"(?<![\w-])[^\W\d_](?:([ -])[^\W\d_])(?:\1[^\W\d_]){2,}(?![\w-])")
# The words of one letter.
_WORDS = frozenset("aiouwz")
_ELEMENT = rf"(?:{DIGITS}|[^\W\d_])"
_SERIES = re.compile(rf"(?<![\w.,]){_ELEMENT}(?:\s*[,;→]\s*{_ELEMENT}(?!\w)){{2,}}")
_OPEN_END = re.compile(r"\s*[,;→]?\s*(?:…|\.\.\.|_+|\(\?\)|\[\?\])|\s*[,;→]\s*\?")
_ASKS_NEXT = re.compile(
    r"\b(?:(?:następn|kolejn|brakując)\w+\s+(?:liczb|liter|element|wyraz\s+ciągu|cyfr|znak|symbol)\w*|"
    r"(?:liczb|liter|element|cyfr|znak|symbol)\w*\s+(?:jest\s+)?(?:następn|kolejn|brakując)\w+|"
    r"(?:uzupełnij|dokończ|kontynuuj)\w*\s+(?:ten\s+)?(?:ciąg|sekwencj|szereg)\w*|ciąg\w*\s+(?:liczb|arytmet|geometr)\w*)",
    re.IGNORECASE,
)
_SYMBOLS = re.compile(r"[■□▪▫▲△▼▽◆◇○●★☆♠♣♥♦](?:[\s,;]*[■□▪▫▲△▼▽◆◇○●★☆♠♣♥♦]){3,}")
_YES_NO = frozenset({"tak", "nie", "prawda", "fałsz", "yes", "no", "true", "false"})
_NAME = re.compile(r"[A-ZĄĆĘŁŃÓŚŹŻ][^\W\d_]+(?:[ -][A-ZĄĆĘŁŃÓŚŹŻ][^\W\d_]+){0,2}")
_KINDS = {
    "digits": ("cyfry", "digits"),
    "letter": ("litera", "a letter"),
    "yes-no": ("tak/nie", "yes or no"),
    "name": ("nazwa własna", "a proper name"),
}


def check_necessity(item_set: ItemSet, _task: Task) -> Iterator[Finding]:
    """Warnings at the input; a note at a gold that stays the same in translation."""
    for item in item_set.items:
        if not item.input or "input" in item.unreadable:
            continue
        puzzles = [*_letters(item), *_sequence(item)]
        yield from puzzles or _arithmetic(item)
        yield from _same_in_translation(item)


def _letters(item: Item) -> Iterator[Finding]:
    lowered = item.input.lower()
    has_piece = any(map(lowered.__contains__, _PUZZLE_PIECES))
    found = (_LETTER_PUZZLE.search(outside(item.input)) if has_piece else None) or _spelt(item.input)
    if found:
        yield Finding("necessity-letter-puzzle", item.at("input"), {"fragment": found[0]})


def _spelt(text: str) -> re.Match[str] | None:
    """A word spelt out. Letters between blanks may be words („z”, „i”): so where all can be, or their case differs."""
    for match in _SPELT.finditer(text):
        letters = re.sub(r"[ -]", "", match[0])
        if match[1] == "-" or (letters in (letters.upper(), letters.lower()) and not set(letters.lower()) <= _WORDS):
            return match
    return None


def _sequence(item: Item) -> Iterator[Finding]:
    text = item.input
    series = _SERIES.finditer(text) if sum(map(text.count, ",;→")) > 1 else iter(())
    found = _SYMBOLS.search(text) or next((match for match in series if _goes_on(match, item)), None)
    if found:
        yield Finding("necessity-sequence", item.at("input"), {"fragment": found[0]})


def _goes_on(series: re.Match[str], item: Item) -> bool:
    """True where the series is to be continued: it ends open, the question says so, or the gold is its next number."""
    elements = re.findall(_ELEMENT, series[0])
    numbers = [value(element) for element in elements]
    known = [number for number in numbers if number is not None]
    if known and len(known) < len(elements):
        return False
    if _ASKS_NEXT.search(item.input):
        return True
    if known and len(known) >= 3 and (following := value(item.gold)) is not None:
        return _is_progression([*known, following])
    return len(elements) >= 4 and _OPEN_END.match(item.input, series.end()) is not None


def _is_progression(numbers: list[Fraction]) -> bool:
    """True for an arithmetic or a geometric one."""
    steps = list(pairwise(numbers))
    return len({b - a for a, b in steps}) == 1 or (0 not in numbers and len({b / a for a, b in steps}) == 1)


def _arithmetic(item: Item) -> Iterator[Finding]:
    wanted = value(item.gold)
    if wanted is None:
        return
    for match in _OPERATION.finditer(item.input):
        if _is_sum(match, item.gold):
            values = {"fragment": match[0].strip(), "gold": item.gold.strip()}
            yield Finding("necessity-arithmetic", item.at("input"), values)
            return
    if _COUNTS_GRAMMAR.search(item.input):
        return
    if how := derivation(wanted, quantities(item.input)):
        yield Finding("necessity-computed", item.at("input"), {"gold": item.gold.strip(), "calculation": how})


def _is_sum(match: re.Match[str], gold: str) -> bool:
    """A clear sign with a gold in digits; otherwise only where an equals sign follows or the gold is the result."""
    is_clear = match["sign"] not in _AMBIGUOUS_SIGNS
    if match["equals"] or (is_clear and _HAS_DIGIT.search(gold)):
        return True
    return (is_clear or match["sign"] in "-–−") and _result(match) == value(gold)


def _result(match: re.Match[str]) -> Fraction | None:
    """The result of one operation between two numbers; None where the sign is none of the four."""
    left, right = (value(part) for part in match[0].removesuffix("=").split(match["sign"], 1))
    sign = match["sign"].lower()
    if left is None or right is None:
        return None
    if sign in _ADDS:
        return left + right
    if sign in _TAKES:
        return left - right
    if sign in _MULTIPLIES:
        return left * right
    return left / right if right and sign in _DIVIDES else None


def _same_in_translation(item: Item) -> Iterator[Finding]:
    gold = item.gold.strip()
    kind = _kind_of(gold, item.input)
    if kind:
        kind_pl, kind_en = _KINDS[kind]
        values = {"gold": gold, "kind": kind, "kind_pl": kind_pl, "kind_en": kind_en}
        yield Finding("necessity-gold-same-in-translation", item.at("gold"), values)


def _kind_of(gold: str, text: str) -> str | None:
    if re.fullmatch(rf"{DIGITS}", gold):
        return "digits"
    if len(gold) == 1 and gold.lower() != gold.upper():
        return "letter"
    if gold.lower() in _YES_NO:
        return "yes-no"
    return "name" if _NAME.fullmatch(gold) and _is_name_in(gold, text) else None


def _is_name_in(gold: str, text: str) -> bool:
    """True where the input has the gold, capitals and all, in the middle of a sentence."""
    return re.search(rf"[\w,;–-]\s+{re.escape(gold)}(?!\w)", text) is not None
