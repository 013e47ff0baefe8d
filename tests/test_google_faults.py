"""Whatever goes wrong between here and Google: each cause in its own words, bounded tries, no write done twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from google_book import Book
from google_sheets import book_of, items, key_file, quick, tab_of, with_account, without_account
from google_stand_in import EMAIL, NATIVE_ID, Fault, StandIn, credentials, stand_in

from sheet_tools.findings import Finding, Unreadable
from sheet_tools.pipeline import read
from sheet_tools.readers.google.faults import retry_after
from sheet_tools.readers.google.online import OnlineSheet
from sheet_tools.readers.google.service import STAND_IN, Service, service

PAGE = "<!DOCTYPE html><html><title>Logowanie</title></html>"
HTML = {"Content-Type": "text/html; charset=utf-8"}
BAD_GATEWAY = "<html><head><title>502 Bad Gateway</title></head></html>"


@pytest.fixture(scope="module")
def running() -> Iterator[StandIn]:
    with stand_in() as state:
        yield state


@pytest.fixture
def state(running: StandIn, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    monkeypatch.delenv("GOOGLE_APPLICATION_CREDENTIALS", raising=False)
    running.books.clear()
    running.faults.clear()
    running.seen.clear()
    running.tokens.clear()
    return running


def error(code: int, message: str, status: str = "", **more: Any) -> str:
    return json.dumps({"error": {"code": code, "message": message, "status": status, **more}})


def only(findings: tuple[Finding, ...]) -> Finding:
    assert len(findings) == 1, [finding.code for finding in findings]
    return findings[0]


def waits_of(source: OnlineSheet, waits: list[float]) -> OnlineSheet:
    patience = quick(StandIn(source.service.docs), sleep=waits.append).patience
    return OnlineSheet(source.pasted, source.credentials, Service(source.service.docs, source.service.sheets, patience))


# Of both ways: what the server does, the finding, how many requests were made in all.
BY_ACCOUNT = [
    (Fault(403, error(403, "The caller does not have permission", "PERMISSION_DENIED")), "google-not-invited", 1),
    (Fault(403, error(403, "Google Sheets API has not been used in project 1 before or it is disabled.")),
     "google-api-disabled", 1),
    (Fault(404, error(404, "Requested entity was not found.", "NOT_FOUND")), "google-not-found", 1),
    (Fault(400, error(400, "This operation is not supported for this document", "FAILED_PRECONDITION")),
     "google-uploaded-file", 1),
    (Fault(400, error(400, "Invalid something", "INVALID_ARGUMENT")), "google-refused", 1),
    (Fault(429, error(429, "Quota exceeded", "RESOURCE_EXHAUSTED"), times=9), "google-quota", 5),
    (Fault(429, error(429, "Quota exceeded"), {"Retry-After": "3600"}, times=9), "google-quota", 1),
    (Fault(403, error(403, "Limit", errors=[{"reason": "rateLimitExceeded"}]), times=9), "google-quota", 5),
    (Fault(500, error(500, "Internal error", "INTERNAL"), times=9), "google-trouble", 5),
    (Fault(502, BAD_GATEWAY, HTML, times=9), "google-trouble", 5),
    (Fault(503, "", times=9), "google-trouble", 5),
    (Fault(200, PAGE, HTML, times=9), "google-odd-answer", 5),
    (Fault(0, times=9), "google-dropped", 5),
    (Fault(0, silent=True, times=9), "google-timeout", 2),
]  # fmt: skip
BY_EXPORT = [
    (Fault(200, PAGE, HTML), "google-not-shared", 1),
    (Fault(401, PAGE, HTML), "google-not-shared", 1),
    (Fault(403, PAGE, HTML), "google-not-shared", 1),
    (Fault(302, "", {"Location": "https://accounts.google.com/v3/signin/identifier"}), "google-not-shared", 1),
    (Fault(302, "", {"Location": "https://example.org/zestaw.xlsx"}), "google-odd-answer", 1),
    (Fault(404, PAGE, HTML), "google-not-found", 1),
    (Fault(410, PAGE, HTML), "google-not-found", 1),
    (Fault(413, PAGE, HTML), "google-too-large", 1),
    (Fault(429, PAGE, HTML, times=9), "google-quota", 5),
    (Fault(429, PAGE, HTML | {"Retry-After": "600"}, times=9), "google-quota", 1),
    (Fault(500, "", times=9), "google-trouble", 5),
    (Fault(502, BAD_GATEWAY, HTML, times=9), "google-trouble", 5),
    (Fault(200, "input,gold", {"Content-Type": "text/csv"}), "google-odd-answer", 1),
    (Fault(0, times=9), "google-dropped", 5),
    (Fault(0, silent=True, times=9), "google-timeout", 2),
]


def patience_for(fault: Fault) -> dict[str, float]:
    """The stand-in is silent until we give up: how soon that is, is ours to say."""
    return {"read": 1} if fault.silent else {}


@pytest.mark.parametrize(("fault", "code", "calls"), BY_ACCOUNT)
def test_reading_with_an_account(state: StandIn, tmp_path: Path, fault: Fault, code: str, calls: int) -> None:
    state.add(book_of(tab_of(items(2))))
    state.faults = [Fault(**{**fault.__dict__, "when": lambda method, path: "/v4/" in path})]
    finding = only(read(with_account(state, tmp_path, **patience_for(fault))).findings)
    assert (finding.code, len(state.calls(part="/v4/"))) == (code, calls)


@pytest.mark.parametrize(("fault", "code", "calls"), BY_EXPORT)
def test_reading_without_an_account(state: StandIn, fault: Fault, code: str, calls: int) -> None:
    state.add(book_of(tab_of(items(2)), public=True))
    state.faults = [Fault(**fault.__dict__)]
    finding = only(read(without_account(state, **patience_for(fault))).findings)
    assert (finding.code, len(state.calls(part="/spreadsheets/d/"))) == (code, calls)


@pytest.mark.parametrize("fault", [Fault(429, times=2), Fault(500, times=2), Fault(502, BAD_GATEWAY, HTML), Fault(0)])
def test_a_passing_fault_is_not_felt(state: StandIn, tmp_path: Path, fault: Fault) -> None:
    state.add(book_of(tab_of(items(2)), public=True))
    for source in (with_account(state, tmp_path), without_account(state)):
        state.faults = [Fault(**{**fault.__dict__, "when": lambda method, path: path != "/token"})]
        assert len(read(source).items) == 2


@pytest.mark.parametrize("way", ["account", "export"])
def test_retry_after_is_honoured(state: StandIn, tmp_path: Path, way: str) -> None:
    state.add(book_of(tab_of(items(2)), public=True))
    state.faults = [Fault(429, headers={"Retry-After": "7"}, when=lambda method, path: path != "/token")]
    waits: list[float] = []
    source = with_account(state, tmp_path) if way == "account" else without_account(state)
    assert len(read(waits_of(source, waits)).items) == 2
    assert waits == [7]


def test_waits_are_bounded_and_grow(state: StandIn) -> None:
    state.add(book_of(tab_of(items(2)), public=True))
    state.faults = [Fault(503, times=99)]
    waits: list[float] = []
    read(waits_of(without_account(state), waits))
    assert len(waits) == 4
    assert waits == sorted(waits)
    assert sum(waits) < 60


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [({}, None), ({"Retry-After": "12"}, 12), ({"Retry-After": "zaraz"}, None), ({"Retry-After": "-3"}, None),
     ({"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0)],
)  # fmt: skip
def test_retry_after(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds


def test_retry_after_as_a_date() -> None:
    first, second = (
        retry_after({"Retry-After": f"Fri, 31 Dec 2100 {hour}:59:59 {zone}"}) or 0
        for hour, zone in ((22, "GMT"), (23, "+0200"))
    )
    assert first > 10**9
    assert round((second - first) / 600) == -6


def test_an_uploaded_file_is_known_by_either_way(state: StandIn, tmp_path: Path) -> None:
    book = book_of(tab_of(items(2)))
    book.uploaded = True
    state.add(book)
    assert only(read(with_account(state, tmp_path)).findings).code == "google-uploaded-file"
    state.faults = [Fault(400, PAGE, HTML)]
    link = f"https://docs.google.com/spreadsheets/d/{NATIVE_ID}/edit?rtpof=true&sd=true"
    assert only(read(without_account(state, link)).findings).code == "google-uploaded-file"


def test_a_sheet_too_large_to_hand_out(state: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheet_tools.readers.google.export.MAX_BYTES", 4000)
    state.add(book_of(tab_of(items(2)), public=True))
    assert only(read(without_account(state)).findings).code == "google-too-large"


def test_no_network(tmp_path: Path, state: StandIn) -> None:
    with stand_in() as gone:
        path = key_file(gone, tmp_path)
        nowhere = quick(gone)
    for credentials_file in (None, path):
        finding = only(read(OnlineSheet(NATIVE_ID, credentials_file, nowhere)).findings)
        assert finding.code == "google-no-network"


def test_a_name_that_no_server_has(state: StandIn) -> None:
    patience = quick(state).patience
    nowhere = Service("https://docs.google.invalid", "https://sheets.google.invalid", patience)
    assert only(read(OnlineSheet(NATIVE_ID, None, nowhere)).findings).code == "google-no-network"


# The account.


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("", "google-credentials-kind"),
        ("{", "google-credentials-kind"),
        ('{"installed": {"client_id": "x"}}', "google-credentials-kind"),
        ('{"type": "authorized_user"}', "google-credentials-kind"),
        ('{"type": "service_account", "client_email": "a@b.example"}', "google-credentials-kind"),
        ('{"type": "service_account", "client_email": "a@b.example", "private_key": "x", "token_uri": "http://127.0.0.1/"}',
         "google-credentials-kind"),
        (None, "google-credentials-file"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_key(state: StandIn, tmp_path: Path, content: str | None, code: str) -> None:
    path = tmp_path / "klucz.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    assert only(read(OnlineSheet(NATIVE_ID, path, quick(state))).findings).code == code
    assert state.calls() == []


def test_a_real_login_with_a_signed_claim(state: StandIn, tmp_path: Path) -> None:
    state.add(book_of(tab_of(items(2))))
    assert len(read(with_account(state, tmp_path)).items) == 2
    ((_, _, body),) = state.calls("POST", "/token")
    assert "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer" in body


def test_a_key_that_is_no_longer_valid(state: StandIn, tmp_path: Path) -> None:
    refusal = json.dumps({"error": "invalid_grant", "error_description": "Invalid JWT Signature."})
    state.faults = [Fault(400, refusal, {"Content-Type": "application/json"}, 9, lambda method, path: path == "/token")]
    finding = only(read(with_account(state, tmp_path)).findings)
    assert (finding.code, finding.values) == ("google-account-refused", {"email": EMAIL})


def test_trouble_at_the_login_is_no_fault_of_the_key(
    state: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("google.auth._exponential_backoff.time.sleep", lambda seconds: None)
    state.faults = [Fault(503, "{}", {"Content-Type": "application/json"}, 99, lambda method, path: path == "/token")]
    assert only(read(with_account(state, tmp_path)).findings).code == "google-trouble"


def test_the_account_comes_from_the_environment_too(
    state: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state.add(book_of(tab_of(items(2))))
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(key_file(state, tmp_path)))
    assert len(read(without_account(state)).items) == 2
    assert state.calls(part="/v4/")


def test_not_invited_names_the_account(state: StandIn, tmp_path: Path) -> None:
    state.add(Book(NATIVE_ID))
    finding = only(read(with_account(state, tmp_path)).findings)
    assert (finding.code, finding.values) == ("google-not-invited", {"email": EMAIL})


def test_the_stand_in_must_be_on_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(STAND_IN, "http://127.0.0.1:8123/")
    assert service().docs == "http://127.0.0.1:8123"
    monkeypatch.setenv(STAND_IN, "https://example.org")
    with pytest.raises(ValueError, match="this computer"):
        service()
    monkeypatch.delenv(STAND_IN)
    assert service().docs == "https://docs.google.com"


def test_secrets_are_in_no_message(state: StandIn, tmp_path: Path) -> None:
    secret = credentials(state)["private_key"].splitlines()[3]
    state.faults = [Fault(500, times=99)]
    finding = only(read(with_account(state, tmp_path)).findings)
    assert secret not in repr(finding)
    path = tmp_path / "zly.json"
    path.write_text(json.dumps(credentials(state))[:-10], encoding="utf-8")
    with pytest.raises(Unreadable) as caught:
        with_account(state, tmp_path).__class__(NATIVE_ID, path, quick(state)).fetch(None)  # type: ignore[arg-type]
    assert secret not in repr(caught.value.__cause__) + repr(caught.value.finding)
