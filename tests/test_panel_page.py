"""The panel asked from the page: runs in the background, stopped, gone on with, rows asked again. No browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pages import rows, sheet
from panel_pages import KEY, app_of, asking, drop, ended, run_of, until
from stand_in_server import Canned, StandIn, chat

from sheet_tools.panel.store import Store


@pytest.fixture
def server() -> Iterator[StandIn]:
    with StandIn(models=("m1", "m2")) as running:
        yield running


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
    assert "Trwa odpytywanie modeli o inny arkusz" in client.get(f"{second}/panel").text
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
    assert "Skąd wziąć odpowiedzi modeli?" in client.get(page).text
    text = client.get(f"{page}/panel").text
    assert "Poproś osobę, która prowadzi panel" in text
    assert "ask-button" not in text
