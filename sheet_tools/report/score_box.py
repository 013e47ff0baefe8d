"""The score as the page shows it: against its limit, in its three parts, and over how many rows it stands."""

from __future__ import annotations

from dataclasses import dataclass

from sheet_tools.accuracy import Accuracy, Share
from sheet_tools.assessment import Assessment
from sheet_tools.metrics import Score
from sheet_tools.report.marks import short_names
from sheet_tools.report.rows import was_asked
from sheet_tools.report.score import marked_by_words, number
from sheet_tools.words import translations


@dataclass(frozen=True, slots=True)
class Part:
    """One of the three components; `length` is it in percent, for a bar. `about`: what it means, "" for a model."""

    words: str
    value: str
    length: float
    about: str = ""


@dataclass(frozen=True, slots=True)
class ScoreBox:
    """`value` is None where there is no score; `about` then says why, else over how many rows it stands.

    `no_limit`: why no limit is known."""

    value: str | None
    limit: str
    about: str
    parts: tuple[Part, ...] = ()
    no_limit: str = ""

    @property
    def is_wide(self) -> bool:
        """True where a part's value is more than a plain number."""
        return any("(" in part.value for part in self.parts)


def score_box(assessment: Assessment, lang: str) -> ScoreBox:
    words = translations(lang)
    score = assessment.score
    if assessment.accuracy is not None and assessment.accuracy.overall.n:
        return _accuracy_box(assessment.accuracy, assessment, lang)
    if score is not None and score.m < 2:
        about = words.gettext("One model is too few for a score: a set is judged by how it tells the models apart.")
        return ScoreBox(None, "", about)
    if score is not None:
        return ScoreBox(
            number(score.score, lang),
            _limit(score, lang),
            _over(score, assessment, lang),
            _parts(score, lang),
            _no_limit(score, lang),
        )
    if not assessment.checked.usable:
        about = words.gettext("No score: there is no item without an error yet.")
    elif assessment.marks is None or not was_asked(assessment.marks):
        about = words.gettext(
            "There is no score yet: there are no answers of models to these items. You can hand them in without."
        )
    else:
        about = words.gettext("No score: no row has a cached answer from every model.")
    return ScoreBox(None, "", about)


def _accuracy_box(accuracy: Accuracy, assessment: Assessment, lang: str) -> ScoreBox:
    """Accuracy with its interval; its parts are the models, and what the items do to tell them apart."""
    words = translations(lang)
    overall = accuracy.overall
    about = words.gettext("right answers: {right} of {n}").format(right=overall.right, n=overall.n)
    short = dict(zip(accuracy.models, short_names(tuple(accuracy.models)), strict=True))
    parts = [_share_part(short[model], share, lang) for model, share in accuracy.models.items()]
    score = assessment.score
    beside = _parts(score, lang)[:1] if score else ()
    interval = f"95%: {number(overall.low, lang)}–{number(overall.high, lang)}"
    return ScoreBox(number(overall.share, lang), interval, about, (*parts, *beside))


def _share_part(name: str, share: Share, lang: str) -> Part:
    interval = f"{number(share.low, lang, 2)}–{number(share.high, lang, 2)}"
    return Part(name, f"{number(share.share, lang)} ({interval})", round(100 * (share.share or 0), 1))


def _limit(score: Score, lang: str) -> str:
    words = translations(lang)
    if score.limit is None:
        return words.gettext("the best attainable is not known")
    return words.gettext("of {limit} attainable").format(limit=number(score.limit, lang))


def _no_limit(score: Score, lang: str) -> str:
    said = translations(lang).gettext("For this number of models and items the best possible score is not proved.")
    return said if score.limit is None else ""


def _over(score: Score, assessment: Assessment, lang: str) -> str:
    words = translations(lang)
    models = words.ngettext("{n} model", "{n} models", score.m).format(n=score.m)
    every = len(assessment.checked.reading.items)
    rows = words.ngettext("{n} of {all} item", "{n} of {all} items", every).format(n=score.n, all=every)
    marked_by = assessment.marks.marked_by if assessment.marks else None
    return ", ".join([models, rows, *([marked_by_words(marked_by, lang)] if marked_by else [])])


def _parts(score: Score, lang: str) -> tuple[Part, ...]:
    words = translations(lang)
    parts = {
        words.gettext("discrimination"): (score.discrimination, discrimination_words(lang)),
        words.gettext("diversity"): (
            score.diversity,
            words.gettext("how different the patterns of right and wrong answers are"),
        ),
        words.gettext("separation"): (
            score.separation,
            words.gettext("how many pairs of models the set tells apart (a pair counts in full from 5% of the items)"),
        ),
    }
    return tuple(
        Part(name, number(value, lang), round(100 * value, 1), about) for name, (value, about) in parts.items()
    )


def discrimination_words(lang: str) -> str:
    return translations(lang).gettext("how well an item tells the models apart (0: all of them answer alike)")
