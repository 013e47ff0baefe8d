"""Findings and marks written back: beside the author's cells and never into them, and taken away exactly."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from google_sheets import (
    SETTINGS,
    assessed,
    authors,
    book_of,
    codes,
    colour,
    faulty,
    items,
    notes,
    number,
    ours,
    run,
    tab_of,
    text,
    values,
    with_account,
    without_account,
)
from google_stand_in import StandIn, stand_in

from sheet_tools.pipeline import annotate, check, clear_annotations, read
from sheet_tools.readers.google.online import OnlineSheet
from sheet_tools.readers.google.record import COLOURS, SIGNATURE

ERROR, WARNING = COLOURS["e"], COLOURS["w"]
WHITE = {
    "backgroundColor": {"red": 1, "green": 1, "blue": 1},
    "backgroundColorStyle": {"rgbColor": {"red": 1, "green": 1, "blue": 1}},
}


@pytest.fixture(scope="module")
def running() -> Iterator[StandIn]:
    with stand_in() as state:
        yield state


@pytest.fixture
def state(running: StandIn, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    monkeypatch.delenv("GOOGLE_APPLICATION_CREDENTIALS", raising=False)
    running.books.clear()
    running.faults.clear()
    running.seen.clear()
    running.before = lambda method, path: None
    return running


@pytest.fixture
def sheet(state: StandIn, tmp_path: Path) -> OnlineSheet:
    return with_account(state, tmp_path)


def test_notes_and_colours_stand_beside_the_offending_cells(state: StandIn, sheet: OnlineSheet) -> None:
    book = state.add(faulty())
    before = values(book.tabs[0])
    done = run(sheet)
    tab = book.tabs[0]
    assert values(tab) == before
    assert sorted(notes(tab)) == ["B3", "B5", "B7"]
    assert [colour(tab, place) for place in ("B3", "B5", "B7")] == [ERROR, WARNING, ERROR]
    assert notes(tab)["B3"].startswith(f"{SIGNATURE}ocena, nr ")
    assert "„7”" in notes(tab)["B3"]
    assert "→ " in notes(tab)["B3"]
    assert codes(done) == ["google-annotated"]
    assert done.findings[0].values == {"tab": "Ocena", "notes": 3, "removed": 0}


def test_the_tab_holds_findings_and_marks(state: StandIn, sheet: OnlineSheet) -> None:
    book = state.add(faulty())
    run(sheet, answers=True)
    tab = ours(book)
    rows: dict[int, list[Any]] = {}
    for (row, _), value in sorted(values(tab).items()):
        rows.setdefault(row, []).append(next(iter(value.values())))
    lines = list(rows.values())
    assert lines[0] == ["Reverse PolEval · ocena zestawu"]
    assert ["Nr", "Gdzie", "Poziom", "Co znaleziono", "Co zrobić"] in lines
    assert any(line[1] == "Pozycje!B3" for line in lines if len(line) > 1)
    assert ["Wiersz", "Fragment", "Ile modeli ma rację", "firma/model-a", "firma/model-b"] in lines
    assert [2, "Wzór pozycji numer 1: podaj wyraz.", 1, "✓", "·"] in lines


def test_what_looks_like_a_formula_stays_text(state: StandIn, sheet: OnlineSheet) -> None:
    book = state.add(book_of(tab_of(items(60, A2=text('=HYPERLINK("x")'), B3=number(7, "7")))))
    run(sheet, answers=True)
    assert all(call[2]["valueInputOption"] == "RAW" for call in state.calls("POST", "values:batchUpdate"))
    assert {"stringValue": '=HYPERLINK("x")'} in values(ours(book)).values()
    assert not [v for v in values(ours(book)).values() if "formulaValue" in v]


def test_few_calls(state: StandIn, sheet: OnlineSheet) -> None:
    state.add(book_of(tab_of(items(200, **{f"B{row}": number(row, str(row)) for row in range(2, 202)}))))
    assessment = assessed(sheet)
    state.seen.clear()
    annotate(sheet, assessment, SETTINGS, "pl")
    kinds = [
        (method, path.rpartition("/")[2].partition("?")[0].rpartition(":")[2])
        for method, path, _ in state.calls(part="/v4/")
    ]
    assert [method for method, _ in kinds] == ["GET", "POST", "POST"]
    assert [verb for _, verb in kinds[1:]] == ["batchUpdate", "batchUpdate"]


def test_a_second_run_takes_away_exactly_what_the_first_wrote(state: StandIn, sheet: OnlineSheet) -> None:
    book = state.add(faulty())
    tab = book.tabs[0]
    tab.cells[2, 1]["userEnteredFormat"] = {**deepcopy(WHITE), "textFormat": {"bold": True}}
    tab.cells[3, 1]["note"] = "uwaga autora"
    tab.cells[3, 1]["userEnteredFormat"] = {"backgroundColorStyle": {"themeColor": "ACCENT1"}}
    before = authors(book)
    run(sheet)
    assert authors(book) != before
    for row in (2, 4, 6):
        # Corrected, so that nothing is left to be said.
        tab.cells[row, 1] = {**tab.cells.get((row, 1), {}), **text(f"wyraz{row}")}
    tab.cells[4, 1]["userEnteredFormat"].pop("textFormat")
    corrected = deepcopy(before)
    for row in (2, 4, 6):
        corrected["Pozycje"][row, 1] = {**corrected["Pozycje"].get((row, 1), {}), **text(f"wyraz{row}")}
    corrected["Pozycje"][4, 1].pop("userEnteredFormat")
    done = run(sheet)
    assert authors(book) == corrected
    assert done.findings[0].values == {"tab": "Ocena", "notes": 0, "removed": 3}
    assert len([tab for tab in book.tabs if tab.title.startswith("Ocena")]) == 1


def test_clearing_leaves_the_spreadsheet_as_it_was(state: StandIn, sheet: OnlineSheet) -> None:
    book = state.add(faulty())
    before = deepcopy((book.tabs, book.metadata))
    run(sheet)
    assert codes(clear_annotations(sheet)) == ["google-cleared"]
    assert (book.tabs, book.metadata) == before


def test_a_run_without_changes_writes_no_cell_of_the_sheet_again(state: StandIn, sheet: OnlineSheet) -> None:
    book = state.add(faulty())
    run(sheet)
    before = authors(book)
    state.seen.clear()
    run(sheet)
    assert authors(book) == before
    (batch, _) = state.calls("POST", "batchUpdate")
    touched = [r["updateCells"]["range"]["sheetId"] for r in batch[2]["requests"] if "updateCells" in r]
    assert set(touched) == {ours(book).id}


def test_our_own_notes_and_tab_are_no_findings(state: StandIn, sheet: OnlineSheet) -> None:
    book = state.add(faulty())
    before = check(read(sheet))
    run(sheet, answers=True)
    for lang in ("pl", "en"):
        assert check(read(sheet)).findings == before.findings
        book.public = True
        by_export = [f for f in check(read(without_account(state))).findings if not f.code.startswith("google-")]
        assert by_export == [f for f in before.findings if not f.code.startswith("google-")]
        run(sheet, answers=True, lang=lang)


def test_notes_follow_their_rows(state: StandIn, sheet: OnlineSheet) -> None:
    """Rows inserted, sorted or moved after the first run: the notes went with them, and are found."""
    book = state.add(faulty())
    run(sheet)
    book.batch([{"insertDimension": {"range": {"sheetId": 0, "dimension": "ROWS", "startIndex": 1, "endIndex": 4}}}])
    assert sorted(notes(book.tabs[0])) == ["B10", "B6", "B8"]
    run(sheet)
    assert sorted(notes(book.tabs[0])) == ["B10", "B6", "B8"]
    area = {"sheetId": 0, "startRowIndex": 4, "endRowIndex": 64, "startColumnIndex": 0, "endColumnIndex": 4}
    book.batch([{"sortRange": {"range": area, "sortSpecs": [{"dimensionIndex": 0, "sortOrder": "DESCENDING"}]}}])
    done = clear_annotations(sheet)
    assert done.findings[0].values == {"removed": 3}
    assert notes(book.tabs[0]) == {}
    assert all("userEnteredFormat" not in cell or "backgroundColorStyle" not in cell["userEnteredFormat"]
               for cell in book.tabs[0].cells.values())  # fmt: skip


def test_a_colour_of_the_authors_stays(state: StandIn, sheet: OnlineSheet) -> None:
    book = state.add(faulty())
    run(sheet)
    green = {"red": 0.2, "green": 0.8, "blue": 0.2}
    book.tabs[0].cells[2, 1]["userEnteredFormat"] = {
        "backgroundColor": green,
        "backgroundColorStyle": {"rgbColor": green},
    }
    clear_annotations(sheet)
    assert colour(book.tabs[0], "B3") == "33cc33"
    assert notes(book.tabs[0]) == {}


def test_a_cell_with_somebodys_note_is_left_as_it_is(state: StandIn, sheet: OnlineSheet) -> None:
    book = state.add(faulty())
    book.tabs[0].cells[2, 1]["note"] = "Ania: do sprawdzenia"
    before = deepcopy(book.tabs[0].cells[2, 1])
    done = run(sheet)
    assert book.tabs[0].cells[2, 1] == before
    kept = [finding for finding in done.findings if finding.code == "google-notes-kept"]
    assert [finding.values for finding in kept] == [{"cells": "Pozycje!B3"}]


def test_a_tab_of_the_authors_with_our_title_stays(state: StandIn, sheet: OnlineSheet) -> None:
    book = faulty()
    book.tabs.append(tab_of([["moja ocena"]], "ocena", 12))
    state.add(book)
    done = run(sheet)
    assert done.tab == "Ocena (2)"
    assert values(book.tabs[1]) == {(0, 0): {"stringValue": "moja ocena"}}
    run(sheet)
    assert [tab.title for tab in book.tabs] == ["Pozycje", "ocena", "Ocena (2)"]


def test_a_renamed_or_deleted_tab_of_ours(state: StandIn, sheet: OnlineSheet) -> None:
    book = state.add(faulty())
    run(sheet)
    ours(book).title = "Wyniki z maja"
    assert run(sheet).tab == "Wyniki z maja"
    book.tabs.pop()
    assert run(sheet).tab == "Ocena"
    assert len(book.metadata) == 1


def test_the_tab_shrinks_with_its_contents(state: StandIn, sheet: OnlineSheet) -> None:
    book = state.add(faulty())
    run(sheet, answers=True)
    tall = ours(book).rows
    run(sheet)
    assert ours(book).rows < tall
    assert max(row for row, _ in values(ours(book))) < ours(book).rows


def test_a_dry_run_writes_nothing(state: StandIn, sheet: OnlineSheet) -> None:
    book = state.add(faulty())
    before = deepcopy(book)
    done = run(sheet, dry_run=True)
    assert book == before
    assert codes(done) == ["google-would-annotate"]
    assert sorted(str(note.place.cell) for note in done.notes) == ["B3", "B5", "B7"]
    assert [path for method, path, _ in state.calls("POST") if "/v4/" in path] == []
