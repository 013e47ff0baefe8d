"""Findings that hardly anybody meets: each where it belongs, since nothing else would miss it."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path
from string import Formatter

import pytest
import requests
from click.testing import CliRunner, Result
from google_sheets import book_of, items, tab_of, without_account
from google_stand_in import stand_in
from stand_in_server import Canned, StandIn, chat, echo
from test_client import QUICK

from sheet_tools.cli import group
from sheet_tools.evaluator.apart import Apart, Trouble
from sheet_tools.findings import Finding, Unreadable, catalogue
from sheet_tools.kinds import kind_of
from sheet_tools.panel import library
from sheet_tools.panel.client import Client, Endpoint
from sheet_tools.panel.desk import Desk, Sources
from sheet_tools.panel.library import Library
from sheet_tools.panel.store import Store
from sheet_tools.panel.wire import Failure, Reply
from sheet_tools.pipeline import Settings, Source, read
from sheet_tools.prompts import Request
from sheet_tools.tasks import TASKS

GOOD = json.dumps({"input": "a", "response": "b"}).encode() + b"\n"


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(Unreadable) as caught:
        act()
    return caught.value.finding.code


def zipped(*names: str, size: int = 10) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, GOOD + b" " * size)
    return out.getvalue()


def empty_store(path: Path) -> bytes:
    Store(path).close()
    return path.read_bytes()


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("a.xlsx", zipped("[Content_Types].xml"), "answers-are-items"),
        ("a.ods", zipped("content.xml"), "answers-are-items"),
        ("a.jsonl", b'{"input": "a", "gold": "b"}\n', "answers-are-items"),
        ("a.txt", b"odpowiedzi", "answers-unknown-kind"),
        ("a.zip", zipped("a.txt"), "answers-unknown-kind"),
        ("a.zip", zipped("a.jsonl", size=500), "answers-too-large"),
        ("a.jsonl", GOOD * 40, "answers-too-large"),
    ],
)
def test_dropped_files_that_are_no_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, data: bytes, code: str
) -> None:
    monkeypatch.setattr(library, "ANSWERS_BOUND", 1000)
    monkeypatch.setattr(library, "_MAX_UNPACKED", 400)
    assert refusal(lambda: Library(tmp_path).keep(name, data)) == code
    assert Library(tmp_path).entries() == []


def test_so_many_dropped_files_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "_MAX_ENTRIES", 2)
    kept = Library(tmp_path)
    for name in ("a.jsonl", "b.jsonl", "A.jsonl"):
        kept.keep(name, GOOD)
    assert refusal(lambda: kept.keep("c.jsonl", GOOD)) == "answers-too-many"
    assert len(kept.entries()) == 2


def test_a_store_without_answers(tmp_path: Path) -> None:
    data = empty_store(tmp_path / "panel.sqlite")
    assert (
        refusal(lambda: Library(tmp_path / "kept").keep("panel.sqlite", data)) == "store-no-answers"
    )


def test_a_models_file_that_is_gone(tmp_path: Path) -> None:
    desk = Desk(tmp_path, Sources(None, tmp_path / "models.txt", tmp_path / "panel.sqlite", {}))
    assert refusal(desk.models) == "models-file-not-opened"


# What cannot be read, by name.


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("a.gsheet", b'{"doc_id": "1AbC", "email": "a@example.org"}', "google-shortcut"),
        ("a.gsheet", b'{"": "", "resource_key": ""}', "google-shortcut"),
        ("a.json", b'{"url": "https://docs.google.com/open?id=1AbC"}', "google-shortcut"),
        ("evaluator.py", b"def accept(prediction, gold):\n    return True\n", "file-is-evaluator"),
        ("items.json", b'[{"input": "a", "gold": "b"}]', "file-is-list"),
        (
            "a.map.jsonl",
            b'{"line": 1, "sheet": "P", "row": 2, "cells": {"input": "A2"}}\n',
            "file-is-map",
        ),
        (
            "report.json",
            b'{"task": "reverse-poleval", "items": 1, "findings": []}',
            "file-is-report",
        ),
    ],
)
def test_a_file_that_is_no_sheet(name: str, data: bytes, code: str) -> None:
    assert [finding.code for finding in read(Source(name, data)).findings] == [code]
    assert (kind_of(name, data) is not None) is code.startswith("file-is-")


def test_ids_of_inputs_that_stand_twice() -> None:
    lines = [json.dumps({"id": name, "sentence": f"[[{n}]]"}) for n, name in enumerate("aba")]
    settings = Settings(
        TASKS["numeral-inflection"], inputs=Source("inputs.jsonl", "\n".join(lines).encode())
    )
    (finding,) = read(Source("s.jsonl", b'{"id": "a", "answer": "stu"}\n'), settings).findings
    assert (finding.values["code"], finding.values["line"]) == ("inputs-repeated", 3)


def test_a_text_with_headings_by_two_delimiters() -> None:
    """Headings are found either way: which cut is meant, the text does not tell."""
    reading = read(Source("a.csv", b"input,gold\ninput;gold\na,b;c\n"))
    (finding,) = [each for each in reading.findings if each.code == "delimiter-unsure"]
    assert (finding.values["delimiter"], finding.values["others"]) == (",", ";")
    chosen = read(Source("a.csv", b"input,gold\ninput;gold\na,b;c\n"), Settings(delimiter=";"))
    assert "delimiter-unsure" not in {each.code for each in chosen.findings}


# The network: what a loopback has not, as the library that is used says it.


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (requests.exceptions.SSLError("certificate verify failed"), "endpoint-certificate"),
        (requests.exceptions.ProxyError("Cannot connect to proxy"), "endpoint-proxy"),
        (
            requests.exceptions.ConnectionError("NameResolutionError: nobody"),
            "endpoint-unknown-host",
        ),
        (requests.exceptions.ConnectTimeout("slow"), "endpoint-unreachable"),
        (requests.exceptions.ReadTimeout("slow"), "endpoint-timeout"),
        (requests.exceptions.ConnectionError("reset"), "endpoint-dropped"),
    ],
)
def test_a_network_that_fails(monkeypatch: pytest.MonkeyPatch, error: Exception, code: str) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(requests.Session, "request", fail)
    got = Client(Endpoint("http://127.0.0.1:9/v1"), QUICK).ask(
        Request("m", (), {}), "m", threading.Event()
    )
    assert isinstance(got, Failure)
    assert got.code == code


def test_a_certificate_of_google_that_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise requests.exceptions.SSLError("certificate verify failed")

    with stand_in() as state:
        state.add(book_of(tab_of(items(2)), public=True))
        monkeypatch.setattr(requests.Session, "request", fail)
        monkeypatch.setattr(requests.Session, "send", fail)
        assert [finding.code for finding in read(without_account(state)).findings] == [
            "google-certificate"
        ]


def test_an_evaluator_that_ends_its_own_process() -> None:
    source = "import os\ndef accept(prediction, gold):\n    os._exit(7)\n"
    with Apart(source) as apart:
        found = apart.accept("a", "a")
    assert isinstance(found, Trouble)
    assert (found.code, found.shown) == ("evaluator-died", "7")


# What `query` and `panel` tell of a run.


def says(output: str, code: str) -> bool:
    """Whether the words of a finding stand there, whatever its values are."""
    parts = [re.escape(text) + (".*?" if name is not None else "") for text, name, _, _ in Formatter().parse(
        catalogue()[code].message["en"])]  # fmt: skip
    return re.search("".join(parts), output) is not None


def query(folder: Path, script: Callable[[dict[str, object], int], Canned], *more: str) -> Result:
    lines = [json.dumps({"input": f"Pytanie {n}", "gold": "g"}) for n in range(3)]
    (folder / "items.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (folder / "models.txt").write_text("org/a\n", encoding="utf-8")
    with StandIn(script, ("org/a",)) as server:  # type: ignore[arg-type]
        (folder / ".env").write_text(f"EVAL_BASE_URL={server.url}\n", encoding="utf-8")
        arguments = [
            "query",
            "--items",
            "items.jsonl",
            "--models-file",
            "models.txt",
            "--lang",
            "en",
            *more,
        ]
        return CliRunner().invoke(group, arguments, catch_exceptions=False)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EVAL_BASE_URL", raising=False)
    monkeypatch.delenv("EVAL_API_KEY", raising=False)
    return tmp_path


def test_a_whole_run(folder: Path) -> None:
    output = query(folder, echo, "--output-dir", "responses").output
    told = {
        code
        for code in ("panel-plan", "panel-summary", "panel-whole", "panel-exported")
        if says(output, code)
    }
    assert told == {"panel-plan", "panel-summary", "panel-whole", "panel-exported"}
    assert not says(output, "panel-stopping")
    assert not says(output, "panel-interrupted")
    assert not says(output, "answers-leaked-marks")


def test_marks_of_a_template_that_leaked(folder: Path) -> None:
    result = query(folder, lambda body, number: Canned(chat("kot<|im_end|>", "org/a")))
    assert (result.exit_code, says(result.output, "answers-leaked-marks")) == (0, True)


def test_a_wait_before_another_try() -> None:
    told: list[Finding] = []
    with StandIn(
        lambda body, number: Canned("boom", 500) if number == 1 else echo(body, number)
    ) as server:
        client = Client(Endpoint(server.url), QUICK)
        client.on_wait = told.append
        asked = Request("m", ({"role": "user", "content": "u"},), {})
        assert isinstance(client.ask(asked, "m", threading.Event()), Reply)
    assert [(each.code, each.values["tries"]) for each in told] == [("waiting-again", 1)]


def test_a_run_that_is_interrupted(folder: Path) -> None:
    def interrupts(body: dict[str, object], number: int) -> Canned:
        if number == 1:
            os.kill(os.getpid(), signal.SIGINT)
        return echo(body, number)

    if os.name == "posix":
        result = query(folder, interrupts, "--workers", "1")
        assert result.exit_code == 130
        assert says(result.output, "panel-stopping")
        assert says(result.output, "panel-interrupted")


def test_answers_brought_in_and_taken_out(folder: Path) -> None:
    query(folder, echo)
    command = CliRunner()
    first = command.invoke(group, ["panel", "export", "panel.sqlite", "out", "--lang", "en"])
    again = command.invoke(group, ["panel", "export", "panel.sqlite", "out", "--lang", "en"])
    other = command.invoke(group, ["panel", "import", "other.sqlite", "out", "--lang", "en"])
    assert (first.exit_code, says(first.output, "panel-exported")) == (0, True)
    assert (again.exit_code, says(again.output, "export-exists")) == (2, True)
    assert (other.exit_code, says(other.output, "panel-imported")) == (0, True)
