"""Where a model's answers cannot mean what the author thinks: one warning a model, and none of few answers."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from sheet_tools.cells import Place
from sheet_tools.doubtful import doubts, has_thoughts
from sheet_tools.findings import Finding, Level
from sheet_tools.items import Item
from sheet_tools.marking import mark_all
from sheet_tools.panel.responses import Response, Responses
from sheet_tools.report.findings import message, remedy
from sheet_tools.tasks import TASKS

TASK = TASKS["reverse-poleval"]


def found(answers: Sequence[Response]) -> list[Finding]:
    """What is said of a model that answered the first items so."""
    items = [Item(Place(row=row), {"input": f"Pytanie {row}", "gold": "tak"}) for row in range(len(answers) + 2)]
    given = {item.input: answer for item, answer in zip(items, answers, strict=False)}
    responses = Responses(("m", "good"), {"m": given, "good": {item.input: Response("tak") for item in items}})
    return list(doubts(responses, items, mark_all(items, responses, TASK)))


def body(**message: object) -> str:
    return json.dumps({"choices": [{"message": {"role": "assistant", **message}}]})


def apart(**message: object) -> Response:
    return Response("", "length", {"received": body(**message)})


THOUGHTS = [
    *(
        Response(text)
        for text in (
            "<think>Hm.</think>\n\ntak",
            "\n<think>\nOkay, the user",
            "Hm, so it is.\n</think>\n\ntak",
            "[THINK]Hm[/THINK]tak",
            "<|channel|>analysis<|message|>Hm",
            "<|start|>assistant<|channel|>analysis<|message|>Hm",
            "<thinking>Hm</thinking> tak",
            "<THINK>Hm",
            "<thought>Hm",
            "<reasoning>Hm</reasoning>tak",
            "<reflection>Hm",
            "<seed:think>Hm</seed:think>tak",
            "◁think▷Hm◁/think▷tak",
            "Hm ◁/think▷ tak",
            "<|begin_of_thought|>Hm",
            "<|START_THINKING|>Hm<|END_THINKING|>tak",
            "<|think|>Hm",
            "<unused94>thought Hm",
            "analysisThe user wants",
            'analysisWe need one word.assistantfinaltak',
        )
    ),
    apart(content="", reasoning="Hm"),
    apart(content=None, reasoning_content="Hm"),
    apart(content=None, reasoning_details=[{"text": "Hm"}]),
    apart(content="", thinking="Hm"),
    apart(content=[{"type": "thinking", "thinking": [{"text": "Hm"}]}]),
    Response("", None, {"reasoning_content": "Hm"}),
]
NO_THOUGHTS = [
    *(Response(text) for text in ("tak", "", "myślę", "think", "analysis", "Analiza", "<b>tak</b>", "tak <think>")),
    *(Response(text) for text in ("<thinkpad>", "reasoning", "analysis of this", "[1] tak")),
    apart(content="", reasoning=""),
    apart(content="", reasoning=None),
    Response("tak", "stop", {"received": body(content="tak", reasoning="Hm")}),
    Response("", None, {"received": "no JSON"}),
]


@pytest.mark.parametrize("answer", THOUGHTS, ids=lambda answer: answer.text or str(dict(answer.extras)))
def test_thoughts(answer: Response) -> None:
    assert has_thoughts(answer)


@pytest.mark.parametrize("answer", NO_THOUGHTS, ids=lambda answer: answer.text or str(dict(answer.extras)))
def test_no_thoughts(answer: Response) -> None:
    assert not has_thoughts(answer)


THOUGHT, RIGHT, WRONG, EMPTY, CUT = (
    *(Response("<think>Hm", "length"), Response("tak"), Response("nie"), Response(""), Response("nie, bo", "length")),
)
# name, the answers, the code, how many of how many
CASES: list[tuple[str, list[Response], str | None, tuple[int, int]]] = [
    ("all thoughts", [THOUGHT] * 20, "answers-are-thoughts", (20, 20)),
    ("some thoughts", [THOUGHT] * 3 + [RIGHT] * 17, "answers-are-thoughts", (3, 20)),
    ("one thought in many", [THOUGHT] + [RIGHT] * 19, None, (0, 0)),
    ("all empty", [EMPTY] * 20, "answers-all-empty", (20, 20)),
    ("nearly all empty", [EMPTY] * 19 + [RIGHT], None, (0, 0)),
    ("nearly all cut off", [CUT] * 55 + [RIGHT] * 5, "answers-cut-off", (55, 60)),
    ("cut off in its thoughts", [THOUGHT] * 60, "answers-are-thoughts", (60, 60)),
    ("half cut off", [CUT] * 30 + [RIGHT] * 30, None, (0, 0)),
    ("right nowhere", [WRONG] * 60, "answers-never-right", (60, 60)),
    ("right once", [WRONG] * 59 + [RIGHT], None, (0, 0)),
    ("few: thoughts", [THOUGHT] * 9, None, (0, 0)),
    ("few: empty", [EMPTY] * 9, None, (0, 0)),
    ("few: wrong", [WRONG] * 19, None, (0, 0)),
    ("none", [], None, (0, 0)),
]


@pytest.mark.parametrize(("answers", "code", "counts"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_one_warning_a_model(answers: list[Response], code: str | None, counts: tuple[int, int]) -> None:
    said = found(answers)
    assert [finding.code for finding in said] == ([code] if code else [])
    for finding in said:
        assert (finding.level, finding.values) == (Level.WARNING, {"model": "m", "n": counts[0], "items": counts[1]})
        assert "m" in message(finding, "pl")
        assert f"{counts[0]} " in message(finding, "en")
        assert remedy(finding, "pl")
        assert remedy(finding, "en")
