"""Sheets to measure with: rows of a plain pattern, made in memory. They demonstrate size, not items."""

from __future__ import annotations

import csv
import io

import xlsxwriter

HEADINGS = ["input", "gold", "alias1", "alias2", "alias3", "alias4", "alias5", "klaster", "uwagi"]


def rows(n: int) -> list[list[str]]:
    """n rows of nine texts; every input is another one."""
    return [
        [
            f"Przykład nr {i}: który wyraz w zdaniu „Posłanka nr {i}, która wystąpiła, złożyła wniosek” jest zaimkiem?",
            f"która{i % 97}",
            f"odmiana pierwsza {i}",
            f"odmiana druga {i}",
            f"odmiana trzecia {i}",
            f"odmiana czwarta {i}",
            f"odmiana piąta {i}",
            f"k{i % 12}",
            f"uwaga nr {i}",
        ]
        for i in range(n)
    ]


def as_xlsx(table: list[list[str]]) -> bytes:
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as workbook:
        sheet = workbook.add_worksheet("Pozycje")
        for number, row in enumerate([HEADINGS, *table]):
            for column, text in enumerate(row):
                sheet.write_string(number, column, text)
    return stream.getvalue()


def as_csv(table: list[list[str]]) -> bytes:
    stream = io.StringIO(newline="")
    csv.writer(stream).writerows([HEADINGS, *table])
    return stream.getvalue().encode("utf-8")


def as_ods(table: list[list[str]]) -> bytes:
    """The least .ods that programs open."""
    import zipfile
    from xml.sax.saxutils import escape

    def cell(text: str) -> str:
        return f'<table:table-cell office:value-type="string"><text:p>{escape(text)}</text:p></table:table-cell>'

    body = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in [HEADINGS, *table])
    content = (
        '<?xml version="1.0" encoding="UTF-8"?><office:document-content office:version="1.2" '
        'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
        'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:spreadsheet>'
        f'<table:table table:name="Pozycje">{body}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    manifest = (
        '<?xml version="1.0" encoding="UTF-8"?><manifest:manifest manifest:version="1.2" '
        'xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry '
        'manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/>'
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'
    )
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet", zipfile.ZIP_STORED)
        package.writestr("content.xml", content)
        package.writestr("META-INF/manifest.xml", manifest)
    return stream.getvalue()
