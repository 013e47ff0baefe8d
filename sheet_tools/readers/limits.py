"""The limit of one cell, the same in Excel and LibreOffice."""

from __future__ import annotations

# The most characters that a cell holds, counted in UTF-16 units.
CELL_LIMIT = 32_767


def utf16_length(text: str) -> int:
    """Characters as those programs count them: one beyond U+FFFF counts twice."""
    if text.isascii() or 2 * len(text) < CELL_LIMIT:
        return len(text)
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
