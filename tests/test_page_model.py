"""The page as values: headline, filters, rows, marks, groups, pictures, and their words in both languages."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from pages import Row, assessment, rows, sheet, write_answers

from sheet_tools.findings import Level
from sheet_tools.report.findings_csv import findings_csv
from sheet_tools.report.headline import counted_findings
from sheet_tools.report.marks import SHAPES, kind_words, short_names
from sheet_tools.report.page import Page, page_of, step_words
from sheet_tools.report.twin import assessment_json, sheet_json

MODELS = ("jeden/a", "dwa/b", "trzy/c")


def page(items: list[Row], lang: str = "pl", show: str = "all", responses: Path | None = None) -> Page:
    return page_of(assessment(sheet(items), responses), lang, show)


def with_cells(changes: dict[tuple[int, int], str | float | None], count: int = 50) -> list[Row]:
    """The plain rows with some cells changed: (row from 0, column from 0) → value."""
    items = rows(count)
    for (row, column), value in changes.items():
        items[row][column] = value
    return items


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Row 2: all right; 3: none; 4: a alone, b near, c empty; 5: c was not asked; 6: nobody was; then by turns."""
    items = rows()
    texts: dict[str, list[str | None]] = {model: [str(item[4]) for item in items] for model in MODELS}
    for model in MODELS:
        texts[model][1] = "coś innego"
        texts[model][4] = None
    texts["dwa/b"][2], texts["trzy/c"][2], texts["trzy/c"][3] = "WZÓR2", "", None
    for n in range(5, 50):
        texts[MODELS[n % 3]][n] = f"To jest {items[n][4]}."
    return write_answers(tmp_path_factory.mktemp("panel") / "responses", texts, items)


@pytest.mark.parametrize(
    ("changes", "lang", "state", "text"),
    [
        ({}, "pl", "ready", "Gotowe do wysłania: pobierz plik items.jsonl i wyślij go na platformie."),
        ({}, "en", "ready", "Ready to hand in: download items.jsonl and hand it in on the platform."),
        ({(3, 4): 7.0}, "pl", "errors", "Jeszcze nie można wysłać: 1 błąd. Zacznij od komórki E5."),
        ({(3, 4): 7.0, (9, 4): None}, "pl", "errors", "Jeszcze nie można wysłać: 2 błędy. Zacznij od komórki E5."),
        ({(9, 4): None}, "en", "errors", "Not to be handed in yet: 1 error. Start with the cell E11."),
        (
            {(3, 0): "nowy"},
            "pl",
            "warnings",
            "Można wysłać: format jest poprawny, ale najpierw przejrzyj 1 ostrzeżenie.",
        ),
    ],
)
def test_headline(changes: dict[tuple[int, int], str | float | None], lang: str, state: str, text: str) -> None:
    headline = page(with_cells(changes), lang).headline
    assert (headline.state, headline.text) == (state, text)


def test_headline_of_a_file_error_and_of_an_unreadable_file() -> None:
    few = "Są 4 pozycje; brakuje 46 do wymaganych 50."
    assert page(rows(4)).headline.text == f"Jeszcze nie można wysłać: 1 błąd. {few}"
    both = page(with_cells({(3, 4): 7.0}, 4))
    assert both.headline.text == "Jeszcze nie można wysłać: 2 błędy. Zacznij od komórki E5."
    assert both.next_step
    assert both.next_step.words == "Pierwszy błąd: E5"
    unreadable = page_of(assessment(b"PK\x03\x04 nothing"), "pl")
    assert unreadable.headline.text.startswith("Tego pliku nie da się odczytać:")
    assert (unreadable.next_step, unreadable.rows, len(unreadable.general)) == (None, (), 1)


def test_facts() -> None:
    assert page(rows()).headline.facts == "50 pozycji (wolno 50–200) · arkusz „Pozycje” · 5 klastrów, 25 par"
    assert page(rows(), "en").headline.facts == "50 items (50–200 allowed) · sheet “Pozycje” · 5 clusters, 25 pairs"


