"""What a file is by its bytes: read, or refused with the finding that says the way out."""

from __future__ import annotations

import gzip

import pytest
from rawxlsx import build, pack, read, refused

from sheet_tools.findings import Level, catalogue
from sheet_tools.readers.sniff import sniff, wrong_extension

GOOD = build('<row r="1"><c r="A1" t="str"><v>a</v></c></row>')


def ole(*names: str) -> bytes:
    """A compound file with these names in its directory."""
    entries = b"".join((name + "\0").encode("utf-16-le").ljust(128, b"\0") for name in names)
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".ljust(512, b"\0") + entries


def locked_zip() -> bytes:
    """A zip with a member under a password."""
    data = bytearray(pack({"xl/workbook.xml": "<a/>", "[Content_Types].xml": "<a/>"}))
    start = 0
    while (start := data.find(b"PK\x01\x02", start)) >= 0:
        data[start + 8] |= 1
        start += 4
    return bytes(data)


def ods(mimetype: str = "application/vnd.oasis.opendocument.spreadsheet", **more: str) -> bytes:
    return pack({"mimetype": mimetype, "content.xml": "<a/>", **more})


ENCRYPTED_ODS = {"META-INF/manifest.xml": "<manifest:encryption-data/>"}

REFUSED: list[tuple[str, bytes, str, str]] = [
    ("nothing", b"", "p.xlsx", "empty-file"),
    ("blanks alone", b" \r\n\t", "p.csv", "empty-file"),
    ("a BOM alone", b"\xef\xbb\xbf", "p.csv", "empty-file"),
    ("zeros alone", b"\0" * 512, "p.xlsx", "empty-file"),
    ("lock file of Excel", b"\x04Anna" + b" " * 160, "~$p.xlsx", "lock-file"),
    ("lock file of Excel in a folder", b"\x04Anna" + b" " * 160, "C:\\praca\\~$p.xlsx", "lock-file"),
    ("lock file of Excel, empty", b"", "~$p.xlsx", "lock-file"),
    ("lock file of LibreOffice", b",anna,komputer,01.05.2026;", ".~lock.p.ods#", "lock-file"),
    ("password", ole("Root Entry", "EncryptionInfo", "EncryptedPackage"), "p.xlsx", "encrypted"),
    ("password in the zip itself", locked_zip(), "p.xlsx", "encrypted"),
    ("password of an .ods", ods(**ENCRYPTED_ODS), "p.ods", "encrypted"),
    ("password of an .ods, whole", pack({"mimetype": "x", "encrypted-package": "x"}), "p.ods", "encrypted"),
    ("old Excel", ole("Root Entry", "Workbook"), "p.xls", "old-xls"),
    ("old Excel named .xlsx", ole("Root Entry", "Workbook"), "p.xlsx", "old-xls"),
    ("older Excel", ole("Root Entry", "Book"), "p.xls", "old-xls"),
    ("oldest Excel", b"\x09\x08\x08\x00\x00\x05\x10\x00", "p.xls", "old-xls"),
    ("old Word", ole("Root Entry", "WordDocument"), "p.doc", "not-a-spreadsheet"),
    ("some OLE", ole("Root Entry"), "p.msg", "not-a-spreadsheet"),
    ("HTML named .xls", b"<html><table><tr><td>input</td></tr></table></html>", "p.xls", "html-file"),
    ("HTML with a doctype", b"\xef\xbb\xbf\r\n<!DOCTYPE html>\n<html>", "p.xlsx", "html-file"),
    ("HTML after a comment", b"<!-- x -->\n<TABLE border=1>", "p.xls", "html-file"),
    ("HTML in UTF-16", "<html>".encode("utf-16"), "p.xls", "html-file"),
    ("XHTML", b'<?xml version="1.0"?><!DOCTYPE html><html xmlns="x"/>', "p.html", "html-file"),
    ("a web archive", b"MIME-Version: 1.0\r\nContent-Type: multipart/related", "p.xls", "html-file"),
    ("XML Spreadsheet 2003", b'<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
     "p.xml", "xml-spreadsheet"),
    ("flat .ods", b'<?xml version="1.0"?><o:document xmlns:o="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>',
     "p.fods", "xml-spreadsheet"),
    ("other XML", b'<?xml version="1.0"?><a/>', "p.xml", "not-a-spreadsheet"),
    ("Numbers", pack({"Index/Document.iwa": "x", "Metadata/Properties.plist": "x"}), "p.numbers", "numbers-file"),
    ("older Numbers", pack({"p.numbers/Index.zip": "x"}), "p.numbers", "numbers-file"),
    ("binary workbook", pack({"[Content_Types].xml": "x", "xl/workbook.bin": "x"}), "p.xlsb", "xlsb-file"),
    ("Word", pack({"[Content_Types].xml": "x", "word/document.xml": "x"}), "p.docx", "not-a-spreadsheet"),
    ("slides", pack({"[Content_Types].xml": "x", "ppt/presentation.xml": "x"}), "p.pptx", "not-a-spreadsheet"),
    ("OpenDocument text", ods("application/vnd.oasis.opendocument.text"), "p.ods", "not-a-spreadsheet"),
    ("a zip with a workbook in it", pack({"pozycje.xlsx": "x"}), "p.zip", "archive-file"),
    ("a zip of pictures", pack({"a.png": "x"}), "p.zip", "archive-file"),
    ("gzip", gzip.compress(b"input,gold"), "p.csv.gz", "archive-file"),
    ("PDF", b"%PDF-1.7\n", "p.xlsx", "not-a-spreadsheet"),
    ("PNG", b"\x89PNG\r\n\x1a\n\0\0", "p.xlsx", "not-a-spreadsheet"),
    ("JPEG", b"\xff\xd8\xff\xe0", "p.xlsx", "not-a-spreadsheet"),
    ("rubbish with a name", bytes(range(256)) * 4, "p.xlsx", "corrupt-file"),
    ("rubbish", bytes(range(256)) * 4, "p", "unknown-file"),
    ("a zip without an end", GOOD[: len(GOOD) // 2], "p.xlsx", "corrupt-file"),
    ("a zip cut by one byte", GOOD[:-1], "p.xlsx", "corrupt-file"),
    ("the first bytes of a zip", b"PK\x03\x04", "p.xlsx", "corrupt-file"),
    ("an empty zip", b"PK\x05\x06" + b"\0" * 18, "p.xlsx", "archive-file"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "name", "code"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_refused(data: bytes, name: str, code: str) -> None:
    assert refused(data, name) == code
    assert code in catalogue()


@pytest.mark.parametrize(
    ("data", "name", "found"),
    [
        (GOOD, "p.xlsx", "xlsx"),
        (GOOD, "~$p.xlsx", "xlsx"),
        (ods(), "p.ods", "ods"),
        (pack({"content.xml": "<a/>"}), "p.ods", "ods"),
        (b"input;gold\r\n", "p.csv", "text"),
        ("input;gold\r\nzażółć;gęślą".encode("cp1250"), "p.csv", "text"),
        ("input\tgold\r\nżółć\tą".encode("utf-16"), "p.txt", "text"),
        ("input\tgold\r\nżółć\tą".encode("utf-16-le"), "p.txt", "text"),
        (b"input,gold\nal\0a,kot\n", "p.csv", "text"),
        (b"input,gold\na,b\n\x1a", "p.csv", "text"),
        (b"<b>,gold\n", "p.csv", "text"),
        (b"input,gold\n<html>,kot\n", "p.csv", "text"),
        (b"PK,gold\n", "p.csv", "text"),
    ],
)
def test_known(data: bytes, name: str, found: str) -> None:
    assert sniff(data, name) == found


@pytest.mark.parametrize(
    ("name", "found", "warned"),
    [
        ("p.xlsx", "xlsx", False),
        ("p.XLSM", "xlsx", False),
        ("p", "xlsx", False),
        ("p.kopia", "xlsx", False),
        ("p.xls", "xlsx", True),
        ("p.csv", "xlsx", True),
        ("p.xlsx", "ods", True),
        ("p.xlsx", "text", True),
        ("p.tsv", "text", False),
        ("p.numbers", "text", True),
    ],
)
def test_names_that_say_another_format(name: str, found: str, warned: bool) -> None:
    assert (wrong_extension(name, found) is not None) is warned


def test_a_wrong_extension_is_a_warning_and_the_file_is_read() -> None:
    workbook = read(GOOD, "p.csv")
    assert [(f.code, f.level, f.place.cell) for f in workbook.findings] == [("wrong-extension", Level.WARNING, None)]
    assert workbook.sheets[0].rows[1][1].text == "a"
