"""The command line: what it prints, what it writes, and its exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sheet_tools import cli
from sheet_tools.cli import COMMANDS, group

ROOT = Path(__file__).parent.parent
HEAD = "input,gold,alias1"


def csv(rows: list[str]) -> bytes:
    return "\n".join([HEAD, *rows, ""]).encode()


def good(n: int = 50) -> bytes:
    return csv([f"Przykład formatu nr {i}: wskaż wyraz.,wyraz{i},forma{i}" for i in range(n)])


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> Result:
        return CliRunner().invoke(group, list(arguments), catch_exceptions=False)

    return call


@pytest.fixture
def sheets(tmp_path: Path) -> Path:
    (tmp_path / "good.csv").write_bytes(good())
    (tmp_path / "bad.csv").write_bytes(
        csv([f"Przykład nr {i},g{i}," for i in range(50)] + ["Bez wzorca,,", "Przykład nr 3,g,"])
    )
    (tmp_path / "empty.csv").write_bytes(b"")
    return tmp_path


def test_convert_writes_the_items_and_the_map(run: Callable[..., Result], sheets: Path) -> None:
    result = run("convert", "good.csv", "-o", "items.jsonl", "--map", "map.jsonl", "--lang", "en")
    assert result.exit_code == 0
    lines = (sheets / "items.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 50
    assert lines[0] == '{"input": "Przykład formatu nr 0: wskaż wyraz.", "gold": "wyraz0", "aliases": ["forma0"]}'
    first = json.loads((sheets / "map.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert first == {"line": 1, "sheet": "good", "row": 2, "cells": {"input": "A2", "gold": "B2", "aliases": ["C2"]}}
    assert "Ready to hand in: 50 items, 0 errors" in result.output


def test_the_same_sheet_gives_the_same_bytes(run: Callable[..., Result], sheets: Path) -> None:
    run("convert", "good.csv", "-o", "one.jsonl")
    run("convert", "good.csv", "-o", "two.jsonl")
    assert (sheets / "one.jsonl").read_bytes() == (sheets / "two.jsonl").read_bytes()


def test_nothing_is_written_while_an_error_stands(run: Callable[..., Result], sheets: Path) -> None:
    result = run("convert", "bad.csv", "-o", "items.jsonl", "--lang", "pl")
    assert result.exit_code == 1
    assert not (sheets / "items.jsonl").exists()
    assert "[missing-gold]" in result.output
    assert "Jeszcze nie można wysłać" in result.output


@pytest.mark.parametrize("output", ["good.csv", "./good.csv", "-"])
def test_what_is_read_is_never_written_over(run: Callable[..., Result], sheets: Path, output: str) -> None:
    before = (sheets / "good.csv").read_bytes()
    assert run("convert", "good.csv", "-o", output).exit_code == 2
    assert (sheets / "good.csv").read_bytes() == before


def test_a_sheet_is_never_replaced(run: Callable[..., Result], sheets: Path) -> None:
    assert run("template", "-o", "nowy.xlsx").exit_code == 0
    before = (sheets / "nowy.xlsx").read_bytes()
    for call in (("template", "-o", "nowy.xlsx"), ("convert", "good.csv", "-o", "nowy.xlsx")):
        assert run(*call).exit_code == 2
    assert (sheets / "nowy.xlsx").read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes in folders")
def test_a_pipe_or_device_is_never_replaced(run: Callable[..., Result], sheets: Path) -> None:
    os.mkfifo(sheets / "pipe")
    assert run("convert", "good.csv", "-o", "pipe").exit_code == 2
    assert (sheets / "pipe").is_fifo()


def test_it_says_when_nothing_was_written(run: Callable[..., Result], sheets: Path) -> None:
    assert run("convert", "good.csv", "--lang", "pl").output.splitlines()[-1] == "Niczego nie zapisano."


def test_a_draft_leaves_out_the_rows_with_an_error_and_says_which(run: Callable[..., Result], sheets: Path) -> None:
    result = run("convert", "bad.csv", "-o", "draft.jsonl", "--draft", "--lang", "en")
    assert result.exit_code == 1
    assert len((sheets / "draft.jsonl").read_text(encoding="utf-8").splitlines()) == 50
    assert "rows: 52, 53" in result.output


def test_findings_as_json_have_the_form_of_the_design(run: Callable[..., Result], sheets: Path) -> None:
    result = run("convert", "bad.csv", "--format", "json")
    printed = json.loads(result.output)
    assert (printed["task"], printed["source"], printed["sheet"], printed["items"]) == (
        "reverse-poleval",
        "bad.csv",
        "bad",
        52,
    )
    finding = next(f for f in printed["findings"] if f["code"] == "missing-gold")
    assert set(finding) == {"code", "level", "sheet", "cell", "row", "column", "values", "message", "remedy"}
    assert (finding["level"], finding["sheet"], finding["cell"], finding["row"], finding["column"]) == (
        "error",
        "bad",
        "B52",
        52,
        "B",
    )


def test_an_unreadable_file_is_one_finding_and_status_2(run: Callable[..., Result], sheets: Path) -> None:
    result = run("convert", "empty.csv", "--format", "json")
    assert result.exit_code == 2
    (finding,) = json.loads(result.output)["findings"]
    assert (finding["code"], finding["cell"]) == ("empty-file", None)


@pytest.mark.parametrize(
    "arguments",
    [
        ["convert", "nie-ma.xlsx"],
        ["convert"],
        ["convert", "good.csv", "--task", "nie-ma"],
        ["convert", "good.csv", "--sheet", "nie-ma"],
        ["convert", "good.csv", "-o", "nie-ma/items.jsonl"],
        ["convert", "https://docs.google.com/spreadsheets/d/abc/edit"],
        ["annotate", "https://docs.google.com/spreadsheets/d/abc/edit"],
        ["score", "--matrix", "good.csv"],
        ["nie-ma"],
    ],
)
def test_what_cannot_proceed_ends_with_status_2(run: Callable[..., Result], sheets: Path, arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2


@pytest.mark.parametrize(("sheet", "verdict", "status"), [("good.csv", 1, 0), ("bad.csv", 0, 1), ("empty.csv", 0, 2)])
def test_the_last_line_of_validate_is_the_verdict(
    run: Callable[..., Result], sheets: Path, sheet: str, verdict: int, status: int
) -> None:
    result = run("validate", "--items", sheet)
    assert (result.stdout.splitlines()[-1], result.exit_code) == (f"format_ok\t{verdict}", status)
    assert json.loads(run("validate", "--items", sheet, "--format", "json").stdout)["format_ok"] == verdict


def test_200_items_read_back_as_jsonl_are_valid(run: Callable[..., Result], sheets: Path) -> None:
    (sheets / "big.csv").write_bytes(good(200))
    assert run("convert", "big.csv", "-o", "items.jsonl").exit_code == 0
    result = run("validate", "--items", "items.jsonl")
    assert (result.stdout.splitlines()[-1], result.exit_code) == ("format_ok\t1", 0)


def test_read_shows_the_cells_before_any_rule(run: Callable[..., Result], sheets: Path) -> None:
    (sheets / "one.csv").write_bytes(csv([" p ,g,"]))
    printed = json.loads(run("read", "one.csv", "--format", "json").output)
    assert (printed["sheet"], printed["heading_row"]) == ("one", 1)
    assert printed["columns"] == {"input": "A", "gold": "B", "alias1": "C"}
    assert printed["rows"] == [
        {
            "row": 2,
            "cells": {
                "input": {"cell": "A2", "kind": "text", "text": " p "},
                "gold": {"cell": "B2", "kind": "text", "text": "g"},
            },
        }
    ]


def answers(model: str, right: set[int]) -> bytes:
    lines = [json.dumps({"model": model})]
    for i in range(50):
        answer = f"wyraz{i}" if i in right else "inny"
        lines.append(json.dumps({"input": f"Przykład formatu nr {i}: wskaż wyraz.", "response": answer}))
    return "\n".join([*lines, ""]).encode()


@pytest.fixture
def panel(sheets: Path) -> Path:
    (sheets / "responses").mkdir()
    for name, right in (("a", {*range(0, 50, 2)}), ("b", {*range(0, 50, 3)}), ("c", {*range(10)})):
        (sheets / "responses" / f"inv__{name}.jsonl").write_bytes(answers(f"inv/{name}", right))
    return sheets


def test_evaluate_then_score(run: Callable[..., Result], panel: Path) -> None:
    marked = run("evaluate", "--items", "good.csv", "--responses", "responses", "--output", "matrix.json")
    assert marked.exit_code == 0
    matrix = json.loads((panel / "matrix.json").read_text(encoding="utf-8"))
    assert matrix["models"] == ["inv/a", "inv/b", "inv/c"]
    assert matrix["matrix"][0] == [1, 1, 1]
    scored = json.loads(run("score", "--matrix", "matrix.json", "--format", "json", "--per-pair").output)
    assert set(scored) == {"task", "n", "m", "discrimination", "diversity", "separation", "score", "limit", "pairs"}
    assert (scored["n"], scored["m"]) == (50, 3)
    product = scored["discrimination"] * scored["diversity"] * scored["separation"]
    assert scored["score"] == pytest.approx(product, abs=1e-12)


def test_a_model_without_an_answer_is_named_and_its_row_left_out(run: Callable[..., Result], panel: Path) -> None:
    path = panel / "responses" / "inv__c.jsonl"
    path.write_bytes(b"\n".join(path.read_bytes().split(b"\n")[:-2]) + b"\n")
    result = run(
        "evaluate", "--items", "good.csv", "--responses", "responses", "--output", "matrix.json", "--lang", "en"
    )
    assert "inv/c" in result.output
    assert json.loads((panel / "matrix.json").read_text(encoding="utf-8"))["matrix"][49][2] is None
    found = run("score", "--matrix", "matrix.json", "--format", "json")
    scored = json.loads(found.stdout)
    assert (scored["n"], scored["left_out"]) == (49, 1)
    assert "[score-of-other-size]" in found.stderr


def test_every_command_has_a_module_and_a_line_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in COMMANDS:
        assert group.get_command(None, name) is not None, name  # type: ignore[arg-type]
        assert f"start.py {name}" in readme or f"`{name}`" in readme, f"{name} is not in README.md"


def test_the_command_runs_as_a_module(sheets: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sheet_tools", "validate", "--items", str(sheets / "good.csv")],
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout.decode().splitlines()[-1]) == (0, "format_ok\t1")


def test_a_bug_leaves_a_report_and_status_3(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cli, "run", broken)
    with pytest.raises(SystemExit) as raised:
        cli.main()
    assert raised.value.code == 3
    (report,) = tmp_path.glob("sheet-tools-report-*.txt")
    assert "boom" in report.read_text(encoding="utf-8")
    printed = capsys.readouterr().err
    assert "boom" not in printed
    assert report.name in printed


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["nie-ma.xlsx"], 2, "nie ma takiego pliku"),
        (["convert", "nie-ma.xlsx"], 2, "nie ma takiego pliku"),
        (["--nie-ma"], 2, "--nie-ma"),
        (["--version"], 0, ""),
    ],
)
def test_the_boundary_words_what_it_refuses(
    arguments: list[str],
    status: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["sheet-tools", *arguments])
    with pytest.raises(SystemExit) as raised:
        cli.main()
    assert raised.value.code == status
    assert said in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_a_full_disk_is_no_bug_of_ours(sheets: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "sheet_tools", "validate", "--items", "good.csv"],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=sheets,
            check=False,
        )
    assert (done.returncode, list(sheets.glob("sheet-tools-report*"))) == (2, [])
    assert "na dysku nie ma miejsca" in done.stderr.decode()


def test_a_reader_that_goes_away_is_no_error(sheets: Path) -> None:
    (sheets / "big.csv").write_bytes(good(5000))
    command = [sys.executable, "-m", "sheet_tools", "read", "big.csv"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=sheets) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait() == 0


def test_a_reader_that_goes_away_hides_no_error(sheets: Path) -> None:
    """`convert … | head -1`: the command goes on to its end, and its status is its own."""
    (sheets / "faulty.csv").write_bytes(csv([f"Przykład nr {i},," for i in range(5000)]))
    command = [sys.executable, "-m", "sheet_tools", "convert", "faulty.csv", "-o", "items.jsonl"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=sheets) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait() == 1
    assert not (sheets / "items.jsonl").exists()


def test_ctrl_c_ends_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "run", interrupted)
    with pytest.raises(SystemExit) as raised:
        cli.main()
    assert raised.value.code == 130


def test_of_a_file_read_in_part_nobody_counts_the_rest(run: Callable[..., Result], tmp_path: Path) -> None:
    """Where a quotation mark is never closed, the rows after it are not read: that they are wanting is not known."""
    rows = [f"Przykład formatu nr {i}: wskaż wyraz.,wyraz{i}," for i in range(55)]
    (tmp_path / "cut.csv").write_bytes(csv([*rows[:5], '"Niezamknięty przykład,a,', *rows[5:]]))
    found = json.loads(run("convert", "cut.csv", "-o", "items.jsonl", "--format", "json").output)["findings"]
    codes = [finding["code"] for finding in found]
    assert ("unclosed-quote" in codes, "too-few-items" in codes) == (True, False)
