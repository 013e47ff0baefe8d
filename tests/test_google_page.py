"""Google Sheets on the page, with a stand-in of the service: links, reading again, writing back. No browser."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from google_sheets import LINK, book_of, tab_of
from google_stand_in import EMAIL, Fault, StandIn, credentials, stand_in
from pages import HEADING, rows, sheet, write_answers

from webapp import create_app

ITEMS = [[None if cell is None else str(cell) for cell in row] for row in rows(50)]
FAULTY = [*ITEMS[:49], ["k1", "1", "baza", "Bez wzorca.", None, None]]


@pytest.fixture(scope="module")
def running() -> Iterator[StandIn]:
    with stand_in() as state:
        yield state


@pytest.fixture
def state(running: StandIn, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    monkeypatch.delenv("GOOGLE_APPLICATION_CREDENTIALS", raising=False)
    monkeypatch.setenv("SHEET_TOOLS_GOOGLE_STAND_IN", running.url)
    running.books.clear()
    running.faults.clear()
    running.seen.clear()
    running.before = lambda method, path: None
    return running


def client_of(tmp_path: Path, state: StandIn | None = None) -> FlaskClient:
    """With a service account where a stand-in is given."""
    config: dict[str, object] = {"UPLOADS": tmp_path / "kept", "WTF_CSRF_ENABLED": False, "TESTING": True}
    config["RESPONSES"] = write_answers(tmp_path / "r", {"a": ["x"] * 50, "b": [row[4] for row in ITEMS]}, rows(50))
    if state is not None:
        (tmp_path / "konto.json").write_text(json.dumps(credentials(state)), encoding="utf-8")
        config["CREDENTIALS"] = tmp_path / "konto.json"
    return create_app(config).test_client()


def put(state: StandIn, items: list[list[str | None]] = ITEMS, **about: object) -> None:
    tab = tab_of([HEADING, *items], "Pozycje", 7)
    state.add(book_of(tab_of([["notatki"]], "Notatki", 3), tab, **about))  # type: ignore[arg-type]


def fetch(client: FlaskClient, link: str = LINK) -> str:
    answer = client.post("/links", data={"link": link})
    assert answer.status_code == 303, answer.text
    return str(answer.location)


def test_the_page_warns_before_anything_is_fetched(tmp_path: Path, state: StandIn) -> None:
    text = client_of(tmp_path).get("/").text
    assert "czyni zestaw testowy publicznym" in text
    assert 'name="link"' in text
    assert "makes the test set public" in client_of(tmp_path).get("/?lang=en").text
    assert state.seen == []


def test_with_an_account_the_page_says_whom_to_share_with(tmp_path: Path, state: StandIn) -> None:
    text = client_of(tmp_path, state).get("/").text
    assert EMAIL in text
    assert "czyni zestaw testowy publicznym" not in text


@pytest.mark.parametrize("by_account", [False, True])
def test_the_task_of_a_link_is_told_by_its_headings(tmp_path: Path, state: StandIn, by_account: bool) -> None:
    commas = [["id", "zdanie z miejscami", "przecinki", "dopuszczalne"], ["a1", "Wiem [1] że tak.", "1", "-"]]
    about: dict[str, object] = {} if by_account else {"public": True, "role": ""}
    state.add(book_of(tab_of(commas, "Pozycje", 7), **about))  # type: ignore[arg-type]
    client = client_of(tmp_path, state if by_account else None)
    assert client.get(f"{fetch(client)}.json").json["task"] == "comma-placement"


def test_a_link_gives_what_a_file_gives(tmp_path: Path, state: StandIn) -> None:
    put(state, public=True, role="")
    client = client_of(tmp_path)
    page = fetch(client, f"{LINK}#gid=7")
    assert "Gotowe do wysłania" in client.get(page).text or "Można wysłać" in client.get(page).text
    by_file = client.post("/sheets", data={"sheet": (io.BytesIO(sheet(rows(50))), "a.xlsx")}).location
    assert client.get(f"{page}/items.jsonl").data == client.get(f"{by_file}/items.jsonl").data
    twin = client.get(f"{page}.json").json
    assert (twin["sheet"], twin["name"]) == ("Pozycje", "Zestaw")
    assert "google-public" in [finding["code"] for finding in twin["findings"]]
    assert "Zestaw" in client.get("/").text
    calls = len(state.seen)
    client.get(page)
    assert len(state.seen) == calls


def test_read_again_fetches_the_same_sheet_and_tab(tmp_path: Path, state: StandIn) -> None:
    put(state, public=True, role="")
    client = client_of(tmp_path)
    page = fetch(client, f"{LINK}#gid=7")
    assert "Wczytaj ponownie z Google" in client.get(page).text
    put(state, FAULTY, public=True, role="")
    again = client.post(f"{page}/reread").location
    assert again != page
    assert "missing-gold" in [finding["code"] for finding in client.get(f"{again}.json").json["findings"]]
    kept = client.get("/index.json").json["uploads"]
    assert [each["link"] for each in kept] == [f"{LINK}#gid=7"] * 2
    state.books.clear()
    gone = client.post(f"{again}/reread")
    assert (gone.status_code, "Pod tym adresem nie ma arkusza" in gone.text) == (422, True)
    assert client.get(again).status_code == 200


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("https://docs.google.com/document/d/1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE/edit", "dokument tekstowy"),
        ("https://dropbox.example/x", "dropbox.example"),
        ("<script>alert(1)</script>", "&lt;script&gt;"),
        (LINK, "nie jest udostępniony przez link"),
    ],
)
def test_what_cannot_be_fetched_is_explained_and_the_link_stays(
    tmp_path: Path, state: StandIn, link: str, words: str
) -> None:
    put(state, role="")
    client = client_of(tmp_path)
    answer = client.post("/links", data={"link": link})
    assert (answer.status_code, words in answer.text) == (422, True)
    assert 'value="h' in answer.text or "value=\"&lt;" in answer.text  # fmt: skip
    assert "<script>alert" not in answer.text
    assert client.get("/index.json").json["uploads"] == []
    assert client.post("/links", data={"link": " "}).status_code == 400


def test_a_dry_run_says_what_would_be_written_then_it_is_written(tmp_path: Path, state: StandIn) -> None:
    put(state, FAULTY)
    client = client_of(tmp_path, state)
    page = fetch(client)
    assert "Zapisz uwagi i oceny w arkuszu" in client.get(page).text
    state.seen.clear()
    dry = client.get(f"{page}/google")
    assert (dry.status_code, "Próba bez zapisu" in dry.text, "Pozycje!E51" in dry.text) == (200, True, True)
    assert "--dry-run" not in dry.text
    assert state.calls("POST", "v4/") == []
    done = client.post(f"{page}/google")
    assert (done.status_code, "Zapisano w arkuszu" in done.text) == (200, True)
    (book,) = state.books.values()
    assert [tab.title for tab in book.tabs] == ["Notatki", "Pozycje", "Ocena"]
    assert "note" in book.tabs[1].cells[50, 4]
    again = client.post(f"{page}/reread").location
    codes = [finding["code"] for finding in client.get(f"{again}.json").json["findings"]]
    assert ("missing-gold" in codes, "cell-comment" in codes) == (True, False)


def test_a_sheet_that_changed_meanwhile_gets_nothing_in_rows_that_moved(tmp_path: Path, state: StandIn) -> None:
    put(state, FAULTY)
    client = client_of(tmp_path, state)
    page = fetch(client)
    put(state, [ITEMS[0], *FAULTY[2:], ITEMS[1]])
    dry = client.get(f"{page}/google").text
    assert "Pozycje!E51" not in dry


def test_without_the_right_to_edit_it_says_whom_to_share_with(tmp_path: Path, state: StandIn) -> None:
    put(state, FAULTY, role="reader")
    client = client_of(tmp_path, state)
    page = fetch(client)
    refused = client.post(f"{page}/google")
    assert (refused.status_code, EMAIL in refused.text) == (422, True)
    put(state, FAULTY, role="")
    gone = client.get(f"{page}/google")
    assert (gone.status_code, EMAIL in gone.text) == (422, True)


def test_without_an_account_there_is_nothing_to_write_with(tmp_path: Path, state: StandIn) -> None:
    put(state, FAULTY, public=True, role="")
    client = client_of(tmp_path)
    page = fetch(client)
    assert "Zapisz uwagi i oceny" not in client.get(page).text
    assert client.post(f"{page}/google").status_code == 422
    file = client.post("/sheets", data={"sheet": (io.BytesIO(sheet(rows(50))), "a.xlsx")}).location
    assert [client.get(f"{file}/google").status_code, client.post(f"{file}/reread").status_code] == [404, 404]


def test_trouble_on_the_way_is_explained(tmp_path: Path, state: StandIn) -> None:
    put(state, public=True, role="")
    client = client_of(tmp_path)
    state.faults.append(Fault(429, headers={"Retry-After": "600"}, times=9))
    answer = client.post("/links", data={"link": LINK})
    assert (answer.status_code, "za dużo zapytań" in answer.text) == (422, True)


def test_a_wrong_key_file_is_said_and_its_contents_are_shown_nowhere(tmp_path: Path, state: StandIn) -> None:
    client = client_of(tmp_path, state)
    (tmp_path / "konto.json").write_text('{"type": "authorized_user", "refresh_token": "tajne"}', encoding="utf-8")
    text = client.get("/").text
    assert ("konto.json" in text, "tajne" in text) == (True, False)


def test_the_key_is_kept_and_shown_nowhere(tmp_path: Path, state: StandIn) -> None:
    put(state, FAULTY)
    client = client_of(tmp_path, state)
    page = fetch(client)
    client.post(f"{page}/google")
    secret = str(credentials(state)["private_key"]).splitlines()[1]
    shown = [client.get(path).text for path in ("/", page, f"{page}/google", f"{page}.json", "/index.json")]
    assert all(secret not in text for text in shown)
    kept = [path.read_bytes() for path in (tmp_path / "kept").rglob("*") if path.is_file()]
    assert all(secret.encode() not in data for data in kept)
