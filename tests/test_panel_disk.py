"""A run of the panel on a disk that refuses: the page says what the disk said, and claims nothing that is not kept."""

from __future__ import annotations

import errno
import os
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from panel_pages import asking, drop, ended
from stand_in_server import StandIn

from sheet_tools.findings import Finding, Unreadable
from sheet_tools.panel import background, claims
from sheet_tools.panel import store as store_module
from sheet_tools.panel.run import Outcome
from sheet_tools.panel.store import Store
from sheet_tools.report.findings import message


@pytest.fixture
def server() -> Iterator[StandIn]:
    with StandIn(models=("m1", "m2")) as running:
        yield running


def said(page: str) -> str:
    found = re.search(r'<p id="run-said".*?</details>', page, re.DOTALL)
    return found[0] if found else ""


@pytest.mark.parametrize("kind", ["a file in the way", "no folder", "not a file"])
def test_a_store_that_cannot_be_made_is_said(tmp_path: Path, server: StandIn, kind: str) -> None:
    (tmp_path / "file").write_bytes(b"x")
    place = {"a file in the way": "file/panel.sqlite", "no folder": "file/in/panel.sqlite", "not a file": "."}[kind]
    client = asking(tmp_path, server.url, STORE=tmp_path / place).test_client()
    page = drop(client)
    client.post(f"{page}/panel/ask")
    assert ended(client, page)["state"] == "broken"
    shown = said(client.get(f"{page}/panel").text)
    assert "nie ma ani jednej odpowiedzi" in shown
    assert "nie można otworzyć lub zapisać" in shown
    assert not server.asked


def test_a_disk_that_is_full_in_the_middle_is_said_and_the_store_holds_what_the_page_counts(
    tmp_path: Path, server: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = store_module._prepare

    def small(path: Path, connection: sqlite3.Connection) -> None:
        real(path, connection)
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + 6}")

    monkeypatch.setattr(store_module, "_prepare", small)
    client = asking(tmp_path, server.url).test_client()
    page = drop(client)
    client.post(f"{page}/panel/ask")
    run = ended(client, page)
    with Store(tmp_path / "kept" / "panel.sqlite", read_only=True) as store:
        held = len(store.all_answers())
    assert run["state"] == "broken"
    assert 0 < held == sum(model["answered"] for model in run["models"]) < 100
    shown = client.get(f"{page}/panel").text
    assert "Dysk, na którym leży magazyn odpowiedzi „panel.sqlite”, jest pełny" in shown
    monkeypatch.setattr(store_module, "_prepare", real)
    client.post(f"{page}/panel/ask")
    assert ended(client, page)["state"] == "whole"


def test_a_run_whose_progress_cannot_be_written_ends_as_what_it_is(
    tmp_path: Path, server: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    client = asking(tmp_path, server.url).test_client()
    page = drop(client)
    monkeypatch.setattr(background, "write_whole", full)
    client.post(f"{page}/panel/ask")
    assert ended(client, page)["state"] == "whole"
    assert "nie brakuje żadnej odpowiedzi" in client.get(f"{page}/panel").text


def test_claims_that_the_disk_keeps_do_not_spoil_a_whole_run(
    tmp_path: Path, server: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise Unreadable(Finding("store-disk-full", values={"file": "panel.sqlite"}))

    client = asking(tmp_path, server.url).test_client()
    page = drop(client)
    monkeypatch.setattr(claims.Claims, "_write", refuse)
    monkeypatch.setattr(claims.Claims, "renew", lambda self: None)
    client.post(f"{page}/panel/ask")
    assert ended(client, page)["state"] == "whole"


def test_a_bug_that_ends_a_run_is_said(tmp_path: Path, server: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(background, "run", broken)
    client = asking(tmp_path, server.url).test_client()
    page = drop(client)
    client.post(f"{page}/panel/ask")
    assert ended(client, page)["state"] == "broken"
    bug = Finding("run-bug", values={"why": "ZeroDivisionError"})
    assert message(bug, "pl") in said(client.get(f"{page}/panel").text)


def test_a_run_that_ends_as_it_is_told_to_stop_was_stopped(
    tmp_path: Path, server: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = background.run

    def stopped(*given: Any) -> Outcome:
        given[-1].set()
        return real(*given)

    monkeypatch.setattr(background, "run", stopped)
    client = asking(tmp_path, server.url).test_client()
    page = drop(client)
    client.post(f"{page}/panel/ask")
    assert ended(client, page)["state"] == "stopped"
