"""Sheets of given items: what they hold, and what their live status says when LibreOffice really computes it."""

from __future__ import annotations

import csv
import io
import subprocess
import zipfile
from pathlib import Path

import pytest

from sheet_tools.headings import recognise
from sheet_tools.person import PERSON
from sheet_tools.pipeline import Settings, Source, person_answers, read, template_bytes
from sheet_tools.tasks import TASKS, Task
from sheet_tools.values import NONE_WORDS
from sheet_tools.workbook.answer_sheet import PREPARED_ROWS, build_answer_sheet, field_columns
from sheet_tools.workbook.answer_words import WORDS

GIVEN = [task for task in TASKS.values() if task.given]
each_task = pytest.mark.parametrize("task", GIVEN, ids=lambda task: task.name)
EVERY_SHEET = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"
RECALCULATE_ALWAYS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item></oor:items>"""

# task → (what stands in the row's answer columns; what the status must say). A number is no text.
CASES: dict[str, list[tuple[dict[str, object], str]]] = {
    "comma-placement": [
        ({}, "do zrobienia"),
        ({"commas": "5", "optional": "-"}, "OK"),
        ({"commas": "1, 5", "optional": "brak"}, "OK"),
        ({"commas": "[1] [5]", "optional": "–"}, "OK"),
        ({"commas": "1;5", "optional": "Brak"}, "OK"),
        ({"commas": "5"}, "brak: dopuszczalne"),
        ({"optional": "-"}, "brak: przecinki"),
        ({"commas": " ", "optional": "-"}, "brak: przecinki"),
        ({"commas": "1.5", "optional": "-"}, "to nie lista numerów: przecinki"),
        ({"commas": "5-6", "optional": "-"}, "to nie lista numerów: przecinki"),
        ({"commas": "5", "optional": "nie wiem"}, "to nie lista numerów: dopuszczalne"),
        ({"commas": 1.5, "optional": "-"}, "liczba lub data zamiast tekstu: przecinki"),
        ({"commas": True, "optional": "-"}, "PRAWDA/FAŁSZ zamiast tekstu: przecinki"),
        ({"commas": "5", "optional": "-", "skip": "x"}, "pominięty"),
        ({"commas": "5", "optional": "-", "sentence_with_positions": "A [1] b."}, "zmieniono: zdanie z miejscami"),
        ({"commas": "5", "optional": "-", "id": "inne"}, "zmieniono: id"),
        ({"sentence_with_positions": ""}, "zmieniono: zdanie z miejscami"),
    ],
    "error-correction": [
        ({}, "do zrobienia"),
        ({"answer": "POPRAWNE"}, "OK"),
        ({"answer": "POPRAWNE", "corrected_sentence": "-"}, "OK"),
        ({"answer": "NIEPOPRAWNE", "corrected_sentence": "Zdanie poprawione."}, "OK"),
        ({"answer": "NIEPOPRAWNE"}, "brak: zdanie poprawione"),
        ({"answer": "POPRAWNE", "corrected_sentence": "Zdanie."}, "ma być puste: zdanie poprawione"),
        ({"answer": "NIEPOPRAWNE", "corrected_sentence": "A [1] b [[8]]."}, "takie samo jak zdanie: zdanie poprawione"),
        ({"answer": "poprawne"}, "tylko POPRAWNE, NIEPOPRAWNE: ocena"),
        ({"corrected_sentence": "Zdanie."}, "brak: ocena"),
    ],
    "numeral-inflection": [
        ({}, "do zrobienia"),
        ({"answer": "stu dwudziestu"}, "OK"),
        ({"answer": "dwóch", "accepted": "dwu\ndwóm"}, "OK"),
        ({"answer": "120"}, "cyfra lub nawias: liczebnik"),
        ({"answer": "[[stu]]"}, "cyfra lub nawias: liczebnik"),
        ({"answer": "Stu"}, "wielka litera: liczebnik"),
        ({"answer": "stu  dwudziestu"}, "zbędny odstęp: liczebnik"),
        ({"answer": " stu"}, "zbędny odstęp: liczebnik"),
        ({"answer": "stu", "accepted": "Stu"}, "wielka litera: formy uznawane"),
        ({"answer": 120}, "liczba lub data zamiast tekstu: liczebnik"),
    ],
}  # fmt: skip


def given_rows(task: Task, n: int) -> list[dict[str, str]]:
    return [{"id": f"id {number}", task.subject: f"A [1] b [[{number + 2}]]."} for number in range(n)]


def filled(task: Task) -> bytes:
    cases = CASES[task.name]
    given = given_rows(task, len(cases))

    def finish(workbook: object, sheet: object) -> None:
        general = workbook.add_format({"num_format": "General"})  # type: ignore[attr-defined]
        for row, (values, _) in enumerate(cases, start=1):
            for name, value in values.items():
                if not isinstance(value, str):
                    write = sheet.write_boolean if isinstance(value, bool) else sheet.write_number  # type: ignore[attr-defined]
                    write(row, field_columns(task)[name], value, general)

    texts = [{name: value for name, value in values.items() if isinstance(value, str)} for values, _ in cases]
    rows = [base | text for base, text in zip(given, texts, strict=True)]
    return build_answer_sheet(task, "pl", given=given, rows=rows, finish=finish)


@pytest.fixture(scope="module")
def computed(soffice: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[list[str]]]:
    """Workbook and sheet („comma-placement-Pozycje”) → rows of cells as LibreOffice shows them."""
    folder = tmp_path_factory.mktemp("answers")
    profile = folder / "profile" / "user"
    profile.mkdir(parents=True)
    (profile / "registrymodifications.xcu").write_text(RECALCULATE_ALWAYS, encoding="utf-8")
    for task in GIVEN:
        (folder / f"{task.name}.xlsx").write_bytes(filled(task))
    (folder / "blank.xlsx").write_bytes(template_bytes("pl", GIVEN[0]))
    command = [soffice, f"-env:UserInstallation={profile.parent.as_uri()}", "--headless", "--convert-to"]
    subprocess.run(
        [*command, EVERY_SHEET, "--outdir", str(folder), *map(str, folder.glob("*.xlsx"))],
        check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    sheets = {}
    for path in folder.glob("*.csv"):
        with path.open(encoding="utf-8", newline="") as lines:
            sheets[path.stem] = list(csv.reader(lines))
    return sheets


@each_task
def test_live_status(computed: dict[str, list[list[str]]], task: Task) -> None:
    column = field_columns(task)["status"]
    said = [row[column] for row in computed[f"{task.name}-Pozycje"][1 : len(CASES[task.name]) + 1]]
    assert list(enumerate(said, start=2)) == list(enumerate((want for _, want in CASES[task.name]), start=2))


@each_task
def test_progress_is_counted(computed: dict[str, list[list[str]]], task: Task) -> None:
    wanted = [want for _, want in CASES[task.name]]
    words = WORDS["pl"]
    shown = {row[0]: row[1] for row in computed[f"{task.name}-{words.progress_sheet}"] if len(row) > 1}
    quiet = [wanted.count(word) for word in (words.ok, words.todo, words.skipped)]
    counted = [len(wanted), *quiet[:2], len(wanted) - sum(quiet), quiet[2]]
    assert [shown[words.counters[name]] for name in ("all", "ready", "todo", "faulty", "skipped")] == [
        *map(str, counted)
    ]


def test_a_blank_sheet_says_nothing(computed: dict[str, list[list[str]]]) -> None:
    column = field_columns(GIVEN[0])["status"]
    rows = computed["blank-Pozycje"][1:]
    assert {row[column] for row in rows if len(row) > column} <= {""}


# -- what the file holds


@each_task
@pytest.mark.parametrize("lang", ["pl", "en"])
def test_headings_are_known_and_answers_are_text(task: Task, lang: str) -> None:
    from openpyxl import load_workbook

    given = given_rows(task, 3)
    book = load_workbook(io.BytesIO(build_answer_sheet(task, lang, given=given)))
    sheet = book.worksheets[0]
    columns = field_columns(task)
    for name, place in columns.items():
        match = recognise(sheet.cell(1, place + 1).value, task)
        assert match is not None
        assert match.field == name
    for column in task.answers:
        assert {sheet.cell(row, columns[column.name] + 1).number_format for row in (2, 4)} == {"@"}
    lists = [v for v in sheet.data_validations.dataValidation if v.type == "list"]
    assert [v.formula1 for v in lists] == [f'"{",".join(c.choices)}"' for c in task.answers if c.choices]
    guards = [v for v in sheet.data_validations.dataValidation if v.type == "custom" and v.errorStyle in (None, "stop")]
    assert {str(v.sqref) for v in guards} == {"A2:A4", "B2:B4"}
    for other in book.worksheets[1:]:
        rows = [[str(cell.value) for cell in row if cell.value] for row in other.iter_rows()]
        assert not any(recognise(value, task) for row in rows for value in row), "must not look like items"


@each_task
def test_the_same_call_gives_the_same_bytes(task: Task) -> None:
    given = given_rows(task, 3)
    assert build_answer_sheet(task, "pl", given=given) == build_answer_sheet(task, "pl", given=given)


@each_task
def test_without_inputs_it_is_blank(task: Task) -> None:
    reading = read(Source("t.xlsx", template_bytes("pl", task)), Settings(task))
    assert [f.code for f in reading.findings] == ["no-rows"]
    assert reading.table is not None
    assert PREPARED_ROWS == 250


@each_task
def test_what_is_given_comes_back_exactly(task: Task) -> None:
    texts = ["=1+1", "  z odstępami ", "dwa\nwiersze", "_x0041_", "007", "żółć„”", "a" * 3000]
    given = [{"id": f"id{n}", task.subject: text} for n, text in enumerate(texts)]
    reading = read(Source("t.xlsx", build_answer_sheet(task, "pl", given=given)), Settings(task))
    assert [item.get(task.subject) for item in reading.items] == texts


@pytest.mark.parametrize("task", TASKS.values(), ids=lambda task: task.name)
@pytest.mark.parametrize("lang", ["pl", "en"])
def test_a_blind_sheet_is_read_back_as_a_persons_answers(task: Task, lang: str) -> None:
    blind = task.blind()
    given = [{column.name: f"{column.name} [1] nr {n}" for column in blind.given} for n in range(3)]
    texts = {"integers": "1", "label": "POPRAWNE", "words": "stu", "string": "odpowiedź"}
    answers = {column.name: texts[column.writes] for column in task.answers if not column.blank_when}
    rows = [given[0] | answers, given[1], given[2]]
    data = build_answer_sheet(blind, lang, given=given, rows=rows, blind=True)
    responses, findings = person_answers(Source("b.xlsx", data), Settings(task))
    assert [f.code for f in findings] == []
    assert list(responses.answers[PERSON]) == [given[0][task.subject]]


def test_a_blind_sheet_holds_no_gold(tmp_path: Path) -> None:
    from sheet_tools.pipeline import blind_sheet

    line = '{"input": "Pytanie?", "gold": "tajne", "aliases": ["sekret"]}\n'
    task = TASKS["reverse-poleval"]
    items = read(Source("i.jsonl", line.encode()), Settings(task)).items
    reading = read(Source("b.xlsx", blind_sheet(items, "pl", task)), Settings(task.blind()))
    assert [(item.input, item.gold, item.aliases) for item in reading.items] == [("Pytanie?", "", ())]


def test_the_words_for_none_are_said_alike() -> None:
    assert {"-", "brak"} <= set(NONE_WORDS)
    assert all(len(text) <= 255 for words in WORDS.values() for text in (*words.about.values(), *words.others.values()))


@each_task
@pytest.mark.parametrize("lang", ["pl", "en"])
def test_committed_templates_are_what_the_code_makes(task: Task, lang: str) -> None:
    """Part by part: another zlib packs the same parts into other bytes."""
    name = f"{task.name}.xlsx" if lang == "pl" else f"{task.name}.en.xlsx"
    kept = (Path(__file__).parents[1] / "templates" / name).read_bytes()
    assert _parts(template_bytes(lang, task)) == _parts(kept), f"run: python -m sheet_tools template {task.name} -o …"


def _parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return {name: package.read(name) for name in package.namelist()}
