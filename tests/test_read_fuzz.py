"""Damaged files of every kind: only a reading, findings or a clean refusal may come, and soon.

A short run each time. The longer one, to be made after a change in sheet_tools/readers:

    FUZZ_RUNS=20000 python -m pytest tests/test_read_fuzz.py

Hypothesis shrinks what fails to the fewest changes; `ops` in its report make the file again. Where ../shared/cases
stands beside the project its files are damaged too.
"""

from __future__ import annotations

import io
import os
import random
import zipfile
from pathlib import Path

import pytest
import rawods
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rawxlsx import build, shared, styles
from work import calls, no_runaway

from sheet_tools.findings import catalogue
from sheet_tools.pipeline import Source, check, read
from sheet_tools.report.findings import finding_json

RUNS = int(os.environ.get("FUZZ_RUNS", "120"))
ROOT = Path(__file__).parents[1]
CASES = Path(__file__).parents[2] / "shared" / "cases"
MOST_CALLS = 5_000_000  # far above what any of these small files needs
_CELLS = '<c r="A{0}" t="s"><v>{1}</v></c><c r="B{0}" s="1"><v>46143</v></c><c r="C{0}" t="str"><f>A1</f><v>x</v></c>'
_ROWS = "".join(f'<row r="{n}">{_CELLS.format(n, n % 3)}</row>' for n in range(1, 9))
SEEDS: dict[str, bytes] = {
    "plik.xlsx": build(
        _ROWS,
        '<cols><col min="2" max="2" hidden="1"/></cols>',
        '<mergeCells><mergeCell ref="A2:B3"/></mergeCells>',
        strings=shared("<t>input</t>", "<r><rPr><strike/></rPr><t>a_x000D_</t></r>", '<t xml:space="preserve"> ą </t>'),
        styles=styles(["d-mmm", '@" zł"'], [2]),
    ),
    "plik.ods": rawods.package(
        rawods.content(
            rawods.table(
                rawods.texts("input", "gold", "alias1"),
                rawods.texts("  p  q", "a\nb\tc", "x"),
                rawods.row(rawods.cell("<text:p>7</text:p>", 'office:value-type="float" office:value="7"')),
            )
        )
    ),
    "plik.csv": 'input;gold;alias1\r\n"a ""b""\r\nc";01.maj;żółć\r\np;g\r\n'.encode(),
    "lat.csv": "input,gold\nZażółć,gęś\n„Świt”,ćma\n".encode("cp1250"),
    "szer.txt": "input\tgold\r\nZażółć\tgęś\r\n".encode("utf-16"),
}
# (what, where from 0 to 1, how)
OPS = st.lists(
    st.tuples(
        st.sampled_from(["flip", "cut", "drop", "double", "put", "end"]), st.floats(0, 1), st.integers(0, 1 << 30)
    ),
    min_size=1,
    max_size=6,
)
_PIECES = [
    b"<",
    b">",
    b"&",
    b"\0",
    b'"',
    b"\r",
    b"]]>",
    b"<!--",
    b"\xff",
    b"_xD800_",
    b"<c>",
    b"</row>",
    b"1e999",
    b",,",
]


# Those of the project, and those that stand beside it where it is made.
FILES = [*sorted(ROOT.glob("samples/*/bledny.xlsx")), *sorted(ROOT.glob("samples/*/inputs.jsonl"))]
FILES += sorted(
    path
    for path in CASES.glob("*/*")
    if path.suffix != ".json" and path.stat().st_size < 200_000 and path.is_file()
)


def damaged(data: bytes, ops: list[tuple[str, float, int]]) -> bytes:
    """The bytes after each of the changes."""
    for what, where, how in ops:
        at = int(where * len(data))
        if what == "flip" and data:
            at = min(at, len(data) - 1)
            data = data[:at] + bytes([data[at] ^ (1 << how % 8)]) + data[at + 1 :]
        elif what == "cut":
            data = data[:at] + data[at + how % 40 :]
        elif what == "drop":
            data = data[: max(at, 1)]
        elif what == "double":
            data = data[:at] + data[at : at + how % 200] * (how % 5) + data[at:]
        elif what == "put":
            data = data[:at] + _PIECES[how % len(_PIECES)] + data[at:]
        else:
            data += random.Random(how).randbytes(how % 50)
    return data


def damaged_inside(data: bytes, ops: list[tuple[str, float, int]]) -> bytes:
    """A zip with one of its parts damaged, and packed soundly again; anything else damaged as it is."""
    if not zipfile.is_zipfile(io.BytesIO(data)):
        return damaged(data, ops)
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(packed, "w") as new:
        names = old.namelist()
        chosen = names[ops[0][2] % len(names)]
        for name in names:
            part = old.read(name)
            new.writestr(name, damaged(part, ops) if name == chosen else part)
    return packed.getvalue()


def holds(name: str, data: bytes) -> None:
    """What must come of any bytes: findings that the catalogue knows and that can be worded in both languages."""
    with no_runaway():
        assert calls(lambda: told(name, data)) < MOST_CALLS


def told(name: str, data: bytes) -> None:
    checked = check(read(Source(name, data)))
    for finding in checked.findings:
        assert finding.code in catalogue()
        for lang in ("pl", "en"):
            assert finding_json(finding, lang, checked.reading.program)["message"]


@pytest.mark.parametrize("name", SEEDS)
@settings(max_examples=RUNS, deadline=None, suppress_health_check=list(HealthCheck))
@given(ops=OPS, inside=st.booleans())
def test_damaged_files(name: str, ops: list[tuple[str, float, int]], inside: bool) -> None:
    holds(name, (damaged_inside if inside else damaged)(SEEDS[name], ops))


@settings(max_examples=RUNS, deadline=None, suppress_health_check=list(HealthCheck))
@given(choice=st.integers(0, 10_000), ops=OPS, inside=st.booleans())
def test_damaged_cases(choice: int, ops: list[tuple[str, float, int]], inside: bool) -> None:
    path = FILES[choice % len(FILES)]
    if "bomb" not in path.parent.name:
        holds(path.name, (damaged_inside if inside else damaged)(path.read_bytes(), ops))
