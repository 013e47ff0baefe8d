"""Two pictures of the panel, as figures to be drawn: how often each pair of models differs, and which outcomes occur.

Each is given twice: for the eye (lengths and strengths) and in words.
"""

from __future__ import annotations

from dataclasses import dataclass

from sheet_tools.metrics import PairScore, Score
from sheet_tools.report.marks import short_names
from sheet_tools.report.numbers import percent
from sheet_tools.words import translations

# The eye tells about ten strengths of a colour apart; half of the items is as much as a good panel differs.
_STRENGTHS = 10
_FULL = 0.5
_PATTERNS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class PairCell:
    """`column`, `row`: places of the two models; `strength` 0-10; `is_low`: under the 5% that give full credit."""

    row: int
    column: int
    share: str
    strength: int
    is_low: bool
    words: str


@dataclass(frozen=True, slots=True)
class PairPicture:
    names: tuple[str, ...]
    cells: tuple[PairCell, ...]
    summary: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """One outcome: `right` says of each model whether it is right; `length` is 0-100 of the commonest one's count."""

    right: tuple[bool, ...]
    count: int
    length: int
    words: str


@dataclass(frozen=True, slots=True)
class PatternPicture:
    patterns: tuple[Pattern, ...]
    summary: str


def pair_picture(score: Score, lang: str) -> PairPicture:
    names = short_names(score.models)
    places = {model: place for place, model in enumerate(score.models)}
    cells = tuple(_pair_cell(pair, places[pair.models[0]], places[pair.models[1]], names, lang) for pair in score.pairs)
    low = sum(cell.is_low for cell in cells)
    words = translations(lang)
    if not cells:
        return PairPicture(names, (), words.gettext("With one model there is no pair."))
    if not low:
        return PairPicture(names, cells, words.gettext("Every pair differs on at least 5% of the items."))
    summary = words.ngettext(
        "{n} pair differs on less than 5% of the items: that lowers the separation.",
        "{n} pairs differ on less than 5% of the items: that lowers the separation.",
        low,
    )
    return PairPicture(names, cells, summary.format(n=low))


def _pair_cell(pair: PairScore, first: int, second: int, names: tuple[str, ...], lang: str) -> PairCell:
    words = translations(lang).gettext("{one} and {other}: they differ on {share} of the items ({n})")
    share = percent(pair.rate, lang)
    return PairCell(
        second,
        first,
        share,
        min(round(pair.rate / _FULL * _STRENGTHS), _STRENGTHS),
        pair.credit < 1,
        words.format(one=names[first], other=names[second], share=share, n=pair.disagreements),
    )


def pattern_picture(score: Score, lang: str) -> PatternPicture:
    """The commonest outcomes first."""
    names = short_names(score.models)
    shown = list(score.patterns.items())[:_PATTERNS_SHOWN]
    most = max(count for _, count in shown)
    words = translations(lang)
    summary = words.ngettext("{n} outcome occurs.", "{n} different outcomes occur.", len(score.patterns))
    summary = summary.format(n=len(score.patterns))
    if len(shown) < len(score.patterns):
        summary += " " + words.gettext("The commonest are shown.")
    patterns = tuple(_pattern(outcome, count, most, names, lang) for outcome, count in shown)
    return PatternPicture(patterns, summary)


def _pattern(outcome: str, count: int, most: int, names: tuple[str, ...], lang: str) -> Pattern:
    words = translations(lang)
    right = tuple(mark == "1" for mark in outcome)
    good = [name for name, is_right in zip(names, right, strict=True) if is_right]
    if not good:
        who = words.gettext("no model right")
    elif all(right):
        who = words.gettext("all models right")
    else:
        who = words.gettext("right: {models}").format(models=", ".join(good))
    of_items = words.ngettext("{n} item", "{n} items", count).format(n=count)
    return Pattern(right, count, round(100 * count / most), f"{who} – {of_items}")
