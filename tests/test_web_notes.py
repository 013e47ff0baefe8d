"""Notes that were damaged: of uploads, of dropped answers, of runs. Each costs its own entry at most."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pages import rows, sheet
from panel_pages import ALL, app_of, bring, drop, jsonl
from workbooks import workbook

NOTE = {"id": "0" * 24, "name": "Zestaw.xlsx", "time": "2026-11-30T10:00:00+00:00", "size": 5, "choices": {}}
DAMAGE = {
    "empty": b"",
    "no JSON": b"{",
    "no UTF-8": b"\xff\xfe{}",
    "zeros": b"\x00" * 300,
    "deep": b"[" * 100_000,
    "deep in a value": b'{"name": "Zestaw.xlsx", "choices": ' + b'{"a":' * 100_000,
    "a list": b"[]",
    "null": b"null",
    "a number": b"5",
    "a number too long": b"9" * 10_000,
    "nothing": b"{}",
    **{
        f"{name}: {value!r}"[:40]: json.dumps({**NOTE, name: value}).encode()
        for name, value in [
            ("time", 5),
            ("time", "x"),
            ("time", ""),
            ("time", "0001-01-01T00:00:00+23:59"),
            ("time", "9999-12-31T23:59:59-23:59"),
            ("time", "2026-11-30"),
            ("name", None),
            ("name", 7),
            ("name", ["a"]),
            ("name", "../../etc/passwd"),
            ("name", "a\r\nb.xlsx"),
            ("name", "\ud800.xlsx"),
            ("size", "x"),
            ("size", -1),
            ("choices", 3),
            ("choices", ["sheet"]),
            ("choices", {"sheet": 5}),
            ("choices", {"task": "none such"}),
            ("choices", {"inputs": "../x", "person": "y"}),
            ("choices", {"encoding": "rot13", "delimiter": "longer"}),
            ("link", 5),
            ("tab", 5),
            ("by_account", "yes"),
            ("also", 5),
            ("also", [1, None]),
            ("sample", "no"),
            ("id", "1" * 24),
            ("unknown", {"a": 1}),
        ]
    },
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_note_costs_that_entry_at_most(tmp_path: Path, damage: bytes) -> None:
    client = app_of(tmp_path).test_client()
    whole, hurt = drop(client, sheet(rows()), "cały.xlsx"), drop(client, sheet(rows(51)), "Zestaw.xlsx")
    (tmp_path / "kept" / f"{hurt.rsplit('/', 1)[-1]}.json").write_bytes(damage)
    start = client.get("/")
    assert (start.status_code, "cały.xlsx" in start.text) == (200, True)
    assert {each["page"] for each in client.get("/index.json").json["uploads"]} == {whole, hurt}, "none vanishes"
    assert client.get(whole).status_code == 200
    shown = client.get(hurt)
    assert shown.status_code == 200
    assert client.post(f"{hurt}/choices", data={"sheet": "Pozycje"}).status_code == 303
    assert client.get(hurt).status_code == 200
    assert client.post(f"{hurt}/remove").status_code == 303


@pytest.mark.parametrize(
    "name", [name for name in DAMAGE if name.startswith(("time", "size", "choices", "link", "also", "unkn"))]
)
def test_a_note_keeps_what_was_not_damaged(tmp_path: Path, name: str) -> None:
    client = app_of(tmp_path).test_client()
    data = sheet(rows())
    page = drop(client, data, "Zestaw.xlsx")
    (tmp_path / "kept" / f"{page.rsplit('/', 1)[-1]}.json").write_bytes(DAMAGE[name])
    kept = client.get("/index.json").json["uploads"][0]
    assert (kept["name"], kept["recovered"], kept["size"]) == ("Zestaw.xlsx", False, len(data))
    assert "przepadła" not in client.get("/").text


def test_a_file_whose_note_was_lost_is_still_read_as_its_task(tmp_path: Path) -> None:
    client = app_of(tmp_path).test_client()
    commas = [["id", "zdanie z miejscami", "przecinki", "dopuszczalne"], ["a1", "Wiem [1] że tak.", "1", "-"]]
    page = drop(client, workbook({"Pozycje": commas}), "przecinki.xlsx")
    (tmp_path / "kept" / f"{page.rsplit('/', 1)[-1]}.json").unlink()
    assert client.get(f"{page}.json").json["task"] == "comma-placement"


def test_a_file_without_a_note_is_listed_under_a_made_up_name(tmp_path: Path) -> None:
    client = app_of(tmp_path).test_client()
    data = sheet(rows())
    page = drop(client, data, "Zestaw.xlsx")
    (tmp_path / "kept" / f"{page.rsplit('/', 1)[-1]}.json").unlink()
    assert "nazwa przepadła, plik jest cały" in client.get("/").text
    assert client.get(f"{page}/items.jsonl").status_code == 200
    assert drop(client, data, "Zestaw.xlsx") == page
    assert "nazwa przepadła" not in client.get("/").text
    assert client.get("/index.json").json["uploads"][0]["also"] == []


BAD_ENTRY = [b"", b"[" * 100_000, b"[]", b"null", *(
    json.dumps({"id": None, "name": "m.jsonl", "time": "2026-11-30T10:00:00+00:00", "size": 1, "kind": "jsonl",
                "models": {"m": 1}, "origins": [], **change}).encode()
    for change in ({"time": 5}, {"time": "x"}, {"name": 5}, {"models": 5}, {"models": {"m": "x"}}, {"models": ["m"]},
                   {"origins": 5}, {"origins": [5]}, {"kind": "none"}, {"kind": []}, {"size": "x"}, {"other": 1})
)]  # fmt: skip


@pytest.mark.parametrize("damage", BAD_ENTRY)
def test_a_damaged_note_of_answers_harms_no_page(tmp_path: Path, damage: bytes) -> None:
    client = app_of(tmp_path).test_client()
    page = drop(client)
    bring(client, ("m.jsonl", jsonl(ALL)))
    (notes,) = (tmp_path / "kept" / "answers").glob("*/entry.json")
    notes.write_bytes(damage.replace(b'"id": null', b'"id": "' + notes.parent.name.encode() + b'"'))
    assert [client.get(at).status_code for at in ("/panel", page, f"{page}/panel")] == [200, 200, 200]
    assert bring(client, ("m.jsonl", jsonl(ALL))).status_code == 303
    assert "m.jsonl" in client.get("/panel").text


COUNTS = ("items", "cached", "to_ask", "asked", "answered", "cut_off", "refused", "failed", "elsewhere", "left")
TALLY = dict.fromkeys(COUNTS, 0) | {"model": "m", "why": {}}
RUN = {"state": "whole", "began": "", "moved": "", "tallies": [TALLY], "findings": [], "model": "", "again": False}
BAD_RUN = [b"", b"[" * 100_000, b"[]", b"5", *(
    json.dumps({**RUN, **change}).encode()
    for change in ({"state": "none"}, {"tallies": 5}, {"tallies": [5]}, {"tallies": [{}]}, {"findings": 5},
                   {"tallies": [{**TALLY, "to_ask": "x"}]}, {"tallies": [{**TALLY, "asked": None}]},
                   {"tallies": [{**TALLY, "why": [1]}]}, {"tallies": [{**TALLY, "why": {"a": "x"}}]},
                   {"findings": [{"code": "store-not-opened", "place": [], "values": {}}]},
                   {"findings": [{"code": "store-not-opened", "place": [], "values": 5}]},
                   {"findings": [{"code": "store-not-opened", "place": [1, "x"], "values": {"file": "", "why": ""}}]},
                   {"findings": [{"code": 5, "place": [], "values": {}}]},
                   {"findings": [{"code": [], "place": [], "values": {}}]})
)]  # fmt: skip


@pytest.mark.parametrize("damage", BAD_RUN)
def test_a_damaged_note_of_a_run_harms_no_page(tmp_path: Path, damage: bytes) -> None:
    client = app_of(tmp_path).test_client()
    page = drop(client)
    (tmp_path / "kept" / "runs").mkdir()
    (tmp_path / "kept" / "runs" / f"{page.rsplit('/', 1)[-1]}.json").write_bytes(damage)
    assert [client.get(at).status_code for at in (f"{page}/panel", f"{page}/panel.json")] == [200, 200]
