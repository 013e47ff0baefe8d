"""`evaluate --evaluator` from the command line: whose marks these are is said wherever a score is shown."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from evaluators import FOLDS, NEVER_RUN, body, judged

from sheet_tools.cli import group
from sheet_tools.evaluator import evaluate
from sheet_tools.evaluator.apart import Limits
from sheet_tools.report.findings import message, remedy


def evaluated(folder: Path, source: str | bytes, *more: str) -> Result:
    write(folder / "items.jsonl", [{"input": f"Pytanie {n}", "gold": f"g{n}"} for n in range(50)])
    (folder / "responses").mkdir()
    for place, model in enumerate("abc"):
        answers = [{"input": f"Pytanie {n}", "response": f"G{n}" if n % 3 == place else f"g{n}"} for n in range(50)]
        write(folder / "responses" / f"{model}.jsonl", answers)
    (folder / "evaluator.py").write_bytes(source if isinstance(source, bytes) else source.encode())
    arguments = ["--items", "items.jsonl", "--responses", "responses", "--evaluator", "evaluator.py", "--lang", "en"]
    return CliRunner().invoke(group, ["evaluate", *arguments, *more], catch_exceptions=False)


def write(path: Path, lines: Sequence[object]) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


@pytest.mark.parametrize(
    ("source", "status", "said", "first_row"),
    [
        (FOLDS, 0, "[evaluator-accepted]", [1, 1, 1]),
        (body("return 1"), 1, "[evaluator-not-used]", [0, 1, 1]),
        (body("return prediction.strip() == gold", "import os"), 1, "[evaluator-not-run]", [0, 1, 1]),
    ],
)
def test_evaluate_with_an_evaluator(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, status: int, said: str, first_row: list[int]
) -> None:
    monkeypatch.chdir(tmp_path)
    result = evaluated(tmp_path, source, "--output", "matrix.json")
    assert result.exit_code == status
    assert said in result.output
    assert json.loads((tmp_path / "matrix.json").read_bytes())["matrix"][0] == first_row


def test_evaluate_with_an_evaluator_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    report = json.loads(evaluated(tmp_path, FOLDS, "--format", "json").stdout)
    assert report["evaluator"]["accepted"] is True
    assert report["evaluator"]["held"]["time"] == "system"
    assert report["score"]["score"] == 0.0, "the checker takes every answer for right"
    assert report["evaluator"]["exact_score"]["score"] > 0


NOT_RUN = body("return open(gold) == prediction")


def test_exact_match_is_named_wherever_its_score_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown = evaluated(tmp_path, NOT_RUN, "--output", "matrix.json")
    assert shown.exit_code == 1
    assert "marked by exact match" in shown.output
    assert "declined" not in shown.output
    assert json.loads((tmp_path / "matrix.json").read_bytes())["marked_by"] == "exact match"
    scored = CliRunner().invoke(group, ["score", "--matrix", "matrix.json", "--lang", "pl"])
    assert "oceny według dokładnej zgodności (evaluator.py nie został użyty)" in scored.output
    as_json = CliRunner().invoke(group, ["score", "--matrix", "matrix.json", "--format", "json"])
    assert json.loads(as_json.stdout)["marked_by"] == "exact match"


def test_the_words_of_what_is_not_run() -> None:
    (finding,) = (each for each in judged(NOT_RUN).findings if each.code == "evaluator-not-run")
    assert "open (wiersz 3)" in message(finding, "pl")
    assert "organizatorzy mogą go przyjąć; tu liczymy dokładną zgodność" in remedy(finding, "pl").lower()


@pytest.mark.parametrize(
    ("source", "status", "marked_by"), [(FOLDS, "used", "evaluator.py"), (NOT_RUN, "not-run", "exact match")]
)
def test_status_as_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, status: str, marked_by: str
) -> None:
    monkeypatch.chdir(tmp_path)
    report = json.loads(evaluated(tmp_path, source, "--format", "json").stdout)
    assert report["marked_by"] == marked_by
    assert report["evaluator"]["status"] == status


def test_no_score_and_no_matrix_where_the_time_was_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sheet_tools.judging.evaluate", partial(evaluate, limits=Limits(total_seconds=0)))
    shown = evaluated(tmp_path, FOLDS, "--output", "matrix.json")
    assert shown.exit_code == 1
    assert "No score: the time for evaluator.py was up" in shown.output
    assert "[evaluator-time-in-all]" in shown.output
    assert "\nscore " not in shown.output
    assert not (tmp_path / "matrix.json").exists()


HOSTILE = {
    **{name: source.encode() for name, source in NEVER_RUN.items()},
    "Polish comments in iso-8859-2": "# -*- coding: iso-8859-2 -*-\n# zażółć\n".encode("iso-8859-2") + FOLDS.encode(),
    "utf-7": b"# coding: utf-7\n+AGY-",
    "bytes": bytes(range(256)),
    "empty": b"",
    "a lone surrogate": body("raise ValueError('\\ud800')").encode(),
}


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_no_source_is_a_bug_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: bytes) -> None:
    monkeypatch.chdir(tmp_path)
    assert evaluated(tmp_path, source).exit_code in (0, 1)


def test_only_a_task_of_exact_match_takes_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    sheet = Path(__file__).parent.parent / "samples" / "numeral-inflection" / "dobry.xlsx"
    (tmp_path / "r").mkdir()
    (tmp_path / "evaluator.py").write_text(FOLDS, encoding="utf-8")
    arguments = ["--items", str(sheet), "--responses", "r", "--evaluator", "evaluator.py"]
    result = CliRunner().invoke(group, ["evaluate", *arguments, "--task", "numeral-inflection"])
    assert (result.exit_code, "takes no evaluator.py" in result.output) == (2, True)
