"""The stand-in held against answers of the real service: a few written out here, and the recorded ones where they are
at hand.

Each recorded request is sent again; an answer agrees where every field that was recorded is the same. Ids that the
service invented are handed to the stand-in beforehand.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import requests
from google_book import Book
from google_stand_in import StandIn, stand_in

RECORDED = Path(__file__).parents[2] / "shared" / "google" / "recorded.jsonl.gz"
# What agreed when this was written, and what does not: docs/google-checklist.md.
LEAST = 0.96

SHEET, BOOK = "/v4/spreadsheets/1Zestaw", "1Zestaw"
WRITTEN = {"spreadsheetId": BOOK, "updatedRows": 1, "updatedColumns": 2, "updatedCells": 2}
GRID = {"sheetId": 0, "title": "Sheet1", "gridProperties": {"rowCount": 1000, "columnCount": 26}}
NAMED = {"name": "Wzory", "range": {"startRowIndex": 0, "endRowIndex": 2, "startColumnIndex": 0, "endColumnIndex": 2}}
GONE = {"error": {"code": 404, "message": "Requested entity was not found.", "status": "NOT_FOUND"}}
DENIED = {"error": {"code": 403, "message": "The caller does not have permission", "status": "PERMISSION_DENIED"}}
# method, path, body, status, what the service answers (fields that it adds do not matter).
OWN: list[list[Any]] = [
    ["POST", "/drive/v3/files", {"name": "Zestaw", "mimeType": "application/vnd.google-apps.spreadsheet"}, 200,
     {"kind": "drive#file", "id": BOOK, "name": "Zestaw", "mimeType": "application/vnd.google-apps.spreadsheet"}],
    ["GET", f"{SHEET}?includeGridData=false", None, 200, {"sheets": [{"properties": GRID}]}],
    ["GET", f"{SHEET}/values/%27Sheet1%27%21D4", None, 200, {"range": "Sheet1!D4", "majorDimension": "ROWS"}],
    ["PUT", f"{SHEET}/values/%27Sheet1%27%21B1?valueInputOption=RAW", {"values": [["input", "007"]]}, 200,
     {**WRITTEN, "updatedRange": "Sheet1!B1:C1"}],
    ["GET", f"{SHEET}/values/%27Sheet1%27", None, 200,
     {"range": "Sheet1!A1:Z1000", "majorDimension": "ROWS", "values": [["", "input", "007"]]}],
    ["GET", f"{SHEET}/values/%27Sheet1%27?majorDimension=COLUMNS", None, 200,
     {"range": "Sheet1!A1:Z1000", "majorDimension": "COLUMNS", "values": [[], ["input"], ["007"]]}],
    ["GET", f"{SHEET}/values:batchGet?ranges=Sheet1%21B1&ranges=Sheet1%21C1", None, 200,
     {"spreadsheetId": BOOK, "valueRanges": [{"range": "Sheet1!B1", "majorDimension": "ROWS", "values": [["input"]]},
                                             {"range": "Sheet1!C1", "majorDimension": "ROWS", "values": [["007"]]}]}],
    ["POST", f"{SHEET}:batchUpdate",
     {"requests": [{"addNamedRange": {"namedRange": {**NAMED, "range": {**NAMED["range"], "sheetId": 0}}}}]}, 200,
     {"spreadsheetId": BOOK, "replies": [{"addNamedRange": {"namedRange": {"namedRangeId": "17", **NAMED}}}]}],
    ["GET", f"{SHEET}?fields=namedRanges", None, 200, {"namedRanges": [{"namedRangeId": "17", **NAMED}]}],
    ["POST", f"{SHEET}:batchUpdate", {"requests": [{"deleteNamedRange": {"namedRangeId": "17"}}]}, 200,
     {"spreadsheetId": BOOK, "replies": [{}]}],
    ["GET", f"{SHEET}?fields=namedRanges", None, 200, {}],
    ["POST", f"{SHEET}:batchUpdate", {"requests": [{"addSheet": {"properties": {"title": "Ocena"}}}]}, 200,
     {"spreadsheetId": BOOK, "replies": [{"addSheet": {"properties": {"sheetId": 4, "title": "Ocena", "index": 1}}}]}],
    ["POST", f"{SHEET}/values/%27Sheet1%27%21A1:clear", None, 200,
     {"spreadsheetId": BOOK, "clearedRange": "Sheet1!A1"}],
    ["GET", "/v4/spreadsheets/1Nikt", None, 404, GONE],
    ["GET", f"{SHEET}?includeGridData=false", None, 403, DENIED],
]  # fmt: skip


def cassettes() -> list[tuple[str, list[list[Any]]]]:
    with gzip.open(RECORDED, "rt", encoding="utf-8") as file:
        return [(one["cassette"], one["seq"]) for one in map(json.loads, file)]


def test_the_stand_in_answers_as_the_service_does() -> None:
    with stand_in() as state:
        for same, asked, answered in replay(state, OWN):
            assert same, (asked, answered)


def within(recorded: Any, answered: Any) -> bool:
    """Whether all that was recorded was answered too."""
    if isinstance(recorded, dict):
        return isinstance(answered, dict) and all(within(v, answered.get(k)) for k, v in recorded.items())
    if isinstance(recorded, list):
        return (
            isinstance(answered, list)
            and len(recorded) == len(answered)
            and all(within(a, b) for a, b in zip(recorded, answered, strict=True))
        )
    return recorded == answered


def ids(answer: Any) -> Iterator[Any]:
    """The ids that the service invented for what a batch made."""
    for reply in (answer or {}).get("replies", []) if isinstance(answer, dict) else []:
        for made in reply.values():
            if "properties" in made:
                yield made["properties"]["sheetId"]
            elif "namedRange" in made:
                yield made["namedRange"]["namedRangeId"]


def replay(state: StandIn, sequence: list[list[Any]]) -> Iterator[tuple[bool, list[Any], Any]]:
    state.books.clear()
    for method, path, body, status, answer in sequence:
        name = (re.findall(r"/spreadsheets/([\w-]+)", path) or [""])[0]
        if path.startswith("/drive"):
            state.new_ids.append(answer["id"])
        elif name not in state.books and status != 404:
            # Made before the recording began.
            state.add(Book(name))
        if name in state.books:
            state.books[name].next_ids += ids(answer)
        state.tokens, state.open_to_all = {"znak"}, status != 403
        found = requests.request(
            method, state.url + path, json=body, timeout=10, headers={"Authorization": "Bearer znak"}
        )
        yield found.status_code == status and within(answer, found.json()), [method, path, body, answer], found.json()


if RECORDED.exists():

    def test_the_stand_in_answers_as_the_service_did() -> None:
        agreed, all_of_them = 0, 0
        with stand_in() as state:
            for _, sequence in cassettes():
                for same, _, _ in replay(state, sequence):
                    agreed += same
                    all_of_them += 1
        assert all_of_them > 1000
        assert agreed / all_of_them >= LEAST, f"{agreed} of {all_of_them}"
