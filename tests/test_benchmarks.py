"""The benchmarks measure work that was done: who refuses the file is quick, and is no peer."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from benchmarks.convert import median_seconds, validated, wrote

WRITES = "import sys; open('items.jsonl', 'w').write('{}\\n' * int(sys.argv[1])); sys.exit(int(sys.argv[2]))"


@pytest.mark.parametrize(
    ("lines", "status", "counts"), [(3, 0, True), (3, 1, True), (3, 2, False), (2, 0, False), (0, 1, False)]
)
def test_what_was_written_is_counted(tmp_path: Path, lines: int, status: int, counts: bool) -> None:
    command = [sys.executable, "-c", WRITES, str(lines), str(status)]
    check = wrote(tmp_path / "items.jsonl", 3, 0, 1)
    if counts:
        assert median_seconds(command, 2, check, tmp_path) > 0
    else:
        with pytest.raises(SystemExit, match="did not do its work"):
            median_seconds(command, 2, check, tmp_path)


def test_what_an_earlier_run_wrote_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "items.jsonl").write_text("{}\n" * 3)
    check = wrote(tmp_path / "items.jsonl", 3, 0)
    assert check(CompletedProcess([], 0))
    assert not check(CompletedProcess([], 0))


@pytest.mark.parametrize(
    ("report", "status", "counts"),
    [
        ({"valid": True, "tasks": [{"stats": {"rows": 3}}]}, 0, True),
        ({"valid": True, "tasks": [{"stats": {"rows": 2}}]}, 0, False),
        ({"valid": False, "tasks": [{"stats": {"rows": 3}}]}, 1, False),
        ({"valid": False, "tasks": [{"stats": {}}]}, 1, False),
        (None, 1, False),
    ],
)
def test_a_refusal_is_no_validation(report: object, status: int, counts: bool) -> None:
    said = json.dumps(report).encode() if report else b"cannot open"
    assert validated(3)(CompletedProcess([], status, said, b"")) is counts
