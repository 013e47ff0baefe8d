"""The plain rows and strings that programs write by the thousand, taken whole instead of event by event.

Expat parses everything else, and all around them, so that nothing is decided here: a piece is taken only where it
cannot mean anything but what it says. That needs a part in UTF-8 without comments, CDATA and instructions, whose root
has no prefix; a position that expat has reached (inside `<sst>` or `<sheetData>`, at no other depth); and a piece that
the patterns below match to the last byte, with no entity, carriage return, escape or attribute that they do not know.
Tests hold that both ways give the same sheet.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.parsers.expat import XMLParserType

from sheet_tools.readers.budget import Budget
from sheet_tools.readers.xml import feed

# Parts beyond this go through expat alone: memory is bounded before speed is sought. One character beyond U+FFFF
# (its first byte is F0 to F4) makes a whole text four bytes wide.
MAX_BYTES = 64 * 1024 * 1024
MAX_WIDE_BYTES = 16 * 1024 * 1024
_ROOT = re.compile(
    r"""\ufeff?(?:<\?xml version="1.0"(?: encoding="(?:UTF|utf)-8")?(?: standalone="(?:yes|no)")?[ \t\r\n]*\?>)?"""
    r"""[ \t\r\n]*<(?:sst|worksheet)[ \t\r\n>]"""
)
_TEXT = r"""[^<&>\r\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]+"""
# Blanks at the ends are plain only where they are preserved.
_INSIDE = rf"""<t(?: xml:space="preserve">({_TEXT})|>((?![ \t\n]){_TEXT}(?<![ \t\n])))</t>"""
_STRING = re.compile(rf"""[ \t\n]*<si>{_INSIDE}</si>""")
# Groups: letters, style, type, value, text (preserved), text.
_CELL = (
    r"""<c r="([A-Z]{1,3})ROW"(?: s="([0-9]{1,6})")?(?: t="(s|n|str|inlineStr)")?"""
    rf"""(?:/>|></c>|><v>({_TEXT})</v></c>|><is>{_INSIDE}</is></c>)"""
)
_CELLS = re.compile(_CELL.replace("ROW", "[0-9]+"))
# A cell that names another row than its own is not plain.
_ONE_CELL = re.sub(r"\((?!\?)", "(?:", _CELL).replace("ROW", r"\1")
_ROW = re.compile(
    rf"""[ \t\n]*<row r="([1-9][0-9]{{0,6}})"((?: [A-Za-z0-9:]+="[^"<&]*")*)>((?:{_ONE_CELL}){{0,16384}})</row>"""
)
_ATTRIBUTE = re.compile(r""" ([A-Za-z0-9:]+)="([^"]*)\"""")
_ROW_ATTRIBUTES = frozenset(
    ("spans", "ht", "customHeight", "s", "customFormat", "hidden", "outlineLevel", "collapsed", "thickBot", "thickTop")
)


def plain(data: bytes) -> str | None:
    """The text of a part that may be taken this way; None for one that may not."""
    if len(data) > MAX_BYTES or (len(data) > MAX_WIDE_BYTES and any(byte in data for byte in range(0xF0, 0xF5))):
        return None
    if data.find(b"<!") >= 0 or data.find(b"<?", 5) >= 0:
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return text if _ROOT.match(text) else None


def feed_strings(
    parser: XMLParserType, data: str, at_rest: Callable[[], bool], take: Callable[[str], None], budget: Budget
) -> None:
    """Feed a part of shared strings. `at_rest` tells whether only `<sst>` is open, `take` gets each plain string."""
    position = max(data.find("<si>"), 0)
    _feed(parser, data[:position], budget)
    while at_rest():
        match = _STRING.match(data, position)
        text = (match[1] or match[2]) if match else "_x"
        if match and "_x" not in text:
            take(text)
            position = match.end()
            continue
        end = data.find("</si>", position)
        if end < 0:
            break
        _feed(parser, data[position : end + 5], budget)
        position = end + 5
    _feed(parser, data[position:], budget, last=True)


def feed_rows(
    parser: XMLParserType,
    data: str,
    at_rest: Callable[[], bool],
    take: Callable[[str, bool, list[tuple[str, ...]]], bool],
    budget: Budget,
) -> None:
    """Feed a worksheet. `take` gets a row's number, whether it is hidden, its cells; False sends it to the parser."""
    position = data.find("<sheetData>") + len("<sheetData>")
    _feed(parser, data[:position], budget)
    hidden = _Attributes(data[:position])
    while at_rest():
        match = _ROW.match(data, position)
        if match and "_x" not in match[3]:
            seen = hidden[match[2]]
            if seen is not None and take(match[1], seen, _CELLS.findall(match[3])):
                position = match.end()
                continue
        end = data.find("</row>", position)
        if end < 0:
            break
        _feed(parser, data[position : end + 6], budget)
        position = end + 6
    _feed(parser, data[position:], budget, last=True)


def _feed(parser: XMLParserType, data: str, budget: Budget, last: bool = False) -> None:
    budget.take_xml(data)
    feed(parser, data, last)


class _Attributes(dict[str, bool | None]):
    """The attributes of a row after its number → whether they hide it; None for some that are not plain.

    The one that Excel writes with a prefix is plain where the part's beginning declares that.
    """

    def __init__(self, head: str) -> None:
        super().__init__()
        self.known = _ROW_ATTRIBUTES | ({"x14ac:dyDescent"} if ' xmlns:x14ac="' in head else set())

    def __missing__(self, attributes: str) -> bool | None:
        found = _ATTRIBUTE.findall(attributes)
        values = dict(found)
        hidden, height = values.get("hidden", "0"), values.get("ht", "15")
        plain = len(values) == len(found) and values.keys() <= self.known
        plain = plain and hidden in ("0", "1", "true", "false")
        plain = plain and re.fullmatch(r"[0-9]{1,9}(?:\.[0-9]{1,20})?", height) is not None
        self[attributes] = (hidden in ("1", "true") or float(height) == 0) if plain else None
        return self[attributes]
