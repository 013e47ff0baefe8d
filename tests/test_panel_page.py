"""The panel on the page: runs in the background, rows asked again, answers that are dropped. No browser is needed."""

from __future__ import annotations

import io
import json
import re
import sqlite3
import time
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pages import rows, sheet, write_answers
from stand_in_server import Canned, StandIn, chat
from werkzeug.test import TestResponse

from sheet_tools.panel import library
from sheet_tools.panel.library import Library, kind_of_answers
from sheet_tools.panel.store import APPLICATION_ID, Answer, Store
from webapp import create_app

KEY = "sekret-1234567890"
ITEMS = rows(50)


def app_of(tmp_path: Path, **config: object) -> Flask:
    common = {"UPLOADS": tmp_path / "kept", "TESTING": True, "WTF_CSRF_ENABLED": False, "ENVIRONMENT": {}}
    return create_app({**common, **config})


@pytest.fixture
def server() -> Iterator[StandIn]:
    with StandIn(models=("m1", "m2")) as running:
        yield running


def asking(tmp_path: Path, address: str, models: str = "m1\nm2\n", **config: object) -> Flask:
    (tmp_path / "models.txt").write_text(models, encoding="utf-8")
    environment = {"EVAL_BASE_URL": address, "EVAL_API_KEY": KEY}
    return app_of(tmp_path, MODELS_FILE=tmp_path / "models.txt", ENVIRONMENT=environment, **config)


def drop(client: FlaskClient, data: bytes | None = None, name: str = "pozycje.xlsx") -> str:
    answer = client.post("/sheets", data={"sheet": (io.BytesIO(data or sheet(ITEMS)), name)})
    assert answer.status_code == 303
    return str(answer.location)


def bring(client: FlaskClient, *files: tuple[str, bytes]) -> TestResponse:
    return client.post("/answers", data={"answers": [(io.BytesIO(data), name) for name, data in files]})


def run_of(client: FlaskClient, page: str) -> Any:
    return client.get(f"{page}/panel.json").json["run"]


def ended(client: FlaskClient, page: str) -> Any:
    """The run once it is over."""
    deadline = time.monotonic() + 20
    while (run := run_of(client, page))["state"] in ("running", "stopping"):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return run


def until(condition: Any) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def jsonl(answers: Mapping[str, str], model: str | None = None) -> bytes:
    head = [json.dumps({"model": model})] if model else []
    lines = [json.dumps({"input": asked, "response": text}) for asked, text in answers.items()]
    return "\n".join([*head, *lines, ""]).encode()


