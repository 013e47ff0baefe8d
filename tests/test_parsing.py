"""What a model's raw answer says, or why it cannot be understood; the sister tasks' markers; a person's answers."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheet_tools.accuracy import wilson
from sheet_tools.cells import Place
from sheet_tools.items import Item
from sheet_tools.marking import MARKERS, Mark, Outcome, mark_all
from sheet_tools.panel import Response, Responses
from sheet_tools.parsing import FAULTS, PARSERS, answer_text, parse
from sheet_tools.person import PERSON, answers_of, person_of
from sheet_tools.report.score import fault_words
from sheet_tools.tasks import TASKS

COMMAS, CORRECTION, NUMERAL = (TASKS[n] for n in ("comma-placement", "error-correction", "numeral-inflection"))
OBJECT = '{"commas": [5], "optional": []}'


def item(**values: str) -> Item:
    return Item(Place(row=1), values)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (OBJECT, None),
        (f"  {OBJECT}\n", None),
        ('{"optional": [], "commas": [5, 1, 5]}', None),
        ('{\n "commas": [],\n "optional": [2]\n}', None),
        ('{"commas": [99], "optional": []}', None),  # no such place: an answer, and a wrong one
        ("", "empty"),
        (" \n", "empty"),
        (f"```json\n{OBJECT}\n```", "code-fence"),
        (f"```\n{OBJECT}", "code-fence"),
        (f"Odpowiedź: {OBJECT}", "text-around"),
        (f"{OBJECT} Przecinek przed „a”.", "text-around"),
        (f"{OBJECT}{OBJECT}", "text-around"),
        ('{"commas": [5], "optional": [', "not-json"),
        ("{'commas': [5], 'optional': []}", "not-json"),
        ("Miejsce 5.", "not-json"),
        ('{"commas": [NaN], "optional": []}', "not-json"),
        ("[" * 100_000, "not-json"),
        ("[5]", "not-an-object"),
        ("null", "not-an-object"),
        ('{"commas": [5]}', "missing-field"),
        ("{}", "missing-field"),
        ('{"commas": [5], "optional": [], "zdanie": ""}', "extra-field"),
        ('{"commas": [5], "commas": [], "optional": []}', "repeated-field"),
        ('{"commas": ["5"], "optional": []}', "wrong-type"),
        ('{"commas": [5.0], "optional": []}', "wrong-type"),
        ('{"commas": [true], "optional": []}', "wrong-type"),
        ('{"commas": 5, "optional": []}', "wrong-type"),
        ('{"commas": [5], "optional": null}', "wrong-type"),
        ('{"commas": [5], "optional": []}' + " słowo" * 60, "too-many-words"),
    ],
)
def test_commas(text: str, fault: str | None) -> None:
    assert parse(text, COMMAS).fault == fault


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('{"answer": "POPRAWNE", "corrected_sentence": ""}', None),
        ('{"answer": "NIEPOPRAWNE", "corrected_sentence": "Zdanie."}', None),
        ('{"answer": "NIEPOPRAWNE", "corrected_sentence": ""}', None),  # it says so, and is wrong
        ('{"answer": "poprawne", "corrected_sentence": ""}', "unknown-label"),
        ('{"answer": true, "corrected_sentence": ""}', "wrong-type"),
        ('{"answer": "POPRAWNE", "corrected_sentence": null}', "wrong-type"),
        ("POPRAWNE", "not-json"),
    ],
)
def test_corrections(text: str, fault: str | None) -> None:
    assert parse(text, CORRECTION).fault == fault


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("stu dwudziestu", None),
        ("stu dwudziestu\n", None),
        ("", "empty"),
        ("stu\ndwudziestu", "line-break"),
        ("słowo " * 12, None),
        ("słowo " * 13, "too-many-words"),
    ],
)
def test_numerals(text: str, fault: str | None) -> None:
    assert parse(text, NUMERAL).fault == fault


def test_an_empty_answer_is_an_answer_where_nothing_is_parsed() -> None:
    assert parse("", TASKS["reverse-poleval"]).answer == ""


def test_every_task_names_a_parser_and_every_fault_has_words() -> None:
    assert {task.parser for task in TASKS.values()} <= PARSERS.keys()
    assert {lang: set(fault_words(lang)) for lang in ("pl", "en")} == {"pl": set(FAULTS), "en": set(FAULTS)}


@given(st.text())
def test_parsing_never_fails(text: str) -> None:
    for task in TASKS.values():
        parsed = parse(text, task)
        assert (parsed.answer is None) == (parsed.fault in FAULTS)


# -- marks


def mark(text: str, gold: Item, name: str) -> tuple[Mark, str | None]:
    responses = Responses(("m",), {"m": {"x": Response(text)}}, key=TASKS[name].subject)
    asked = Item(gold.place, {**gold.values, TASKS[name].subject: "x"})
    ((outcome,),) = mark_all([asked], responses, TASKS[name]).rows
    return outcome.mark, outcome.matched


@pytest.mark.parametrize(
    ("gold", "commas", "expected"),
    [
        ("5", [5], Mark.RIGHT),
        ("1, 5", [5, 1], Mark.RIGHT),
        ("1, 5", [5, 1, 5], Mark.RIGHT),
        ("-", [], Mark.RIGHT),
        ("brak", [], Mark.RIGHT),
        ("1, 5", [5], Mark.WRONG),
        ("5", [1, 5], Mark.WRONG),
        ("-", [1], Mark.WRONG),
        ("5", [], Mark.WRONG),
    ],
)
def test_comma_sets(gold: str, commas: list[int], expected: Mark) -> None:
    for optional in ([], [3]):  # what is optional never counts
        answer = json.dumps({"commas": commas, "optional": optional})
        assert mark(answer, item(commas=gold, optional="2"), "comma-placement")[0] is expected


@pytest.mark.parametrize(
    ("gold", "answer", "expected"),
    [
        (("POPRAWNE", ""), ("POPRAWNE", ""), Mark.RIGHT),
        (("POPRAWNE", "-"), ("POPRAWNE", ""), Mark.RIGHT),
        (("POPRAWNE", ""), ("POPRAWNE", "Zdanie."), Mark.WRONG),
        (("POPRAWNE", ""), ("NIEPOPRAWNE", ""), Mark.WRONG),
        (("NIEPOPRAWNE", "Zdanie."), ("NIEPOPRAWNE", "Zdanie."), Mark.RIGHT),
        (("NIEPOPRAWNE", "Zdanie."), ("NIEPOPRAWNE", " Zdanie.\n"), Mark.RIGHT),
        (("NIEPOPRAWNE", "Zdanie."), ("NIEPOPRAWNE", "Zdanie"), Mark.WRONG),
        (("NIEPOPRAWNE", "Zdanie."), ("NIEPOPRAWNE", "zdanie."), Mark.WRONG),
        (("NIEPOPRAWNE", "Zdanie."), ("POPRAWNE", "Zdanie."), Mark.WRONG),
    ],
)
def test_correction(gold: tuple[str, str], answer: tuple[str, str], expected: Mark) -> None:
    text = json.dumps({"answer": answer[0], "corrected_sentence": answer[1]})
    assert mark(text, item(answer=gold[0], corrected_sentence=gold[1]), "error-correction")[0] is expected


@pytest.mark.parametrize(
    ("answer", "matched"),
    [
        ("dwóch", "answer"),
        (" dwóch\n", "answer"),
        ("dwu", "accepted1"),
        ("dwóm", "accepted2"),
        ("Dwóch", None),
        ("dwóch.", None),
        ("dwo\u0301ch", None),  # compared as it is: the spec names no normalisation
        ("dwóch kotów", None),
    ],
)
def test_numeral(answer: str, matched: str | None) -> None:
    verdict = mark(answer, item(answer="dwóch", accepted="dwu\n\n dwóm "), "numeral-inflection")
    assert verdict == (Mark.RIGHT if matched else Mark.WRONG, matched)


def test_what_cannot_be_read_is_unreadable_and_says_why() -> None:
    responses = Responses(("m",), {"m": {"x": Response("```", "length")}}, key="sentence_with_positions")
    marks = mark_all([item(sentence_with_positions="x", commas="5")], responses, COMMAS)
    assert marks.rows == ((Outcome(Mark.UNREADABLE, None, True, "code-fence"),),)
    assert marks.matrix == ((0,),)


@given(st.permutations(range(6)))
def test_shuffled_rows_are_marked_the_same(order: list[int]) -> None:
    rows = [item(sentence=f"[[{n}]]", answer="dwu" if n % 2 else "stu") for n in range(6)]
    responses = Responses(("m",), {"m": {f"[[{n}]]": Response("dwu") for n in range(5)}}, key="sentence")
    straight = mark_all(rows, responses, NUMERAL).rows
    shuffled = mark_all([rows[n] for n in order], responses, NUMERAL).rows
    assert [shuffled[order.index(n)] for n in range(6)] == list(straight)


def test_every_task_names_a_marker() -> None:
    assert {task.marker for task in TASKS.values()} <= MARKERS.keys()


# -- Wilson intervals


@pytest.mark.parametrize(
    ("right", "n", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 10, 0.0, 0.277533), (10, 10, 0.722467, 1.0), (5, 10, 0.236593, 0.763407),
     (1, 2, 0.094531, 0.905469), (1759, 2653, 0.644812, 0.680762)],
)  # fmt: skip
def test_wilson(right: int, n: int, low: float, high: float) -> None:
    share = wilson(right, n)
    assert (share.low, share.high) == (pytest.approx(low, abs=1e-5), pytest.approx(high, abs=1e-5))


@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_an_interval_holds_its_share(counts: tuple[int, int]) -> None:
    share = wilson(*counts)
    assert share.share is not None
    assert 0 <= share.low <= share.share <= share.high <= 1


# -- a person


def test_a_person_is_marked_like_a_model_and_the_gold_is_suspect_where_they_differ() -> None:
    rows = [item(sentence=f"[[{n}]]", answer="dwu") for n in range(4)]
    solved = [item(sentence="[[0]]", answer="dwu"), item(sentence="[[1]]", answer="stu"), item(sentence="[[2]]")]
    person = person_of(rows, answers_of([*solved, item(sentence="[[9]]", answer="stu")], NUMERAL), NUMERAL)
    assert person.name == PERSON == "osoba"
    assert [o.mark for o in person.outcomes] == [Mark.RIGHT, Mark.WRONG, Mark.MISSING, Mark.MISSING]
    assert sorted(f.code for f in person.findings) == ["gold-suspect", "person-missing", "person-other-items"]


@pytest.mark.parametrize(
    ("values", "answered"),
    [
        ({"commas": "1, 5", "optional": "-"}, '{"commas": [1, 5], "optional": []}'),
        ({"commas": "1.5", "optional": "-"}, "commas: 1.5; optional: -"),
    ],
)
def test_what_a_person_wrote_is_parsed_like_a_models_answer(values: dict[str, str], answered: str) -> None:
    assert answer_text(values, COMMAS) == answered


def test_a_person_never_enters_matrix_or_score() -> None:
    from sheet_tools.assessment import Checked, Reading
    from sheet_tools.pipeline import assess

    rows = tuple(item(input=f"Pytanie {n}?", gold="tak") for n in range(3))
    task = TASKS["reverse-poleval"]
    checked = Checked(Reading("a", task, "jsonl"), (), rows, ())
    models = Responses(
        ("m", "n"), {"m": {i.input: Response("tak") for i in rows}, "n": {i.input: Response("nie") for i in rows}}
    )
    alone = assess(checked, models)
    both = assess(checked, models, answers_of([item(input="Pytanie 1?", gold="nie")], task))
    assert both.marks == alone.marks
    assert both.score == alone.score
    assert both.person is not None
    assert [o.mark for o in both.person.outcomes] == [Mark.MISSING, Mark.WRONG, Mark.MISSING]
