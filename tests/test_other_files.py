"""Every file finds its place: what is no set of items gets one finding that says what it is; it becomes no items."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from blind_sheets import as_csv, filled, lines, set_of, without_mark
from click.testing import CliRunner, Result
from workbooks import workbook

from samples.given import FOLDER
from sheet_tools.cli import group
from sheet_tools.kinds import kind_of
from sheet_tools.pipeline import Settings, Source, check, person_answers, read, task_of
from sheet_tools.tasks import TASKS

each_task = pytest.mark.parametrize("task", list(TASKS))
ITEM = {"input": "Odmień: kot.", "gold": "kota"}
ANSWER = {"input": "Odmień: kot.", "response": "kota"}
SENTENCE = {"id": "a", "sentence": "Ala ma kota."}
NUMERAL = {"id": "a", "sentence": "Nie ma [[2]] kotów."}
COMMA = {"id": "a", "sentence_with_positions": "Wiem [1] że [2] nie."}
BATCH = {"id": "b1", "custom_id": "k1", "response": {"status_code": 200, "body": {}}, "error": None}
SCHEMA = {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {}}
MATRIX = {"models": ["a"], "items": [{"index": 1}], "matrix": [[1]]}



@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("inputs.jsonl", lines(SENTENCE, SENTENCE), "inputs"),
        ("inputs.txt", lines(NUMERAL), "inputs"),
        ("inputs.jsonl", lines({**COMMA, "source": "nkjp"}), "inputs"),
        ("inputs.jsonl", b"\xef\xbb\xbf" + lines(COMMA), "inputs"),
        ("inputs.jsonl", lines(SENTENCE).decode().encode("utf-16"), "inputs"),
        ("x.jsonl", b"not json\n" + lines(SENTENCE), None),
        ("inv__a.jsonl", lines(ANSWER), "answers"),
        ("inv__a.jsonl", lines({"model": "inv/a"}, ANSWER), "answers"),
        ("inv__a.jsonl", lines({"input": "x", "output": "y"}), "answers"),
        ("inv__a.jsonl", lines({"id": "a", "response": "y"}), "answers"),
        ("a.jsonl", lines({"prediction": "y"}), "answers"),
        ("panel.sqlite", b"SQLite format 3\x00" + b"\0" * 100, "answers"),
        ("matrix.json", json.dumps(MATRIX).encode(), "matrix"),
        ("matrix.json", json.dumps(MATRIX, indent=1).encode(), "matrix"),
        ("matrix.jsonl", json.dumps(MATRIX).encode(), "matrix"),
        ("output_schema.json", json.dumps(SCHEMA).encode(), "schema"),
        ("output_schema.json", json.dumps(SCHEMA, indent=2).encode(), "schema"),
        ("s.json", b'{"type": "object", "properties": {"id": {}}}', "schema"),
        ("models.txt", b"inv/a\n# a comment\ninv/b-7B.v1  # nice\n", "models"),
        ("models.toml", b'[[models]]\nid = "inv/a"\n', "models"),
        ("batch.jsonl", lines(BATCH, BATCH), "batch"),
        ("batch.jsonl", lines({"custom_id": "k", "method": "POST", "url": "/v1", "body": {}}), "batch"),
        ("map.jsonl", lines({"line": 1, "sheet": "P", "row": 2, "cells": {}}), "map"),
        ("evaluator.py", b"def accept(answer, gold):\n    return answer == gold\n", "evaluator"),
        ("said.json", b'{"task": "reverse-poleval", "findings": []}', "report"),
        ("items.json", b'[{"input": "a", "gold": "b"}]', "list"),
        ("items.json", b'[\n {"input": "a", "gold": "b"},\n {"input": "c", "gold": "d"}\n]', "list"),
        ("items.jsonl", lines(ITEM, ITEM), None),
        ("items.jsonl", lines({"input": "a", "gold": "b", "response": "c"}), None),
        ("items.jsonl", lines({"input": "a", "answer": "b", "aliases": []}), None),
        ("submission.jsonl", lines({"id": "a", "answer": "POPRAWNE", "corrected_sentence": ""}), None),
        ("submission.jsonl", lines({"id": "a", "commas": [1], "optional": []}), None),
        ("gold.jsonl", lines({**NUMERAL, "answer": "dwóch"}), None),
        ("items.csv", b"input;gold\na/b;c\n", None),
        ("one.csv", b"input\na\n", None),
    ],
)
def test_the_kind_of_a_file(name: str, data: bytes, kind: str | None) -> None:
    assert kind_of(name, data) == kind


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EVAL_BASE_URL", raising=False)
    Path("models.txt").write_text("inv/a\n", encoding="utf-8")
    Path("inv__a.jsonl").write_bytes(lines(ANSWER))
    return lambda *arguments: CliRunner().invoke(group, [*arguments, "--lang", "pl"], catch_exceptions=False)


OTHERS = {
    "inputs.jsonl": (lines(SENTENCE), "file-is-inputs", "--inputs inputs.jsonl"),
    "inv.jsonl": (lines(ANSWER), "file-is-answers", "--responses inv.jsonl"),
    "matrix.json": (json.dumps(MATRIX).encode(), "file-is-matrix", "score --matrix matrix.json"),
    "schema.json": (json.dumps(SCHEMA).encode(), "file-is-schema", "--schema schema.json"),
    "list.txt": (b"inv/a\ninv/b\n", "file-is-models", "--models-file list.txt"),
    "batch.jsonl": (lines(BATCH), "file-is-batch", "panel.sqlite"),
    "blind.xlsx": (filled("reverse-poleval"), "blind-sheet", "--person blind.xlsx"),
}


@pytest.mark.parametrize("name", list(OTHERS))
@pytest.mark.parametrize("command", ["validate", "convert", "evaluate", "query"])
def test_the_command_line_says_what_it_is_and_who_takes_it(run: Callable[..., Result], name: str, command: str) -> None:
    data, code, taker = OTHERS[name]
    Path(name).write_bytes(data)
    rest = {
        "validate": ("--items", name),
        "convert": (name, "--draft", "-o", "out.jsonl"),
        "evaluate": ("--items", name, "--responses", "inv__a.jsonl"),
        "query": ("--items", name, "--models-file", "models.txt", "--dry-run"),
    }[command]
    result = run(command, *rest)
    if (command, code) == ("query", "file-is-inputs"):
        assert (result.exit_code, code in result.output) == (0, False)  # they may be asked
        return
    assert (result.exit_code, result.output.count("[")) == (2, 1), result.output
    assert f"[{code}]" in result.output
    assert taker in result.output
    assert not Path("out.jsonl").exists()
    if command == "validate":
        assert result.output.splitlines()[-1] == "format_ok\t0"


def test_a_task_is_told_by_the_inputs_themselves() -> None:
    told = [task_of(Source("i.jsonl", lines(line))).name for line in (SENTENCE, NUMERAL, COMMA, ITEM)]
    assert told == ["error-correction", "numeral-inflection", "comma-placement", "reverse-poleval"]


@pytest.mark.parametrize(
    ("heading", "task"),
    [
        ("input | gold", "reverse-poleval"),
        ("id | zdanie z miejscami | przecinki", "comma-placement"),
        ("id | zdanie | ocena", "error-correction"),
        ("id | zdanie | zdanie poprawone | ocena", "error-correction"),
        ("zdanie | liczebnik", "numeral-inflection"),
        ("coś | innego", "reverse-poleval"),
    ],
)
def test_a_task_is_told_by_headings_that_are_not_whole(heading: str, task: str) -> None:
    assert task_of(Source("a.xlsx", workbook({"Pozycje": f"| {heading} |\n| a | b | c | d |"}))).name == task


@each_task
def test_without_task_every_command_tells_it(run: Callable[..., Result], task: str) -> None:
    Path("s.xlsx").write_bytes(set_of(task))
    for command in (("convert", "s.xlsx"), ("validate", "--items", "s.xlsx"), ("read", "s.xlsx"),
                    ("query", "--items", "s.xlsx", "--models-file", "models.txt", "--dry-run"),
                    ("evaluate", "--items", "s.xlsx", "--responses", str(FOLDER / task / "responses"))):  # fmt: skip
        result = run(*command, "--format", "json")
        assert (result.exit_code, json.loads(result.output)["task"]) == (0, task), command


@pytest.mark.parametrize("wanted", list(TASKS))
@each_task
def test_a_file_read_as_another_task_says_which_it_is(task: str, wanted: str) -> None:
    sheet = Source("s.xlsx", set_of(task))
    submitted = FOLDER / task / "expected-dobry.jsonl"
    sources = [sheet, *([Source("s.jsonl", submitted.read_bytes())] if submitted.exists() else [])]
    for source in sources:
        checked = check(read(source, Settings(TASKS[wanted])))
        codes = {finding.code for finding in checked.findings}
        assert ("task-looks-other" in codes) == (task != wanted and not checked.usable)
        if "task-looks-other" in codes:
            assert codes == {"task-looks-other"}
            assert checked.findings[0].values["task"] == task


@each_task
@pytest.mark.parametrize("lang", ["pl", "en"])
def test_a_blind_sheet_never_becomes_items(task: str, lang: str) -> None:
    data = filled(task, lang)
    kept = {"b.xlsx": data, "b.csv": as_csv(data)}
    if lang == "pl":
        kept["copied.xlsx"] = without_mark(data)
    for name, content in kept.items():
        checked = check(read(Source(name, content), Settings(told=False)))
        assert [finding.code for finding in checked.findings] == ["blind-sheet"], name
        assert checked.findings[0].values["title_pl"] == TASKS[task].title["pl"]
        assert (checked.usable, checked.reading.items, checked.is_ready) == ((), (), False)
        answers, _ = person_answers(Source(name, content), Settings(TASKS[task]))
        assert sum(map(len, answers.answers.values())) == len(answers.answers["osoba"]) > 0


ALIKE = ["input | odpowiedź", "Input | Odpowiedź | uwagi", "input | odpowiedź | stan", "input | odpowiedź | imię"]
OWN = ["input | gold", "input | odpowiedź wzorcowa", "klaster | input | odpowiedź", "input | odpowiedź | alias1",
       "input | odpowiedź | pomiń", "id | zdanie | ocena | zdanie poprawione", "id | zdanie | liczebnik | stan | pomiń",
       "id | zdanie | liczebnik | formy uznawane | stan"]  # fmt: skip


@pytest.mark.parametrize("heading", [*ALIKE, *OWN, "id | zdanie | liczebnik | uwagi | stan"])
def test_what_is_merely_alike_is_asked_about_and_read(heading: str) -> None:
    row = " | ".join("" if "pomiń" in each else f"x{place}" for place, each in enumerate(heading.split("|")))
    reading = read(Source("a.xlsx", workbook({"Pozycje": f"| {heading} |\n| {row} |"})), Settings(told=False))
    codes = {finding.code: str(finding.level) for finding in reading.findings}
    assert codes.get("blind-alike") == (None if heading in OWN else "warning")
    assert len(reading.items) == 1


@each_task
def test_a_set_with_the_second_sheet_is_no_blind_sheet(task: str) -> None:
    reading = read(Source("s.xlsx", set_of(task)), Settings(TASKS[task]))
    assert reading.other is None
    assert {"blind-alike", "blind-sheet"}.isdisjoint(finding.code for finding in reading.findings)


def test_read_shows_a_blind_sheet_as_it_is(run: Callable[..., Result]) -> None:
    Path("b.xlsx").write_bytes(filled("reverse-poleval"))
    result = run("read", "b.xlsx", "--format", "json")
    said = json.loads(result.output)
    assert (result.exit_code, len(said["rows"])) == (0, 60)
    assert [(finding["code"], finding["level"]) for finding in said["findings"]] == [("blind-sheet", "note")]


def _person_files() -> dict[str, tuple[bytes, str, str]]:
    return {
        "o.xlsx": (filled("comma-placement"), "person-other-task", "„Przecinki”"),
        "set.xlsx": (set_of("reverse-poleval"), "person-is-set", "„gold”"),
        "items.jsonl": (lines(ITEM), "person-is-set", "„gold”"),
        "inputs.jsonl": (lines(SENTENCE), "person-other-kind", "to inputs.jsonl"),
        "inv__a.jsonl": (lines(ANSWER), "person-other-kind", "to odpowiedzi modeli"),
        "matrix.json": (json.dumps(MATRIX).encode(), "person-other-kind", "to macierz ocen"),
        "x.xlsx": (workbook({"P": "| input | odpowiedź |\n| Inne. | tak |"}), "person-other-set", "innego zestawu"),
        "x.pdf": (b"%PDF-1.4 x", "person-other-kind", "PDF"),
    }


@pytest.mark.parametrize("name", ["o.xlsx", "set.xlsx", "items.jsonl", "inputs.jsonl", "inv__a.jsonl", "matrix.json",
                                  "x.xlsx", "x.pdf"])  # fmt: skip
def test_a_wrong_file_for_the_persons_answers_is_refused(run: Callable[..., Result], name: str) -> None:
    data, code, said = _person_files()[name]
    Path("dobry.xlsx").write_bytes(set_of("reverse-poleval"))
    Path(name).write_bytes(data)
    answers = str(FOLDER / "reverse-poleval" / "responses")
    result = run("evaluate", "--items", "dobry.xlsx", "--responses", answers, "--person", name)
    assert result.exit_code == 2
    assert f"[{code}]" in result.output
    assert said in result.output
    assert name in result.output
