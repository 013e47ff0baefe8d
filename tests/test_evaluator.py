"""The author's own evaluator.py: seen through, run apart, held to its promises."""

from __future__ import annotations

import json
import os
import textwrap
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from sheet_tools.cells import Place
from sheet_tools.cli import group
from sheet_tools.evaluator import Evaluation, evaluate
from sheet_tools.evaluator.apart import Apart, Limits, Trouble
from sheet_tools.evaluator.inspection import inspect
from sheet_tools.items import Item
from sheet_tools.panel.responses import Response, Responses
from sheet_tools.tasks import DEFAULT_TASK, TASKS

TASK = TASKS[DEFAULT_TASK]
QUICK = Limits(seconds=0.5)

EXACT = """
import unicodedata

def _form(text):
    return " ".join(unicodedata.normalize("NFKC", text).split())

def accept(prediction: str, gold: str) -> bool:
    return _form(prediction) == _form(gold)
"""
FOLDS = "def accept(prediction, gold):\n    return prediction.strip('.').casefold() == gold.casefold()\n"
NOTES = {"evaluator-imports", "evaluator-limits", "evaluator-same", "evaluator-differs"}


def items(*golds: str, alias: str | None = None) -> list[Item]:
    more = {"alias1": alias} if alias else {}
    return [
        Item(Place("P", row), {"input": f"Pytanie {row}", "gold": gold, **more}) for row, gold in enumerate(golds, 2)
    ]


def responses(*texts: str) -> Responses:
    """One model's answers to Pytanie 2, 3, …"""
    answers = {f"Pytanie {row}": Response(text) for row, text in enumerate(texts, 2)}
    return Responses(("m",), {"m": answers})


def body(code: str, head: str = "") -> str:
    return f"{textwrap.dedent(head)}\ndef accept(prediction, gold):\n{textwrap.indent(textwrap.dedent(code), '    ')}\n"


def judged(source: str, golds: Sequence[str] = ("kota", "psa"), texts: Sequence[str] = ("Kota.", "psa")) -> Evaluation:
    return evaluate(source.encode(), items(*golds), responses(*texts), TASK, QUICK)


def codes(evaluation: Evaluation) -> list[str]:
    return [finding.code for finding in evaluation.findings if finding.code not in NOTES]


def marks(evaluation: Evaluation) -> tuple[list[int | None], list[int | None]]:
    return [row[0] for row in evaluation.marks.matrix], [row[0] for row in evaluation.exact.matrix]


def test_a_checker_that_folds_case_and_a_full_stop() -> None:
    evaluation = judged(FOLDS)
    assert evaluation.is_accepted
    assert marks(evaluation) == ([1, 1], [0, 1])
    (differs,) = (finding for finding in evaluation.findings if finding.code == "evaluator-differs")
    assert differs.values == {"n": 1}


@settings(max_examples=8, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["kota", "ﬁ", "a b", "Ż"]), st.text(max_size=6)), min_size=1, max_size=12))
def test_a_checker_that_does_the_same_gives_the_same_marks(pairs: list[tuple[str, str]]) -> None:
    golds, texts = zip(*pairs, strict=True)
    texts = tuple(text.encode("utf-8", "replace").decode() for text in texts)
    evaluation = judged(EXACT, golds, [text if place % 2 else f" {golds[place]}\n" for place, text in enumerate(texts)])
    assert evaluation.is_accepted
    assert evaluation.marks == evaluation.exact


def test_a_missing_answer_stays_missing() -> None:
    assert marks(judged(FOLDS, texts=("kota",))) == ([1, None], [1, None])