def zipped(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


ALL = {str(row[3]): str(row[4]) for row in ITEMS}


# Asking


def test_counts_come_first_then_every_missing_answer_is_asked_once(tmp_path: Path, server: StandIn) -> None:
    client = asking(tmp_path, server.url).test_client()
    page = drop(client)
    assert "Zapytaj panel o 100 brakujących odpowiedzi" in client.get(page).text
    before = client.get(f"{page}/panel.json").json
    assert (before["missing"], before["run"]) == (100, None)
    assert [model["to_ask"] for model in before["models"]] == [50, 50]
    assert client.post(f"{page}/panel/ask").status_code == 303
    run = ended(client, page)
    assert (run["state"], len(server.asked)) == ("whole", 100)
    assert [(each["model"], each["answered"], each["left"]) for each in run["models"]] == [("m1", 50, 0), ("m2", 50, 0)]
    assert "nie brakuje żadnej odpowiedzi" in client.get(f"{page}/panel").text
    assert client.get(f"{page}.json").json["score"]["n"] == 50
    client.post(f"{page}/panel/ask")
    ended(client, page)
    assert len(server.asked) == 100


def test_after_a_correction_only_what_changed_is_asked(tmp_path: Path, server: StandIn) -> None:
    client = asking(tmp_path, server.url, "m1").test_client()
    page = drop(client)
    client.post(f"{page}/panel/ask")
    ended(client, page)
    changed = [*rows(50)]
    changed[7][3] = "Przykład zmieniony."
    assert "Zapytaj panel o 1 brakującą odpowiedź" in client.get(drop(client, sheet(changed))).text


def test_a_row_is_asked_again_by_hand_and_the_older_answer_stays(tmp_path: Path, server: StandIn) -> None:
    client = asking(tmp_path, server.url).test_client()
    page = drop(client)
    client.post(f"{page}/panel/ask")
    ended(client, page)
    server.script = lambda body, number: Canned(chat("wzór3", body["model"]))
    client.post(f"{page}/panel/again", data={"row": "5", "model": "m2"})
    assert ended(client, page)["again"] is True
    row = client.get(f"{page}/panel?row=5").text
    assert "wzór3</q>" in row
    assert "o: Przykład formatu nr 4.</q>" in row
    marks = client.get(f"{page}.json").json["marks"][3]["models"]
    assert [(model, marks[model]["mark"]) for model in marks] == [("m1", "wrong"), ("m2", "right")]
    client.post(f"{page}/panel/again", data={"row": "5"})
    ended(client, page)
    assert len(server.asked) == 103
    with Store(tmp_path / "kept" / "panel.sqlite", read_only=True) as store:
        assert len(store.all_answers()) == 103
    assert client.post(f"{page}/panel/again", data={"row": "777"}).status_code == 404


def test_a_run_is_stopped_and_gone_on_with(tmp_path: Path, server: StandIn) -> None:
    server.script = lambda body, number: Canned(chat("x", body["model"]), delay=0.03)
    client = asking(tmp_path, server.url).test_client()
    page = drop(client)
    client.post(f"{page}/panel/ask")
    until(lambda: len(server.asked) > 8)
    going_on = client.get(f"{page}/panel").text
    assert ("Zatrzymaj</button>" in going_on, "Odśwież</a>" in going_on) == (True, True)
    assert '<noscript><meta http-equiv="refresh"' in going_on
    client.post(f"{page}/panel/stop")
    run = ended(client, page)
    left = sum(each["left"] for each in run["models"])
    assert (run["state"], 0 < left < 100) == ("stopped", True)
    assert re.search(rf"Dokończ: brakuje {left} odpowiedzi</button>", client.get(f"{page}/panel").text)
    client.post(f"{page}/panel/ask")
    assert ended(client, page)["state"] == "whole"
    assert len(server.asked) == 100


def test_one_run_at_a_time(tmp_path: Path, server: StandIn) -> None:
    server.script = lambda body, number: Canned(chat("x", body["model"]), delay=0.05)
    client = asking(tmp_path, server.url).test_client()
    first, second = drop(client), drop(client, sheet([*rows(49), ["k1", "1", "baza", "Inny.", "g", None]]), "inny.xlsx")
    client.post(f"{first}/panel/ask")
    client.post(f"{second}/panel/ask")
    assert run_of(client, second) is None
    assert "Panel jest teraz pytany o inny arkusz" in client.get(f"{second}/panel").text
    client.post(f"{first}/panel/stop")
    ended(client, first)


def test_a_restart_says_where_it_stopped(tmp_path: Path, server: StandIn) -> None:
    app = asking(tmp_path, server.url)
    client = app.test_client()
    page = drop(client)
    client.post(f"{page}/panel/ask")
    ended(client, page)
    kept = next((tmp_path / "kept" / "runs").glob("*.json"))
    run = json.loads(kept.read_text(encoding="utf-8"))
    kept.write_text(json.dumps({**run, "state": "running"}), encoding="utf-8")
    again = asking(tmp_path, server.url).test_client()
    assert run_of(again, page)["state"] == "cut"
    assert "Program zamknięto w trakcie" in again.get(f"{page}/panel").text
    kept.write_text("{", encoding="utf-8")
    assert run_of(again, page) is None


def test_what_failed_is_said_with_its_reason_and_the_key_never(tmp_path: Path, server: StandIn) -> None:
    def script(body: dict[str, Any], number: int) -> Canned:
        if body["model"] == "m2":
            return Canned({"error": {"message": f"bad key {KEY}"}}, 401)
        return Canned(chat("x", body["model"], finish="length"))

    server.script = script
    client = asking(tmp_path, server.url).test_client()
    page = drop(client)
    client.post(f"{page}/panel/ask")
    run = ended(client, page)
    assert run["state"] == "partial"
    assert [(each["cut_off"], each["refused"] + each["failed"] > 0) for each in run["models"]] == [
        (50, False),
        (0, True),
    ]
    assert run["models"][1]["why"].keys() == {"endpoint-key-refused"}
    for path in (page, f"{page}/panel", f"{page}/panel.json", f"{page}.json", "/panel"):
        assert KEY not in client.get(path).text
    assert all(KEY.encode() not in path.read_bytes() for path in (tmp_path / "kept").rglob("*") if path.is_file())


@pytest.mark.parametrize(
    ("models", "words"),
    [("", "models-none"), ("m1\nm1\n", "models-twice")],
)
def test_a_models_file_with_a_fault_is_explained(tmp_path: Path, models: str, words: str) -> None:
    client = asking(tmp_path, "http://127.0.0.1:9", models).test_client()
    page = drop(client)
    assert "Panelu nie można zapytać" in client.get(page).text
    assert "models.txt" in client.get(f"{page}/panel").text
    assert client.post(f"{page}/panel/ask").status_code == 303
    assert run_of(client, page) is None


def test_without_an_address_or_a_models_file_the_page_says_how_answers_come(tmp_path: Path) -> None:
    client = asking(tmp_path, "").test_client()
    page = drop(client)
    assert "EVAL_BASE_URL" in client.get(f"{page}/panel").text
    client = app_of(tmp_path / "other").test_client()
    page = drop(client)
    assert "Skąd wziąć odpowiedzi panelu?" in client.get(page).text
    text = client.get(f"{page}/panel").text
    assert "Poproś osobę, która prowadzi panel" in text
    assert "ask-button" not in text


# Answers that are dropped


def test_dropped_files_count_at_once_for_every_sheet(tmp_path: Path) -> None:
    client = app_of(tmp_path).test_client()
    page = drop(client)
    assert client.get(f"{page}.json").json["score"] is None
    assert bring(client, ("a.jsonl", jsonl(ALL)), ("b.jsonl", jsonl(dict.fromkeys(ALL, "x")))).location == "/panel"
    twin = client.get(f"{page}.json").json
    assert ([each["model"] for each in twin["models"]], twin["score"]["n"]) == (["a", "b"], 50)
    listed = client.get("/panel").text
    assert ("a.jsonl" in listed, "a: 50" in listed, "upuszczono" in listed) == (True, True, True)


def test_a_zip_of_responses_and_a_store_are_kept_too_and_taken_for_what_they_are(tmp_path: Path) -> None:
    client = app_of(tmp_path).test_client()
    page = drop(client)
    archive = zipped({"responses/own__a.jsonl": jsonl(ALL), "../../b.jsonl": jsonl(ALL, "b"), "notatki.txt": b"?"})
    # Dropped on the start page, where sheets are dropped.
    assert client.post("/sheets", data={"sheet": (io.BytesIO(archive), "odp.zip")}).location == "/panel"
    assert [each["model"] for each in client.get(f"{page}.json").json["models"]] == ["b", "own/a"]
    names = {path.name for path in (tmp_path / "kept").rglob("*.jsonl")}
    assert names == {"own__a.jsonl", "b.jsonl"}
    assert not (tmp_path / "b.jsonl").exists()


def test_a_store_made_by_a_run_can_be_handed_on(tmp_path: Path, server: StandIn) -> None:
    colleague = asking(tmp_path, server.url).test_client()
    page = drop(colleague)
    colleague.post(f"{page}/panel/ask")
    ended(colleague, page)
    author = app_of(tmp_path / "author").test_client()
    page = drop(author)
    store = (tmp_path / "kept" / "panel.sqlite").read_bytes()
    assert bring(author, ("panel.sqlite", store)).status_code == 303
    twin = author.get(f"{page}.json").json
    assert ([each["model"] for each in twin["models"]], twin["score"]["n"]) == (["m1", "m2"], 50)
    assert server.url in author.get("/panel").text


def test_the_same_name_again_takes_the_place_and_a_file_can_be_removed(tmp_path: Path) -> None:
    client = app_of(tmp_path).test_client()
    page = drop(client)
    bring(client, ("a.jsonl", jsonl(dict.fromkeys(ALL, "x"))))
    bring(client, ("A.jsonl", jsonl(ALL)))
    assert client.get(f"{page}.json").json["marks"][0]["models"]["A"]["mark"] == "right"
    (entry,) = Library(tmp_path / "kept" / "answers").entries()
    assert client.post(f"/answers/{entry.id}/remove").status_code == 303
    assert Library(tmp_path / "kept" / "answers").entries() == []
    for other in ("..", "0" * 24, "%2e%2e"):
        assert client.post(f"/answers/{other}/remove").status_code in (303, 404)
    assert client.get(page).status_code == 200


def test_the_run_of_another_set_does_not_touch_the_score(tmp_path: Path) -> None:
    responses = write_answers(tmp_path / "r", {"a": ["x"] * 50, "b": [str(row[4]) for row in ITEMS]}, ITEMS)
    client = app_of(tmp_path, RESPONSES=responses).test_client()
    page = drop(client)
    bring(client, ("c.jsonl", jsonl({"Całkiem inne pytanie.": "x"})))
    twin = client.get(f"{page}.json").json
    assert ([each["model"] for each in twin["models"]], twin["score"]["n"]) == (["a", "b"], 50)


def test_sources_complete_each_other_and_say_where_they_differ(tmp_path: Path) -> None:
    half = [str(row[4]) if number < 25 else None for number, row in enumerate(ITEMS)]
    responses = write_answers(tmp_path / "r", {"a": half, "b": ["x"] * 50}, ITEMS)
    client = app_of(tmp_path, RESPONSES=responses).test_client()
    page = drop(client)
    rest = dict(list(ALL.items())[20:49])
    bring(client, ("a.jsonl", jsonl({**rest, str(ITEMS[20][3]): "inna"})))
    twin = client.get(f"{page}.json").json
    assert twin["score"]["n"] == 49
    found = {finding["code"]: finding["values"] for finding in twin["panel_findings"]}
    assert found["panel-missing"] == {"model": "a", "n": 1, "items": 50}
    assert found["panel-sources-differ"] == {"model": "a", "n": 1}


def store_with(statements: str, tmp_path: Path) -> bytes:
    path = tmp_path / "x.sqlite"
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as connection:
        connection.executescript(f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = 1; {statements}")
    connection.close()
    return path.read_bytes()


def test_a_store_of_a_stranger_is_refused(tmp_path: Path) -> None:
    app = app_of(tmp_path)
    client = app.test_client()
    with Store(tmp_path / "empty.sqlite"):
        pass
    columns = ("digest", *(field.name for field in fields(Answer)))
    view = f"CREATE VIEW answers AS SELECT {', '.join(f'1 AS {name}' for name in columns)}"
    table = (
        f"CREATE TABLE answers ({', '.join(columns)}); INSERT INTO answers VALUES ({', '.join('1' for _ in columns)})"
    )
    for name, data in {
        "a.sqlite": b"SQLite format 3\x00" + b"\x00" * 200,
        "b.sqlite": store_with("CREATE TABLE other (x)", tmp_path),
        "c.sqlite": store_with(view, tmp_path),
        "d.sqlite": store_with(table, tmp_path),
        "e.sqlite": (tmp_path / "empty.sqlite").read_bytes(),
    }.items():
        answer = bring(client, (name, data))
        assert (answer.status_code, 'class="finding error"' in answer.text) == (422, True), name
    assert list((tmp_path / "kept" / "answers").iterdir()) == []


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.zip", b"PK\x03\x04 nothing"),
        ("a.zip", zipped({"x.txt": b"?"})),
        ("a.zip", zipped({"x.jsonl": b"nothing at all"})),
        ("a.jsonl", b'{"input": "a", "gold": "b"}\n'),
        ("a.jsonl", b""),
        ("a.jsonl", b"\xff\xfe"),
        ("a.txt", b"x"),
        ("..", b"x"),
    ],
)
def test_what_holds_no_answers_is_refused_in_words(tmp_path: Path, name: str, data: bytes) -> None:
    client = app_of(tmp_path).test_client()
    answer = bring(client, (name, data))
    assert (answer.status_code, 'class="finding error"' in answer.text) == (422, True)
    assert Library(tmp_path / "kept" / "answers").entries() == []


