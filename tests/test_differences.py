"""An answer held against the gold, piece by piece: what is wanted and given, what is missing, what is too much."""

from __future__ import annotations

import json

import pytest

from sheet_tools.cells import Place
from sheet_tools.items import Item
from sheet_tools.report.differences import SHAPES, differences, piece_words, word_pieces
from sheet_tools.tasks import TASKS

SENTENCE = "Wiem [1] że [2] nic [3] nie wiem."
S, R, M, E = "same", "right", "missing", "extra"


def pieces(
    task: str, values: dict[str, str], answer: dict[str, object]
) -> list[list[tuple[str, str]]]:
    """Of each field that can be compared its pieces (kind, text)."""
    item = Item(Place(row=2), values)
    found = differences(item, json.dumps(answer), TASKS[task], "pl")
    return [[(piece.kind, piece.text) for piece in each.pieces] for each in found]


def commas(
    commas: str, optional: str, given: list[int], may: list[int]
) -> list[list[tuple[str, str]]]:
    values = {"sentence_with_positions": SENTENCE, "commas": commas, "optional": optional}
    return pieces("comma-placement", values, {"commas": given, "optional": may})


def marked(*kinds: str) -> list[tuple[str, str]]:
    one, two, three = kinds
    return [
        (S, "Wiem "), (one, "[1]"), (S, " że "), (two, "[2]"), (S, " nic "), (three, "[3]"), (S, " nie wiem."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("wanted", "given", "kinds"),
    [
        ("1", [1], (R, S, S)),
        ("1", [], (M, S, S)),
        ("-", [1], (E, S, S)),
        ("-", [], (S, S, S)),
        ("1, 2", [2, 3], (M, R, E)),
        ("1, 2, 3", [1, 2, 3], (R, R, R)),
    ],
)
def test_every_place_of_the_sentence(
    wanted: str, given: list[int], kinds: tuple[str, str, str]
) -> None:
    assert commas(wanted, "-", given, []) == [marked(*kinds)]


def test_places_that_the_sentence_has_not_come_after_it() -> None:
    assert commas("1", "-", [7, 1, 5], []) == [[*marked(R, S, S), (E, "[5]"), (E, "[7]")]]


def test_of_the_further_lists_the_numbers_alone() -> None:
    assert commas("1", "2, 3", [1], [9, 3]) == [
        marked(R, S, S),
        [(M, "[2]"), (R, "[3]"), (E, "[9]")],
    ]


def correction(label: str, text: str, answer: str, given: str) -> list[list[tuple[str, str]]]:
    values = {"sentence": "Mam dwa kota.", "answer": label, "corrected_sentence": text}
    return pieces("error-correction", values, {"answer": answer, "corrected_sentence": given})


YES, NO = "POPRAWNE", "NIEPOPRAWNE"


@pytest.mark.parametrize(
    ("label", "text", "answer", "given", "expected"),
    [
        (NO, "Mam dwa koty.", NO, "Mam dwa koty.", [[(S, NO)], [(S, "Mam dwa koty.")]]),
        (NO, "Mam dwa koty.", NO, "Mam koty.", [[(S, NO)], [(S, "Mam"), (M, "dwa"), (S, "koty.")]]),
        (NO, "Mam dwa koty.", NO, "Mam te dwa koty.", [[(S, NO)], [(S, "Mam"), (E, "te"), (S, "dwa koty.")]]),
        (NO, "Mam dwa koty.", YES, "", [[(M, NO), (E, YES)], [(M, "Mam dwa koty.")]]),
        # Nothing had to be changed: what was changed is seen beside the sentence itself.
        (YES, "", NO, "Mam dwa koty.", [[(M, YES), (E, NO)], [(S, "Mam dwa"), (M, "kota."), (E, "koty.")]]),
        (YES, "-", NO, "Mam dwa koty.", [[(M, YES), (E, NO)], [(S, "Mam dwa"), (M, "kota."), (E, "koty.")]]),
        (YES, "-", YES, "", [[(S, YES)]]),
        (YES, "", YES, "", [[(S, YES)]]),
    ],
)  # fmt: skip
def test_words_of_a_correction(
    label: str, text: str, answer: str, given: str, expected: list[list[tuple[str, str]]]
) -> None:
    assert correction(label, text, answer, given) == expected


def test_an_answer_that_cannot_be_understood_is_held_against_nothing() -> None:
    item = Item(Place(row=2), {"sentence": "Mam.", "answer": YES, "corrected_sentence": "-"})
    assert differences(item, "POPRAWNE", TASKS["error-correction"], "pl") == ()


@pytest.mark.parametrize(("words", "compared"), [(400, True), (401, False)])
def test_longer_texts_stand_as_they_are(words: int, compared: bool) -> None:
    assert bool(list(word_pieces("a " * words, "a"))) is compared
    assert bool(list(word_pieces("a", "a " * words))) is compared


def test_each_kind_has_its_shape_and_words() -> None:
    assert SHAPES == {S: "", R: "✓", M: "○", E: "+"}
    assert piece_words("pl") == {
        R: "wymagane i wskazane",
        M: "wymagane, niewskazane",
        E: "wskazane niepotrzebnie",
    }
