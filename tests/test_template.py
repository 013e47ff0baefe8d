"""The template: what it holds, and what its live status says when LibreOffice really computes it."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import zipfile
from datetime import date
from functools import cache
from pathlib import Path

import pytest
from template_cases import CASES, ENGLISH_CASES, EXCEL_2007, NA, NO_CASE, codes_of

from sheet_tools.findings import Finding, Level
from sheet_tools.headings import recognise
from sheet_tools.pipeline import Settings, Source, check, read
from sheet_tools.tasks import TASKS, Holds
from sheet_tools.workbook.form import ENTRIES
from sheet_tools.workbook.formulas import NOT_SKIPPED, worded
from sheet_tools.workbook.layout import HELPERS, layout_of
from sheet_tools.workbook.template import PREPARED_ROWS, build_template
from sheet_tools.workbook.words import WORDS

ROOT = Path(__file__).parents[1]
TASK = TASKS["reverse-poleval"]
COMMITTED = {"pl": "reverse-poleval.xlsx", "en": "reverse-poleval.en.xlsx"}
EVERYTHING_EVERY_SHEET = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"
RECALCULATE_ALWAYS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item></oor:items>"""


@cache
def blank(lang: str) -> bytes:
    return build_template(TASK, lang)


def filled(cases: list[tuple[dict[str, object], str]], lang: str) -> bytes:
    """The template with these rows, whatever kinds of cell they hold."""
    layout = layout_of(TASK, lang)

    def finish(workbook: object, sheet: object) -> None:
        general = workbook.add_format({"num_format": "General"})  # what a paste brings along
        for row, (values, _) in enumerate(cases, start=1):
            for name, value in values.items():
                column = layout.index(name)
                if value is NA:
                    sheet.write_formula(row, column, "=NA()", general, "#N/A")
                elif isinstance(value, date):
                    sheet.write_datetime(row, column, value, workbook.add_format({"num_format": "yyyy-mm-dd"}))
                elif isinstance(value, bool):
                    sheet.write_boolean(row, column, value, general)
                elif isinstance(value, int | float):
                    sheet.write_number(row, column, value, general)

    texts = [{name: value for name, value in values.items() if isinstance(value, str)} for values, _ in cases]
    return build_template(TASK, lang, rows=texts, finish=finish)


