"""Delimited text cut into records exactly as RFC 4180 has it; what is not so is a fault, never repaired.

Positions are offsets in the text, so that a fault costs no second pass: reading is linear whatever the file holds.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Generator, Iterator
from typing import NamedTuple

from sheet_tools.findings import Level
from sheet_tools.readers.budget import too_big
from sheet_tools.readers.limits import MAX_COLUMNS

UNCLOSED = "unclosed-quote"
BAD_QUOTING = "bad-quoting"
STRAY_CR = "stray-cr"
# ="007", as programs write it so that Excel leaves the value alone: every program reads these quotes alike.
_FORMULA_TEXT = re.compile(r'="[^"]*"')
# The last quotation mark of a field looks like one that opens („Ala "ma”), the first like one that closes („kota" i”):
# what stands between them may be one text that a delimiter or a line end has cut.
_OPENS = re.compile(r'(?<![\w.,!?)])"(?=[^\s"])[^"]*\Z')
_CLOSES = re.compile(r'\A[^"]*[^\s"(\[{]"(?!\w)')

# The csv module's own limit of a field, which this project does not have; so much text is cut in one go.
_CSV_LIMIT = 131_072
# Far more records than an author has, blank ones too.
MAX_RECORDS = 500_000


class Fault(NamedTuple):
    """What is wrong with a record's quotes: the field where it begins (from 1), the code, and the record's lines.

    A warning leaves the text certain: every program reads a pair of quotes inside an unquoted field in one way.
    `is_lone`: a quotation mark without a partner inside an unquoted field, an inch mark as a rule. Whether it is a
    plain character is seen only beside the heading (`opens`, `closes`: whether it looks like one of a pair).
    """

    column: int
    code: str
    level: Level
    text: str
    lines: int
    is_lone: bool = False

    @property
    def gravity(self) -> tuple[bool, bool]:
        return self.level is Level.ERROR, not self.is_lone

    @property
    def opens(self) -> bool:
        return _OPENS.search(self.text) is not None

    @property
    def closes(self) -> bool:
        return _CLOSES.search(self.text) is not None


class Record(NamedTuple):
    """One record. `number` counts from 1 as a program would show it: blank records count, line ends in quotes do not.

    `quoted` is True where any quote stands in it.
    """

    number: int
    fields: list[str]
    quoted: bool = False
    fault: Fault | None = None


class Block(NamedTuple):
    """Sound records of one line each: the number of the one before them, their fields, their lines, and the text.

    A blank line has no fields.
    """

    before: int
    rows: list[list[str]]
    lines: list[str]
    raw: str

    @property
    def last(self) -> int:
        return self.before + len(self.rows)

    def records(self) -> Iterator[Record]:
        for number, (fields, line) in enumerate(zip(self.rows, self.lines, strict=True), self.before + 1):
            yield _new_record(Record, (number, fields or [""], '"' in line, None))


_new_record = tuple.__new__


class Layout(NamedTuple):
    """How a text is cut: its delimiter, and whether a CR alone ends a record (else only LF and CR LF do)."""

    delimiter: str
    cr_ends: bool = False


class _Patterns(NamedTuple):
    sound: re.Pattern[str]
    quoted: re.Pattern[str]
    plain: re.Pattern[str]
    line_end: re.Pattern[str]


def _patterns(layout: Layout) -> _Patterns:
    delimiter = re.escape(layout.delimiter)
    ends, end = (r"\r\n", r"\r\n|\r|\n") if layout.cr_ends else (r"\n", r"\r?\n")
    # No possessive quantifier over a group: Python before 3.11.5 takes it wrongly. None is needed: what is given back
    # leads nowhere, since behind it always stands a quote, or a character that no field begins with.
    body = r'[^"]*+(?:""[^"]*+)*'
    field = rf'(?:"{body}"|[^"\r\n{delimiter}]*+)'
    return _Patterns(
        re.compile(rf"(?:{field}(?:{delimiter}{field})*\r?\n)*"),
        re.compile(rf'"({body})"(?:({delimiter})|((?:{end})|\r?\Z))?'),
        re.compile(rf"([^{delimiter}{ends}]*)(?:({delimiter})|((?:{end})|\Z))"),
        re.compile(end),
    )


def records(text: str, layout: Layout) -> Iterator[Record]:
    """Every record of the text, in order. A record with a fault of level error has the fields before it.

    Raises Unreadable(too-big-unpacked) past MAX_COLUMNS in a record or MAX_RECORDS.
    """
    for piece in pieces(text, layout):
        if isinstance(piece, Block):
            yield from piece.records()
        else:
            yield piece


def pieces(text: str, layout: Layout) -> Iterator[Record | Block]:
    """As `records`, where sound records of one line each come together."""
    patterns = _patterns(layout)
    position, size, number = 0, len(text), 0
    while position < size:
        sound = None if layout.cr_ends else patterns.sound.match(text, position, position + _CSV_LIMIT)
        after = sound.end() if sound else position
        if after > position:
            raw = text[position:after]
            block = _block(raw, layout.delimiter, number)
            number = block.last if block else (yield from _sound_records(raw, layout.delimiter, number))
            if block:
                yield block
        else:
            number += 1
            record, after = _record(text, position, number, layout, patterns)
            yield record
        if number > MAX_RECORDS:
            raise too_big()
        position = after


def _block(raw: str, delimiter: str, number: int) -> Block | None:
    """The records of a sound text, unless one of them goes on over a line's end."""
    lines = raw.split("\n")
    # The last of them is what follows the last line's end.
    lines.pop()
    rows = list(csv.reader(lines, delimiter=delimiter, strict=True))
    if len(rows) != len(lines):
        return None
    if raw.count(delimiter) > MAX_COLUMNS and max(map(len, rows)) > MAX_COLUMNS:
        raise too_big()
    return Block(number, rows, lines, raw)


