"""The look of a font or of a run, as its elements tell it (ECMA-376 part 1, 18.8.22 and 18.4.7)."""

from __future__ import annotations

from collections.abc import Mapping

from sheet_tools.readers.faces import Face, colour, is_symbol_font
from sheet_tools.readers.xlsx.names import flag

# Of text on a page: automatic, and black by its number in the palette or the theme.
_USUAL_INDEXES = frozenset({"0", "8", "64", "32767"})
_USUAL_THEME = "1"
_SYMBOL_CHARSET = "2"


def taking(face: Face, element: str, attributes: Mapping[str, str]) -> Face:
    """The look with what one element of a font says."""
    value = attributes.get("val")
    if element == "b":
        return face._replace(bold="bold" if flag(value, True) else "")
    if element == "i":
        return face._replace(italic="italic" if flag(value, True) else "")
    if element == "u":
        return face._replace(underline="" if value == "none" else value or "single")
    if element == "vertAlign":
        return face._replace(position=value if value in ("superscript", "subscript") else "")
    if element == "color":
        return face._replace(colour=_colour(attributes))
    if element in ("rFont", "name") and is_symbol_font(value or ""):
        return face._replace(symbol="symbol")
    if element == "charset" and value == _SYMBOL_CHARSET:
        return face._replace(symbol="symbol")
    return face


def _colour(attributes: Mapping[str, str]) -> str:
    tint = attributes.get("tint", "").strip("0.")
    if "rgb" in attributes:
        return colour(attributes["rgb"]) + tint
    if "theme" in attributes:
        theme = attributes["theme"]
        return "" if theme == _USUAL_THEME and not tint else f"theme {theme} {tint}"
    index = attributes.get("indexed", "64")
    return "" if index in _USUAL_INDEXES or flag(attributes.get("auto")) else f"index {index}"