@pytest.fixture(scope="module")
def everything(soffice: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[list[str]]]:
    """Workbook and sheet („filled-Pozycje”) → rows of cells as LibreOffice shows them once it has computed them."""
    folder = tmp_path_factory.mktemp("template")
    profile = folder / "profile" / "user"
    profile.mkdir(parents=True)
    (profile / "registrymodifications.xcu").write_text(RECALCULATE_ALWAYS, encoding="utf-8")
    (folder / "filled.xlsx").write_bytes(filled(CASES, "pl"))
    (folder / "english.xlsx").write_bytes(filled(ENGLISH_CASES, "en"))
    (folder / "sample.xlsx").write_bytes((ROOT / "samples" / "reverse-poleval" / "dobry.xlsx").read_bytes())
    command = [soffice, f"-env:UserInstallation={profile.parent.as_uri()}", "--headless", "--convert-to"]
    subprocess.run(
        [*command, EVERYTHING_EVERY_SHEET, "--outdir", str(folder), *map(str, folder.glob("*.xlsx"))],
        check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    sheets = {}
    for path in folder.glob("*.csv"):
        with path.open(encoding="utf-8", newline="") as lines:
            sheets[path.stem] = list(csv.reader(lines))
    return sheets


@pytest.fixture(scope="module")
def computed(everything: dict[str, list[list[str]]]) -> dict[str, list[list[str]]]:
    return {name.removeprefix("filled-"): rows for name, rows in everything.items() if name.startswith("filled-")}


def test_live_status_in_english(everything: dict[str, list[list[str]]]) -> None:
    column = layout_of(TASK, "en").index("status")
    rows = everything["english-Items"][1 : len(ENGLISH_CASES) + 1]
    assert [row[column] for row in rows] == [want for _, want in ENGLISH_CASES]


def test_the_good_sample_is_ready(everything: dict[str, list[list[str]]]) -> None:
    shown = {row[0]: row[1] for row in everything["sample-Zgłoszenie"] if len(row) > 1}
    words = WORDS["pl"]
    counted = [shown[words.counters[name]] for name in ("ready", "faulty", "verdict")]
    assert counted == ["60", "0", words.verdicts["done"]]


def test_live_status(computed: dict[str, list[list[str]]]) -> None:
    column = layout_of(TASK, "pl").index("status")
    said = [row[column] for row in computed["Pozycje"][1 : len(CASES) + 1]]
    assert [*zip(range(2, 999), said, strict=False)] == [(n, want) for n, (_, want) in enumerate(CASES, start=2)]


@cache
def findings_by_row() -> dict[int, list[Finding]]:
    """What the tool says of the very rows of the table."""
    found: dict[int, list[Finding]] = {}
    for finding in check(read(Source("t.xlsx", filled(CASES, "pl")), Settings(TASK))).findings:
        found.setdefault(finding.place.row or 0, []).append(finding)
    return found


def test_no_status_says_ok_where_the_tool_finds_an_error() -> None:
    quiet = [row for row, (_, want) in enumerate(CASES, start=2) if want in ("OK", "", "pominięty")]
    wrong = {row: found for row in quiet if (found := [f.code for f in findings_by_row().get(row, []) if f.is_error])}
    assert wrong == {}


def test_every_error_that_a_formula_can_know_has_a_case() -> None:
    found = {f.code for row, findings in findings_by_row().items() if row for f in findings}
    errors = {code for part in ("format", "cells") for code in codes_of(part, Level.ERROR)}
    assert sorted(errors - found - NO_CASE.keys()) == []
    assert sorted(NO_CASE.keys() & found) == [], "has a case after all"


def test_rows_not_filled_say_nothing(computed: dict[str, list[list[str]]]) -> None:
    layout = layout_of(TASK, "pl")
    for row in computed["Pozycje"][len(CASES) + 1 :]:
        assert (row[layout.index("length")], row[layout.index("status")]) == ("", "")


def test_length_is_counted(computed: dict[str, list[list[str]]]) -> None:
    column = layout_of(TASK, "pl").index("length")
    assert [computed["Pozycje"][row][column] for row in (1, 2, 11)] == ["8", "", "2000"]


def test_counters(computed: dict[str, list[list[str]]]) -> None:
    wanted = [want for _, want in CASES]
    ready, skipped = wanted.count("OK"), wanted.count("pominięty")
    faulty = sum(1 for want in wanted if want) - ready - skipped
    shown = {row[0]: row[1] for row in computed["Zgłoszenie"] if len(row) > 1}
    words = WORDS["pl"].counters
    assert [shown[words[name]] for name in ("ready", "faulty", "skipped", "unseen")] == [
        str(ready), str(faulty), str(skipped), "0",
    ]  # fmt: skip
    assert shown[words["verdict"]] == WORDS["pl"].verdicts["faulty"]


def test_no_formula_fails(computed: dict[str, list[list[str]]]) -> None:
    """No error in any column of our own, but where the author's cell holds one."""
    layout = layout_of(TASK, "pl")
    own = [layout.index(name) for name in layout.names if name not in layout.author]
    wanted = dict(enumerate(["", *(want for _, want in CASES), *[""] * PREPARED_ROWS]))
    overlong = [n for n, (values, _) in enumerate(CASES, start=1) if len(str(values.get("input", ""))) > 30000]
    failed = [
        (n + 1, layout.names[column], row[column])
        for n, row in enumerate(computed["Pozycje"])
        for column in own
        if n not in overlong and row[column] != wanted[n] and re.match(r"#|Err:|Błąd:", row[column])
    ]
    assert failed == []


# -- what the file holds


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_committed_template_is_what_the_code_makes(lang: str) -> None:
    """Part by part: another zlib packs the same parts into other bytes."""
    made, kept = blank(lang), (ROOT / "templates" / COMMITTED[lang]).read_bytes()
    assert _parts(made) == _parts(kept), "run: python -m sheet_tools template reverse-poleval -o …"


def _parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return {name: package.read(name) for name in package.namelist()}


def test_same_call_gives_same_bytes() -> None:
    assert build_template(TASK, "pl") == blank("pl")


@pytest.mark.parametrize(
    ("lang", "sheets", "headings", "cluster_headings"),
    [
        (
            "pl",
            ["Pozycje", "Klastry", "Zgłoszenie", "Jak wypełnić"],
            "klaster para rola input gold alias1 alias2 alias3 alias4 alias5 uwagi pomiń długość stan",
            ["klaster", "zjawisko", "kontrast lub kontrolowana zmiana"],
        ),
        (
            "en",
            ["Items", "Clusters", "Submission", "How to fill in"],
            "cluster pair role input gold alias1 alias2 alias3 alias4 alias5 notes skip length status",
            ["cluster", "phenomenon", "contrast or controlled perturbation"],
        ),
    ],
)
def test_sheets_and_headings(lang: str, sheets: list[str], headings: str, cluster_headings: list[str]) -> None:
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(blank(lang)))
    items, clusters = book[sheets[0]], book[sheets[1]]
    shown = [cell.value for cell in items[1] if not items.column_dimensions[cell.column_letter].hidden]
    assert book.sheetnames == sheets
    assert book.active is items
    assert " ".join(shown[:14]) == headings
    assert [cell.value for cell in clusters[1]] == cluster_headings
    assert items.freeze_panes == "D2"
    assert not any(sheet.protection.sheet for sheet in book)
    assert not any(sheet.merged_cells.ranges for sheet in book)


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_author_cells_are_text_and_rows_have_formulas(lang: str) -> None:
    from openpyxl import load_workbook

    items = load_workbook(io.BytesIO(blank(lang))).worksheets[0]
    layout = layout_of(TASK, lang)
    for name in layout.author:
        letter = layout.letter(name)
        assert {items[f"{letter}{row}"].number_format for row in (2, PREPARED_ROWS + 1)} == {"@"}
        at = layout.index(name) + 1
        column = next(group for group in items.column_dimensions.values() if group.min <= at <= group.max)
        assert column.number_format == "@"  # also below the prepared rows
    for row in (2, PREPARED_ROWS + 1):
        own = [items[f"{layout.letter(name)}{row}"].value for name in ("length", "status", *HELPERS)]
        assert all(str(value).startswith("=") for value in own)
        assert items.row_dimensions[row].height
    assert items[f"A{PREPARED_ROWS + 2}"].value is None


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_formulas_are_of_excel_2007_and_within_its_bounds(lang: str) -> None:
    sheet = _parts(blank(lang))["xl/worksheets/sheet1.xml"].decode("utf-8")
    formulas = re.findall(r"<c [^>]*?(?:t=\"str\")?[^>]*><f>(.*?)</f><v>(.*?)</v></c>", sheet)
    assert len(formulas) == PREPARED_ROWS * (2 + len(HELPERS))
    assert {value for _, value in formulas} == {""}  # LibreOffice would show a cached 0
    functions = {name for formula, _ in formulas[:9] for name in re.findall(r"([A-Z]+)\(", formula)}
    assert functions <= EXCEL_2007
    assert max(len(formula) for formula, _ in formulas) < 8192
    assert all(formula.count("IF(") <= 64 for formula, _ in formulas[:9])
    assert "ignoredError" in sheet
    assert 'numberStoredAsText="1"' in sheet


