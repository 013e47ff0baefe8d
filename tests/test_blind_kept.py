"""The mark of a sheet for blind solving, through LibreOffice really run and into every format that it saves."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from blind_sheets import filled

from sheet_tools.pipeline import Settings, Source, check, person_answers, read
from sheet_tools.tasks import TASKS

PATIENCE = 180


@pytest.fixture(scope="module")
def saved(soffice: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The filled-in sheet of every task as LibreOffice saves it: the CSV without our letters."""
    folder = tmp_path_factory.mktemp("saved")
    own = folder / "own"
    own.mkdir()
    for task in TASKS:
        (own / f"{task}.xlsx").write_bytes(filled(task))
    for kind in ("xlsx", "ods", "csv"):
        subprocess.run(
            [soffice, f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", kind,
             "--outdir", str(folder), *map(str, own.iterdir())],
            check=True, capture_output=True, timeout=PATIENCE,
        )  # fmt: skip
    return folder


@pytest.mark.parametrize("task", list(TASKS))
@pytest.mark.parametrize("kind", ["xlsx", "ods", "csv"])
def test_the_mark_comes_through(saved: Path, task: str, kind: str) -> None:
    source = Source.from_path(saved / f"{task}.{kind}")
    checked = check(read(source, Settings(told=False)))
    assert [finding.code for finding in checked.findings] == ["blind-sheet"]
    if kind != "csv":
        answers, _ = person_answers(source, Settings(TASKS[task]))
        assert len(answers.answers["osoba"]) >= 30
