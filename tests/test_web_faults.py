"""Disks that refuse, notes that were damaged, programs that were killed: nothing is lost, nothing is called kept."""

from __future__ import annotations

import errno
import io
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from pages import rows, sheet
from panel_pages import ALL, ITEMS, app_of, bring, drop, jsonl
from served import Page, served
from werkzeug.test import TestResponse
from workbooks import workbook

from sheet_tools import files
from sheet_tools.files import write_whole
from webapp.uploads import Uploads

ROOT = Path(__file__).parent.parent


@contextmanager
def small_disk(at: Path, monkeypatch: pytest.MonkeyPatch, kilobytes: int) -> Iterator[None]:
    """A disk of so many KiB; where none can be mounted, one that counts what is written and then refuses."""
    at.mkdir(exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(at)]
    if shutil.which("mount") and subprocess.run(mount, capture_output=True, check=False).returncode == 0:
        try:
            yield
        finally:
            subprocess.run(["umount", "-l", str(at)], check=True)
        return
    real = files.os.fsync
    written = 0

    def counting(handle: int) -> None:
        nonlocal written
        written += os.fstat(handle).st_size
        if written > kilobytes * 1024:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(handle)

    monkeypatch.setattr(files.os, "fsync", counting)
    yield


def large(n: int, size: int = 240_000) -> bytes:
    return f"input;gold\nPytanie {n};{'ą' * (size // 2)}\n".encode()


def test_a_full_disk_is_said_and_what_it_took_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with small_disk(tmp_path / "kept", monkeypatch, 300), served(tmp_path / "kept") as page:
        answers = [page.post("/sheets", {"sheet": (f"{n}.csv", large(n))}) for n in range(3)]
        assert [answer.status for answer in answers] == [303, 507, 507]
        for answer in answers[1:]:
            assert "Na dysku zabrakło miejsca" in answer.text
            assert "nie zapisano" in answer.text
            assert "Zwolnij miejsce" in answer.text
            assert str(tmp_path / "kept") in answer.text
        assert [each["name"] for each in page.json("/index.json")["uploads"]] == ["0.csv"]
        assert [path.name for path in (tmp_path / "kept").glob(".*.part")] == []
        assert page.get(answers[0].headers["Location"]).status == 200


def test_room_can_be_made_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with small_disk(tmp_path / "kept", monkeypatch, 300), served(tmp_path / "kept") as page:
        at = page.drop(large(0), "0.csv")
        assert page.post(f"{at}/remove").status == 303
        answer = page.post("/sheets", {"sheet": ("1.csv", large(1))})
        if os.path.ismount(tmp_path / "kept"):
            assert answer.status == 303, "what was deleted gives way"
        else:
            assert answer.status == 507


REFUSALS = {
    errno.ENOSPC: (507, "Na dysku zabrakło miejsca"),
    errno.EDQUOT: (507, "Na dysku zabrakło miejsca"),
    errno.EROFS: (500, "zabezpieczony przed zapisem"),
    errno.EACCES: (500, "zabezpieczony przed zapisem"),
    errno.EPERM: (500, "zabezpieczony przed zapisem"),
    errno.EIO: (500, "urządzenie zgłasza błąd"),
}


@pytest.mark.parametrize("number", REFUSALS, ids=errno.errorcode.get)
@pytest.mark.parametrize("what", ["sheet", "same sheet", "choices", "task", "person", "answers", "remove", "take-back"])
def test_what_the_disk_refuses_is_never_called_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, what: str
) -> None:
    client = app_of(tmp_path).test_client()
    page = drop(client)
    before = client.get("/index.json").json
    if what == "take-back":
        client.post(f"{page}/remove")
    refuse(monkeypatch, number)
    answer = done(client, page, what)
    status, words = REFUSALS[number]
    assert (answer.status_code, words in answer.text) == (status, True), answer.text
    assert "nie zapisano" in answer.text
    assert "To błąd programu" not in answer.text
    monkeypatch.undo()
    if what == "take-back":
        client.post(f"{page}/take-back")
    assert client.get("/index.json").json == before, "what was kept stays as it was"
    assert client.get(page).status_code == 200
    assert "panel.sqlite" not in client.get("/panel").text.split("Wczytane odpowiedzi")[-1]