def _sound_records(raw: str, delimiter: str, number: int) -> Generator[Record, None, int]:
    """Records of which every quote and line end stands where it may: the csv module cuts them alike, and faster.

    Returns the number of the last.
    """
    lines = list(io.StringIO(raw, newline="\n"))
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    at = 0
    for fields in reader:
        number += 1
        if len(fields) > MAX_COLUMNS:
            raise too_big()
        yield _new_record(Record, (number, fields or [""], '"' in lines[at], None))
        at = reader.line_num
    return number


def _record(text: str, position: int, number: int, layout: Layout, patterns: _Patterns) -> tuple[Record, int]:
    """One record, sound or not, and where the next one begins."""
    line, after = _line(text, position, patterns, layout.cr_ends)
    if '"' in line:
        return _quoted_record(text, position, number, patterns)
    if line.count(layout.delimiter) > MAX_COLUMNS:
        raise too_big()
    return Record(number, line.split(layout.delimiter)), after


def _line(text: str, position: int, patterns: _Patterns, cr_ends: bool) -> tuple[str, int]:
    """The line that begins here, and where the next one does."""
    if cr_ends:
        found = patterns.line_end.search(text, position)
        return (text[position : found.start()], found.end()) if found else (text[position:], len(text))
    end = text.find("\n", position)
    if end < 0:
        end = len(text)
    # A CR before the LF belongs to the line's end; so does one that ends the file.
    stop = end - 1 if end > position and text[end - 1] == "\r" else end
    return text[position:stop], end + 1


def _quoted_record(text: str, position: int, number: int, patterns: _Patterns) -> tuple[Record, int]:
    """A record with a quote somewhere in its first line, and where the next one begins."""
    start = position
    fields: list[str] = []
    fault: Fault | None = None
    opened: Fault | None = None
    while True:
        is_quoted = text.startswith('"', position)
        match = (patterns.quoted if is_quoted else patterns.plain).match(text, position)
        if match is None:
            return _broken(text, start, len(text), number, fields, UNCLOSED, patterns)
        value = match[1]
        position = match.end()
        if is_quoted:
            if match[2] is None and match[3] is None:
                line_end = patterns.line_end.search(text, position)
                end = line_end.end() if line_end else len(text)
                return _broken(text, start, end, number, fields, BAD_QUOTING, patterns)
            fields.append(value.replace('""', '"') if '"' in value else value)
        else:
            if match[2] is None and value.endswith("\r"):
                value = value[:-1]
            if found := _fault_of_plain(value, len(fields) + 1):
                if opened and found.closes:
                    found = opened._replace(level=Level.ERROR, is_lone=False)
                opened = found if found.opens else opened
                fault = found if fault is None or fault.gravity < found.gravity else fault
            fields.append(value)
        if match[2] is None:
            return Record(number, fields, True, fault), position
        if len(fields) > MAX_COLUMNS:
            raise too_big()


def _fault_of_plain(value: str, column: int) -> Fault | None:
    """What is wrong with an unquoted field: quotes in it, which may have been meant to hold a delimiter or a line end
    (an error), or which every program reads alike (a warning); a CR alone."""
    if '"' in value and not _FORMULA_TEXT.fullmatch(value):
        is_odd, leads = value.count('"') % 2 == 1, value.lstrip().startswith('"')
        return Fault(column, BAD_QUOTING, Level.ERROR if is_odd or leads else Level.WARNING, value, 1, not leads)
    return Fault(column, STRAY_CR, Level.WARNING, value, 1) if "\r" in value else None


def _broken(
    text: str, start: int, end: int, number: int, fields: list[str], code: str, patterns: _Patterns
) -> tuple[Record, int]:
    """A record that ends where it cannot be read on: at the next line's end, or with the file."""
    lost = text[start:end]
    lines = sum(1 for _ in patterns.line_end.finditer(lost.rstrip("\r\n"))) + 1
    fault = Fault(len(fields) + 1, code, Level.ERROR, lost[:80].strip(), lines)
    return Record(number, fields, True, fault), end
