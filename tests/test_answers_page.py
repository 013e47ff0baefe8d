"""Answers of the panel dropped on the page: kept, listed, replaced, removed, and what is refused. No browser."""

from __future__ import annotations

import io
import sqlite3
from dataclasses import fields
from pathlib import Path

import pytest
from pages import rows, sheet, write_answers
from panel_pages import ALL, ITEMS, app_of, asking, bring, drop, ended, jsonl, zipped
from stand_in_server import StandIn

from sheet_tools.panel import library
from sheet_tools.panel.library import Library, kind_of_answers
from sheet_tools.panel.store import APPLICATION_ID, Answer, Store
from webapp import create_app


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


def test_a_store_made_by_a_run_can_be_handed_on(tmp_path: Path) -> None:
    with StandIn(models=("m1", "m2")) as server:
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


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("items.jsonl", b'{"input": "a", "gold": "b"}\n'),
        ("draft.txt", b'{"input": "a", "gold": "b"}\n'),
        ("pozycje.xlsx", sheet(rows(3))),
    ],
)
def test_a_set_of_items_is_no_file_of_answers(tmp_path: Path, name: str, data: bytes) -> None:
    answer = bring(app_of(tmp_path).test_client(), (name, data))
    assert (answer.status_code, f"a nie odpowiedzi modeli: „{name}”" in answer.text) == (422, True)


def test_a_picture_is_refused_in_words(tmp_path: Path) -> None:
    answer = bring(app_of(tmp_path).test_client(), ("zdjęcie.jpg", b"\xff\xd8\xff\xe0"))
    assert (answer.status_code, "nie zawiera odpowiedzi" in answer.text) == (422, True)


def test_the_run_of_another_set_alone_leaves_no_trace_on_a_sheet(tmp_path: Path) -> None:
    other = [[*row[:3], f"{row[3]} Inny.", *row[4:]] for row in ITEMS]
    responses = write_answers(tmp_path / "r", {"a": ["x"] * 50, "b": ["y"] * 50}, other)
    client = app_of(tmp_path, RESPONSES=responses).test_client()
    page = drop(client)
    twin = client.get(f"{page}.json").json
    assert (twin["marks"], twin["panel_findings"], list(twin["filters"])) == (None, [], ["all", "errors", "warnings"])
    text = client.get(page).text
    assert "Wyniku jeszcze nie ma: nie ma jeszcze odpowiedzi modeli na te pozycje." in text
    assert "Skąd wziąć odpowiedzi modeli?" in text
    assert 'class="legend"' not in text


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
    assert '<abbr title="a">a</abbr></th>' in table
    assert "<b>3</b> × różni się tylko wielkością litery" in table


def test_forms_of_the_panel_need_their_token(tmp_path: Path) -> None:
    client = create_app({"UPLOADS": tmp_path}).test_client()
    for path in ("/answers", f"/sheets/{'0' * 24}/panel/ask", "/links", f"/sheets/{'0' * 24}/google"):
        assert client.post(path, data={"answers": (io.BytesIO(jsonl(ALL)), "a.jsonl")}).status_code == 400, path
        assert client.post(path, headers={"Origin": "http://evil.example"}).status_code == 403, path


def test_a_file_without_inputs_says_why_it_gives_nothing(tmp_path: Path) -> None:
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "a.jsonl").write_text('{"response": "x"}\n', encoding="utf-8")
    client = app_of(tmp_path, RESPONSES=tmp_path / "r").test_client()
    page = drop(client)
    twin = client.get(f"{page}.json").json
    assert (twin["marks"], [each["code"] for each in twin["panel_findings"]]) == (None, ["responses-order-unknown"])
    assert "odpowiedzi modeli: 1 błąd" in client.get(page).text
