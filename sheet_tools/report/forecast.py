"""What a set is likely to score on other models, in words for the command line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sheet_tools.report.score import number
from sheet_tools.words import translations

if TYPE_CHECKING:
    from sheet_tools.forecast.panels import Forecast


def forecast_lines(found: Sequence[Forecast], lang: str) -> Iterator[str]:
    words = translations(lang)
    yield words.gettext("What the set is likely to score on models that nobody has asked (an estimate):")
    for each in found:
        yield words.gettext("  a panel of {m} models: about {mean}, in 90 of 100 cases from {low} to {high}").format(
            m=each.models, mean=number(each.mean, lang), low=number(each.low, lang), high=number(each.high, lang)
        )
    yield words.gettext(
        "It supposes models about as able as those that were asked, and items that are what they seem: it does not say "
        "whether an item is valid."
    )
