"""A fifth task is one declaration with its prompt, a marker and a check: docs/adding-a-task.md, done here."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from click.testing import CliRunner

from sheet_tools import checks, cli, marking, tasks
from sheet_tools.marking import Mark, Verdict
from sheet_tools.pipeline import Settings, Source, assess, check, person_answers, read, submission, template_bytes
from sheet_tools.report.page import page_of
from sheet_tools.tasks import Task

DOCS = Path(__file__).parents[1] / "docs" / "adding-a-task.md"


def declaration() -> str:
    """The Python blocks of the document: what it tells the reader to write."""
    return "\n\n".join(re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL))


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Task:
    # What the blocks need beside their own imports is what stands in marking.py, where the marker goes.
    made: dict[str, Any] = {"Verdict": Verdict, "Mark": Mark}
    exec(declaration(), made)
    task: Task = made["RHYMES"]
    monkeypatch.setitem(tasks.TASKS, task.name, task)
    monkeypatch.setitem(checks.CHECKS, "rhyme-places", made["check_rhymes"])
    monkeypatch.setattr(marking, "MARKERS", MappingProxyType({**marking.MARKERS, "rhymes": made["rhymes"]}))
    return task


INPUTS = "".join(
    json.dumps({"id": f"w{n}", "verse": f"[1] kot [2] płot [3] dom [4] nr {n}"}) + "\n" for n in range(3)
).encode()


def gold() -> bytes:
    lines = [{"id": f"w{n}", "pair": [1, 2], "kind": "ŻEŃSKI" if n else "MĘSKI"} for n in range(3)]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()


def answers(folder: Path) -> None:
    for model, pair in (("inv/a", [2, 1]), ("inv/b", [1, 3])):
        lines = [{"input": f"[1] kot [2] płot [3] dom [4] nr {n}",
                  "response": json.dumps({"pair": pair, "kind": "ŻEŃSKI"})} for n in range(3)]  # fmt: skip
        text = "".join(json.dumps(line) + "\n" for line in lines)
        (folder / f"{model.replace('/', '__')}.jsonl").write_text(text, encoding="utf-8")


def test_its_sheet_its_submission_and_its_checks(toy: Task) -> None:
    settings = Settings(toy, inputs=Source("inputs.jsonl", INPUTS))
    blank = check(read(Source("s.xlsx", template_bytes("pl", toy, settings.inputs)), settings))
    assert {f.code for f in blank.findings} == {"missing-list", "missing-value"}
    checked = check(read(Source("gold.jsonl", gold()), settings))
    assert [f.code for f in checked.findings] == []
    assert submission(checked) == gold()
    bad = gold().replace(b"[1, 2]", b"[1, 2, 3]", 1)
    found = check(read(Source("gold.jsonl", bad), settings)).findings
    assert [(f.place.row, f.code) for f in found] == [(1, "place-absent")]


def test_its_answers_are_marked_and_shown(toy: Task, tmp_path: Path) -> None:
    from sheet_tools.pipeline import cached_responses

    answers(tmp_path)
    settings = Settings(toy, inputs=Source("inputs.jsonl", INPUTS))
    checked = check(read(Source("gold.jsonl", gold()), settings))
    person, _ = person_answers(Source("gold.jsonl", gold()), settings)
    result = assess(checked, cached_responses(tmp_path, checked.usable, toy), person)
    assert result.marks is not None
    assert result.marks.matrix == ((0, 0), (1, 0), (1, 0))
    assert result.accuracy is not None
    assert (result.accuracy.overall.right, result.accuracy.overall.n) == (2, 6)
    assert [row.number for row in page_of(result, "pl").rows] == [1, 2, 3]


@pytest.mark.parametrize(
    "arguments",
    [
        ["template", "rhymes", "--inputs", "inputs.jsonl", "-o", "t.xlsx"],
        ["template", "rhymes", "--blind", "--items", "gold.jsonl", "-o", "b.xlsx"],
        ["convert", "gold.jsonl", "--task", "rhymes", "--inputs", "inputs.jsonl", "-o", "s.jsonl"],
        ["validate", "--items", "gold.jsonl", "--task", "rhymes"],
        ["evaluate", "--items", "gold.jsonl", "--inputs", "inputs.jsonl", "--task", "rhymes", "--responses", "r"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_every_command_knows_it(
    toy: Task, arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r").mkdir()
    answers(tmp_path / "r")
    Path("inputs.jsonl").write_bytes(INPUTS)
    Path("gold.jsonl").write_bytes(gold())
    name, *rest = arguments
    command = cli.group.get_command(None, name)  # type: ignore[arg-type]
    assert command is not None
    for parameter in command.params:
        if parameter.name == "task_name":
            monkeypatch.setattr(parameter.type, "choices", list(tasks.TASKS))
    if name == "template" and "--blind" in rest:
        given = [{"id": f"w{n}", "verse": f"[1] kot [2] płot [3] dom [4] nr {n}"} for n in range(3)]
        Path("gold.jsonl").write_text("".join(json.dumps(each) + "\n" for each in given), encoding="utf-8")
    result = CliRunner().invoke(command, rest, catch_exceptions=False)
    assert result.exit_code == 0, result.output