def test_bounds_hold_whatever_a_zip_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "_MAX_UNPACKED", 10_000)
    monkeypatch.setattr(library, "_MAX_ENTRIES", 1)
    client = app_of(tmp_path).test_client()
    assert bring(client, ("bomb.zip", zipped({"a.jsonl": b" " * 1_000_000}))).status_code == 422
    assert bring(client, ("a.jsonl", jsonl(ALL))).status_code == 303
    full = bring(client, ("b.jsonl", jsonl(ALL)))
    assert (full.status_code, "więcej się nie zmieści" in full.text) == (422, True)
    monkeypatch.setattr(library, "ANSWERS_BOUND", 100)
    assert "za duży jak na odpowiedzi" in bring(client, ("a.jsonl", jsonl(ALL))).text


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("items.jsonl", b'{"input": "a", "gold": "b"}\n', None),
        ("a.jsonl", b'{"input": "a", "response": "b"}\n', "jsonl"),
        ("a.jsonl", b'\xef\xbb\xbf{"model": "m"}\n{"input": "a", "output": "b"}\n', "jsonl"),
        ("a.jsonl", b'{"response": "b"}\n', None),
        ("a.csv", b'{"input": "a", "response": "b"}\n', None),
        ("a.xlsx", sheet(rows(3)), None),
        ("a.bin", b"SQLite format 3\x00", "store"),
        ("a.zip", zipped({"r/a.jsonl": b""}), "zip"),
        ("a.xlsx", zipped({"[Content_Types].xml": b"", "a.jsonl": b""}), None),
    ],
)
def test_what_a_dropped_file_is(name: str, data: bytes, kind: str | None) -> None:
    assert kind_of_answers(name, data) == kind


