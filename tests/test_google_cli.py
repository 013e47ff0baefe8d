"""The commands take a link wherever they take a sheet; `annotate` writes one back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from google_sheets import LINK, book_of, faulty, items, key_file, notes, tab_of
from google_stand_in import NATIVE_ID, StandIn, stand_in

from sheet_tools.cli import group
from sheet_tools.readers.google.service import STAND_IN


@pytest.fixture
def state(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    monkeypatch.delenv("GOOGLE_APPLICATION_CREDENTIALS", raising=False)
    with stand_in() as running:
        monkeypatch.setenv(STAND_IN, running.url)
        yield running


def sheet_tools(*arguments: object) -> Result:
    return CliRunner().invoke(group, [str(argument) for argument in arguments], catch_exceptions=False)


@pytest.mark.parametrize("given", [LINK, f"{LINK}#gid=0", NATIVE_ID, LINK.removeprefix("https://")])
def test_convert_takes_a_link(state: StandIn, tmp_path: Path, given: str) -> None:
    state.add(book_of(tab_of(items(60)), public=True))
    out = tmp_path / "items.jsonl"
    done = sheet_tools("convert", given, "-o", out, "--lang", "pl")
    assert done.exit_code == 0
    assert "[google-public]" in done.output
    assert len(out.read_text(encoding="utf-8").splitlines()) == 60


@pytest.mark.parametrize("credentials", ["option", "environment", "none"])
def test_the_three_ways_to_an_account(
    state: StandIn, tmp_path: Path, credentials: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state.add(book_of(tab_of(items(60)), public=True))
    key = key_file(state, tmp_path)
    if credentials == "environment":
        monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(key))
    more = ("--credentials", key) if credentials == "option" else ()
    done = sheet_tools("read", LINK, "--format", "json", *more)
    told = json.loads(done.output)
    assert told["format"] == ("xlsx" if credentials == "none" else "google")
    assert len(told["rows"]) == 60


def test_validate_and_evaluate_take_a_link(state: StandIn, tmp_path: Path) -> None:
    state.add(book_of(tab_of(items(60)), public=True))
    assert sheet_tools("validate", "--items", LINK).output.splitlines()[-1] == "format_ok\t1"
    answers = tmp_path / "responses"
    answers.mkdir()
    lines = [
        json.dumps({"input": f"Wzór pozycji numer {n}: podaj wyraz.", "response": f"wyraz{n}"}) for n in range(1, 61)
    ]
    (answers / "firma__model.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    out = tmp_path / "matrix.json"
    assert sheet_tools("evaluate", "--items", LINK, "--responses", answers, "--output", out).exit_code == 0
    assert json.loads(out.read_text(encoding="utf-8"))["matrix"] == [[1]] * 60


@pytest.mark.parametrize(
    ("link", "code"),
    [
        ("https://docs.google.com/document/d/1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE/edit", "google-link-other"),
        ("https://example.org/zestaw.xlsx", "google-link-elsewhere"),
        (LINK, "google-not-shared"),
    ],
)
def test_what_gives_no_sheet_ends_with_status_2(state: StandIn, tmp_path: Path, link: str, code: str) -> None:
    state.add(book_of(tab_of(items(60))))
    for arguments in (("read", link), ("validate", "--items", link), ("convert", link, "-o", tmp_path / "x.jsonl")):
        done = sheet_tools(*arguments)
        assert (done.exit_code, f"[{code}]" in done.output) == (2, True)
    assert not (tmp_path / "x.jsonl").exists()


def test_a_file_of_a_name_like_an_id_is_a_file(state: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(NATIVE_ID).write_text("input,gold\n", encoding="utf-8")
    sheet_tools("read", NATIVE_ID)
    assert state.calls() == []


def test_annotate_first_dry_then_for_good_then_cleared(state: StandIn, tmp_path: Path) -> None:
    book = state.add(faulty())
    key = key_file(state, tmp_path)
    dry = sheet_tools("annotate", LINK, "--credentials", key, "--dry-run", "--lang", "pl")
    assert dry.exit_code == 1
    assert "Pozycje!B3\n    Reverse PolEval · ocena" in dry.output
    assert "[google-would-annotate]" in dry.output
    assert notes(book.tabs[0]) == {}
    done = sheet_tools("annotate", LINK, "--credentials", key, "--format", "json", "--lang", "en")
    told = json.loads(done.output)
    assert told["tab"] == "Review"
    assert [note["cell"] for note in told["notes"]] == ["B3", "B5", "B7"]
    assert sorted(notes(book.tabs[0])) == ["B3", "B5", "B7"]
    assert sheet_tools("annotate", LINK, "--credentials", key, "--clear").exit_code == 0
    assert notes(book.tabs[0]) == {}
    assert [tab.title for tab in book.tabs] == ["Pozycje"]


def test_annotate_says_why_it_cannot(state: StandIn, tmp_path: Path) -> None:
    state.add(faulty()).public = True
    (tmp_path / "zestaw.xlsx").write_bytes(b"PK")
    for arguments, words in (((LINK,), "[google-account-needed]"), ((tmp_path / "zestaw.xlsx",), "podaj link")):
        done = sheet_tools("annotate", *arguments)
        assert (done.exit_code, words in done.output) == (2, True)
