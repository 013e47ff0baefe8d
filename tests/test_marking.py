"""Marks: the official normalisation and matching, and how little a wrong answer missed by."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheet_tools.cells import Place
from sheet_tools.items import Item
from sheet_tools.marking import MARKERS, Mark, Outcome, exact, mark_all, near_miss
from sheet_tools.normalise import normalise
from sheet_tools.panel import Response, Responses
from sheet_tools.prompts import messages, request, request_key, user_message
from sheet_tools.tasks import TASKS

TASK = TASKS["reverse-poleval"]


def item(text: str, gold: str, *aliases: str) -> Item:
    return Item(Place(row=1), {"input": text, "gold": gold} | {f"alias{i}": a for i, a in enumerate(aliases, 1)})


@pytest.mark.parametrize(
    ("answer", "matched"),
    [
        ("która", "gold"),
        ("  która\n", "gold"),
        ("która ta", "alias1"),
        ("która\u00a0 \tta", "alias1"),
        (unicodedata.normalize("NFD", "żółć"), "alias2"),
        ("\ufb01nał", "alias3"),  # the ligature fi: NFKC
        ("Która", None),  # case counts
        ("która.", None),
        ("„która”", None),
        ("kto\u0301ra", "gold"),
        ("która\u200b", None),  # a zero-width space is no white space
        ("", None),
        (" \n", None),
    ],
)
def test_exact(answer: str, matched: str | None) -> None:
    verdict = exact(answer, item("Który?", "która", "która ta", "żółć", "finał"))
    assert verdict == (Mark.RIGHT if matched else Mark.WRONG, matched)


def test_an_empty_answer_does_not_match_an_unfinished_row() -> None:
    assert exact("", item("Który?", "")).mark is Mark.WRONG
    assert exact(" ", item("Który?", "\u00a0", " ")).mark is Mark.WRONG


def test_an_alias_is_accepted_beside_an_empty_gold() -> None:
    assert exact("tak", Item(Place(), {"input": "x", "alias2": "tak"})) == (Mark.RIGHT, "alias2")


def test_every_task_names_a_marker() -> None:
    assert {task.marker for task in TASKS.values()} <= MARKERS.keys()


ITEMS = [item("A?", "a"), item("B?", "b", "be"), item("C?", "c")]
RESPONSES = Responses(
    ("m/one", "m/two"),
    {
        "m/one": {"A?": Response("a"), "B?": Response("be"), "C?": Response("", "length")},
        "m/two": {"A?": Response("A"), "C?": Response("c", "length")},
    },
)


def test_mark_all() -> None:
    marks = mark_all(ITEMS, RESPONSES, TASK)
    assert marks.models == ("m/one", "m/two")
    assert marks.rows == (
        (Outcome(Mark.RIGHT, "gold"), Outcome(Mark.WRONG)),
        (Outcome(Mark.RIGHT, "alias1"), Outcome(Mark.MISSING)),
        # Cut off at max_tokens: an answer, marked by its text alone, as the official run does.
        (Outcome(Mark.WRONG, None, True), Outcome(Mark.RIGHT, "gold", True)),
    )
    assert marks.matrix == ((1, 0), (1, None), (0, 1))


@pytest.mark.parametrize(
    ("mark", "cell"), [(Mark.RIGHT, 1), (Mark.WRONG, 0), (Mark.UNREADABLE, 0), (Mark.MISSING, None)]
)
def test_cells(mark: Mark, cell: int | None) -> None:
    assert mark.cell == cell


@given(st.permutations(ITEMS))
def test_order_of_items_changes_no_mark(shuffled: list[Item]) -> None:
    straight = dict(zip((each.input for each in ITEMS), mark_all(ITEMS, RESPONSES, TASK).rows, strict=True))
    marks = mark_all(shuffled, RESPONSES, TASK)
    assert dict(zip((each.input for each in marks.items), marks.rows, strict=True)) == straight


BLANKS = st.text(st.sampled_from(" \t\n\r\u00a0\u2003\u3000"), max_size=3)


@given(st.text(min_size=1, max_size=20), st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]), BLANKS, BLANKS)
def test_forms_and_white_space_change_no_mark(gold: str, form, before: str, after: str) -> None:
    answer = before + unicodedata.normalize(form, gold) + after
    wanted = Mark.RIGHT if normalise(gold) else Mark.WRONG
    assert exact(answer, item("x", gold)).mark is exact(gold, item("x", gold)).mark is wanted


@given(st.text(st.sampled_from("aąbcćeęłóśżź"), min_size=1, max_size=8))
def test_case_does(gold: str) -> None:
    assert exact(gold.upper(), item("x", gold)).mark is Mark.WRONG


@pytest.mark.parametrize(
    ("answer", "accepted", "expected"),
    [
        ("Która", ["która"], "case"),
        ("KTÓRA", ["inna", "która"], "case"),
        ("która.", ["która"], "final-punctuation"),
        ("która", ["która!"], "final-punctuation"),
        ("która…", ["która"], "final-punctuation"),
        ("„która”", ["która"], "quotation-marks"),
        ("„która.”", ["która"], "quotation-marks"),
        ('"która".', ["która"], "quotation-marks"),
        ("'która'", ["która"], "quotation-marks"),
        ("nie ma", ["niema"], "white-space"),
        ("a , b", ["a, b"], "white-space"),
        ("któ\u00adra", ["która"], "white-space"),
        ("która\u200b", ["która"], "white-space"),
        ("ktora", ["która"], "diacritics"),
        ("zolc", ["żółć"], "diacritics"),
        ("Lodka", ["łódka"], "diacritics"),
        ("Odpowiedź: która", ["która"], "extra-text"),
        ("która, czyli posłanka", ["która"], "extra-text"),
        ("niektóra", ["która"], None),  # a part of a word is another word
        ("Która.", ["która"], "case"),  # the gravest of two
        ("posłanka", ["która"], None),
        ("która", ["która"], None),  # right
        ("", ["która"], None),
        (".", ["!"], None),  # nothing is left to compare
        ("x", ["", " "], None),
        ("która", [], None),
    ],
)
def test_near_miss(answer: str, accepted: list[str], expected: str | None) -> None:
    assert near_miss(answer, accepted) == expected


@given(st.text(max_size=20), st.lists(st.text(max_size=20), max_size=4))
def test_near_miss_never_fails_nor_speaks_of_a_right_answer(answer: str, accepted: list[str]) -> None:
    found = near_miss(answer, accepted)
    right = any(exact(answer, item("x", form)).mark is Mark.RIGHT for form in accepted)
    assert not (right and found)


def test_the_request_is_the_official_one() -> None:
    asked = request("m/one", item("  Który\n{{ gold }}? ", "x"), TASK)
    assert asked.messages == (
        {"role": "system", "content": TASK.system_message},
        {"role": "user", "content": "  Który\n{{ gold }}? "},
    )
    assert asked.generation == {"temperature": 0.0, "max_tokens": 64}
    assert user_message(item("a\u2028b", "x"), TASK) == "a\u2028b"


def test_equal_requests_have_equal_keys() -> None:
    asked = messages(item("A?", "a"), TASK)
    key = request_key("m", asked, {"temperature": 0.0, "max_tokens": 64})
    assert len(key) == 64
    assert key == request_key("m", list(asked), {"max_tokens": 64, "temperature": 0})


@pytest.mark.parametrize(
    ("model", "text", "generation"),
    [
        ("n", "A?", {"temperature": 0}),
        ("m", "A? ", {"temperature": 0}),
        ("m", "A?", {"temperature": 0.1}),
        ("m", "A?", {"temperature": 0, "seed": 1}),
        ("m", "A?", {"temperature": False}),
        ("m", "A\ud800", {"temperature": 0}),
    ],
)
def test_any_difference_is_another_key(model: str, text: str, generation: dict[str, object]) -> None:
    asked = request_key("m", messages(item("A?", "a"), TASK), {"temperature": 0})
    assert request_key(model, messages(item(text, "a"), TASK), generation) != asked
