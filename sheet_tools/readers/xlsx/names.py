"""The namespaces of SpreadsheetML, Transitional and Strict, and the attributes that carry one."""

from __future__ import annotations

MAIN = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://purl.oclc.org/ooxml/spreadsheetml/main",
)
RELATION_IDS = (
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships id",
    "http://purl.oclc.org/ooxml/officeDocument/relationships id",
)
SPACE = "http://www.w3.org/XML/1998/namespace space"
_MAIN_PREFIXES = tuple(f"{name} " for name in MAIN)


def main_name(name: str) -> str:
    """The local name of an element of SpreadsheetML, whichever of its namespaces; "" for any other element."""
    for prefix in _MAIN_PREFIXES:
        if name.startswith(prefix):
            return name[len(prefix) :]
    return ""


def flag(value: str | None, default: bool = False) -> bool:
    """xsd:boolean as programs write it: 1, true, on."""
    return default if value is None else value.strip().lower() in ("1", "true", "on")


def is_zero(size: str | None) -> bool:
    """True for a height or a width of nothing."""
    try:
        return size is not None and float(size) == 0
    except ValueError:
        return False
