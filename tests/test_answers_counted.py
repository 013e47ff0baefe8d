"""Whose answers count: nothing of a folder, a models file or an import is dropped or doubled in silence."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sheet_tools.cli import group

TEXTS = [f"Przykład formatu nr {n}: wskaż wyraz." for n in range(50)]


def lines(place: int, field: str = "response") -> str:
    given = [(text, f"wyraz{n}" if n >> place & 1 else "?") for n, text in enumerate(TEXTS)]
    return "".join(json.dumps({"input": text, field: answer}) + "\n" for text, answer in given)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.chdir(tmp_path)
    items = [json.dumps({"input": text, "gold": f"wyraz{n}"}) for n, text in enumerate(TEXTS)]
    Path("items.jsonl").write_text("\n".join(items) + "\n", encoding="utf-8")
    Path("responses").mkdir()
    for place, model in enumerate("abc"):
        Path(f"responses/o__{model}.jsonl").write_text(lines(place), encoding="utf-8")

    def call(*arguments: str) -> Result:
        return CliRunner().invoke(group, [*arguments, "--lang", "en"], catch_exceptions=False)

    return call


def evaluated(
    run: Callable[..., Result], *more: str, responses: str = "responses"
) -> Mapping[str, Mapping[str, object]]:
    """Code → values of the findings, and under "models" the models."""
    result = run("evaluate", "--items", "items.jsonl", "--responses", responses, *more, "--format", "json")
    told = json.loads(result.stdout)
    found = {finding["code"]: finding["values"] for finding in told["findings"]}
    return {**found, "models": {model["model"]: model["missing"] for model in told["models"]}}


@pytest.mark.parametrize("name", ["o__d.JSONL", "o__d.Jsonl", "o__d.jsonl"])
def test_the_case_of_an_ending_makes_no_other_model(run: Callable[..., Result], name: str) -> None:
    Path("responses", name).write_text(lines(3), encoding="utf-8")
    assert set(evaluated(run)["models"]) == {"o/a", "o/b", "o/c", "o/d"}


def test_two_cases_of_an_ending_are_two_files_of_one_model(run: Callable[..., Result]) -> None:
    Path("responses/o__a.JSONL").write_text(lines(3), encoding="utf-8")
    assert evaluated(run)["responses-two-files"]["model"] == "o/a"


@pytest.mark.parametrize(
    ("name", "is_said"),
    [
        ("o__d.ndjson", True),
        ("o__d.jsonl.gz", True),
        ("o__d.jsonl.txt", True),
        ("answers.zip", True),
        ("panel.sqlite", True),
        ("older/o__d.jsonl", True),
        ("older/README.md", False),
        ("README.md", False),
        ("desktop.ini", False),
        (".DS_Store", False),
        ("._o__d.jsonl", False),
        ("o__a.earlier.ndjson", False),
        ("matrix.json", False),
    ],
)
def test_what_is_passed_over_in_a_folder_is_named(run: Callable[..., Result], name: str, is_said: bool) -> None:
    path = Path("responses", name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(lines(3), encoding="utf-8")
    found = evaluated(run)
    assert found.get("responses-passed-over", {}).get("files") == (name.split("/")[0] if is_said else None)
    assert len(found["models"]) == 3


@pytest.mark.parametrize("name", ["o__a (1).jsonl", "O__A.jsonl", "p__other.jsonl"])
def test_one_file_twice_is_no_second_model(run: Callable[..., Result], name: str) -> None:
    Path("responses", name).write_text(lines(0), encoding="utf-8")
    same = evaluated(run)["answers-same"]
    assert ({same["model"], same["other"]}, same["n"]) == ({"o/a", name.removesuffix(".jsonl").replace("__", "/")}, 50)


def test_answers_that_differ_once_are_of_two_models(run: Callable[..., Result]) -> None:
    Path("responses/o__d.jsonl").write_text(lines(0).replace('"wyraz1"', '"?"'), encoding="utf-8")
    assert "answers-same" not in evaluated(run)


@pytest.mark.parametrize("source", ["responses", "panel.sqlite"])
def test_a_models_file_and_the_answers_are_held_against_each_other(run: Callable[..., Result], source: str) -> None:
    run("panel", "import", "panel.sqlite", "responses")
    Path("models.txt").write_text("O/A\no/b\n", encoding="utf-8")
    found = evaluated(run, "--models-file", "models.txt", responses=source)
    assert found["models"] == {"O/A": 50, "o/b": 0}
    absent = found["responses-model-absent" if source == "responses" else "store-missing"]
    assert absent["model"] == "O/A"
    assert (found["responses-not-listed"]["n"], found["responses-not-listed"]["models"]) == (2, "o/a, o/c")


def test_a_models_file_that_fits_says_nothing(run: Callable[..., Result]) -> None:
    Path("models.txt").write_text("o/c\no/b\no/a\n", encoding="utf-8")
    assert not {"responses-model-absent", "responses-not-listed"} & set(evaluated(run, "--models-file", "models.txt"))


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        (lines(0), 0),
        (lines(0, field="gold"), 50),
        ('{"input": "Co?", "response": null}\n', 1),
        ('{"input": "Co?", "response": ["a"]}\n', 1),
        ('{"input": "Co?"', 1),
        ('{"input": "Co?", "response": "a", "finish_reason": "error"}\n', 1),
    ],
)
def test_what_an_import_cannot_take_is_counted(run: Callable[..., Result], text: str, lost: int) -> None:
    Path("more.jsonl").write_text(text, encoding="utf-8")
    result = run("panel", "import", "new.sqlite", "more.jsonl")
    assert result.exit_code == (1 if lost else 0)
    assert f"{lost} line" in result.stdout
    assert lost or "50 answers brought in" in result.stdout


def test_the_ending_of_what_is_imported_is_no_part_of_a_model(run: Callable[..., Result]) -> None:
    Path("o__d.ndjson").write_text(lines(3), encoding="utf-8")
    run("panel", "import", "new.sqlite", "o__d.ndjson")
    assert set(evaluated(run, responses="new.sqlite")["models"]) == {"o/d"}
