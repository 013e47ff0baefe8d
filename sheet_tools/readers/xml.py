"""Expat, set up so that no part of a stranger's file can do harm: no DOCTYPE, no entities, a bounded depth."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from xml.parsers import expat

from sheet_tools.cells import Place
from sheet_tools.findings import Finding, Unreadable

MAX_DEPTH = 256
_DECLARATION = re.compile(rb"""^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]*)["']""")
_ENCODINGS = frozenset({"utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be"})


class BrokenXml(Exception):
    """A part that is not well-formed XML in UTF-8 or UTF-16. The reader decides whether it can do without."""


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
    declared = _DECLARATION.match(data[:200])
    if declared and declared[1].decode("ascii").lower() not in _ENCODINGS:
        raise BrokenXml(f"encoding {declared[1]!r}")
    feed(parser, data, last=True)


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
