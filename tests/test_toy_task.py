"""A fifth task is one declaration with its prompt, a marker and a check: docs/adding-a-task.md, done here."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from click.testing import CliRunner

from sheet_tools import checks, cli, marking, tasks
from sheet_tools.cells import Place
from sheet_tools.checks import run_checks
from sheet_tools.findings import CatalogueFault, Finding, catalogue, entry
from sheet_tools.items import Item, ItemSet
from sheet_tools.marking import Mark
from sheet_tools.parsing import PARSERS
from sheet_tools.pipeline import Settings, Source, assess, check, person_answers, read, submission, template_bytes
from sheet_tools.report.findings import message
from sheet_tools.report.page import page_of
from sheet_tools.tasks import Column, Holds, Task, Writes
from sheet_tools.workbook.answer_sheet import build_answer_sheet

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs" / "adding-a-task.md"


def blocks(language: str) -> list[str]:
    """What the document tells the reader to write."""
    return re.findall(rf"```{language}\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)


# What stands in marking.py, where the marker goes.
IN_MARKING = """from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sheet_tools.items import Item
from sheet_tools.marking import Mark, Verdict
from sheet_tools.values import integers

"""


def written() -> dict[str, str]:
    """The file's name → the text that the reader has then."""
    task, check_, marker = blocks("python")
    return {"task.py": task, "check.py": check_, "marker.py": f"{IN_MARKING}\n{marker}"}


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Task:
    made: dict[str, Any] = {}
    for text in written().values():
        exec(text, made)
    task: Task = made["RHYMES"]
    monkeypatch.setitem(tasks.TASKS, task.name, task)
    monkeypatch.setitem(checks.CHECKS, "rhyme-pairs", made["check_rhymes"])
    monkeypatch.setattr(marking, "MARKERS", MappingProxyType({**marking.MARKERS, "rhymes": made["rhymes"]}))
    (words,) = blocks("toml")
    for code, raw in tomllib.loads(words).items():
        monkeypatch.setitem(catalogue(), code, entry(code, raw, "answers.toml"))
    return task


def test_what_it_tells_to_write_passes_the_gate(tmp_path: Path) -> None:
    for name, text in written().items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    files = [str(tmp_path / name) for name in written()]
    config = ["--config", str(ROOT / "pyproject.toml")]
    linted = subprocess.run([sys.executable, "-m", "ruff", "check", "--no-cache", *config, *files],
                            cwd=ROOT, capture_output=True, text=True, check=False)  # fmt: skip
    assert linted.returncode == 0, linted.stdout
    # The modules that they import are held to the same by the gate itself.
    typed = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", *files],
                           cwd=ROOT, capture_output=True, text=True, check=False)  # fmt: skip
    assert typed.returncode == 0, typed.stdout


def test_the_entry_is_one_of_the_catalogue() -> None:
    """As tests/test_catalogue.py asks of the others."""
    (words,) = blocks("toml")
    for code, raw in tomllib.loads(words).items():
        made = entry(code, raw, "answers.toml")
        for texts in (made.message, made.remedy):
            shown = [set(re.findall(r"{(\w+?)(?:_pl|_en)?}", texts[lang])) for lang in ("pl", "en")]
            assert shown[0] == shown[1]


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
    (found,) = check(read(Source("gold.jsonl", bad), settings)).findings
    assert (found.place.row, found.code, found.is_error) == (1, "rhyme-not-two", True)
    assert "słów jest 3" in message(found, "pl")
    assert "names 3 words" in message(found, "en")


# Every way in which a sheet may name two places, three, none; and what is no list.
PAIRS = [
    *((text, [1, 2], []) for text in ("1, 2", "1,2", "1 2", "1; 2", "[1] [2]", "[1, 2]", "2, 1", "01 02", "1,\n2")),
    *((text, [], []) for text in ("-", "–", "brak", "[]")),
    *((text, None, ["rhyme-not-two"]) for text in ("1", "1 2 3", "1, 1", "[1] [2] [3]")),
    *((text, None, ["list-unreadable"]) for text in ("1.2", "jeden", "1,,2")),
    ("", None, ["missing-list"]),
]


