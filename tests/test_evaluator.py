"""The author's own evaluator.py: seen through, run apart, held to its promises."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from evaluators import EXACT, FOLDS, NEVER_RUN, NOTES, TASK, body, codes, items, judged, marks, responses
from hypothesis import given, settings
from hypothesis import strategies as st

from sheet_tools.evaluator import Status, evaluate
from sheet_tools.evaluator.apart import DEFAULT, Apart, Limits, Trouble
from sheet_tools.evaluator.inspection import inspect
from sheet_tools.report.findings import message


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
    assert evaluation.marks.rows == evaluation.exact.rows


def test_a_missing_answer_stays_missing() -> None:
    assert marks(judged(FOLDS, texts=("kota",))) == ([1, None], [1, None])


# What the source holds: name, source, codes
HOLDS: list[tuple[str, str, list[tuple[str, str]]]] = [
    ("nothing", EXACT, []),
    ("a model's answer", body("return prediction == gold or prediction == 'kotem'"),
     [("evaluator-holds-answers", "warning")]),
    ("a sum", body("return prediction == 'ko' + 'te' + 'm'"), [("evaluator-holds-answers", "warning")]),
    ("three", body("return prediction in ('kotem', 'psem', 'lisem')"), [("evaluator-holds-answers", "error")]),
    ("split", body("return prediction in 'kotem psem lisem'.split()"), [("evaluator-holds-answers", "note")]),
    ("a pattern", body("return bool(re.match('(kotem|psem|lisem)$', prediction))", "import re"),
     [("evaluator-holds-answers", "note")]),
    ("two in a sentence", body("x = 'z kotem i psem'\nreturn prediction == gold"), []),
    ("a gold", body("return prediction == 'kota'"), [("evaluator-holds-golds", "warning")]),
    ("in a docstring", '"""kotem"""\n' + FOLDS, []),
]  # fmt: skip


@pytest.mark.parametrize(("source", "expected"), [case[1:] for case in HOLDS], ids=[case[0] for case in HOLDS])
def test_answers_in_the_source(source: str, expected: list[tuple[str, str]]) -> None:
    found = inspect(source, ["kotem", "psem", "lisem", "kota"], ["kota"])
    assert [(each.code, str(each.level)) for each in found if each.code not in NOTES] == expected


@pytest.mark.parametrize("arguments", ["p", "p, g, h", "p, g, *, h", "", "*, p, g", "**more"])
def test_accept_takes_two_arguments(arguments: str) -> None:
    assert [each.code for each in inspect(f"def accept({arguments}): return True", [], [])] == ["evaluator-no-accept"]


def test_a_list_of_model_outputs_is_an_error() -> None:
    source = body("return prediction in {'kotem', 'psem', 'kotu'} or prediction == gold")
    evaluation = judged(source, ("kota", "psa", "kot"), ("kotem", "psem", "kotu"))
    assert codes(evaluation) == ["evaluator-holds-answers"]
    assert not evaluation.is_accepted


# What is seen by running it: name, source, (row, code, how often)
RUN: list[tuple[str, str, list[tuple[int | None, str, object]]]] = [
    ("does not accept a gold", body("return gold[0] != 'p'"), [(3, "evaluator-refuses-gold", 1)]),
    ("an integer", body("return 1"), [(2, "evaluator-not-bool", 3)]),
    ("a generator", body("yield True"), [(2, "evaluator-not-bool", 3)]),
    ("a match object", body("return re.match(gold, prediction) if prediction != gold else True", "import re"),
     [(2, "evaluator-not-bool", 1)]),
    ("an exception", body("return prediction == gold or {}[prediction]"), [(2, "evaluator-raises", 1)]),
    ("an exception without a character", body("raise ValueError('\\ud800')"), [(2, "evaluator-raises", 3)]),
    ("for ever in itself", body("return accept(prediction, gold)"), [(2, "evaluator-raises", 3)]),
    ("much memory", body("return prediction == gold or bool('x' * 10**9)"), [(2, "evaluator-raises", 1)]),
    ("fails while loading", body("return True", "x = 1 / 0"), [(None, "evaluator-not-loaded", None)]),
    ("ends while loading", body("return True", "raise StopIteration"), [(None, "evaluator-not-loaded", None)]),
    ("remembers", body("seen.append(1)\nreturn prediction == gold or len(seen) > 1", "seen = []"),
     [(2, "evaluator-unstable", 1)]),
    ("prints", body("print('{}', flush=True)\nreturn prediction == gold"), []),
    ("prints while loading", body("return prediction == gold", "print('{\"result\": true}')"), []),
]  # fmt: skip


@pytest.mark.parametrize(("source", "expected"), [case[1:] for case in RUN], ids=[case[0] for case in RUN])
def test_seen_by_running(source: str, expected: list[tuple[int | None, str, object]]) -> None:
    evaluation = evaluate(source.encode(), items("kota", "psa"), responses("kotu", "psa"), TASK)
    found = [(each.place.row, each.code, each.values.get("n")) for each in evaluation.findings]
    assert [each for each in found if each[1] not in NOTES] == expected
    assert evaluation.is_accepted == (not expected)
    if expected:
        assert evaluation.status is Status.BROKEN
        assert evaluation.marks.rows == evaluation.exact.rows


def test_a_call_that_does_not_end() -> None:
    """Each call is as endless as the other, so that a slow machine makes no difference."""
    evaluation = judged(body("while True: pass"), ("a", "b", "c", "d", "e"), ("1", "2", "3", "4", "5"))
    (slow,) = (finding for finding in evaluation.findings if finding.code == "evaluator-too-slow")
    assert slow.values["n"] == 3, "killed three times it is asked no more"
    assert slow.values["shown"] == "0.5"


def test_loading_that_does_not_end() -> None:
    limits = Limits(start_seconds=0.5)
    source = body("return True", "while True: pass")
    evaluation = evaluate(source.encode(), items("a"), responses("a"), TASK, limits)
    (slow,) = (finding for finding in evaluation.findings if finding.code == "evaluator-slow-to-load")
    assert message(slow, "en") == "evaluator.py did not load in time (seconds: 0.5)."


def test_the_limits_of_the_spec() -> None:
    assert DEFAULT.seconds == 5
    assert DEFAULT.total_seconds <= 600


def test_the_time_in_all_withholds_the_score() -> None:
    evaluation = evaluate(FOLDS.encode(), items("a", "b"), responses("a", "b"), TASK, Limits(total_seconds=0))
    assert codes(evaluation) == ["evaluator-time-in-all"]
    assert evaluation.status is Status.WITHHELD


# What a checker takes besides the right answers: its accept, code, how many. Golds are kota, psa, lisa, KOTA.
CONTROLS: list[tuple[str, str | None, object]] = [
    ("prediction == gold", None, None),
    ("prediction.casefold() == gold.casefold()", None, None),
    ("True", "evaluator-accepts-all", 18),
    ("bool(prediction) or prediction == gold", "evaluator-accepts-all", 14),
    ("prediction in ('kota', 'psa', 'lisa', 'KOTA')", "evaluator-accepts-all", 10),
    ("prediction == gold or not prediction", "evaluator-accepts-other", 4),
    ("prediction == gold or (prediction, gold) == ('psa', 'lisa')", "evaluator-accepts-other", 1),
]


@pytest.mark.parametrize(("says", "code", "n"), CONTROLS)
def test_control_pairs(says: str, code: str | None, n: int | None) -> None:
    golds = ("kota", "psa", "lisa", "KOTA")
    evaluation = judged(body(f"return {says}"), golds, golds)
    found = [each for each in evaluation.findings if each.code.startswith("evaluator-accepts")]
    assert [each.code for each in found] == ([code] if code else [])
    assert [each.values["n"] for each in found] == ([n] if code else [])
    assert evaluation.is_accepted, "what is suspect is said; whose marks count is for the organisers"


def test_the_same_gold_everywhere_still_has_controls() -> None:
    evaluation = judged(body("return True"), ("tak", "tak"), ("tak", "nie"))
    assert "evaluator-accepts-all" in [finding.code for finding in evaluation.findings]


def test_a_control_that_raises_is_a_warning() -> None:
    evaluation = judged(body("return prediction[0] == gold[0] and prediction == gold"), ("a", "b"), ("a", "b"))
    assert [(each.code, str(each.level)) for each in evaluation.findings if each.code == "evaluator-raises"] == [
        ("evaluator-raises", "warning")
    ]
    assert evaluation.is_accepted


@pytest.mark.parametrize("source", NEVER_RUN.values(), ids=NEVER_RUN)
def test_never_run(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheet_tools.evaluator.apart.subprocess.Popen", None)
    evaluation = judged(source)
    assert "evaluator-not-run" in codes(evaluation)
    assert evaluation.status is Status.NOT_RUN
    assert evaluation.held == {}
    assert evaluation.marks.rows == evaluation.exact.rows


# What may come on the channel from a runner that is not itself any more: no mark, no crash, bounded memory.
GARBAGE = ["garbage", "[1,2]", "{}", "null", "[" * 200_000, "9" * 10_000, '{"result": 1}', '{"result": "true"}', "\xff",
           '{"error": 5}', '{"limits": {"time": 5}}', "x" * 10**6, '{"result": true}\n{"result": true}']  # fmt: skip


@pytest.mark.parametrize("said", GARBAGE, ids=range(len(GARBAGE)))
@pytest.mark.parametrize("when", ["load", "call"])
def test_garbage_on_the_channel(said: str, when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runner = tmp_path / "runner.py"
    first = "" if when == "load" else "sys.stdin.readline(); print('{\"limits\": {}}', flush=True)\n"
    runner.write_text(f"import sys\n{first}sys.stdin.readline()\nprint({said!r}, flush=True)\nsys.stdin.read()\n")
    monkeypatch.setattr("sheet_tools.evaluator.apart._RUNNER", runner)
    with Apart("", Limits()) as apart:
        results = [apart.accept("a", "b"), apart.accept("a", "b")]
    assert isinstance(results[-1], Trouble), "the second answer came unasked"
    assert results[-1].code in ("evaluator-channel", "evaluator-died")
    assert all(isinstance(result, Trouble | bool) for result in results)


def test_a_runner_that_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runner = tmp_path / "runner.py"
    runner.write_text("import sys\nsys.stdin.readline()\nsys.exit(7)\n")
    monkeypatch.setattr("sheet_tools.evaluator.apart._RUNNER", runner)
    with Apart("", Limits()) as apart:
        assert apart.start() == Trouble("evaluator-died-loading", "7")


def test_not_beside_aliases() -> None:
    evaluation = evaluate(FOLDS.encode(), items("kota", "psa", alias="x"), responses("x", "psa"), TASK)
    assert codes(evaluation) == ["evaluator-with-aliases"]
    assert marks(evaluation) == ([1, 1], [1, 1])
    assert evaluation.held == {}, "it was not run"


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
    with Apart(REACHES) as apart:
        result = apart.accept("a", "a")
    assert isinstance(result, Trouble)
    assert result.code == "evaluator-raises"


def test_the_environment_is_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVAL_API_KEY", "klucz-tajny")
    source = body("return 'EVAL_API_KEY' in os.environ", "import os")
    with Apart(source) as apart:
        assert apart.accept("a", "a") is False


def test_a_source_with_a_byte_order_mark() -> None:
    assert judged("\ufeff" + EXACT).is_accepted


def test_many_calls_are_quick() -> None:
    """2,000 rows by 6 models are 12,000 calls: the process apart must not make minutes of them."""
    golds = [f"g{number}" for number in range(2000)]
    assert judged(EXACT, golds, golds[::-1]).is_accepted
