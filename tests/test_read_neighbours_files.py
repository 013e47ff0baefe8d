"""Neighbours of files that are something else than their name says."""

from __future__ import annotations

import pytest
from neighbours import NAMES, Codes, Texts, outcome

LONG = ",".join(NAMES) + "\n"
SHORT = "input,gold\n"
ITEM = "Ala ma kota.,kot\n"

FILES: list[tuple[str, bytes | str, str, Texts, Codes]] = [
    (
        "html csv",
        "<html><table><tr><td>input</td></tr></table></html>",
        "plik.csv",
        {},
        [(None, "html-file"), (None, "wrong-extension")],
    ),
    ("csv as xls", SHORT + ITEM, "plik.xls", {"A2": "Ala ma kota.", "B2": "kot"}, [(None, "wrong-extension")]),
    ("tsv as xls", "input\tgold\np\tg\n", "plik.xls", {"A2": "p", "B2": "g"}, [(None, "wrong-extension")]),
    ("csv as ods", SHORT + ITEM, "plik.ods", {"A2": "Ala ma kota.", "B2": "kot"}, [(None, "wrong-extension")]),
    ("bom only", b"\xef\xbb\xbf", "plik.csv", {}, [(None, "empty-file")]),
    ("blank only", b" \r\n\t", "plik.csv", {}, [(None, "empty-file")]),
    ("bom16 only", b"\xff\xfe", "plik.csv", {}, [(None, "empty-file")]),
    ("0", b"", "plik.csv", {}, [(None, "empty-file")]),
    (
        "lo lock",
        b",jan,komputer,01.05.2026 12:00,file:///home/jan/.config;",
        ".~lock.plik.ods#",
        {},
        [(None, "lock-file")],
    ),
    ("pdf", b"%PDF-1.4\n%abc", "plik.xlsx", {}, [(None, "not-a-spreadsheet"), (None, "wrong-extension")]),
    (
        "png",
        b"\x89PNG\r\n\x1a\n" + b"\x00" * 20,
        "plik.xlsx",
        {},
        [(None, "not-a-spreadsheet"), (None, "wrong-extension")],
    ),
    ("gz", b"\x1f\x8b\x08" + b"\x00" * 20, "plik.csv", {}, [(None, "archive-file"), (None, "wrong-extension")]),
    ("rand noext", bytes(range(256)) * 20, "plik", {}, [(None, "unknown-file")]),
    (
        "xml2003",
        (
            '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook '
            'xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'
        ),
        "plik.xls",
        {},
        [(None, "xml-spreadsheet"), (None, "wrong-extension")],
    ),
    (
        "fods",
        (
            '<?xml version="1.0" encoding="UTF-8"?><office:document '
            'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>'
        ),
        "plik.fods",
        {},
        [(None, "xml-spreadsheet")],
    ),
    (
        "mht",
        "MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n",
        "plik.xls",
        {},
        [(None, "html-file"), (None, "wrong-extension")],
    ),
    (
        "googlehtml",
        "<!doctype html><html><head><title>Arkusze Google</title>",
        "plik.xlsx",
        {},
        [(None, "html-file"), (None, "wrong-extension")],
    ),
]


@pytest.mark.parametrize(("data", "name", "texts", "codes"), [row[1:] for row in FILES], ids=[row[0] for row in FILES])
def test_files_of_another_kind(data: bytes | str, name: str, texts: Texts, codes: Codes) -> None:
    assert outcome(data, name) == (texts, codes)
