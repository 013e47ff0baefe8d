"""Whole-process medians: `sheet-tools convert` beside a bare openpyxl reader and `frictionless validate`.

`python benchmarks/convert.py [--runs 7]`. Frictionless lives in an environment of its own, made here
(benchmarks/.peers/frictionless).
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Sequence
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
PEER = HERE / ".peers" / "frictionless"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(HERE.parent)}

# The least that a person would write with openpyxl: read, check lengths, write JSONL. No findings, no kinds.
BARE = """
import json, sys, openpyxl
rows = openpyxl.load_workbook(sys.argv[1]).active.iter_rows(values_only=True)
head = next(rows)
with open(sys.argv[2], "w", encoding="utf-8") as out:
    for row in rows:
        cells = dict(zip(head, row))
        item = {"input": cells["input"], "gold": cells["gold"]}
        aliases = [cells[f"alias{i}"] for i in range(1, 6) if cells[f"alias{i}"]]
        assert len(item["input"]) <= 2000 and len(item["gold"]) <= 80
        out.write(json.dumps({**item, "aliases": aliases}, ensure_ascii=False) + "\\n")
"""


Check = Callable[[subprocess.CompletedProcess[bytes]], bool]


def median_seconds(command: Sequence[str | Path], runs: int, done_well: Check, folder: Path) -> float:
    """Of a command that did its work each time: a peer that refuses the file is quick, and no measure of anything."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, check=False)
        times.append(time.perf_counter() - start)
        if not done_well(done):
            said = (done.stdout + done.stderr).decode(errors="replace")[-800:]
            raise SystemExit(f"{command[:4]} did not do its work (status {done.returncode}):\n{said}")
    return statistics.median(times)


def wrote(out: Path, n: int, *statuses: int) -> Check:
    """Whether a command wrote n items; the file is taken away, so that the next run has to write its own."""

    def check(done: subprocess.CompletedProcess[bytes]) -> bool:
        written = out.read_bytes().count(b"\n") if out.exists() else 0
        out.unlink(missing_ok=True)
        return done.returncode in statuses and written == n

    return check


def validated(n: int) -> Check:
    """Whether frictionless read n rows under the heading and found nothing wrong with them."""

    def check(done: subprocess.CompletedProcess[bytes]) -> bool:
        try:
            report = json.loads(done.stdout)
        except ValueError:
            return False
        (task,) = report["tasks"]
        return bool(done.returncode == 0 and report["valid"] and task["stats"]["rows"] == n)

    return check


def frictionless() -> str | None:
    """The peer's interpreter; None where it cannot be installed."""
    python = PEER / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not python.exists():
        venv.create(PEER, with_pip=True)
        installed = subprocess.run([python, "-m", "pip", "install", "-q", "frictionless[excel]"], check=False)
        if installed.returncode:
            return None
    return str(python)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=7)
    runs = parser.parse_args().runs
    from sheets import as_xlsx, rows

    peer = frictionless()
    print("rows\tours\tbare openpyxl\tratio\tfrictionless validate\tratio")
    with tempfile.TemporaryDirectory() as folder:
        for n in (200, 10_000):
            place, out = Path(folder), Path(folder, "items.jsonl")
            sheet = f"{n}.xlsx"
            (place / sheet).write_bytes(as_xlsx(rows(n)))
            convert = [sys.executable, "-m", "sheet_tools", "convert", sheet, "-o", out.name, "--draft"]
            # 1 is ours for findings: 10,000 items are too many to hand in.
            ours = median_seconds(convert, runs, wrote(out, n, 0, 1), place)
            bare = median_seconds([sys.executable, "-c", BARE, sheet, out.name], runs, wrote(out, n, 0), place)
            line = f"{n}\t{ours:.3f} s\t{bare:.3f} s\t{ours / bare:.2f}"
            if peer:
                validate = [peer, "-m", "frictionless", "validate", sheet, "--json"]
                theirs = median_seconds(validate, max(3, runs // 2), validated(n), place)
                line += f"\t{theirs:.3f} s\t{ours / theirs:.2f}"
            print(line if peer else f"{line}\tcould not be installed")


if __name__ == "__main__":
    main()