@pytest.mark.parametrize(("text", "right", "codes"), PAIRS)
def test_its_check_and_its_marker_take_every_legal_gold(
    toy: Task, text: str, right: list[int] | None, codes: list[str]
) -> None:
    values = {"id": "w", "verse": "[1] kot [2] płot [3] dom", "pair": text, "kind": "MĘSKI"}
    item = Item(Place("Pozycje", 2), values)
    assert [finding.code for finding in run_checks(ItemSet((item,)), toy)] == codes
    answers_ = ([1, 2], [2, 1], [1, 3], [1], [], [1, 2, 3])
    marks = [marking.MARKERS["rhymes"]({"pair": pair, "kind": "MĘSKI"}, item).mark for pair in answers_]
    if right is not None:
        assert marks == [Mark.RIGHT if set(pair) == set(right) else Mark.WRONG for pair in answers_]
    assert marking.MARKERS["rhymes"]({"pair": right or [], "kind": "ŻEŃSKI"}, item).mark is Mark.WRONG


def test_a_sheet_may_have_it_in_every_form(toy: Task) -> None:
    given = [{"id": f"w{n}", "verse": "[1] kot [2] płot"} for n in range(len(PAIRS))]
    rows = [row | {"pair": text, "kind": "MĘSKI"} for row, (text, _, _) in zip(given, PAIRS, strict=True)]
    checked = check(read(Source("s.xlsx", build_answer_sheet(toy, "pl", given=given, rows=rows)), Settings(toy)))
    found = {f.place.row: f.code for f in checked.findings if f.place.row}
    assert found == {row: codes[0] for row, (_, _, codes) in enumerate(PAIRS, start=2) if codes}


def test_accepted_sentences_and_other_names_of_fields() -> None:
    column = Column("accepted", ("formy uznawane", "accepted"), Holds.TEXT, writes=Writes.LINES,
                    lines_of=Writes.STRING, submitted=False)  # fmt: skip
    asked = Column("restored", ("zdanie", "restored"), Holds.TEXT, required=True, answers=True)
    task = Task((asked, column), name="t", title={}, user_message="", generation={}, checks=("answers",))
    values = {"restored": "Żółć, Wały 5!", "accepted": "Żółć – Wały 5!\nInne Zdanie (też dobre)."}
    item = Item(Place("Pozycje", 2), values)
    assert [f.code for f in run_checks(ItemSet((item,)), task)] == []
    forms = marking.forms_in("restored", "accepted")
    mark = marking.among(forms)
    said = [mark(text, item) for text in ("Żółć, Wały 5!", " Inne Zdanie (też dobre).\n", "inne zdanie", "")]
    assert [(verdict.mark, verdict.matched) for verdict in said] == [
        (Mark.RIGHT, "restored"), (Mark.RIGHT, "accepted2"), (Mark.WRONG, None), (Mark.WRONG, None),
    ]  # fmt: skip
    none = Item(Place("Pozycje", 2), values | {"accepted": "-"})
    assert forms(none) == {"restored": "Żółć, Wały 5!"}


def test_every_name_that_a_task_declares_is_known() -> None:
    for task in tasks.TASKS.values():
        assert set(task.checks) <= checks.CHECKS.keys()
        assert task.marker in marking.MARKERS
        assert task.parser in PARSERS


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (None, "no entry [not-there]"),
        ({"level": "error", "pl": "a", "en": "a", "remedy_pl": "a"}, "answers.toml: [not-there] lacks remedy_en"),
        ({"pl": "a", "en": "a"}, "answers.toml: [not-there] lacks level, remedy_pl, remedy_en"),
        ({"level": "fault", "pl": "a", "en": "a", "remedy_pl": "a", "remedy_en": "a"}, "has the level fault"),
    ],
)
def test_an_entry_that_is_missing_is_named(raw: dict[str, str] | None, said: str) -> None:
    with pytest.raises(CatalogueFault, match=re.escape(said)) as fault:
        assert entry("not-there", raw, "answers.toml") if raw else Finding("not-there").level
    assert "docs/adding-a-task.md" in fault.value.args[0]


def test_a_value_that_is_missing_is_named() -> None:
    with pytest.raises(CatalogueFault, match=r"\[places-count\] shows \{count\}"):
        message(Finding("places-count"), "pl")


def test_the_command_line_says_so(toy: Task, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
                                  capsys: pytest.CaptureFixture[str]) -> None:  # fmt: skip
    monkeypatch.delitem(catalogue(), "rhyme-not-two")
    path = tmp_path / "gold.jsonl"
    path.write_bytes(gold().replace(b"[1, 2]", b"[1, 2, 3]", 1))
    settings = Settings(toy)
    monkeypatch.setattr(cli, "run", lambda _arguments: check(read(Source.from_path(path), settings)))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 2
    assert "no entry [rhyme-not-two] (keys level, pl, en, remedy_pl, remedy_en;" in capsys.readouterr().err
    assert list(tmp_path.glob("sheet-tools-report-*")) == []


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
