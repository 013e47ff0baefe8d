"""Writing back while somebody else edits, and when the writing itself fails."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from google_book import Json
from google_sheets import (
    SETTINGS,
    assessed,
    authors,
    codes,
    colour,
    faulty,
    notes,
    run,
    tab_of,
    text,
    with_account,
    without_account,
)
from google_stand_in import EMAIL, Fault, StandIn, stand_in

from sheet_tools.findings import Unreadable
from sheet_tools.pipeline import annotate, clear_annotations
from sheet_tools.readers.google.online import OnlineSheet
from sheet_tools.readers.google.record import KEY
from sheet_tools.workbook.annotate import Annotation


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


# Somebody edits the sheet between reading and writing.


def during(state: StandIn, sheet: OnlineSheet, *changes: Json) -> Annotation:
    """A run with changes by somebody else after the first reading."""
    assessment = assessed(sheet)
    state.books[next(iter(state.books))].batch(list(changes))
    return annotate(sheet, assessment, SETTINGS, "pl")


def put(row: int, column: int, value: str) -> Json:
    where = {
        "sheetId": 0,
        "startRowIndex": row,
        "endRowIndex": row + 1,
        "startColumnIndex": column,
        "endColumnIndex": column + 1,
    }
    cell = {"userEnteredValue": {"stringValue": value}}
    return {"updateCells": {"range": where, "rows": [{"values": [cell]}], "fields": "userEnteredValue"}}


def test_a_changed_row_gets_nothing(state: StandIn, sheet: OnlineSheet) -> None:
    book = state.add(faulty())
    done = during(state, sheet, put(2, 1, "już poprawione"))
    assert sorted(notes(book.tabs[0])) == ["B5", "B7"]
    assert colour(book.tabs[0], "B3") == ""
    assert [f.values for f in done.findings if f.code == "google-rows-changed"] == [{"rows": "3"}]


def test_moved_rows_get_nothing(state: StandIn, sheet: OnlineSheet) -> None:
    book = state.add(faulty())
    insert = {"insertDimension": {"range": {"sheetId": 0, "dimension": "ROWS", "startIndex": 4, "endIndex": 5}}}
    done = during(state, sheet, insert)
    assert sorted(notes(book.tabs[0])) == ["B3"]
    assert "google-rows-changed" in codes(done)


def test_a_place_outside_the_table_that_changed_gets_nothing(state: StandIn, sheet: OnlineSheet) -> None:
    """What stands without a heading is no part of a row, but is looked at again all the same."""
    book = faulty()
    book.tabs[0].cells[3, 5] = text("zagubione")
    clusters = tab_of([["klaster", "zjawisko", "kontrast"], ["k0", "opis", None], ["k1", "opis", None]], "Klastry", 9)
    book.tabs.append(clusters)
    state.add(book)
    edited = put(1, 2, "już jest")
    edited["updateCells"]["range"]["sheetId"] = 9
    during(state, sheet, put(3, 5, ""), edited)
    assert "F4" not in notes(book.tabs[0])
    assert sorted(notes(book.tabs[1])) == ["C3"]


@pytest.mark.parametrize(
    "change",
    [
        {"insertDimension": {"range": {"sheetId": 0, "dimension": "COLUMNS", "startIndex": 0, "endIndex": 1}}},
        {"insertDimension": {"range": {"sheetId": 0, "dimension": "ROWS", "startIndex": 0, "endIndex": 1}}},
        {"updateSheetProperties": {"properties": {"sheetId": 0, "title": "Inna"}, "fields": "title"}},
        put(0, 1, "co innego"),
    ],
)
def test_headings_that_moved_stop_it_all(state: StandIn, sheet: OnlineSheet, change: Json) -> None:
    book = state.add(faulty())
    with pytest.raises(Unreadable) as caught:
        during(state, sheet, change)
    assert caught.value.finding.code == "google-sheet-changed"
    assert notes(book.tabs[0]) == {}
    assert book.metadata == []


# What may fail while writing.

WRITES = [
    (Fault(500, "{}"), "google-write-unknown"),
    (Fault(502, "<html></html>", {"Content-Type": "text/html"}), "google-write-unknown"),
    (Fault(0), "google-write-unknown"),
    (Fault(0, silent=True), "google-write-unknown"),
    (Fault(500, "{}", after=True), "google-write-unknown"),
    (Fault(403, json.dumps({"error": {"code": 403, "message": "The caller"}})), "google-read-only"),
]  # fmt: skip


@pytest.mark.parametrize(("fault", "code"), WRITES)
@pytest.mark.parametrize("verb", ["batchUpdate", "values:batchUpdate"])
def test_no_write_is_repeated(
    state: StandIn, tmp_path: Path, sheet: OnlineSheet, fault: Fault, code: str, verb: str
) -> None:
    book = state.add(faulty())
    before = authors(book)
    second = verb == "values:batchUpdate"

    def is_it(method: str, path: str) -> bool:
        return path.endswith("batchUpdate") and ("values" in path) is second

    if fault.silent:
        sheet = with_account(state, tmp_path, read=1)
    state.faults = [Fault(**{**fault.__dict__, "times": 9, "when": is_it})]
    with pytest.raises(Unreadable) as caught:
        run(sheet)
    assert caught.value.finding.code == ("google-write-unknown" if second else code)
    tried = [path for method, path, _ in state.calls("POST") if is_it(method, path)]
    assert len(tried) == 1
    # Whatever was done of it, the next run finds and takes away.
    state.faults = []
    clear_annotations(sheet)
    assert authors(book) == before


def test_a_write_over_quota_was_not_done_and_is_tried_again(state: StandIn, sheet: OnlineSheet) -> None:
    book = state.add(faulty())
    state.faults = [Fault(429, headers={"Retry-After": "3"}, times=2, when=lambda method, path: "batchUpdate" in path)]
    assert codes(run(sheet)) == ["google-annotated"]
    assert sorted(notes(book.tabs[0])) == ["B3", "B5", "B7"]


def test_a_viewer_may_not_write(state: StandIn, sheet: OnlineSheet) -> None:
    book = state.add(faulty())
    book.roles[EMAIL] = "reader"
    with pytest.raises(Unreadable) as caught:
        run(sheet)
    assert caught.value.finding.code == "google-read-only"


def test_a_share_revoked_between_two_calls(state: StandIn, sheet: OnlineSheet) -> None:
    book = state.add(faulty())
    assessment = assessed(sheet)
    book.roles.clear()
    with pytest.raises(Unreadable) as caught:
        annotate(sheet, assessment, SETTINGS, "pl")
    assert caught.value.finding.code == "google-not-invited"
    assert notes(book.tabs[0]) == {}


def test_a_protected_sheet(state: StandIn, sheet: OnlineSheet) -> None:
    book = state.add(faulty())
    book.protected = True
    with pytest.raises(Unreadable) as caught:
        run(sheet)
    assert caught.value.finding.code == "google-protected"


def test_writing_needs_an_account(state: StandIn, sheet: OnlineSheet) -> None:
    state.add(faulty()).public = True
    with pytest.raises(Unreadable) as caught:
        annotate(without_account(state), assessed(sheet), SETTINGS, "pl")
    assert caught.value.finding.code == "google-account-needed"


def test_metadata_of_others_stays(state: StandIn, sheet: OnlineSheet) -> None:
    book = state.add(faulty())
    other = {"metadataId": 5, "metadataKey": "innego-programu", "metadataValue": "x", "visibility": "DOCUMENT"}
    book.metadata.append(other)
    run(sheet)
    assert [one["metadataKey"] for one in book.metadata] == ["innego-programu", KEY]
    clear_annotations(sheet)
    assert book.metadata == [other]


def test_more_notes_than_the_record_has_room_for(
    state: StandIn, sheet: OnlineSheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sheet_tools.readers.google.writing.LARGEST", 45)
    book = state.add(faulty())
    done = run(sheet)
    assert sorted(notes(book.tabs[0])) == ["B3", "B5"]
    assert [f.values for f in done.findings if f.code == "google-notes-beyond"] == [{"cells": "Pozycje!B7"}]
