"""Numbers as a Polish program shows them: decimal comma, NBSP between thousands, fractions, exponents."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

from sheet_tools.readers.numfmt_sections import Section, T, Token

NBSP = "\u00a0"
# The width that the format General allows in a cell of no special width.
_GENERAL_WIDTH = 11


def general(value: float) -> str:
    """A number in the format „Ogólny”: „0,3”, „1,23457E+15”, „0,00001”: at most 11 characters, 10 digits."""
    if value == 0:
        return "0"
    if value < 0:
        return "-" + general(-value)
    exact = digits15(value)
    order = exact.adjusted()
    if -5 < order < _GENERAL_WIDTH:
        plain = _plain(_round(exact, min(9, max(0, 9 - order))))
        if len(plain) <= _GENERAL_WIDTH:
            return plain.replace(".", ",")
    elif order < 0 and len(plain := _plain(exact)) <= _GENERAL_WIDTH:
        return plain.replace(".", ",")
    mantissa, _, power = f"{exact:.5E}".partition("E")
    mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa.replace('.', ',')}E{int(power):+03d}"


def digits15(value: float) -> Decimal:
    """The 15 digits that spreadsheet programs work with: 0.57999999999999996 is 0.58."""
    return Decimal(f"{value:.15g}")


def _round(value: Decimal, places: int) -> Decimal:
    with localcontext() as context:
        # As many digits as the value has before the point, and the format after it.
        context.prec = max(400, value.adjusted() + places + 10)
        return value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)


def _plain(value: Decimal) -> str:
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def render(section: Section, value: float) -> str:
    """A value that is not negative in one section that is no date. Text alone is shown as it stands."""
    tokens = section.tokens
    if not section.has(T.DIGIT):
        return "".join(general(value) if t.kind in (T.GENERAL, T.TEXT) else shown(t) for t in tokens)
    exact = digits15(value)
    if section.has(T.EXPONENT):
        return _exponent(tokens, exact)
    if section.has(T.SLASH) and (fraction := _fraction(tokens, exact)) is not None:
        return fraction
    return _decimal(tokens, exact)


def shown(token: Token) -> str:
    """What a token without digits puts on the screen. PAD stays marked, for `trim` to take it off the ends."""
    return "\0" if token.kind is T.PAD else token.value


def trim(text: str) -> str:
    """The blanks that pad an end are no text; inside they are blanks."""
    return text.strip("\0").replace("\0", " ")


def _decimal(tokens: tuple[Token, ...], value: Decimal) -> str:
    whole, point, rest = _split(tokens)
    scale = _scale(whole if not point else [*whole, *rest])
    value = value * (100 ** sum(t.kind is T.PERCENT for t in tokens)) / (Decimal(1000) ** scale)
    places = [t for t in rest if t.kind is T.DIGIT]
    text = f"{_round(value, len(places)):f}"
    integer, _, decimals = text.partition(".")
    return _integer(whole, integer, scale) + ("," if point else "") + _decimals(rest, decimals)


def _split(tokens: tuple[Token, ...]) -> tuple[list[Token], bool, list[Token]]:
    """The tokens before the decimal point, whether there is one, and those after it."""
    for index, token in enumerate(tokens):
        if token.kind is T.POINT:
            return list(tokens[:index]), True, list(tokens[index + 1 :])
    return list(tokens), False, []


def _scale(tokens: list[Token]) -> int:
    """How many commas follow the last digit: each divides by a thousand."""
    last = max((i for i, t in enumerate(tokens) if t.kind is T.DIGIT), default=-1)
    scale = 0
    for token in tokens[last + 1 :]:
        if token.kind is not T.COMMA:
            break
        scale += 1
    return scale if last >= 0 else 0


def _integer(tokens: list[Token], digits: str, scale: int) -> str:
    """Digits laid into their places from the right; the first place takes all that are left over."""
    places = [i for i, t in enumerate(tokens) if t.kind is T.DIGIT]
    commas = sum(t.kind is T.COMMA for t in tokens)
    grouped = commas > 0 and bool(places) and any(t.kind is T.COMMA for t in tokens[places[0] : places[-1]])
    left = "" if digits == "0" else digits
    out: list[str] = []
    count = 0
    for index in range(len(tokens) - 1, -1, -1):
        token = tokens[index]
        if token.kind is not T.DIGIT:
            out.append("" if token.kind in (T.COMMA, T.POINT) else shown(token))
            continue
        take = left if index == places[0] else left[-1:]
        left = left[: len(left) - len(take)]
        for digit in reversed(take or {"0": "0", "?": " "}.get(token.value, "")):
            if grouped and count and count % 3 == 0 and digit != " ":
                out.append(NBSP)
            out.append(digit)
            count += 1
    return "".join(reversed(out))


def _decimals(tokens: list[Token], digits: str) -> str:
    kept = digits.rstrip("0")
    out: list[str] = []
    place = 0
    for token in tokens:
        if token.kind is not T.DIGIT:
            out.append("" if token.kind in (T.COMMA, T.POINT) else shown(token))
            continue
        out.append(digits[place] if place < len(kept) else {"0": "0", "?": " "}.get(token.value, ""))
        place += 1
    return "".join(out)


def _exponent(tokens: tuple[Token, ...], value: Decimal) -> str:
    at = next(i for i, t in enumerate(tokens) if t.kind is T.EXPONENT)
    mantissa, power_part = tokens[:at], tokens[at + 1 :]
    whole = max(1, sum(t.kind is T.DIGIT for t in _split(mantissa)[0]))
    places = sum(t.kind is T.DIGIT for t in _split(mantissa)[2])
    order = value.adjusted() if value else 0
    # „##0.0E+0” keeps the exponent a multiple of the places before the point.
    order = order - order % whole if whole > 1 else order
    if _round(value.scaleb(-order), places) >= 10**whole:
        order += whole
    digits = sum(t.kind is T.DIGIT for t in power_part)
    sign = "-" if order < 0 else "+" if tokens[at].value[1] == "+" else ""
    tail = "".join(shown(t) for t in power_part if t.kind is not T.DIGIT)
    return f"{_decimal(mantissa, value.scaleb(-order))}E{sign}{abs(order):0{max(1, digits)}d}{tail}"


_DENOMINATOR = re.compile(r"[0?#\d]+")


def _fraction(tokens: tuple[Token, ...], value: Decimal) -> str | None:
    """„1/2”, „2 1/4”; None where the slash has no places on both sides."""
    slash = next(i for i, t in enumerate(tokens) if t.kind is T.SLASH)
    after = "".join(t.value for t in tokens[slash + 1 :])
    denominator = _DENOMINATOR.match(after.lstrip())
    numerator = slash - 1
    while numerator >= 0 and tokens[numerator].kind is T.DIGIT:
        numerator -= 1
    if denominator is None or numerator == slash - 1:
        return None
    mixed = any(t.kind is T.DIGIT for t in tokens[: numerator + 1])
    whole, top, bottom = _parts(value, denominator[0], mixed)
    tail = after.lstrip()[denominator.end() :]
    head = str(whole) if mixed and (whole or not top) else ""
    part = f"{top}/{bottom}" if top or not mixed else ""
    return f"{head}{' ' if head and part else ''}{part}{tail}"


def _parts(value: Decimal, places: str, mixed: bool) -> tuple[int, int, int]:
    exact = Fraction(value)
    whole = int(exact) if mixed else 0
    rest = exact - whole
    if places.strip("0?#"):
        bottom = max(1, int(places)) if places.isascii() and places.isdigit() else 1
        top = int(rest * bottom + Fraction(1, 2))
    else:
        near = rest.limit_denominator(10 ** min(len(places), 5) - 1)
        top, bottom = near.numerator, near.denominator
    if mixed and top == bottom:
        return whole + 1, 0, bottom
    return whole, top, bottom
