"""The best set of a bank, in words for the command line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from sheet_tools.choose.bank import Options
from sheet_tools.report.score import number
from sheet_tools.words import translations

if TYPE_CHECKING:
    from sheet_tools.choose.best import Chosen

# Bounds are proven to some 1e-7 of the score.
_SAME = 1e-6
# About so many items do better on panels that nobody has seen than the fewest allowed.
_SAFER = 100


def chosen_lines(found: Chosen, options: Options, output: Path | None, lang: str) -> Iterator[str]:
    words = translations(lang)
    yield words.gettext("Best set found: {n} items, score {score}").format(
        n=found.n, score=number(found.score, lang, 6)
    )
    if found.bound <= found.score * (1 + _SAME):
        yield words.gettext("Proven: no set that these options allow scores higher.")
    else:
        yield words.gettext("No set that these options allow scores above {bound} (proven).").format(
            bound=number(found.bound, lang, 6)
        )
    yield words.gettext("items: {numbers}").format(numbers=", ".join(map(str, found.chosen)))
    if found.left_out:
        yield words.gettext("rows left out because an answer is missing: {n}").format(n=found.left_out)
    yield words.gettext(
        "This fits the models that were asked. That is allowed, and it is not winning Test B, whose models are others."
    )
    if found.n < _SAFER <= options.maximum:
        yield words.gettext(
            "The score alone nearly always pushes to the fewest items allowed; about 100 do better on models that "
            "nobody has seen: try --min 100."
        )
    if output is not None:
        yield words.gettext("Written: {path}").format(path=output)
