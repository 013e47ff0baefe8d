"""The store: nothing is lost, overwritten or doubled; other files are refused; in and out without loss."""

from __future__ import annotations

import json
import multiprocessing
import sqlite3
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheet_tools.cells import Place
from sheet_tools.findings import Unreadable
from sheet_tools.items import Item
from sheet_tools.panel.cached import responses_of_store
from sheet_tools.panel.exchange import read_responses
from sheet_tools.panel.models import Model
from sheet_tools.panel.store import VERSION, Answer, Store
from sheet_tools.panel.transfer import export_files, import_answers
from sheet_tools.prompts import request, request_key
from sheet_tools.tasks import DEFAULT_TASK, TASKS

TASK = TASKS[DEFAULT_TASK]
EARLY, LATE = "2026-10-01T10:00:00.000+00:00", "2026-10-02T10:00:00.000+00:00"


def item(asked: str) -> Item:
    return Item(Place(), {"input": asked, "gold": "g"})


def answer(model: str = "a/m", asked: str = "Pytanie 1", text: str = "tak", **more: Any) -> Answer:
    """An answer to the task's own request; `extra` adds to its settings."""
    plain = request(model, item(asked), TASK)
    generation = {**plain.generation, **more.pop("extra", {})}
    key = request_key(model, plain.messages, generation)
    return Answer(key, model, asked, plain.messages, generation, text, **more)


def full(**more: Any) -> Answer:
    return answer(
        finish_reason="length",
        returned_model="m",
        endpoint="http://h/v1",
        server="llama.cpp",
        usage={"total_tokens": 4},
        asked_at=EARLY,
        seconds=1.25,
        received='{"choices": []}',
        **more,
    )


