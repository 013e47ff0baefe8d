"""The store: commits never mix; what was broken off; stores of an earlier version; files that name their model."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from test_store import EARLY, ITEMS, LATE, TASK, answer, codes, full, stored

from sheet_tools.panel.cached import responses_of_store
from sheet_tools.panel.exchange import read_responses
from sheet_tools.panel.merge import merged
from sheet_tools.panel.models import Model
from sheet_tools.panel.store import Answer, Store, Unusable
from sheet_tools.panel.transfer import export_files

OLD_SCHEMA = """
CREATE TABLE answers (digest TEXT PRIMARY KEY, key TEXT NOT NULL, model TEXT NOT NULL, asked TEXT NOT NULL,
messages TEXT NOT NULL, generation TEXT NOT NULL, text TEXT NOT NULL, finish_reason TEXT, returned_model TEXT,
endpoint TEXT, server TEXT, usage TEXT, asked_at TEXT, seconds REAL, received TEXT, source TEXT);
CREATE INDEX answers_by_key ON answers (key, asked_at, digest);
CREATE TABLE claims (key TEXT PRIMARY KEY, owner TEXT NOT NULL, until REAL NOT NULL);
PRAGMA application_id = 1380992342;
PRAGMA user_version = 1;
"""


def old_store(path: Path, held: Answer) -> Path:
    """A store as the first version wrote it."""
    stored(path.with_suffix(".new"), held)
    connection = sqlite3.connect(path)
    connection.executescript(OLD_SCHEMA)
    connection.execute("ATTACH ? AS new", (str(path.with_suffix(".new")),))
    columns = ", ".join(row[1] for row in connection.execute("PRAGMA main.table_info(answers)"))
    connection.execute(f"INSERT INTO main.answers SELECT {columns} FROM new.answers")
    connection.commit()
    connection.close()
    return path


@pytest.mark.parametrize("read_only", [True, False])
def test_a_store_of_the_first_version_is_read_and_written(tmp_path: Path, read_only: bool) -> None:
    path = old_store(tmp_path / "s.sqlite", full())
    before = path.read_bytes()
    with Store(path, read_only=read_only) as store:
        assert store.all_answers() == store.counting() == [full()]
        assert (store.unusable(), store.held([full().key], "abc1234"), len(store.briefs())) == ([], {full().key}, 1)
        if not read_only:
            assert store.add(full(), full(revision="a" * 40)) == 1, "the old answer has the digest that it had"
            store.add_unusable(Unusable("k", "m", "a", "endpoint-broken-off", None, None, "data:;charset=;base64,/w=="))
            assert [each.received for each in store.unusable()] == ["data:;charset=;base64,/w=="]
    assert not read_only or path.read_bytes() == before


A, B = "a" * 40, "b" * 40
# name, what is held of the two items, the pinned commit, the answers, the codes
COMMITS: list[tuple[str, tuple[Answer, ...], str | None, list[str | None], list[str]]] = [
    ("not pinned, none recorded", (answer(text="x"),), None, ["x", None], []),
    ("not pinned, one recorded", (answer(text="x", revision=A),), None, ["x", None], []),
    ("two recorded never mix", (answer(text="x", revision=A), answer(text="y", revision=B),
     answer(asked="Pytanie 2", text="z", revision=B)), None, ["y", "z"], ["answers-other-commit"]),
    ("the pinned one", (answer(text="x", revision=A), answer(text="y", revision=B),
     answer(asked="Pytanie 2", text="z", revision=B)), A, ["x", None], ["answers-other-commit"]),
    ("pinned by a shorter hash", (answer(text="x", revision=A),), A[:7], ["x", None], []),
    ("unknown ones stay in use", (answer(text="x", revision=A), answer(asked="Pytanie 2", text="z")), A,
     ["x", "z"], ["answers-commit-unknown"]),
    ("only another one", (answer(text="x", revision=B),), A, [None, None], ["answers-other-commit"]),
    ("the last of its own", (answer(text="x", revision=A, asked_at=EARLY), answer(text="y", revision=B, asked_at=LATE)),
     A, ["x", None], ["answers-other-commit"]),
]  # fmt: skip


@pytest.mark.parametrize("way", ["store", "files", "page"])
@pytest.mark.parametrize(("held", "pinned", "texts", "expected"), [c[1:] for c in COMMITS], ids=[c[0] for c in COMMITS])
def test_two_recorded_commits_never_mix(
    tmp_path: Path, held: tuple[Answer, ...], pinned: str | None, texts: list[str | None], expected: list[str], way: str
) -> None:
    path = stored(tmp_path / "s.sqlite", *held)
    model = Model("a/m", commit=pinned)
    if way == "store":
        responses = responses_of_store(path, ITEMS, TASK, [model])
    else:
        lines = ({"input": a.asked, "response": a.text, "revision": a.revision, "asked_at": a.asked_at} for a in held)
        (tmp_path / "r").mkdir()
        (tmp_path / "r" / "a__m.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        responses = read_responses(tmp_path / "r", ITEMS, TASK, commits={"a/m": pinned})
    if way == "page":
        singles = [
            responses_of_store(stored(tmp_path / f"{n}.sqlite", each), ITEMS, TASK) for n, each in enumerate(held)
        ]
        responses = merged(singles, ITEMS, {"a/m": pinned})
    found = [responses.get("a/m", each) for each in ITEMS]
    assert [each.text if each else None for each in found] == texts
    coverage = ("store-missing", "responses-missing", "panel-missing", "panel-sources-differ", "responses-other-items")
    assert [code for code in codes(responses) if code not in coverage] == expected


def test_what_was_broken_off_never_counts(tmp_path: Path) -> None:
    held = (answer(text="tak", asked_at=EARLY), answer(text="", finish_reason="abort", asked_at=LATE))
    path = stored(tmp_path / "s.sqlite", *held)
    assert responses_of_store(path, ITEMS, TASK).answers["a/m"]["Pytanie 1"].text == "tak"
    with Store(path) as store:
        assert len(store.all_answers()) == 2, "and is kept all the same"
        assert store.answer(held[0].key) == held[0]
        (name, data), *_ = export_files(store.all_answers(), TASK).items()
    assert (name, json.loads(data)["response"]) == ("a__m.jsonl", "tak")


@pytest.mark.parametrize(
    ("model", "header"), [("a/m", False), ("m", False), ("a__m", True), ("a:m", True), ("a/b/c", False)]
)
def test_a_file_has_a_header_only_where_its_name_does_not_say_the_model(model: str, header: bool) -> None:
    ((_, data),) = export_files([answer(model)], TASK).items()
    assert ("input" not in json.loads(data.splitlines()[0])) is header
