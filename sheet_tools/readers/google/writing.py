"""What is written back, as the requests of one all-or-nothing call and the values of a tab of ours. Pure data.

Never a value, a note or a format of an author's cell but its background, which the record gives back. A cell that has
a note of somebody's is left as it is. What the first run wrote is taken away by what is found in the cells now: our
note by its digest, our colour only where it still is our colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sheet_tools.cells import Place, column_letters
from sheet_tools.readers.google.record import (
    COLOURS,
    KEY,
    LARGEST,
    Record,
    as_style,
    as_value,
    background,
    digest,
    read_record,
)
from sheet_tools.readers.google.snapshot import Snapshot, Tab

_HIGHEST_ID = 2**31 - 1


@dataclass(frozen=True, slots=True)
class CellNote:
    """A note of ours and the letter of its colour (record.COLOURS)."""

    place: Place
    note: str
    colour: str


@dataclass(frozen=True, slots=True)
class Review:
    """What shall stand in the spreadsheet: a tab of ours (rows of texts and whole numbers; `bold`: rows from 1), and
    notes beside cells. Without rows the tab is taken away."""

    title: str = ""
    rows: Sequence[Sequence[str | int]] = ()
    bold: Sequence[int] = ()
    notes: Sequence[CellNote] = ()


class Plan(NamedTuple):
    """`requests` go into one batchUpdate, `values` into one values.batchUpdate (RAW). `written` are the notes to come,
    `taken_away` the cells of the last run, `kept` those left alone since they have a note of somebody's, `beyond` those
    that the record has no room for, `tab` the title of our tab."""

    requests: list[dict[str, Any]]
    values: list[dict[str, Any]]
    written: tuple[CellNote, ...]
    taken_away: tuple[Place, ...]
    kept: tuple[Place, ...]
    beyond: tuple[Place, ...]
    tab: str | None


class _State(NamedTuple):
    """What a cell has beside its value."""

    note: str
    background: str


class _Key(NamedTuple):
    tab: int
    row: int
    column: int


def plan(snapshot: Snapshot, review: Review) -> Plan:
    """The way from what is in the spreadsheet to what shall be."""
    record = read_record(snapshot)
    authors = [tab for tab in snapshot.tabs if tab.is_grid and tab.id not in record.tabs]
    now = {key: state for tab in authors for key, state in _states(tab)}
    wanted = {key: state for key, was in now.items() if (state := _before(was, record)) is not None}
    names = {tab.id: tab.title for tab in authors}
    taken_away = tuple(Place(names[key.tab], key.row, key.column) for key in sorted(wanted))
    written, kept, beyond, cells = _add(review, authors, now, wanted)
    tab_id, title, tab_requests = _our_tab(snapshot, record, review)
    requests = [
        *tab_requests,
        *(_cell(key, state) for key, state in sorted(wanted.items()) if state != now.get(key, _State("", ""))),
        *_record(record, tab_id, cells),
    ]
    return Plan(requests, _values(title, review), written, taken_away, kept, beyond, title)


def _states(tab: Tab) -> Iterator[tuple[_Key, _State]]:
    for row, column, raw in tab.cells():
        yield _Key(tab.id, row, column), _State(raw.get("note", ""), background(raw))


def _before(state: _State, record: Record) -> _State | None:
    """A cell as it was before we wrote beside it; None where we did not."""
    entry = record.cells.get(digest(state.note)) if state.note else None
    if entry is None:
        return None
    is_ours = state.background == COLOURS[entry[0]]
    return _State("", entry[1:] if is_ours else state.background)


def _add(
    review: Review, authors: list[Tab], now: Mapping[_Key, _State], wanted: dict[_Key, _State]
) -> tuple[tuple[CellNote, ...], tuple[Place, ...], tuple[Place, ...], dict[str, str]]:
    """Puts the notes into `wanted`: those written, the cells kept, those beyond the record's room, its entries."""
    ids = {tab.title: tab.id for tab in authors}
    written: list[CellNote] = []
    kept: list[Place] = []
    beyond: list[Place] = []
    cells: dict[str, str] = {}
    room = LARGEST
    for note in review.notes:
        sheet, row, column = note.place.sheet, note.place.row, note.place.column
        if sheet not in ids or row is None or column is None:
            continue
        key = _Key(ids[sheet], row, column)
        state = wanted.get(key) or now.get(key) or _State("", "")
        entry = note.colour + state.background
        room -= len(entry) + 18  # the digest, quotes, colon and comma
        if state.note or room < 0:
            (kept if state.note else beyond).append(note.place)
            continue
        wanted[key] = _State(note.note, COLOURS[note.colour])
        cells[digest(note.note)] = entry
        written.append(note)
    return tuple(written), tuple(kept), tuple(beyond), cells


