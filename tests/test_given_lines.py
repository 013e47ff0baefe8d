"""What is handed in, held as it stands: a submission's own lines, whole sentences, numerals alone; sheet and JSONL."""

from __future__ import annotations

import json

import pytest
from test_given_tasks import BUBBLES, DISCORD, EXAMPLES, REUTZ, RIGHT, codes

from samples.given_patterns import CORRECTIONS, NUMERALS
from sheet_tools.jsonl import read_items, write_items
from sheet_tools.person import PERSON
from sheet_tools.pipeline import Settings, Source, check, person_answers, read
from sheet_tools.tasks import TASKS

COMMAS, ERRORS, NUMERAL = "comma-placement", "error-correction", "numeral-inflection"
SUBJECTS = {COMMAS: BUBBLES, ERRORS: DISCORD, NUMERAL: REUTZ}
OFFICIAL = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"id": {}, "answer": {"enum": ["POPRAWNE", "NIEPOPRAWNE"]}, "corrected_sentence": {"type": "string"}},
    "if": {"properties": {"answer": {"const": "POPRAWNE"}}},
    "then": {"properties": {"corrected_sentence": {"const": ""}}},
    "else": {"properties": {"corrected_sentence": {"minLength": 30}}},
}


def found(name: str, line: str, *, inputs: bool = True, schema: object = None) -> tuple[list[str], bool]:
    """(codes, whether the file may be handed in)."""
    task = TASKS[name]
    given = json.dumps({"id": "a", task.subject: SUBJECTS[name]}).encode()
    settings = Settings(
        task,
        inputs=Source("inputs.jsonl", given) if inputs else None,
        schema=Source("output_schema.json", json.dumps(schema).encode()) if schema else None,
    )
    checked = check(read(Source("submission.jsonl", line.encode()), settings))
    return [finding.code for finding in checked.findings], checked.is_ready


