"""The given items of the sister tasks' samples, of visible patterns, and what synthetic models and a person answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

ROWS = 30
LABEL = "PRZYKŁAD FORMATU, NIE ZGŁOSZENIE"
NUMBERS = range(1, ROWS + 1)
MODELS = ("synthetic/a", "synthetic/b", "synthetic/c")

Row = dict[str, str]

_WORDS = (
    "dwóch trzech czterech pięciu sześciu siedmiu ośmiu dziewięciu dziesięciu jedenastu dwunastu trzynastu czternastu "
    "piętnastu szesnastu siedemnastu osiemnastu dziewiętnastu dwudziestu"
)
_GENITIVE = _WORDS.split()
_TENS = {2: "dwudziestu", 3: "trzydziestu"}


def sample_id(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012d}"


def comma_row(number: int) -> Row:
    """Three patterns: no comma, one before „a”, and a word set off by commas that are only permissible."""
    start = f"Przykład [1] formatu nr {number} [2]"
    sentence, commas, optional = (
        (f"{start} oczywiście [3] ma [4] krótki [5] opis [6] i [7] koniec.", "-", "2, 3"),
        (f"{start} ma [3] krótki opis [4] a [5] przykład [6] obok ma [7] długi.", "4", "-"),
        (f"{start} ma [3] krótki [4] opis [5] i [6] koniec.", "brak", "brak"),
    )[number % 3]
    return {"id": sample_id(number), "sentence_with_positions": sentence, "commas": commas, "optional": optional}


def correction_row(number: int) -> Row:
    """Every other sentence has a plural verb with a singular subject."""
    right = f"Przykład formatu nr {number} ma krótki opis i koniec."
    if number % 2:
        return {"id": sample_id(number), "sentence": right, "answer": "POPRAWNE"}
    wrong = right.replace(" ma ", " mają ")
    return {"id": sample_id(number), "sentence": wrong, "answer": "NIEPOPRAWNE", "corrected_sentence": right}


def numeral_row(number: int) -> Row:
    count = number + 1
    row = {
        "id": sample_id(number),
        "sentence": f"W przykładzie formatu nr {number} brakuje [[{count}]] wzorców.",
        "answer": genitive(count),
    }
    return row | {"accepted": row["answer"].replace("dwóch", "dwu")} if row["answer"].endswith("dwóch") else row


def genitive(count: int) -> str:
    """From 2 to 39."""
    if count <= 20:
        return _GENITIVE[count - 2]
    tens, ones = divmod(count, 10)
    last = "" if not ones else " jeden" if ones == 1 else f" {_GENITIVE[ones - 2]}"
    return _TENS[tens] + last


@dataclass(frozen=True, slots=True)
class Sample:
    """A task's rows, the text of a right and of a wrong answer to one of them, and answers that nobody can read.

    `spoilt` change a row for the faulty workbook: sheet row → (texts by field, the findings [cell or row, code]).
    """

    task: str
    subject: str
    row: Callable[[int], Row]
    right: Callable[[Row], str]
    wrong: Callable[[Row], str]
    unreadable: tuple[str, ...]
    spoilt: Mapping[int, tuple[Row, tuple[tuple[str, str], ...]]]

    @property
    def rows(self) -> list[Row]:
        return [self.row(number) for number in NUMBERS]


def _list(text: str) -> list[int]:
    return [int(each) for each in text.split(",")] if text[0].isdigit() else []


def _commas(row: Row) -> str:
    """The indices in falling order: a model's are compared as a set."""
    return json.dumps({"commas": _list(row["commas"])[::-1], "optional": _list(row["optional"])})


def _other_commas(row: Row) -> str:
    return json.dumps({"commas": [*_list(row["commas"]), 1], "optional": []})


def _correction(row: Row) -> str:
    made = {"answer": row["answer"], "corrected_sentence": row.get("corrected_sentence", "")}
    return json.dumps(made, ensure_ascii=False)


def _other_correction(row: Row) -> str:
    changed = row["sentence"].replace("krótki", "długi")
    return json.dumps({"answer": "NIEPOPRAWNE", "corrected_sentence": changed}, ensure_ascii=False)


