"""Hostile and damaged .xlsx: refused with a finding or read, within seconds and memory; never another exception."""

from __future__ import annotations

import functools
import random
import struct
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rawxlsx import MAIN, build, first, pack, parts, read, refused, relationships, shared, styles, texts, worksheet
from work import calls, no_runaway

from sheet_tools.findings import Unreadable
from sheet_tools.readers.model import Workbook

CELL = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>'
SHEET = "xl/worksheets/sheet1.xml"
BILLION = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))
TYPES = [
    f'<!DOCTYPE x [<!ENTITY l0 "lol">{BILLION}]>',
    '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE x SYSTEM "http://example.invalid/x.dtd">',
    "<!DOCTYPE x>",
]


def whole(**change: str | bytes) -> dict[str, str | bytes]:
    files = parts({"P": worksheet(CELL)}, strings=shared("<t>a</t>"), styles=styles(["0"]))
    return {**files, **{name.replace("__", "/"): data for name, data in change.items()}}


@pytest.mark.parametrize("doctype", TYPES)
@pytest.mark.parametrize("part", [SHEET, "xl/sharedStrings.xml", "xl/workbook.xml", "xl/styles.xml"])
def test_a_document_type_is_refused(part: str, doctype: str) -> None:
    files = whole()
    files[part] = f"{doctype}{files[part]!s}"
    assert refused(pack(files)) == "doctype-entities"


def lying() -> bytes:
    """A member of 30 MB that says it has ten bytes."""
    data = bytearray(pack(whole(**{SHEET: worksheet(CELL) + " " * 30_000_000})))
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.find(SHEET.encode()) if signature == b"PK\x03\x04" else data.rfind(SHEET.encode())
        start = data.rfind(signature, 0, at)
        data[start + offset : start + offset + 4] = struct.pack("<I", 10)
    return bytes(data)


DIGITS = "9" * 500_000


def attributes(times: int) -> bytes:
    listed = " ".join(f'a{number}=""' for number in range(times))
    return build(f"<row {listed}/>")


def repeated(piece: str, times: int, before: str = "", after: str = "") -> bytes:
    return build(CELL, before + piece * times + after, strings=shared("<t>a</t>"))


# Ten times as many as a file of the most cells that is read; the worst of these takes 15 million.
MOST_CALLS = 20_000_000
# Each would take a naive reader down; the codes that may come of it ("" is: read).
HOSTILE: list[tuple[str, functools.partial[bytes], set[str]]] = [
    ("120 MB of blanks", functools.partial(build, " " * 120_000_000), {"too-big-unpacked"}),
    ("60 MB of blanks, high ratio", functools.partial(build, " " * 60_000_000), {"too-big-unpacked"}),
    ("20,000 members", functools.partial(lambda: pack(whole() | {f"x{i}": "" for i in range(20_000)})),
     {"too-big-unpacked"}),
    ("a member that lies about its size", functools.partial(lying), {"corrupt-file"}),
    ("a million empty cells", functools.partial(build, f'<row r="1">{"<c/>" * 1_000_000}</row>'), {""}),
    ("many styled rows", functools.partial(build, '<row s="1"><c s="1"/></row>' * 400_000), {""}),
    ("many merges", functools.partial(repeated, '<mergeCell ref="A1:B2"/>', 400_000), {""}),
    ("many columns", functools.partial(repeated, '<col min="1" max="9" hidden="1"/>', 300_000), {""}),
    ("deep nesting", functools.partial(repeated, "<a>", 400_000, "", "</a>" * 400_000), {"corrupt-file"}),
    ("deep nesting, never closed", functools.partial(repeated, "<a>", 3_000_000), {"corrupt-file", "too-big-unpacked"}),
    ("rows within rows", functools.partial(build, "<row>" * 400_000 + "</row>" * 400_000), {"corrupt-file"}),
    ("rows with cells within rows", functools.partial(build, '<row><c t="str"><v>1</v></c>' * 100_000),
     {"corrupt-file"}),
    ("cells within cells", functools.partial(build, "<row>" + "<c>" * 400_000), {"corrupt-file"}),
    ("values within values", functools.partial(build, "<row><c>" + "<v>" * 400_000), {"corrupt-file"}),
    ("texts within texts", functools.partial(build, "<row><c><is>" + "<t>" * 400_000), {"corrupt-file"}),
    ("an attribute of 15 MB", functools.partial(build, f'<row x="{"a" * 15_000_000}"/>'), {"too-big-unpacked"}),
    ("a million attributes", functools.partial(attributes, 1_000_000), {"too-big-unpacked"}),
    ("a text of 15 MB", functools.partial(build, f'<row><c t="str"><v>{"a" * 15_000_000}</v></c></row>'),
     {"too-big-unpacked"}),
    ("a number of many digits", functools.partial(build, f'<row r="{DIGITS}"><c><v>{DIGITS}</v></c></row>'), {""}),
    ("an array over the whole sheet, often", functools.partial(build,
     "".join(f'<row><c><f t="array" ref="A1:XFD{1_000_000 + i}"/><v>1</v></c></row>' for i in range(3_000))),
     {"too-big-unpacked"}),
    ("a format of a million letters", functools.partial(
        lambda: build('<row r="1"><c r="A1" s="1"><v>1</v></c></row>', styles=styles(["0" * 900_000]))), {""}),
]  # fmt: skip