# (task, the line, the findings); where one of them is an error, the file is not ready
LINES = [
    (COMMAS, '{"id": "a", "commas": [5], "optional": []}', []),
    (COMMAS, '{"optional": [], "commas": [5], "id": "a"}', []),  # the order of keys means nothing in JSON
    (COMMAS, '{"id": "a", "commas": [], "optional": []}', []),
    (COMMAS, '{"id": "a", "commas": "-", "optional": []}', ["wrong-type"]),
    (COMMAS, '{"id": "a", "commas": "brak", "optional": []}', ["wrong-type"]),
    (COMMAS, '{"id": "a", "commas": "", "optional": []}', ["wrong-type"]),
    (COMMAS, '{"id": "a", "commas": null, "optional": []}', ["wrong-type"]),
    (COMMAS, '{"id": "a", "commas": 5, "optional": []}', ["wrong-type"]),
    (COMMAS, '{"id": "a", "commas": {}, "optional": []}', ["wrong-type"]),
    (COMMAS, '{"id": "a", "commas": ["5"], "optional": []}', ["wrong-type"]),
    (COMMAS, '{"id": "a", "commas": ["-"], "optional": []}', ["wrong-type"]),
    (COMMAS, '{"id": "a", "commas": [5.0], "optional": []}', ["wrong-type"]),
    (COMMAS, '{"id": "a", "commas": [5e0], "optional": []}', ["wrong-type"]),
    (COMMAS, '{"id": "a", "commas": [true], "optional": []}', ["wrong-type"]),
    (COMMAS, '{"id": "a", "commas": [[5]], "optional": []}', ["wrong-type"]),
    (COMMAS, '{"id": "a", "commas": [0], "optional": []}', ["place-absent"]),
    (COMMAS, '{"id": "a", "commas": [99], "optional": []}', ["place-absent"]),
    (COMMAS, '{"id": "a", "commas": [5, 3], "optional": []}', ["places-not-ascending"]),
    (COMMAS, '{"id": "a", "commas": [2, 2], "optional": []}', ["place-repeated"]),
    (COMMAS, '{"id": "a", "commas": [5], "optional": [5]}', ["places-overlap"]),
    (COMMAS, '{"id": "a", "commas": [5]}', ["missing-key"]),
    (COMMAS, '{"id": "a", "commas": [5], "optional": [], "uwagi": ""}', ["unknown-key"]),
    (COMMAS, '{"id": "a", "commas": [5], "commas": [5], "optional": []}', ["duplicate-key"]),
    (COMMAS, '{"ID": "a", "commas": [5], "optional": []}', ["input-missing", "missing-key", "unknown-key"]),
    (ERRORS, '{"id": "a", "answer": "POPRAWNE", "corrected_sentence": ""}', []),
    *((ERRORS, json.dumps({"id": "a", "answer": "POPRAWNE", "corrected_sentence": text}), ["value-superfluous"])
      for text in ("-", "–", "—", "brak", "Brak", "none", " ", "\n", ".", DISCORD, RIGHT)),
    *((ERRORS, json.dumps({"id": "a", "answer": "POPRAWNE", "corrected_sentence": text}), [code, "value-superfluous"])
      for text, code in ((" - ", "edge-space"), ("\u00a0", "nbsp"), ("\u200b", "invisible-characters"))),
    *((ERRORS, json.dumps({"id": "a", "answer": "NIEPOPRAWNE", "corrected_sentence": text}), ["value-wanting"])
      for text in ("", " ", "-", "brak")),
    (ERRORS, json.dumps({"id": "a", "answer": "NIEPOPRAWNE", "corrected_sentence": DISCORD}), ["value-unchanged"]),
    (ERRORS, '{"id": "a", "answer": "POPRAWNE", "corrected_sentence": null}', ["wrong-type"]),
    (ERRORS, '{"id": "a", "answer": "POPRAWNE", "corrected_sentence": []}', ["wrong-type"]),
    (ERRORS, '{"id": "a", "answer": "POPRAWNE", "corrected_sentence": false}', ["wrong-type"]),
    (ERRORS, '{"id": "a", "answer": "POPRAWNE"}', ["missing-key"]),
    (ERRORS, '{"id": "a", "answer": ["POPRAWNE"], "corrected_sentence": ""}', ["wrong-type"]),
    (ERRORS, '{"id": "a", "answer": "poprawne", "corrected_sentence": ""}', ["label-unknown"]),
    (ERRORS, '{"id": "a", "answer": "POPRAWNE\\n", "corrected_sentence": ""}', ["label-unknown"]),
    (NUMERAL, '{"id": "a", "answer": "stu dwudziestu"}', []),
    (NUMERAL, '{"answer": "stu dwudziestu", "id": "a"}', []),
    *((NUMERAL, json.dumps({"id": "a", "answer": text}), [code]) for text, code in (
        ("", "missing-value"), ("brak", "words-none"), ("none", "words-none"), ("-", "words-none"),
        ("120", "words-digits"), ("stu\ndwudziestu", "words-blanks"), ("stu dwudziestu ", "words-blanks"),
        ("[[stu dwudziestu]]", "words-brackets"), ("„stu dwudziestu”", "words-characters"),
        ("Stu dwudziestu", "words-case"), ("stu dwudziestu mil", "numeral-neighbours"),
    )),
    (NUMERAL, '{"id": "a", "answer": ["stu dwudziestu"]}', ["wrong-type"]),
    (NUMERAL, '{"id": "a", "answer": 120}', ["wrong-type"]),
    (NUMERAL, '{"id": "a", "answer": "stu dwudziestu", "accepted": []}', ["unknown-key"]),
]  # fmt: skip
WARNINGS = {"places-overlap", "numeral-neighbours"}


@pytest.mark.parametrize(("name", "line", "expected"), LINES)
def test_a_line_is_held_as_it_stands(name: str, line: str, expected: list[str]) -> None:
    codes_found, ready = found(name, line)
    assert codes_found == expected
    assert ready == (not set(expected) - WARNINGS)


@pytest.mark.parametrize("text", ["-", "brak", "–"])
def test_what_means_none_in_a_sheet_is_a_text_in_a_line(text: str) -> None:
    """Also where nothing is compared with inputs.jsonl, and for the official schema by itself."""
    line = json.dumps({"id": "a", "answer": "POPRAWNE", "corrected_sentence": text})
    assert found(ERRORS, line, inputs=False) == (["value-superfluous"], False)
    assert codes(ERRORS, {"answer": "POPRAWNE", "corrected_sentence": text}) == []
    items, _ = read_items(f"{line}\n".encode(), TASKS[ERRORS])
    assert json.loads(write_items(items, TASKS[ERRORS]))["corrected_sentence"] == text


