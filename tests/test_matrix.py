"""matrix.json: written from marks, read strictly."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheet_tools.cells import Place
from sheet_tools.findings import Unreadable, any_error, catalogue
from sheet_tools.items import Item
from sheet_tools.marking import Mark, Marks, Outcome
from sheet_tools.matrix import MatrixItem, matrix_of, read_matrix, task_of_matrix, write_matrix
from sheet_tools.plural import worded

R, W, U, X = (Outcome(mark) for mark in (Mark.RIGHT, Mark.WRONG, Mark.UNREADABLE, Mark.MISSING))


def marks(models: tuple[str, ...], *rows: tuple[str, tuple[Outcome, ...]]) -> Marks:
    items = tuple(Item(Place(row=7), {"input": text, "gold": "x"}) for text, _ in rows)
    return Marks(models, items, tuple(row for _, row in rows))


SMALL = marks(("o/m", "n"), ("A?\nb", (R, W)), ("Ż\u2028", (X, U)))


def test_written_form() -> None:
    assert write_matrix(SMALL).decode() == (
        '{"models": ["o/m", "n"],\n'
        ' "task": "reverse-poleval",\n'
        ' "items": [\n  {"index": 1, "input": "A?\\nb"},\n  {"index": 2, "input": "Ż\u2028"}],\n'
        ' "matrix": [\n  [1, 0],\n  [null, 0]]}\n'
    )


def test_an_item_carries_the_labels_of_its_row() -> None:
    values = {"input": "A?", "gold": "x", "cluster": " celownik ", "pair": "1", "role": "baza"}
    made = Marks(("m",), (Item(Place(row=7), values), Item(Place(row=8), {"input": "B?", "gold": "x"})), ((R,), (W,)))
    assert json.loads(write_matrix(made))["items"] == [
        {"index": 1, "input": "A?", "cluster": "celownik", "pair": "1", "role": "baza"},
        {"index": 2, "input": "B?"},
    ]
    assert read_matrix(write_matrix(made)) == matrix_of(made)


def test_read_back() -> None:
    matrix = read_matrix(write_matrix(SMALL))
    assert matrix == matrix_of(SMALL)
    assert matrix.items == (MatrixItem(1, "A?\nb"), MatrixItem(2, "Ż\u2028"))
    assert matrix.rows == ((1, 0), (None, 0))


@given(st.lists(st.tuples(st.text(st.characters(exclude_categories=[])), st.sampled_from([R, W, U, X])), min_size=1))
def test_any_text_comes_back(rows: list[tuple[str, Outcome]]) -> None:
    made = marks(("m",), *((text, (outcome,)) for text, outcome in rows))
    assert replace(read_matrix(write_matrix(made)), findings=()) == matrix_of(made)


def test_nothing_is_valid_json_too() -> None:
    assert json.loads(write_matrix(marks(()))) == {
        "task": "reverse-poleval",
        "models": [],
        "items": [],
        "matrix": [],
    }


M = ["a", "b"]
I1 = [{"index": 1, "input": "A?"}]
FAULTS = [
    ({"models": M, "items": I1, "matrix": [[0, 1]]}, []),
    ({"matrix": [[0, 1], [1, None]]}, ["matrix-without-models"]),
    ({"models": M, "matrix": [[0, 1]], "note": "x"}, ["matrix-unknown-key"]),
    ({"models": M, "matrix": []}, ["matrix-model-count", "matrix-empty"]),
    ({"models": [], "matrix": [[]]}, ["matrix-empty"]),
    ({"models": M, "matrix": [[0, 1], [1], [1, 0, 1]]}, ["matrix-ragged", "matrix-ragged"]),
    ({"models": M, "matrix": [[0, 1], 5]}, ["matrix-row-not-list"]),
    ({"models": M, "matrix": ["01", "10"]}, ["matrix-model-count", "matrix-empty"]),
    ({"models": M, "matrix": [[0, 2]]}, ["matrix-cell"]),
    ({"models": M, "matrix": [[False, True]]}, []),
    ({"task": "comma-placement", "models": M, "matrix": [[0, 1]]}, []),
    ({"task": None, "models": M, "matrix": [[0, 1]]}, []),
    ({"task": "rebus", "models": M, "matrix": [[0, 1]]}, ["matrix-task-unknown"]),
    ({"task": 5, "models": M, "matrix": [[0, 1]]}, ["matrix-task-unknown"]),
    ({"task": ["comma-placement"], "models": M, "matrix": [[0, 1]]}, ["matrix-task-unknown"]),
    ({"models": M, "matrix": [[0, 1.0]]}, ["matrix-cell"]),
    ({"models": M, "matrix": [["0", 1]]}, ["matrix-cell"]),
    ({"models": M, "matrix": [[{}, 1]]}, ["matrix-cell"]),
    ({"models": ["a"], "matrix": [[0, 1]]}, ["matrix-model-count"]),
    ({"models": ["a", "a"], "matrix": [[0, 1]]}, ["matrix-model-twice"]),
    ({"models": ["a", 1], "matrix": [[0, 1]]}, ["matrix-models-not-names"]),
    ({"models": ["a", " "], "matrix": [[0, 1]]}, ["matrix-models-not-names"]),
    ({"models": None, "matrix": [[0, 1]]}, ["matrix-models-not-names"]),
    ({"models": M, "items": [], "matrix": [[0, 1]]}, ["matrix-item-count"]),
    ({"models": M, "items": ["A?"], "matrix": [[0, 1]]}, ["matrix-items-not-items"]),
    ({"models": M, "items": [{"index": "1"}], "matrix": [[0, 1]]}, ["matrix-items-not-items"]),
    ({"models": M, "items": [{"index": 1, "input": 2}], "matrix": [[0, 1]]}, ["matrix-items-not-items"]),
    ({"models": M, "items": [{"index": 1, "pair": 2}], "matrix": [[0, 1]]}, ["matrix-items-not-items"]),
    ({"models": M, "items": [{"index": 1, "cluster": None}], "matrix": [[0, 1]]}, ["matrix-items-not-items"]),
    ({"models": M, "items": [{"index": 7, "cluster": "K", "pair": "1"}], "matrix": [[0, 1]]}, []),
    ({"models": M, "items": [{"index": 0}], "matrix": [[0, 1]]}, ["matrix-index"]),
    ({"models": M, "items": [{"index": -3}], "matrix": [[0, 1]]}, ["matrix-index"]),
    ({"models": M, "items": [{"index": 2}, {"index": 2}], "matrix": [[0, 1], [1, 0]]}, ["matrix-index"]),
    ({"models": M, "items": [{"index": 2}, {"index": 1}], "matrix": [[0, 1], [1, 0]]}, []),
    ({"models": M, "items": [*I1, {"index": 2, "input": "A?"}], "matrix": [[0, 1], [1, 0]]}, ["matrix-input-twice"]),
    ({"models": M, "marked_by": None, "matrix": [[0, 1]]}, []),
    ({"models": M, "marked_by": "exact match", "matrix": [[0, 1]]}, []),
    ({"models": M, "marked_by": 5, "matrix": [[0, 1]]}, ["matrix-marked-by"]),
    ({"models": M, "marked_by": False, "matrix": [[0, 1]]}, ["matrix-marked-by"]),
    ({"models": M, "marked_by": " ", "matrix": [[0, 1]]}, ["matrix-marked-by"]),
    ({"models": M, "marked_by": ["evaluator.py"], "matrix": [[0, 1]]}, ["matrix-marked-by"]),
]


def test_a_label_stays_on_its_line() -> None:
    named = {"marked_by": "evaluator.py\nscore 1.0\u202e", "matrix": [[0, 1]]}
    assert read_matrix(json.dumps(named).encode()).marked_by == "evaluator.py score 1.0⟨U+202E⟩"


@pytest.mark.parametrize(("value", "codes"), FAULTS)
def test_faults(value: dict[str, object], codes: list[str]) -> None:
    matrix = read_matrix(json.dumps(value).encode())
    assert [finding.code for finding in matrix.findings] == codes
    assert bool(matrix.rows) is not any_error(matrix.findings)
    for finding in matrix.findings:
        entry = catalogue()[finding.code]
        for lang, words in (*entry.message.items(), *entry.remedy.items()):
            assert worded(words, lang, finding.values)


def test_true_and_false_are_one_and_nought() -> None:
    rows = read_matrix(b'{"matrix": [[true, false, null, 1]]}').rows
    assert rows == ((1, 0, None, 1),)
    assert {type(cell) for row in rows for cell in row if cell is not None} == {int}


NO_TASK, COMMAS = b'{"matrix": [[0, 1]]}', b'{"task": "comma-placement", "matrix": [[0, 1]]}'


@pytest.mark.parametrize(
    ("data", "wanted", "task", "codes"),
    [
        (NO_TASK, None, "reverse-poleval", ["matrix-without-task"]),
        (NO_TASK, "error-correction", "error-correction", []),
        (COMMAS, None, "comma-placement", []),
        (COMMAS, "comma-placement", "comma-placement", []),
    ],
)
def test_whose_score_a_matrix_has(data: bytes, wanted: str | None, task: str, codes: list[str]) -> None:
    found, said = task_of_matrix(read_matrix(data), wanted)
    assert (found.name, [finding.code for finding in said]) == (task, codes)


def test_a_score_of_another_task_is_refused() -> None:
    with pytest.raises(Unreadable) as caught:
        task_of_matrix(read_matrix(COMMAS), "reverse-poleval")
    assert (caught.value.finding.code, caught.value.finding.values["task"]) == ("matrix-other-task", "comma-placement")


def test_models_without_names_are_numbered() -> None:
    assert read_matrix(b'{"matrix": [[0, 1, 1]]}').models == ("1", "2", "3")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "matrix-not-json"),
        (b"{", "matrix-not-json"),
        (b"\xff\xfe{}", "matrix-not-json"),
        (b'{"matrix": [[NaN]]}', "matrix-not-json"),
        (b'{"matrix": [[0]], "matrix": [[1]]}', "matrix-not-json"),
        (b"[" * 100_000, "matrix-not-json"),
        (b"[[0, 1]]", "matrix-without-matrix"),
        (b"{}", "matrix-without-matrix"),
        (b'{"matrix": 5}', "matrix-without-matrix"),
    ],
)
def test_what_is_no_matrix_cannot_be_read(data: bytes, code: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_matrix(data)
    assert caught.value.finding.code == code


def test_a_bom_does_no_harm() -> None:
    assert read_matrix(b"\xef\xbb\xbf" + write_matrix(SMALL)) == matrix_of(SMALL)
