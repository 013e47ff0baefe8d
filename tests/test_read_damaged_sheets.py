"""A defect in another sheet than that of the items: a warning about that sheet, and the items are read.

Whether the sheet that cannot be read holds items too, nobody knows, and the warning says so.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable

import pytest
import rawods
from neighbours import HEADINGS, Parts, Texts, outcome, row, text, workbook
from rawxlsx import MAIN, pack, parts, relationships, shared, worksheet

from sheet_tools.pipeline import Settings, Source, check, read

ITEM = row(text("p"), text("g", "B2"))
ITEMS = worksheet(HEADINGS + ITEM)
OTHER = "xl/worksheets/sheet2.xml"
BOOK = "xl/workbook.xml"
RELS = "xl/_rels/workbook.xml.rels"
READ = {"A2": "p", "B2": "g"}


def relation(p: Texts, change: Callable[[str], str]) -> None:
    """Change the relationship of the second sheet."""
    at = p[RELS].index('<Relationship Id="rId2"')
    end = p[RELS].index("/>", at) + 2
    p[RELS] = p[RELS][:at] + change(p[RELS][at:end]) + p[RELS][end:]


def listed_as(p: Texts, relation_id: str) -> None:
    p[BOOK] = p[BOOK].replace('r:id="rId2"', relation_id)


def put(p: Parts, part: str | bytes) -> None:
    p[OTHER] = part


# What is done to the parts of a workbook of „Pozycje”, „Inny” and „Trzeci” (another sheet of items' number 2).
DAMAGE: list[tuple[str, Callable[..., object]]] = [
    ("an empty r:id", lambda p: listed_as(p, 'r:id=""')),
    ("no r:id", lambda p: listed_as(p, "")),
    ("an unknown r:id", lambda p: listed_as(p, 'r:id="rId99"')),
    ("a relationship that is lost", lambda p: relation(p, lambda _: "")),
    ("a part that is missing", lambda p: p.pop(OTHER)),
    ("an external part", lambda p: relation(p, lambda r: r.replace("/>", ' TargetMode="External"/>'))),
    ("a target without a part", lambda p: relation(p, lambda r: r.replace("sheet2", "sheet77"))),
    ("a target that is no sheet", lambda p: relation(p, lambda r: r.replace("worksheets/sheet2", "sharedStrings"))),
    ("an empty part", lambda p: put(p, "")),
    ("a part cut off", lambda p: put(p, ITEMS[:-40])),
    ("a part cut off in a tag", lambda p: put(p, ITEMS[: ITEMS.index("B2") + 1])),
    ("a part that is no XML", lambda p: put(p, "input;gold")),
    ("a part of another kind", lambda p: put(p, f'<styleSheet xmlns="{MAIN}"/>')),
    ("a bad byte", lambda p: put(p, ITEMS.encode().replace(b">p<", b">\xb9<"))),
    ("a control character", lambda p: put(p, ITEMS.replace(">p<", ">\x0b<"))),
    ("an unknown encoding", lambda p: put(p, f'<?xml version="1.0" encoding="xyz"?>{ITEMS}')),
    ("tags that do not match", lambda p: put(p, ITEMS.replace("</row>", "</raw>"))),
]
STATES = ("", ' state="hidden"', ' state="veryHidden"')


def three_sheets(damage: Callable[..., object], state: str = "", items_at: int = 0) -> bytes:
    """The items stand at the first or the third place."""
    blank = worksheet(row(text("x", "A1"), number=1))
    sheets = {"Pozycje": ITEMS, "Inny": blank, "Trzeci": blank} if items_at == 0 else {
        "Trzeci": blank, "Inny": blank, "Pozycje": ITEMS
    }  # fmt: skip
    made = parts(sheets, strings=shared("<t>a</t>"))
    made[BOOK] = str(made[BOOK]).replace('<sheet name="Inny"', f'<sheet name="Inny"{state}')
    damage(made)
    return pack(made)


@pytest.mark.parametrize("place", [0, 2])
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("damage", [row[1] for row in DAMAGE], ids=[row[0] for row in DAMAGE])
def test_the_items_are_read_and_the_other_sheet_is_named(damage: Callable[..., object], state: str, place: int) -> None:
    texts, codes = outcome(three_sheets(damage, state, place))
    assert texts == READ
    assert ("Inny", "sheet-unreadable") in codes
    assert {code for _, code in codes} <= {"sheet-unreadable", "sheet-chosen"}


@pytest.mark.parametrize("damage", [row[1] for row in DAMAGE], ids=[row[0] for row in DAMAGE])
def test_where_no_other_sheet_has_items_the_file_is_refused(damage: Callable[..., object]) -> None:
    blank = worksheet(row(text("x", "A1"), number=1))
    made = parts({"Pusty": blank, "Pozycje": ITEMS, "Nagłówki": worksheet(HEADINGS)}, strings=shared("<t>a</t>"))
    damage(made)
    assert outcome(pack(made)) == ({}, [(None, "corrupt-file")])


def test_a_part_is_never_guessed_by_its_number() -> None:
    """The second sheet's own part is lost; under its number lies that of the third."""

    def damage(p: Texts) -> None:
        relation(p, lambda _: "")
        p[OTHER] = ITEMS.replace(">p<", ">obcy<")

    made = parts({"Pusty": worksheet(""), "Pozycje": ITEMS})
    damage(made)  # type: ignore[arg-type]
    assert outcome(pack(made)) == ({}, [(None, "corrupt-file")])


