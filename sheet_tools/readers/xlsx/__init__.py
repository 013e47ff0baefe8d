"""The exact reader of .xlsx and .xlsm: its own, since no library reads a workbook as this job needs."""

from __future__ import annotations

from collections.abc import Mapping

from sheet_tools.findings import Finding, Unreadable
from sheet_tools.readers.model import AS_FOUND, BrokenSheet, ReadOptions, Sheet, Workbook
from sheet_tools.readers.package import Package, broken, corrupt, is_damage, missing
from sheet_tools.readers.xlsx.comments import read_comments
from sheet_tools.readers.xlsx.parts import Parts, SheetPart, program, read_parts, relations
from sheet_tools.readers.xlsx.references import place_of
from sheet_tools.readers.xlsx.sheet import SheetReader
from sheet_tools.readers.xlsx.strings import Strings, read_strings
from sheet_tools.readers.xlsx.styles import Style, read_styles
from sheet_tools.readers.xlsx.values import Maker
from sheet_tools.readers.xml import BrokenXml
from sheet_tools.tasks import Task

# Sheets that hold no cells an author fills in.
_NO_CELLS = frozenset({"chartsheet", "dialogsheet", "xlmacrosheet", "xlintlmacrosheet"})


def read(data: bytes, source: str, task: Task, options: ReadOptions = AS_FOUND) -> Workbook:
    """The workbook in these bytes; neither task nor options change what it holds.

    Raises Unreadable: corrupt-file, too-big-unpacked, doctype-entities, encrypted.
    """
    package = Package(data)
    parts = read_parts(package)
    workbook = Workbook(source, "xlsx", program(package, parts.main))
    strings = _strings(package, parts)
    styles = _styles(package, parts)
    for part in parts.sheets:
        if part.kind not in _NO_CELLS:
            _add_sheet(workbook, package, part, Maker(part.name, strings, styles, parts.date1904, package.budget))
    if workbook.broken and not workbook.sheets:
        raise Unreadable(workbook.broken[0].refusal)
    return workbook


def _add_sheet(workbook: Workbook, package: Package, part: SheetPart, maker: Maker) -> None:
    """A damaged sheet does not take the others with it; whether they suffice is for the table to say."""
    try:
        workbook.sheets.append(_sheet(package, part, maker))
    except Unreadable as refused:
        if not is_damage(refused):
            raise
        workbook.broken.append(BrokenSheet(part.name, part.visibility, refused.finding))


def _strings(package: Package, parts: Parts) -> Strings:
    name = parts.first(package, "sharedstrings", "sharedStrings.xml")
    if name not in package:
        return Strings(missing=name)
    try:
        return read_strings(package.read_xml(name, whole=False), package.budget)
    except BrokenXml as error:
        raise broken(name, error) from error


def _styles(package: Package, parts: Parts) -> Mapping[str, Style]:
    name = parts.first(package, "styles", "styles.xml")
    return read_styles(package.read_xml(name)) if name in package else {}


def _sheet(package: Package, part: SheetPart, maker: Maker) -> Sheet:
    sheet = Sheet(part.name, part.visibility)
    if part.part not in package:
        raise missing(part.part) if part.part else corrupt()
    try:
        SheetReader(sheet, maker).read(package.read_xml(part.part, whole=False))
    except BrokenXml as error:
        raise broken(part.part, error) from error
    _add_comments(package, part, sheet)
    return sheet


def _add_comments(package: Package, part: SheetPart, sheet: Sheet) -> None:
    """A threaded comment stands twice in the file, once as a note for older programs: the thread is taken."""
    said: dict[str, str] = {}
    related = relations(package, part.part).values()
    for kind in ("comments", "threadedcomment"):
        for relation in related:
            if relation.kind == kind and relation.target in package:
                said.update(_comments(package, relation.target))
    for reference, text in said.items():
        place = place_of(sheet.name, reference)
        if place is not None:
            sheet.findings.append(Finding("cell-comment", place, {"text": text}))


def _comments(package: Package, part: str) -> dict[str, str]:
    """Damaged comments are no reason to lose the text: they are never part of an item."""
    try:
        return read_comments(package.read_xml(part))
    except Unreadable as refused:
        if not is_damage(refused):
            raise
        return {}
