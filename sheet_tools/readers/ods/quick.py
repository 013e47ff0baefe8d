"""The plain rows that programs write by the thousand, taken whole instead of event by event.

As for .xlsx (`readers/xlsx/quick.py`), expat parses everything else, and all around them, so that nothing is decided
here. A row is taken only where it cannot mean anything but what it says: the part is UTF-8 without comments, CDATA and
instructions; the usual prefixes are declared by its root, and none after it; expat is between the rows of a sheet; and
the patterns below match the row to its last byte, with no entity, line end or attribute that they do not know.
Tests hold that both ways give the same sheet.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.parsers.expat import XMLParserType

from sheet_tools.readers.budget import Budget
from sheet_tools.readers.ods.names import CALCEXT, OFFICE, TABLE, TEXT
from sheet_tools.readers.xml import feed

_ROW_START, _ROW_END = b"<table:table-row", b"</table:table-row>"
# So much is decoded at a time: a whole part as text would take two to four times its size.
_PIECE = 1 << 20
_ROOT = re.compile(
    rb"""(?:\xef\xbb\xbf)?<\?xml version="1.0"(?: encoding="(?:UTF|utf)-8")?(?: standalone="(?:yes|no)")?"""
    rb"""[ \t\r\n]*\?>[ \t\r\n]*<office:document-content( [^<>]*)>"""
)
_NAMESPACES = {"office": OFFICE, "table": TABLE, "text": TEXT}
# Line ends and tabs mean blanks to the standard, and the readers' own way has a word on them.
_TEXT = r"""[^<&>\0-\x1f\ufffe\uffff]+"""
# Groups: style, number, text, how often an empty cell is repeated.
_CELL = (
    r"""<table:table-cell(?: table:style-name="([^"<&\0-\x1f]+)")?(?: office:value-type="(?:string"CALC|"""
    rf"""float" office:value="([0-9.E+-]{{1,40}})"CALC)><text:p>({_TEXT})</text:p></table:table-cell>|"""
    r"""(?: table:number-columns-repeated="([0-9]{1,5})")?(?:/>|></table:table-cell>))"""
)
# Longer texts may be over a cell's limit: the readers' own way counts them.
_LONGEST_ROW = 10_000

Found = list[tuple[str, str, str, str]]


class _Patterns:
    def __init__(self, has_calcext: bool) -> None:
        cell = _CELL
        for kind in ("string", "float"):
            calc = rf"""(?: calcext:value-type="{kind}")?""" if has_calcext else ""
            cell = cell.replace("CALC", calc, 1)
        one = re.sub(r"\((?!\?)", "(?:", cell)
        self.cells = re.compile(cell)
        # White space between elements is read over.
        self.row = re.compile(
            rf"""[ \t\n]*<table:table-row(?: table:style-name="([^"<&\0-\x1f]+)")?>((?:{one}){{1,1024}})"""
            r"""</table:table-row>"""
        )


def is_plain(data: bytes) -> bool:
    """Whether rows of this part may be taken this way."""
    root = _ROOT.match(data[: 1 << 16])
    if root is None or data.find(b"<!") >= 0 or data.find(b"<?", 5) >= 0 or data.find(b"xmlns", root.end()) >= 0:
        return False
    return all(f' xmlns:{prefix}="{name[:-1]}"'.encode() in root[1] for prefix, name in _NAMESPACES.items())


def feed_rows(
    parser: XMLParserType,
    data: bytes,
    at_rest: Callable[[], bool],
    take: Callable[[str, Found], bool],
    budget: Budget,
) -> None:
    """Feed a part that is plain. `take` gets a row's style and its cells; False sends the row to the parser.

    Raises BrokenXml, also where a piece is no UTF-8.
    """
    patterns = _Patterns(f' xmlns:calcext="{CALCEXT[:-1]}"'.encode() in data[: 1 << 16])
    position = max(data.find(_ROW_START), 0)
    _feed(parser, data[:position], budget)
    while True:
        end = data.rfind(_ROW_END, position, position + _PIECE)
        if end < 0:
            end = data.find(_ROW_END, position)
        if end < 0:
            break
        end += len(_ROW_END)
        _feed_piece(parser, data[position:end], patterns, at_rest, take, budget)
        position = end
    _feed(parser, data[position:], budget, last=True)


def _feed_piece(
    parser: XMLParserType,
    piece: bytes,
    patterns: _Patterns,
    at_rest: Callable[[], bool],
    take: Callable[[str, Found], bool],
    budget: Budget,
) -> None:
    """Feed a piece that ends with a row."""
    try:
        text = piece.decode("utf-8")
    except UnicodeDecodeError:
        # The parser says what is wrong with it.
        _feed(parser, piece, budget)
        return
    ending, position = _ROW_END.decode(), 0
    while position < len(text):
        match = patterns.row.match(text, position) if at_rest() else None
        if match and _is_certain(match[2]) and take(match[1] or "", patterns.cells.findall(match[2])):
            position = match.end()
            continue
        end = text.index(ending, position) + len(ending)
        _feed(parser, text[position:end], budget)
        position = end


def _feed(parser: XMLParserType, data: bytes | str, budget: Budget, last: bool = False) -> None:
    budget.take_xml(data)
    feed(parser, data, last)


def _is_certain(cells: str) -> bool:
    """False where blanks may be doubtful (in a row of cells, no tag has one beside its brackets), or a text long."""
    return len(cells) < _LONGEST_ROW and "  " not in cells and "> " not in cells and " <" not in cells