@pytest.mark.parametrize(
    ("show", "shown"),
    [
        ("errors", [9]),
        ("warnings", [10]),
        ("everybody", [2]),
        ("nobody", [3]),
        ("missing", [5, 6]),
        ("differ", [4, 7, 8, *range(10, 52)]),
        ("all", [*range(2, 52)]),
        ("unknown", [*range(2, 52)]),
    ],
)
def test_filters(answers: Path, show: str, shown: list[int]) -> None:
    items = with_cells({(7, 4): None, (8, 0): "nowy"})
    found = page(items, "pl", show, answers)
    assert [row.number for row in found.rows] == shown
    counted = {each.name: each.count for each in found.selection.filters}
    assert counted.get(show, len(shown)) == len(shown)


def test_without_a_panel_there_are_no_filters_about_models() -> None:
    found = page(rows())
    assert [each.name for each in found.selection.filters] == ["all", "errors", "warnings"]
    assert found.score.about.startswith("Wyniku jeszcze nie ma: nie ma jeszcze odpowiedzi modeli na te pozycje.")
    assert (found.models, found.panel, found.panel_said) == ((), (), "")


def test_marks_and_their_words(answers: Path) -> None:
    by_number = {row.number: row for row in page(rows(), "pl", "all", answers).rows}
    told = [(cell.model, cell.kind, cell.answer, cell.remark) for cell in by_number[4].marks]
    assert told == [
        ("dwa/b", "near", "WZÓR2", "różni się tylko wielkością litery"),
        ("jeden/a", "right", "wzór2", "taka jak wzorzec"),
        ("trzy/c", "wrong", "", "odpowiedź jest pusta"),
    ]
    assert [cell.kind for cell in by_number[5].marks] == ["right", "right", "missing"]
    assert (by_number[4].share, by_number[4].discrimination) == ("1/3", "0,89")


def test_rows_outside_the_score_say_so(answers: Path) -> None:
    found = page(with_cells({(7, 4): None}), "pl", "all", answers)
    status = {row.number: row.status for row in found.rows if row.status}
    assert status == {
        5: "Poza wynikiem: brak zapisanej odpowiedzi (trzy/c).",
        6: "Poza wynikiem: nie ma jeszcze odpowiedzi żadnego modelu na dokładnie tę treść (input). "
        "Nowa albo zmieniona czeka na zapytanie modeli.",
        9: "Poza wynikiem, dopóki w wierszu jest błąd.",
    }
    assert {cell.kind for row in found.rows if row.number == 9 for cell in row.marks} == {"out"}
    assert found.score.about == "3 modele, 47 z 50 pozycji"


def test_a_file_that_the_panel_never_saw_says_so_once(answers: Path) -> None:
    items = [[*row[:3], f"{row[3]} Inny.", *row[4:]] for row in rows()]
    found = page(items, "pl", "missing", answers)
    assert found.score.about.startswith("Wyniku jeszcze nie ma: nie ma jeszcze odpowiedzi modeli na te pozycje.")
    assert {row.status for row in found.rows} == {""}
    assert {cell.words for row in found.rows for cell in row.marks} == {"brak odpowiedzi"}


def test_score_and_parts_in_both_languages(answers: Path) -> None:
    polish = page(rows(52), "pl", "all", answers).score
    english = page(rows(52), "en", "all", answers).score
    assert polish.value
    assert english.value
    assert polish.value.replace(",", ".") == english.value
    assert [part.words for part in polish.parts] == ["dyskryminacja", "różnorodność", "rozróżnianie modeli"]
    assert all(0 <= part.length <= 100 and part.about for part in polish.parts)


def test_every_shape_differs_and_has_words() -> None:
    assert len(set(SHAPES.values())) == len(SHAPES)
    for lang in ("pl", "en"):
        assert kind_words(lang).keys() == SHAPES.keys()


def test_a_finding_links_to_its_cell_where_that_is_on_the_page() -> None:
    found = page(with_cells({(3, 4): 7.0, (4, 0): "nowy"}))
    targets = {line.place: found.target(line) for row in found.rows for line in row.lines}
    assert targets == {"E5": "cell-E5", "A6": "cell-A6"}


def test_a_cell_that_is_no_text_is_shown_as_its_program_shows_it() -> None:
    gold = page(with_cells({(3, 4): 7.0})).rows[3].gold
    assert (gold.text, gold.is_text) == ("7", False)


def test_next_step_prefers_what_the_filter_shows() -> None:
    items = with_cells({(3, 4): 7.0, (8, 0): "nowy"})
    step = page(items).next_step
    assert step
    assert (step.words, step.level, step.address) == ("Pierwszy błąd: E5", Level.ERROR, "#f1")
    hidden = page(items, "pl", "warnings").next_step
    assert hidden
    assert (hidden.words, hidden.address) == ("Pierwszy błąd: E5", "?show=all#f1")
    assert page(rows()).next_step is None


