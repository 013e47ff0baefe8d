"""Frames and the workbook of results: every text is the same again when read back, or is named."""

from __future__ import annotations

import io
import re
import zipfile
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheet_tools.cells import Place
from sheet_tools.frames import (
    clusters_frame,
    findings_frame,
    items_frame,
    marks_frame,
    pairs_frame,
    results_workbook,
)
from sheet_tools.items import Item, ItemSet
from sheet_tools.marking import mark_all
from sheet_tools.metrics import score_complete
from sheet_tools.panel import Response, Responses
from sheet_tools.tasks import TASKS
from sheet_tools.workbook.exact_text import CELL_LIMIT, fits, written

TASK = TASKS["reverse-poleval"]
NS = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def item(row: int, **values: str) -> Item:
    return Item(Place("Pozycje", row, None), values)


ITEMS = ItemSet(
    (
        item(2, cluster="k1", input="A?", gold="a", alias2="=a"),
        item(3, cluster="k1", input="B?", gold="b", alias1="be"),
        item(5, input="C?", gold="c"),
        item(6, cluster="k2", gold="bez polecenia"),
    )
)
RESPONSES = Responses(
    ("o/m", "n"),
    {
        "o/m": {"A?": Response("a"), "B?": Response("", "length"), "C?": Response("c")},
        "n": {"A?": Response("=1+1"), "B?": Response("be")},
    },
)
MARKS = mark_all(ITEMS.items[:3], RESPONSES, TASK)
SCORE = score_complete(MARKS)
FINDING = {"sheet": "Pozycje", "cell": "C6", "level": "error", "kind": "Zło", "code": "x-y", "message": "Źle.",
           "remedy": "Popraw."}  # fmt: skip


def rows(frame) -> list[list[object]]:
    return [list(frame.columns), *frame.to_numpy(dtype=object).tolist()]


def test_items() -> None:
    assert rows(items_frame(ITEMS, MARKS, SCORE, RESPONSES)) == [
        ["row", "cluster", "input", "gold", "alias1", "alias2", "mark: o/m", "answer: o/m", "mark: n", "answer: n",
         "models right", "share right", "discrimination"],
        [2, "k1", "A?", "a", None, "=a", "right", "a", "wrong", "=1+1", 1, 0.5, 1.0],
        [3, "k1", "B?", "b", "be", None, "wrong (cut off)", "", "right", "be", 1, 0.5, 1.0],
        [5, None, "C?", "c", None, None, "right", "c", "missing", None, None, None, None],
        [6, "k2", None, "bez polecenia", None, None, None, None, None, None, None, None, None],
    ]  # fmt: skip


def test_items_without_marks() -> None:
    assert rows(items_frame(ITEMS))[:2] == [
        ["row", "cluster", "input", "gold", "alias1", "alias2"],
        [2, "k1", "A?", "a", None, "=a"],
    ]
    assert rows(items_frame(ItemSet(()))) == [["row"]]


def test_marks() -> None:
    assert rows(marks_frame(MARKS, RESPONSES))[:4] == [
        ["row", "input", "model", "mark", "matched", "cut off", "answer"],
        [2, "A?", "o/m", "right", "gold", False, "a"],
        [2, "A?", "n", "wrong", None, False, "=1+1"],
        [3, "B?", "o/m", "wrong", None, True, ""],
    ]


def test_pairs() -> None:
    heading = ["model 1", "model 2", "disagreements", "rate", "credit"]
    assert rows(pairs_frame(SCORE)) == [heading, ["o/m", "n", 2, 1.0, 1.0]]
    assert rows(pairs_frame(None)) == [heading]


def test_clusters() -> None:
    assert rows(clusters_frame(ITEMS, MARKS)) == [
        ["cluster", "items", "accuracy: o/m", "accuracy: n"],
        ["k1", 2, 0.5, 0.5],
        ["", 1, 1.0, None],
        ["k2", 1, None, None],
        [None, 4, pytest.approx(2 / 3), 0.5],
    ]
    assert rows(clusters_frame(ITEMS))[1] == ["k1", 2]


def test_findings() -> None:
    assert rows(findings_frame([FINDING])) == [list(FINDING), list(FINDING.values())]


