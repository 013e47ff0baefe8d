"""What is handed in, held against inputs.jsonl: every id once, each with its own sentence, in that order."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheet_tools.pipeline import Settings, Source, check, read, submission
from sheet_tools.report.findings import message, remedy
from sheet_tools.tasks import TASKS

TASK = TASKS["numeral-inflection"]
HEAD = "| id | zdanie | liczebnik |"
ROWS = {"a": "Mam [[1]] kota.", "b": "Mam [[2]] koty.", "c": "Mam [[3]] koty."}
INPUTS = "".join(json.dumps({"id": name, "sentence": text}) + "\n" for name, text in ROWS.items()).encode()


def settings(inputs: bytes = INPUTS) -> Settings:
    return Settings(TASK, inputs=Source("inputs.jsonl", inputs))


def row(name: str, text: str | None = None, answer: str = "jednego") -> str:
    return f"| {name} | {ROWS[name] if text is None else text} | {answer} |"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([row("a"), row("b"), row("c")], []),
        ([row("c"), row("a"), row("b")], []),
        ([row("a"), row("b")], [(None, "input-missing")]),
        ([row("a"), row("b", ROWS["b"] + " Tak.")], [(None, "input-missing"), ("B3", "input-changed")]),
        ([row("a"), row("b", ROWS["b"].lower()), row("c")], [("B3", "input-changed")]),
        ([row("a"), row("b", ROWS["c"]), row("c", ROWS["b"])], [("B3", "input-changed"), ("B4", "input-changed")]),
        ([row("a"), row("b"), row("c"), row("a")], [("A5", "duplicate-value")]),
        ([row("a"), row("b"), "| x | Mam [[3]] koty. | trzy |"], [(None, "input-missing"), ("A4", "input-id-unknown")]),
        ([row("a"), row("b"), "|  | Mam [[3]] koty. | trzy |"], [(None, "input-missing"), ("A4", "missing-value")]),
        ([row("a"), row("b", ""), row("c")], [("B3", "input-changed"), ("B3", "missing-value")]),
    ],
)
def test_rows_against_inputs(
    workbook: Callable[..., bytes], rows: list[str], expected: list[tuple[str | None, str]]
) -> None:
    data = workbook({"Pozycje": "\n".join([HEAD, *rows])})
    checked = check(read(Source("a.xlsx", data), settings()))
    assert [(f.place.cell, f.code) for f in checked.findings] == expected


def test_an_unknown_id_is_told_whose_sentence_it_has(workbook: Callable[..., bytes]) -> None:
    data = workbook({"Pozycje": "\n".join([HEAD, row("a"), row("b"), "| x | Mam [[3]] koty. | trzy |"])})
    found = check(read(Source("a.xlsx", data), settings())).findings
    assert next(f.values for f in found if f.code == "input-id-unknown") == {"id": "x", "meant": "c"}


def test_many_missing_ids_are_counted() -> None:
    inputs = "".join(json.dumps({"id": f"i{n}", "sentence": f"[[{n}]]"}) + "\n" for n in range(50)).encode()
    checked = check(read(Source("s.jsonl", b'{"id": "i0", "answer": "zera"}\n'), settings(inputs)))
    codes = [f.code for f in checked.findings]
    assert (codes.count("input-missing"), codes.count("inputs-missing")) == (20, 1)


@given(st.permutations("abc"))
def test_the_order_of_the_sheet_changes_not_a_byte(order: list[str]) -> None:
    lines = "".join(json.dumps({"id": name, "answer": "stu"}) + "\n" for name in order).encode()
    written = submission(check(read(Source("s.jsonl", lines), settings())))
    assert [json.loads(line)["id"] for line in written.splitlines()] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("inputs", "code"),
    [
        (b"", "inputs-empty"),
        (b'{"id": "a"}\n', "inputs-faulty"),
        (b'{"id": "a", "sentence": "[[1]]"}\n{"id": "a", "sentence": "[[2]]"}\n', "inputs-faulty"),
        (b'{"id": "a", "sentence": 7}\n', "inputs-faulty"),
        (b"not json\n", "inputs-faulty"),
    ],
)
def test_inputs_that_cannot_be_used_say_so(inputs: bytes, code: str) -> None:
    reading = read(Source("s.jsonl", b'{"id": "a", "answer": "stu"}\n'), settings(inputs))
    assert [f.code for f in reading.findings] == [code]
    assert not reading.is_readable


def test_a_bom_of_the_inputs_is_nobodys_fault() -> None:
    checked = check(read(Source("s.jsonl", b'{"id": "a", "answer": "stu"}\n'), settings(b"\xef\xbb\xbf" + INPUTS)))
    assert [f.code for f in checked.findings] == ["input-missing", "input-missing"]


def test_fields_that_nobody_knows_are_passed_over_in_inputs() -> None:
    inputs = b'{"id": "a", "sentence": "[[1]]", "source": "nkjp"}\n'
    checked = check(read(Source("s.jsonl", b'{"id": "a", "answer": "jednego"}\n'), settings(inputs)))
    assert [f.code for f in checked.findings] == []


@pytest.mark.parametrize(
    ("value", "code"),
    [(1.5, "number-cell"), (1.1, "number-cell"), (5, "number-cell"), (True, "bool-cell")],
)
def test_a_list_that_a_program_made_a_number_of_is_an_error_never_a_guess(
    workbook: Callable[..., bytes], value: object, code: str
) -> None:
    sentence = "A [1] b [2] c [3] d [4] e [5] f [6] g."
    rows = [["id", "zdanie", "przecinki", "dopuszczalne"], ["a", sentence, value, "-"]]
    checked = check(read(Source("a.xlsx", workbook({"Pozycje": rows})), Settings(TASKS["comma-placement"])))
    assert [(f.place.cell, f.code) for f in checked.findings] == [(None, "inputs-not-compared"), ("C2", code)]


SHEET = [row("a"), row("b"), row("c")]
OF_COMMAS = b'{"id": "a", "sentence_with_positions": "Wiem [1] nie."}\n'
OF_ERRORS = b'{"id": "a", "sentence": "Mam kota."}\n{"id": "b", "sentence": "Mam psa."}\n'
OTHER_NUMERALS = b"".join(b'{"id": "%c", "sentence": "Inny tekst nr [[%d]]"}\n' % (99 + n, n) for n in range(1, 9))


@pytest.mark.parametrize(
    ("name", "inputs", "code", "said"),
    [
        ("p.jsonl", OF_COMMAS, "inputs-other-task", "brakuje w nim pola „sentence”"),
        ("b.jsonl", OF_ERRORS, "inputs-other-task", "Wykrywanie i poprawianie błędów"),
        ("u.jsonl", INPUTS.decode().encode("utf-16"), "inputs-not-utf8", "UTF-16"),
        ("e.jsonl", b"", "inputs-empty", "e.jsonl"),
        ("i.jsonl", b'{"id": "a"}\n', "inputs-faulty", "w wierszu 1 brakuje pola „sentence”"),
        ("i.jsonl", INPUTS + b'{"id": "z", "sentence": 7}\n', "inputs-faulty", "w wierszu 4 w polu „sentence”"),
        ("i.jsonl", INPUTS + INPUTS, "inputs-faulty", "w wierszu 4 id „a” już było"),
        ("i.jsonl", INPUTS + b"\xff\n", "inputs-faulty", "w wierszu 4 tekst nie jest"),
        ("o.jsonl", b'{"input": "x", "response": "y"}\n', "inputs-other-kind", "to odpowiedzi modeli"),
        ("s.jsonl", b'{"input": "x", "gold": "y"}\n', "inputs-other-kind", "to pozycje z odpowiedziami"),
        ("m.json", b'{"matrix": [[1]]}', "inputs-other-kind", "to macierz ocen"),
        ("a.xlsx", b"PK\x03\x04" + b"x" * 50, "inputs-other-kind", "to nie jest plik JSONL"),
        ("n.jsonl", OTHER_NUMERALS, "inputs-other-file", "Wierszy arkusza nie zmieniaj"),
    ],
)
def test_a_wrong_inputs_file_is_named_and_no_row_is_blamed(
    workbook: Callable[..., bytes], name: str, inputs: bytes, code: str, said: str
) -> None:
    data = workbook({"Pozycje": "\n".join([HEAD, *SHEET])})
    against = Settings(TASKS["numeral-inflection"], inputs=Source(name, inputs))
    found = [f for f in check(read(Source("a.xlsx", data), against)).findings if f.is_error]
    assert [f.code for f in found] == [code]
    words = f"{message(found[0], 'pl')} {remedy(found[0], 'pl')}"
    assert said in words
    assert "wiersz 0" not in words
    assert name in words or code == "inputs-other-file"


@pytest.mark.parametrize(
    ("rows", "is_other"),
    [
        ([row("a")], False),  # the rest is missing
        ([row("x", ROWS["a"]), row("y", ROWS["b"])], False),  # the ids were changed
        ([row("a", "Mam [[1]] kota w domu."), row("b", "Mam [[2]] koty tu.")], False),  # texts changed
        ([row("a", "Zupełnie inne [[9]] zdanie"), row("b", "Też niepodobne [[8]] wcale")], True),
        ([row("x", "Zupełnie inne [[9]] zdanie"), row("y", "Też niepodobne [[8]] wcale"), row("a")], True),
        ([row("x", "Zupełnie inne [[9]] zdanie"), row("a")], False),
    ],
)
def test_another_file_is_told_from_changed_rows(
    workbook: Callable[..., bytes], rows: list[str], is_other: bool
) -> None:
    checked = check(read(Source("a.xlsx", workbook({"Pozycje": "\n".join([HEAD, *rows])})), settings()))
    assert ("inputs-other-file" in {f.code for f in checked.findings}) == is_other
