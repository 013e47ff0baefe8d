"""The template: what it holds, and what its live status says when LibreOffice really computes it."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import zipfile
from functools import cache
from pathlib import Path

import pytest

from sheet_tools.headings import recognise
from sheet_tools.tasks import TASKS, Holds
from sheet_tools.workbook.form import ENTRIES
from sheet_tools.workbook.formulas import INVISIBLE, NOT_SKIPPED, worded
from sheet_tools.workbook.layout import HELPERS, layout_of
from sheet_tools.workbook.template import PREPARED_ROWS, build_template
from sheet_tools.workbook.words import WORDS

ROOT = Path(__file__).parents[1]
TASK = TASKS["reverse-poleval"]
COMMITTED = {"pl": "reverse-poleval.xlsx", "en": "reverse-poleval.en.xlsx"}
NA = object()  # an error cell
NBSP, ZWSP, SHY, BOM = "\u00a0", "\u200b", "\u00ad", "\ufeff"

# (what the author typed, by column; what the status of that row must say). Rows count from 2.
CASES = [
    ({"input": "Zdanie 1", "gold": "domem"}, "OK"),
    ({}, ""),
    ({"cluster": "k1", "notes": "jeszcze pusty"}, ""),
    ({"input": "   ", "gold": " "}, ""),
    ({"gold": "domem"}, "brak: input"),
    ({"input": "Zdanie 2"}, "brak: gold"),
    ({"input": "Zdanie 3", "gold": "  "}, "brak: gold"),
    ({"input": "Zdanie 4", "gold": NBSP}, "brak: gold"),
    ({"input": "\n", "gold": "domem"}, "brak: input"),
    ({"alias1": "domem"}, "brak: input"),
    ({"input": "a" * 2000, "gold": "b" * 80, "alias1": "c" * 80}, "OK"),
    ({"input": "a" * 2001, "gold": "domem"}, "input za długi: 2001 (najwyżej 2000)"),
    ({"input": "Zdanie 5", "gold": "ż" * 81}, "gold za długi: 81 (najwyżej 80)"),
    ({"input": "Zdanie 6", "gold": "domem", "alias5": "c" * 81}, "alias5 za długi: 81 (najwyżej 80)"),
    ({"input": "a" * 32767, "gold": "domem"}, "input za długi: 32767 (najwyżej 2000)"),
    ({"input": "Zdanie 1", "gold": "domu"}, "taki sam input jak w wierszu 2"),
    ({"input": "zdanie 1", "gold": "domu"}, "prawie taki sam input jak w wierszu 17"),
    ({"input": "Zdanie  1 ", "gold": "domu"}, "prawie taki sam input jak w wierszu 18"),
    ({"input": f"Zdanie{NBSP}1", "gold": "domu"}, "prawie taki sam input jak w wierszu 19"),
    ({"input": "Zdanie\n1", "gold": "domu"}, "prawie taki sam input jak w wierszu 20"),
    ({"input": "Czy * pasuje?", "gold": "tak"}, "OK"),
    ({"input": "Czy kot pasuje?", "gold": "tak"}, "OK"),  # * is no wildcard
    ({"input": ">3", "gold": "tak"}, "OK"),
    ({"input": "4", "gold": "tak"}, "OK"),
    ({"input": "~", "gold": "tak"}, "OK"),
    ({"input": "d" * 300 + "1", "gold": "tak"}, "OK"),
    ({"input": "d" * 300 + "2", "gold": "tak"}, "OK"),  # the first 255 characters are not all
    ({"input": "Zażółć", "gold": "tak"}, "OK"),
    ({"input": "Zazolc", "gold": "tak"}, "OK"),
    ({"input": "=1+1", "gold": "=A1"}, "OK"),
    ({"input": "input", "gold": "gold"}, "OK"),  # the heading row is no item
    ({"input": "Zdanie 1", "gold": "domu", "skip": "x"}, "pominięty"),
    ({"input": "Tylko w pominiętym", "gold": "domu", "skip": "x"}, "pominięty"),
    ({"input": "Tylko w pominiętym", "gold": "domu"}, "OK"),
    ({"input": "Zdanie 7", "gold": "domu", "skip": "nie"}, "OK"),
    ({"input": "Zdanie 8", "skip": " Tak "}, "pominięty"),
    ({"input": "Zdanie 9", "gold": "domu", "skip": False}, "OK"),
    ({"input": "Zdanie 10", "gold": "domu", "skip": True}, "pominięty"),
    ({"skip": "x"}, ""),
    ({"input": "Zdanie 11 ", "gold": "domu"}, "odstęp na początku lub końcu: input"),
    ({"input": "Zdanie 12", "gold": " domu"}, "odstęp na początku lub końcu: gold"),
    ({"input": "Zdanie 13\n", "gold": "domu"}, "odstęp na początku lub końcu: input"),
    ({"input": "Zdanie 14", "gold": "domu", "alias2": "\tdom"}, "odstęp na początku lub końcu: alias2"),
    ({"input": "Pierwszy wiersz\nDrugi wiersz", "gold": "domu"}, "OK"),
    ({"input": f"Zdanie{NBSP}15", "gold": "domu"}, "niewidoczny znak: input, miejsce 7"),
    ({"input": "Zdanie 16", "gold": f"do{ZWSP}mu"}, "niewidoczny znak: gold, miejsce 3"),
    ({"input": "Zdanie 17", "gold": f"do{SHY}mu"}, "niewidoczny znak: gold, miejsce 3"),
    ({"input": f"{BOM}Zdanie 18", "gold": "domu"}, "niewidoczny znak: input, miejsce 1"),
    ({"input": "Zdanie 19", "gold": "domu", "alias3": f"dom{NBSP}"}, "niewidoczny znak: alias3, miejsce 4"),
    ({"input": "Zdanie 20", "gold": "domu", "alias1": "domu"}, "alias1 powtarza gold"),
    ({"input": "Zdanie 21", "gold": "domu", "alias2": " domu "}, "alias2 powtarza gold"),
    ({"input": "Zdanie 22", "gold": "domu", "alias1": "Domu"}, "OK"),  # case counts
    ({"input": "Zdanie 23", "gold": "domu", "alias1": "dom", "alias4": "dom"}, "alias4 powtarza alias1"),
    ({"input": "Zdanie 24", "gold": "domu", "alias2": "dom", "alias4": "chata"}, "OK"),
    ({"input": "Zdanie 25", "gold": 7}, "liczba zamiast tekstu: gold"),
    ({"input": 7, "gold": "domu"}, "liczba zamiast tekstu: input"),
    ({"input": "Zdanie 26", "gold": "domu", "alias1": 1.5}, "liczba zamiast tekstu: alias1"),
    ({"input": "Zdanie 27", "gold": "007"}, "OK"),
    ({"input": "Zdanie 28", "gold": True}, "PRAWDA/FAŁSZ zamiast tekstu: gold"),
    ({"input": "Zdanie 29", "gold": NA}, "błąd w komórce: gold"),
    ({"input": NA, "gold": "domu"}, "błąd w komórce: input"),
    ({"input": "Wiersz po błędzie", "gold": "domu"}, "OK"),  # an error above poisons nothing below
    ({"input": "a" * 32767, "gold": "a" * 32767}, "input za długi: 32767 (najwyżej 2000)"),
    ({"gold": 7}, "liczba zamiast tekstu: gold"),
    ({"cluster": 3, "pair": 1, "input": "Zdanie 30", "gold": "domu"}, "OK"),  # labels may be numbers
    ({"input": "Formuła stanu zepsuta", "gold": "domu", "status": NA}, "#N/A"),
    *(({"input": f"Znak {n}{char}x", "gold": "a"}, f"niewidoczny znak: input, miejsce {len(f'Znak {n}') + 1}")
      for n, char in enumerate(INVISIBLE)),
]  # fmt: skip
ENGLISH_CASES = [
    ({"input": "Zdanie 1", "gold": "domem"}, "OK"),
    ({"gold": "domem"}, "missing: input"),
    ({"input": "Zdanie 2", "gold": "b" * 81}, "gold too long: 81 (at most 80)"),
    ({"input": "Zdanie 1", "gold": "domem"}, "same input as row 2"),
    ({"input": "zdanie 1", "gold": "domem"}, "nearly the same input as row 5"),
    ({"input": "Zdanie 3", "gold": "domem", "alias1": "domem"}, "alias1 repeats gold"),
    ({"input": "Zdanie 4", "gold": 7}, "number instead of text: gold"),
    ({"input": "Zdanie 5", "gold": True}, "TRUE/FALSE instead of text: gold"),
    ({"input": "Zdanie 6", "gold": NA}, "error in the cell: gold"),
    ({"input": "Zdanie 7", "gold": f"do{SHY}mu"}, "invisible character: gold, position 3"),
    ({"input": "Zdanie 8", "gold": "domu "}, "blank at the start or end: gold"),
    ({"input": "Zdanie 9", "gold": "domu", "skip": "yes"}, "skipped"),
    ({}, ""),
]
EXCEL_2007 = {
    "AND", "CHAR", "COUNTA", "EXACT", "FIND", "IF", "ISERROR", "ISLOGICAL", "ISNUMBER", "LEFT", "LEN", "LOWER",
    "MAX", "MIN", "NOT", "OR", "RIGHT", "ROW", "SUBSTITUTE", "SUMPRODUCT", "TRIM",
}  # fmt: skip
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
