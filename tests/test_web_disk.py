"""What a disk refuses in the middle: of several files, of a file and its choices, of a folder that is gone."""

from __future__ import annotations

import errno
import io
import os
import shutil
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from panel_pages import ALL, app_of, drop, jsonl

from sheet_tools import files
from webapp import uploads as kept_uploads

SAMPLES = Path(__file__).parent.parent / "samples"
INPUTS = (SAMPLES / "comma-placement" / "inputs.jsonl").read_bytes()
ANSWERED = (SAMPLES / "comma-placement" / "expected-dobry.jsonl").read_bytes()


def names(client: FlaskClient) -> list[str]:
    return sorted(each["name"] for each in client.get("/index.json").json["uploads"])


def refuse_after(monkeypatch: pytest.MonkeyPatch, writes: int) -> None:
    """A disk that takes so many files more, and then is full."""
    real, left = kept_uploads.write_whole, writes

    def write(path: Path, data: bytes, *, private: bool = False) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        real(path, data, private=private)

    for module in (kept_uploads, files):
        monkeypatch.setattr(module, "write_whole", write)
    monkeypatch.setattr("sheet_tools.panel.library.write_whole", write)


@pytest.mark.parametrize(("writes", "kept"), [(6, ["a.csv", "b.csv", "c.csv"]), (4, ["a.csv", "b.csv"]),
                                              (2, ["a.csv"]), (0, [])])  # fmt: skip
def test_of_several_files_each_is_said_to_be_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: int, kept: list[str]
) -> None:
    client = app_of(tmp_path).test_client()
    # Each takes a file, a note, and a note with its (empty) choices; the sheet's own bytes differ.
    sent = [(io.BytesIO(f"input;gold\nPytanie {name};x\n".encode()), name) for name in ("a.csv", "b.csv", "c.csv")]
    refuse_after(monkeypatch, writes * 3 // 2)
    said = client.post("/sheets", data={"sheet": sent}).text
    assert names(client) == kept
    assert said.count("Na dysku zabrakło miejsca") == 3 - len(kept)
    assert said.count("Wczytano jako arkusz") == len(kept)


@pytest.mark.parametrize("writes", range(6))
@pytest.mark.parametrize("name", ["s.jsonl", "inputs.jsonl"])
def test_what_is_said_not_to_be_kept_is_not_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: int, name: str
) -> None:
    client = app_of(tmp_path).test_client()
    drop(client, INPUTS, "earlier.jsonl")
    refuse_after(monkeypatch, writes)
    answer = client.post("/sheets", data={"sheet": (io.BytesIO(ANSWERED), name)})
    assert names(client) == sorted(["earlier.jsonl", *([name] if answer.status_code == 303 else [])])
    assert answer.status_code in (303, 507)


@pytest.mark.parametrize("writes", range(4))
def test_nor_is_what_stands_beside_a_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: int) -> None:
    client = app_of(tmp_path).test_client()
    page = drop(client, ANSWERED, "s.jsonl")
    refuse_after(monkeypatch, writes)
    answer = client.post(f"{page}/beside/inputs", data={"file": (io.BytesIO(INPUTS), "inputs.jsonl")})
    assert names(client) == (["inputs.jsonl", "s.jsonl"] if answer.status_code == 303 else ["s.jsonl"])
    assert answer.status_code == (507 if writes < 3 else 303)


def test_a_sheet_that_was_there_before_stays_with_its_choices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = app_of(tmp_path).test_client()
    page = drop(client, ANSWERED, "s.jsonl")
    before = client.get(f"{page}.json").json["choices"]
    refuse_after(monkeypatch, 2)
    assert client.post("/sheets", data={"sheet": (io.BytesIO(ANSWERED), "other.jsonl")}).status_code == 507
    monkeypatch.undo()
    assert client.get(f"{page}.json").status_code == 200
    assert before == {"task": "comma-placement"}


def test_the_sheet_made_of_inputs_is_given_though_they_cannot_be_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = app_of(tmp_path).test_client()
    refuse_after(monkeypatch, 0)
    sent = {"inputs": (io.BytesIO(INPUTS), "inputs.jsonl")}
    assert client.post("/templates/comma-placement-pl.xlsx", data=sent).status_code == 200
    assert names(client) == []


def test_answers_before_the_disk_was_full_are_kept_and_the_others_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = app_of(tmp_path).test_client()
    refuse_after(monkeypatch, 1)
    sent = [(io.BytesIO(jsonl(ALL)), name) for name in ("a.jsonl", "b.jsonl")]
    answer = client.post("/answers", data={"answers": sent})
    assert answer.status_code == 507
    assert "„b.jsonl”: Na dysku zabrakło miejsca" in answer.text
    assert "a: 50" in answer.text
    assert "b: 50" not in client.get("/panel").text


@pytest.mark.parametrize("path", ["{page}", "{page}.json", "{page}/items.jsonl", "{page}/panel", "/panel", "/"])
def test_a_folder_that_is_gone_is_no_deleted_file(tmp_path: Path, path: str) -> None:
    client = app_of(tmp_path).test_client()
    page = drop(client)
    shutil.rmtree(tmp_path / "kept")
    answer = client.get(path.format(page=page))
    assert answer.status_code == 500
    assert "Nie ma już folderu, w którym program przechowuje pliki" in answer.text


def test_inputs_for_a_task_that_has_none_are_not_taken_in_silence(tmp_path: Path) -> None:
    client = app_of(tmp_path).test_client()
    page = drop(client)
    answer = client.post(f"{page}/beside/inputs", data={"file": (io.BytesIO(INPUTS), "inputs.jsonl")})
    assert answer.status_code == 409
    assert len(names(client)) == 1


@pytest.mark.parametrize("sizes", [[21], [11, 11]])
def test_more_than_may_be_dropped_at_once_is_not_called_one_large_file(tmp_path: Path, sizes: list[int]) -> None:
    client = app_of(tmp_path).test_client()
    sent = [(io.BytesIO(bytes([65 + n]) * (size * 2**20)), f"{n}.csv") for n, size in enumerate(sizes)]
    answer = client.post("/sheets", data={"sheet": sent})
    assert answer.status_code == 413
    assert "Upuszczono naraz ponad 20 MB: niczego z tego nie wczytano" in answer.text
    assert names(client) == []
