"""`insight` and `choose` on the command line: what they print, write, and refuse."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sheet_tools.cli import group

OUTCOMES = ["110", "101", "011", "100", "010", "001", "111", "000"] * 8


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.chdir(tmp_path)
    matrix(tmp_path / "matrix.json", OUTCOMES)

    def call(*arguments: str) -> Result:
        return CliRunner().invoke(group, [*arguments, "--lang", "en"], catch_exceptions=False)

    return call


def matrix(path: Path, outcomes: list[str | None], **more: object) -> None:
    rows = [[None] * 3 if outcome is None else [int(mark) for mark in outcome] for outcome in outcomes]
    items = [{"index": number, "input": f"pytanie {number}"} for number in range(1, len(rows) + 1)]
    path.write_text(json.dumps({"models": ["A", "B", "C"], "items": items, "matrix": rows, **more}), encoding="utf-8")


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    """A sheet of 60 items with clusters and pairs, and answers of three models, of which each knows other items."""
    lines = ["input;gold;klaster;para"]
    lines += [f"Przykład formatu nr {n}: wskaż wyraz.;wyraz{n};K{n % 3};{n // 3 if n < 30 else ''}" for n in range(60)]
    (tmp_path / "bank.csv").write_text("\n".join(lines), encoding="utf-8")
    folder = tmp_path / "responses"
    folder.mkdir()
    for place, model in enumerate("abc"):
        rows = [
            {"input": f"Przykład formatu nr {n}: wskaż wyraz.", "response": f"wyraz{n}" if n >> place & 1 else "?"}
            for n in range(60)
        ]
        text = "\n".join(json.dumps(row) for row in rows)
        (folder / f"{model}.jsonl").write_text(text, encoding="utf-8")
    return tmp_path


def test_insight_has_the_promised_json(run: Callable[..., Result]) -> None:
    found = json.loads(run("insight", "--matrix", "matrix.json", "--format", "json").stdout)
    assert list(found) == ["n", "m", "score", "limit", "items", "pairs", "write_next"]
    assert list(found["items"][0]) == ["index", "right", "discrimination", "without", "effect"]
    assert list(found["pairs"][0]) == ["a", "b", "differ", "missing"]
    assert list(found["write_next"][0]) == ["right", "wrong", "gain"]
    assert (found["n"], found["m"]) == (64, 3)


def test_a_row_without_an_answer_counts_as_left_out(run: Callable[..., Result], tmp_path: Path) -> None:
    matrix(tmp_path / "holes.json", [None, *OUTCOMES])
    found = json.loads(run("insight", "--matrix", "holes.json", "--format", "json").stdout)
    assert (found["n"], found["items"][0]["index"]) == (64, 2)
    chosen = json.loads(run("choose", "--matrix", "holes.json", "--format", "json").stdout)
    assert (chosen["left_out"], 1 in chosen["chosen"]) == (1, False)


def test_insight_in_words(run: Callable[..., Result]) -> None:
    lines = run("insight", "--matrix", "matrix.json").stdout.splitlines()
    assert lines[1] == "What holds the score down, most first:"
    assert "Items without which the score would be higher:" in lines
    assert [line for line in lines if line.startswith("  one answered rightly by A, B, and not by C: +")]


def test_choose_has_the_promised_json(run: Callable[..., Result]) -> None:
    found = json.loads(run("choose", "--matrix", "matrix.json", "--format", "json").stdout)
    assert list(found) == ["n", "score", "bound", "chosen", "left_out"]
    assert found["n"] == len(found["chosen"]) == 50
    scored = json.loads(run("score", "--matrix", "matrix.json", "--format", "json").stdout)
    assert scored["score"] < found["score"] <= found["bound"]


def test_choose_says_what_it_is_not(run: Callable[..., Result]) -> None:
    said = run("choose", "--matrix", "matrix.json", "--min", "50", "--max", "120").stdout
    assert "Proven: no set that these options allow scores higher." in said
    assert "is not winning Test B" in said
    assert "about 100 do better" in said


def test_choose_writes_the_chosen_items(run: Callable[..., Result], bank: Path) -> None:
    source = ("--items", "bank.csv", "--responses", "responses")
    result = run("choose", *source, "--pin", "1, 60", "--keep-pairs", "-o", "items.jsonl", "--format", "json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    lines = (bank / "items.jsonl").read_text(encoding="utf-8").splitlines()
    texts = [f"Przykład formatu nr {index - 1}: wskaż wyraz." for index in found["chosen"]]
    assert [json.loads(line)["input"] for line in lines] == texts
    assert {1, 60} <= set(found["chosen"])


def test_labels_come_with_the_matrix(run: Callable[..., Result], bank: Path) -> None:
    """A matrix alone chooses as the sheet does."""
    source = ("--items", "bank.csv", "--responses", "responses")
    run("evaluate", *source, "--output", "own.json")
    options = ("--per-cluster", "17", "--keep-pairs", "--format", "json")
    assert run("choose", "--matrix", "own.json", *options).stdout == run("choose", *source, *options).stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("insight",), "give --matrix FILE"),
        (("choose", "--matrix", "matrix.json", "--items", "bank.csv"), "give --matrix FILE"),
        (("insight", "--items", "bank.csv"), "give --matrix FILE"),
        (("insight", "--matrix", "none.json"), "none.json"),
        (("insight", "--items", "bank.csv", "--responses", "none"), "none"),
        (("choose", "--matrix", "matrix.json", "--min", "9", "--max", "8"), "[choose-min-over-max]"),
        (("choose", "--matrix", "matrix.json", "--min", "65"), "[choose-too-few-items]"),
        (("choose", "--matrix", "matrix.json", "--pin", "65"), "[choose-unknown-pin]"),
        (("choose", "--matrix", "matrix.json", "--pin", "a"), "numbers of items"),
        (("choose", "--matrix", "matrix.json", "-o", "items.jsonl"), "has no gold answers"),
        (("choose", "--matrix", "commas.json"), "[score-of-another-task]"),
        (("insight", "--matrix", "commas.json"), "[score-of-another-task]"),
    ],
)
def test_what_cannot_be_is_refused(
    run: Callable[..., Result], bank: Path, arguments: tuple[str, ...], said: str
) -> None:
    matrix(bank / "commas.json", OUTCOMES, task="comma-placement")
    result = run(*arguments)
    assert (result.exit_code, said in result.output + result.stderr) == (2, True), result.output
    assert not (bank / "items.jsonl").exists()
