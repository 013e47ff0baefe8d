"""What comes of a small file made in a test, in a form that stands in one row of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import rawods
from rawxlsx import pack, parts, worksheet

from sheet_tools.pipeline import Settings, Source, check, read

NAMES = ["input", "gold", "alias1", "alias2", "alias3", "alias4", "alias5", "cluster", "notes"]
# What every small set gives, whatever its cells hold.
_OF_SMALL_SETS = {"too-few-items", "clusters-sheet-missing", "item-without-cluster", "no-cluster-column"}
Parts = dict[str, str | bytes]
Texts = dict[str, str]
Codes = list[tuple[str | int | None, str]]


def outcome(data: bytes | str, name: str = "plik.xlsx", **chosen: str) -> tuple[Texts, Codes]:
    """The text of every cell that the table read; (cell, range, row or sheet, code) of every finding."""
    content = data.encode() if isinstance(data, str) else data
    checked = check(read(Source(name, content), Settings(**chosen)))  # type: ignore[arg-type]
    table = checked.reading.table
    cells = [cell for row in (table.rows if table else ()) for cell in row.cells.values()]
    codes = [
        (f.place.cell or f.place.row or f.place.sheet or None, f.code)
        for f in checked.findings
        if f.code not in _OF_SMALL_SETS and not f.code.startswith("necessity")
    ]
    return {str(cell.place.cell): cell.text for cell in cells}, codes


def shown(data: bytes, cell: str, name: str = "plik.xlsx") -> tuple[str, object, object]:
    """The code of the first finding about the cell's kind, what it says the cell shows, and what it stores."""
    findings = read(Source(name, data)).findings
    found = next(f for f in findings if f.place.cell == cell and f.code.endswith(("-cell", "-error")))
    return found.code, found.values.get("shown"), found.values.get("stored")


def text(content: str, reference: str = "A2", attributes: str = "") -> str:
    """A cell of text, written inline with its blanks preserved."""
    inside = f'<is><t xml:space="preserve">{content}</t></is>'
    return f'<c r="{reference}" t="inlineStr"{attributes}>{inside}</c>'


def value(stored: object, style: int = 1, reference: str = "B2", attributes: str = "") -> str:
    """A cell of whatever else."""
    return f'<c r="{reference}" s="{style}"{attributes}><v>{stored}</v></c>'


def row(*cells: str, number: int = 2, attributes: str = "") -> str:
    return f'<row r="{number}" {attributes}>{"".join(cells)}</row>'


def headed(rows: str) -> str:
    """A worksheet with the usual headings above these rows."""
    return worksheet(HEADINGS + rows)


def workbook(
    rows: str = "",
    *,
    before: str = "",
    after: str = "",
    head: bool = True,
    changed: Callable[[Any], Parts | None] | None = None,
    sheets: Mapping[str, str] | None = None,
    **others: str,
) -> bytes:
    """One sheet of rows under the usual headings (or these sheets), its parts changed before they are packed."""
    made = parts(sheets or {"S": worksheet((HEADINGS if head else "") + rows, before, after)}, **others)
    return pack((changed(made) or made) if changed else made)


def document(*rows: str, body: str = "", automatic: str = "", generator: str = "", **parts: str) -> bytes:
    """An .ods of one table of rows (or with this body) and these automatic styles."""
    if generator:
        parts["meta"] = rawods.meta(generator)
    return rawods.package(rawods.content(body or rawods.table(*rows), automatic), **parts)


HEADINGS = row(*(text(name, f"{column}1") for column, name in zip("ABCDEFGHI", NAMES, strict=True)), number=1)
