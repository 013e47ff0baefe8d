"""Neighbours of what few other tables hold: aliases like the gold, stray cells, sheets without rows, document types."""

from __future__ import annotations

import pytest
from neighbours import NAMES, Codes, Parts, Texts, document, outcome, row, text, workbook
from rawods import content, package, table, texts

ITEM = row(text("p"), text("g", "B2"))
LONG, SHORT = ",".join(NAMES) + "\n", "input,gold\n"
DOCTYPE = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'


def with_doctype(part: str) -> bytes:
    def change(parts: Parts) -> Parts:
        return {**parts, part: f"{DOCTYPE}{parts[part]}"}

    strings = '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>'
    return workbook(ITEM, changed=change, strings=strings)


REST: list[tuple[str, bytes | str, str, Texts, Codes]] = [
    (
        "alias as the gold",
        workbook(row(text("p"), text("kot", "B2"), text("kot", "C2"))),
        "plik.xlsx",
        {"A2": "p", "B2": "kot", "C2": "kot"},
        [("C2", "alias-equals-gold")],
    ),
    (
        "alias as the gold but for NFC",
        workbook(row(text("p"), text("ó", "B2"), text("o\u0301", "C2"))),
        "plik.xlsx",
        {"A2": "p", "B2": "ó", "C2": "o\u0301"},
        [("C2", "alias-equals-gold"), ("C2", "not-nfc")],
    ),
    (
        "alias as the gold but for blanks",
        LONG + "p,kot i pies,kot  i pies,,,,,,\n",
        "plik.csv",
        {"A2": "p", "B2": "kot i pies", "C2": "kot  i pies"},
        [("C2", "alias-equals-gold")],
    ),
    (
        "alias as the gold, the fifth",
        document(texts(*NAMES), texts("p", "g", "a", "b", "c", "d", "g")),
        "plik.ods",
        {"A2": "p", "B2": "g", "C2": "a", "D2": "b", "E2": "c", "F2": "d", "G2": "g"},
        [("G2", "alias-equals-gold")],
    ),
    (
        "a stray text beside the table",
        workbook(row(text("p"), text("g", "B2"), text("x", "Z2"))),
        "plik.xlsx",
        {"A2": "p", "B2": "g"},
        [("Z2", "stray-cell")],
    ),
    (
        "a stray text far beside it",
        workbook(row(text("p"), text("g", "B2"), text("x", "ZZ2"))),
        "plik.xlsx",
        {"A2": "p", "B2": "g"},
        [("ZZ2", "stray-cell")],
    ),
    (
        "a stray text of an .ods",
        document(texts(*NAMES), texts("p", "g", *[""] * 300, "x")),
        "plik.ods",
        {"A2": "p", "B2": "g"},
        [("KQ2", "stray-cell")],
    ),
    ("headings alone", workbook(), "plik.xlsx", {}, [("S", "no-rows")]),
    ("headings and blanks", workbook(row(text(" "), text("\n", "B2"))), "plik.xlsx", {}, [("S", "no-rows")]),
    ("headings alone in an .ods", document(texts(*NAMES)), "plik.ods", {}, [("Arkusz1", "no-rows")]),
    ("headings and delimiters", LONG + ",,,,,,,,\n" * 3, "plik.csv", {}, [("plik", "no-rows")]),
    (
        "NFD in the input",
        workbook(row(text("Zażo\u0301łc\u0301"), text("g", "B2"))),
        "plik.xlsx",
        {"A2": "Zażo\u0301łc\u0301", "B2": "g"},
        [("A2", "not-nfc")],
    ),
    (
        "NFD in an .ods",
        document(texts(*NAMES), texts("p", "z\u0307aba")),
        "plik.ods",
        {"A2": "p", "B2": "z\u0307aba"},
        [("B2", "not-nfc")],
    ),
    ("NFD in text", SHORT + "p,go\u0301ra\n", "plik.csv", {"A2": "p", "B2": "go\u0301ra"}, [("B2", "not-nfc")]),
    (
        "hashes",
        SHORT + "p,###\nq,########\nr,##\ns,# ##\n",
        "plik.csv",
        {"A2": "p", "B2": "###", "A3": "q", "B3": "########", "A4": "r", "B4": "##", "A5": "s", "B5": "# ##"},
        [("B2", "suspect-hashes"), ("B3", "suspect-hashes")],
    ),
    (
        "a document type in the sheet",
        with_doctype("xl/worksheets/sheet1.xml"),
        "plik.xlsx",
        {},
        [(None, "doctype-entities")],
    ),
    ("in the strings", with_doctype("xl/sharedStrings.xml"), "plik.xlsx", {}, [(None, "doctype-entities")]),
    ("in the workbook", with_doctype("xl/workbook.xml"), "plik.xlsx", {}, [(None, "doctype-entities")]),
    ("in the relations", with_doctype("_rels/.rels"), "plik.xlsx", {}, [(None, "doctype-entities")]),
    ("in an .ods", package(DOCTYPE + content(table(texts(*NAMES)))[38:]), "plik.ods", {}, [(None, "doctype-entities")]),
    (
        "two rows of text below",
        workbook(ITEM + row(text("q", "A3"), text("h", "B3"), number=3)),
        "plik.xlsx",
        {"A2": "p", "B2": "g", "A3": "q", "B3": "h"},
        [],
    ),
]


@pytest.mark.parametrize(
    ("data", "name", "texts_read", "codes"), [row[1:] for row in REST], ids=[row[0] for row in REST]
)
def test_rest(data: bytes | str, name: str, texts_read: Texts, codes: Codes) -> None:
    assert outcome(data, name) == (texts_read, codes)