def read_back(data: bytes) -> dict[str, list[list[object]]]:
    """The sheets as the XML holds them, by the standard's own rules: no library's opinion stands between."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        book = ElementTree.fromstring(package.read("xl/workbook.xml"))
        names = [sheet.get("name") for sheet in book.iter(f"{NS}sheet")]
        return {
            str(name): _cells(ElementTree.fromstring(package.read(f"xl/worksheets/sheet{number}.xml")))
            for number, name in enumerate(names, start=1)
        }


def _cells(sheet: ElementTree.Element) -> list[list[object]]:
    return [[_value(cell) for cell in row.iter(f"{NS}c")] for row in sheet.iter(f"{NS}row")]


def _value(cell: ElementTree.Element) -> object:
    """A text, a number, or None; a formula or an error cell must not be."""
    assert cell.find(f"{NS}f") is None
    kind = cell.get("t", "n")
    assert kind in ("inlineStr", "n")
    if kind == "n":
        return None if (number := cell.findtext(f"{NS}v")) is None else float(number)
    element = cell.find(f"{NS}is/{NS}t")
    if element is None:
        return ""
    text = element.text or ""
    kept = element.get("{http://www.w3.org/XML/1998/namespace}space") == "preserve"
    assert kept or text == text.strip(" \t\n\r")
    return re.sub("_x([0-9A-Fa-f]{4})_", lambda match: chr(int(match[1], 16)), text)


def test_the_workbook_in_polish() -> None:
    sheets = read_back(results_workbook(ITEMS, MARKS, SCORE, RESPONSES, [FINDING]))
    assert list(sheets) == ["Pozycje", "Uwagi narzędzia", "Pary modeli", "Klastry i modele"]
    assert sheets["Pozycje"][0] == [
        "wiersz", "klaster", "input", "gold", "alias1", "alias2", "ocena: o/m", "odpowiedź: o/m", "ocena: n",
        "odpowiedź: n", "modeli dobrze", "odsetek", "dyskryminacja",
    ]  # fmt: skip
    assert sheets["Pozycje"][2][6:10] == ["źle (ucięta)", "", "dobrze", "be"]
    assert sheets["Pozycje"][3][8] == "brak odpowiedzi"
    assert sheets["Uwagi narzędzia"] == [
        ["arkusz", "komórka", "poziom", "rodzaj", "kod", "opis", "co zrobić"],
        ["Pozycje", "C6", "błąd", "Zło", "x-y", "Źle.", "Popraw."],
    ]
    assert sheets["Pary modeli"][1] == ["o/m", "n", 2.0, 1.0, 1.0]
    assert [row[0] for row in sheets["Klastry i modele"]] == ["klaster", "k1", "(bez klastra)", "k2", "wszystkie"]


def test_the_workbook_in_english() -> None:
    sheets = read_back(results_workbook(ITEMS, MARKS, SCORE, RESPONSES, [FINDING], "en"))
    assert list(sheets) == ["Items", "Findings", "Pairs of models", "Clusters and models"]
    assert sheets["Items"][2][6] == "wrong (cut off)"
    assert sheets["Findings"][1][2] == "error"
    assert [row[0] for row in sheets["Clusters and models"]][1:] == ["k1", "(no cluster)", "k2", "all"]


def test_the_workbook_of_items_alone() -> None:
    sheets = read_back(results_workbook(ITEMS, None, None, None, []))
    assert [len(cells) for cells in sheets.values()] == [5, 1, 2, 5]
    assert str(sheets["Pary modeli"][1][0]).startswith("Brak par:")


def test_a_gold_that_is_no_text_stands_as_the_sheet_shows_it() -> None:
    numbered = ItemSet((item(2, input="A?", gold="a"), item(3, input="B?")))
    assert rows(items_frame(numbered, shown={2: {"gold": "x"}, 3: {"gold": "007", "notes": "n"}}))[1:] == [
        [2, "A?", "a"],
        [3, "B?", "007"],
    ]


def test_the_workbook_can_be_read_on_a_screen() -> None:
    from openpyxl import load_workbook

    long = ItemSet((*ITEMS.items, item(7, input="słowo " * 40, gold="x")))
    book = load_workbook(io.BytesIO(results_workbook(long, MARKS, SCORE, RESPONSES, [FINDING])))
    items = book["Pozycje"]
    assert all(cell.font.bold for cell in items[1])
    assert (items.freeze_panes, items.auto_filter.ref) == ("A2", items.dimensions)
    assert items["C6"].alignment.wrap_text
    assert not items["C2"].alignment.wrap_text
    assert (items["L2"].value, items["L2"].number_format) == (0.5, "0.000")


TEXTS = [
    "=1+1", "=cmd|' /C calc'!A0", "+1", "-1", "@x", "#N/A", "#NAZWA?", "#DIV/0!", "007", "1.05", "TRUE", "PRAWDA",
    "2026-05-01", "'x", " x ", "  ", "\n", "\u00a0", "a\nb", "a\r\nb", "a\rb", "\tx", "_x000D_", "max005F_test",
    "_x005F_x000D_", "_x000d_", "_x00", "\x00", "a\x01b", "\x1f", "\x0b", "\x85", "\u2028", "\u200b", "\ufeff",
    "\ufffe", "\uffff", "😀", "z\u0301", "<script>", "&amp;", "]]>", "http://example.pl", "nan", "None", "NA", "null",
]  # fmt: skip


def test_every_text_comes_back() -> None:
    odd = ItemSet(
        tuple(item(row, cluster=text, input=f"A{row}?", gold=text) for row, text in enumerate(TEXTS, start=2))
    )
    answers = {each.input: Response(each.gold) for each in odd.items}
    responses = Responses(tuple(TEXTS), dict.fromkeys(TEXTS, answers))
    marks = mark_all(odd.items, responses, TASK)
    findings = [{**FINDING, "message": text} for text in TEXTS]
    sheets = read_back(results_workbook(odd, marks, score_complete(marks), responses, findings))
    heading, *items = sheets["Pozycje"]
    for column in (1, 3, 5, 7):  # cluster, gold, the first two models' answers
        assert [row[column] for row in items] == TEXTS
    assert heading[4::2][: len(TEXTS)] == [f"ocena: {text}" for text in TEXTS]
    assert [row[5] for row in sheets["Uwagi narzędzia"][1:]] == TEXTS
    assert [row[1] for row in sheets["Pary modeli"][1 : len(TEXTS)]] == TEXTS[1:]
    assert [row[0] for row in sheets["Klastry i modele"][1:-1]] == TEXTS


@pytest.mark.parametrize("text", ["x" * CELL_LIMIT, "😀" * (CELL_LIMIT // 2)], ids=["x", "astral"])
def test_a_full_cell_comes_back(text: str) -> None:
    sheets = read_back(results_workbook(ItemSet((item(2, input=text),)), None, None, None, []))
    assert sheets["Pozycje"][1] == [2.0, text]
    assert len(sheets["Uwagi narzędzia"]) == 1


@settings(max_examples=20, deadline=None)
@given(st.lists(st.text(st.characters(exclude_categories=[]), min_size=1, max_size=30), min_size=1, max_size=20))
def test_any_text_comes_back_or_is_named(texts: list[str]) -> None:
    odd = ItemSet(tuple(item(row, gold=text) for row, text in enumerate(texts, start=2)))
    sheets = read_back(results_workbook(odd, None, None, None, []))
    named = {row[1] for row in sheets["Uwagi narzędzia"][1:]}
    assert named == {f"B{row}" for row, text in enumerate(texts, start=2) if not fits(text)}
    for row, text in enumerate(texts, start=2):
        assert f"B{row}" in named or sheets["Pozycje"][row - 1][1] == text


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("x" * (CELL_LIMIT + 1), CELL_LIMIT),
        ("😀" * CELL_LIMIT, CELL_LIMIT // 2),
        ("\r" * 20_000 + "x", CELL_LIMIT // 7),
    ],
)
def test_what_is_too_long_is_cut_and_named(text: str, length: int) -> None:
    odd = ItemSet((item(2, input="A?", gold=text),))
    sheets = read_back(results_workbook(odd, None, None, None, [], "en"))
    assert sheets["Items"][1][2] == text[:length]
    assert [row[:5] for row in sheets["Findings"][1:]] == [["Items", "C2", "warning", "", "workbook-text-changed"]]


def test_half_a_surrogate_pair_is_named() -> None:
    assert not fits("a\ud83d")
    assert written("a\ud83d") == "a_xD83D_"


def test_whole_numbers_stay_whole() -> None:
    assert [type(value) for value in items_frame(ITEMS, MARKS, SCORE, RESPONSES)["models right"]] == [
        int, int, type(None), type(None),
    ]  # fmt: skip
