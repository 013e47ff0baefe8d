"""What must hold for every content: the same text by either way, and nothing left of what was written."""

from __future__ import annotations

from copy import deepcopy

import pytest
from google_book import Book, Json, Tab
from google_export import as_xlsx
from google_sheets import book_of, number, tab_of, text
from hypothesis import given, settings
from hypothesis import strategies as st

from sheet_tools.cells import Place
from sheet_tools.readers import read_workbook
from sheet_tools.readers.google.record import as_style
from sheet_tools.readers.google.snapshot import _FIELDS, Snapshot
from sheet_tools.readers.google.workbook import workbook_of
from sheet_tools.readers.google.writing import CellNote, Review, plan
from sheet_tools.tasks import DEFAULT_TASK, TASKS

TASK = TASKS[DEFAULT_TASK]
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60)
NUMBERS = st.integers(-(10**14), 10**14) | st.floats(allow_nan=False, allow_infinity=False, width=32).map(float)
PATTERNS = st.sampled_from([None, "0", "000", "0.00", "#,##0", "0%", "@"])
COLOURS = st.sampled_from(["", "", "ffffff", "f4cccc", "fff2cc", "00ff7f", "theme:ACCENT1"])
NOTES = st.none() | st.sampled_from(["uwaga", "Reverse PolEval · moja własna", " ", "wiersz\ndrugi"])


def snapshot(book: Book) -> Snapshot:
    return Snapshot(deepcopy(book.answer([], _FIELDS, grid=False)))


@settings(max_examples=30, deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=6))
def test_texts_are_the_same_by_either_way(texts: list[str]) -> None:
    book = book_of(tab_of([[text(one)] for one in texts]))
    by_account = workbook_of(snapshot(book)).sheets[0]
    assert [by_account.cell(row, 1).text for row in range(1, len(texts) + 1)] == texts
    assert by_account.rows == read_workbook(as_xlsx(book), "zestaw.xlsx", TASK).sheets[0].rows


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(NUMBERS, PATTERNS), min_size=1, max_size=6))
def test_numbers_are_the_same_by_either_way(numbers: list[tuple[float, str | None]]) -> None:
    book = book_of(tab_of([[number(value, "?", pattern)] for value, pattern in numbers]))
    book.locale = "en_US"  # what it shows is not what a Polish program shows, and so is worked out
    by_account = workbook_of(snapshot(book)).sheets[0]
    by_file = read_workbook(as_xlsx(book), "zestaw.xlsx", TASK).sheets[0]
    for row in range(1, len(numbers) + 1):
        one, other = by_account.cell(row, 1), by_file.cell(row, 1)
        assert (one.kind, one.text) == (other.kind, other.text)
        assert float(one.stored or 0) == pytest.approx(float(other.stored or 0), rel=1e-14)


@st.composite
def sheets(draw: st.DrawFn) -> Tab:
    """A small sheet, some of whose cells are empty, coloured or have notes."""
    tab = Tab(0, "Pozycje", 30, 6)
    for row in range(8):
        for column in range(3):
            cell: Json = text(f"{row}.{column}") if draw(st.booleans()) else {}
            if style := as_style(draw(COLOURS)):
                cell["userEnteredFormat"] = {"backgroundColorStyle": style}
            if note := draw(NOTES):
                cell["note"] = note
            if cell:
                tab.cells[row, column] = cell
    return tab


REVIEWS = st.dictionaries(st.tuples(st.integers(1, 8), st.integers(1, 3)), st.sampled_from("ew"), max_size=10)


def review(marked: dict[tuple[int, int], str]) -> Review:
    notes = [
        CellNote(Place("Pozycje", row, column), f"Reverse PolEval · ocena, nr {n}", colour)
        for n, ((row, column), colour) in enumerate(marked.items())
    ]
    return Review("Ocena", [("Reverse PolEval",)], (1,), notes)


def move(book: Book) -> None:
    """Somebody inserts a row and sorts the table: notes and formats go with their cells."""
    row = {"sheetId": 0, "dimension": "ROWS", "startIndex": 1, "endIndex": 2}
    area = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 12, "startColumnIndex": 0, "endColumnIndex": 3}
    specs = [{"dimensionIndex": 0, "sortOrder": "DESCENDING"}]
    book.batch([{"insertDimension": {"range": row}}, {"sortRange": {"range": area, "sortSpecs": specs}}])


@settings(max_examples=50, deadline=None)
@given(sheets(), st.lists(REVIEWS, min_size=1, max_size=3), st.booleans())
def test_nothing_is_left_of_what_was_written(tab: Tab, reviews: list[dict[tuple[int, int], str]], moved: bool) -> None:
    """Any number of runs, rows sorted in between, then cleared: as if nothing had ever been written."""
    book, untouched = book_of(tab), book_of(deepcopy(tab))
    for marked in reviews:
        book.batch(plan(snapshot(book), review(marked)).requests)
        if moved:
            for one in (book, untouched):
                move(one)
    book.batch(plan(snapshot(book), Review()).requests)
    assert [tab.title for tab in book.tabs] == ["Pozycje"]
    assert book.metadata == []
    assert plain(book.tabs[0]) == plain(untouched.tabs[0])


def plain(tab: Tab) -> dict[tuple[int, int], Json]:
    """Cells with their colour in one of its two forms."""
    found = {}
    for place, cell in tab.cells.items():
        shown = {name: value for name, value in cell.items() if name != "userEnteredFormat"}
        style = cell.get("userEnteredFormat", {}).get("backgroundColorStyle")
        if style and "rgbColor" in style:
            style = {name: round(255 * part) for name, part in style["rgbColor"].items() if part}
        if shown or style is not None:
            found[place] = {**shown, "style": style}
    return found


@settings(max_examples=30, deadline=None)
@given(sheets(), REVIEWS)
def test_a_value_is_never_touched(tab: Tab, marked: dict[tuple[int, int], str]) -> None:
    book = book_of(tab)
    before = {place: cell.get("userEnteredValue") for place, cell in deepcopy(tab.cells).items()}
    notes = {place: cell["note"] for place, cell in deepcopy(tab.cells).items() if "note" in cell}
    what = plan(snapshot(book), review(marked))
    book.batch(what.requests)
    after = book.tabs[0].cells
    assert all(after.get(place, {}).get("userEnteredValue") == value for place, value in before.items())
    assert all(after[place]["note"] == note for place, note in notes.items())
    assert {(p.row, p.column) for p in what.kept} == {(r, c) for r, c in marked if (r - 1, c - 1) in notes}
    assert len(what.written) == len(marked) - len(what.kept)


@settings(max_examples=30, deadline=None)
@given(sheets(), REVIEWS)
def test_the_same_run_again_changes_no_cell(tab: Tab, marked: dict[tuple[int, int], str]) -> None:
    book = book_of(tab)
    book.batch(plan(snapshot(book), review(marked)).requests)
    again = plan(snapshot(book), review(marked)).requests
    assert [one for one in again if one.get("updateCells", {}).get("range", {}).get("sheetId") == 0] == []