# What is seen without running it: name, source, codes
SEEN: list[tuple[str, str, list[str]]] = [
    ("nothing to say", EXACT, []),
    ("no Python", "def accept(", ["evaluator-not-python"]),
    ("a null byte", "a = 1\0", ["evaluator-not-python"]),
    ("no accept", "def agrees(p, g): return True", ["evaluator-no-accept"]),
    ("one argument", "def accept(p): return True", ["evaluator-no-accept"]),
    ("three arguments", "def accept(p, g, h): return True", ["evaluator-no-accept"]),
    ("a third with a default", "def accept(p, g, h=1): return True", []),
    ("a nested accept", "def f():\n    def accept(p, g): return True", ["evaluator-no-accept"]),
    ("the network", body("return True", "import urllib.request"), ["evaluator-network"]),
    ("the network, from", body("from socket import create_connection\nreturn True"), ["evaluator-network"]),
    ("a library of others", body("return True", "import requests"), ["evaluator-network"]),
    ("another library", body("return True", "import numpy as np"), ["evaluator-foreign-import"]),
    ("a process", body("return True", "import subprocess"), ["evaluator-processes"]),
    ("opens a file", body("return open('x').read() == gold"), ["evaluator-files"]),
    ("may open a file", body("return True", "from pathlib import Path"), ["evaluator-files"]),
    ("runs a text", body("return eval('prediction == gold')"), ["evaluator-runs-code"]),
    ("imports by name", body("return True", "import importlib"), ["evaluator-runs-code"]),
    ("chance", body("return True", "import random"), ["evaluator-chance"]),
    ("a model's answer", body("return prediction == gold or prediction == 'kotem'"), ["evaluator-holds-answers"]),
    ("a gold", body("return prediction == 'kota'"), ["evaluator-holds-golds"]),
    ("an answer in a docstring", '"""kotem"""\n' + FOLDS, []),
]


@pytest.mark.parametrize(("source", "expected"), [case[1:] for case in SEEN], ids=[case[0] for case in SEEN])
def test_seen_without_running(source: str, expected: list[str]) -> None:
    found = inspect(source.encode(), ["kotem", "psem", "kota"], ["kota"])
    assert [finding.code for finding in found if finding.code not in NOTES] == expected


def test_a_list_of_model_outputs_is_an_error() -> None:
    source = body("return prediction in {'kotem', 'psem', 'kotu'} or prediction == gold")
    evaluation = judged(source, ("kota", "psa", "kot"), ("kotem", "psem", "kotu"))
    assert codes(evaluation) == ["evaluator-holds-answers"]
    assert not evaluation.is_accepted


# What is seen by running it: name, source, (row, code)
RUN: list[tuple[str, str, list[tuple[int | None, str]]]] = [
    ("does not accept a gold", body("return gold[0] != 'p'"), [(3, "evaluator-refuses-gold")]),
    ("an integer", body("return 1"), [(2, "evaluator-not-bool"), (2, "evaluator-not-bool"), (3, "evaluator-not-bool")]),
    ("a match object", body("return re.match(gold, prediction) if prediction != gold else True", "import re"),
     [(2, "evaluator-not-bool")]),
    ("an exception", body("return prediction == gold or {}[prediction]"), [(2, "evaluator-raises")]),
    ("exit", body("return prediction == gold or exit(3)"), [(2, "evaluator-raises")]),
    ("for ever", body("while prediction != gold: pass\nreturn True"), [(2, "evaluator-too-slow")]),
    ("much memory", body("return prediction == gold or bool('x' * 10**9)"), [(2, "evaluator-raises")]),
    ("for ever while loading", body("return True", "while True: pass"), [(None, "evaluator-not-loaded")]),
    ("fails while loading", body("return True", "x = 1 / 0"), [(None, "evaluator-not-loaded")]),
    ("remembers", body("seen.append(1)\nreturn prediction == gold or len(seen) > 1", "seen = []"),
     [(2, "evaluator-unstable")]),
    ("prints", body("print('{}', flush=True)\nreturn prediction == gold"), []),
    ("writes a file", body("return prediction == gold or bool(open('x', 'w'))"),
     [(2, "evaluator-raises"), (None, "evaluator-files")]),
    ("reads a file", body("return prediction == gold or bool(open('/etc/passwd'))"),
     [(2, "evaluator-raises"), (None, "evaluator-files")]),
    ("hides its program", body("return prediction == gold or sys.modules['o' + 's'].system('true') == 0", "import sys"),
     [(2, "evaluator-raises")]),
]  # fmt: skip


