"""Sheets of given items: what they hold, and what their live status says when LibreOffice really computes it."""

from __future__ import annotations

import csv
import html
import io
import json
import re
import subprocess
import zipfile
from datetime import date
from functools import cache
from pathlib import Path

import pytest
from answer_cases import CASES, NA, NEW_CASES, NO_CASE, OTHER_FILES, SENTENCES, Case
from template_cases import EXCEL_2007, codes_of

from sheet_tools.findings import Finding, Level
from sheet_tools.headings import recognise
from sheet_tools.person import PERSON
from sheet_tools.pipeline import Settings, Source, check, person_answers, read, template_bytes
from sheet_tools.tasks import TASKS, Task
from sheet_tools.values import NONE_WORDS
from sheet_tools.workbook.answer_sheet import PREPARED_ROWS, build_answer_sheet, field_columns
from sheet_tools.workbook.answer_words import WORDS

ROOT = Path(__file__).parents[1]
GIVEN = [task for task in TASKS.values() if task.given]
each_task = pytest.mark.parametrize("task", GIVEN, ids=lambda task: task.name)
EVERY_SHEET = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"
RECALCULATE_ALWAYS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item></oor:items>"""

def given_rows(task: Task, n: int) -> list[dict[str, str]]:
    return [{"id": f"id {number}", task.subject: SENTENCES[task.name]} for number in range(n)]


def filled(task: Task, cases: list[Case], *, new: bool = False) -> bytes:
    """The cases as rows: answers to given items, or new items whose id and sentence are the author's."""
    given = given_rows(task, len(cases))

    def finish(workbook: object, sheet: object) -> None:
        general = workbook.add_format({"num_format": "General"})  # type: ignore[attr-defined]
        for row, (values, _) in enumerate(cases, start=1):
            for name, value in values.items():
                column = field_columns(task)[name]
                if value is NA:
                    sheet.write_formula(row, column, "=NA()", general, "#N/A")  # type: ignore[attr-defined]
                elif isinstance(value, date):
                    day = workbook.add_format({"num_format": "yyyy-mm-dd"})  # type: ignore[attr-defined]
                    sheet.write_datetime(row, column, value, day)  # type: ignore[attr-defined]
                elif not isinstance(value, str):
                    write = sheet.write_boolean if isinstance(value, bool) else sheet.write_number  # type: ignore[attr-defined]
                    write(row, column, value, general)

    texts = [{name: value for name, value in values.items() if isinstance(value, str)} for values, _ in cases]
    base = [{"id": f"nowe {number}"} for number in range(len(cases))] if new else given
    rows = [row | text for row, text in zip(base, texts, strict=True)]
    return build_answer_sheet(task, "pl", given=None if new else given, rows=rows, finish=finish)


@pytest.fixture(scope="module")
def computed(soffice: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[list[str]]]:
    """Workbook and sheet („comma-placement-Pozycje”) → rows of cells as LibreOffice shows them."""
    folder = tmp_path_factory.mktemp("answers")
    profile = folder / "profile" / "user"
    profile.mkdir(parents=True)
    (profile / "registrymodifications.xcu").write_text(RECALCULATE_ALWAYS, encoding="utf-8")
    for task in GIVEN:
        (folder / f"{task.name}.xlsx").write_bytes(filled(task, CASES[task.name]))
        (folder / f"{task.name}.new.xlsx").write_bytes(filled(task, NEW_CASES[task.name], new=True))
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


TABLES = [(task, new) for task in GIVEN for new in (False, True)]
TABLE_NAMES = [f"{task.name}{'-new' * new}" for task, new in TABLES]
each_table = pytest.mark.parametrize(("task", "new"), TABLES, ids=TABLE_NAMES)


def cases_of(task: Task, new: bool) -> list[Case]:
    return NEW_CASES[task.name] if new else CASES[task.name]