def test_the_schema_sees_the_files_own_values() -> None:
    """A schema stricter than our rules finds what stands in the bytes; a sheet's „-” is "" to it."""
    schema = {"properties": {"corrected_sentence": {"maxLength": 0}}}
    line = json.dumps({"id": "a", "answer": "NIEPOPRAWNE", "corrected_sentence": RIGHT})
    assert found(ERRORS, line, schema=schema) == (["schema-violated"], False)
    right = '{"id": "a", "answer": "POPRAWNE", "corrected_sentence": ""}'
    assert found(ERRORS, right, schema=OFFICIAL) == ([], True)
    ours = {"properties": {"commas": {"maxItems": 0}}, "propertyNames": {"pattern": "^[a-z]+$"}}
    assert found(COMMAS, '{"id": "a", "commas": [5], "optional": []}', schema=ours) == (["schema-violated"], False)


def test_a_persons_line_is_an_answer_as_it_stands() -> None:
    line = json.dumps({"id": "a", "answer": "POPRAWNE", "corrected_sentence": "-"}).encode()
    inputs = Source("inputs.jsonl", json.dumps({"id": "a", "sentence": DISCORD}).encode())
    answers, _ = person_answers(Source("p.jsonl", line), Settings(TASKS[ERRORS], inputs=inputs))
    (answer,) = answers.answers[PERSON].values()
    assert json.loads(answer.text) == {"answer": "POPRAWNE", "corrected_sentence": "-"}


# -- whole sentences

WORDS = RIGHT.split()
SENTENCES = [
    (RIGHT, []),
    (RIGHT.replace("jest", "byłby").replace("powinien", "powinny"), []),
    (RIGHT.replace("jest,", "\njest,"), ["sentence-line-break"]),
    (RIGHT.replace(" jest,", "\n\njest,"), ["sentence-line-break"]),
    (RIGHT.replace(" jest,", "\tjest,"), ["sentence-blanks"]),
    (RIGHT.replace(" jest,", "  jest,"), ["sentence-blanks"]),
    (RIGHT.replace(" jest,", " \t\n jest,"), ["sentence-blanks", "sentence-line-break"]),
    (f"{RIGHT}\n", ["edge-space"]),
    (f"{RIGHT}\t", ["edge-space"]),
    (RIGHT.replace(" jest,", "\rjest,"), ["cr-in-text"]),
    (RIGHT.replace(" jest,", "\u2028jest,"), ["control-char"]),
    (RIGHT.replace(" jest,", "\u00a0jest,"), ["nbsp"]),
    ("jest,", ["sentence-in-part"]),
    ("jest", ["sentence-in-part"]),
    ("są → jest", ["sentence-in-part"]),
    ("NIEPOPRAWNE", ["sentence-in-part"]),
    (" ".join(WORDS[:6]), ["sentence-in-part"]),
    (" ".join(WORDS[:-1]), ["sentence-in-part"]),
    (" ".join(WORDS[1:]), ["sentence-in-part"]),
    (f"Poprawka: {RIGHT}", ["sentence-another"]),
    (f"{RIGHT} {RIGHT}", ["sentence-another"]),
    (" ".join(reversed(WORDS)), ["sentence-another"]),
    ("Wczoraj wieczorem nasza sąsiadka wróciła bardzo późno do domu, bo pociąg jechał okropnie długo.",
     ["sentence-another"]),
    ("Wczoraj sąsiadka wróciła późno do domu, bo pociąg jechał długo.", ["sentence-another"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), SENTENCES)
def test_a_corrected_sentence_is_whole(text: str, expected: list[str]) -> None:
    """In a sheet and in a line alike; all of them are warnings."""
    in_sheet = codes(ERRORS, {"answer": "NIEPOPRAWNE", "corrected_sentence": text})
    assert [code for _, code in in_sheet] == expected
    line = json.dumps({"id": "a", "answer": "NIEPOPRAWNE", "corrected_sentence": text})
    assert found(ERRORS, line) == (expected, True)


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ("Jeden wiersz,\na drugi  są\tkrótki.", "Jeden wiersz,\na drugi  jest\tkrótki."),
        ("Oni idzie.", "Oni idą."),
        ("Dwa kobieta.", "Dwie kobiety."),
        ("Idzie.", "Idę."),
        ("Ty są.", "Ty jesteś."),
        ("Ja są mój pies.", "Ja jestem mym psem."),
    ],
)
def test_what_the_task_can_mean_is_no_finding(given: str, text: str) -> None:
    assert codes(ERRORS, {"sentence": given, "answer": "NIEPOPRAWNE", "corrected_sentence": text}) == []


