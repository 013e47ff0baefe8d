"""Dates, times and durations: the day that a serial number means, as Polish programs show it, and in ISO form."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

from sheet_tools.readers.numfmt_numbers import digits15, shown
from sheet_tools.readers.numfmt_sections import Section, T, Token

MONTHS = (
    "styczeń", "luty", "marzec", "kwiecień", "maj", "czerwiec",
    "lipiec", "sierpień", "wrzesień", "październik", "listopad", "grudzień",
)  # fmt: skip
MONTHS_OF = (
    "stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca",
    "lipca", "sierpnia", "września", "października", "listopada", "grudnia",
)  # fmt: skip
DAYS = ("sobota", "niedziela", "poniedziałek", "wtorek", "środa", "czwartek", "piątek")
MONTHS_EN = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
DAYS_EN = ("Saturday", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
DAYS_SHORT = ("sob.", "niedz.", "pon.", "wt.", "śr.", "czw.", "pt.")

# What a cell shows where a date cannot be shown.
HASHES = "########"
_LAST_SERIAL = 2958465
_DAY = 86400


@dataclass(frozen=True, slots=True)
class Moment:
    """A day and a time. `real` is False for the two days that only Excel knows: 0 January and 29 February 1900."""

    serial: int
    year: int
    month: int
    day: int
    seconds: Decimal
    real: bool = True

    @property
    def iso_date(self) -> str:
        return f"{self.year:04d}-{self.month:02d}-{self.day:02d}"


def moment(value: float, date1904: bool, places: int = 0) -> Moment | None:
    """The day and time of a serial number, its time rounded to `places` of a second; None out of range."""
    exact = digits15(value) + (1462 if date1904 else 0)
    if exact < 0 or exact >= _LAST_SERIAL + 1:
        return None
    serial = int(exact)
    seconds = ((exact - serial) * _DAY).quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    if seconds >= _DAY:
        serial, seconds = serial + 1, Decimal(0)
    if serial > _LAST_SERIAL:
        return None
    if serial == 0:
        return Moment(0, 1900, 1, 0, seconds, real=False)
    if serial == 60:
        return Moment(60, 1900, 2, 29, seconds, real=False)
    day = date(1899, 12, 31 if serial < 60 else 30) + timedelta(days=serial)
    return Moment(serial, day.year, day.month, day.day, seconds)


def render(section: Section, value: float, date1904: bool) -> str:
    """A value in a section that is a date, as a Polish program shows it; „########” where it shows none."""
    places = max((len(t.value) for t in section.tokens if t.kind is T.FRACTION), default=0)
    when = moment(value, date1904, places)
    if section.has(T.ELAPSED):
        return HASHES if value < 0 else _elapsed(section, value, places)
    if when is None:
        return HASHES
    return "".join(_piece(section, token, when) for token in section.tokens)


def stored(section: Section, value: float, date1904: bool, raw: str) -> str:
    """The invariant form: "2026-05-01", "12:30:00", "25:30:00", "2026-05-01T12:30:00"; else the number itself."""
    if value < 0 or section.has(T.ELAPSED):
        return raw if value < 0 else duration(digits15(value))
    when = moment(value, date1904, 3)
    if when is None:
        return raw
    time = clock(when.seconds)
    days = any(t.kind is T.DATE and t.value[0] not in "hs" for t in section.tokens)
    if value < 1 and not days:
        return time
    text = when.iso_date if not when.seconds else f"{when.iso_date}T{time}"
    return text if when.real else f"{text} (does not exist)"


def clock(seconds: Decimal) -> str:
    """„12:30:00”, „12:30:00.500”; hours may pass 24."""
    whole = int(seconds)
    text = f"{whole // 3600:02d}:{whole // 60 % 60:02d}:{whole % 60:02d}"
    rest = seconds - whole
    return f"{text}.{int(rest * 1000):03d}" if rest else text


def duration(days: Decimal) -> str:
    return clock((days * _DAY).quantize(Decimal("0.001"), rounding=ROUND_HALF_UP))


def _elapsed(section: Section, value: float, places: int) -> str:
    """Hours, minutes or seconds in all („[h]:mm:ss”); what follows is counted within the larger unit."""
    total = (digits15(value) * _DAY).quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    whole = int(total)
    out: list[str] = []
    for token in section.tokens:
        width = len(token.value)
        if token.kind is T.ELAPSED:
            unit = {"h": 3600, "m": 60, "s": 1}[token.value[0]]
            out.append(f"{whole // unit:0{width}d}")
        elif token.kind is T.MINUTE or (token.kind is T.DATE and token.value[0] == "m"):
            out.append(f"{whole // 60 % 60:0{min(width, 2)}d}")
        elif token.kind is T.DATE and token.value[0] in "hs":
            amount = whole // 3600 % 24 if token.value[0] == "h" else whole % 60
            out.append(f"{amount:0{min(width, 2)}d}")
        else:
            out.append(_fraction_of_second(token, total) if token.kind is T.FRACTION else shown(token))
    return "".join(out)


def _fraction_of_second(token: Token, seconds: Decimal) -> str:
    places = len(token.value)
    return f",{int((seconds - int(seconds)) * 10**places):0{places}d}"


def _piece(section: Section, token: Token, when: Moment) -> str:
    whole = int(when.seconds)
    if token.kind is T.MINUTE:
        return f"{whole // 60 % 60:0{min(len(token.value), 2)}d}"
    if token.kind is T.FRACTION:
        return _fraction_of_second(token, when.seconds)
    if token.kind is T.HALF_DAY:
        names = ("AM", "PM") if len(token.value) > 3 else ("A", "P")
        return names[whole >= _DAY // 2]
    # The slash of a date format stands for the system's own separator, in Poland a dot.
    if token.kind is T.SLASH:
        return "."
    if token.kind is not T.DATE:
        return shown(token)
    width = min(len(token.value), 2)
    letter = token.value[0]
    if letter == "h":
        hour = whole // 3600
        hour = (hour % 12 or 12) if section.has(T.HALF_DAY) else hour
        return f"{hour:0{width}d}"
    if letter == "s":
        return f"{whole % 60:0{width}d}"
    return _calendar(section, token.value, when)


def _calendar(section: Section, code: str, when: Moment) -> str:
    if code[0] in "ye":
        return f"{when.year % 100:02d}" if code in ("y", "yy") else f"{when.year:04d}"
    if code[0] == "d":
        if len(code) > 2 and section.english:
            return DAYS_EN[when.serial % 7][: 3 if len(code) == 3 else None]
        if len(code) > 2:
            return (DAYS_SHORT if len(code) == 3 else DAYS)[when.serial % 7]
        return f"{when.day:0{len(code)}d}"
    if code[0] == "m":
        return _month(section, code, when.month)
    return ""


def _month(section: Section, code: str, month: int) -> str:
    if len(code) <= 2:
        return f"{month:0{len(code)}d}"
    names = MONTHS_EN if section.english else MONTHS
    if len(code) == 3:
        return names[month - 1][:3]
    if len(code) == 5 or section.english:
        return names[month - 1][: 1 if len(code) == 5 else None]
    # „1 maja 2026”, but „maj 2026”.
    with_day = any(t.kind is T.DATE and t.value in ("d", "dd") for t in section.tokens)
    return (MONTHS_OF if with_day else MONTHS)[month - 1]
