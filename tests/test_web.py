"""The page over HTTP: routes, downloads, what is refused, what is kept. No browser is needed."""

from __future__ import annotations

import io
import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pages import SAMPLES, rows, sheet, write_answers
from werkzeug.test import TestResponse

from sheet_tools.pipeline import Settings, Source, check, read, submission
from webapp import create_app
from webapp.server import listen, serve
from webapp.uploads import KEPT, Uploads, bare_name

FAULTY = [*rows(49), ["k1", "1", "baza", "<script>alert(1)</script>", 7.0, None]]


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    responses = write_answers(tmp_path / "responses", {"a": ["x"] * 50, "b": [f"wzór{n}" for n in range(50)]}, rows())
    app = create_app({"UPLOADS": tmp_path / "kept", "RESPONSES": responses, "TESTING": True, "WTF_CSRF_ENABLED": False})
    app.config["PROPAGATE_EXCEPTIONS"] = False
    return app


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client


def drop(client: FlaskClient, data: bytes, name: str = "pozycje.xlsx") -> str:
    """The address of the dropped file's page."""
    answer = client.post("/sheets", data={"sheet": (io.BytesIO(data), name)})
    assert answer.status_code == 303
    return str(answer.location)


def good(client: FlaskClient) -> str:
    return drop(client, sheet(rows()))


def test_start_page(client: FlaskClient) -> None:
    text = client.get("/").text
    assert 'lang="pl"' in text
    assert "Upuść tu plik z arkuszem" in text
    assert "/template-pl.xlsx" in text
    for code, name in (("pl", "reverse-poleval.xlsx"), ("en", "reverse-poleval.en.xlsx")):
        template = client.get(f"/template-{code}.xlsx")
        assert (template.data[:2], template.headers["Content-Disposition"]) == (b"PK", f"attachment; filename={name}")
    assert client.get("/template-de.xlsx").status_code == 404


def test_good_sheet_can_be_handed_in(client: FlaskClient) -> None:
    page = good(client)
    text = client.get(page).text
    assert "Gotowe do wysłania" in text
    items = client.get(f"{page}/items.jsonl")
    assert items.data == submission(check(read(Source("x.xlsx", sheet(rows())), Settings())))
    assert items.headers["Content-Disposition"] == "attachment; filename=items.jsonl"


def test_while_an_error_stands_only_a_draft_is_given(client: FlaskClient) -> None:
    page = drop(client, sheet(FAULTY))
    refused = client.get(f"{page}/items.jsonl")
    assert refused.status_code == 409
    assert "popraw błędy albo pobierz szkic" in refused.text
    draft = client.get(f"{page}/draft.jsonl")
    assert len(draft.data.splitlines()) == 49
    assert "pozycje-szkic.jsonl" in draft.headers["Content-Disposition"]
    assert "pozycje-draft.jsonl" in client.get(f"{page}/draft.jsonl?lang=en").headers["Content-Disposition"]


@pytest.mark.parametrize(
    ("path", "kind", "start"),
    [
        ("/findings.csv", "text/csv; charset=utf-8", b"\xef\xbb\xbfpoziom;arkusz"),
        ("/matrix.json", "application/json", b'{"models": ["a", "b"]'),
        ("/results.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", b"PK"),
        (".json", "application/json", b"{"),
    ],
)
def test_downloads(client: FlaskClient, path: str, kind: str, start: bytes) -> None:
    answer = client.get(drop(client, sheet(FAULTY)) + path)
    assert (answer.status_code, answer.content_type) == (200, kind)
    assert answer.data.startswith(start)


def test_the_text_of_an_author_is_never_markup(client: FlaskClient) -> None:
    page = drop(client, sheet(FAULTY), "<img src=x>.xlsx")
    text = client.get(page).text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "<script>alert" not in text
    assert "<img" not in text


@pytest.mark.parametrize("path", ["/", "/sheets/{id}", "/sheets/{id}.json", "/static/page.css", "/nothing"])
def test_every_answer_carries_the_headers(client: FlaskClient, path: str) -> None:
    upload = good(client).rsplit("/", 1)[-1]
    headers = client.get(path.format(id=upload)).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"