def test_the_tasks_own_examples_are_sentences() -> None:
    """The bound of replaced words comes from them: one of 13 in the spec, one of 9 in the samples."""
    spec = next(values for name, values, _ in EXAMPLES if name == ERRORS)
    wrong = [row for row in [spec, *CORRECTIONS.rows] if row.get("corrected_sentence")]
    assert [codes(ERRORS, row) for row in wrong] == [[]] * len(wrong)
    shares = []
    for row in wrong:
        pairs = zip(row["sentence"].split(), row["corrected_sentence"].split(), strict=True)
        changed = [one != other for one, other in pairs]
        shares.append(sum(changed) / len(changed))
    assert max(shares) <= 1 / 9


def test_the_remedy_names_the_other_label() -> None:
    line = json.dumps({"id": "a", "answer": "POPRAWNE", "corrected_sentence": "-"})
    (finding,) = check(read(Source("s.jsonl", line.encode()), Settings(TASKS[ERRORS]))).findings
    assert (finding.values["label"], finding.values["instead"]) == ("POPRAWNE", "NIEPOPRAWNE")


# -- numerals alone


@pytest.mark.parametrize(
    ("sentence", "answer", "expected"),
    [
        ("Mam [[2]] koty.", "dwa", []),
        ("Mam [[2]] koty.", "mam dwa koty", ["numeral-neighbours"]),
        ("Mam [[2]] koty.", "dwa koty", ["numeral-neighbours"]),
        ("Mam [[2]] koty.", "mam dwa", ["numeral-neighbours"]),
        ("Mam [[2]] koty.", "koty", ["numeral-neighbours"]),
        ("Mam [[2]] czarne koty.", "dwa koty", ["numeral-neighbours"]),
        ("Mam [[2]] tysiące złotych.", "dwa tysiące", ["numeral-neighbours"]),
        ("Mam ich [[2000]].", "dwa tysiące", []),
        ("Jeden z [[2]] dwóch.", "dwóch", []),
        ("Kupił [[3,5]] kilo i pół litra.", "trzy i pół", []),
        ("Mam [[2]] koty.", "dwa " * 12 + "dwa", ["answer-words-many"]),
        ("Mam [[2]] koty.", "dwa " * 11 + "dwa", []),
    ],
)
def test_a_numeral_stands_alone(sentence: str, answer: str, expected: list[str]) -> None:
    found_ = codes(NUMERAL, {"sentence": sentence, "answer": answer})
    assert [code for _, code in found_] == expected


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [("-", []), ("brak", []), (" brak ", []), ("dwu\nbrak", ["words-none"]), ("dwa koty", ["numeral-neighbours"])],
)
def test_accepted_forms_may_be_none(accepted: str, expected: list[str]) -> None:
    found_ = codes(NUMERAL, {"sentence": "Mam [[2]] koty.", "answer": "dwa", "accepted": accepted})
    assert [code for _, code in found_] == expected


def test_the_samples_numerals_stand_alone() -> None:
    assert [codes(NUMERAL, row) for row in NUMERALS.rows] == [[]] * len(NUMERALS.rows)


def test_a_corrections_words_are_counted_with_its_label() -> None:
    """200 words in the whole answer: the object, the label and the sentence."""
    words = ["słowo"] * 197
    most = {"sentence": " ".join([*words[:-1], "słowa"]), "answer": "NIEPOPRAWNE"}
    assert codes(ERRORS, most | {"corrected_sentence": " ".join(words)}) == []
    more = most | {"sentence": f"{most['sentence']} słowo", "corrected_sentence": " ".join([*words, "słowo"])}
    assert codes(ERRORS, more) == [("D2", "answer-words-many")]
