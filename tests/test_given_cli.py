"""The command line for the tasks whose items are given: every command, from inputs.jsonl to the score."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from stand_in_server import Canned, StandIn, chat

from samples.given import FOLDER
from samples.given_patterns import SAMPLES, Sample
from sheet_tools.cli import group
from sheet_tools.tasks import TASKS

each_sample = pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.task)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EVAL_BASE_URL", raising=False)

    def call(sample: Sample, command: str, *arguments: str) -> Result:
        if not Path("inputs.jsonl").exists():
            shutil.copytree(FOLDER / sample.task, tmp_path, dirs_exist_ok=True)
        task = (sample.task,) if command == "template" else ("--task", sample.task)
        return CliRunner().invoke(group, [command, *task, *arguments, "--lang", "en"], catch_exceptions=False)

    return call


Run = Callable[..., Result]


@each_sample
def test_convert_writes_the_submission_in_the_order_of_the_inputs(run: Run, sample: Sample) -> None:
    result = run(sample, "convert", "dobry.xlsx", "--inputs", "inputs.jsonl", "-o", "out.jsonl", "--map", "map.jsonl")
    assert result.exit_code == 0, result.output
    assert Path("out.jsonl").read_bytes() == Path("expected-dobry.jsonl").read_bytes()
    first = json.loads(Path("map.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert (first["row"], first["cells"]["id"]) == (2, "A2")


@each_sample
def test_a_faulty_sheet_writes_nothing_but_a_draft(run: Run, sample: Sample) -> None:
    result = run(sample, "convert", "bledny.xlsx", "--inputs", "inputs.jsonl", "-o", "out.jsonl")
    assert (result.exit_code, Path("out.jsonl").exists()) == (1, False)
    run(sample, "convert", "bledny.xlsx", "--inputs", "inputs.jsonl", "-o", "draft.jsonl", "--draft")
    lines = Path("draft.jsonl").read_text(encoding="utf-8").splitlines()
    wanted = Path("expected-dobry.jsonl").read_text(encoding="utf-8").splitlines()
    ids = [json.loads(line)["id"] for line in lines]
    assert 0 < len(lines) < 30
    assert ids == [name for name in (json.loads(line)["id"] for line in wanted) if name in ids]


@each_sample
def test_validate_gives_the_verdict(run: Run, sample: Sample) -> None:
    good = run(sample, "validate", "--items", "expected-dobry.jsonl", "--inputs", "inputs.jsonl")
    assert (good.exit_code, good.output.splitlines()[-1]) == (0, "format_ok\t1")
    lines = Path("expected-dobry.jsonl").read_bytes().splitlines(keepends=True)
    Path("short.jsonl").write_bytes(b"".join(lines[:-1]))
    short = run(sample, "validate", "--items", "short.jsonl", "--inputs", "inputs.jsonl")
    assert (short.exit_code, short.output.splitlines()[-1]) == (1, "format_ok\t0")
    assert "input-missing" in short.output
    Path("schema.json").write_text('{"required": ["nothing"]}', encoding="utf-8")
    strict = run(sample, "validate", "--items", "expected-dobry.jsonl", "--schema", "schema.json")
    assert "schema-violated" in strict.output


@each_sample
def test_query_sends_the_specs_prompt_alone_and_evaluate_marks_it(run: Run, sample: Sample) -> None:
    task = TASKS[sample.task]
    right = {row[sample.subject]: sample.right(row) for row in sample.rows}

    def answer(body: dict[str, object], _n: int) -> Canned:
        (message,) = body["messages"]  # type: ignore[misc]
        sentence = message["content"].rsplit("\nZdanie: ", 1)[1]
        return Canned(chat(right[sentence], model="inv/a"))

    with StandIn(answer) as server:
        run(sample, "template", "-o", "blank.xlsx")
        Path(".env").write_text(f"EVAL_BASE_URL={server.url}\nEVAL_API_KEY=klucz\n", encoding="utf-8")
        Path("models.txt").write_text("inv/a\n", encoding="utf-8")
        asked = run(sample, "query", "--items", "inputs.jsonl", "--models-file", "models.txt", "--store", "p.sqlite")
        assert asked.exit_code == 0, asked.output
        bodies = [body for body in server.asked if "messages" in body]
    assert {body["messages"][0]["role"] for body in bodies} == {"user"}
    for body in bodies:
        assert len(body["messages"]) == 1
        assert {name: body[name] for name in task.generation} == task.generation
    marked = run(sample, "evaluate", "--items", "dobry.xlsx", "--inputs", "inputs.jsonl",
                 "--responses", "p.sqlite", "--format", "json")  # fmt: skip
    overall = json.loads(marked.output)["accuracy"]["overall"]
    assert (overall["right"], overall["n"]) == (30, 30)


@each_sample
def test_evaluate_and_score(run: Run, sample: Sample) -> None:
    result = run(sample, "evaluate", "--items", "dobry.xlsx", "--responses", "responses", "--output", "matrix.json",
                 "--person", "czlowiek.xlsx", "--format", "json")  # fmt: skip
    printed = json.loads(result.output)
    counted = {each["model"]: sum(each.get("faults", {}).values()) for each in printed["models"]}
    assert all(counted[each["model"]] == each["unreadable"] for each in printed["models"])
    assert sum(counted.values()) > 0
    assert [row["mark"] for row in printed["person"]["marks"]].count("wrong") == 2
    assert "gold-suspect" in {finding["code"] for finding in printed["findings"]}
    assert len(json.loads(Path("matrix.json").read_text(encoding="utf-8"))["models"]) == 3
    scored = json.loads(run(sample, "score", "--matrix", "matrix.json", "--per-item", "--format", "json").output)
    assert scored["accuracy"]["overall"] == printed["accuracy"]["overall"]
    assert len(scored["accuracy"]["items"]) == 30
    assert len(scored["accuracy"]["models"]) == 3
    assert scored["n"] == 29  # one answer is missing


@each_sample
def test_gold_of_lines_without_their_sentences_asks_for_the_inputs(run: Run, sample: Sample) -> None:
    result = run(sample, "evaluate", "--items", "expected-dobry.jsonl", "--responses", "responses")
    assert result.exit_code == 1
    assert "subject-unknown" in result.output


@each_sample
def test_template_from_inputs_and_for_blind_solving(run: Run, sample: Sample) -> None:
    assert run(sample, "template", "--inputs", "inputs.jsonl", "-o", "t.xlsx").exit_code == 0
    read = json.loads(run(sample, "read", "t.xlsx", "--format", "json").output)
    assert [row["cells"]["id"]["text"] for row in read["rows"]] == [row["id"] for row in sample.rows]
    assert run(sample, "template", "--blind", "--items", "dobry.xlsx", "-o", "b.xlsx").exit_code == 0
    blind = json.loads(run(sample, "read", "b.xlsx", "--format", "json").output)
    assert {name for row in blind["rows"] for name in row["cells"]} <= {
        "id",
        sample.subject,
        "status",
        "helper1",
        "helper2",
    }


@pytest.mark.parametrize(
    "arguments",
    [
        ["template", "reverse-poleval", "--inputs", "inputs.jsonl", "-o", "t.xlsx"],
        ["template", "numeral-inflection", "--blind", "-o", "t.xlsx"],
        ["validate", "--items", "dobry.xlsx", "--task", "reverse-poleval", "--inputs", "inputs.jsonl"],
        ["template", "numeral-inflection", "--inputs", "gone.jsonl", "-o", "t.xlsx"],
        ["validate", "--items", "dobry.xlsx", "--schema", "gone.json"],
    ],
)
def test_wrong_calls_end_with_status_2(arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(FOLDER / "numeral-inflection", tmp_path, dirs_exist_ok=True)
    assert CliRunner().invoke(group, arguments, catch_exceptions=False).exit_code == 2


def test_reverse_poleval_is_solved_blind_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sheet without gold, filled in: the first row as the gold says, the second otherwise."""
    from sheet_tools.pipeline import Settings, Source, read
    from sheet_tools.workbook.answer_sheet import build_answer_sheet

    monkeypatch.chdir(tmp_path)
    shutil.copytree(FOLDER / "reverse-poleval", tmp_path, dirs_exist_ok=True)
    task = TASKS["reverse-poleval"]

    def call(*arguments: str) -> Result:
        return CliRunner().invoke(group, [*arguments, "--lang", "pl"], catch_exceptions=False)

    assert call("template", "--blind", "--items", "dobry.xlsx", "-o", "b.xlsx").exit_code == 0
    shown = read(Source.from_path(Path("b.xlsx")), Settings(task.blind())).items
    golds = [item.gold for item in read(Source.from_path(Path("dobry.xlsx"))).items]
    assert [item.gold for item in shown] == [""] * 60
    given = [{"input": item.input} for item in shown]
    rows = [given[0] | {"gold": golds[0]}, given[1] | {"gold": "inaczej"}, *given[2:]]
    Path("b.xlsx").write_bytes(build_answer_sheet(task.blind(), "pl", given=given, rows=rows, blind=True))
    arguments = ("evaluate", "--items", "dobry.xlsx", "--responses", "responses", "--format", "json")
    alone = json.loads(call(*arguments).output)
    both = json.loads(call(*arguments, "--person", "b.xlsx").output)
    assert [row["mark"] for row in both["person"]["marks"]] == ["right", "wrong", *["missing"] * 58]
    assert both["score"] == alone["score"]
    assert both["marks"] == alone["marks"]
    suspect = [finding["cell"] for finding in both["findings"] if finding["code"] == "gold-suspect"]
    assert suspect == ["E3"]


@each_sample
def test_query_counts_by_kind_what_nobody_can_read(run: Run, sample: Sample) -> None:
    bad = sample.unreadable[0]
    with StandIn(lambda _body, n: Canned(chat(bad if n % 2 else "?", model="inv/a"))) as server:
        run(sample, "template", "-o", "blank.xlsx")
        Path(".env").write_text(f"EVAL_BASE_URL={server.url}\nEVAL_API_KEY=klucz\n", encoding="utf-8")
        Path("models.txt").write_text("inv/a\n", encoding="utf-8")
        asked = run(sample, "query", "--items", "inputs.jsonl", "--models-file", "models.txt", "--store", "p.sqlite",
                    "--format", "json")  # fmt: skip
    (finding,) = [f for f in json.loads(asked.output)["findings"] if f["code"] == "answers-not-understood"]
    # „?” is bare text, which a numeral may be (a wrong one), and no JSON.
    wanted = {"numeral-inflection": {"empty": 15}}.get(sample.task, {"code-fence": 15, "not-json": 15})
    assert finding["values"]["faults"] == wanted