def _cell(key: _Key, state: _State) -> dict[str, Any]:
    style = as_style(state.background)
    data: dict[str, Any] = {"note": state.note} if state.note else {}
    if style:
        data["userEnteredFormat"] = {"backgroundColorStyle": style}
    return {
        "updateCells": {
            "range": _range(key.tab, key.row, key.column),
            "rows": [{"values": [data]}],
            "fields": "note,userEnteredFormat.backgroundColorStyle",
        }
    }


def _range(tab: int, row: int, column: int) -> dict[str, int]:
    return {
        "sheetId": tab,
        "startRowIndex": row - 1,
        "endRowIndex": row,
        "startColumnIndex": column - 1,
        "endColumnIndex": column,
    }


def _our_tab(snapshot: Snapshot, record: Record, review: Review) -> tuple[int | None, str | None, list[dict[str, Any]]]:
    """Our tab's id and title, and what makes it as big as its rows and empty; further tabs of ours are taken away."""
    ours = [tab for tab in snapshot.tabs if tab.id in record.tabs]
    if not review.rows:
        return None, None, [{"deleteSheet": {"sheetId": tab.id}} for tab in ours]
    size = {"rowCount": len(review.rows), "columnCount": max(len(row) for row in review.rows)}
    requests: list[dict[str, Any]] = [{"deleteSheet": {"sheetId": tab.id}} for tab in ours[1:]]
    if ours:
        tab, title = ours[0].id, ours[0].title
        # Frozen rows of a person who looked at the tab would not let it shrink.
        resized = {"sheetId": tab, "gridProperties": {**size, "frozenRowCount": 0, "frozenColumnCount": 0}}
        fields = "gridProperties(rowCount,columnCount,frozenRowCount,frozenColumnCount)"
        requests += [
            {"updateSheetProperties": {"properties": resized, "fields": fields}},
            {"updateCells": {"range": {"sheetId": tab}, "fields": "userEnteredValue,userEnteredFormat"}},
        ]
    else:
        tab, title = _free_id(snapshot), _free_title(snapshot, review.title)
        requests.append({"addSheet": {"properties": {"sheetId": tab, "title": title, "gridProperties": size}}})
    return tab, title, [*requests, *(_bold(tab, row) for row in review.bold)]


def _bold(tab: int, row: int) -> dict[str, Any]:
    where = {"sheetId": tab, "startRowIndex": row - 1, "endRowIndex": row}
    cell = {"userEnteredFormat": {"textFormat": {"bold": True}}}
    return {"repeatCell": {"range": where, "cell": cell, "fields": "userEnteredFormat.textFormat.bold"}}


def _free_id(snapshot: Snapshot) -> int:
    used = {tab.id for tab in snapshot.tabs}
    highest = max(used, default=0)
    if highest < _HIGHEST_ID:
        return highest + 1
    return next(number for number in range(1, _HIGHEST_ID) if number not in used)


def _free_title(snapshot: Snapshot, wanted: str) -> str:
    """Titles are told apart without regard to case; the tab of an author who has one of this title stays."""
    used = {tab.title.casefold() for tab in snapshot.tabs}
    titles = (wanted if number == 1 else f"{wanted} ({number})" for number in range(1, len(used) + 2))
    return next(title for title in titles if title.casefold() not in used)


def _record(record: Record, tab: int | None, cells: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """The old entries go, the new one comes, in the same call as what it tells of."""
    for number in record.metadata:
        lookup = {"developerMetadataLookup": {"metadataId": number}}
        yield {"deleteDeveloperMetadata": {"dataFilter": lookup}}
    if tab is not None:
        entry = {
            "metadataKey": KEY,
            "metadataValue": as_value(tab, cells),
            "location": {"spreadsheet": True},
            # Seen by every program that may read the sheet: a colleague's account must be able to clear up too.
            "visibility": "DOCUMENT",
        }
        yield {"createDeveloperMetadata": {"developerMetadata": entry}}


def _values(title: str | None, review: Review) -> list[dict[str, Any]]:
    if title is None:
        return []
    width = max(len(row) for row in review.rows)
    quoted = title.replace("'", "''")
    area = f"'{quoted}'!A1:{column_letters(width)}{len(review.rows)}"
    return [{"range": area, "majorDimension": "ROWS", "values": [list(row) for row in review.rows]}]
