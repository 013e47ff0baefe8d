"""Packages as programs write them, and as they should not: which part is which, and who wrote the file."""

from __future__ import annotations

import pytest
from rawxlsx import MAIN, RELATIONS, pack, parts, read, relationships, shared, styles, texts, worksheet

from sheet_tools.readers.model import Program, Visibility

STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
STRICT_RELATIONS = "http://purl.oclc.org/ooxml/officeDocument/relationships"
SHEET = "xl/worksheets/sheet1.xml"


def simple() -> dict[str, str | bytes]:
    row = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>'
    return parts({"P": worksheet(row)}, strings=shared("<t>a</t>"), styles=styles(["0"]))


def renamed(change: dict[str, str | bytes], without: tuple[str, ...] = (), rename: str = "") -> bytes:
    files = {name: data for name, data in {**simple(), **change}.items() if name not in without}
    if rename == "backslash":
        files = {name.replace("/", "\\"): data for name, data in files.items()}
    if rename == "upper":
        files = {name.upper(): data for name, data in files.items()}
    if rename == "slash":
        files = {f"/{name}": data for name, data in files.items()}
    return pack(files)


def strict() -> dict[str, str | bytes]:
    def change(data: str | bytes) -> str:
        return str(data).replace(MAIN, STRICT).replace(RELATIONS, STRICT_RELATIONS)

    return {name: change(data) for name, data in simple().items()}


def prefixed() -> dict[str, str | bytes]:
    row = '<x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c></x:row>'
    return {
        "xl/worksheets/sheet1.xml": f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData>{row}</x:sheetData></x:worksheet>',
        "xl/sharedStrings.xml": f'<y:sst xmlns:y="{MAIN}"><y:si><y:t>a</y:t></y:si></y:sst>',
    }


def utf16() -> dict[str, str | bytes]:
    names = ("xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/workbook.xml")
    return {n: f'<?xml version="1.0" encoding="UTF-16"?>{simple()[n]!s}'.encode("utf-16") for n in names}


def moved() -> dict[str, str | bytes]:
    return {
        "_rels/.rels": relationships(("officeDocument", "/Office/Book 1/main.xml")),
        "Office/Book 1/main.xml": simple()["xl/workbook.xml"],
        "Office/Book 1/_rels/main.xml.rels": relationships(
            ("worksheet", "../other/./tab.xml"), ("sharedStrings", "/Office/s%20t.xml")
        ),
        "Office/other/tab.xml": simple()["xl/worksheets/sheet1.xml"],
        "Office/s t.xml": simple()["xl/sharedStrings.xml"],
    }


def linked() -> str:
    link = '<Relationship Id="rId8" TargetMode="External" Type="x/sharedStrings" Target="file:///x"/>'
    return str(simple()["xl/_rels/workbook.xml.rels"]).replace("<Relationship ", f"{link}<Relationship ", 1)


USUAL = tuple(name for name in simple() if name.startswith("xl/"))

PACKAGES: list[tuple[str, bytes]] = [
    ("as usual", renamed({})),
    ("backslashes in names", renamed({}, rename="backslash")),
    ("names in capitals", renamed({}, rename="upper")),
    ("names with a leading slash", renamed({}, rename="slash")),
    ("no package relationships", renamed({}, ("_rels/.rels",))),
    ("no workbook relationships", renamed({}, ("xl/_rels/workbook.xml.rels",))),
    ("broken relationships", renamed({"_rels/.rels": "<broken", "xl/_rels/workbook.xml.rels": "<broken"})),
    ("no content types", renamed({}, ("[Content_Types].xml",))),
    ("no styles", renamed({}, ("xl/styles.xml",))),
    ("broken styles", renamed({"xl/styles.xml": "<styleSheet><broken"})),
    ("styles that are no XML", renamed({"xl/styles.xml": b"\xff\xfe\x00"})),
    ("broken app.xml", renamed({"docProps/app.xml": "<Properties><Application>"})),
    ("app.xml with a DOCTYPE", renamed({"docProps/app.xml": "<!DOCTYPE x><x/>"})),
    ("a broken part that nothing needs", renamed({"xl/theme/theme1.xml": "<broken", "xl/calcChain.xml": "<"})),
    ("Strict OOXML", renamed(strict())),
    ("prefixed namespaces", renamed(prefixed())),
    ("UTF-16", renamed(utf16())),
    ("parts elsewhere, relative and absolute", renamed(moved(), USUAL)),
    ("an external link", renamed({"xl/_rels/workbook.xml.rels": linked()})),
    ("a BOM", renamed({SHEET: b"\xef\xbb\xbf" + str(simple()[SHEET]).encode()})),
]  # fmt: skip


@pytest.mark.parametrize("data", [row[1] for row in PACKAGES], ids=[row[0] for row in PACKAGES])
def test_packages(data: bytes) -> None:
    workbook = read(data)
    assert [sheet.name for sheet in workbook.sheets] == ["P"]
    assert texts(workbook.sheets[0]) == {"A1": "a"}
    assert workbook.findings == []


def test_sheets_hidden_and_chart_sheets() -> None:
    row = '<row r="1"><c r="A1" t="str"><v>{}</v></c></row>'
    files = parts({name: worksheet(row.format(name)) for name in ("A", "B", "C", "D")})
    book = str(files["xl/workbook.xml"]).replace('sheetId="2"', 'sheetId="2" state="hidden"')
    files["xl/workbook.xml"] = book.replace('sheetId="3"', 'sheetId="3" state="veryHidden"')
    rels = str(files["xl/_rels/workbook.xml.rels"])
    files["xl/_rels/workbook.xml.rels"] = rels.replace(
        '/worksheet" Target="worksheets/sheet1.xml', '/chartsheet" Target="worksheets/sheet1.xml'
    )
    seen = [(sheet.name, sheet.visibility, texts(sheet)) for sheet in read(pack(files)).sheets]
    assert seen == [
        ("B", Visibility.HIDDEN, {"A1": "B"}),
        ("C", Visibility.VERY_HIDDEN, {"A1": "C"}),
        ("D", Visibility.VISIBLE, {"A1": "D"}),
    ]


APP = '<Properties xmlns="urn:x"><Application>{}</Application></Properties>'


@pytest.mark.parametrize(
    ("application", "program"),
    [
        ("Microsoft Excel", Program.EXCEL),
        ("Microsoft Macintosh Excel", Program.EXCEL),
        ("LibreOffice/24.2.7.2$Windows_X86_64", Program.LIBREOFFICE),
        ("WPS Spreadsheets", Program.ANY),
        ("", Program.ANY),
    ],
)
def test_the_program_that_wrote_it(application: str, program: Program) -> None:
    assert read(renamed({"docProps/app.xml": APP.format(application)})).program is program


def test_google_is_known_by_its_namespaces() -> None:
    book = str(simple()["xl/workbook.xml"])
    mac = ' xmlns:mx="http://schemas.microsoft.com/office/mac/excel/2008/main"'
    assert read(renamed({"xl/workbook.xml": book.replace("<workbook", f"<workbook{mac}")})).program is Program.GOOGLE
