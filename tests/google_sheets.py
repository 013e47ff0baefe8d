"""Sheets of items for the stand-in: what a person types, as the API tells it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from google_book import Book, Json, Tab, both
from google_stand_in import EMAIL, NATIVE_ID, StandIn, credentials

from sheet_tools.assessment import Assessment
from sheet_tools.cells import Place
from sheet_tools.panel.responses import Response, Responses
from sheet_tools.pipeline import Settings, annotate, assess, check, read
from sheet_tools.readers.google.online import OnlineSheet
from sheet_tools.readers.google.service import Patience, Service
from sheet_tools.workbook.annotate import Annotation

SETTINGS = Settings()
HEADINGS = ("input", "gold", "alias1", "klaster")
LINK = f"https://docs.google.com/spreadsheets/d/{NATIVE_ID}/edit"


def text(value: str, **beside: Any) -> Json:
    return {**both({"stringValue": value}), "formattedValue": value, **beside}


def number(value: float, shown: str, pattern: str | None = None, kind: str = "NUMBER", **beside: Any) -> Json:
    form = {"effectiveFormat": {"numberFormat": {"type": kind, "pattern": pattern}}} if pattern else {}
    return {**both({"numberValue": value}), "formattedValue": shown, **form, **beside}


def boolean(value: bool) -> Json:
    return {**both({"boolValue": value}), "formattedValue": "PRAWDA" if value else "FAŁSZ"}


def formula(words: str, result: Json, shown: str = "", **beside: Any) -> Json:
    return {"userEnteredValue": {"formulaValue": words}, "effectiveValue": result, "formattedValue": shown, **beside}


def struck(value: str) -> Json:
    return text(value, userEnteredFormat={"textFormat": {"strikethrough": True}})


def tab_of(rows: Sequence[Sequence[Json | str | None]], title: str = "Pozycje", id: int = 0) -> Tab:
    tab = Tab(id, title, len(rows) + 40, 8)
    for i, row in enumerate(rows):
        for j, cell in enumerate(row):
            if cell:
                tab.cells[i, j] = text(cell) if isinstance(cell, str) else cell
    return tab


def book_of(*tabs: Tab, role: str = "writer", public: bool = False) -> Book:
    return Book(NATIVE_ID, tabs=list(tabs), roles={EMAIL: role} if role else {}, public=public)


def items(count: int, **faulty: Json) -> list[list[Json | str | None]]:
    """A heading and items that only show the format; `faulty` puts other cells in their place ("B3")."""
    rows: list[list[Json | str | None]] = [list(HEADINGS)]
    rows += [[f"Wzór pozycji numer {n}: podaj wyraz.", f"wyraz{n}", None, f"k{n % 3}"] for n in range(1, count + 1)]
    for place, cell in faulty.items():
        rows[int(place[1:]) - 1][ord(place[0]) - ord("A")] = cell
    return rows


def quick(state: StandIn, **other: Any) -> Service:
    """The stand-in's addresses, with waits that are counted and not waited."""
    patience = Patience(**{"connect": 60, "read": 60, "whole": 60, "sleep": lambda seconds: None, **other})
    return Service(state.url, state.url, patience)


def key_file(state: StandIn, folder: Path) -> Path:
    path = folder / "klucz.json"
    path.write_text(json.dumps(credentials(state)), encoding="utf-8")
    return path


def with_account(state: StandIn, folder: Path, link: str = LINK, **patience: Any) -> OnlineSheet:
    return OnlineSheet(link, key_file(state, folder), quick(state, **patience))


def without_account(state: StandIn, link: str = LINK, **patience: Any) -> OnlineSheet:
    return OnlineSheet(link, None, quick(state, **patience))


# Annotating.


def faulty(count: int = 60) -> Book:
    """Sixty items: a number as gold in row 3, a struck-out one in row 5, and no gold in row 7."""
    return book_of(tab_of(items(count, B3=number(7, "7"), B5=struck("wyraz"), B7={})))


def assessed(sheet: OnlineSheet, answers: bool = False) -> Assessment:
    checked = check(read(sheet))
    if not answers:
        return assess(checked, None)
    given = {item.input: Response(item.gold) for item in checked.usable}
    return assess(checked, Responses(("firma/model-a", "firma/model-b"), {"firma/model-a": given, "firma/model-b": {}}))


def run(sheet: OnlineSheet, answers: bool = False, lang: str = "pl", **words: Any) -> Annotation:
    return annotate(sheet, assessed(sheet, answers), SETTINGS, lang, **words)


def authors(book: Book) -> Json:
    """Everything in the author's tabs, as it is."""
    return {tab.title: deepcopy(tab.cells) for tab in book.tabs if tab.title not in ("Ocena", "Review")}


def values(tab: Tab) -> dict[tuple[int, int], Any]:
    return {place: cell["userEnteredValue"] for place, cell in tab.cells.items() if "userEnteredValue" in cell}


def notes(tab: Tab) -> dict[str, str]:
    found = {Place("", row + 1, column + 1).cell: c["note"] for (row, column), c in tab.cells.items() if "note" in c}
    return {str(place): note for place, note in found.items()}


def colour(tab: Tab, place: str) -> str:
    cell = tab.cells[int(place[1:]) - 1, ord(place[0]) - ord("A")]
    rgb = cell.get("userEnteredFormat", {}).get("backgroundColor")
    return "" if rgb is None else "".join(f"{round(255 * rgb.get(n, 0)):02x}" for n in ("red", "green", "blue"))


def ours(book: Book) -> Tab:
    return next(tab for tab in book.tabs if tab.title in ("Ocena", "Review"))


def codes(done: Annotation) -> list[str]:
    return [finding.code for finding in done.findings]