@pytest.mark.parametrize(("source", "expected"), [case[1:] for case in RUN], ids=[case[0] for case in RUN])
def test_seen_by_running(source: str, expected: list[tuple[int | None, str]]) -> None:
    limits = Limits(seconds=0.5, start_seconds=2)
    evaluation = evaluate(source.encode(), items("kota", "psa"), responses("kotu", "psa"), TASK, limits)
    found = [(finding.place.row, finding.code) for finding in evaluation.findings if finding.code not in NOTES]
    assert sorted(found, key=str) == sorted(expected, key=str)
    assert evaluation.is_accepted == (not any(finding.is_error for finding in evaluation.findings))
    if not evaluation.is_accepted:
        assert evaluation.marks == evaluation.exact


def test_not_beside_aliases() -> None:
    evaluation = evaluate(FOLDS.encode(), items("kota", "psa", alias="x"), responses("x", "psa"), TASK, QUICK)
    assert codes(evaluation) == ["evaluator-with-aliases"]
    assert marks(evaluation) == ([1, 1], [1, 1])
    assert evaluation.held == {}, "it was not run"


def test_killed_three_times_it_is_asked_no_more() -> None:
    source = body("while prediction != gold: pass\nreturn True")
    evaluation = judged(source, ("a", "b", "c", "d", "e"), ("1", "2", "3", "4", "5"))
    assert codes(evaluation) == ["evaluator-too-slow"] * 3


def test_the_limits_are_told_as_they_were_held() -> None:
    held = judged(EXACT).held
    assert set(held) == {"time", "memory", "files", "processes", "network"}
    assert held["time"] == "system"
    if os.name == "posix":
        assert held["memory"] == held["files"] == "system"


REACHES = body(
    """
    import socket
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("127.0.0.1", 9))
    return True
    """
)


def test_the_network_is_out_of_reach() -> None:
    """Past the inspection, which would have refused it."""
    with Apart(REACHES, QUICK) as apart:
        result = apart.accept("a", "a")
    assert isinstance(result, Trouble)
    assert result.code == "evaluator-raises"


def test_the_environment_is_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVAL_API_KEY", "klucz-tajny")
    source = body("return 'EVAL_API_KEY' in os.environ", "import os")
    with Apart(source, QUICK) as apart:
        assert apart.accept("a", "a") is False


def test_a_source_with_a_byte_order_mark() -> None:
    assert judged("\ufeff" + EXACT).is_accepted


def test_many_calls_are_quick() -> None:
    """2,000 rows by 6 models are 12,000 calls: the process apart must not make minutes of them."""
    golds = [f"g{number}" for number in range(2000)]
    assert judged(EXACT, golds, golds[::-1]).is_accepted


# From the command line


def evaluated(folder: Path, source: str, *more: str) -> Result:
    write(folder / "items.jsonl", [{"input": f"Pytanie {n}", "gold": f"g{n}"} for n in range(50)])
    (folder / "responses").mkdir()
    for place, model in enumerate("abc"):
        answers = [{"input": f"Pytanie {n}", "response": f"G{n}" if n % 3 == place else f"g{n}"} for n in range(50)]
        write(folder / "responses" / f"{model}.jsonl", answers)
    (folder / "evaluator.py").write_text(source, encoding="utf-8")
    arguments = ["--items", "items.jsonl", "--responses", "responses", "--evaluator", "evaluator.py", "--lang", "en"]
    return CliRunner().invoke(group, ["evaluate", *arguments, *more], catch_exceptions=False)


def write(path: Path, lines: Sequence[object]) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


@pytest.mark.parametrize(
    ("source", "status", "said", "first_row"),
    [
        (FOLDS, 0, "[evaluator-accepted]", [1, 1, 1]),
        (body("return 1"), 1, "[evaluator-declined]", [0, 1, 1]),
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
