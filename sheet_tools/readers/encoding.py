"""Which encoding a delimited text is in: BOM, strict UTF-8, UTF-16 by its zero bytes, then Polish letters scored.

Nothing is guessed in silence: bytes that the encoding does not have come out as BROKEN (their rows are reported, never
repaired), and where two encodings would read plausible but different text, `Decoded.unsure` is True.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from typing import NamedTuple

from sheet_tools.cells import Place
from sheet_tools.findings import Finding, Unreadable

# Bytes that the encoding cannot read come out as lone surrogates, which no decoded text can hold otherwise.
BROKEN = re.compile("[\ud800-\udfff]")
_NARROW, _WIDE, _OTHER = "surrogateescape", "surrogatepass", "sheet-tools-broken"
_MARK = "\udc80"
codecs.register_error(_OTHER, lambda error: (_MARK, error.end))  # type: ignore[attr-defined]

# The names of the command line and the page → Python's codec.
ENCODINGS = {
    "utf-8": "utf-8",
    "cp1250": "cp1250",
    "iso-8859-2": "iso8859_2",
    "mac-centraleurope": "mac_latin2",
    "cp852": "cp852",
    "cp1257": "cp1257",
    "iso-8859-13": "iso8859_13",
    "iso-8859-16": "iso8859_16",
    "cp775": "cp775",
    "cp1252": "cp1252",
    "cp1251": "cp1251",
    "utf-16-le": "utf-16-le",
    "utf-16-be": "utf-16-be",
}
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# In this order where scores are equal. Polish Windows programs write the first, Macs and DOS the last two.
SINGLE_BYTE = ("cp1250", "iso-8859-2", "mac-centraleurope", "cp852")
# What else has the Polish letters, at other bytes: taken only where it reads better than any of those, never for sure.
_FAR = ("cp1257", "iso-8859-13", "iso-8859-16", "cp775")
# What has none of them, offered where the reading is not Polish.
_WITHOUT_POLISH = ("cp1252", "cp1251")
# Those that a Polish program of today writes; any other is only ever a guess.
_USUAL = SINGLE_BYTE[:2]
# Excel for Mac ended the lines of such files with a CR alone; with LF it must outdo the others to be thought of.
_MAC = "mac-centraleurope"

_POLISH = frozenset("ąćęłńóśźżĄĆĘŁŃÓŚŹŻ")
_SIGNS = frozenset("„”“’‘‚«»–—…§°·\xa0\xad•€×")
# Either of them in a text that is UTF-8 says that it is meant to be.
_SURELY = re.compile(f"[{''.join(sorted(_POLISH | _SIGNS))}]")
_BETWEEN = frozenset("’\xad–—\xa0")
_OPENING = frozenset("„‚«")
_NEVER_FIRST = frozenset("ąęńĄĘŃ")
# Letters of names and loan words; those that one encoding has where another has a Polish letter count for nothing.
_FOREIGN = frozenset("éáíúýöüäëěčřňôâîçđ")
_DOUBTFUL = frozenset("šťžľ")
# At the same byte in cp1250, ISO-8859-2 and cp1252: they say nothing of which one it is.
_COMMON = frozenset("áâäçéëíîóôöúüýßÁÂÄÇÉËÍÎÓÔÖÚÜÝ")
# A Polish letter that an encoding without it made a question mark: „ma?y”.
_LOST = re.compile(rb"(?<=[A-Za-z])\?+(?=[a-z])")
# Signs that stand apart from letters in real text; between letters they are a letter of another encoding.
_APART = frozenset("±µ©®™†‡")
_UTF8_PAIR = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_WORD = re.compile(r"[^\s\x00-\x1f,;|\"]*[^\x00-\x7f][^\s\x00-\x1f,;|\"]*")
# Letters around something beyond ASCII, and such as are Polish capitals among capitals.
_RUN = re.compile(r"[^\W\d_]*[^\x00-\x7f]+[^\W\d_]*")
_CAPITALS = re.compile(r"(?=.*[A-Z])[A-ZĄĆĘŁŃÓŚŹŻ]+")
# So much of a file, and so many differing letters, decide.
_SAMPLE = 1 << 16
_CHUNK = 1 << 20
_MARGIN = 2
_PREVIEW_WORDS = 6
_READ = 4096


class Decoded(NamedTuple):
    """A text with the name of its encoding. `readings` is what each candidate would read (name, a few words);
    more than one only where it was not certain, and then `unsure` is True unless the author chose."""

    text: str
    encoding: str
    readings: tuple[tuple[str, str], ...] = ()
    unsure: bool = False


def decode(data: bytes, chosen: str | None = None) -> Decoded:
    """The text without its BOM. `chosen` is the author's own choice, a name of ENCODINGS or any other of Python's.

    Raises Unreadable(no-such-option) for a name that is no encoding of texts.
    """
    codec = _codec(chosen) if chosen is not None else ""
    for bom, name in _BOMS:
        if data.startswith(bom):
            return Decoded(_loose(data[len(bom) :], name), name)
    if chosen is not None:
        try:
            text = _loose(data, codec)
        except UnicodeError:
            # One of Python's own, with rules that these bytes break (unicode_escape).
            raise _no_such(chosen) from None
        return Decoded(text, chosen.lower(), readings=_readings(data))
    if wide := _wide(data):
        return Decoded(_loose(data, wide), wide)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return Decoded(_loose(data, "utf-8"), "utf-8") if _is_mostly_utf8(data) else _single_byte(data)
    if len(text) == len(data) or not _is_chance(data, text):
        return Decoded(text, "utf-8")
    return _single_byte(data)._replace(readings=_readings(data), unsure=True)


def is_broken(text: str) -> bool:
    """Whether it holds a mark for bytes that its encoding could not read. Encoding is quicker than a search."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def _codec(chosen: str) -> str:
    """Python's codec of this name. One that is no encoding of texts (rot13, zip), or has rules of its own, is none."""
    name = ENCODINGS.get(chosen.lower(), chosen)
    try:
        "ą".encode(name, "replace").decode(name, _NARROW)
    except (LookupError, UnicodeError, ValueError):
        raise _no_such(chosen) from None
    return name


