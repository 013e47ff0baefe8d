"""What the samples hold: rows, clusters and answers of one visible pattern, so that nobody takes them for items."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

ROWS = 60
IN_CLUSTER = 10
LABEL = "PRZYKŁAD FORMATU, NIE ZGŁOSZENIE"

_ONES = ["pierwszy", "drugi", "trzeci", "czwarty", "piąty", "szósty", "siódmy", "ósmy", "dziewiąty", "dziesiąty"]
_TEENS = [
    "jedenasty", "dwunasty", "trzynasty", "czternasty", "piętnasty",
    "szesnasty", "siedemnasty", "osiemnasty", "dziewiętnasty", "dwudziesty",
]  # fmt: skip
_TENS = {20: "dwudziesty", 30: "trzydziesty", 40: "czterdziesty", 50: "pięćdziesiąty", 60: "sześćdziesiąty"}


def ordinal(number: int) -> str:
    """7 → "siódmy", 42 → "czterdziesty drugi"; from 1 to 60."""
    if number <= 20:
        return (_ONES + _TEENS)[number - 1]
    tens, ones = divmod(number, 10)
    return f"{_TENS[tens * 10]} {_ONES[ones - 1]}" if ones else _TENS[number]


def cluster_name(letter: str) -> str:
    return f"klaster {letter}"


LETTERS = [chr(ord("A") + index) for index in range(ROWS // IN_CLUSTER)]
CLUSTERS = [
    {
        "cluster": cluster_name(letter),
        "phenomenon": f"Przykład formatu: tu stoi opis zjawiska badanego w klastrze {letter}.",
        "contrast": f"Przykład formatu: tu stoi opis kontrastu lub kontrolowanej zmiany w klastrze {letter}.",
    }
    for letter in LETTERS
]
FORM = {
    "team": LABEL,
    "authors": "Przykładowa Autorka\nPrzykładowy Autor",
    "contact": "zespol@przyklad.invalid",
    "sources": "brak (zdania zbudowane według jednego wzoru, tylko na pokaz)",
    "design": f"{LABEL}. Plik utworzył skrypt samples/make_samples.py.",
    "tools": "brak",
    "date": LABEL,
}


def rows() -> list[dict[str, str]]:
    """The rows of the good workbook: six clusters of five pairs; three pairs with a contrast, two with a control."""
    return [_row(number) for number in range(1, ROWS + 1)]


def _row(number: int) -> dict[str, str]:
    cluster, at = divmod(number - 1, IN_CLUSTER)
    role = "baza" if at % 2 == 0 else "kontrast" if at < 6 else "kontrola"
    base = number - at % 2
    row = {
        "cluster": cluster_name(LETTERS[cluster]),
        "pair": str(at // 2 + 1),
        "role": role,
        "input": _input(number, base, role),
        "gold": f"{ordinal(base)} wzorzec" if role == "kontrast" else f"wzorzec {ordinal(base)}",
        "notes": LABEL,
    }
    if number % 3 == 0:
        row["alias1"] = f"wzorzec numer {base}"
    return row


def _input(number: int, base: int, role: str) -> str:
    """A contrast asks for the other order; a control adds a word that changes nothing. The last cluster has two
    lines an input."""
    order = "w odwrotnej kolejności" if role == "kontrast" else "w tej samej kolejności"
    please = "proszę " if role == "kontrola" else ""
    line = "\n" if number > ROWS - IN_CLUSTER else " "
    return f"Przykład formatu nr {number}:{line}{please}wpisz wyrazy „wzorzec {ordinal(base)}” {order}."


@dataclass(frozen=True, slots=True)
class Answers:
    """A synthetic model: which numbers it gets right, and which it was never asked."""

    model: str
    right: frozenset[int]
    unasked: frozenset[int] = frozenset()


_NUMBERS = range(1, ROWS + 1)
_B_RIGHT = frozenset(number for number in _NUMBERS if number % 3)
# a and b part on half the rows; b and c on two of 58, under the 5% at which a pair counts as separated.
MODELS = (
    Answers("synthetic/a", frozenset(number for number in _NUMBERS if number % 2), frozenset({60})),
    Answers("synthetic/b", _B_RIGHT),
    Answers("synthetic/c", _B_RIGHT ^ {17, 42}, frozenset({58})),
)


def responses(model: Answers) -> Iterator[dict[str, str]]:
    """The lines of a model's file: a header that names it, then an answer to each row that it was asked."""
    yield {"model": model.model}
    for number, row in enumerate(rows(), start=1):
        if number in model.unasked:
            continue
        answer = _right(number, row) if number in model.right else _wrong(number, row)
        yield {"input": row["input"], **answer}


def _right(number: int, row: dict[str, str]) -> dict[str, str]:
    """The gold, sometimes with blanks that normalisation takes away, sometimes an alias."""
    if number % 5 == 0:
        return {"response": f"  {row['gold'].replace(' ', '  ')}\n"}
    return {"response": row.get("alias1", row["gold"]) if number % 9 == 0 else row["gold"]}


def _wrong(number: int, row: dict[str, str]) -> dict[str, str]:
    """Near misses first: other case, a full stop, quotation marks; then another word, nothing, and a cut-off answer."""
    gold = row["gold"]
    near_misses = (
        {"response": gold.capitalize()},
        {"response": f"{gold}."},
        {"response": f"„{gold}”"},
        {"response": "inny wzorzec"},
        {"response": ""},
        {"response": f"Odpowiedź przykładowa, ucięta: {gold}, ponieważ", "finish_reason": "length"},
        {"response": f"Odpowiedź: {gold}"},
    )
    return near_misses[number % len(near_misses)]
