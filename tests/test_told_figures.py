"""Figures and words that are told: an interval, what is wanting or too much, the headings of the answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from item_sets import codes, item
from pages import SAMPLES
from panel_pages import app_of, drop

from sheet_tools.accuracy import wilson
from sheet_tools.cells import Place
from sheet_tools.checks import CHECKS
from sheet_tools.items import Item, ItemSet
from sheet_tools.jsonl import read_items
from sheet_tools.parsing import answer_text
from sheet_tools.report.rows import answer_headings
from sheet_tools.tasks import TASKS

TASK, COMMAS, NUMERALS = (
    TASKS["reverse-poleval"],
    TASKS["comma-placement"],
    TASKS["numeral-inflection"],
)


@pytest.mark.parametrize(
    ("right", "n", "low", "high"),
    [
        (5, 10, 0.2366, 0.7634),
        (19, 20, 0.7639, 0.9911),
        (0, 10, 0, 0.2775),
        (10, 10, 0.7225, 1),
        (0, 0, 0, 1),
    ],
)
def test_wilson_interval(right: int, n: int, low: float, high: float) -> None:
    share = wilson(right, n)
    assert (round(share.low, 4), round(share.high, 4)) == (low, high)


@pytest.mark.parametrize(
    ("count", "code", "name", "number"),
    [
        (49, "too-few-items", "wanting", 1),
        (50, "", "", 0),
        (200, "", "", 0),
        (203, "too-many-items", "over", 3),
    ],
)
def test_how_many_items_are_wanting_or_too_many(
    count: int, code: str, name: str, number: int
) -> None:
    rows = tuple(item(row, input=f"Zdanie {row}.", gold="kot") for row in range(2, count + 2))
    found = [each for each in CHECKS["format"](ItemSet(rows), TASK) if each.code.endswith("-items")]
    assert [(each.code, each.values[name]) for each in found] == ([(code, number)] if code else [])


@pytest.mark.parametrize(("gold", "said"), [("Ab", True), ("A", False), ("ab", False)])
def test_a_gold_in_other_capitals(gold: str, said: bool) -> None:
    found = codes("gold-form", item(2, input="Wpisz „ab”, potem „a”.", gold=gold))
    assert ("C2", "gold-case-differs-from-input") in found or not said
    assert bool(found) is said


@pytest.mark.parametrize(
    ("line", "missing"),
    [
        (b'{"id": "a", "answer": "stu"}', []),
        (b'{"id": "a", "sentence": "[[1]]"}', ["answer"]),
        (b"{}", ["id", "answer"]),
    ],
)
def test_a_file_to_be_marked_by_lacks_only_what_is_handed_in(
    line: bytes, missing: list[str]
) -> None:
    found = read_items(line, NUMERALS, gold=True)[1]
    assert [each.values["key"] for each in found if each.code == "missing-key"] == missing


def test_whose_places_overlap_is_told() -> None:
    sentence = " ".join(f"a [{n}]" for n in range(1, 8))
    values = {"sentence_with_positions": sentence, "commas": "4, 5", "optional": "4"}
    (found,) = CHECKS["comma-places"](ItemSet((Item(Place(row=2), values),)), COMMAS)
    assert (found.code, dict(found.values)) == (
        "places-overlap",
        {
            "heading_pl": "dopuszczalne", "heading_en": "optional", "shared": "4",
            "other_pl": "przecinki", "other_en": "commas",
        },
    )  # fmt: skip


def test_an_answer_of_cells_is_written_as_a_model_writes_it() -> None:
    values = {"answer": "NIEPOPRAWNE", "corrected_sentence": "Żółw śpi."}
    text = '{"answer": "NIEPOPRAWNE", "corrected_sentence": "Żółw śpi."}'
    assert answer_text(values, TASKS["error-correction"]) == text
    assert answer_text({}, TASKS["error-correction"], {**values, "id": "a"}) == text


@pytest.mark.parametrize(
    ("task", "headings"),
    [
        ("reverse-poleval", ("gold i aliasy",)),
        ("comma-placement", ("przecinki", "dopuszczalne")),
        ("error-correction", ("ocena", "zdanie poprawione")),
        ("numeral-inflection", ("liczebnik i formy uznawane",)),
    ],
)
def test_headings_of_the_answers(task: str, headings: tuple[str, ...]) -> None:
    assert answer_headings(TASKS[task], "pl") == headings


def test_answers_that_were_cut_off_are_told_as_such(tmp_path: Path) -> None:
    client = app_of(tmp_path, RESPONSES=SAMPLES / "responses").test_client()
    page = drop(client, (SAMPLES / "dobry.xlsx").read_bytes(), "dobry.xlsx")
    cells = [
        cell for row in client.get(f"{page}.json").json["marks"] for cell in row["models"].values()
    ]
    cut = [
        cell["answer"].startswith("Odpowiedź przykładowa, ucięta")
        for cell in cells
        if cell["answer"]
    ]
    assert [cell.get("cut_off", False) for cell in cells if cell["answer"]] == cut
    assert any(cut)
