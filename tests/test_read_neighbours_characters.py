"""Neighbours of what goes wrong with formulas and with single characters in an .xlsx."""

from __future__ import annotations

import pytest
from neighbours import Codes, Texts, outcome, row, text, workbook
from rawxlsx import shared, styles

STR = ' t="str"'


def formula(inside: str, attributes: str = "", saved: str = "<v>kot</v>") -> str:
    """The cell B2 with its formula and the result saved beside it."""
    return f'<c r="B2"{attributes}>{inside}{saved}</c>'


FORMULAS: list[tuple[str, bytes, Texts, Codes]] = [
    (
        "formula: text",
        workbook(row(text("p"), formula("<f>A1</f>", STR))),
        {"A2": "p", "B2": "kot"},
        [("B2", "formula-cell")],
    ),
    (
        "formula: text blanks",
        workbook(row(text("p"), formula("<f>A1</f>", STR, "<v> kot </v>"))),
        {"A2": "p", "B2": " kot "},
        [("B2", "edge-space"), ("B2", "formula-cell")],
    ),
    (
        "formula: num",
        workbook(row(text("p"), formula("<f>1+1</f>", "", "<v>2</v>"))),
        {"A2": "p", "B2": "2"},
        [("B2", "formula-cell")],
    ),
    (
        "formula: bool",
        workbook(row(text("p"), formula("<f>TRUE()</f>", ' t="b"', "<v>0</v>"))),
        {"A2": "p", "B2": "FAŁSZ"},
        [("B2", "formula-cell")],
    ),
    (
        "formula: err",
        workbook(row(text("p"), formula("<f>1/0</f>", ' t="e"', "<v>#DIV/0!</v>"))),
        {"A2": "p", "B2": "#DZIEL/0!"},
        [("B2", "formula-cell"), ("B2", "formula-error")],
    ),
    (
        "formula: empty str",
        workbook(row(text("p"), formula('<f>""</f>', STR, "<v></v>"))),
        {"A2": "p"},
        [("B2", "missing-gold")],
    ),
    (
        "formula: array",
        workbook(
            row(text("p"), formula('<f t="array" ref="B2:B3">A1:A2</f>', STR))
            + row(text("q", "A3"), '<c r="B3" t="str"><v>pies</v></c>', number=3)
        ),
        {"A2": "p", "B2": "kot", "A3": "q", "B3": "pies"},
        [("B2", "formula-cell"), ("B3", "formula-cell")],
    ),
    (
        "formula: dyn",
        workbook(row(text("p"), formula('<f t="array" ref="B2">_xlfn.UNIQUE(A1)</f>', STR + ' cm="1"'))),
        {"A2": "p", "B2": "kot"},
        [("B2", "formula-cell")],
    ),
    (
        "formula: empty tag",
        workbook(row(text("p"), formula("<f/>", STR))),
        {"A2": "p", "B2": "kot"},
        [("B2", "formula-cell")],
    ),
    (
        "formula: in alias",
        workbook(row(text("p"), text("g", "B2"), '<c r="C2" t="str"><f>A1</f><v>x</v></c>')),
        {"A2": "p", "B2": "g", "C2": "x"},
        [("C2", "formula-cell")],
    ),
    (
        "formula: in notes",
        workbook(row(text("p"), text("g", "B2"), '<c r="I2" t="str"><f>A1</f><v>x</v></c>')),
        {"A2": "p", "B2": "g", "I2": "x"},
        [],
    ),
    (
        "formula: in cluster nocache",
        workbook(row(text("p"), text("g", "B2"), '<c r="H2"><f>A1</f></c>')),
        {"A2": "p", "B2": "g", "H2": ""},
        [],
    ),
    (
        "formula: input",
        workbook(row('<c r="A2" t="str"><f>A1</f><v>x</v></c>', text("g", "B2"))),
        {"A2": "x", "B2": "g"},
        [("A2", "formula-cell")],
    ),
    (
        "formula: google",
        workbook(row(text("p"), formula('<f>IFERROR(__xludf.DUMMYFUNCTION("GOOGLETRANSLATE(A1)"),"kot")</f>', STR))),
        {"A2": "p", "B2": "kot"},
        [("B2", "formula-cell")],
    ),
    (
        "formula: shared s type",
        workbook(row(text("p"), '<c r="B2" t="s"><f>A1</f><v>0</v></c>'), strings=shared("<t>a</t>")),
        {"A2": "p", "B2": "a"},
        [("B2", "formula-cell")],
    ),
    (
        "formula: datatable",
        workbook(row(text("p"), formula('<f t="dataTable" ref="B2:B3" dt2D="0" r1="A1"/>', "", "<v>2</v>"))),
        {"A2": "p", "B2": "2"},
        [("B2", "formula-cell")],
    ),
    (
        "formula: date",
        workbook(row(text("p"), '<c r="B2" s="1"><f>TODAY()</f><v>46143</v></c>'), styles=styles(["d-mmm"])),
        {"A2": "p", "B2": "1-maj"},
        [("B2", "formula-cell")],
    ),
    (
        "formula: in empty row",
        workbook(row(text("p"), text("g", "B2")) + row('<c r="B3" t="str"><f>""</f><v></v></c>', number=3)),
        {"A2": "p", "B2": "g"},
        [],
    ),
    (
        "formula: in heading",
        workbook(
            '<row r="1"><c r="A1" t="str"><f>"input"</f><v>input</v></c>'
            + text("gold", "B1")
            + "</row>"
            + row(text("p"), text("g", "B2")),
            head=False,
        ),
        {"A2": "p", "B2": "g"},
        [],
    ),
]


