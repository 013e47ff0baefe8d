"""The page through its real server, which says more than a test client: headers as they go over the wire."""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Iterator
from urllib.parse import unquote

import pytest
from pages import rows, sheet, write_answers
from served import Page, served
from werkzeug.http import parse_options_header

from sheet_tools.findings import Finding, Unreadable
from webapp.google import FETCHES
from webapp.server import SETTINGS

NAMES = (
    "Bąk.xlsx",
    "zażółć gęślą jaźń.xlsx",
    "Zestaw „Ania” – wersja 2.xlsx",
    "ćwiczenie’s “best”.xlsx",
    "😀 emoji 👩‍👩‍👧.xlsx",
    'cudzysłów "prosty" i \\ ukośnik.xlsx',
    "średnik; przecinek, = % * '.xlsx",
    "nowa\r\nlinia: X-Inny: tak.xlsx",
    "ż" * 300 + ".xlsx",
    "قائمة 中文 Ελληνικά.xlsx",
    "ó.xlsx",
    "…",
)
DOWNLOADS = ("findings.csv", "draft.jsonl", "items.jsonl", "results.xlsx", "matrix.json", "blind.xlsx")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("served")
    answers = write_answers(folder / "responses", {"a": ["x"] * 50, "b": [f"wzór{n}" for n in range(50)]}, rows())
    with served(folder / "kept", RESPONSES=answers) as page:
        yield page


def file_name(disposition: str) -> str:
    """The name that a browser gives the file: filename* before filename (RFC 6266)."""
    starred = re.search(r"filename\*=UTF-8''([^;]+)", disposition)
    return unquote(starred[1], errors="strict") if starred else str(parse_options_header(disposition)[1]["filename"])


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_every_download_of_a_file_of_any_name(page: Page, name: str) -> None:
    at = page.drop(sheet(rows()), name)
    shown = page.json(f"{at}.json")["name"]
    for download in DOWNLOADS:
        answer = page.get(f"{at}/{download}")
        assert (answer.status, answer.headers.get("X-Inny")) == (200, None), download
        disposition = answer.headers["Content-Disposition"]
        assert disposition.isascii(), "a header outside ASCII is read otherwise by each browser"
        named = file_name(disposition)
        assert named.isprintable()
        if download not in ("items.jsonl", "matrix.json"):
            stem = shown.removesuffix(".xlsx")
            assert named.startswith(stem), (named, stem)


def test_the_name_of_a_download_says_what_it_is_of(page: Page) -> None:
    at = page.drop(sheet(rows()), "dobry-ania.xlsx")
    named = [file_name(page.get(f"{at}/{each}").headers["Content-Disposition"]) for each in DOWNLOADS]
    assert named == [
        "dobry-ania-uwagi.csv",
        "dobry-ania-szkic.jsonl",
        "items.jsonl",
        "dobry-ania-wyniki.xlsx",
        "matrix.json",
        "dobry-ania-do-rozwiazania.xlsx",
    ]


def test_templates(page: Page) -> None:
    for task, code in (("comma-placement", "pl"), ("error-correction", "en"), ("numeral-inflection", "pl")):
        assert page.get(f"/templates/{task}-{code}.xlsx").status == 200
    assert page.get("/template-pl.xlsx").status == 200


def test_idle_connections_do_not_keep_the_page_from_others(page: Page) -> None:
    idle = [socket.create_connection(("127.0.0.1", page.port)) for _ in range(250)]
    try:
        assert page.get("/").status == 200
    finally:
        for connection in idle:
            connection.close()


