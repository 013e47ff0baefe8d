"""A Google sheet by both ways: the same content as a sheet and as .xlsx gives the same items and findings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from google_book import Book, Json
from google_export import as_xlsx
from google_sheets import (
    HEADINGS,
    LINK,
    book_of,
    boolean,
    formula,
    items,
    number,
    struck,
    tab_of,
    text,
    with_account,
    without_account,
)
from google_stand_in import EMAIL, StandIn, stand_in

from sheet_tools.assessment import Reading
from sheet_tools.cells import Kind
from sheet_tools.findings import Finding
from sheet_tools.pipeline import Source, check, read
from sheet_tools.readers.model import Program

# One cell each, as a person would type it: where, what the API tells, and the kind that it must have.
NASTY: dict[str, tuple[Json, Kind]] = {
    "text that looks like a number": (text("007"), Kind.TEXT),
    "number": (number(7, "7"), Kind.NUMBER),
    "number with a format": (number(7, "007", "000"), Kind.NUMBER),
    "decimal": (number(3.5, "3,5"), Kind.NUMBER),
    "not to be written in binary": (number(0.1, "0,1"), Kind.NUMBER),
    "per cent": (number(0.25, "25%", "0%", "PERCENT"), Kind.NUMBER),
    "date": (number(45778, "01.05.2025", "dd.mm.yyyy", "DATE"), Kind.DATE),
    "time": (number(0.5, "12:00:00", "hh:mm:ss", "TIME"), Kind.DATE),
    "date and time": (number(45778.5, "01.05.2025 12:00", "dd.mm.yyyy hh:mm", "DATE_TIME"), Kind.DATE),
    "true": (boolean(True), Kind.BOOLEAN),
    "false": (boolean(False), Kind.BOOLEAN),
    "formula with text": (formula('="wy"&"raz"', {"stringValue": "wyraz"}, "wyraz"), Kind.FORMULA),
    "formula with an empty text": (formula('=""', {"stringValue": ""}), Kind.EMPTY),
    "formula with a picture": (formula('=IMAGE("https://x.pl/a.png")', {"stringValue": ""}), Kind.FORMULA),
    "formula with a number": (formula("=2+2", {"numberValue": 4}, "4"), Kind.FORMULA),
    "formula with an error": (formula("=NA()", {"errorValue": {"type": "N_A", "message": ""}}, "#N/D!"), Kind.FORMULA),
    "formula with an unknown name": (formula("=RAZ()", {"errorValue": {"type": "NAME"}}, "#NAZWA?"), Kind.FORMULA),
    "leading blanks": (text("  wyraz"), Kind.TEXT),
    "trailing NBSP": (text("wyraz\u00a0"), Kind.TEXT),
    "line ends": (text("jeden\ndwa"), Kind.TEXT),
    "emoji and combining": (text("za\u0301b 🦷"), Kind.TEXT),
    "looks like an escape": (text("_x000D_ max005F_test"), Kind.TEXT),
    "looks like a formula": (text("=1+1"), Kind.TEXT),
    "struck out": (struck("dawny wyraz"), Kind.TEXT),
    "number struck out": (number(7, "7", userEnteredFormat={"textFormat": {"strikethrough": True}}), Kind.NUMBER),
    "partly struck out": (
        text("stary nowy", textFormatRuns=[{"format": {"strikethrough": True}}, {"startIndex": 6, "format": {}}]),
        Kind.TEXT,
    ),
    "partly bold": (
        text("stary nowy", textFormatRuns=[{"format": {"bold": True}}, {"startIndex": 6, "format": {}}]),
        Kind.TEXT,
    ),
    "note": (text("wyraz z notatką", note="do sprawdzenia\nprzed wysłaniem"), Kind.TEXT),
    "hidden by its format": (
        text("ukryty", effectiveFormat={"numberFormat": {"type": "TEXT", "pattern": ";;;"}}),
        Kind.TEXT,
    ),
    "decorated by its format": (
        text("ładny", effectiveFormat={"numberFormat": {"type": "TEXT", "pattern": '@" zł"'}}),
        Kind.TEXT,
    ),
}


@pytest.fixture(scope="module")
def running() -> Iterator[StandIn]:
    with stand_in() as state:
        yield state


@pytest.fixture
def state(running: StandIn, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    running.books.clear()
    running.faults.clear()
    running.seen.clear()
    monkeypatch.delenv("GOOGLE_APPLICATION_CREDENTIALS", raising=False)
    running.before = lambda method, path: None
    return running


def nasty_book() -> Book:
    """Every nasty cell as gold, then hidden rows and columns, merges, a blank row, a hidden tab, clusters."""
    rows: list[list[Json | str | None]] = [list(HEADINGS)]
    rows += [
        [f"Pytanie {n}: podaj wyraz.", cell, None, number(n, str(n))] for n, (cell, _) in enumerate(NASTY.values())
    ]
    rows += [[], ["  Po pustym wierszu.", "wyraz", "inny", "k"], ["Ukryty wiersz.", "wyraz", None, "k"]]
    rows += [["Scalone.", "wyraz", None, "k"], ["Scalone niżej.", None, None, "k"]]
    tab = tab_of(rows)
    last = len(rows)
    tab.hidden["ROWS"] = {last - 3}
    tab.hidden["COLUMNS"] = {2}
    tab.merges = [{"startRowIndex": last - 2, "endRowIndex": last, "startColumnIndex": 1, "endColumnIndex": 2}]
    hidden = tab_of(items(2), "Dawne", 5)
    hidden.extra["hidden"] = True
    clusters = tab_of([["klaster", "zjawisko", "kontrast"], ["k", "opis", "opis"]], "Klastry", 9)
    return book_of(tab, hidden, clusters, public=True)


def told(reading: Reading) -> list[Finding]:
    """The findings, without what only the way of reading has to say."""
    return [finding for finding in check(reading).findings if not finding.code.startswith("google-")]


def test_nasty_cells_are_the_same_by_every_way(state: StandIn, tmp_path: Path) -> None:
    book = state.add(nasty_book())
    by_file = read(Source("Zestaw.xlsx", as_xlsx(book)))
    by_export = read(without_account(state))
    by_account = read(with_account(state, tmp_path))
    for reading in (by_export, by_account):
        assert reading.table is not None
        assert by_file.table is not None
        assert reading.table.rows == by_file.table.rows
        assert reading.item_set == by_file.item_set
        assert told(reading) == told(by_file)
        assert reading.program is Program.GOOGLE
    found = {finding.code for finding in told(by_file)}
    assert found >= {"number-cell", "date-cell", "bool-cell", "formula-cell", "formula-error", "strikethrough",
                     "cell-comment", "hidden-row", "hidden-col", "merged-cells", "hidden-sheet-has-data",
                     "displayed-differently", "formatting-lost"}  # fmt: skip


@pytest.mark.parametrize("name", NASTY)
def test_kinds(state: StandIn, tmp_path: Path, name: str) -> None:
    cell, kind = NASTY[name]
    state.add(book_of(tab_of([list(HEADINGS), ["Pytanie.", cell]])))
    reading = read(with_account(state, tmp_path))
    assert reading.table is not None
    (row,) = reading.table.rows
    assert (row.cells["gold"].kind if "gold" in row.cells else Kind.EMPTY) is kind


@pytest.mark.parametrize("locale", ["pl_PL", "en_US", "de"])
def test_what_is_shown_is_what_a_polish_program_shows(state: StandIn, tmp_path: Path, locale: str) -> None:
    shown = {"pl_PL": "3,5", "en_US": "3.5", "de": "3,5"}[locale]
    book = state.add(book_of(tab_of([list(HEADINGS), ["Pytanie.", number(3.5, shown)]])))
    book.locale = locale
    (finding,) = [f for f in read(with_account(state, tmp_path)).findings if f.code == "number-cell"]
    assert finding.values == {"shown": "3,5", "stored": "3.5"}


def test_a_chip_is_stored_as_something_else_than_it_shows(state: StandIn, tmp_path: Path) -> None:
    chip = {"userEnteredValue": {"stringValue": "@"}, "effectiveValue": {"stringValue": "@"}, "formattedValue": "Anna"}
    state.add(book_of(tab_of([list(HEADINGS), ["Pytanie.", chip]])))
    found = [f for f in read(with_account(state, tmp_path)).findings if f.code == "displayed-differently"]
    assert [finding.values for finding in found] == [{"shown": "Anna", "text": "@"}]


def test_one_call_reads_all_tabs(state: StandIn, tmp_path: Path) -> None:
    state.add(nasty_book())
    read(with_account(state, tmp_path))
    assert len(state.calls("GET", "/v4/")) == 1
    assert [path for _, path, _ in state.calls() if "/v4/" not in path] == ["/token"]


def test_the_same_source_reads_again(state: StandIn, tmp_path: Path) -> None:
    book = state.add(book_of(tab_of(items(2)), public=True))
    for source in (with_account(state, tmp_path), without_account(state)):
        book.tabs = [tab_of(items(2))]
        assert len(read(source).items) == 2
        book.tabs = [tab_of(items(3))]
        assert len(read(source).items) == 3


def two_sets() -> Book:
    return book_of(tab_of([["Instrukcja"]], "Instrukcja", 7), tab_of(items(2), "Pierwsze", 0),
                   tab_of(items(3), "Drugie/B", 123456), public=True)  # fmt: skip


@pytest.mark.parametrize("way", ["account", "export"])
@pytest.mark.parametrize(
    ("gid", "sheet", "codes"),
    [
        ("", "Pierwsze", ["several-data-sheets"]),
        ("#gid=0", "Pierwsze", []),
        ("?gid=123456#gid=123456", "Drugie/B", []),
        ("#gid=7", "Pierwsze", ["google-tab-without-items", "several-data-sheets"]),
        ("#gid=99", "Pierwsze", ["google-tab-unknown", "several-data-sheets"]),
    ],
)
def test_the_tab_of_the_link_is_read(
    state: StandIn, tmp_path: Path, way: str, gid: str, sheet: str, codes: list[str]
) -> None:
    book = two_sets()
    book.tabs[2].title = "Drugie B" if way == "export" else "Drugie/B"
    state.add(book)
    source = with_account(state, tmp_path, LINK + gid) if way == "account" else without_account(state, LINK + gid)
    reading = read(source)
    assert (reading.sheet or "").replace("/", " ") == sheet.replace("/", " ")
    looked_at = {"several-data-sheets", "google-tab-without-items", "google-tab-unknown"}
    assert sorted(finding.code for finding in reading.findings if finding.code in looked_at) == codes


def test_reading_without_an_account_says_that_the_set_is_public(state: StandIn, tmp_path: Path) -> None:
    state.add(book_of(tab_of(items(2)), public=True))
    assert "google-public" in [finding.code for finding in read(without_account(state)).findings]
    assert "google-public" not in [finding.code for finding in read(with_account(state, tmp_path)).findings]


def test_the_pasted_address_is_never_fetched(state: StandIn) -> None:
    state.add(book_of(tab_of(items(2)), public=True))
    pasted = LINK.replace("https://docs.google.com", f"{state.url}/zly") + "?usp=sharing#gid=0"
    read(without_account(state, f"https://www.google.com/url?q={LINK}&sa=D"))
    assert all(path.startswith(("/spreadsheets/d/", "/download/")) for _, path, _ in state.calls())
    state.seen.clear()
    assert [finding.code for finding in read(without_account(state, pasted)).findings] == ["google-link-elsewhere"]
    assert state.calls() == []


def test_the_account_to_share_with_is_known(state: StandIn, tmp_path: Path) -> None:
    assert with_account(state, tmp_path).account_email == EMAIL
    assert without_account(state).account_email is None


def test_nothing_of_the_key_is_shown(state: StandIn, tmp_path: Path) -> None:
    from google_sheets import key_file

    from sheet_tools.readers.google.account import read_account

    path = key_file(state, tmp_path)
    assert "PRIVATE" in path.read_text(encoding="utf-8")
    assert "PRIVATE" not in repr(read_account(path))
    assert "PRIVATE" not in repr(with_account(state, tmp_path))