def test_what_is_put_in_comes_out(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        assert store.add(full(), answer("b", "Pytanie\n2\u2028", " ")) == 2
    with Store(tmp_path / "s.sqlite", read_only=True) as store:
        assert store.all_answers() == [full(), answer("b", "Pytanie\n2\u2028", " ")]
        assert store.models() == ("a/m", "b")
        assert store.held([full().key, "x"]) == {full().key}


def test_one_answer_stands_once_and_an_empty_one_is_an_answer(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        assert store.add(answer(text="")) == 1
        assert store.add(answer(text="")) == 0
        assert store.add(full(), full(), answer(text="")) == 1
        assert store.has(answer().key)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_the_last_asked_counts_whatever_came_in_first(tmp_path: Path, order: tuple[int, ...]) -> None:
    answers = [answer(text="bez daty"), answer(text="wcześniej", asked_at=EARLY), answer(text="później", asked_at=LATE)]
    with Store(tmp_path / "s.sqlite") as store:
        for place in order:
            store.add(answers[place])
        assert store.history(answers[0].key) == answers
        assert [each.text for each in store.counting()] == ["później"]
        assert [brief.text for brief in store.briefs()] == ["później"]


def test_the_file_is_whole_by_itself_once_closed(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        store.add(full())
    assert [path.name for path in tmp_path.iterdir()] == ["s.sqlite"]


def test_a_store_being_written_can_be_read(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        store.add(full())
        with Store(tmp_path / "s.sqlite", read_only=True) as other:
            assert other.has(full().key)
            store.add(answer("b"))
            assert other.has(answer("b").key)


def _add_fifty(path: str, number: int) -> None:
    with Store(Path(path)) as store:
        for i in range(50):
            store.add(answer(f"m{number}", f"Pytanie {i}"))


def test_several_processes_make_and_write_one_store_at_once(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    path = tmp_path / "s.sqlite"
    processes = [context.Process(target=_add_fifty, args=(str(path), number)) for number in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(30)
    assert [process.exitcode for process in processes] == [0, 0, 0]
    with Store(path, read_only=True) as store:
        assert len(store.counting()) == 150


def _make(path: Path, kind: str) -> None:
    if kind == "text":
        path.write_text("input,gold\n")
    elif kind == "other sqlite":
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE t (x)")
        connection.close()
    elif kind == "newer":
        Store(path).close()
        with sqlite3.connect(path) as connection:
            connection.execute(f"PRAGMA user_version = {VERSION + 1}")
        connection.close()
    elif kind == "cut":
        Store(path).close()
        path.write_bytes(path.read_bytes()[:5000])


REFUSED = [
    ("text", "store-not-a-store"),
    ("other sqlite", "store-not-a-store"),
    ("newer", "store-newer"),
    ("cut", "store-damaged"),
]


@pytest.mark.parametrize("read_only", [True, False])
@pytest.mark.parametrize(("kind", "code"), REFUSED)
def test_refused_and_left_as_it_was(tmp_path: Path, kind: str, code: str, read_only: bool) -> None:
    path = tmp_path / "s.sqlite"
    _make(path, kind)
    before = path.read_bytes()
    with pytest.raises(Unreadable) as raised, Store(path, read_only=read_only) as store:
        store.all_answers()
    assert raised.value.finding.code == code
    assert path.read_bytes() == before


def test_none_to_read(tmp_path: Path) -> None:
    with pytest.raises(Unreadable) as raised:
        Store(tmp_path / "s.sqlite", read_only=True)
    assert raised.value.finding.code == "store-not-found"
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(Unreadable) as raised:
        Store(tmp_path / "none" / "s.sqlite")
    assert raised.value.finding.code == "store-not-opened"


def codes(responses: Any) -> list[str]:
    return [finding.code for finding in responses.findings]


def stored(path: Path, *answers: Answer) -> Path:
    with Store(path) as store:
        store.add(*answers)
    return path


ITEMS = [item("Pytanie 1"), item("Pytanie 2")]
TWO = (answer(text="a1"), answer(asked="Pytanie 2", text="a2"))
SEED = {"extra": {"seed": 1}}

# name, what the store holds, the answers to ITEMS that are found, the codes
VIEWS: list[tuple[str, tuple[Answer, ...], list[str | None], list[str]]] = [
    ("every answer", TWO, ["a1", "a2"], []),
    ("one is missing", TWO[:1], ["a1", None], ["store-missing"]),
    ("of other items", (answer(asked="Inne"),), [None, None], ["store-missing"]),
    ("an item edited by one blank", (answer(asked="Pytanie 1 "),), [None, None], ["store-missing"]),
    ("settings beyond the task's", (answer(text="s", **SEED),), ["s", None],
     ["store-missing"]),
    ("both: the more complete", (*TWO, answer(text="s", **SEED)), ["a1", "a2"], ["store-several-settings"]),
    ("settings against the task's", (answer(extra={"temperature": 1.0}),), [None, None],
     ["store-missing", "store-other-settings"]),
]  # fmt: skip


@pytest.mark.parametrize(("held", "texts", "expected"), [view[1:] for view in VIEWS], ids=[view[0] for view in VIEWS])
def test_the_answers_to_the_items_as_they_stand(
    tmp_path: Path, held: tuple[Answer, ...], texts: list[str | None], expected: list[str]
) -> None:
    responses = responses_of_store(stored(tmp_path / "s.sqlite", *held), ITEMS, TASK)
    found = [responses.get("a/m", each) for each in ITEMS]
    assert [each.text if each else None for each in found] == texts
    assert sorted(codes(responses)) == expected


def test_the_models_file_chooses_models_order_and_settings(tmp_path: Path) -> None:
    path = stored(tmp_path / "s.sqlite", *TWO, answer(text="s", **SEED), answer("b", text="b1"))
    models = (Model("b"), Model("a/m", generation={"seed": 1}))
    responses = responses_of_store(path, ITEMS[:1], TASK, models)
    assert responses.models == ("b", "a/m")
    assert [responses.answers[name]["Pytanie 1"].text for name in responses.models] == ["b1", "s"]


def test_a_store_and_its_export_answer_alike(tmp_path: Path) -> None:
    path = stored(tmp_path / "s.sqlite", *TWO, full(text="później"), answer("b", text="b1"))
    with Store(path, read_only=True) as store:
        write(tmp_path / "responses", export_files(store.all_answers(), TASK))
    one, other = responses_of_store(path, ITEMS, TASK), read_responses(tmp_path / "responses", ITEMS, TASK)
    assert set(one.models) == set(other.models)
    for model in one.models:
        for each in ITEMS:
            mine, theirs = one.get(model, each), other.get(model, each)
            assert (mine and (mine.text, mine.finish_reason)) == (theirs and (theirs.text, theirs.finish_reason))


def write(folder: Path, files: dict[str, bytes]) -> None:
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)


def zipped(path: Path, files: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(f"responses/{name}", data)


# Text as models write it, lone surrogates aside: no store holds half a character.
TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
ANSWERS = st.builds(
    answer,
    st.sampled_from(["a/m", "a__m", "A/M", "qwen2.5:7b"]),
    TEXTS.filter(str.strip),
    TEXTS,
    extra=st.sampled_from([{}, {"seed": 1}]),
    asked_at=st.sampled_from([None, EARLY, LATE]),
    received=st.none() | TEXTS,
    usage=st.sampled_from([None, {"total_tokens": 4}]),
    finish_reason=st.sampled_from([None, "stop", "length"]),
    seconds=st.none() | st.floats(0, 100),
)


@settings(max_examples=30, deadline=None)
@given(st.lists(ANSWERS, max_size=8), st.sampled_from(["folder", "zip", "store"]))
def test_out_and_in_again_without_loss(tmp_path_factory: pytest.TempPathFactory, held: list[Answer], way: str) -> None:
    folder = tmp_path_factory.mktemp("way")
    path = stored(folder / "s.sqlite", *held)
    with Store(path, read_only=True) as store:
        before = store.all_answers()
        files = export_files(before, TASK)
    if not before:
        return
    assert len({name.casefold() for name in files}) == len(files)
    target = {"folder": folder / "responses", "zip": folder / "r.zip", "store": path}[way]
    if way == "folder":
        write(target, files)
    elif way == "zip":
        zipped(target, files)
    with Store(folder / "t.sqlite") as other:
        imported = import_answers(other, target, TASK)
        assert (imported.added, imported.known, imported.lost) == (len(before), 0, 0)
        assert other.all_answers() == before
        again = import_answers(other, target, TASK)
        assert (again.added, again.known, again.lost) == (0, len(before), 0)


def imported(tmp_path: Path, *lines: object, held: tuple[Answer, ...] = ()) -> tuple[tuple[int, int, int], list[str]]:
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    (tmp_path / "a__m.jsonl").write_text(text, encoding="utf-8")
    with Store(stored(tmp_path / "s.sqlite", *held)) as store:
        done = import_answers(store, tmp_path / "a__m.jsonl", TASK)
        return (done.added, done.known, done.lost), [finding.code for finding in done.findings]


PLAIN = {"input": "Pytanie 1", "response": "tak"}
# name, lines, held before, (added, known, lost), codes
IMPORTS: list[tuple[str, list[object], tuple[Answer, ...], tuple[int, int, int], list[str]]] = [
    ("the task's own form", [PLAIN], (), (1, 0, 0), []),
    ("held before", [PLAIN], (answer(),), (0, 1, 0), []),
    ("twice in the file", [PLAIN, PLAIN], (), (1, 1, 0), []),
    ("a different answer", [PLAIN], (answer(text="nie"),), (1, 0, 0), ["import-conflict"]),
    ("without its input", [{"response": "tak"}], (), (0, 0, 1), ["import-not-placed"]),
    ("of another version of the task", [{**PLAIN, "key": "0" * 64}], (), (0, 0, 1), ["import-not-placed"]),
    ("a broken line", ["{", PLAIN], (), (1, 0, 1), ["responses-broken-line"]),
    ("extras of the wrong kind are left", [{**PLAIN, "usage": 3, "seconds": "x", "received": {}}], (), (1, 0, 0), []),
]


@pytest.mark.parametrize(
    ("lines", "held", "counts", "expected"), [case[1:] for case in IMPORTS], ids=[case[0] for case in IMPORTS]
)
def test_import(
    tmp_path: Path, lines: list[object], held: tuple[Answer, ...], counts: tuple[int, int, int], expected: list[str]
) -> None:
    assert imported(tmp_path, *lines, held=held) == (counts, expected)


def test_a_conflict_within_the_import_is_told_too(tmp_path: Path) -> None:
    counts, found = imported(tmp_path, PLAIN, {**PLAIN, "response": "nie"})
    assert (counts, found) == ((2, 0, 0), ["import-conflict"])


@pytest.mark.parametrize("name", ["none", "empty", "sheet.csv", "bad.zip"])
def test_nothing_to_import(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "sheet.csv").write_text("input,gold\n")
    (tmp_path / "bad.zip").write_bytes(b"PK\x03\x04")
    with Store(tmp_path / "s.sqlite") as store, pytest.raises(Unreadable) as raised:
        import_answers(store, tmp_path / name, TASK)
    assert raised.value.finding.code == "import-unreadable"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=5,
)
KEYS = ["input", "response", "content", "model", "key", "messages", "generation", "usage", "seconds", "finish_reason"]
LINES = st.lists(st.dictionaries(st.sampled_from([*KEYS, "received", "endpoint"]), JSON, max_size=6), max_size=4)


@settings(max_examples=60, deadline=None)
@given(LINES)
def test_whatever_a_file_holds_the_import_names_it_and_goes_on(
    tmp_path_factory: pytest.TempPathFactory, lines: list[dict[str, object]]
) -> None:
    folder = tmp_path_factory.mktemp("any")
    counts, _ = imported(folder, *lines, PLAIN)
    assert counts[0] >= 1


def test_merging_is_the_same_in_either_order(tmp_path: Path) -> None:
    one = stored(tmp_path / "1.sqlite", answer(text="a", asked_at=LATE), answer("b"))
    two = stored(tmp_path / "2.sqlite", answer(text="b", asked_at=EARLY), replace(answer("b"), text="c"))
    with Store(one) as left, Store(two) as right:
        import_answers(left, two, TASK)
        import_answers(right, one, TASK)
        assert left.counting() == right.counting()
        assert left.all_answers() == right.all_answers()