@pytest.mark.parametrize(("make", "allowed"), [row[1:] for row in HOSTILE], ids=[row[0] for row in HOSTILE])
def test_hostile_files(make: functools.partial[bytes], allowed: set[str]) -> None:
    data = make()
    codes: list[str] = []
    with no_runaway():
        assert calls(lambda: codes.append(refused(data))) < MOST_CALLS
    assert codes[0] in allowed


@pytest.mark.parametrize(("number", "code"), [(20_000, ""), (400_000, "too-big-unpacked")])
def test_many_different_merges(number: int, code: str) -> None:
    merges = "".join(f'<mergeCell ref="A{i}:B{i + 1}"/>' for i in range(1, number))
    data = build(CELL, after=f"<mergeCells>{merges}</mergeCells>", strings=shared("<t>a</t>"))
    assert refused(data) == code


def test_relations_in_a_circle() -> None:
    files = whole()
    circle = relationships(("comments", "sheet1.xml"), ("worksheet", "sheet1.xml"))
    files["xl/worksheets/_rels/sheet1.xml.rels"] = circle
    files["_rels/.rels"] = relationships(("officeDocument", "_rels/.rels"), ("officeDocument", "xl/workbook.xml"))
    assert refused(pack(files)) in {"", "corrupt-file"}


@pytest.mark.parametrize(("times", "code"), [(2, ""), (100_000, "too-big-unpacked")])
def test_one_part_as_many_sheets(times: int, code: str) -> None:
    files = whole()
    book = str(files["xl/workbook.xml"])
    one = book[book.index("<sheet ") : book.index("</sheets>")]
    files["xl/workbook.xml"] = book.replace(one, one * times)
    assert refused(pack(files)) == code


