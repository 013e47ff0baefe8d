"""Rich and plain strings: runs joined, phonetic runs left out, and what is to be said of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sheet_tools.readers.budget import LONG_WAY, Budget, too_big
from sheet_tools.readers.faces import BARE, Face
from sheet_tools.readers.limits import MAX_RUNS
from sheet_tools.readers.xlsx import quick
from sheet_tools.readers.xlsx.escapes import decode, has_surrogate, join_surrogates
from sheet_tools.readers.xlsx.fonts import taking
from sheet_tools.readers.xlsx.names import SPACE, flag, main_name
from sheet_tools.readers.xml import MAX_DEPTH, BrokenXml, new_parser, run

# The white space that XML knows: a reader may drop it at the ends of a <t>; NBSP and others it may not.
XML_BLANKS = " \t\r\n"


class Remarks(NamedTuple):
    """What is to be said of a string.

    `ambiguous`: blanks at the ends of a piece without xml:space="preserve", which some programs drop.
    `surrogates`: it was written with escaped halves of a character; `lone`: one of them has no other half.
    `struck`: the text struck out by its runs; `follows`: the text of runs that take the font of the cell; `faces`: the
    pieces by their look, None for that of the cell.
    """

    ambiguous: bool = False
    surrogates: bool = False
    lone: bool = False
    struck: str = ""
    follows: str | None = None
    faces: Sequence[tuple[Face | None, str]] = ()


@dataclass(slots=True)
class Collector:
    """Gathers one string (`<si>` or `<is>`) from the events of a parser."""

    preserve: bool = False
    texts: list[str] = field(default_factory=list)
    struck: list[str] = field(default_factory=list)
    follows: list[str] = field(default_factory=list)
    ambiguous: bool = False
    faces: list[tuple[Face | None, str]] = field(default_factory=list)
    in_run: bool = False
    run_face: Face | None = None
    run_struck: bool = False
    phonetic: int = 0
    kept: bool = False
    pieces: list[str] | None = None

    def start(self, element: str, attributes: Mapping[str, str]) -> None:
        """`element` is a local name, "" for what is not of SpreadsheetML."""
        if element == "t":
            if not self.phonetic:
                self.kept = attributes.get(SPACE, "preserve" if self.preserve else "") == "preserve"
                self.pieces = []
        elif element == "rPh":
            self.phonetic += 1
        elif element == "r":
            self.in_run, self.run_face, self.run_struck = True, None, False
        elif element == "rPr":
            self.run_face = BARE
        elif element == "strike" and self.in_run:
            self.run_struck = flag(attributes.get("val"), True)
        elif self.run_face is not None and self.in_run:
            self.run_face = taking(self.run_face, element, attributes)

    def end(self, element: str) -> None:
        if element == "t" and self.pieces is not None:
            raw = "".join(self.pieces)
            self.pieces = None
            self._take(raw)
        elif element == "rPh":
            self.phonetic -= 1
        elif element == "r":
            self.in_run = False

    def _take(self, raw: str) -> None:
        if not self.kept and raw and (raw[0] in XML_BLANKS or raw[-1] in XML_BLANKS):
            self.ambiguous = True
        text = decode(raw)
        self.texts.append(text)
        if self.in_run and self.run_struck:
            self.struck.append(text)
        face = self.run_face if self.in_run else None
        if face is None:
            self.follows.append(text)
        self.faces.append((face, text))
        if len(self.faces) > MAX_RUNS:
            raise too_big()

    def finish(self) -> tuple[str, Remarks | None]:
        """The text, and what is to be said of it (None for nothing)."""
        text = "".join(self.texts)
        text, surrogates, lone = whole(text)
        if len(self.follows) == len(self.texts):
            remarks = Remarks(self.ambiguous, surrogates, lone)
        else:
            struck, follows = "".join(self.struck), "".join(self.follows)
            remarks = Remarks(self.ambiguous, surrogates, lone, struck, follows, self.faces)
        return text, None if remarks == Remarks() else remarks


def whole(text: str) -> tuple[str, bool, bool]:
    """A decoded text with its surrogates joined: text, whether there were any, whether one stands alone (text "")."""
    if not has_surrogate(text):
        return text, False, False
    joined = join_surrogates(text)
    return joined or "", True, joined is None


@dataclass(slots=True)
class Strings:
    """The shared strings by their index, written as in the file ("0", "1" …): no sign, no blank, no other digits.
    `missing` names the part where the file has none."""

    texts: dict[str, str] = field(default_factory=dict)
    remarks: dict[str, Remarks] = field(default_factory=dict)
    missing: str = ""


class _StringsReader:
    """The handlers of the part of shared strings."""

    def __init__(self, budget: Budget) -> None:
        self.strings = Strings()
        self.budget = budget
        self.depth = 0
        self.current: Collector | None = None
        self.preserve = False
        self.plain_root = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise BrokenXml(f"deeper than {MAX_DEPTH}")
        element = main_name(name)
        if self.current is not None:
            self.current.start(element, attributes)
        elif element == "si":
            self.budget.take_work(LONG_WAY)
            self.current = Collector(attributes.get(SPACE, "preserve" if self.preserve else "") == "preserve")
        elif element == "sst" and self.depth == 1:
            self.preserve = attributes.get(SPACE) == "preserve"
            self.plain_root = not self.preserve

    def end(self, name: str) -> None:
        self.depth -= 1
        if self.current is None:
            return
        element = main_name(name)
        if element != "si":
            self.current.end(element)
            return
        index = str(len(self.strings.texts))
        self.strings.texts[index], remarks = self.current.finish()
        if remarks:
            self.strings.remarks[index] = remarks
        self.current = None

    def text(self, piece: str) -> None:
        if self.current is not None and self.current.pieces is not None:
            self.current.pieces.append(piece)

    def at_rest(self) -> bool:
        return self.depth == 1 and self.plain_root

    def take(self, text: str) -> None:
        self.strings.texts[str(len(self.strings.texts))] = text


def read_strings(data: bytes, budget: Budget) -> Strings:
    """The shared strings. Raises BrokenXml, Unreadable (doctype-entities, too-big-unpacked)."""
    reader = _StringsReader(budget)
    parser = new_parser()
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    text = quick.plain(data)
    if text is not None:
        quick.feed_strings(parser, text, reader.at_rest, reader.take, budget)
    else:
        budget.take_xml(data)
        run(parser, data)
    return reader.strings
