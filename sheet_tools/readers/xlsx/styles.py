"""The styles that matter to a text: number format, whether it is struck out, and how it looks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sheet_tools.readers.budget import too_big
from sheet_tools.readers.faces import BARE, Face
from sheet_tools.readers.limits import MAX_FORMAT, MAX_FORMATS, MAX_STYLES
from sheet_tools.readers.numfmt import BUILTIN, show_text
from sheet_tools.readers.xlsx.fonts import taking
from sheet_tools.readers.xlsx.names import flag, main_name
from sheet_tools.readers.xml import BrokenXml, walk


class Style(NamedTuple):
    code: str = "General"
    struck: bool = False
    face: Face = BARE


PLAIN = Style()
_PLAIN_FONT = (False, BARE)


class _Reader:
    """Gathers formats, fonts and cell styles as the part goes by."""

    def __init__(self) -> None:
        self.formats: dict[str, str] = {}
        self.fonts: list[tuple[bool, Face]] = []
        self.cells: list[tuple[str, str]] = []
        self.within = ""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        element = main_name(name)
        if element in ("fonts", "cellXfs", "cellStyleXfs", "dxfs", "numFmts"):
            self.within = element
        elif element == "numFmt" and self.within == "numFmts":
            code = attributes.get("formatCode") or "General"
            self.formats[attributes.get("numFmtId", "")] = code if len(code) <= MAX_FORMAT else "General"
            if len(self.formats) > MAX_FORMATS:
                raise too_big()
        elif element == "font" and self.within == "fonts":
            self.fonts.append(_PLAIN_FONT)
        elif self.within == "fonts" and self.fonts:
            struck, face = self.fonts[-1]
            is_strike = element == "strike"
            self.fonts[-1] = (
                flag(attributes.get("val"), True) if is_strike else struck,
                taking(face, element, attributes),
            )
        elif element == "xf" and self.within == "cellXfs":
            if len(self.cells) >= MAX_STYLES:
                raise too_big()
            self.cells.append((attributes.get("numFmtId", "0"), attributes.get("fontId", "0")))

    def end(self, name: str) -> None:
        if main_name(name) == self.within:
            self.within = ""

    def styles(self) -> dict[str, Style]:
        return {str(index): Style(self._code(fmt), *self._font(font)) for index, (fmt, font) in enumerate(self.cells)}

    def _code(self, fmt: str) -> str:
        if fmt in self.formats:
            return self.formats[fmt]
        return BUILTIN.get(int(fmt), "General") if fmt.isascii() and fmt.isdigit() and len(fmt) < 9 else "General"

    def _font(self, font: str) -> tuple[bool, Face]:
        known = font.isascii() and font.isdigit() and len(font) < 9 and int(font) < len(self.fonts)
        return self.fonts[int(font)] if known else _PLAIN_FONT


def read_styles(data: bytes) -> dict[str, Style]:
    """Styles by their index as cells write it ("0", "1" …). A broken part gives what it held until it broke."""
    reader = _Reader()
    try:
        walk(data, reader.start, reader.end)
    except BrokenXml:
        # Damaged styles must not lose the text.
        return reader.styles()
    return reader.styles()


def odd_styles(styles: Mapping[str, Style]) -> set[str]:
    """The styles that have something to say of a text; "" (a cell that names none) is the first."""
    # A letter for private use, which no format shows but by showing the text.
    odd = {
        index
        for index, (code, struck, face) in styles.items()
        if struck or face.is_telling or show_text("\ue000", code) != "\ue000"
    }
    return odd | {""} if "0" in odd else odd


def general_styles(styles: Mapping[str, Style]) -> set[str]:
    """The styles under which a number is shown in the format General, and nothing is to be said of it."""
    plain = {index for index, style in styles.items() if style[:2] == PLAIN[:2]}
    return plain | {""} if styles.get("0", PLAIN)[:2] == PLAIN[:2] else plain