@each_table
def test_live_status(computed: dict[str, list[list[str]]], task: Task, new: bool) -> None:
    column, cases = field_columns(task)["status"], cases_of(task, new)
    rows = computed[f"{task.name}{'.new' * new}-Pozycje"]
    said = [row[column] for row in rows[1 : len(cases) + 1]]
    assert list(enumerate(said, start=2)) == list(enumerate((want for _, want in cases), start=2))


def findings_by_row(task: Task, new: bool) -> dict[int, list[Finding]]:
    """What the tool says of the very rows of a table."""
    return _findings_by_row(task.name, new)


@cache
def _findings_by_row(name: str, new: bool) -> dict[int, list[Finding]]:
    task = TASKS[name]
    given = "".join(json.dumps(row) + "\n" for row in given_rows(task, len(CASES[task.name]))).encode()
    settings = Settings(task, inputs=None if new else Source("inputs.jsonl", given))
    found: dict[int, list[Finding]] = {}
    for finding in check(read(Source("t.xlsx", filled(task, cases_of(task, new), new=new)), settings)).findings:
        found.setdefault(finding.place.row or 0, []).append(finding)
    return found


@each_table
def test_no_status_says_ok_where_the_tool_finds_an_error(task: Task, new: bool) -> None:
    """And none says anything where the tool finds nothing; what a person should look at begins with „sprawdź”."""
    by_row, wrong = findings_by_row(task, new), []
    for row, (values, said) in enumerate(cases_of(task, new), start=2):
        found = by_row.get(row, [])
        looks = said.startswith("sprawdź")
        fits = any(f.is_error for f in found) if not looks else found and not any(f.is_error for f in found)
        if said == "pominięty":
            fits = [f.code for f in found] == ["row-skipped"]
        elif said == "OK":
            fits = not found
        if not fits:
            wrong.append((row, values, said, [f.code for f in found]))
    assert wrong == []


def test_every_error_that_a_formula_can_know_has_a_case() -> None:
    """An error of the catalogue about answers, cells or given items stands in a table above, or is named as one that no
    formula can know."""
    found = {f.code for task, new in TABLES for row, all_ in findings_by_row(task, new).items() if row for f in all_}
    errors = {code for name in ("answers", "cells", "inputs") for code in codes_of(name, Level.ERROR)}
    assert sorted(code for code in errors - found - NO_CASE.keys() if not code.startswith(OTHER_FILES)) == []
    assert sorted(NO_CASE.keys() & found) == [], "has a case after all"


def depth(formula: str) -> int:
    """How deep the functions of a formula are nested; brackets within texts do not count."""
    deepest = now = 0
    for char in re.sub(r'"[^"]*"', "", formula):
        now += (char == "(") - (char == ")")
        deepest = max(deepest, now)
    return deepest


@each_table
@pytest.mark.parametrize("lang", ["pl", "en"])
def test_formulas_are_of_excel_2007_and_within_its_bounds(task: Task, new: bool, lang: str) -> None:
    data = build_answer_sheet(task, lang, given=None if new else given_rows(task, 1))
    sheet = _parts(data)["xl/worksheets/sheet1.xml"].decode("utf-8")
    formulas = [html.unescape(text) for text in re.findall(r'<row r="2".*?</row>', sheet, re.DOTALL)]
    made = [html.unescape(text) for row in formulas for text in re.findall(r"<f>(.*?)</f>", row, re.DOTALL)]
    assert len(made) > 0
    used = {name for text in made for name in re.findall(r"([A-Z]+)\(", re.sub(r'"[^"]*"', "", text))}
    assert used <= EXCEL_2007 | {"MID", "REPT"}
    assert max(map(len, made)) < 8192
    assert max(map(depth, made)) <= 64


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
    kept = (ROOT / "templates" / name).read_bytes()
    assert _parts(template_bytes(lang, task)) == _parts(kept), f"run: python -m sheet_tools template {task.name} -o …"


def _parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return {name: package.read(name) for name in package.namelist()}
