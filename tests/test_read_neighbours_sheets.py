"""Neighbours of what goes wrong with sheets, the parts of a package, comments and the look of cells in an .xlsx."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from neighbours import Codes, Parts, Texts, headed, outcome, row, text, workbook
from rawxlsx import MAIN, RELATIONS, relationships, styles, worksheet

Change = Callable[[Parts], Parts | None]
ITEM = row(text("p"), text("g", "B2"))


def states(*found: str) -> Change:
    """The visibility of each sheet."""

    def change(p: Parts) -> Parts:
        xml = str(p["xl/workbook.xml"])
        for number, state in enumerate(found, 1):
            xml = xml.replace(f'sheetId="{number}"', f'sheetId="{number}" state="{state or "visible"}"')
        return {**p, "xl/workbook.xml": xml}

    return change


def commented(xml: str, kind: str = "comments") -> bytes:
    """A sheet of one item with a part of comments."""

    def change(p: Parts) -> Parts:
        related = relationships((kind, f"../{kind}1.xml"))
        return {**p, "xl/worksheets/_rels/sheet1.xml.rels": related, f"xl/{kind}1.xml": xml}

    return workbook(ITEM, changed=change)


RELS = "xl/_rels/workbook.xml.rels"
SHEET = "xl/worksheets/sheet1.xml"


def with_chart_sheet(p: Texts) -> None:
    listed = '<sheets><sheet name="Wykres" sheetId="9" r:id="rId9"/>'
    related = f'<Relationship Id="rId9" Type="{RELATIONS}/chartsheet" Target="chartsheets/sheet1.xml"/></Relationships>'
    p["xl/workbook.xml"] = p["xl/workbook.xml"].replace("<sheets>", listed)
    p[RELS] = p[RELS].replace("</Relationships>", related)
    p["xl/chartsheets/sheet1.xml"] = f'<chartsheet xmlns="{MAIN}"/>'


def absolute_targets(p: Texts) -> None:
    p[RELS] = p[RELS].replace('Target="', 'Target="/xl/')


def escaped_target(p: Texts) -> None:
    p[RELS] = p[RELS].replace("worksheets/sheet1.xml", "../xl/./Worksheets/Arkusz%201.xml")
    p["xl/worksheets/arkusz 1.xml"] = p.pop(SHEET)


def upper_case(p: Texts) -> Parts:
    return {name if name.startswith("[") else name.upper(): part for name, part in p.items()}


def leading_slashes(p: Texts) -> Parts:
    return {f"/{name}": part for name, part in p.items()}


STRICT = "http://purl.oclc.org/ooxml"


def as_strict(p: Texts) -> Parts:
    names = {MAIN: f"{STRICT}/spreadsheetml/main", RELATIONS: f"{STRICT}/officeDocument/relationships"}
    return {n: x.replace(MAIN, names[MAIN]).replace(RELATIONS, names[RELATIONS]) for n, x in p.items()}


def with_prefixes(p: Texts) -> None:
    for name in (SHEET, "xl/workbook.xml"):
        p[name] = re.sub(r"<(/?)([a-zA-Z])", r"<\1x:\2", p[name]).replace("xmlns=", "xmlns:x=")


def without_relations(p: Texts) -> None:
    del p[RELS]


def without_root_relations(p: Texts) -> None:
    del p["_rels/.rels"]


def without_content_types(p: Texts) -> None:
    del p["[Content_Types].xml"]


def without_sheet(p: Texts) -> None:
    del p[SHEET]


def without_sheets(p: Texts) -> None:
    p["xl/workbook.xml"] = f'<workbook xmlns="{MAIN}"><sheets/></workbook>'


def main_renamed(p: Texts) -> None:
    p["xl/arkusze.xml"] = p.pop("xl/workbook.xml")
    p["xl/_rels/arkusze.xml.rels"] = p.pop(RELS)
    p["_rels/.rels"] = p["_rels/.rels"].replace("workbook.xml", "arkusze.xml")


def as_utf16(p: Parts) -> None:
    p[SHEET] = ('<?xml version="1.0" encoding="UTF-16"?>' + p[SHEET]).encode("utf-16")


def as_latin2(p: Parts) -> None:
    p[SHEET] = ('<?xml version="1.0" encoding="iso-8859-2"?>' + p[SHEET]).encode("iso-8859-2")


def as_bad_utf8(p: Parts) -> None:
    p[SHEET] = p[SHEET].encode("cp1250")


def with_bom(p: Parts) -> None:
    p[SHEET] = b"\xef\xbb\xbf" + p[SHEET].encode()


def swapped(p: Texts) -> None:
    xml = p["xl/workbook.xml"]
    xml = xml.replace('r:id="rId1"', 'r:id="X"').replace('r:id="rId2"', 'r:id="rId1"')
    p["xl/workbook.xml"] = xml.replace('"X"', '"rId2"')


SHEETS: list[tuple[str, bytes, Texts, Codes]] = [
    (
        "all hidden",
        workbook("", sheets={"A": headed(ITEM)}, changed=states("hidden")),
        {},
        [(None, "no-header"), ("A", "hidden-sheet-has-data")],
    ),
    (
        "very hidden first",
        workbook("", sheets={"A": headed(ITEM), "B": headed(ITEM)}, changed=states("veryHidden", "")),
        {"A2": "p", "B2": "g"},
        [("A", "hidden-sheet-has-data")],
    ),
    (
        "two data",
        workbook("", sheets={"A": headed(ITEM), "B": headed(ITEM)}),
        {"A2": "p", "B2": "g"},
        [("B", "several-data-sheets")],
    ),
    ("two, 2nd empty", workbook("", sheets={"A": headed(ITEM), "B": headed("")}), {"A2": "p", "B2": "g"}, []),
    (
        "two, 1st empty",
        workbook("", sheets={"A": headed(""), "B": headed(ITEM)}),
        {"A2": "p", "B2": "g"},
        [("B", "sheet-chosen")],
    ),
    ("apos", workbook("", sheets={"O&apos;Hara &amp; „Co”": headed(ITEM)}), {"A2": "p", "B2": "g"}, []),
    (
        "double name",
        workbook("", sheets={"A": headed(ITEM), "A ": headed(ITEM)}),
        {"A2": "p", "B2": "g"},
        [("A ", "several-data-sheets")],
    ),
    (
        "instr+data+dict",
        workbook(
            "",
            sheets={
                "Instrukcja": worksheet(row(text("Jak wypełniać", "A1"), number=1)),
                "Dane": headed(ITEM),
                "Słownik": worksheet(row(text("x", "A1"), number=1)),
            },
        ),
        {"A2": "p", "B2": "g"},
        [("Dane", "sheet-chosen")],
    ),
    (
        "instruction mentions",
        workbook(
            "",
            sheets={
                "Instrukcja": worksheet(
                    row(text("input", "A1"), text("polecenie dla modelu", "B1"), number=1)
                    + row(text("gold", "A2"), text("odp", "B2"))
                ),
                "Dane": headed(ITEM),
            },
        ),
        {"A2": "p", "B2": "g"},
        [("Dane", "sheet-chosen")],
    ),
    ("chart first", workbook(ITEM, changed=with_chart_sheet), {"A2": "p", "B2": "g"}, []),
    ("absolute", workbook(ITEM, changed=absolute_targets), {"A2": "p", "B2": "g"}, []),
    ("rel %20", workbook(ITEM, changed=escaped_target), {"A2": "p", "B2": "g"}, []),
    ("upper", workbook(ITEM, changed=upper_case), {"A2": "p", "B2": "g"}, []),
    ("lead slash", workbook(ITEM, changed=leading_slashes), {"A2": "p", "B2": "g"}, []),
    ("strict", workbook(ITEM, changed=as_strict), {"A2": "p", "B2": "g"}, []),
    ("prefixed", workbook(ITEM, changed=with_prefixes), {"A2": "p", "B2": "g"}, []),
    ("no rels", workbook(ITEM, changed=without_relations), {"A2": "p", "B2": "g"}, []),
    ("no root rels", workbook(ITEM, changed=without_root_relations), {"A2": "p", "B2": "g"}, []),
    ("no ct", workbook(ITEM, changed=without_content_types), {"A2": "p", "B2": "g"}, []),
    ("missing part", workbook(ITEM, changed=without_sheet), {}, [(None, "corrupt-file")]),
    (
        "missing 1 of 2",
        workbook("", sheets={"A": headed(ITEM), "B": headed(ITEM)}, changed=without_sheet),
        {"A2": "p", "B2": "g"},
        [("A", "sheet-unreadable")],
    ),
    ("no sheets", workbook(ITEM, changed=without_sheets), {}, [(None, "corrupt-file")]),
    ("main renamed", workbook(ITEM, changed=main_renamed), {"A2": "p", "B2": "g"}, []),
    ("utf16 part", workbook(row(text("Zażółć"), text("g", "B2")), changed=as_utf16), {"A2": "Zażółć", "B2": "g"}, []),
    ("latin2 part", workbook(row(text("Zażółć"), text("g", "B2")), changed=as_latin2), {"A2": "Zażółć", "B2": "g"}, []),
    ("bad utf8", workbook(row(text("Zażółć"), text("g", "B2")), changed=as_bad_utf8), {}, [(None, "corrupt-file")]),
    ("bom part", workbook(ITEM, changed=with_bom), {"A2": "p", "B2": "g"}, []),
    (
        "order",
        workbook("", sheets={"A": headed(ITEM), "B": headed("")}, changed=swapped),
        {"A2": "p", "B2": "g"},
        [("B", "sheet-chosen")],
    ),
]


@pytest.mark.parametrize(("data", "texts", "codes"), [row[1:] for row in SHEETS], ids=[row[0] for row in SHEETS])
def test_sheets(data: bytes, texts: Texts, codes: Codes) -> None:
    assert outcome(data) == (texts, codes)


LOOKS: list[tuple[str, bytes, Texts, Codes]] = [
    (
        "note",
        commented(
            "<comments><authors><author>A</author></authors><commentList><comment "
            'ref="B2" authorId="0"><text><r><rPr><b/></rPr><t>Jan:</t></r><r><t '
            'xml:space="preserve">\nmoże kotek?</t></r></text></comment><comment ref="A1" '
            'authorId="0"><text><t>nagł</t></text></comment><comment ref="Z9" authorId="0"><text>'
            "<t>daleko</t></text></comment></commentList></comments>"
        ),
        {"A2": "p", "B2": "g"},
        [("B2", "cell-comment")],
    ),
    (
        "threaded",
        commented(
            (
                "<ThreadedComments "
                'xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments">'
                '<threadedComment ref="B2" id="{1}"><text>może kotek?</text></threadedComment>'
                '<threadedComment ref="B2" id="{2}" parentId="{1}"><text>nie</text></threadedComment>'
                "</ThreadedComments>"
            ),
            "threadedComment",
        ),
        {"A2": "p", "B2": "g"},
        [("B2", "cell-comment")],
    ),
    (
        "strike row",
        workbook(row(text("p", "A2", ' s="1"'), text("g", "B2", ' s="1"')), styles=styles(["General"], [1])),
        {"A2": "p", "B2": "g"},
        [("A2", "strikethrough"), ("B2", "strikethrough")],
    ),
    (
        "strike false",
        workbook(row(text("p"), '<c r="B2" t="inlineStr"><is><r><rPr><strike val="0"/></rPr><t>g</t></r></is></c>')),
        {"A2": "p", "B2": "g"},
        [],
    ),
    (
        "row style strike",
        workbook(
            '<row r="2" s="1" customFormat="1">' + text("p") + text("g", "B2") + "</row>",
            styles=styles(["General"], [1]),
        ),
        {"A2": "p", "B2": "g"},
        [],
    ),
    (
        "long emoji",
        workbook(row(text("\U0001f600" * 16384), text("g", "B2"))),
        {"A2": "\U0001f600" * 16384, "B2": "g"},
        [("A2", "input-too-long"), ("A2", "over-cell-limit")],
    ),
    (
        "long 32767 emoji",
        workbook(row(text("\U0001f600" * 16383 + "a"), text("g", "B2"))),
        {"A2": "\U0001f600" * 16383 + "a", "B2": "g"},
        [("A2", "at-cell-limit"), ("A2", "input-too-long")],
    ),
    (
        "long gold",
        workbook(row(text("p"), text("g" * 400, "B2"))),
        {"A2": "p", "B2": "g" * 400},
        [("B2", "gold-too-long")],
    ),
    (
        "text format @",
        workbook(row(text("p"), text("pięć", "B2", ' s="1"')), styles=styles(["@"])),
        {"A2": "p", "B2": "pięć"},
        [],
    ),
    (
        'text format @" zł"',
        workbook(row(text("p"), text("pięć", "B2", ' s="1"')), styles=styles(['@" zł"'])),
        {"A2": "p", "B2": "pięć"},
        [("B2", "displayed-differently")],
    ),
    (
        'text format "x"',
        workbook(row(text("p"), text("pięć", "B2", ' s="1"')), styles=styles(['"x"'])),
        {"A2": "p", "B2": "pięć"},
        [],
    ),
    (
        'text format "Odp: "@',
        workbook(row(text("p"), text("pięć", "B2", ' s="1"')), styles=styles(['"Odp: "@'])),
        {"A2": "p", "B2": "pięć"},
        [("B2", "displayed-differently")],
    ),
    (
        'text format General;General;General;"a"@',
        workbook(row(text("p"), text("pięć", "B2", ' s="1"')), styles=styles(['General;General;General;"a"@'])),
        {"A2": "p", "B2": "pięć"},
        [("B2", "displayed-differently")],
    ),
    (
        "text format 0",
        workbook(row(text("p"), text("pięć", "B2", ' s="1"')), styles=styles(["0"])),
        {"A2": "p", "B2": "pięć"},
        [],
    ),
    (
        "text format dd.mm.yyyy",
        workbook(row(text("p"), text("pięć", "B2", ' s="1"')), styles=styles(["dd.mm.yyyy"])),
        {"A2": "p", "B2": "pięć"},
        [],
    ),
    (
        "text format ;;;@",
        workbook(row(text("p"), text("pięć", "B2", ' s="1"')), styles=styles([";;;@"])),
        {"A2": "p", "B2": "pięć"},
        [],
    ),
    (
        "text format [Red]@",
        workbook(row(text("p"), text("pięć", "B2", ' s="1"')), styles=styles(["[Red]@"])),
        {"A2": "p", "B2": "pięć"},
        [],
    ),
    (
        "text format @@",
        workbook(row(text("p"), text("pięć", "B2", ' s="1"')), styles=styles(["@@"])),
        {"A2": "p", "B2": "pięć"},
        [("B2", "displayed-differently")],
    ),
    (
        "text format @*.",
        workbook(row(text("p"), text("pięć", "B2", ' s="1"')), styles=styles(["@*."])),
        {"A2": "p", "B2": "pięć"},
        [],
    ),
    (
        "text format _(@_)",
        workbook(row(text("p"), text("pięć", "B2", ' s="1"')), styles=styles(["_(@_)"])),
        {"A2": "p", "B2": "pięć"},
        [],
    ),
    (
        "text format \\(@\\)",
        workbook(row(text("p"), text("pięć", "B2", ' s="1"')), styles=styles(["\\(@\\)"])),
        {"A2": "p", "B2": "pięć"},
        [("B2", "displayed-differently")],
    ),
    (
        "text format 0;-0;0;",
        workbook(row(text("p"), text("pięć", "B2", ' s="1"')), styles=styles(["0;-0;0;"])),
        {"A2": "p", "B2": "pięć"},
        [("B2", "displayed-differently")],
    ),
    (
        'text format "tak";"nie"',
        workbook(row(text("p"), text("pięć", "B2", ' s="1"')), styles=styles(['"tak";"nie"'])),
        {"A2": "p", "B2": "pięć"},
        [],
    ),
]


@pytest.mark.parametrize(("data", "texts", "codes"), [row[1:] for row in LOOKS], ids=[row[0] for row in LOOKS])
def test_comments_and_looks(data: bytes, texts: Texts, codes: Codes) -> None:
    assert outcome(data) == (texts, codes)
