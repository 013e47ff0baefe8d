"""Answers that were dropped: what a zip holds besides, two of one name, names no disk takes, programs killed."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from pages import rows, sheet
from panel_pages import ALL, app_of, bring, drop, jsonl, zipped

from sheet_tools.findings import Finding
from sheet_tools.panel.library import Library
from sheet_tools.report.findings import message

OTHER = dict(list(ALL.items())[:2])


def test_what_a_zip_holds_besides_answers_is_named(tmp_path: Path) -> None:
    client = app_of(tmp_path).test_client()
    page = drop(client)
    mixed = zipped({
        "r/good.jsonl": jsonl(ALL), "r/broken.jsonl": b"x\n", "r/none.jsonl": b"", "set.xlsx": sheet(rows(50)),
        ".DS_Store": b"x", "__MACOSX/r/._good.jsonl": b"x", "__MACOSX/note.txt": b"x",
    })  # fmt: skip
    sent = {"sheet": (BytesIO(mixed), "odpowiedzi.zip"), "back": page.rsplit("/", 1)[1]}
    said = client.post("/sheets", data=sent).text
    assert "Odpowiedzi nie ma w: broken.jsonl, none.jsonl, set.xlsx." in said
    assert "Odpowiedzi nie ma w: broken.jsonl, none.jsonl, set.xlsx." in client.get("/panel").text


@pytest.mark.parametrize(("address", "field"), [("/sheets", "sheet"), ("/answers", "answers")])
@pytest.mark.parametrize(("second", "data", "n"), [
    ("m.jsonl", jsonl(OTHER), 1), ("M.JSONL", jsonl(OTHER), 1),
    ("m.jsonl", jsonl(ALL), 0), ("n.jsonl", jsonl(OTHER), 0),
])  # fmt: skip
def test_of_two_answers_of_one_name_none_is_lost_in_silence(
    tmp_path: Path, address: str, field: str, second: str, data: bytes, n: int
) -> None:
    client = app_of(tmp_path).test_client()
    files = [(BytesIO(jsonl(ALL)), "m.jsonl"), (BytesIO(data), second)]
    said = client.post(address, data={field: files}, follow_redirects=True).text
    assert said.count(message(Finding("answers-same-name", values={"file": second}), "pl")) == n
    assert "m: 50" in client.get("/panel").text


@pytest.mark.parametrize("name", ["漢" * 110, "\U0001f600" * 100, "ż" * 119, "CON", "nul.model", "com1", "a" * 300])
@pytest.mark.parametrize("packed", [False, True])
def test_answers_of_any_name_are_kept(tmp_path: Path, name: str, packed: bool) -> None:
    client = app_of(tmp_path).test_client()
    page = drop(client)
    file = f"{name}.jsonl"
    assert bring(client, ("z.zip", zipped({file: jsonl(ALL)})) if packed else (file, jsonl(ALL))).status_code == 303
    marks = client.get(f"{page}.json").json["marks"][0]["models"]
    assert [model[-20:] for model in marks] == [name[-20:]]
    kept = [path.name for path in (tmp_path / "kept" / "answers").glob("*/*.jsonl")]
    assert not any(each.split(".")[0].casefold() in ("con", "nul", "com1") for each in kept)


def kept(folder: Path) -> list[str]:
    return [entry.name for entry in Library(folder).entries()]


def test_a_killed_program_loses_no_answers_and_leaves_no_litter(tmp_path: Path) -> None:
    library = Library(tmp_path)
    entry = library.keep("m.jsonl", jsonl(ALL))
    library.path(entry).rename(tmp_path / f"{entry.id}.old")  # killed between the two renames
    (tmp_path / f"{entry.id}.new").mkdir()
    assert kept(tmp_path) == ["m.jsonl"]
    (tmp_path / f"{entry.id}.old").mkdir()  # killed after them
    (tmp_path / f"{'0' * 24}.gone").mkdir()
    assert kept(tmp_path) == ["m.jsonl"]
    assert [path.name for path in tmp_path.iterdir()] == [entry.id]


def test_answers_that_cannot_take_their_place_leave_the_older_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Library(tmp_path)
    library.keep("m.jsonl", jsonl(ALL))
    real = Path.rename

    def refuse(self: Path, target: Path) -> Path:
        if self.suffix == ".new":
            raise PermissionError(13, "no")
        return real(self, target)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(PermissionError):
        library.keep("m.jsonl", jsonl(OTHER))
    assert [entry.answers for entry in library.entries()] == [50]


def test_what_is_half_deleted_is_not_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library(tmp_path)
    entry = library.keep("m.jsonl", jsonl(ALL))
    monkeypatch.setattr("sheet_tools.panel.library.shutil.rmtree", lambda *_, **__: None)
    library.remove(entry.id)
    assert library.entries() == []
