"""Whatever a file holds, what is said of it can be printed: on a terminal, as JSON, on the page, as CSV."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from sources import ROOT

from sheet_tools.cells import Place
from sheet_tools.cli import group
from sheet_tools.findings import Finding
from sheet_tools.pipeline import Source, check, read
from sheet_tools.printable import printable
from sheet_tools.readers.model import Choice
from sheet_tools.report.findings_csv import findings_csv
from webapp import create_app
from webapp.app import WholeResponse

# A byte that UTF-8 lacks, and beside it every way in which a reader quotes what it could not read.
HOSTILE = {
    "quote.csv": 'input;gold\nZażółć;kot\n"b'.encode() + b'\xb9k"x;y\n',
    "unclosed.csv": "input;gold\nZażółć;kot\n".encode() + b'"b\xb9k;y\n',
    "heading.csv": b"input;gold;z\xb9by\nZa\xc5\xbc\xc3\xb3\xc5\x82\xc4\x87;kot;a\n",
    "no-heading.csv": b"wej;wzor\nZa\xc5\xbc\xc3\xb3\xc5\x82\xc4\x87;b\xb9k\n",
    "delimiters.csv": "input,gold;input;gold\nZażółć,b".encode() + b"\xb9k;x;y\n",
    "extra.csv": "input;gold\nZażółć;kot;b".encode() + b"\xb9k\n",
    "stray.csv": "input;gold\nZażółć;ko\rt\nb".encode() + b"\xb9\rk;y\n",
    "escape.csv": "input;gold\nZażółć \x1b[2J\x9b2J;kot\u202etok;\x1b]0;x\x07\n".encode(),
    "key.jsonl": b'{"input":"x","gold":"y","\\ud800":"z"}\n',
    "twice.jsonl": b'{"input":"x","gold":"y","\\udcb9":"z","\\udcb9":"z"}\n',
    "broken.jsonl": b'{"input":"x","gold":"y"} \\ud800 \x1b[2J\n',
    "value.jsonl": b'{"input":"\\udfff","gold":"y","aliases":["\\ud800"]}\n',
}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("zażółć\n\tgęślą", "zażółć\n\tgęślą"),
        ("👩‍👧 1️⃣", "👩‍👧 1️⃣"),
        ("b\udcb9k", "b�k"),
        ("\ud800", "\\ud800"),
        ("a\0b\rc\x7f", "a␀b␍c␡"),
        ("\x1b[2J\x9b", "␛[2J⟨U+009B⟩"),
        ("\u202etok\u2028", "⟨U+202E⟩tok⟨U+2028⟩"),
    ],
)
def test_a_text_is_made_printable(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_every_value_of_a_finding_is_printable() -> None:
    values = {"text": "\ud800", "list": ["\0", 7, ("\x1b",)], "map": {"\udcb9": "\r"}, "n": 3, "none": None}
    assert Finding("unknown-key", Place(), values).values == {
        "text": "\\ud800",
        "list": ["␀", 7, ("␛",)],
        "map": {"�": "␍"},
        "n": 3,
        "none": None,
    }


def test_a_choice_keeps_its_values_and_shows_them_printable() -> None:
    assert Choice("delimiter", "\x1f", (("\x1f", "b\udcb9k"),)).options == (("\x1f", "b�k"),)


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("command", ["read", "convert", "validate"])
@pytest.mark.parametrize("form", ["text", "json"])
def test_the_command_line_never_breaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, command: str, form: str
) -> None:
    """Into a stream that takes nothing but UTF-8, unlike the one that `main` makes of standard output."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_bytes(HOSTILE[name])
    call = {"read": [name], "convert": [name, "-o", "made.jsonl"], "validate": ["--items", name]}[command]
    done = CliRunner().invoke(group, [command, *call, "--format", form], catch_exceptions=False)
    assert done.exit_code in (0, 1, 2)
    if form == "json":
        assert json.loads(done.stdout)["findings"]
    elif command == "validate":
        assert done.stdout.splitlines()[-1] == "format_ok\t0"
    assert "\x1b" not in done.stdout.replace("\\x1b", "")


@pytest.mark.skipif(sys.platform == "win32", reason="names are texts there")
def test_a_file_whose_name_is_no_text(tmp_path: Path) -> None:
    name = os.fsdecode(b"z\xb9b.csv")
    (tmp_path / name).write_bytes(b"input;gold\nx;y\n")
    for form in ("text", "json"):
        done = run(tmp_path, "convert", name, "-o", "made.jsonl", "--format", form)
        assert (done.returncode, b"z\xef\xbf\xbdb" in done.stdout) == (1, True)
    missing = run(tmp_path, "read", name + ".csv")
    assert (missing.returncode, b"z\\udcb9b.csv.csv" in missing.stderr) == (2, True)


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    call = [sys.executable, "-m", "sheet_tools", *arguments]
    return subprocess.run(call, cwd=folder, capture_output=True, env=environment, check=False)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    kept = tmp_path_factory.mktemp("kept")
    app = create_app({"UPLOADS": kept, "TESTING": True, "WTF_CSRF_ENABLED": False})
    with app.test_client() as client:
        yield client


@pytest.mark.parametrize("name", HOSTILE)
def test_the_page_never_breaks(client: FlaskClient, name: str) -> None:
    page = client.post("/sheets", data={"sheet": (io.BytesIO(HOSTILE[name]), name)}).location
    for end in ("", ".json", "/findings.csv", "/results.xlsx", "/draft.jsonl"):
        assert client.get(f"{page}{end}").status_code in (200, 409, 422), end
    checked = client.post("/api/check", data={"sheet": (io.BytesIO(HOSTILE[name]), name)})
    assert checked.status_code in (200, 422)


def test_the_page_sends_half_a_character_as_its_escape() -> None:
    assert WholeResponse("b\ud800k").data == b"b\\ud800k"


@pytest.mark.parametrize("name", HOSTILE)
def test_findings_as_csv_are_utf8(name: str) -> None:
    findings_csv(check(read(Source(name, HOSTILE[name]))), "pl").decode("utf-8-sig")
