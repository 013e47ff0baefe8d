"""The client's words for real trouble: certificates, proxies, keys as pasted; and the very bytes that are kept."""

from __future__ import annotations

import re
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from stand_in_server import Canned, StandIn, chat
from test_client import ASKED, GOOD, LATIN, QUICK, RATE, UTF, ask
from test_client import _no_proxies as _no_proxies

from sheet_tools.panel.body import bytes_of
from sheet_tools.panel.client import Client, Endpoint, endpoint_of
from sheet_tools.panel.environment import environment
from sheet_tools.panel.outcomes import Failure
from sheet_tools.panel.wire import judge
from sheet_tools.report.findings import message


@pytest.mark.parametrize(
    ("body", "declared"),
    [
        *((UTF, ""), (UTF, "UTF-8"), (b"\xef\xbb\xbf \r\n" + UTF, ""), (b"data: {}", "")),
        *((LATIN, "iso-8859-2"), (LATIN, "")),
    ],
)
def test_the_very_bytes_are_kept(body: bytes, declared: str) -> None:
    """Of an answer and of what is none alike."""
    got = judge(200, {"Content-Type": f"application/json; charset={declared}"} if declared else {}, body)
    assert got.received is not None
    assert got.received.encode("utf-8"), "a store and a JSON file can hold it"
    assert bytes_of(got.received) == (body, declared if not body.startswith(b"{") or not _is_utf8(body) else "")


def _is_utf8(body: bytes) -> bool:
    try:
        return bool(body.decode("utf-8"))
    except UnicodeError:
        return False


def test_a_socks_proxy_that_python_cannot_use_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:9")
    got = Client(Endpoint("http://models.invalid/v1"), QUICK).ask(ASKED, "m", threading.Event())
    assert isinstance(got, Failure)
    assert (got.code, got.retry) == ("endpoint-socks", False)
    assert "all_proxy" in message(got.finding(model="m"), "pl")


def test_https_to_a_plain_server_is_named() -> None:
    with StandIn() as server:
        url = server.url.replace("http:", "https:")
        got = Client(Endpoint(url), QUICK).ask(ASKED, "m", threading.Event())
    assert isinstance(got, Failure)
    assert got.code == "endpoint-http-wanted"


@contextmanager
def over_tls(folder: Path) -> Iterator[tuple[StandIn, str]]:
    """A server of https, and the file of its own certificate."""
    certificate = folder / "own.pem"
    certificate.write_bytes((Path(__file__).parent / "localhost.pem").read_bytes())
    with StandIn() as server:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.use_tls(context)
        yield server, str(certificate)


def test_plain_http_to_a_server_of_https_is_named(tmp_path: Path) -> None:
    with over_tls(tmp_path) as (server, _):
        got = Client(Endpoint(server.url), QUICK).ask(ASKED, "m", threading.Event())
    assert isinstance(got, Failure)
    assert got.code == "endpoint-https-wanted"


@pytest.mark.parametrize(
    ("variable", "expected"),
    [("", "endpoint-certificate"), ("REQUESTS_CA_BUNDLE", "odpowiedź"), ("none.pem", "endpoint-certificate-file")],
)
def test_a_certificate_of_ones_own_counts_on_this_machine_too(tmp_path: Path, variable: str, expected: str) -> None:
    with over_tls(tmp_path) as (server, certificate):
        server.script = lambda body, number: Canned(chat())
        file = certificate if variable.isupper() else variable
        address = server.url.replace("http://127.0.0.1", "https://localhost")
        endpoint = endpoint_of({"EVAL_BASE_URL": address, "REQUESTS_CA_BUNDLE": file}, None, None)
        assert isinstance(endpoint, Endpoint)
        got = Client(endpoint, QUICK).ask(ASKED, "m", threading.Event())
    assert (got.code if isinstance(got, Failure) else got.text) == expected


def test_the_hour_that_a_server_asks_for_is_said() -> None:
    with StandIn(lambda body, number: Canned(RATE, 429, {"Retry-After": "7200"})) as server:
        got = ask(server)
    assert isinstance(got, Failure)
    assert re.search(r"\b\d\d:\d\d\b", str(got.values["until"]))
    assert str(got.values["until"]) in message(got.finding(model="m"), "pl")


@pytest.mark.parametrize(
    "key", ["abc-12345", " Bearer abc-12345", '"abc-12345"', "„bearer abc-12345”", "'Bearer abc-12345' "]
)
def test_the_key_is_sent_alone_however_it_was_pasted(key: str) -> None:
    with StandIn(lambda body, number: GOOD) as server:
        endpoint = endpoint_of({"EVAL_BASE_URL": server.url, "EVAL_API_KEY": key}, None, None)
        assert isinstance(endpoint, Endpoint)
        Client(endpoint, QUICK).ask(ASKED, "m", threading.Event())
        assert server.headers[0]["Authorization"] == "Bearer abc-12345"


def test_an_empty_variable_hides_nothing_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("EVAL_API_KEY=abc\nOWN=file\n", encoding="utf-8")
    monkeypatch.setenv("EVAL_API_KEY", " ")
    monkeypatch.setenv("OWN", "exported")
    found = environment(tmp_path)
    assert (found["EVAL_API_KEY"], found["OWN"]) == ("abc", "exported")