@pytest.mark.parametrize(("data", "texts", "codes"), [row[1:] for row in FORMULAS], ids=[row[0] for row in FORMULAS])
def test_formulas(data: bytes, texts: Texts, codes: Codes) -> None:
    assert outcome(data) == (texts, codes)


# A gold answer, and what is said of it: the text itself comes through as it is.
CHARACTERS: list[tuple[str, list[str]]] = [
    ("a\xa0b", ["nbsp"]),
    ("g\xa0", ["edge-space", "nbsp"]),
    ("\u2003g", ["edge-space", "nbsp"]),
    ("a  b", []),
    ("\tg", ["edge-space"]),
    ("g\n", ["edge-space"]),
    ("\u3000g", ["edge-space", "nbsp"]),
    ("\u200bg", ["invisible-characters"]),
    ("g\xad", ["invisible-characters"]),
    ("a\nb", ["gold-separator"]),
    ("\xa0", ["missing-gold", "nbsp"]),
    ("a\u2009b", ["nbsp"]),
    ("\ng", ["edge-space"]),
    ("a\u202fb", ["nbsp"]),
    ("p\u200fq", ["invisible-characters"]),
    ("a\xadb", ["invisible-characters"]),
    ("kοt", ["mixed-script"]),
    ("ma\u0328z\u0307", ["not-nfc"]),
    ("p\ue000", ["control-char"]),
    ("\u202ekot\u202c", ["invisible-characters"]),
    ("ﬁ", ["answer-counted-alike"]),
    ("ｋｏｔ", ["answer-counted-alike"]),
    ("a\ufe0f", ["invisible-characters"]),
    ("\U000e0061", ["invisible-characters"]),
    ("\ufeffkot", ["invisible-characters"]),
    ("Å¼Ã³Å‚w", ["mojibake"]),
    ("ĹĽĂłĹ‚w", ["mojibake"]),
    ("za?", []),
    ("kot\u2028a", ["control-char"]),
    ("kot\x85a", ["control-char"]),
    ("²", ["answer-counted-alike"]),
    ("İ", []),
    ("İstanbul", []),
    ("a\u034fb", ["invisible-characters"]),
    ("\u115f", ["invisible-characters"]),
    ("ﷺ", ["answer-counted-alike"]),
    ("𝒳", ["answer-counted-alike"]),
    ("а", []),
    ("ї", []),
    ("Кот", []),
    ("\U0010ffff", ["control-char"]),
    ("\ufdd0", ["control-char"]),
    ("\u2060kot", ["invisible-characters"]),
    ("kоt і pies", ["mixed-script"]),
    ("żółw\u0301", ["not-nfc"]),
    ("ß", []),
    ("μ", []),
    ("K", []),
    ("Ω", []),
    ("ı", []),
    ("©", []),
    ("…", []),
    ("‑", []),
    ("‐", []),
]


@pytest.mark.parametrize(("gold", "codes"), CHARACTERS, ids=[ascii(row[0]) for row in CHARACTERS])
def test_characters(gold: str, codes: list[str]) -> None:
    data = workbook(row(text("pytanie"), text(gold, "B2")))
    assert outcome(data) == ({"A2": "pytanie", "B2": gold}, [("B2", code) for code in codes])
