"""Comma placement, error correction and numeral inflection: the specs' own words and examples, to the byte."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheet_tools.cells import Place
from sheet_tools.items import Item
from sheet_tools.jsonl import read_items, write_items
from sheet_tools.pipeline import Settings, Source, check, read
from sheet_tools.prompts import messages, request
from sheet_tools.schema import own_schema, schema_findings
from sheet_tools.tasks import TASKS, Task
from sheet_tools.values import integers

# Written out from the specs: „Official chat messages”, „Prompt template”, „Generation policy”.
PROMPTS = json.loads((Path(__file__).parent / "golden" / "prompts.json").read_text(encoding="utf-8"))
GIVEN = [task for task in TASKS.values() if task.given]
each_task = pytest.mark.parametrize("task", GIVEN, ids=lambda task: task.name)

BUBBLES = (
    "Bańki [1] mydlane [2] są puszczane przez [3] dziewczynkę w sukience [4] na trawie [5] a [6] za [7] nią stoi druga "
    "dziewczynka."
)
DISCORD = "Ten rozdźwięk pomiędzy danymi gospodarczymi a dyskursem politycznym są, a przynajmniej powinien być znajomy."
REUTZ = (
    "'Reutz' płynący z Maroka do Szczecina i przewożący koncentrat rudy miedzi zatonął 13 lipca 1998, ok. [[120]] mil "
    "od wybrzeży Portugalii."
)
# (task, the sheet's row as the author fills it in, the submission's line of the spec)
EXAMPLES = [
    (
        "comma-placement",
        {
            "id": "a89c964e-6112-4979-8279-75250db45426",
            "sentence_with_positions": BUBBLES,
            "commas": "5",
            "optional": "-",
        },
        '{"id": "a89c964e-6112-4979-8279-75250db45426", "commas": [5], "optional": []}',
    ),
    (
        "error-correction",
        {
            "id": "03f6c5fc-c27b-4d54-82bb-5b1614af8d21",
            "sentence": DISCORD,
            "answer": "NIEPOPRAWNE",
            "corrected_sentence": DISCORD.replace(" są,", " jest,"),
        },
        '{"id": "03f6c5fc-c27b-4d54-82bb-5b1614af8d21", "answer": "NIEPOPRAWNE", "corrected_sentence": '
        '"Ten rozdźwięk pomiędzy danymi gospodarczymi a dyskursem politycznym jest, a przynajmniej powinien być '
        'znajomy."}',
    ),
    (
        "numeral-inflection",
        {"id": "bba62d3e-d863-4a78-aea5-0caf450dbc22", "sentence": REUTZ, "answer": "stu dwudziestu"},
        '{"id": "bba62d3e-d863-4a78-aea5-0caf450dbc22", "answer": "stu dwudziestu"}',
    ),
]
each_example = pytest.mark.parametrize(("name", "values", "line"), EXAMPLES, ids=[name for name, _, _ in EXAMPLES])


def sheet_item(values: dict[str, str], row: int = 2) -> Item:
    places = {name: Place("Pozycje", row, column) for column, name in enumerate(values, start=1)}
    return Item(Place("Pozycje", row), values, places)


@each_example
def test_the_specs_line_to_the_byte(name: str, values: dict[str, str], line: str) -> None:
    assert write_items([sheet_item(values)], TASKS[name]) == f"{line}\n".encode()


@each_example
def test_the_specs_line_is_read_back_and_satisfies_the_schema(name: str, values: dict[str, str], line: str) -> None:
    task = TASKS[name]
    items, findings = read_items(line.encode(), task)
    assert findings == []
    assert write_items(items, task) == f"{line}\n".encode()
    schema = own_schema(task)
    assert schema is not None
    assert list(schema_findings(items, task, schema)) == []


@each_example
def test_the_specs_example_is_ready(name: str, values: dict[str, str], line: str) -> None:
    inputs = {key: values[key] for key in ("id", TASKS[name].subject)}
    settings = Settings(TASKS[name], inputs=Source("inputs.jsonl", json.dumps(inputs).encode()))
    checked = check(read(Source("submission.jsonl", line.encode()), settings))
    assert [f.code for f in checked.findings] == []
    assert checked.is_ready


@pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)
def test_prompt_and_generation_are_the_specs(task: Task) -> None:
    said = PROMPTS[task.name]
    assert (task.system_message, task.user_message) == (said["system"], said["user"])
    assert task.generation == said["generation"]
    shape = task.output_shape
    assert said.get("output_shape") == (
        None
        if shape is None
        else {
            "max_words": shape.max_words,
            "allow_empty": shape.allow_empty,
            "allow_newline": shape.allow_newline,
        }
    )


@each_example
def test_the_prompt_is_the_only_message(name: str, values: dict[str, str], line: str) -> None:
    task = TASKS[name]
    (message,) = messages(sheet_item(values), task)
    assert message["role"] == "user"
    assert message["content"].endswith(f"\nZdanie: {values[task.subject]}")
    assert "{{" not in message["content"]
    assert request("m", sheet_item(values), task).generation == task.generation


# -- the list of places


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("5", (5,)),
        ("1, 5", (1, 5)),
        ("1,5", (1, 5)),
        ("1,10", (1, 10)),
        (" 1;5 ", (1, 5)),
        ("1 5", (1, 5)),
        ("1,\n5", (1, 5)),
        ("[1, 5]", (1, 5)),
        ("[1] [5]", (1, 5)),
        ("[5]", (5,)),
        ("[ 5 ]", (5,)),
        ("[ 1 ] [5]", (1, 5)),
        ("5, 1, 1", (5, 1, 1)),
        ("-", ()),
        ("–", ()),
        (" brak ", ()),
        ("Brak", ()),
        ("[]", ()),
        ("[ ]", ()),
        ("", None),
        (" ", None),
        ("1.5", None),
        ("1.10", None),
        ("5-6", None),
        ("1,,5", None),
        ("1,", None),
        ("[1", None),
        ("1, pięć", None),
        ("-1", None),
        ("1 / 5", None),
        ("１", None),  # a full-width digit is no digit of ours
    ],
)
def test_lists(text: str, numbers: tuple[int, ...] | None) -> None:
    assert integers(text) == numbers


# -- the checks


def codes(name: str, values: dict[str, str]) -> list[tuple[str | None, str]]:
    from sheet_tools.checks import run_checks
    from sheet_tools.items import ItemSet

    given = {"id": "a1", "sentence_with_positions": BUBBLES, "sentence": DISCORD}
    task = TASKS[name]
    fields = {field: (given | values).get(field, "") for field in task.text_fields}
    return [(f.place.cell, f.code) for f in run_checks(ItemSet((sheet_item(fields),)), task)]


@pytest.mark.parametrize(
    ("commas", "optional", "expected"),
    [
        ("5", "-", []),
        ("-", "brak", []),
        ("1, 5", "2", []),
        ("", "-", [("C2", "missing-list")]),
        ("5", "", [("D2", "missing-list")]),
        (" ", "-", [("C2", "missing-list")]),
        ("1.5", "-", [("C2", "list-unreadable")]),
        ("5-6", "-", [("C2", "list-unreadable")]),
        ("8", "-", [("C2", "place-absent")]),
        ("0", "-", [("C2", "place-absent")]),
        ("5, 1", "-", [("C2", "places-not-ascending")]),
        ("5, 5", "-", [("C2", "place-repeated")]),
        ("5", "5", [("D2", "places-overlap")]),
        ("9, 5, 5", "-", [("C2", "place-absent"), ("C2", "place-repeated")]),
    ],
)
def test_commas(commas: str, optional: str, expected: list[tuple[str, str]]) -> None:
    assert codes("comma-placement", {"commas": commas, "optional": optional}) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("A [1] b [2] c [3] d [4] e [5] f [6] g.", []),
        ("A [1] b [3] c.", ["places-not-numbered"]),
        ("A [2] b [1] c.", ["places-not-numbered"]),
        ("Bez miejsc.", ["places-not-numbered"]),
        ("A [1] b [2] c.", ["places-count"]),
    ],
)
def test_places(sentence: str, expected: list[str]) -> None:
    found = codes("comma-placement", {"sentence_with_positions": sentence, "commas": "-", "optional": "-"})
    assert [code for _, code in found] == expected


RIGHT = DISCORD.replace(" są,", " jest,")


@pytest.mark.parametrize(
    ("answer", "corrected", "expected"),
    [
        ("POPRAWNE", "", []),
        ("POPRAWNE", "-", []),
        ("POPRAWNE", RIGHT, [("D2", "value-superfluous")]),
        ("POPRAWNE", " ", [("D2", "value-superfluous")]),
        ("NIEPOPRAWNE", RIGHT, []),
        ("NIEPOPRAWNE", "", [("D2", "value-wanting")]),
        ("NIEPOPRAWNE", "brak", [("D2", "value-wanting")]),
        ("NIEPOPRAWNE", DISCORD, [("D2", "value-unchanged")]),
        ("NIEPOPRAWNE", f"{DISCORD} ", [("D2", "edge-space"), ("D2", "value-changed-in-blanks")]),
        ("poprawne", "", [("C2", "label-unknown")]),
        ("POPRAWNE ", "", [("C2", "label-unknown")]),
        ("", "", [("C2", "missing-value")]),
    ],
)
def test_corrections(answer: str, corrected: str, expected: list[tuple[str, str]]) -> None:
    assert codes("error-correction", {"answer": answer, "corrected_sentence": corrected}) == expected


@pytest.mark.parametrize(
    ("answer", "accepted", "expected"),
    [
        ("stu dwudziestu", "", []),
        ("dwóch", "dwu\ndwóm", []),
        ("", "", [("C2", "missing-value")]),
        ("120", "", [("C2", "words-digits")]),
        ("stu 20", "", [("C2", "words-digits")]),
        ("[[stu]]", "", [("C2", "words-brackets")]),
        ("Stu", "", [("C2", "words-case")]),
        ("stu  dwudziestu", "", [("C2", "words-blanks")]),
        (" stu", "", [("C2", "words-blanks")]),
        ("stu\u00a0dwudziestu", "", [("C2", "words-blanks")]),
        ("stu\ndwudziestu", "", [("C2", "words-blanks")]),
        ("stu.", "", [("C2", "words-characters")]),
        ("stu\u200b", "", [("C2", "words-characters")]),
        ("dwu", "Dwóch", [("D2", "words-case")]),
        ("dwu", "dwóch\n2", [("D2", "words-digits")]),
    ],
)
def test_numerals(answer: str, accepted: str, expected: list[tuple[str, str]]) -> None:
    assert codes("numeral-inflection", {"sentence": REUTZ, "answer": answer, "accepted": accepted}) == expected


@pytest.mark.parametrize("sentence", ["Bez liczby.", "[[1]] i [[2]]", "[[sto]]", "[[1]", "[[1]] i ]]"])
def test_a_numerals_sentence_has_one_target(sentence: str) -> None:
    assert codes("numeral-inflection", {"sentence": sentence, "answer": "stu"}) == [("B2", "target-not-one")]


@each_task
def test_an_id_stands_once(task: Task) -> None:
    from sheet_tools.checks.answers import check_answers
    from sheet_tools.items import ItemSet

    rows = tuple(sheet_item({"id": name}, row) for row, name in enumerate(("a", "b", "a"), start=2))
    found = [(f.place.cell, f.code) for f in check_answers(ItemSet(rows), task) if f.code == "duplicate-value"]
    assert found == [("A4", "duplicate-value")]


# -- properties

IDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
LINES = {
    "comma-placement": st.fixed_dictionaries(
        {"id": IDS, "commas": st.lists(st.integers(0, 9999)), "optional": st.lists(st.integers(0, 9999))}
    ),
    "error-correction": st.fixed_dictionaries(
        {
            "id": IDS,
            "answer": st.sampled_from(["POPRAWNE", "NIEPOPRAWNE"]),
            "corrected_sentence": st.sampled_from(["-", "brak"]) | st.text(st.characters(exclude_categories=["Cs"])),
        }
    ),
    "numeral-inflection": st.fixed_dictionaries({"id": IDS, "answer": IDS}),
}


@given(st.data())
def test_reading_and_writing_back_is_identity(data: st.DataObject) -> None:
    for name, lines in LINES.items():
        values = data.draw(lines)
        written = write_items(read_items(json.dumps(values).encode(), TASKS[name])[0], TASKS[name])
        assert json.loads(written) == values
        assert write_items(read_items(written, TASKS[name])[0], TASKS[name]) == written


@pytest.mark.parametrize(
    ("name", "line", "expected"),
    [
        ("comma-placement", {"id": "a", "commas": [1, True], "optional": []}, ["wrong-type"]),
        ("comma-placement", {"id": "a", "commas": "5", "optional": []}, ["wrong-type"]),
        ("comma-placement", {"id": "a", "commas": [1.0], "optional": []}, ["wrong-type"]),
        ("comma-placement", {"id": "a", "commas": [1]}, ["missing-key"]),
        ("comma-placement", {"id": 7, "commas": [1], "optional": []}, ["wrong-type"]),
        ("comma-placement", {"id": "a", "commas": [-1], "optional": []}, ["list-unreadable"]),
        ("comma-placement", {"id": "a", "commas": [0], "optional": []}, ["schema-violated"]),
        ("error-correction", {"id": "a", "answer": "POPRAWNE", "corrected_sentence": None}, ["wrong-type"]),
        ("error-correction", {"id": "a", "answer": "TAK", "corrected_sentence": ""}, ["label-unknown"]),
        ("numeral-inflection", {"id": "a", "answer": "stu", "sentence": "[[100]]"}, ["unknown-key"]),
        ("numeral-inflection", {"id": "", "answer": "stu"}, ["missing-value"]),
    ],
)
def test_lines_that_are_no_submission(name: str, line: dict[str, object], expected: list[str]) -> None:
    checked = check(read(Source("s.jsonl", json.dumps(line).encode()), Settings(TASKS[name])))
    assert [f.code for f in checked.findings] == expected


def test_the_official_schema_is_held_too() -> None:
    schema = {"type": "object", "properties": {"answer": {"maxLength": 3}}}
    settings = Settings(TASKS["numeral-inflection"], schema=Source("output_schema.json", json.dumps(schema).encode()))
    lines = b'{"id": "a", "answer": "stu"}\n{"id": "b", "answer": "dwustu"}\n'
    found = [(f.place.row, f.code) for f in check(read(Source("s.jsonl", lines), settings)).findings]
    assert found == [(2, "schema-violated")]


@pytest.mark.parametrize(
    ("schema", "code"),
    [(b"{", "schema-unreadable"), (b"[]", "schema-unreadable"), (b'{"type": 7}', "schema-unreadable"),
     (b'{"$ref": "https://example.invalid/x.json"}', "schema-reference")],
)  # fmt: skip
def test_a_schema_that_cannot_be_used_says_so(schema: bytes, code: str) -> None:
    settings = Settings(TASKS["numeral-inflection"], schema=Source("output_schema.json", schema))
    checked = check(read(Source("s.jsonl", b'{"id": "a", "answer": "stu"}\n'), settings))
    assert [f.code for f in checked.findings] == [code]
