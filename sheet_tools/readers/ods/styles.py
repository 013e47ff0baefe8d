"""What styles say of a text: struck out, decorated or hidden by its format; and of rows, columns and sheets: hidden."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.parsers import expat

from sheet_tools.readers.budget import too_big
from sheet_tools.readers.faces import UNSAID, Face, colour, is_symbol_font
from sheet_tools.readers.limits import MAX_FORMAT, MAX_FORMATS, MAX_STYLES
from sheet_tools.readers.ods.names import FO, NUMBER, STYLE, TABLE

# Styles inherit; a cycle among them ends here.
_DEEPEST = 32
_ZERO = re.compile(r"0*\.?0*(?:[a-z]{2}|%)?")


class Look(NamedTuple):
    """`struck` is None where the style does not say, and so is each part of `face`. `literal` is what a text format
    puts around a text: pieces, None standing for the text itself; None where the format shows the text as it is."""

    struck: bool | None = None
    literal: tuple[str | None, ...] | None = None
    face: Face = UNSAID

    @property
    def is_quiet(self) -> bool:
        """True where nothing is to be said of a text that looks so throughout."""
        return not self.struck and self.literal is None and not self.face.is_telling

    def show(self, text: str) -> str:
        """What the program shows of a text in this style."""
        if self.literal is None:
            return text
        return "".join(text if piece is None else piece for piece in self.literal)


PLAIN = Look()


@dataclass(slots=True)
class _Style:
    parent: str | None
    data_style: str | None
    struck: bool | None = None
    hidden: bool = False
    face: Face = UNSAID


@dataclass(slots=True)
class Styles:
    """Every style of the file, read by `enter` where the parser comes to a group of them."""

    styles: dict[tuple[str, str], _Style] = field(default_factory=dict)
    formats: dict[str, list[str | None]] = field(default_factory=dict)
    _looks: dict[tuple[str, str], Look] = field(default_factory=dict)

    def look(self, name: str | None, family: str = "table-cell") -> Look:
        """What the style of this name, with those it inherits from, says of a text."""
        if name is None:
            return PLAIN
        key = (family, name)
        if key not in self._looks:
            self._looks[key] = self._resolve(key)
        return self._looks[key]

    def _resolve(self, key: tuple[str, str]) -> Look:
        struck: bool | None = None
        data_style: str | None = None
        face = UNSAID
        family, name = key
        for _ in range(_DEEPEST):
            style = self.styles.get((family, name))
            if style is None:
                break
            struck = style.struck if struck is None else struck
            face = face.over(style.face)
            data_style = data_style or style.data_style
            if style.parent is None:
                break
            name = style.parent
        pieces = self.formats.get(data_style or "")
        return Look(struck, None if pieces is None or pieces == [None] else tuple(pieces), face)

    def is_hidden(self, name: str | None, family: str) -> bool:
        """True for a row of no height, a column of no width, a sheet that is not displayed."""
        style = self.styles.get((family, name or ""))
        return style is not None and style.hidden

    def enter(self, parser: expat.XMLParserType, leave: Callable[[], None]) -> None:
        """Take the parser's handlers until the element that has just begun ends; then call `leave`."""
        _Collector(self, parser, leave)


class _Collector:
    """The handlers of one group of styles."""

    def __init__(self, into: Styles, parser: expat.XMLParserType, leave: Callable[[], None]) -> None:
        self.into = into
        self.leave = leave
        self.depth = 1
        self.style: _Style | None = None
        self.pieces: list[str | None] | None = None
        self.literal: list[str] | None = None
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.text

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        self.depth += 1
        if name == STYLE + "style":
            self._begin_style(attributes)
        elif name == NUMBER + "text-style":
            self.pieces = self.into.formats[attributes.get(STYLE + "name", "")] = []
            if len(self.into.formats) > MAX_FORMATS:
                raise too_big()
        elif self.pieces is not None and name == NUMBER + "text":
            self.literal = []
        elif self.pieces is not None and name == NUMBER + "text-content":
            self.pieces.append(None)
        elif self.style is not None:
            _read_properties(self.style, name, attributes)

    def _begin_style(self, attributes: Mapping[str, str]) -> None:
        parent = attributes.get(STYLE + "parent-style-name")
        self.style = _Style(parent, attributes.get(STYLE + "data-style-name"))
        key = (attributes.get(STYLE + "family", ""), attributes.get(STYLE + "name", ""))
        self.into.styles[key] = self.style
        if len(self.into.styles) > MAX_STYLES:
            raise too_big()

    def end(self, name: str) -> None:
        self.depth -= 1
        if name == STYLE + "style":
            self.style = None
        elif name == NUMBER + "text-style":
            if self.pieces is not None and sum(len(piece or "@") for piece in self.pieces) > MAX_FORMAT:
                # One longer than any says nothing, as in .xlsx.
                self.pieces[:] = [None]
            self.pieces = None
        elif name == NUMBER + "text" and self.literal is not None and self.pieces is not None:
            self.pieces.append("".join(self.literal))
            self.literal = None
        if not self.depth:
            self.leave()

    def text(self, data: str) -> None:
        if self.literal is not None:
            self.literal.append(data)


def _read_properties(style: _Style, name: str, attributes: Mapping[str, str]) -> None:
    if name == STYLE + "text-properties":
        said = [
            attributes[STYLE + key]
            for key in ("text-line-through-style", "text-line-through-type")
            if STYLE + key in attributes
        ]
        if said:
            style.struck = "none" not in said
        style.face = _face(attributes)
    elif name == STYLE + "table-properties":
        style.hidden = attributes.get(TABLE + "display") == "false"
    elif name == STYLE + "table-row-properties":
        style.hidden = _is_zero(attributes.get(STYLE + "row-height"))
    elif name == STYLE + "table-column-properties":
        style.hidden = _is_zero(attributes.get(STYLE + "column-width"))


def _face(attributes: Mapping[str, str]) -> Face:
    underline, weight = attributes.get(STYLE + "text-underline-style"), attributes.get(FO + "font-weight")
    slant, written = attributes.get(FO + "font-style"), attributes.get(FO + "color")
    fonts = [attributes[key] for key in (STYLE + "font-name", FO + "font-family") if key in attributes]
    is_symbol = any(map(is_symbol_font, fonts)) or attributes.get(STYLE + "font-charset") == "x-symbol"
    return Face(
        _position(attributes.get(STYLE + "text-position")),
        underline and ("" if underline == "none" else underline),
        weight and ("" if weight in ("normal", "400") else "bold"),
        slant and ("" if slant == "normal" else "italic"),
        "" if attributes.get(STYLE + "use-window-font-color") == "true" else written and colour(written),
        ("symbol" if is_symbol else "") if fonts else None,
    )


def _position(written: str | None) -> str | None:
    """ "super 58%", "33% 58%" → "superscript"; "0% 100%" → ""."""
    if written is None:
        return None
    raised = written.split()[:1]
    if raised in (["super"], ["sub"]):
        return f"{raised[0]}script"
    height = raised[0].rstrip("%") if raised else ""
    return "" if not height.strip("-0.") else "subscript" if height.startswith("-") else "superscript"


def _is_zero(length: str | None) -> bool:
    """True for "0in", "0.000cm"; not for "" or "auto"."""
    return length is not None and length[:1] in ("0", ".") and _ZERO.fullmatch(length) is not None
