"""Neighbours of what goes wrong in the structure of a sheet of .xlsx: rows, columns, merges, references, strays,
and in its lists of aliases."""

from __future__ import annotations

import pytest
from neighbours import Codes, Texts, outcome, row, text, value, workbook

ITEM = row(text("p"), text("g", "B2"))
NEXT = row(text("q", "A3"), text("h", "B3"), number=3)
STRUCTURE: list[tuple[str, bytes, Texts, Codes]] = [
    (
        "merge v",
        workbook(
            ITEM + row(text("q", "A3"), number=3), after='<mergeCells count="1"><mergeCell ref="B2:B3"/></mergeCells>'
        ),
        {"A2": "p", "B2": "g", "A3": "q"},
        [("B2:B3", "merged-cells"), ("B3", "missing-gold")],
    ),
    (
        "merge h",
        workbook(row(text("p"), text("g", "B2")), after='<mergeCells count="1"><mergeCell ref="B2:D2"/></mergeCells>'),
        {"A2": "p", "B2": "g"},
        [("B2:D2", "merged-cells")],
    ),
    (
        "merge hdr",
        workbook(ITEM, after='<mergeCells count="1"><mergeCell ref="C1:G1"/></mergeCells>'),
        {"A2": "p", "B2": "g"},
        [],
    ),
    (
        "merge row whole",
        workbook(
            row(text("Część I")) + row(text("p", "A3"), text("g", "B3"), number=3),
            after='<mergeCells count="1"><mergeCell ref="A2:I2"/></mergeCells>',
        ),
        {"A2": "Część I", "A3": "p", "B3": "g"},
        [("A2:I2", "merged-cells"), ("B2", "missing-gold")],
    ),
    (
        "hidden attr",
        workbook(ITEM + row(text("q", "A3"), text("h", "B3"), number=3, attributes='hidden="1"')),
        {"A2": "p", "B2": "g", "A3": "q", "B3": "h"},
        [(3, "hidden-row")],
    ),
    (
        "hidden true",
        workbook(ITEM + row(text("q", "A3"), text("h", "B3"), number=3, attributes='hidden="true"')),
        {"A2": "p", "B2": "g", "A3": "q", "B3": "h"},
        [(3, "hidden-row")],
    ),
    (
        "autofilter",
        workbook(
            ITEM + row(text("q", "A3"), text("h", "B3"), number=3, attributes='hidden="1"'),
            after=(
                '<autoFilter ref="A1:B3"><filterColumn colId="0"><filters><filter val="p"/></filters>'
                "</filterColumn></autoFilter>"
            ),
        ),
        {"A2": "p", "B2": "g", "A3": "q", "B3": "h"},
        [(3, "hidden-row")],
    ),
    (
        "zeroHeight default",
        workbook(ITEM + NEXT, before='<sheetFormatPr defaultRowHeight="15" zeroHeight="1"/>'),
        {"A2": "p", "B2": "g", "A3": "q", "B3": "h"},
        [],
    ),
    (
        "column hidden outline",
        workbook(ITEM, before='<cols><col min="1" max="2" hidden="1" outlineLevel="1"/></cols>'),
        {"A2": "p", "B2": "g"},
        [("S", "hidden-col"), ("S", "hidden-col")],
    ),
    (
        "column hidden helper",
        workbook(ITEM, before='<cols><col min="20" max="16384" hidden="1"/></cols>'),
        {"A2": "p", "B2": "g"},
        [],
    ),
    (
        "column hidden notes",
        workbook(
            row(text("p"), text("g", "B2"), text("n", "I2")), before='<cols><col min="9" max="9" hidden="1"/></cols>'
        ),
        {"A2": "p", "B2": "g", "I2": "n"},
        [],
    ),
    (
        "column w0",
        workbook(ITEM, before='<cols><col min="2" max="2" width="0" customWidth="1"/></cols>'),
        {"A2": "p", "B2": "g"},
        [("S", "hidden-col")],
    ),
    (
        "no r",
        workbook('<row><c t="inlineStr"><is><t>p</t></is></c><c t="inlineStr"><is><t>g</t></is></c></row>'),
        {"A2": "p", "B2": "g"},
        [],
    ),
    (
        "no r skip",
        workbook('<row r="4"><c t="inlineStr"><is><t>p</t></is></c><c t="inlineStr"><is><t>g</t></is></c></row>'),
        {"A4": "p", "B4": "g"},
        [],
    ),
    (
        "styled last",
        workbook(ITEM + '<row r="1048576" s="1"><c r="A1048576" s="1"/></row>'),
        {"A2": "p", "B2": "g"},
        [],
    ),
    (
        "stray last row",
        workbook(ITEM + '<row r="1048576"><c r="A1048576" t="inlineStr"><is><t>zgubione</t></is></c></row>'),
        {"A2": "p", "B2": "g", "A1048576": "zgubione"},
        [("B1048576", "missing-gold")],
    ),
    (
        "stray both",
        workbook(ITEM + '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>zgubione</t></is></c></row>'),
        {"A2": "p", "B2": "g"},
        [("XFD1048576", "stray-cell")],
    ),
    ("stray blank", workbook(row(text("p"), text("g", "B2"), text(" ", "XFD2"))), {"A2": "p", "B2": "g"}, []),
    (
        "stray space row",
        workbook(
            ITEM + row(text(" ", "A3"), text("  ", "B3"), number=3) + row(text("q", "A4"), text("h", "B4"), number=4)
        ),
        {"A2": "p", "B2": "g", "A4": "q", "B4": "h"},
        [],
    ),
    (
        "double row nums",
        workbook(ITEM + row(text("q", "A2"), text("h", "B2"))),
        {},
        [("A2", "duplicate-cell"), ("B2", "duplicate-cell")],
    ),
    ("double row other cells", workbook(row(text("p")) + row(text("h", "B2"))), {"A2": "p", "B2": "h"}, []),
    (
        "double cell identical",
        workbook(row(text("p"), text("g", "B2"), text("g", "B2"))),
        {"A2": "p"},
        [("B2", "duplicate-cell")],
    ),
    ("cells shuffled", workbook(row(text("g", "B2"), text("p"))), {"B2": "g", "A2": "p"}, []),
    (
        "cell wrong row",
        workbook(row(text("p", "A2"), text("g", "B3"))),
        {"A2": "p", "B3": "g"},
        [("B2", "missing-gold"), ("A3", "missing-input")],
    ),
    ("lower ref", workbook(row(text("p", "a2"), text("g", "b2"))), {"A2": "p", "B2": "g"}, []),
    ("dollar", workbook(row(text("p", "$A$2"), text("g", "$B$2"))), {"A2": "p", "B2": "g"}, []),
    (
        "row 0",
        workbook('<row r="0">' + text("p", "A0") + text("g", "B0") + "</row>"),
        {},
        [("S", "no-rows"), ("A0", "stray-cell"), ("B0", "stray-cell")],
    ),
    (
        "row huge",
        workbook(ITEM + '<row r="1048577">' + text("q", "A1048577") + "</row>"),
        {"A2": "p", "B2": "g"},
        [("A1048577", "stray-cell")],
    ),
    (
        "bad ref",
        workbook(row(text("p", "A2"), text("g", "??"))),
        {"A2": "p"},
        [(2, "stray-cell"), ("B2", "missing-gold")],
    ),
    (
        "offset C5",
        workbook(
            '<row r="5">'
            + text("input", "C5")
            + text("gold", "D5")
            + '</row><row r="6">'
            + text("p", "C6")
            + text("g", "D6")
            + "</row>",
            head=False,
        ),
        {"C6": "p", "D6": "g"},
        [],
    ),
    (
        "25 rows above",
        workbook(
            "".join(f'''<row r="{i}">{text("uwaga", f"A{i}")}</row>''' for i in range(1, 26))
            + '<row r="26">'
            + text("input", "A26")
            + text("gold", "B26")
            + '</row><row r="27">'
            + text("p", "A27")
            + text("g", "B27")
            + "</row>",
            head=False,
        ),
        {},
        [(None, "no-header")],
    ),
    (
        "empty styled rows",
        workbook(ITEM + "".join(f'<row r="{i}"><c r="A{i}" s="1"/><c r="B{i}" s="1"/></row>' for i in range(3, 50))),
        {"A2": "p", "B2": "g"},
        [],
    ),
    ("dimension huge", workbook(ITEM, before='<dimension ref="A1:XFD1048576"/>'), {"A2": "p", "B2": "g"}, []),
    ("dimension bad", workbook(ITEM, before='<dimension ref="?"/>'), {"A2": "p", "B2": "g"}, []),
    (
        "styles missing idx",
        workbook(row(text("p", "A2", ' s="99"'), text("g", "B2", ' s="-1"'))),
        {"A2": "p", "B2": "g"},
        [],
    ),
    (
        "total row",
        workbook(ITEM + row(text("Razem:", "A3"), number=3)),
        {"A2": "p", "B2": "g", "A3": "Razem:"},
        [("B3", "missing-gold")],
    ),
    ("hiddenrow blank", workbook(ITEM + row(number=3, attributes='hidden="1"')), {"A2": "p", "B2": "g"}, []),
    ("cluster only row", workbook(ITEM + row(text("a", "H3"), number=3)), {"A2": "p", "B2": "g"}, []),
    ("notes only row", workbook(ITEM + row(text("a", "I3"), number=3)), {"A2": "p", "B2": "g"}, []),
    (
        "outline collapsed parent",
        workbook(
            ITEM
            + row(text("q", "A3"), text("h", "B3"), number=3, attributes='outlineLevel="1" hidden="1"')
            + '<row r="4" collapsed="1"/>'
        ),
        {"A2": "p", "B2": "g", "A3": "q", "B3": "h"},
        [(3, "hidden-row")],
    ),
]


