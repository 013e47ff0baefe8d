"""Answers from files: found by exact input, never by order alone; every faulty model is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheet_tools.cells import Place
from sheet_tools.findings import Level, Unreadable, catalogue
from sheet_tools.items import Item
from sheet_tools.panel import Response, Responses, read_responses, responses_of_files
from sheet_tools.plural import worded
from sheet_tools.tasks import TASKS

TASK = TASKS["reverse-poleval"]


def items(*inputs: str) -> list[Item]:
    return [Item(Place(row=row), {"input": text, "gold": "x"}) for row, text in enumerate(inputs, start=1)]


ABC = items("A?", "B?", "C?")


def lines(*records: object) -> bytes:
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in records).encode()


def pairs(*answers: tuple[str, str]) -> bytes:
    return lines(*({"input": asked, "response": answer} for asked, answer in answers))


def given_answers(responses: Responses, model: str, asked: list[Item] = ABC) -> list[str | None]:
    return [found.text if (found := responses.get(model, item)) else None for item in asked]


def codes(responses: Responses) -> list[tuple[str, object]]:
    return [(f.code, f.values.get("line", f.values.get("n"))) for f in responses.findings]


PAIR_B = {"input": "B?", "response": "b"}
ALL = (("A?", "a"), ("B?", "b"), ("C?", "c"))


def test_models_are_named_by_their_files_in_their_order() -> None:
    others = {"notes.txt": b"", ".hidden.jsonl": b"", "a.json": b""}
    responses = responses_of_files({"z.jsonl": pairs(*ALL), "o__m-7B.jsonl": pairs(*ALL), **others}, ABC, TASK)
    assert responses.models == ("o/m-7B", "z")
    assert responses.findings == ()


def test_order_of_lines_is_nothing() -> None:
    responses = responses_of_files({"m.jsonl": pairs(*reversed(ALL))}, ABC, TASK)
    assert given_answers(responses, "m") == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ({"response": "a"}, Response("a")),
        ({"output": "a"}, Response("a")),
        ({"prediction": "a"}, Response("a")),
        ({"answer": "a"}, Response("a")),
        ({"text": "a"}, Response("a")),
        ({"content": "a"}, Response("a")),
        ({"response": "a", "output": "b"}, Response("a", None, {"output": "b"})),
        ({"response": " a\u2028\n"}, Response(" a\u2028\n")),
        ({"response": "a", "finish_reason": "stop", "usage": {"n": 1}}, Response("a", "stop", {"usage": {"n": 1}})),
        ({"response": ""}, Response("")),
        ({"response": "", "finish_reason": "length"}, Response("", "length")),
        ({"response": None, "finish_reason": "length"}, Response("", "length")),
        ({"response": None, "finish_reason": "stop"}, Response("", "stop")),
        ({"response": "a", "finish_reason": "eos_token"}, Response("a", "eos_token")),
        ({"response": "a", "finish_reason": "MAX_TOKENS"}, Response("a", "MAX_TOKENS")),
        ({"response": "a", "finish_reason": None}, Response("a")),
        ({"response": "a", "finish_reason": ""}, Response("a")),
        ({"response": "a", "error": None, "refusal": None}, Response("a", None, {"error": None, "refusal": None})),
    ],
)
def test_an_answer_is_read_as_received(record: dict[str, object], expected: Response) -> None:
    responses = responses_of_files({"m.jsonl": lines({"input": "A?", **record})}, ABC[:1], TASK)
    assert responses.get("m", ABC[0]) == expected
    assert responses.findings == ()


NO_ANSWERS = [
    ({"response": "", "finish_reason": "abort"}, "responses-unfinished", "abort"),
    ({"response": "pół", "finish_reason": "error"}, "responses-unfinished", "error"),
    ({"response": "", "finish_reason": "insufficient_system_resource"}, "responses-unfinished", "insufficient"),
    ({"response": "a", "finish_reason": "content_filter"}, "responses-unfinished", "content_filter"),
    ({"response": "a", "finish_reason": "tool_calls"}, "responses-unfinished", "tool_calls"),
    ({"response": "a", "finish_reason": "nobody_knows"}, "responses-unfinished", "nobody_knows"),
    ({"response": "a", "finish_reason": 3}, "responses-unfinished", "3"),
    ({"response": "a", "error": {"code": 502}}, "responses-unfinished", "refusal"),
    ({"response": "", "refusal": "I cannot"}, "responses-unfinished", "refusal"),
    ({"response": None}, "responses-no-text", ""),
    ({"finish_reason": "stop"}, "responses-no-text", ""),
]


@pytest.mark.parametrize(("record", "code", "reason"), NO_ANSWERS)
def test_what_is_no_answer_is_named_and_never_marked(record: dict[str, object], code: str, reason: str) -> None:
    responses = responses_of_files({"m.jsonl": lines({"input": "A?", **record}, PAIR_B)}, ABC[:2], TASK)
    assert given_answers(responses, "m", ABC[:2]) == [None, "b"]
    assert [f.code for f in responses.findings] == ["responses-missing", code]
    assert reason in str(responses.findings[1].values.get("reasons", ""))


def test_many_broken_answers_are_one_finding_a_model() -> None:
    data = lines(*({"input": item.input, "response": "", "finish_reason": "abort"} for item in ABC))
    responses = responses_of_files({"m.jsonl": data}, ABC, TASK)
    assert codes(responses) == [("responses-missing", 3), ("responses-unfinished", 1)]


@pytest.mark.parametrize(
    ("reason", "cut_off"),
    [("length", True), ("max_tokens", True), ("MODEL_LENGTH", True), ("stop", False), ("eos", False), (None, False)],
)
def test_cut_off(reason: str | None, cut_off: bool) -> None:
    assert Response("", reason).is_cut_off is cut_off


FAULTS = {
    "broken line": (
        pairs(("A?", "a")) + b"{oops\n[1]\n" + pairs(("C?", "c")),
        ["a", None, "c"],
        [("responses-broken-line", 2), ("responses-broken-line", 3), ("responses-missing", 1)],
    ),
    "doubled key": (
        b'{"input": "A?", "input": "B?", "response": "a"}\n',
        [None, None, None],
        [("responses-broken-line", 1), ("responses-missing", 3)],
    ),
    "not UTF-8": (
        pairs(("A?", "a")) + '{"input": "B?", "response": "żółć"}'.encode("cp1250"),
        [None, None, None],
        [("responses-missing", 3), ("responses-not-utf8", 2)],
    ),
    "BOM, CR LF, blank lines": (
        b"\xef\xbb\xbf" + pairs(*ALL).replace(b"\n", b"\r\n\r\n"),
        ["a", "b", "c"],
        [],
    ),
    "same answer twice": (pairs(*ALL, ("A?", "a"), ("A?", "a")), ["a", "b", "c"], [("responses-repeated", 2)]),
    "two answers": (
        pairs(*ALL, ("A?", "a2")),
        [None, "b", "c"],
        [("responses-disputed", 4), ("responses-missing", 1)],
    ),
    "two answers, then the first again": (
        pairs(*ALL, ("A?", "a2"), ("A?", "a")),
        [None, "b", "c"],
        [("responses-disputed", 4), ("responses-missing", 1), ("responses-repeated", 1)],
    ),
    "missing": (pairs(("B?", "b")), [None, "b", None], [("responses-missing", 2)]),
    "other items": (pairs(*ALL, ("D?", "d")), ["a", "b", "c"], [("responses-other-items", 1)]),
    "input one blank off": (
        pairs(("A? ", "a"), *ALL[1:]),
        [None, "b", "c"],
        [("responses-missing", 1), ("responses-other-items", 1)],
    ),
    "empty file": (b"", [None, None, None], [("responses-missing", 3)]),
    "no input at all": (
        lines({"response": "a"}, {"response": "b"}, {"response": "c"}),
        [None, None, None],
        [("responses-missing", 3), ("responses-order-unknown", 3)],
    ),
    "input here and there": (
        lines({"input": "A?", "response": "a"}, {"response": "b"}, {"input": "C?", "response": "c"}),
        ["a", None, "c"],
        [("responses-missing", 1), ("responses-some-without-input", 2)],
    ),
    "input no text": (
        lines({"input": 7, "response": "a"}, *({"input": i, "response": r} for i, r in ALL)),
        ["a", "b", "c"],
        [("responses-input-not-text", 1), ("responses-some-without-input", 1)],
    ),
    "answer no text": (
        lines({"input": "A?", "response": 7}, {"input": "B?", "response": None}, {"input": "C?"}),
        [None, None, None],
        [("responses-missing", 3), ("responses-no-text", 2), ("responses-no-text", 3), ("responses-text-not-text", 1)],
    ),
    "two candidates": (
        lines({"input": "A?", "prediction": "a", "answer": "x"}, *({"input": i, "response": r} for i, r in ALL[1:])),
        ["a", "b", "c"],
        [("responses-two-keys", 1)],
    ),
    "another model's lines": (
        lines(*({"input": i, "response": r, "model": "other"} for i, r in ALL)),
        ["a", "b", "c"],
        [("responses-other-model", 1)],
    ),
}


@pytest.mark.parametrize(("data", "answers", "expected"), FAULTS.values(), ids=FAULTS.keys())
def test_faults(data: bytes, answers: list[str | None], expected: list[tuple[str, object]]) -> None:
    responses = responses_of_files({"m.jsonl": data}, ABC, TASK)
    assert given_answers(responses, "m") == answers
    assert sorted(codes(responses), key=str) == sorted(expected, key=str)
    assert all(f.values["model"] == "m" for f in responses.findings)
    assert all(f.values.get("file", "m.jsonl") == "m.jsonl" for f in responses.findings)


def test_a_header_names_the_model() -> None:
    data = lines({"model": "owner/m__x", "date": "2026-01-01"}, {"input": "A?", "response": "a"}) + b"{\n"
    responses = responses_of_files({"file.jsonl": data}, ABC[:1], TASK)
    assert responses.models == ("owner/m__x",)
    assert given_answers(responses, "owner/m__x", ABC[:1]) == ["a"]
    assert [(f.code, f.values["model"]) for f in responses.findings] == [("responses-broken-line", "owner/m__x")]


def test_two_files_of_one_model_are_both_left_out() -> None:
    files = {"m.jsonl": lines({"model": "n"}) + pairs(*ALL), "n.jsonl": pairs(*ALL), "o.jsonl": pairs(*ALL)}
    responses = responses_of_files(files, ABC, TASK)
    assert responses.models == ("n", "o")
    assert given_answers(responses, "n") == [None, None, None]
    assert [(f.code, f.values["file"]) for f in responses.findings] == [("responses-two-files", "m.jsonl, n.jsonl")]


SILENT = lines({"response": "a"}, {"response": "b"}, {"response": "c"})
QUERIED = {
    "the very file": (SILENT, items("A?", "B?", "C?"), ["a", "b", "c"], []),
    "another order": (SILENT, items("C?", "A?", "B?"), ["b", "c", "a"], []),
    "one more": (SILENT, items("A?", "B?", "C?", "D?"), [None] * 3, ["responses-misaligned"]),
    "one less": (SILENT, items("A?", "B?"), [None] * 3, ["responses-misaligned"]),
    "a broken line": (
        SILENT + b"{\n",
        items("A?", "B?", "C?"),
        [None] * 3,
        ["responses-broken-line", "responses-misaligned"],
    ),
    "a broken line in place of one": (
        lines({"response": "a"}) + b"{\n" + lines({"response": "c"}),
        items("A?", "B?"),
        [None] * 3,
        ["responses-broken-line", "responses-misaligned"],
    ),
    "with a header": (lines({"model": "m"}) + SILENT, items("A?", "B?", "C?"), ["a", "b", "c"], []),
    "one item asked twice": (SILENT, items("A?", "B?", "B?"), ["a", None, None], ["responses-disputed"]),
    "inputs stand in the file": (pairs(*ALL), items("C?", "A?"), ["a", "b", "c"], []),
}


@pytest.mark.parametrize(("data", "queried", "answers", "expected"), QUERIED.values(), ids=QUERIED.keys())
def test_without_inputs_only_the_queried_file_gives_places(
    data: bytes, queried: list[Item], answers: list[str | None], expected: list[str]
) -> None:
    responses = responses_of_files({"m.jsonl": data}, ABC, TASK, queried)
    assert given_answers(responses, "m") == answers
    assert [f.code for f in responses.findings if f.code != "responses-missing"] == expected


def test_a_run_of_another_set_is_a_warning() -> None:
    responses = responses_of_files({"m.jsonl": pairs(("X?", "x"))}, ABC, TASK)
    assert [(f.code, f.level) for f in responses.findings] == [
        ("responses-missing", Level.WARNING),
        ("responses-other-items", Level.WARNING),
    ]


def test_an_empty_row_has_no_answer() -> None:
    responses = responses_of_files({"m.jsonl": pairs(("", "x"))}, ABC, TASK)
    assert responses.get("m", Item(Place(), {})) is None
    assert responses.get("no such model", ABC[0]) is None


def test_a_folder(tmp_path: Path) -> None:
    (tmp_path / "o__m.jsonl").write_bytes(pairs(*ALL))
    (tmp_path / "sub.jsonl").mkdir()
    assert read_responses(tmp_path, ABC, TASK).models == ("o/m",)
    assert read_responses(tmp_path / "o__m.jsonl", ABC, TASK).models == ("o/m",)


def test_an_empty_folder_says_so(tmp_path: Path) -> None:
    assert [f.code for f in read_responses(tmp_path, ABC, TASK).findings] == ["responses-none"]


def test_no_folder_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(Unreadable) as caught:
        read_responses(tmp_path / "nowhere", ABC, TASK)
    assert caught.value.finding.code == "responses-not-found"


@given(st.permutations(ALL), st.sets(st.integers(0, 2)))
def test_an_answer_is_never_shifted(shuffled: list[tuple[str, str]], lost: set[int]) -> None:
    kept = [pair for place, pair in enumerate(shuffled) if place not in lost]
    responses = responses_of_files({"m.jsonl": pairs(*kept)}, ABC, TASK)
    assert given_answers(responses, "m") == [dict(kept).get(item.input) for item in ABC]


@given(st.binary(max_size=200))
def test_no_bytes_are_too_odd(data: bytes) -> None:
    responses = responses_of_files({"m.jsonl": data}, ABC, TASK)
    assert [f.code for f in responses.findings if f.code not in catalogue()] == []


def test_every_finding_can_be_worded() -> None:
    for data, _, _ in FAULTS.values():
        for finding in responses_of_files({"m.jsonl": data}, ABC, TASK).findings:
            entry = catalogue()[finding.code]
            for lang, words in (*entry.message.items(), *entry.remedy.items()):
                assert "{" not in worded(words, lang, finding.values)