def refuse(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def refused(*_: object, **__: object) -> object:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(files.os, "fsync", refused)
    for name in ("replace", "rename", "mkdir", "unlink"):
        if not (name == "unlink" and number in (errno.ENOSPC, errno.EDQUOT)):
            monkeypatch.setattr(Path, name, refused)


def done(client: FlaskClient, page: str, what: str) -> TestResponse:
    if what == "answers":
        return bring(client, ("m1.jsonl", jsonl(ALL)))
    if what in ("sheet", "same sheet"):
        data = sheet(ITEMS if what == "same sheet" else rows(51))
        return client.post("/sheets", data={"sheet": (io.BytesIO(data), "nowy.xlsx")})
    if what == "person":
        solved = workbook({"Pozycje": [["input", "odpowiedź"], *([row[3], "x"] for row in ITEMS)]})
        return client.post(f"{page}/beside/person", data={"file": (io.BytesIO(solved), "osoba.xlsx")})
    form = {"choices": {"sheet": "Pozycje"}, "task": {"task": "comma-placement"}}.get(what)
    return client.post(f"{page}/{what}", data=form)


def test_the_words_of_a_refusal_in_english_and_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client = app_of(tmp_path, LANG="en").test_client()
    page = drop(client)
    refuse(monkeypatch, errno.ENOSPC)
    said = client.post(f"{page}/choices", data={"sheet": "Pozycje"}).text
    assert "The disk is full. What you sent or changed just now was not kept." in said
    monkeypatch.undo()
    monkeypatch.setattr(Path, "iterdir", lambda _: (_ for _ in ()).throw(OSError(errno.EIO, "")))
    answer = client.get("/index.json")
    assert (answer.status_code, "an error" in answer.json["error"], "not kept" in answer.json["error"]) == (
        500,
        True,
        False,
    )


def test_a_folder_that_is_gone_is_said(tmp_path: Path) -> None:
    with served(tmp_path / "kept") as page:
        at = page.drop(sheet(rows()))
        (tmp_path / "kept").rename(tmp_path / "away")
        for answer in (page.get("/"), page.post("/sheets", {"sheet": ("b.xlsx", sheet(rows(51)))})):
            assert (answer.status, "Nie ma już folderu" in answer.text) == (500, True), answer.text
        (tmp_path / "away").rename(tmp_path / "kept")
        assert page.get(at).status == 200


def test_a_bug_that_cannot_be_reported_is_still_said_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_of(tmp_path, PROPAGATE_EXCEPTIONS=False)
    refuse(monkeypatch, errno.ENOSPC)
    monkeypatch.setattr("webapp.views.all_tasks", lambda: 1 // 0)
    answer = app.test_client().get("/")
    assert (answer.status_code, "To błąd programu" in answer.text, "opis" in answer.text) == (500, True, False)


@pytest.mark.parametrize(
    "damage", [b"", b"\xc4\x85" * 32, b"abc", b"0" * 63, b"0" * 65, b"0" * 63 + b"\xff", b"\x00" * 64]
)
def test_a_damaged_key_is_renewed(tmp_path: Path, damage: bytes) -> None:
    key = tmp_path / "kept" / "secret.key"
    key.parent.mkdir()
    key.write_bytes(damage)
    with served(tmp_path / "kept") as page:
        assert page.get("/").status == 200
        page.drop(sheet(rows()))
    kept = key.read_bytes()
    assert (len(kept), key.stat().st_mode & 0o777) == (64, 0o600)
    assert Uploads(tmp_path / "kept").secret().encode() == kept


def test_a_full_disk_at_the_first_start_spoils_no_later_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse(monkeypatch, errno.ENOSPC)
    with pytest.raises(OSError, match="space"):
        app_of(tmp_path)
    monkeypatch.undo()
    assert app_of(tmp_path).test_client().get("/").status_code == 200


def test_deleting_while_the_same_file_is_dropped_is_no_fault(tmp_path: Path) -> None:
    data = sheet(rows())
    seen: list[int] = []
    with served(tmp_path / "kept") as page:
        at = page.drop(data)

        def uploads() -> None:
            mine = Page(page.port)
            seen.extend(mine.post("/sheets", {"sheet": ("a.xlsx", data)}).status for _ in range(15))

        threads = [threading.Thread(target=uploads) for _ in range(3)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            seen.append(page.post(f"{at}/remove").status)
        for thread in threads:
            thread.join()
    assert max(seen) < 500, sorted(set(seen))


KILLED = """
import sys, os
from pathlib import Path
from sheet_tools import files
def stuck(handle):
    print("writing", flush=True)
    sys.stdin.read()
files.os.fsync = stuck
files.write_whole(Path(sys.argv[1]) / "x.json", b"{}")
"""


def test_what_a_killed_program_left_is_swept_at_the_next_start(tmp_path: Path) -> None:
    def begun() -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", KILLED, str(tmp_path / "kept")]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
        assert process.stdout
        assert process.stdout.readline() == b"writing\n"
        return process

    (tmp_path / "kept").mkdir()
    killed, alive = begun(), begun()
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    old = tmp_path / "kept" / ".y.json.abc.part"
    old.touch()
    os.utime(old, (0, 0))
    try:
        Uploads(tmp_path / "kept")
        left = [path.name for path in (tmp_path / "kept").glob(".*.part")]
        assert [f".{alive.pid}-" in name for name in left] == [True], "only what is being written stays"
    finally:
        alive.communicate()
    assert (tmp_path / "kept" / "x.json").read_bytes() == b"{}"


def test_what_was_written_is_on_the_disk_before_it_takes_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"old")
    seen: list[bytes] = []
    monkeypatch.setattr(files.os, "fsync", lambda handle: seen.append((tmp_path / "a").read_bytes()))
    write_whole(tmp_path / "a", b"new")
    assert (seen, (tmp_path / "a").read_bytes()) == ([b"old"], b"new")
