"""Expat, set up so that no part of a stranger's file can do harm: no DOCTYPE, no entities, a bounded depth."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from xml.parsers import expat

from sheet_tools.cells import Place
from sheet_tools.findings import Finding, Unreadable

MAX_DEPTH = 256
_DECLARATION = re.compile(
    rb"""^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]*)["']"""
)
_ENCODINGS = frozenset({"utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be"})
_BOMS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_ASCII = bytes(range(128)).decode("ascii")
_BYTES = bytes(range(256))


class BrokenXml(Exception):
    """A part that is not well-formed XML. The reader decides whether it can do without."""


class ForeignEncoding(BrokenXml):
    """A part in an encoding that is not read."""

    def __init__(self, encoding: str) -> None:
        super().__init__(f"encoding {encoding!r}")
        self.encoding = encoding


def new_parser() -> expat.XMLParserType:
    """A parser that names elements "namespace local" (one blank between), joins text, and refuses DOCTYPE.

    Attributes without a prefix keep their bare name; those with one are "namespace local" too.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.buffer_size = 1 << 16
    parser.StartDoctypeDeclHandler = _refuse_doctype
    return parser


def run(parser: expat.XMLParserType, data: bytes) -> None:
    """Feed a whole part. Raises BrokenXml; Unreadable (doctype-entities) for a document type."""
    head = data[:400]
    # In UTF-16 every other byte is zero.
    declared = _DECLARATION.match(head.replace(b"\0", b""))
    encoding = declared[1].decode("ascii").lower() if declared else "utf-8"
    if encoding not in _ENCODINGS and (b"\0" in head or data.startswith(_BOMS) or not _has_eight_bits(encoding)):
        raise ForeignEncoding(encoding)
    feed(parser, data, last=True)


def _has_eight_bits(encoding: str) -> bool:
    """True for an encoding with one character a byte, those of ASCII as there: expat has its table from Python."""
    try:
        decoded = _BYTES.decode(encoding, "replace")
        return len(decoded) == len(_BYTES) and decoded.startswith(_ASCII)
    except (LookupError, ValueError):
        return False


def feed(parser: expat.XMLParserType, data: bytes | str, last: bool = False) -> None:
    """Feed a piece of a part (bytes, or a text that was UTF-8). Raises as `run`."""
    try:
        parser.Parse(data, last)
    except expat.ExpatError as error:
        raise BrokenXml(str(error)) from error


def walk(
    data: bytes,
    start: Callable[[str, Mapping[str, str]], object],
    end: Callable[[str], object] | None = None,
    text: Callable[[str], object] | None = None,
) -> None:
    """Parse a part with handlers, its depth bounded by MAX_DEPTH. Raises as `run`."""
    parser = new_parser()
    depth = 0

    def on_start(name: str, attributes: Mapping[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MAX_DEPTH:
            raise BrokenXml(f"deeper than {MAX_DEPTH}")
        start(name, attributes)

    def on_end(name: str) -> None:
        nonlocal depth
        depth -= 1
        if end:
            end(name)

    parser.StartElementHandler = on_start
    parser.EndElementHandler = on_end
    if text:
        parser.CharacterDataHandler = text
    run(parser, data)


def local(name: str) -> str:
    """ "namespace local" → "local"."""
    return name.rpartition(" ")[2]


def _refuse_doctype(name: str, system_id: str | None, public_id: str | None, has_internal: bool) -> None:
    raise Unreadable(Finding("doctype-entities", Place()))