def _no_such(chosen: str) -> Unreadable:
    values = {"option": "--encoding", "wanted": chosen, "known": ", ".join(ENCODINGS)}
    return Unreadable(Finding("no-such-option", Place(), values))


def _loose(data: bytes, codec: str) -> str:
    """The text, with lone surrogates for what the codec cannot read."""
    if codec.startswith("utf-16"):
        whole = len(data) // 2 * 2
        return data[:whole].decode(codec, _WIDE) + _MARK * (len(data) > whole)
    return data.decode(codec, _OTHER if codec.startswith("utf-32") else _NARROW)


def _is_chance(data: bytes, text: str) -> bool:
    """True where bytes of another encoding happen to be UTF-8 („GĘŚ”, „PÓŹNO” in cp1250): no letter or sign of Polish,
    but nothing save Polish capitals among capitals when read as cp1250 or ISO-8859-2."""
    if _SURELY.search(text):
        return False
    sample = _odd_lines(data)
    return any(
        all(_CAPITALS.fullmatch(run) for run in _RUN.findall(_loose(sample, ENCODINGS[name]))) for name in _USUAL
    )


def _wide(data: bytes) -> str | None:
    """UTF-16 without a BOM: every other byte of mostly Latin text is zero."""
    sample = data[:4096]
    half = len(sample) // 2
    if half < 2:
        return None
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if odd > half * 0.6 and even < half * 0.1:
        return "utf-16-le"
    return "utf-16-be" if even > half * 0.6 and odd < half * 0.1 else None


def _single_byte(data: bytes) -> Decoded:
    sample = _odd_lines(data)
    scores, best = _scores(sample)
    rivals = [
        name
        for name in SINGLE_BYTE
        if name != best
        and (name in _USUAL or (name == _MAC and b"\n" not in data))
        and scores[name] > 0
        and scores[best] - scores[name] < _MARGIN
        and _words(sample, name) != _words(sample, best)
    ]
    text = _loose(data, ENCODINGS[best])
    is_polish = scores[best] > 0 and _is_polish(data, _loose(sample, ENCODINGS[best]))
    unsure = best not in _USUAL or bool(rivals) or not is_polish
    return Decoded(text, best, readings=_readings(data) if unsure else (), unsure=unsure)