BROKEN = [
    ("a sheet that is no XML", {SHEET: b"\0\1\2\3"}),
    ("a sheet cut off", {SHEET: worksheet(CELL)[:-30]}),
    ("a sheet in an encoding of two bytes", {SHEET: f'<?xml version="1.0" encoding="cp932"?>{worksheet(CELL)}'}),
    ("a sheet in an encoding without ASCII", {SHEET: f'<?xml version="1.0" encoding="cp037"?>{worksheet(CELL)}'}),
    ("a sheet in UTF-16 that says otherwise",
     {SHEET: f'<?xml version="1.0" encoding="cp932"?>{worksheet(CELL)}'.encode("utf-16")}),
    ("a sheet in UTF-16 without BOM that says otherwise",
     {SHEET: f'<?xml version="1.0" encoding="xyz"?>{worksheet(CELL)}'.encode("utf-16-le")}),
    ("a sheet in two encodings", {SHEET: f'\ufeff<?xml version="1.0" encoding="cp1250"?>{worksheet(CELL)}'}),
    ("a sheet in an unknown encoding", {SHEET: f'<?xml version="1.0" encoding="xyz"?>{worksheet(CELL)}'}),
    ("a sheet that is not UTF-8", {SHEET: worksheet(CELL).encode().replace(b"A1", b"\xff1")}),
    ("a control character in XML", {SHEET: worksheet(CELL.replace("A1", "&#1;"))}),
    ("strings cut off", {"xl/sharedStrings.xml": "<sst><si><t>a"}),
    ("a workbook part that is no XML", {"xl/workbook.xml": "input,gold"}),
    ("a workbook without sheets", {"xl/workbook.xml": f'<workbook xmlns="{MAIN}"/>'}),
]  # fmt: skip


@pytest.mark.parametrize("change", [row[1] for row in BROKEN], ids=[row[0] for row in BROKEN])
def test_a_needed_part_that_is_broken(change: dict[str, str | bytes]) -> None:
    assert refused(pack({**whole(), **change})) == "corrupt-file"


def test_a_sheet_that_is_missing() -> None:
    files = whole()
    del files[SHEET]
    assert refused(pack(files)) == "corrupt-file"


GOOD = pack(whole(**{"docProps/app.xml": "<Properties><Application>x</Application></Properties>"}))


def only_a_workbook_or_a_refusal(data: bytes) -> None:
    try:
        workbook = read(data)
    except Unreadable:
        return
    assert isinstance(workbook, Workbook)


@given(st.integers(0, len(GOOD)))
def test_truncated(length: int) -> None:
    only_a_workbook_or_a_refusal(GOOD[:length])


@settings(max_examples=400)
@given(st.lists(st.tuples(st.integers(0, len(GOOD) - 1), st.integers(1, 255)), min_size=1, max_size=4))
def test_flipped_bytes_of_the_zip(flips: list[tuple[int, int]]) -> None:
    data = bytearray(GOOD)
    for place, change in flips:
        data[place] ^= change
    only_a_workbook_or_a_refusal(bytes(data))


PARTS = [name for name in whole() if name.endswith((".xml", ".rels"))]


@settings(max_examples=400)
@given(st.sampled_from(PARTS), st.integers(0, 2**32), st.integers(1, 6))
def test_changed_xml(part: str, seed: int, times: int) -> None:
    """Pieces of a part's own XML cut out, doubled, moved, or changed by a letter."""
    chance = random.Random(seed)
    data = whole()[part]
    text = bytearray(data if isinstance(data, bytes) else data.encode())
    for _ in range(times):
        start = chance.randrange(len(text) or 1)
        piece = text[start : start + chance.randrange(1, 20)]
        at = chance.randrange(len(text) or 1)
        change = chance.randrange(4)
        if change == 0:
            del text[start : start + len(piece)]
        elif change == 1:
            text[at:at] = piece
        elif change == 2 and text:
            text[at % len(text)] = chance.choice(b"<>/\"'=&;0aAx \0\xff")
        else:
            text[at:at] = chance.choice([b'r="B2"', b"<f/>", b"<is><t>x</t></is>", b"</c>", b'<c t="s">', b"_xD800_"])
    only_a_workbook_or_a_refusal(pack({**whole(), part: bytes(text)}))


def test_a_checksum_that_is_wrong_is_a_corrupt_file() -> None:
    data = bytearray(GOOD)
    checksum = struct.pack("<I", zlib.crc32(str(whole()[SHEET]).encode()))
    at = data.find(checksum)
    while at >= 0:
        data[at] ^= 1
        at = data.find(checksum, at)
    assert refused(bytes(data)) == "corrupt-file"


def test_the_good_one_is_good() -> None:
    assert texts(first(GOOD)) == {"A1": "a"}
