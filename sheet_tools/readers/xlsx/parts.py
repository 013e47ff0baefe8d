"""The parts of a workbook: which part is which, by relationships; where they are wrong, by the usual names."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import unquote

from sheet_tools.findings import Unreadable
from sheet_tools.readers.budget import too_big
from sheet_tools.readers.model import Program, Visibility
from sheet_tools.readers.package import Package, broken, canonical, corrupt, missing
from sheet_tools.readers.xlsx.names import RELATION_IDS, flag, main_name
from sheet_tools.readers.xml import BrokenXml, local, walk

# One small part listed as a sheet a million times would be read as often.
MAX_SHEETS = 1_000
# Google Sheets writes no docProps/app.xml, and declares this namespace in its workbook part.
_GOOGLE = b"http://schemas.microsoft.com/office/mac/excel/2008/main"


class Relation(NamedTuple):
    """`kind` is the last step of the relationship's type ("worksheet"); `target` the canonical name of a part."""

    kind: str
    target: str


class SheetPart(NamedTuple):
    name: str
    visibility: Visibility
    part: str
    kind: str


@dataclass(slots=True)
class Parts:
    """What the workbook part says: its sheets in order (chart sheets too), the date system, the other parts."""

    main: str
    date1904: bool = False
    sheets: list[SheetPart] = field(default_factory=list)
    relations: dict[str, Relation] = field(default_factory=dict)

    def first(self, package: Package, kind: str, usual: str) -> str:
        """The part of a kind; the usual name beside the workbook where no relationship leads to one."""
        for relation in self.relations.values():
            if relation.kind == kind and relation.target in package:
                return relation.target
        return posixpath.join(posixpath.dirname(self.main), usual)


def find_main(package: Package) -> str | None:
    """The workbook part: by the package's relationships, else under its usual name, else any of that name."""
    for relation in relations(package, "").values():
        if relation.kind == "officedocument" and relation.target in package:
            return relation.target
    if "xl/workbook.xml" in package:
        return "xl/workbook.xml"
    return next((name for name in package.names if posixpath.basename(name) == "workbook.xml"), None)


def read_parts(package: Package) -> Parts:
    """Raises Unreadable (corrupt-file) where the workbook part is missing or broken."""
    main = find_main(package)
    if main is None:
        raise missing("xl/workbook.xml")
    parts = Parts(main, relations=relations(package, main))
    found: list[tuple[str, str, str]] = []

    def start(name: str, attributes: Mapping[str, str]) -> None:
        element = main_name(name)
        if element == "workbookPr":
            parts.date1904 = flag(attributes.get("date1904"))
        elif element == "sheet":
            relation = next((attributes[key] for key in RELATION_IDS if key in attributes), "")
            found.append((attributes.get("name", ""), attributes.get("state", ""), relation))

    try:
        walk(package.read_xml(main), start)
    except BrokenXml as error:
        raise broken(main, error) from error
    if len(found) > MAX_SHEETS:
        raise too_big()
    only = _only_sheet(package, parts) if len(found) == 1 else None
    for name, state, relation_id in found:
        parts.sheets.append(_sheet(parts.relations.get(relation_id) or only, name, state))
    if not found:
        raise corrupt(main)
    return parts


def _sheet(relation: Relation | None, name: str, state: str) -> SheetPart:
    """Where no relationship leads to its part, none is guessed by its number: another sheet may have that."""
    visibility = {"hidden": Visibility.HIDDEN, "veryhidden": Visibility.VERY_HIDDEN}.get(state.lower())
    relation = relation or Relation("", "")
    return SheetPart(name, visibility or Visibility.VISIBLE, relation.target, relation.kind)


def _only_sheet(package: Package, parts: Parts) -> Relation | None:
    """The part of the one sheet of a workbook whose relationships are lost, where there is no other."""
    if any(relation.kind == "worksheet" for relation in parts.relations.values()):
        return None
    folder = canonical(posixpath.join(posixpath.dirname(parts.main), "worksheets"))
    found = [name for name in package.names if posixpath.dirname(name) == folder]
    return Relation("worksheet", found[0]) if len(found) == 1 else None


def relations(package: Package, part: str) -> dict[str, Relation]:
    """The relationships of a part ("" for the package) by their ids; none where they are missing or broken.

    What lies outside the package (a link) is left out. A target is a path from the root, or from the part's folder.
    """
    folder, base = posixpath.split(part)
    name = posixpath.join(folder, "_rels", f"{base}.rels")
    found: dict[str, Relation] = {}

    def start(name: str, attributes: Mapping[str, str]) -> None:
        if local(name) == "Relationship" and attributes.get("TargetMode", "").lower() != "external":
            kind = attributes.get("Type", "").rpartition("/")[2].lower()
            target = resolve(package, folder, attributes.get("Target", ""))
            found.setdefault(attributes.get("Id", ""), Relation(kind, target))

    if name in package:
        try:
            walk(package.read_xml(name), start)
        except BrokenXml:
            # What was read until then is kept; the usual names serve for the rest.
            return found
    return found


def resolve(package: Package, folder: str, target: str) -> str:
    """The canonical name that a target means, seen from a folder; as it is, or with its %-escapes undone."""
    target = target.replace("\\", "/")
    path = target if target.startswith("/") else posixpath.join("/", folder, target)
    name = canonical(posixpath.normpath(path))
    return name if name in package else canonical(unquote(name))


def program(package: Package, main: str) -> Program:
    """Which program wrote the file. openpyxl and XlsxWriter call themselves Excel, whose menus serve their users."""
    if "docprops/app.xml" not in package:
        return Program.GOOGLE if _GOOGLE in package.read(main) else Program.ANY
    said: list[str] = []
    inside = False

    def start(name: str, _: Mapping[str, str]) -> None:
        nonlocal inside
        inside = local(name) == "Application"

    def text(data: str) -> None:
        if inside:
            said.append(data)

    def end(_: str) -> None:
        nonlocal inside
        inside = False

    try:
        walk(package.read_xml("docprops/app.xml"), start, end, text)
    except (BrokenXml, Unreadable):
        # A part that only names the program is no reason to lose the text.
        return Program.ANY
    name = "".join(said).lower()
    return Program.LIBREOFFICE if "libreoffice" in name else Program.EXCEL if "excel" in name else Program.ANY
