"""Builds an .xlsx from raw parts in memory: what no library would write, a reader must still read."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping

from sheet_tools.findings import Unreadable
from sheet_tools.readers import read_workbook
from sheet_tools.readers.model import Sheet, Workbook
from sheet_tools.tasks import TASKS

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
SPREADSHEETML = "application/vnd.openxmlformats-officedocument.spreadsheetml"
CONTENT = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{SPREADSHEETML}.sheet.main+xml"/>'
    f'<Override PartName="/xl/sharedStrings.xml" ContentType="{SPREADSHEETML}.sharedStrings+xml"/></Types>'
)
TASK = TASKS["reverse-poleval"]


def relationships(*targets: tuple[str, str], base: str = RELATIONS) -> str:
    """("worksheet", "worksheets/sheet1.xml") … with ids rId1, rId2 …"""
    lines = (
        f'<Relationship Id="rId{number}" Type="{base}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, start=1)
    )
    return f'<Relationships xmlns="{PACKAGE}">{"".join(lines)}</Relationships>'


def worksheet(rows: str, before: str = "", after: str = "", namespace: str = MAIN) -> str:
    return f'<worksheet xmlns="{namespace}">{before}<sheetData>{rows}</sheetData>{after}</worksheet>'


def shared(*items: str, namespace: str = MAIN) -> str:
    """Items are the insides of <si>."""
    return f'<sst xmlns="{namespace}">{"".join(f"<si>{item}</si>" for item in items)}</sst>'


def styles(formats: Iterable[str] = (), struck: Iterable[int] = ()) -> str:
    """Style 0 is General; style n has the nth format. Styles in `struck` have a struck font."""
    codes = ["General", *formats]
    struck = set(struck)
    listed = "".join(
        f'<numFmt numFmtId="{164 + i}" formatCode="{code.replace("&", "&amp;").replace(chr(34), "&quot;")}"/>'
        for i, code in enumerate(codes)
    )
    cells = "".join(f'<xf numFmtId="{164 + i}" fontId="{int(i in struck)}"/>' for i in range(len(codes)))
    fonts = "<fonts><font/><font><strike/></font></fonts>"
    return f'<styleSheet xmlns="{MAIN}"><numFmts>{listed}</numFmts>{fonts}<cellXfs>{cells}</cellXfs></styleSheet>'


def parts(sheets: Mapping[str, str], **others: str) -> dict[str, str | bytes]:
    """The usual parts: `sheets` are worksheet XML by name; `others` strings, styles, workbook_pr."""
    names = list(sheets)
    targets = [("worksheet", f"worksheets/sheet{i + 1}.xml") for i in range(len(names))]
    targets += [("sharedStrings", "sharedStrings.xml"), ("styles", "styles.xml")]
    listed = "".join(f'<sheet name="{n}" sheetId="{i}" r:id="rId{i}"/>' for i, n in enumerate(names, start=1))
    found: dict[str, str | bytes] = {
        "[Content_Types].xml": CONTENT,
        "_rels/.rels": relationships(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}">{others.get("workbook_pr", "")}'
        f"<sheets>{listed}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": relationships(*targets),
        **{f"xl/worksheets/sheet{i}.xml": xml for i, xml in enumerate(sheets.values(), start=1)},
    }
    if "strings" in others:
        found["xl/sharedStrings.xml"] = others["strings"]
    if "styles" in others:
        found["xl/styles.xml"] = others["styles"]
    return found


def pack(files: Mapping[str, str | bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in files.items():
            package.writestr(name, data)
    return buffer.getvalue()


def build(rows: str, before: str = "", after: str = "", **others: str) -> bytes:
    """A workbook of one sheet „Pozycje” with these rows."""
    return pack(parts({"Pozycje": worksheet(rows, before, after)}, **others))


def read(data: bytes, name: str = "pozycje.xlsx") -> Workbook:
    return read_workbook(data, name, TASK)


def first(data: bytes) -> Sheet:
    return read(data).sheets[0]


def refused(data: bytes, name: str = "pozycje.xlsx") -> str:
    """The code with which a file is refused; "" where it is read."""
    try:
        read(data, name)
    except Unreadable as error:
        return error.finding.code
    return ""


def texts(sheet: Sheet) -> dict[str, str]:
    """Address → text of every cell."""
    return {str(cell.place.cell): cell.text for row in sheet.rows.values() for cell in row.values()}


def kinds(sheet: Sheet) -> dict[str, str]:
    """Address → "kind", or "formula:kind of the saved result"."""
    return {
        str(cell.place.cell): f"{cell.kind}:{cell.result}" if cell.result else str(cell.kind)
        for row in sheet.rows.values()
        for cell in row.values()
    }


def codes(sheet: Sheet) -> list[tuple[str | None, str]]:
    return sorted((finding.place.cell, finding.code) for finding in sheet.findings)