def test_links_that_are_being_fetched_keep_the_page_from_nobody(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    under_way, go_on = threading.Semaphore(0), threading.Event()

    def stuck(_: object) -> None:
        under_way.release()
        go_on.wait(60)
        raise Unreadable(Finding("google-not-found"))

    monkeypatch.setattr("webapp.google.download", stuck)
    page.token or page.begin()
    fetching = [threading.Thread(target=page.post, args=("/links",), kwargs={"link": "x"}) for _ in range(FETCHES)]
    try:
        for each in fetching:
            each.start()
        for _ in fetching:
            assert under_way.acquire(timeout=60)
        assert [page.get("/").status for _ in range(3)] == [200, 200, 200]
        busy = page.post("/links", link="x")
        assert (busy.status, "Spróbuj ponownie za pół minuty" in busy.text) == (503, True)
    finally:
        go_on.set()
        for each in fetching:
            each.join()
    assert page.post("/links", link="x").status == 422, "the turns are given back"


def test_far_fewer_wait_for_the_network_than_the_page_has_threads() -> None:
    assert SETTINGS["threads"] > FETCHES * 2


HOSTILE = {
    "no name": b'Content-Disposition: form-data; name="sheet"; filename=""\r\n\r\nx',
    "no header": b"\r\nx",
    "name of bytes": b'Content-Disposition: form-data; name="sheet"; filename="\xff\xfe\x80.xlsx"\r\n\r\nx',
    "name of zeros": b'Content-Disposition: form-data; name="sheet"; filename="a\x00b.xlsx"\r\n\r\nx',
    "only dots": b'Content-Disposition: form-data; name="sheet"; filename="../.."\r\n\r\nx',
    "name of a device": b'Content-Disposition: form-data; name="sheet"; filename="CON"\r\n\r\nx',
    "surrogates": b'Content-Disposition: form-data; name="sheet"; filename="\xed\xa0\x80.csv"\r\n\r\ninput;gold\na;b',
    "starred": b"Content-Disposition: form-data; name=\"sheet\"; filename*=utf-16''%ff%fe%00\r\n\r\nx",
    "a megabyte of name": b'Content-Disposition: form-data; name="sheet"; filename="' + b"a" * 2**20 + b'"\r\n\r\nx',
}
BODIES = (
    b"",
    b"\x00" * 1000,
    b"PK\x03\x04" + b"\xff" * 1000,
    b"PK\x05\x06" + b"\x00" * 18,
    b"SQLite format 3\x00" + b"\xff" * 2000,
    b"[" * 100_000,
    b'{"input": ' * 50_000,
    b'{"input": "\\ud800", "gold": "x"}',
    b'{"input":"x","gold":"y","\\ud800":"z"}',
    b"\xff\xfe" + b"\x00\xd8" * 1000,
    b'input;gold\nZa\xc5\xbc\xc3\xb3\xc5\x82\xc4\x87;kot\n"b\xb9k"x;y\n',
    b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    b"input,gold\n" + b'"' * 100_001,
    b"9" * 100_000,
)


@pytest.mark.parametrize("part", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_form_is_no_fault_of_the_page(page: Page, part: bytes) -> None:
    page.token or page.begin()
    token = b'Content-Disposition: form-data; name="csrf_token"\r\n\r\n' + page.token.encode()
    body = b"".join(b"--limit\r\n" + each + b"\r\n" for each in (token, part)) + b"--limit--\r\n"
    for path in ("/sheets", "/answers", "/api/check"):
        answer = page._ask("POST", path, body, {"Content-Type": "multipart/form-data; boundary=limit"})
        assert answer.status < 500, path
        assert answer.status != 303 or page.get(answer.headers["Location"]).status < 500


@pytest.mark.parametrize("number", range(len(BODIES)))
@pytest.mark.parametrize("name", ["a.xlsx", "a.jsonl"])
def test_a_hostile_file_is_no_fault_of_the_page(page: Page, number: int, name: str) -> None:
    data = BODIES[number]
    for path, field in (("/sheets", "sheet"), ("/answers", "answers"), ("/api/check", "sheet")):
        answer = page.post(path, {field: (name, data)})
        assert answer.status < 500, path
        if answer.status == 303 and answer.headers["Location"].startswith("/sheets/"):
            at = answer.headers["Location"]
            for part in ("", ".json", "/findings.csv", "/results.xlsx", "/draft.jsonl", "/blind.xlsx", "/panel"):
                assert page.get(at + part).status < 500, part
            for kind in ("inputs", "person"):
                assert page.post(f"{at}/beside/{kind}", {"file": (name, data)}).status < 500
            assert page.get(at).status < 500
    if name == "a.jsonl":
        assert page.post("/templates/comma-placement-pl.xlsx", {"inputs": (name, data)}).status < 500


@pytest.mark.parametrize(
    "head",
    [
        b"GET /\xff\xc4\x85 HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost:{port}\r\nCookie: lang=\xc4\x85; sheet_tools=\xff\r\n\r\n",
        b"GET /?lang=%00&link=%ff%fe&removed=%ed%a0%80 HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n",
        b"GET /sheets/%c4%85?show=%ff&part=99999999999999999999 HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n",
        b"POST /sheets HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Length: -1\r\n\r\n",
        b"POST /sheets HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Type: multipart/form-data\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost:{port}\r\n" + b"X: " + b"a" * 300_000 + b"\r\n\r\n",
    ],
    ids=range(7),
)
def test_a_hostile_request_is_no_fault_of_the_page(page: Page, head: bytes) -> None:
    with socket.create_connection(("127.0.0.1", page.port), timeout=30) as connection:
        connection.sendall(head.replace(b"{port}", str(page.port).encode()))
        said = connection.recv(100)
    assert said.startswith(b"HTTP/1."), said
    assert int(said.split()[1]) < 500, said


def test_the_json_twin_is_whole_over_the_wire(page: Page) -> None:
    at = page.drop(sheet(rows()), "ą.xlsx")
    assert json.loads(page.get(f"{at}.json").body)["name"] == "ą.xlsx"