def test_without_relationships_only_the_one_sheet_of_a_workbook_is_known() -> None:
    made = parts({"A": ITEMS, "B": worksheet("")})
    del made[RELS]
    assert outcome(pack(made)) == ({}, [(None, "corrupt-file")])


def test_a_broken_sheet_that_is_chosen_by_name_is_refused() -> None:
    source = Source("a.xlsx", three_sheets(lambda p: p.pop(OTHER)))
    assert [f.code for f in read(source, Settings(sheet="Inny")).findings] == ["corrupt-file"]
    chosen = read(source, Settings(sheet="Pozycje"))
    assert ("sheet-unreadable", "Inny") in [(f.code, f.place.sheet) for f in chosen.findings]


def test_a_sheet_that_cannot_be_read_may_be_that_of_the_clusters() -> None:
    """Then nobody says that there is none."""
    headings = row(text("input", "A1"), text("gold", "B1"), text("klaster", "C1"), number=1)
    items = worksheet(headings + row(text("p"), text("g", "B2"), text("k", "C2")))
    made = parts({"Pozycje": items, "Klastry": worksheet("")})
    whole = [f.code for f in check(read(Source("a.xlsx", pack(made)))).findings]
    del made[OTHER]
    damaged = [f.code for f in check(read(Source("a.xlsx", pack(made)))).findings]
    assert "clusters-sheet-missing" in whole
    assert "clusters-sheet-missing" not in damaged
    assert "sheet-unreadable" in damaged


def test_damaged_comments_cost_nothing() -> None:
    related = relationships(("comments", "../comments1.xml"))

    def change(p: Parts) -> Parts:
        return {**p, "xl/worksheets/_rels/sheet1.xml.rels": related, "xl/comments1.xml": "<comments/>"}

    data = workbook(ITEM, changed=change)
    assert outcome(with_wrong_checksum(data, b"<comments/>")) == (READ, [])


def with_wrong_checksum(data: bytes, part: bytes) -> bytes:
    checksum = struct.pack("<I", zlib.crc32(part))
    assert data.count(checksum) == 2
    return data.replace(checksum, bytes(byte ^ 1 for byte in checksum))


def test_a_part_with_a_wrong_checksum() -> None:
    other = worksheet(row(text("y", "A1"), number=1))
    data = pack(parts({"Pozycje": ITEMS, "Inny": other}))
    assert outcome(with_wrong_checksum(data, other.encode())) == (READ, [("Inny", "sheet-unreadable")])
    assert outcome(with_wrong_checksum(data, ITEMS.encode())) == ({}, [(None, "corrupt-file")])


HEAD = rawods.texts("input", "gold")
WHOLE = rawods.table(HEAD, rawods.texts("p", "g"), name="Pozycje")
BAD = rawods.table(rawods.texts("x\x0bx"), name="Inny &amp; zły")
LAST = rawods.table(rawods.texts("x"), name="Ostatni")


def as_ods(*tables: str) -> bytes:
    return rawods.package(rawods.content("".join(tables)))


def test_an_ods_is_read_up_to_the_sheet_that_is_damaged() -> None:
    named = [("Inny & zły", "sheet-unreadable"), ("Ostatni", "sheet-unreadable")]
    assert outcome(as_ods(WHOLE, BAD, LAST), "a.ods") == (READ, named)


def test_an_ods_cut_off_in_another_sheet() -> None:
    whole = rawods.content(WHOLE + LAST)
    data = rawods.package(whole[: whole.index("Ostatni") + 20])
    assert outcome(data, "a.ods") == (READ, [("Ostatni", "sheet-unreadable")])


@pytest.mark.parametrize("tables", [(BAD, WHOLE), (LAST, BAD, WHOLE), (BAD,)])
def test_an_ods_whose_items_come_after_the_damage_is_refused(tables: tuple[str, ...]) -> None:
    assert outcome(as_ods(*tables), "a.ods") == ({}, [(None, "corrupt-file")])


def test_an_ods_damaged_outside_its_sheets_is_refused() -> None:
    assert outcome(as_ods(WHOLE, "<broken"), "a.ods") == ({}, [(None, "corrupt-file")])