def test_pages_need_no_network_and_no_inline_code(client: FlaskClient) -> None:
    for text in (client.get("/").text, client.get(drop(client, sheet(FAULTY))).text, client.get("/nothing").text):
        assert not re.search(r"(src|href)=\"(https?:)?//", text)
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?! src=\"/static/page.js\" defer></script>)", text)


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("127.0.0.1:80", 200),
        ("[::1]", 200),
        ("127.0.0.1:8765", 200),
        ("evil.example", 403),
        ("localhost.evil.example", 403),
        ("127.0.0.1@evil.example", 403),
        ("192.168.0.7", 403),
    ],
)
def test_only_this_computer_may_ask(client: FlaskClient, host: str, status: int) -> None:
    assert client.get("/", headers={"Host": host}).status_code == status


def test_the_port_is_held_to_where_it_is_known(app: Flask) -> None:
    app.config["PORT"] = 8765
    client = app.test_client()
    assert client.get("/", headers={"Host": "127.0.0.1:8765"}).status_code == 200
    assert client.get("/", headers={"Host": "127.0.0.1:8766"}).status_code == 403


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (None, 200),
        ("http://localhost", 200),
        ("https://localhost", 403),
        ("http://localhost:81", 403),
        ("http://evil.example", 403),
        ("null", 403),
    ],
)
@pytest.mark.parametrize("path", ["/api/check", "/sheets"])
def test_posts_from_elsewhere_are_refused(client: FlaskClient, path: str, origin: str | None, status: int) -> None:
    headers = {"Origin": origin} if origin else {}
    answer = client.post(path, data={"sheet": (io.BytesIO(sheet(rows())), "a.xlsx")}, headers=headers)
    assert answer.status_code == (303 if status == 200 and path == "/sheets" else status)


def test_forms_need_their_token_and_the_api_does_not(tmp_path: Path) -> None:
    client = create_app({"UPLOADS": tmp_path}).test_client()
    refused = client.post("/sheets", data={"sheet": (io.BytesIO(sheet(rows())), "a.xlsx")})
    assert refused.status_code == 400
    assert "Formularz był nieaktualny" in refused.text
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/").text)
    assert token
    data = {"sheet": (io.BytesIO(sheet(rows())), "a.xlsx"), "csrf_token": token[1]}
    assert client.post("/sheets", data=data).status_code == 303
    assert client.post("/api/check", data={"sheet": (io.BytesIO(sheet(rows())), "a.xlsx")}).status_code == 200


def test_cookies_are_strict(client: FlaskClient) -> None:
    cookies = client.get("/?lang=en").headers.getlist("Set-Cookie")
    assert all("HttpOnly" in cookie and "SameSite=Strict" in cookie for cookie in cookies)
    assert any(cookie.startswith("lang=en") for cookie in cookies)


def test_language_is_remembered_and_kept_in_the_address(client: FlaskClient) -> None:
    page = drop(client, sheet(FAULTY))
    english = client.get(f"{page}?show=errors&lang=en").text
    assert "Not to be handed in yet" in english
    assert f'href="{page}?show=errors&amp;lang=pl"' in english
    assert "Not to be handed in yet" in client.get(page).text
    assert "Jeszcze nie można wysłać" in client.get(f"{page}?lang=pl").text
    assert client.get(f"{page}?lang=xx").status_code == 200


def check_api(client: FlaskClient, data: bytes, name: str = "a.xlsx", **fields: str) -> TestResponse:
    return client.post("/api/check", data={"sheet": (io.BytesIO(data), name), **fields})


def test_api_answers_what_convert_prints_with_marks_and_score(client: FlaskClient, app: Flask) -> None:
    answer = check_api(client, sheet(rows()))
    assert list(answer.json)[:5] == ["task", "source", "sheet", "items", "findings"]
    assert (answer.json["items"], answer.json["findings"], answer.json["format_ok"]) == (50, [], True)
    assert len(answer.json["marks"]) == 50
    assert answer.json["score"]["n"] == 50
    assert app.extensions["uploads"].latest() == []


