"""`query` and `panel`: what they print, what they leave behind, their exit status. Loopback only."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from stand_in_server import Canned, StandIn, chat, echo
from work import until

from sheet_tools.cli import group
from sheet_tools.panel.client import Patience
from sheet_tools.panel.store import Store

Run = Callable[..., Result]
N = 50
KEY = "klucz-tajny-123"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EVAL_BASE_URL", raising=False)
    monkeypatch.delenv("EVAL_API_KEY", raising=False)
    lines = [{"input": f"Wskaż wyraz nr {i} w zdaniu.", "gold": f"wyraz{i}"} for i in range(N)]
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    (tmp_path / "items.jsonl").write_text(text, encoding="utf-8")
    (tmp_path / "models.txt").write_text("# panel\norg/a\norg/b\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def run(folder: Path) -> Run:
    def call(*arguments: str) -> Result:
        return CliRunner().invoke(group, list(arguments), catch_exceptions=False)

    return call


QUERY = ("query", "--items", "items.jsonl", "--models-file", "models.txt", "--lang", "en")
MODELS = ("org/a", "org/b")


def serve(folder: Path, server: StandIn, key: str = KEY) -> None:
    (folder / ".env").write_text(f"EVAL_BASE_URL={server.url}\nEVAL_API_KEY={key}\n", encoding="utf-8-sig")


def test_dry_run_counts_and_leaves_nothing(run: Run, folder: Path) -> None:
    result = run(*QUERY, "--dry-run")
    assert result.exit_code == 0
    assert "org/a: requests 50, answered before 0, to ask 50" in result.output
    assert not (folder / "panel.sqlite").exists()


def test_a_whole_run_then_nothing_to_ask(run: Run, folder: Path) -> None:
    with StandIn(models=MODELS) as server:
        serve(folder, server)
        result = run(*QUERY)
        assert (result.exit_code, len(server.asked)) == (0, 2 * N)
        assert "org/a: asked 50, answered 50 (cut off: 0), refused 0, failed 0, still missing 0" in result.output
        assert "The panel is complete" in result.output
        result = run(*QUERY, "--format", "json")
        assert (result.exit_code, len(server.asked)) == (0, 2 * N)
    report = json.loads(result.stdout)
    assert (report["complete"], report["left"], report["items"]) == (True, 0, N)
    assert report["models"][0] == {
        **dict.fromkeys(("to_ask", "asked", "answered", "cut_off", "refused", "failed", "elsewhere", "left"), 0),
        "model": "org/a",
        "items": N,
        "cached": N,
        "why": {},
    }


def test_the_store_marks_as_its_exported_folder_does(run: Run, folder: Path) -> None:
    def half(body: dict[str, object], number: int) -> Canned:
        words = body["messages"][-1]["content"].split()  # type: ignore[index]
        return Canned(chat(f"wyraz{words[3]}" if number % 2 else "inny", str(body["model"])))

    with StandIn(half, MODELS) as server:
        serve(folder, server)
        assert run(*QUERY, "--output-dir", "responses").exit_code == 0
    assert sorted(path.name for path in (folder / "responses").iterdir()) == ["org__a.jsonl", "org__b.jsonl"]
    for path, matrix in (("panel.sqlite", "1.json"), ("responses", "2.json")):
        arguments = ("--items", "items.jsonl", "--responses", path, "--output", matrix)
        assert run("evaluate", *arguments).exit_code == 0
    assert (folder / "1.json").read_bytes() == (folder / "2.json").read_bytes()


def test_a_partial_run_says_so_and_is_finished_later(run: Run, folder: Path) -> None:
    with StandIn(lambda body, number: Canned("boom", 400) if number == 7 else echo(body, number), MODELS) as server:
        serve(folder, server)
        result = run(*QUERY)
        assert result.exit_code == 1
        assert "still missing 1" in result.output
        assert "repeat the same command" in result.output
        assert run(*QUERY).exit_code == 0
        assert len(server.asked) == 2 * N + 1


def test_json_names_every_failure(run: Run, folder: Path) -> None:
    with StandIn(models=("org/a", "org/bb")) as server:
        serve(folder, server)
        result = run(*QUERY, "--format", "json", "--lang", "pl")
    report = json.loads(result.stdout)
    assert (result.exit_code, report["complete"], report["left"]) == (1, False, N)
    assert [finding["code"] for finding in report["findings"]] == [
        "model-not-served",
        "answers-never-right",  # of org/b, to whose echoes no item's gold is equal
        "panel-partial",
    ]
    assert report["findings"][0]["values"]["near"] == "org/bb"
    assert "Najbliższa nazwa: org/bb" in report["findings"][0]["message"]


CANNOT: list[tuple[str, list[str], str]] = [
    ("no such models file", ["--models-file", "none.txt"], "none.txt"),
    ("no models", ["--models-file", "empty.txt"], "[models-none]"),
    ("no store", ["--store", "items.jsonl"], "[store-not-a-store]"),
    ("no items", ["--items", "none.jsonl"], "none.jsonl"),
]


@pytest.mark.parametrize(("arguments", "said"), [case[1:] for case in CANNOT], ids=[case[0] for case in CANNOT])
def test_cannot_proceed(run: Run, folder: Path, arguments: list[str], said: str) -> None:
    (folder / "empty.txt").write_text("", encoding="utf-8")
    result = run(*QUERY, *arguments)
    assert result.exit_code == 2
    assert said in result.output


def test_without_an_endpoint_nothing_is_asked(run: Run, folder: Path) -> None:
    result = run(*QUERY)
    assert result.exit_code == 2
    assert "EVAL_BASE_URL" in result.output


def test_the_key_is_nowhere(run: Run, folder: Path) -> None:
    """The server repeats the key in its complaint and in its answer."""

    def repeats(body: dict[str, object], number: int) -> Canned:
        return Canned({"error": f"bad {KEY}"}, 400) if number % 3 == 0 else Canned(chat(KEY, str(body["model"])))

    with StandIn(repeats, MODELS) as server:
        serve(folder, server)
        result = run(*QUERY, "--output-dir", "responses")
    assert KEY not in result.output
    (folder / ".env").unlink()
    assert [path for path in folder.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()] == []


def test_the_environment_goes_before_the_file(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with StandIn(models=MODELS) as server:
        (folder / ".env").write_text("EVAL_BASE_URL=http://127.0.0.1:9\n", encoding="utf-8")
        monkeypatch.setenv("EVAL_BASE_URL", server.url)
        assert run(*QUERY).exit_code == 0


def test_rows_with_errors_are_not_asked(run: Run, folder: Path) -> None:
    with (folder / "items.jsonl").open("a", encoding="utf-8") as stream:
        stream.write('{"input": "Bez wzorca.", "gold": ""}\n')
    result = run(*QUERY, "--dry-run")
    assert "requests 50" in result.output
    assert "[panel-left-out]" in result.output


def test_export_and_import_with_the_commands(run: Run, folder: Path) -> None:
    with StandIn(models=MODELS) as server:
        serve(folder, server)
        run(*QUERY)
    assert run("panel", "export", "panel.sqlite", "out").exit_code == 0
    assert run("panel", "export", "panel.sqlite", "out").exit_code == 2
    result = run("panel", "import", "other.sqlite", "out", "panel.sqlite", "--lang", "en")
    assert result.exit_code == 0
    assert "100 answers brought in; held before: 0" in result.output
    assert "0 answers brought in; held before: 100" in result.output
    with Store(folder / "panel.sqlite") as one, Store(folder / "other.sqlite") as other:
        assert one.all_answers() == other.all_answers()


# In a process of its own: Ctrl-C, and what a terminal shows


def command(*more: str) -> list[str]:
    return [sys.executable, "-m", "sheet_tools", *QUERY, *more]


@pytest.mark.skipif(sys.platform == "win32", reason="a console of its own is needed to send Ctrl-C there")
def test_ctrl_c_says_how_to_go_on(run: Run, folder: Path) -> None:
    with StandIn(lambda body, number: replace(echo(body, number), delay=0.02), MODELS) as server:
        serve(folder, server)
        process = subprocess.Popen(command(), stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        until(lambda: len(server.asked) > 10)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=120)
        assert process.returncode == 130
        assert "repeat the same command" in err
        assert "Traceback" not in err
        asked = len(server.asked)
        assert asked < 2 * N
        assert run(*QUERY).exit_code == 0
        assert len(server.asked) == 2 * N


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal")
def test_a_bar_on_a_terminal_plain_lines_when_piped(folder: Path) -> None:
    with StandIn(models=MODELS) as server:
        serve(folder, server)
        done = subprocess.run(command(), capture_output=True, text=True, check=True)
        assert "\r" not in done.stderr
        assert "org/b: 100/100" in done.stderr
        import termios

        ours, theirs = os.openpty()
        termios.tcsetwinsize(theirs, (24, 100))
        subprocess.run(command("--store", "2.sqlite"), stderr=theirs, stdout=subprocess.DEVNULL, check=True)
        os.close(theirs)
        shown = _all_of(ours)
        assert "100%" in shown
        assert "it/s" in shown or "/s]" in shown


def _all_of(terminal: int) -> str:
    """All that was written to a terminal whose other end is closed by now."""
    shown = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            piece = b""
        if not piece:
            os.close(terminal)
            return shown.decode()
        shown += piece


# Marked from the store


def test_the_models_file_says_who_counts(run: Run, folder: Path) -> None:
    """A store may hold trial models besides the panel."""
    with StandIn(models=MODELS) as server:
        serve(folder, server)
        run(*QUERY, "--output-dir", "responses")
    (folder / "one.txt").write_text("org/b\n", encoding="utf-8")
    for path in ("panel.sqlite", "responses"):
        arguments = ("--items", "items.jsonl", "--responses", path, "--models-file", "one.txt", "--output", "m.json")
        assert run("evaluate", *arguments).exit_code == 0
        assert json.loads((folder / "m.json").read_bytes())["models"] == ["org/b"]


def test_a_store_that_cannot_be_read_is_no_bug(run: Run, folder: Path) -> None:
    (folder / "bad.sqlite").write_bytes(b"SQLite format 3\x00" + b"\x00" * 200)
    result = run("evaluate", "--items", "items.jsonl", "--responses", "bad.sqlite")
    assert result.exit_code == 2
    assert "[store-" in result.output


DEMO = Path(__file__).parent.parent / "samples" / "panels" / "smollm2-demo"


def test_the_sample_of_a_real_server_replays(run: Run, folder: Path) -> None:
    lines = [json.loads(line) for path in (DEMO / "responses").iterdir() for line in path.open(encoding="utf-8")]
    assert len(lines) == 11
    for line in lines[1:]:
        assert (line["server"], line["returned_model"]) == ("llama.cpp", lines[0]["model"])
        assert line["generation"] == {"temperature": 0.0, "max_tokens": 64}
    assert run("panel", "import", "demo.sqlite", str(DEMO / "responses")).exit_code == 0
    items = ("--items", str(DEMO / "items.jsonl"))
    for path, matrix in (("demo.sqlite", "1.json"), (str(DEMO / "responses"), "2.json")):
        assert run("evaluate", *items, "--responses", path, "--output", matrix).exit_code == 0
    assert (folder / "1.json").read_bytes() == (folder / "2.json").read_bytes()
    models = ("--models-file", str(DEMO / "models.txt"), "--store", "demo.sqlite")
    result = run("query", *items, *models, "--dry-run", "--lang", "en")
    assert "requests 10, answered before 10, to ask 0" in result.output


def test_responses_dir_is_another_name_for_responses(run: Run, folder: Path) -> None:
    """As the task's own script calls it."""
    with StandIn(models=MODELS) as server:
        serve(folder, server)
        run(*QUERY, "--output-dir", "responses")
    first = (folder / "responses" / "org__a.jsonl").read_text(encoding="utf-8").splitlines()[0]
    assert {"input", "response"} <= json.loads(first).keys(), "no header where the name says the model"
    for option in ("--responses", "--responses-dir"):
        assert run("evaluate", "--items", "items.jsonl", option, "responses", "--output", "m.json").exit_code == 0


