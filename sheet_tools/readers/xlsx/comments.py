"""Comments beside cells: the notes of old, and threaded ones."""

from __future__ import annotations

from collections.abc import Mapping

from sheet_tools.readers.xml import BrokenXml, local, walk


def read_comments(data: bytes) -> dict[str, str]:
    """Texts by the reference of their cell ("B2"); a thread is joined by line ends.

    Read without escapes or runs: they are for a person to look at, never for items. A broken part gives what it held.
    """
    found: dict[str, str] = {}
    ref = ""
    inside = False
    pieces: list[str] = []

    def start(name: str, attributes: Mapping[str, str]) -> None:
        nonlocal ref, inside
        element = local(name)
        if element in ("comment", "threadedComment"):
            ref = attributes.get("ref", "")
            pieces.clear()
        elif element in ("t", "text"):
            inside = True

    def text(piece: str) -> None:
        if inside:
            pieces.append(piece)

    def end(name: str) -> None:
        nonlocal inside
        element = local(name)
        if element in ("t", "text"):
            inside = False
        elif element in ("comment", "threadedComment") and ref:
            said = "".join(pieces).strip()
            found[ref] = f"{found[ref]}\n{said}" if ref in found else said

    try:
        walk(data, start, end, text)
    except BrokenXml:
        return found
    return found