def test_api_statuses(client: FlaskClient) -> None:
    assert check_api(client, sheet(FAULTY)).status_code == 200
    unreadable = check_api(client, b"PK\x03\x04 nothing")
    assert (unreadable.status_code, len(unreadable.json["findings"])) == (422, 1)
    assert client.post("/api/check").status_code == 400
    assert client.post("/api/check", json={}).status_code == 400
    assert client.get("/api/check").json == {"error": "Tego adresu nie można użyć w ten sposób."}


def test_jsonl_may_be_dropped_too(client: FlaskClient) -> None:
    jsonl = client.get(good(client) + "/items.jsonl").data
    page = drop(client, jsonl, "items.jsonl")
    assert client.get(f"{page}/items.jsonl").data == jsonl
    assert "Gotowe do wysłania" in client.get(page).text


def test_a_file_over_the_bound_gets_a_page_with_words(app: Flask, client: FlaskClient) -> None:
    app.config["FILE_BOUND"] = 1000
    answer = client.post("/sheets", data={"sheet": (io.BytesIO(b"x" * 1001), "a.xlsx")})
    assert (answer.status_code, "ponad 20 MB" in answer.text) == (413, True)
    app.config["MAX_CONTENT_LENGTH"] = 500
    answer = check_api(client, b"x" * 1001)
    assert (answer.status_code, "20 MB" in answer.json["error"]) == (413, True)


def test_unreadable_file_is_kept_and_explained(client: FlaskClient) -> None:
    page = drop(client, b"PK\x03\x04 nothing", "zepsuty.xlsx")
    text = client.get(page).text
    assert "Tego pliku nie da się odczytać" in text
    assert 'class="drop"' in text
    assert "zepsuty.xlsx" in client.get("/").text