def test_a_very_long_table_comes_in_parts() -> None:
    items = with_cells({(650, 4): 7.0}, 700)
    first = page(items)
    assert ([row.number for row in first.rows][-1], first.selection.parts) == (301, 3)
    (far,) = next(group.lines for group in first.groups if group.code == "number-cell")
    assert first.address(far) == f"?show=all&part=3#{far.anchor}"
    result = assessment(sheet(items))
    assert [row.number for row in page_of(result, "pl", "all", 3).rows] == [*range(602, 702)]
    assert [page_of(result, "pl", "all", part).selection.part for part in (-1, 0, 99)] == [1, 1, 3]


def test_findings_by_kind_join_what_they_share() -> None:
    groups = page(with_cells({(3, 4): 7.0, (5, 4): 8.0, (9, 4): None})).groups
    errors = [(g.code, [line.place for line in g.lines]) for g in groups if g.level is Level.ERROR]
    assert errors == [("number-cell", ["E5", "E7"]), ("missing-gold", ["E11"])]
    assert groups[0].title == "Liczba zamiast tekstu"


@pytest.mark.parametrize(
    ("models", "names"),
    [
        (["speakleash/Bielik-11B-v3.0", "google/gemma-3-12b-it"], ("Bielik", "gemma")),
        (["model-a", "model-b"], ("model-a", "model-b")),
        (["x/Qwen-7B-a", "x/Qwen-7B-b", "y/Llama"], ("Qwen-7B-a", "Qwen-7B-b", "Llama")),
        (["x/m", "y/m"], ("x/m", "y/m")),
        ([], ()),
    ],
)
def test_short_names_are_told_apart(models: list[str], names: tuple[str, ...]) -> None:
    assert short_names(models) == names


def test_pictures_have_words(answers: Path) -> None:
    found = page(rows(), "pl", "all", answers)
    assert found.pairs
    assert found.patterns
    assert len(found.pairs.cells) == 3
    assert all("różnią się na" in cell.words and 0 <= cell.strength <= 10 for cell in found.pairs.cells)
    assert sum(pattern.count for pattern in found.patterns.patterns) == 48
    assert "żaden model dobrze – 1 pozycja" in {pattern.words for pattern in found.patterns.patterns}


def test_csv_opens_in_polish_excel_and_runs_nothing() -> None:
    items = with_cells({(3, 4): 7.0, (8, 0): "=1+1", (9, 1): "@x"})
    data = findings_csv(assessment(sheet(items)).checked, "pl")
    assert data.startswith(b"\xef\xbb\xbf")
    table = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=";"))
    assert table[0][:5] == ["poziom", "arkusz", "komórka", "wiersz", "kod"]
    assert {len(row) for row in table} == {8}
    assert all(not cell.startswith(("=", "+", "-", "@", "\t", "\r")) for row in table for cell in row)


def test_json_twins(answers: Path) -> None:
    result = assessment(sheet(with_cells({(7, 4): None})), answers)
    whole = assessment_json(result, "pl")
    assert {"task", "source", "sheet", "items", "findings", "marks", "score", "format_ok"} <= whole.keys()
    assert (whole["items"], whole["format_ok"]) == (50, False)
    twin = sheet_json(result, "en", "errors")
    assert (twin["show"], twin["rows"]) == ("errors", [9])


def test_the_steps_name_a_sheet_and_the_file_as_such() -> None:
    words = step_words("pl")[Level.ERROR]
    assert words["sheet"].format(place="Pozycje") == "Pokaż błąd w arkuszu „Pozycje”"
    assert words["file"] == "Pokaż błąd dotyczący całego pliku"
    few = page(rows(4)).next_step
    assert few
    assert few.words in (words["file"], words["sheet"].format(place="Pozycje"))


def test_one_and_many_warnings_about_the_answers() -> None:
    found = [counted_findings({Level.ERROR: e, Level.WARNING: w}, "pl") for e, w in ((0, 0), (0, 1), (1, 12), (0, 22))]
    assert found == ["", "1 ostrzeżenie", "1 błąd, 12 ostrzeżeń", "22 ostrzeżenia"]