COMMAS = Sample(
    "comma-placement",
    "sentence_with_positions",
    comma_row,
    _commas,
    _other_commas,
    (
        '```json\n{"commas": [4], "optional": []}\n```',
        'Odpowiedź: {"commas": [4], "optional": []}',
        '{"commas": ["4"], "optional": []}',
        '{"commas": [4]}',
        '{"commas": [4, "optional": []}',
    ),
    {
        2: ({"commas": ""}, (("C2", "missing-list"),)),
        3: ({"commas": "9"}, (("C3", "place-absent"),)),
        4: ({"commas": "5, 4"}, (("C4", "places-not-ascending"),)),
        5: ({"commas": "4, 4"}, (("C5", "place-repeated"),)),
        6: ({"commas": "4", "optional": "4"}, (("D6", "places-overlap"),)),
        7: ({"commas": "1.5"}, (("C7", "list-unreadable"),)),
        8: ({"commas": "5-6"}, (("C8", "list-unreadable"),)),
        9: ({"id": sample_id(99)}, (("A9", "input-id-unknown"),)),
        10: ({"id": sample_id(10)}, (("A11", "duplicate-value"),)),
        11: ({}, ()),
        12: ({"sentence_with_positions": comma_row(11)["sentence_with_positions"].replace("opis", "wpis")},
             (("B12", "input-changed"),)),
        13: ({"optional": ""}, (("D13", "missing-list"),)),
    },
)  # fmt: skip

CORRECTIONS = Sample(
    "error-correction",
    "sentence",
    correction_row,
    _correction,
    _other_correction,
    (
        '```json\n{"answer": "POPRAWNE", "corrected_sentence": ""}\n```',
        '{"answer": "poprawne", "corrected_sentence": ""}',
        '{"answer": "POPRAWNE", "corrected_sentence": null}',
        "POPRAWNE",
        '{"answer": "POPRAWNE", "corrected_sentence": "", "komentarz": "bez błędów"}',
    ),
    {
        2: ({"corrected_sentence": "Przykład formatu nr 1 ma opis."}, (("D2", "value-superfluous"),)),
        3: ({"corrected_sentence": ""}, (("D3", "value-wanting"),)),
        4: ({"answer": "poprawne"}, (("C4", "label-unknown"),)),
        5: ({"corrected_sentence": correction_row(4)["sentence"]}, (("D5", "value-unchanged"),)),
        6: ({"answer": ""}, (("C6", "missing-value"),)),
        7: ({"corrected_sentence": correction_row(6)["sentence"].replace(" ", "  ", 1)},
            (("D7", "value-changed-in-blanks"),)),
        8: ({"sentence": correction_row(7)["sentence"] + " "}, (("B8", "input-changed"),)),
        9: ({"corrected_sentence": correction_row(8)["corrected_sentence"] + "\u200b"},
            (("D9", "invisible-characters"),)),
    },
)  # fmt: skip

NUMERALS = Sample(
    "numeral-inflection",
    "sentence",
    numeral_row,
    lambda row: row.get("accepted", row["answer"]),
    lambda row: row["answer"].capitalize(),
    ("", "dwóch\ntrzech", "liczebnik " * 13),
    {
        2: ({"answer": "2"}, (("C2", "words-digits"),)),
        3: ({"answer": "Trzech"}, (("C3", "words-case"),)),
        4: ({"answer": "[[czterech]]"}, (("C4", "words-brackets"),)),
        5: ({"answer": "pięciu "}, (("C5", "words-blanks"),)),
        6: ({"answer": "sześciu."}, (("C6", "words-characters"),)),
        7: ({"answer": ""}, (("C7", "missing-value"),)),
        8: ({"accepted": "ośmiu\n8"}, (("D8", "words-digits"),)),
        9: ({"sentence": numeral_row(8)["sentence"].replace("[[", "[")},
            (("B9", "input-changed"), ("B9", "target-not-one"))),
    },
)  # fmt: skip

SAMPLES = (COMMAS, CORRECTIONS, NUMERALS)
# Rows of the faulty workbook whose answer is no text at all: (what stands there, the finding).
NUMBER_ROW, DATE_ROW = 20, 21


def responses(sample: Sample, model: str) -> Iterator[dict[str, str]]:
    """The lines of a model's file: right on a part of the rows, of the others some are wrong and some unreadable."""
    yield {"model": model}
    place = MODELS.index(model)
    for number, row in zip(NUMBERS, sample.rows, strict=True):
        if (place, number) == (2, ROWS):
            continue  # never asked
        if number % (place + 2) or number % 7 == 0:
            answer = sample.right(row)
        elif number % 4:
            answer = sample.wrong(row)
        else:
            answer = sample.unreadable[number // 4 % len(sample.unreadable)]
        yield {"input": row[sample.subject], "response": answer}


def solved(sample: Sample) -> list[Row]:
    """What a person filled in: two rows otherwise than the gold, and one left blank."""
    made = [dict(row) for row in sample.rows]
    for row in made:
        row.pop("accepted", None)
    shown = ("id", sample.subject)
    answers = [name for name in made[1] if name not in shown]
    for name in answers:
        made[4][name] = sample.row(4).get(name, "")
        made[11].pop(name, None)
    made[7] |= {name: sample.row(7).get(name, "") for name in answers}
    return made