def test_nothing_is_lost_when_checking_breaks(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("webapp.sheets.check", broken)
    page = drop(client, sheet(rows()))
    answer = client.get(page)
    assert answer.status_code == 500
    assert "Traceback" not in answer.text
    report = next(app.extensions["uploads"].folder.glob("report-*.txt"))
    assert report.name in answer.text
    assert "RuntimeError: a bug" in report.read_text(encoding="utf-8")
    monkeypatch.undo()
    assert "Gotowe do wysłania" in client.get(page).text


def test_a_restart_loses_nothing(app: Flask, client: FlaskClient) -> None:
    page = good(client)
    again = create_app({"UPLOADS": app.extensions["uploads"].folder})
    assert again.config["SECRET_KEY"] == app.config["SECRET_KEY"]
    assert "Gotowe do wysłania" in again.test_client().get(page).text
    assert "pozycje.xlsx" in again.test_client().get("/").text
    listed = again.test_client().get("/index.json").json["uploads"]
    assert [(each["name"], each["page"]) for each in listed] == [("pozycje.xlsx", page)]


def test_the_same_file_again_is_the_same_upload_and_the_oldest_go(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path)
    first = uploads.keep("a.xlsx", b"0")
    assert uploads.keep("b.xlsx", b"0").id == first.id
    assert [each.name for each in uploads.latest()] == ["b.xlsx"]
    for number in range(KEPT):
        uploads.keep("c.xlsx", str(number + 1).encode())
    assert (len(uploads.latest()), uploads.get(first.id)) == (KEPT, None)
    assert len(list(tmp_path.glob("*.sheet"))) == KEPT


@pytest.mark.parametrize(
    ("name", "bare"),
    [
        ("a.xlsx", "a.xlsx"),
        ("C:\\x\\ą.xlsx", "ą.xlsx"),
        ("../../etc/passwd", "passwd"),
        ("", "plik"),
        ("a\x00\nb", "ab"),
    ],
)
def test_names_have_no_folders(name: str, bare: str) -> None:
    assert bare_name(name) == bare


@pytest.mark.parametrize("upload_id", ["0" * 24, "x", "..", "0" * 23 + "g", "secret.key"])
def test_unknown_uploads_are_404(client: FlaskClient, upload_id: str) -> None:
    assert client.get(f"/sheets/{upload_id}").status_code == 404
    assert client.get(f"/sheets/{upload_id}.json").status_code == 404


def test_a_choice_of_sheet_is_remembered_for_the_next_file_of_that_name(client: FlaskClient) -> None:
    from workbooks import workbook

    heading = ["input", "gold"]
    two = {"Pierwszy": [heading, ["jeden", "a"]], "Drugi": [heading, ["dwa", "b"], ["trzy", "c"]]}
    page = drop(client, workbook(two), "dwa.xlsx")
    assert 'name="sheet" value="Drugi"' in client.get(page).text
    assert client.post(f"{page}/choices", data={"sheet": "Drugi"}).status_code == 303
    assert client.get(f"{page}.json").json["sheet"] == "Drugi"
    later = drop(client, workbook({**two, "Trzeci": [heading, ["cztery", "d"]]}), "dwa.xlsx")
    assert client.get(f"{later}.json").json["sheet"] == "Drugi"
    without = drop(client, workbook({"Inny": [heading, ["pięć", "e"]]}), "dwa.xlsx")
    assert client.get(f"{without}.json").json["sheet"] == "Inny"


def test_the_marks_follow_a_corrected_gold(client: FlaskClient) -> None:
    items = rows()
    before = client.get(f"{drop(client, sheet(items))}.json").json
    items[3][4] = "x"
    after = client.get(f"{drop(client, sheet(items))}.json").json
    assert [each["marks"][3]["models"]["a"]["mark"] for each in (before, after)] == ["wrong", "right"]


def test_answers_that_cannot_be_found_are_said_aloud(tmp_path: Path) -> None:
    app = create_app({"UPLOADS": tmp_path, "RESPONSES": tmp_path / "none", "WTF_CSRF_ENABLED": False})
    page = drop(app.test_client(), sheet(rows()))
    twin = app.test_client().get(f"{page}.json").json
    assert [finding["code"] for finding in twin["panel_findings"]] == ["responses-not-found"]
    assert twin["score"] is None


def test_a_sheet_may_be_loaded_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "mój.xlsx").write_bytes(sheet(rows()))
    app = create_app({"UPLOADS": tmp_path / "kept", "START_SHEET": tmp_path / "mój.xlsx", "LANG": "en"})
    assert "Ready to hand in" in app.test_client().get(app.config["START_PAGE"]).text
    with pytest.raises(FileNotFoundError):
        create_app({"UPLOADS": tmp_path / "kept", "START_SHEET": tmp_path / "none.xlsx"})


def test_a_taken_port_gives_way_to_the_next() -> None:
    with listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        first.listen()
        with listen("127.0.0.1", port) as second:
            assert second.getsockname()[1] != port


def test_only_loopback_is_served(app: Flask) -> None:
    with pytest.raises(ValueError, match=re.escape("0.0.0.0")):
        serve(app, host="0.0.0.0", port=0)
    assert socket.getdefaulttimeout() is None


@pytest.mark.parametrize("name", ["dobry", "bledny"])
def test_samples(client: FlaskClient, name: str) -> None:
    page = drop(client, (SAMPLES / f"{name}.xlsx").read_bytes(), f"{name}.xlsx")
    for lang in ("pl", "en"):
        assert client.get(f"{page}?lang={lang}").status_code == 200
    expected = json.loads((SAMPLES / f"expected-{name}.json").read_text(encoding="utf-8"))
    twin = client.get(f"{page}.json?lang=pl").json
    told = [[each["sheet"], each["cell"] or each["row"], each["code"], each["level"]] for each in twin["findings"]]
    assert (twin["items"], twin["format_ok"]) == (expected["items"], expected["is_ready"])
    assert told == expected["findings"]
