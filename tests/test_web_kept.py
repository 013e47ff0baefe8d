"""What the page keeps of an author, and who may read it: this user alone, and no cache."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pages import rows, sheet
from panel_pages import app_of, drop

from webapp.uploads import Uploads

ITEMS = sheet(rows(12))


@pytest.mark.parametrize(
    "path", ["/", "/panel", "/nothing", "{page}", "{page}.json", "{page}/panel"]
)
def test_no_page_is_left_in_a_cache(tmp_path: Path, path: str) -> None:
    client = app_of(tmp_path).test_client()
    answer = client.get(path.format(page=drop(client, ITEMS)))
    assert answer.headers["Cache-Control"] == "no-store"


def test_nor_is_a_refusal(tmp_path: Path) -> None:
    answer = app_of(tmp_path).test_client().get("/", headers={"Host": "example.org"})
    assert (answer.status_code, answer.headers["Cache-Control"]) == (403, "no-store")


def test_files_of_the_page_itself_are_asked_for_anew(tmp_path: Path) -> None:
    answer = app_of(tmp_path).test_client().get("/static/page.css")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-cache")


def others_may(path: Path) -> int:
    return path.stat().st_mode & 0o077


@pytest.mark.skipif(os.name != "posix", reason="Windows keeps a user's folder to the user")
def test_nobody_else_reads_what_is_kept(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        uploads = Uploads(tmp_path / "kept")
        uploads.keep("a.xlsx", ITEMS)
        secret = uploads.secret()
    finally:
        os.umask(before)
    assert others_may(tmp_path / "kept") == 0
    holding = [
        path for path in (tmp_path / "kept").iterdir() if secret.encode() in path.read_bytes()
    ]
    assert [others_may(path) for path in holding] == [0]
    assert Uploads(tmp_path / "kept").secret() == secret, "a form outlives a restart"


@pytest.mark.parametrize(
    "name",
    ["a" * 23, "a" * 25, "A" * 24, "g" * 24, "../" + "a" * 21, "./" + "a" * 22, "a" * 12 + "/" + "a" * 11,
     "a" * 24 + "\n", "a" * 20 + ".png", "", "."],
)  # fmt: skip
def test_only_a_digest_names_an_upload(tmp_path: Path, name: str) -> None:
    """Whatever stands there: a name that leads elsewhere is none."""
    uploads = Uploads(tmp_path / "kept" / "more")
    kept = uploads.keep("a.xlsx", ITEMS)
    files = {
        suffix: (uploads.folder / f"{kept.id}{suffix}").read_bytes()
        for suffix in (".json", ".sheet")
    }
    for suffix, data in files.items():
        place = uploads.folder / f"{name}{suffix}"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    assert uploads.get(name) is None
    assert uploads.get(kept.id) is not None
