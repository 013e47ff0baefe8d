"""A part that stands twice in the zip was replaced: the last counts, as for every program that reads zips."""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Callable, Iterable

import pytest
import rawods
from neighbours import HEADINGS, outcome, row, text
from rawxlsx import parts, relationships, shared, styles, worksheet

STRING = '<c r="{}" t="s"><v>{}</v></c>'
ROWS = HEADINGS + row(STRING.format("A2", 0), STRING.format("B2", 1), '<c r="C2" s="1"><v>7</v></c>')
OLD = parts({"S": worksheet(ROWS)}, strings=shared("<t>p</t>", "<t>g</t>"), styles=styles(["0"]))
AWAY = worksheet(HEADINGS + row(text("stare"), text("stare", "B2")))
# What stood there before, for each part: reading it would be seen.
BEFORE: dict[str, str] = {
    "xl/worksheets/sheet1.xml": AWAY,
    "xl/sharedStrings.xml": shared("<t>stare</t>", "<t>stare</t>"),
    "xl/styles.xml": styles([";;;"]),
    "xl/workbook.xml": str(OLD["xl/workbook.xml"]).replace("rId1", "rId9"),
    "xl/_rels/workbook.xml.rels": relationships(("worksheet", "worksheets/inny.xml")),
    "_rels/.rels": relationships(("officeDocument", "xl/inny.xml")),
}
NAMES: list[tuple[str, Callable[[str], str]]] = [
    ("the same name", lambda name: name),
    ("in capitals", str.upper),
    ("with backslashes", lambda name: name.replace("/", "\\")),
    ("with a leading slash", lambda name: f"/{name}"),
]


def pack_in_order(*files: Iterable[tuple[str, str | bytes]]) -> bytes:
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w") as package:
        warnings.simplefilter("ignore")
        for group in files:
            for name, part in group:
                package.writestr(name, part)
    return out.getvalue()


@pytest.mark.parametrize("rename", [row[1] for row in NAMES], ids=[row[0] for row in NAMES])
@pytest.mark.parametrize("part", BEFORE)
def test_the_last_counts(part: str, rename: Callable[[str], str]) -> None:
    others = {"xl/worksheets/inny.xml": AWAY, "xl/inny.xml": BEFORE["xl/workbook.xml"]}
    data = pack_in_order(others.items(), [(rename(part), BEFORE[part])], OLD.items())
    texts, codes = outcome(data)
    assert texts == {"A2": "p", "B2": "g", "C2": "7"}
    assert codes == [("C2", "number-cell")]


@pytest.mark.parametrize("part", ["content.xml", "styles.xml", "mimetype"])
def test_the_last_counts_in_ods(part: str) -> None:
    sheet = rawods.content(rawods.table(rawods.texts("input", "gold"), rawods.texts("p", "g")))
    new = {"mimetype": rawods.MIMETYPE, "content.xml": sheet, "styles.xml": rawods.styles("")}
    old = {
        "mimetype": rawods.MIMETYPE.replace("spreadsheet", "text"),
        "content.xml": sheet.replace(">p<", ">stare<"),
        "styles.xml": "<broken",
    }
    assert outcome(pack_in_order([(part, old[part])], new.items()), "a.ods") == ({"A2": "p", "B2": "g"}, [])
