"""Whole-process medians: `sheet-tools convert` beside a bare openpyxl reader and `frictionless validate`.

`python benchmarks/convert.py [--runs 7]`. Frictionless lives in an environment of its own, made here
(benchmarks/.peers/frictionless).
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
PEER = HERE / ".peers" / "frictionless"

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


def median_seconds(command: list[str], runs: int) -> float:
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, check=False)
        times.append(time.perf_counter() - start)
        # 1 is ours for findings (10,000 items are too many to hand in); anything else is a failed run.
        if done.returncode not in (0, 1):
            raise SystemExit(f"{command[:4]} failed:\n{done.stderr.decode()[-800:]}")
    return statistics.median(times)


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
            sheet, out = Path(folder, f"{n}.xlsx"), str(Path(folder, "items.jsonl"))
            sheet.write_bytes(as_xlsx(rows(n)))
            convert = [sys.executable, "-m", "sheet_tools", "convert", str(sheet), "-o", out, "--draft"]
            ours = median_seconds(convert, runs)
            bare = median_seconds([sys.executable, "-c", BARE, str(sheet), out], runs)
            line = f"{n}\t{ours:.3f} s\t{bare:.3f} s\t{ours / bare:.2f}"
            if peer:
                theirs = median_seconds([peer, "-m", "frictionless", "validate", str(sheet)], max(3, runs // 2))
                line += f"\t{theirs:.3f} s\t{ours / theirs:.2f}"
            print(line if peer else f"{line}\tcould not be installed")


if __name__ == "__main__":
    main()
