"""Reading alone, beside openpyxl (normal and read_only), calamine, pandas and the csv module: time and peak memory.

Ours twice: to the sheet's cells with every finding of reading, which is what the peers give; and on to table and items.
Times are of the processor, so that other work on the machine weighs less. The ratio is that of our cells.

`python benchmarks/read.py [--rows 200 10000 100000]`. Each reading runs in a process of its own; the median of three.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

SETUP = "import io, sys, time; path = sys.argv[1]; data = open(path, 'rb').read()\n"
MEASURE = """
start = time.process_time()
n = read()
seconds = time.process_time() - start
# Not ru_maxrss: that begins with what the parent had.
peak = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(seconds, peak, n)
"""
CELLS = """
from sheet_tools.readers import read_workbook, delimited, ods, sniff, xlsx
from sheet_tools.tasks import TASKS
def read():
    book = read_workbook(data, path, TASKS["reverse-poleval"])
    return len(book.sheets[0].rows) - 1
"""
OURS = """
from sheet_tools.readers import read_workbook, delimited, ods, sniff, xlsx
from sheet_tools.tasks import TASKS
from sheet_tools.table import find_table
from sheet_tools.items import items_from
task = TASKS["reverse-poleval"]
def read():
    table = find_table(read_workbook(data, path, task), task)
    return len(items_from(table, task)[0])
"""
OPENPYXL = """
import openpyxl
def read():
    book = openpyxl.load_workbook(path, read_only=READ_ONLY)
    return sum(1 for _ in book.active.iter_rows(values_only=True)) - 1
"""
CALAMINE = """
import python_calamine
def read():
    return len(python_calamine.CalamineWorkbook.from_path(path).get_sheet_by_index(0).to_python()) - 1
"""
CSV = """
import csv
def read():
    with open(path, encoding="utf-8", newline="") as file:
        return sum(1 for _ in csv.reader(file)) - 1
"""
READERS = {
    "xlsx": {
        "ours, cells": CELLS,
        "ours, items": OURS,
        "openpyxl": "READ_ONLY = False" + OPENPYXL,
        "openpyxl read_only": "READ_ONLY = True" + OPENPYXL,
        "calamine": CALAMINE,
        "pandas": "import pandas\ndef read(): return len(pandas.read_excel(path, dtype=str))",
    },
    "ods": {"ours, cells": CELLS, "ours, items": OURS, "calamine": CALAMINE},
    "csv": {
        "ours, cells": CELLS,
        "ours, items": OURS,
        "csv": CSV,
        "pandas": "import pandas\ndef read(): return len(pandas.read_csv(path, dtype=str, keep_default_na=False))",
    },
}


def measured(code: str, path: Path) -> tuple[float, float, int]:
    """Seconds, megabytes at the peak, rows."""
    runs = []
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", SETUP + code + MEASURE, str(path)], capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(done.stderr[-800:])
        runs.append([float(part) for part in done.stdout.split()])
    return statistics.median(r[0] for r in runs), max(r[1] for r in runs) / 1024, int(runs[0][2])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, nargs="+", default=[200, 10_000, 100_000])
    from sheets import as_csv, as_ods, as_xlsx, rows

    print("format\trows\treader\tseconds\tours / it\tpeak MB")
    with tempfile.TemporaryDirectory() as folder:
        for n in parser.parse_args().rows:
            for kind, make in (("xlsx", as_xlsx), ("ods", as_ods), ("csv", as_csv)):
                path = Path(folder, f"{n}.{kind}")
                path.write_bytes(make(rows(n)))
                ours = 0.0
                for name, code in READERS[kind].items():
                    seconds, megabytes, read = measured(code, path)
                    if read != n:
                        raise SystemExit(f"{name} read {read} rows of {n}")
                    ours = ours or seconds
                    print(f"{kind}\t{n}\t{name}\t{seconds:.3f}\t{ours / seconds:.2f}\t{megabytes:.0f}")


if __name__ == "__main__":
    main()
