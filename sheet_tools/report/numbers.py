"""Shares and times as Polish and English write them (through Babel); plain numbers are in report/score.py."""

from __future__ import annotations

from datetime import datetime


def percent(value: float, lang: str) -> str:
    """0.0712 → „7%”, and "7%" in English: a whole number, close enough for a picture."""
    from babel.numbers import format_percent

    return format_percent(value, format="0%", locale=lang)


def moment(when: datetime, lang: str) -> str:
    """A date with its time of day, in the time zone of `when`."""
    from babel.dates import format_datetime

    return format_datetime(when, "d MMMM y, HH:mm", locale=lang)