@pytest.mark.parametrize(("data", "texts", "codes"), [row[1:] for row in STRUCTURE], ids=[row[0] for row in STRUCTURE])
def test_structure(data: bytes, texts: Texts, codes: Codes) -> None:
    assert outcome(data) == (texts, codes)


ALIASES: list[tuple[str, bytes, Texts, Codes]] = [
    ("alias only row", workbook(row(text("a", "C2"))), {"C2": "a"}, [("A2", "missing-input"), ("B2", "missing-gold")]),
    (
        "alias kotek; kicia",
        workbook(row(text("p"), text("kot", "B2"), text("kotek; kicia", "C2"))),
        {"A2": "p", "B2": "kot", "C2": "kotek; kicia"},
        [("C2", "alias-separator")],
    ),
    (
        "alias kotek/kicia",
        workbook(row(text("p"), text("kot", "B2"), text("kotek/kicia", "C2"))),
        {"A2": "p", "B2": "kot", "C2": "kotek/kicia"},
        [("C2", "alias-separator")],
    ),
    (
        "alias kotek | kicia",
        workbook(row(text("p"), text("kot", "B2"), text("kotek | kicia", "C2"))),
        {"A2": "p", "B2": "kot", "C2": "kotek | kicia"},
        [("C2", "alias-separator")],
    ),
    (
        "alias kotek, kicia",
        workbook(row(text("p"), text("kot", "B2"), text("kotek, kicia", "C2"))),
        {"A2": "p", "B2": "kot", "C2": "kotek, kicia"},
        [],
    ),
    (
        "alias kotek lub kici",
        workbook(row(text("p"), text("kot", "B2"), text("kotek lub kicia", "C2"))),
        {"A2": "p", "B2": "kot", "C2": "kotek lub kicia"},
        [],
    ),
    (
        "alias kotek albo kic",
        workbook(row(text("p"), text("kot", "B2"), text("kotek albo kicia", "C2"))),
        {"A2": "p", "B2": "kot", "C2": "kotek albo kicia"},
        [],
    ),
    (
        "alias 1. kotek 2. ki",
        workbook(row(text("p"), text("kot", "B2"), text("1. kotek 2. kicia", "C2"))),
        {"A2": "p", "B2": "kot", "C2": "1. kotek 2. kicia"},
        [],
    ),
    (
        "alias kotek kicia",
        workbook(row(text("p"), text("kot", "B2"), text("kotek\nkicia\n", "C2"))),
        {"A2": "p", "B2": "kot", "C2": "kotek\nkicia\n"},
        [("C2", "alias-separator"), ("C2", "edge-space")],
    ),
    (
        "alias kot&#10;kot",
        workbook(row(text("p"), text("kot", "B2"), text("kot&#10;kot", "C2"))),
        {"A2": "p", "B2": "kot", "C2": "kot\nkot"},
        [("C2", "alias-separator")],
    ),
    (
        "alias • kotek",
        workbook(row(text("p"), text("kot", "B2"), text("• kotek", "C2"))),
        {"A2": "p", "B2": "kot", "C2": "• kotek"},
        [],
    ),
    (
        "alias [kotek, kicia]",
        workbook(row(text("p"), text("kot", "B2"), text("[kotek, kicia]", "C2"))),
        {"A2": "p", "B2": "kot", "C2": "[kotek, kicia]"},
        [],
    ),
    (
        'alias "kotek"',
        workbook(row(text("p"), text("kot", "B2"), text('"kotek"', "C2"))),
        {"A2": "p", "B2": "kot", "C2": '"kotek"'},
        [("C2", "gold-in-quotes")],
    ),
    (
        'alias "kotek", "kici',
        workbook(row(text("p"), text("kot", "B2"), text('"kotek", "kicia"', "C2"))),
        {"A2": "p", "B2": "kot", "C2": '"kotek", "kicia"'},
        [],
    ),
    (
        "alias kotek (kicia)",
        workbook(row(text("p"), text("kot", "B2"), text("kotek (kicia)", "C2"))),
        {"A2": "p", "B2": "kot", "C2": "kotek (kicia)"},
        [],
    ),
    (
        "alias kotek\tkicia",
        workbook(row(text("p"), text("kot", "B2"), text("kotek\tkicia", "C2"))),
        {"A2": "p", "B2": "kot", "C2": "kotek\tkicia"},
        [],
    ),
    ("alias -", workbook(row(text("p"), text("kot", "B2"), text("-", "C2"))), {"A2": "p", "B2": "kot", "C2": "-"}, []),
    (
        "gold list",
        workbook(row(text("p"), text("kot; kotek", "B2"))),
        {"A2": "p", "B2": "kot; kotek"},
        [("B2", "gold-separator")],
    ),
    (
        "alias dup",
        workbook(row(text("p"), text("kot", "B2"), text("kotek", "C2"), text("kotek ", "D2"))),
        {"A2": "p", "B2": "kot", "C2": "kotek", "D2": "kotek "},
        [("D2", "duplicate-alias"), ("D2", "edge-space")],
    ),
    (
        "alias dup 3",
        workbook(row(text("p"), text("kot", "B2"), text("kotek", "C2"), text("kotek", "D2"), text("kotek", "E2"))),
        {"A2": "p", "B2": "kot", "C2": "kotek", "D2": "kotek", "E2": "kotek"},
        [("D2", "duplicate-alias"), ("E2", "duplicate-alias")],
    ),
    (
        "alias eq space",
        workbook(row(text("p"), text("kot", "B2"), text(" kot", "C2"))),
        {"A2": "p", "B2": "kot", "C2": " kot"},
        [("C2", "alias-equals-gold"), ("C2", "edge-space")],
    ),
    (
        "alias case",
        workbook(row(text("p"), text("kot", "B2"), text("Kot", "C2"))),
        {"A2": "p", "B2": "kot", "C2": "Kot"},
        [("C2", "alias-case-only")],
    ),
    ("alias no gold", workbook(row(text("p"), text("kot", "C2"))), {"A2": "p", "C2": "kot"}, [("B2", "missing-gold")]),
    (
        "alias blank cell",
        workbook(row(text("p"), text("kot", "B2"), text("  ", "C2"))),
        {"A2": "p", "B2": "kot", "C2": "  "},
        [("C2", "empty-alias")],
    ),
    (
        "alias num",
        workbook(row(text("p"), text("kot", "B2"), value(7, 0, "C2"))),
        {"A2": "p", "B2": "kot", "C2": "7"},
        [("C2", "number-cell")],
    ),
]


@pytest.mark.parametrize(("data", "texts", "codes"), [row[1:] for row in ALIASES], ids=[row[0] for row in ALIASES])
def test_aliases(data: bytes, texts: Texts, codes: Codes) -> None:
    assert outcome(data) == (texts, codes)
