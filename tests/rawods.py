"""Builds an .ods from raw parts in memory: what no library would write, a reader must still read."""

from __future__ import annotations

import io
import zipfile
from xml.sax.saxutils import escape

from sheet_tools.readers.model import AS_FOUND, Workbook
from sheet_tools.readers.ods import read
from sheet_tools.tasks import DEFAULT_TASK, TASKS

_PREFIXES = {
    **{prefix: f"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0" for prefix, name in {
        "office": "office", "table": "table", "text": "text", "style": "style", "number": "datastyle",
        "meta": "meta", "draw": "drawing", "fo": "xsl-fo-compatible",
    }.items()},
    "calcext": "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0",
    "loext": "urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0",
    "xlink": "http://www.w3.org/1999/xlink",
    "dc": "http://purl.org/dc/elements/1.1/",
}  # fmt: skip
NAMESPACES = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in _PREFIXES.items())
MIMETYPE = "application/vnd.oasis.opendocument.spreadsheet"
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'


def cell(inside: str = "", attributes: str = 'office:value-type="string"', tag: str = "table-cell") -> str:
    """One cell of raw XML; for a plain text use `texts`."""
    return f"<table:{tag} {attributes}".rstrip() + f">{inside}</table:{tag}>"


def paragraphs(text: str) -> str:
    """A text as LibreOffice writes it: a paragraph a line, text:s for blanks that XML would lose, text:tab."""
    return "".join(f"<text:p>{_line(line)}</text:p>" for line in text.split("\n"))


def _line(line: str) -> str:
    written, blanks, before = "", 0, ""
    for char in [*line, ""]:
        if char == " ":
            blanks += 1
            continue
        if blanks:
            raw = 1 if before else 0
            written += " " * raw + (f'<text:s text:c="{blanks - raw}"/>' if blanks > raw else "")
            blanks = 0
        written += "<text:tab/>" if char == "\t" else "&#13;" if char == "\r" else escape(char)
        before = "" if char == "\t" else char
    return written


def row(*cells: str, attributes: str = "") -> str:
    return f"<table:table-row {attributes}".rstrip() + f">{''.join(cells)}</table:table-row>"


def texts(*values: str) -> str:
    """A row of plain texts; "" is an empty cell."""
    return row(*(cell(paragraphs(value)) if value else cell(attributes="") for value in values))


def table(*rows: str, name: str = "Arkusz1", attributes: str = "") -> str:
    return f'<table:table table:name="{name}" {attributes}'.rstrip() + f">{''.join(rows)}</table:table>"


def content(body: str, styles: str = "") -> str:
    """`body` goes into office:spreadsheet, `styles` into the automatic styles."""
    return (
        f'{DECLARATION}<office:document-content {NAMESPACES} office:version="1.3">'
        f"<office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:spreadsheet>{body}</office:spreadsheet></office:body></office:document-content>"
    )


def package(content_xml: str | bytes, **parts: str) -> bytes:
    """The file; further parts by name ("styles", "meta", "manifest")."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", MIMETYPE, zipfile.ZIP_STORED)
        archive.writestr("content.xml", content_xml)
        for name, part in parts.items():
            archive.writestr("META-INF/manifest.xml" if name == "manifest" else f"{name}.xml", part)
    return packed.getvalue()


def meta(generator: str) -> str:
    return (
        f"{DECLARATION}<office:document-meta {NAMESPACES}><office:meta><meta:generator>{generator}</meta:generator>"
        "</office:meta></office:document-meta>"
    )


def styles(common: str) -> str:
    """A styles.xml with these common styles."""
    inside = f"<office:styles>{common}</office:styles>"
    return f"{DECLARATION}<office:document-styles {NAMESPACES}>{inside}</office:document-styles>"


def open_ods(body: str, automatic: str = "", **parts: str) -> Workbook:
    """The workbook that the reader makes of a body and its automatic styles."""
    return read(package(content(body, automatic), **parts), "plik.ods", TASKS[DEFAULT_TASK], AS_FOUND)


def codes(workbook: Workbook) -> list[tuple[str | int | None, str]]:
    """(cell or row, code) of every finding about cells."""
    return [(f.place.cell or f.place.row, f.code) for sheet in workbook.sheets for f in sheet.findings]