def test_a_pinned_commit_is_shown(run: Run, folder: Path) -> None:
    (folder / "models.txt").write_text("org/a@" + "c0ffee12" * 5 + "\n", encoding="utf-8")
    assert "org/a@c0ffee12: requests 50" in run(*QUERY, "--dry-run").output
    (folder / "models.txt").write_text("org/a, org/b\n", encoding="utf-8")
    result = run(*QUERY, "--dry-run")
    assert (result.exit_code, "[models-line-not-id]" in result.output) == (2, True)


def test_what_a_server_breaks_off_is_no_answer(run: Run, folder: Path) -> None:
    """Broken off at every try: named once a model, status 1, and asked again by the next call."""

    def breaks(body: dict[str, object], number: int) -> Canned:
        return Canned(chat("od", str(body["model"]), "abort"))

    (folder / "items.jsonl").write_text('{"input": "Pytanie?", "gold": "tak"}\n', encoding="utf-8")
    (folder / "models.txt").write_text("org/a\n", encoding="utf-8")
    with StandIn(lambda body, number: Canned(COMPLETION), MODELS) as server:
        serve(folder, server)
        result = run(*QUERY)
        assert (result.exit_code, result.output.count("[endpoint-completions]"), len(server.asked)) == (1, 1, 1)
        server.script = breaks
        stopped = Patience(first_wait=0)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sheet_tools.commands.query.Patience", lambda **more: replace(stopped, **more))
            result = run(*QUERY)
        assert result.exit_code == 1
        assert "[endpoint-broken-off]" in result.output
        server.script = echo
        assert run(*QUERY).exit_code == 0


COMPLETION = {"choices": [{"text": "tak", "finish_reason": "stop"}]}
