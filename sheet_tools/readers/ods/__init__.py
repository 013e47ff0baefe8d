"""The exact reader of .ods: content.xml in one pass of expat, with what styles.xml and the manifest add."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape

from sheet_tools.cells import Place
from sheet_tools.findings import Finding, Unreadable
from sheet_tools.readers.model import AS_FOUND, BrokenSheet, Program, ReadOptions, Visibility, Workbook
from sheet_tools.readers.ods.content import ContentReader
from sheet_tools.readers.ods.names import META
from sheet_tools.readers.ods.styles import Styles
from sheet_tools.readers.package import Package, broken, missing
from sheet_tools.readers.xml import BrokenXml, new_parser, walk
from sheet_tools.tasks import Task

_CONTENT = "content.xml"
_STYLES = "styles.xml"
_META = "meta.xml"
_MANIFEST = "meta-inf/manifest.xml"
_TABLE = re.compile(rb"""<table:table [^<>]*?table:name="([^"<]*)\"""")
# The words by which programs call themselves in meta:generator.
_GENERATORS = {
    "libreoffice": Program.LIBREOFFICE,
    "openoffice": Program.LIBREOFFICE,
    "collabora": Program.LIBREOFFICE,
    "microsoft": Program.EXCEL,
    "google": Program.GOOGLE,
}


def read(data: bytes, source: str, task: Task, options: ReadOptions = AS_FOUND) -> Workbook:
    """The workbook in these bytes; neither task nor options change what it holds.

    Raises Unreadable: corrupt-file, too-big-unpacked, doctype-entities, encrypted.
    """
    package = Package(data)
    if _MANIFEST in package and b"encryption-data" in package.read(_MANIFEST):
        raise Unreadable(Finding("encrypted", Place()))
    if _CONTENT not in package:
        raise missing(_CONTENT)
    program = _program(package)
    reader = ContentReader(Styles(), package.budget, keeps_last=program is Program.LIBREOFFICE)
    if _STYLES in package:
        _parse(package, _STYLES, reader)
    workbook = Workbook(source, "ods", program, reader.sheets)
    data = package.read_xml(_CONTENT, whole=False)
    try:
        reader.read(new_parser(), data)
    except BrokenXml as error:
        workbook.broken += _broken_sheets(reader, data, broken(_CONTENT, error))
    return workbook


def _parse(package: Package, part: str, reader: ContentReader) -> None:
    try:
        reader.read(new_parser(), package.read_xml(part, whole=False))
    except BrokenXml as error:
        raise broken(part, error) from error


def _broken_sheets(reader: ContentReader, data: bytes, refused: Unreadable) -> list[BrokenSheet]:
    """The sheet that breaks off and those after it, where there are whole ones before; else nothing is certain.

    Raises Unreadable(corrupt-file).
    """
    last = reader.unfinished
    if last is None or not reader.sheets:
        raise refused
    found = [BrokenSheet(last.name, last.visibility, refused.finding)]
    # Names alone: what else stands behind the damage cannot be parsed.
    names = [unescape(name.decode("utf-8", "replace")) for name in _TABLE.findall(data)]
    later = names[names.index(last.name) + 1 :] if last.name in names else []
    return found + [BrokenSheet(name, Visibility.VISIBLE, refused.finding) for name in later]


def _program(package: Package) -> Program:
    """Which program wrote the file, where meta.xml tells it."""
    if _META not in package:
        return Program.ANY
    said: list[str] = []
    inside = False

    def start(name: str, _: Mapping[str, str]) -> None:
        nonlocal inside
        inside = name == META + "generator"

    def end(_: str) -> None:
        nonlocal inside
        inside = False

    try:
        walk(package.read_xml(_META), start, end, lambda data: said.append(data) if inside else None)
    except (BrokenXml, Unreadable):
        # A part that only names the program is no reason to lose the text.
        return Program.ANY
    name = "".join(said).lower()
    return next((program for word, program in _GENERATORS.items() if word in name), Program.ANY)
