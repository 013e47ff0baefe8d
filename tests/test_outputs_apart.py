"""No output takes the place of what is read, or of answers that cannot be asked again; a closed stdout is no bug."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sheet_tools.cli import group

ITEMS = [{"input": f"Przykład formatu nr {n}: wskaż wyraz.", "gold": f"wyraz{n}"} for n in range(50)]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.chdir(tmp_path)
    lines(tmp_path / "items.jsonl", ITEMS)
    (tmp_path / "responses").mkdir()
    for place, model in enumerate("abc"):
        answers = [item["gold"] if n >> place & 1 else "?" for n, item in enumerate(ITEMS)]
        given = [{"input": i["input"], "response": answer} for i, answer in zip(ITEMS, answers, strict=True)]
        lines(tmp_path / "responses" / f"{model}.jsonl", given)

    def call(*arguments: str) -> Result:
        return CliRunner().invoke(group, [*arguments, "--lang", "en"], catch_exceptions=False)

    assert call("panel", "import", "panel.sqlite", "responses").exit_code == 0
    assert call("panel", "import", "other.sqlite", "responses").exit_code == 0
    (tmp_path / "schema.json").write_text("{}", encoding="utf-8")
    return call


def lines(path: Path, rows: list[dict[str, str]]) -> None:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


MATRIX = ["evaluate", "--items", "items.jsonl", "--responses"]
CHOSEN = ["choose", "--items", "items.jsonl", "--responses"]
SAME, AMONG, STORE = "very file that is read", "holds models' answers", "store of models' answers"
CASES = [
    ([*MATRIX, "panel.sqlite", "--output", "panel.sqlite"], "panel.sqlite", SAME),
    ([*MATRIX, "responses/a.jsonl", "--output", "responses/a.jsonl"], "responses/a.jsonl", SAME),
    ([*MATRIX, "responses", "--output", "responses/a.jsonl"], "responses/a.jsonl", AMONG),
    ([*MATRIX, "responses", "--output", "responses/new.JSONL"], None, AMONG),
    ([*MATRIX, "responses", "--output", "other.sqlite"], "other.sqlite", STORE),
    ([*MATRIX, "responses", "--schema", "schema.json", "--output", "schema.json"], "schema.json", SAME),
    ([*CHOSEN, "panel.sqlite", "-o", "panel.sqlite"], "panel.sqlite", SAME),
    ([*CHOSEN, "responses", "-o", "responses/b.jsonl"], "responses/b.jsonl", AMONG),
    ([*CHOSEN, "responses", "-o", "other.sqlite"], "other.sqlite", STORE),
    (["convert", "items.jsonl", "-o", "panel.sqlite"], "panel.sqlite", STORE),
]


@pytest.mark.parametrize(("arguments", "threatened", "said"), CASES)
def test_what_is_read_is_never_replaced(
    run: Callable[..., Result], arguments: list[str], threatened: str | None, said: str
) -> None:
    before = Path(threatened).read_bytes() if threatened else b""
    result = run(*arguments)
    assert (result.exit_code, said in str(result.stderr + str(result.exception))) == (2, True)
    if threatened:
        assert Path(threatened).read_bytes() == before
    else:
        assert not Path("responses/new.JSONL").exists()


def test_a_matrix_may_lie_beside_the_answers(run: Callable[..., Result]) -> None:
    for _ in range(2):
        assert run(*MATRIX, "responses", "--output", "responses/matrix.json").exit_code == 0


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
@pytest.mark.parametrize(
    "command", ["score --matrix m.json", "insight --matrix m.json", "convert items.jsonl -o x.jsonl"]
)
def test_a_closed_stream_is_no_bug(run: Callable[..., Result], tmp_path: Path, command: str, closed: str) -> None:
    assert run(*MATRIX, "responses", "--output", "m.json").exit_code == 0
    call = f'"{sys.executable}" -m sheet_tools {command} {closed}'
    beside = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    ended = subprocess.run(["sh", "-c", call], cwd=tmp_path, env=beside, capture_output=True, timeout=120, check=False)
    assert ended.returncode == 0
    assert not list(tmp_path.glob("sheet-tools-report-*"))
