"""The bounded zip in which .xlsx and .ods files come: parts are found loosely, and nothing grows past its bound.

The bounds are those of the project's fidelity rules: members, bytes unpacked and their ratio are looked at before
anything is unpacked; what a member says of its own size is not believed.
"""

from __future__ import annotations

import io
import lzma
import struct
import zipfile
import zlib

from sheet_tools.cells import Place
from sheet_tools.findings import Finding, Unreadable
from sheet_tools.readers.budget import Budget, too_big
from sheet_tools.readers.limits import MAX_UNPACKED, MIB
from sheet_tools.readers.xml import BrokenXml, ForeignEncoding

MAX_MEMBERS = 10_000
# Deflate packs blanks a thousand times; a real sheet with a repetitive text seldom comes to a hundred. What is
# small even unpacked (a million styled empty rows, say) may be as regular as it likes.
MAX_RATIO = 200
RATIO_FREE = 50 * MIB
# The most that MAX_ROWS of nine cells have; what they cost that are not taken whole is bounded by MAX_WORK.
MAX_TAGS = 7_500_000
# No tag may contain a "<", so a stretch this long without one is an attribute, or one text, of over a million bytes.
MAX_TOKEN = MIB

ZIP_ERRORS = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,
    NotImplementedError,
    ValueError,
    OverflowError,
)


# What is wrong with a part, in Polish and English.
_DAMAGED = (": uszkodzona jest część „{part}”", ": its part “{part}” is damaged")
_MISSING = (": brakuje w nim części „{part}”", ": its part “{part}” is missing")
_FOREIGN = (
    ": część „{part}” zapisano w kodowaniu „{encoding}”, którego nie czytamy",
    ": its part “{part}” is written in the encoding “{encoding}”, which is not read here",
)


def corrupt(part: str = "") -> Unreadable:
    """The refusal of a damaged file; `part` is the piece of it that could not be read."""
    return _corrupt(_DAMAGED if part else ("", ""), part=part)


def missing(part: str) -> Unreadable:
    """The refusal of a file without a part that it needs."""
    return _corrupt(_MISSING, part=part)


def broken(part: str, error: BrokenXml) -> Unreadable:
    """The refusal of a file with a part that is no XML, or that is in an encoding which is not read."""
    if isinstance(error, ForeignEncoding):
        return _corrupt(_FOREIGN, part=part, encoding=error.encoding)
    return corrupt(part)


def _corrupt(why: tuple[str, str], **values: str) -> Unreadable:
    why_pl, why_en = (words.format(**values) for words in why)
    return Unreadable(Finding("corrupt-file", Place(), {**values, "why_pl": why_pl, "why_en": why_en}))


def is_damage(refused: Unreadable) -> bool:
    """True where a part is damaged, missing or foreign; False for one that is refused for safety's sake."""
    return refused.finding.code == "corrupt-file"


class Package:
    """The parts of a zip by name. Names are matched without regard to case, a leading slash, or `\\` for `/`.

    Raises Unreadable: corrupt-file, too-big-unpacked, encrypted.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            members = self._zip.infolist()
        except ZIP_ERRORS as error:
            raise corrupt() from error
        self._bound(members)
        self._members: dict[str, zipfile.ZipInfo] = {}
        for member in members:
            # A part that stands twice was replaced: the last counts, as for every program that reads zips.
            self._members[canonical(member.filename)] = member
        self._unpacked = 0
        self._tags = 0
        self.budget = Budget()

    def _bound(self, members: list[zipfile.ZipInfo]) -> None:
        unpacked = sum(member.file_size for member in members)
        ratio = unpacked / max(len(self._data), 1)
        if len(members) > MAX_MEMBERS or unpacked > MAX_UNPACKED or (unpacked > RATIO_FREE and ratio > MAX_RATIO):
            raise too_big()

    @property
    def names(self) -> list[str]:
        """The names of all parts, in the one form that is compared: lower case, "/" between folders."""
        return list(self._members)

    def __contains__(self, name: str) -> bool:
        return canonical(name) in self._members

    def read(self, name: str) -> bytes:
        """A part's bytes. KeyError where there is none; Unreadable where it is damaged or too big."""
        member = self._members[canonical(name)]
        if member.flag_bits & 1:
            raise Unreadable(Finding("encrypted", Place()))
        try:
            with self._zip.open(member) as stream:
                # One byte more than declared: with a bare read() a member that lies could unpack to gigabytes.
                data = stream.read(member.file_size + 1)
                # Reading on to the end makes zipfile compare the checksum.
                data += stream.read(1)
        except ZIP_ERRORS as error:
            raise corrupt(name) from error
        self._unpacked += len(data)
        if self._unpacked > 2 * MAX_UNPACKED:
            raise too_big()
        return data

    def read_xml(self, name: str, *, whole: bool = True) -> bytes:
        """As `read`, and bounded in what a parser will do with it: the number of tags, and the size of each. `whole`:
        all of it is for the parser, whose work is counted here."""
        data = self.read(name)
        self._tags += data.count(b"<")
        if self._tags > MAX_TAGS:
            raise too_big()
        if whole:
            self.budget.take_xml(data)
        for start in range(0, len(data) - MAX_TOKEN, MAX_TOKEN):
            if data.find(b"<", start, start + MAX_TOKEN) < 0:
                raise too_big()
        return data


def canonical(name: str) -> str:
    """The form in which names of parts are compared: `\\XL\\Workbook.xml` → `xl/workbook.xml`."""
    return name.replace("\\", "/").lstrip("/").lower()