def _scores(sample: bytes) -> tuple[dict[str, int], str]:
    """How Polish each encoding makes the sample look, and the best. What is far-fetched is tried only where the likely
    reading has anything that is not Polish."""
    scores = {name: _score(_loose(sample, ENCODINGS[name])) for name in SINGLE_BYTE}
    best = max(SINGLE_BYTE, key=lambda name: scores[name])
    if best not in _USUAL or scores[best] < _most(_loose(sample, ENCODINGS[best])):
        scores |= {name: _score(_loose(sample, ENCODINGS[name])) for name in _FAR}
        best = max(scores, key=lambda name: scores[name])
    return scores, best


def _most(text: str) -> int:
    """The score of a text whose every letter and sign is Polish and in its place."""
    return sum(1 if char in _SIGNS else 2 for char in text if not char.isascii())


def _is_polish(data: bytes, read: str) -> bool:
    """False where the letters as read are foreign at least as often as Polish, or where letters were lost to question
    marks half as often as they are Polish now: then the true encoding may be one that has no Polish letters."""
    letters = Counter(char for char in read if not char.isascii() and char.isalpha() and char not in _COMMON)
    polish = sum(count for char, count in letters.items() if char in _POLISH)
    foreign = letters.total() - polish
    return (foreign == 0 or foreign < polish) and (not letters or 2 * len(_LOST.findall(data)) < polish)


def _is_mostly_utf8(data: bytes) -> bool:
    """A UTF-8 text with some broken bytes: its Polish letters and quotes outnumber the bytes that do not fit.

    By chance single bytes make such pairs too (cp1250 „ŻÓŁW” holds one), but not pairs that are Polish letters.
    """
    sample = _odd_lines(data)
    good = sum(pair.decode("utf-8", "replace") in _POLISH | _SIGNS for pair in _UTF8_PAIR.findall(sample))
    return good > 0 and good >= len(BROKEN.findall(_loose(sample, "utf-8")))


def _odd_lines(data: bytes) -> bytes:
    """Lines that hold any byte beyond ASCII, as many as decide."""
    lines: list[bytes] = []
    size = 0
    for start in range(0, len(data), _CHUNK):
        chunk = data[start : start + _CHUNK]
        for line in () if chunk.isascii() else re.split(rb"[\r\n]+", chunk):
            if not line.isascii():
                lines.append(line)
                size += len(line)
        if size > _SAMPLE:
            break
    return b"\n".join(lines)[:_SAMPLE]


def _score(text: str) -> int:
    """How much this looks like Polish: for each letter beyond ASCII, more where it stands in a word."""
    score = 0
    for word in _WORD.findall(text):
        for before, char, after in zip(" " + word, word, word[1:] + " ", strict=False):
            if not char.isascii():
                score += _score_char(before, char, after)
    return score


def _score_char(before: str, char: str, after: str) -> int:
    in_word = before.isalpha() or after.isalpha()
    if char in _POLISH:
        if char.isupper() and before.isalpha() and (before.islower() or after.islower()):
            return -3
        starts_word = after.isascii() and after.isalpha() and not before.isalpha()
        return 0 if starts_word and char in _NEVER_FIRST else 2
    if char in _SIGNS:
        misplaced = before.isalpha() and (after.isalpha() or char in _OPENING) and char not in _BETWEEN
        return -2 if misplaced else 1
    if char in _APART:
        return -3 if in_word else 1
    if "\x80" <= char <= "\x9f" or "\ud800" <= char <= "\udfff":
        return -10
    if char in _FOREIGN or char in _DOUBTFUL:
        return 1 if char in _FOREIGN and in_word else 0
    return -1 if char.isalpha() and char.islower() else -3


def _words(sample: bytes, name: str) -> list[str]:
    return _WORD.findall(_loose(sample, ENCODINGS[name]))


def _readings(data: bytes) -> tuple[tuple[str, str], ...]:
    """What each encoding makes of the first words that hold anything beyond ASCII; equal readings once. One that a
    Polish program hardly writes is among them where its reading is as good as the best, or none is Polish."""
    sample = _odd_lines(data)[:_READ]
    scores, best = _scores(sample)
    far = [name for name in _FAR if scores.get(name, 0) > scores[best] - _MARGIN]
    others = () if _is_polish(data, _loose(sample, ENCODINGS[best])) else _WITHOUT_POLISH
    readings: dict[str, str] = {}
    for name in (*SINGLE_BYTE, *far, *others):
        words = BROKEN.sub("�", " ".join(dict.fromkeys(_words(sample, name)[:_PREVIEW_WORDS])))
        if words and words not in readings.values():
            readings[name] = words[:80]
    return tuple(readings.items())