def test_every_heading_is_known_to_the_reader() -> None:
    for lang in ("pl", "en"):
        layout = layout_of(TASK, lang)
        for name, column in layout.columns.items():
            match = recognise(layout.headings[name], TASK)
            assert match is not None
            assert match.field == name, column
        for name in HELPERS:
            match = recognise(layout.headings[name], TASK)
            assert match is not None, name
            assert TASK.fields[match.field].holds is Holds.HELPER


def test_skip_words_are_those_of_the_items() -> None:
    from sheet_tools import items

    assert set(NOT_SKIPPED) == items._NOT_SKIPPED


def test_instructions_name_the_limits_and_both_examples() -> None:
    from openpyxl import load_workbook

    for lang, needed in (("pl", "Zapisz jako Arkusze Google"), ("en", "Save as Google Sheets")):
        guide = load_workbook(io.BytesIO(blank(lang))).worksheets[3]
        text = "\n".join(str(cell.value) for row in guide.iter_rows() for cell in row if cell.value)
        for part in (needed, "2000", "80", "200", "007, 1.05, 1,5", "Alt+Enter", "Posłanka, która wczoraj wystąpiła",
                     "First line\nSecond line", WORDS[lang].status.ok):  # fmt: skip
            assert part in text
        rows = [[str(cell.value) for cell in row if cell.value] for row in guide.iter_rows()]
        assert not any(recognise(value, TASK) for row in rows for value in row), "must not look like items"


def test_form_asks_for_what_the_declaration_needs() -> None:
    assert [entry.key for entry in ENTRIES] == [
        "team", "track", "authors", "contact", "sources", "design", "tools", "human", "original", "licence",
        "evaluator", "date",
    ]  # fmt: skip


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_input_messages_fit(lang: str) -> None:
    assert all(len(text) <= 255 for text in WORDS[lang].columns.values())


@pytest.mark.parametrize(
    ("template", "number", "values", "expected"),
    [
        ("brak: {field}", "", {"field": "gold"}, '"brak: gold"'),
        ("{field} za długi: {n} (najwyżej {limit})", "LEN(A1)", {"field": "gold", "limit": 80},
         '"gold za długi: "&LEN(A1)&" (najwyżej 80)"'),
        ("{n}", "ROW()", {}, "ROW()"),
        ('tak „"”', "", {}, '"tak „""”"'),
    ],
)  # fmt: skip
def test_words_in_a_formula(template: str, number: str, values: dict[str, object], expected: str) -> None:
    assert worded(template, number, **values) == expected


def test_a_text_over_the_bound_of_a_cell_is_a_wrong_call() -> None:
    with pytest.raises(ValueError, match="32,767"):
        build_template(TASK, "pl", rows=[{"input": "a" * 32768, "gold": "b"}])