def test_near_misses_are_counted_by_model(tmp_path: Path) -> None:
    near = {asked: text.upper() if number < 3 else f"{text}." if number < 5 else text
            for number, (asked, text) in enumerate(ALL.items())}  # fmt: skip
    client = app_of(tmp_path).test_client()
    page = drop(client)
    bring(client, ("a.jsonl", jsonl(near)), ("b.jsonl", jsonl(ALL)))
    models = {each["model"]: each["near_misses"] for each in client.get(f"{page}.json").json["models"]}
    assert models == {"a": {"case": 3, "final-punctuation": 2}, "b": {}}
    text = client.get(page).text
    table = text[text.index('id="near"') :]
    assert re.search(r"wielkością litery</th><td class=\"n\">3</td><td class=\"n\">–</td>", table)


def test_forms_of_the_panel_need_their_token(tmp_path: Path) -> None:
    client = create_app({"UPLOADS": tmp_path}).test_client()
    for path in ("/answers", f"/sheets/{'0' * 24}/panel/ask", "/links", f"/sheets/{'0' * 24}/google"):
        assert client.post(path, data={"answers": (io.BytesIO(jsonl(ALL)), "a.jsonl")}).status_code == 400, path
        assert client.post(path, headers={"Origin": "http://evil.example"}).status_code == 403, path
