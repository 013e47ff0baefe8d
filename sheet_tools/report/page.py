"""The helper page of one sheet, as values in words: the views only lay it out. No HTML here, no rule of the task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sheet_tools.assessment import Assessment
from sheet_tools.findings import Level
from sheet_tools.metrics import Score
from sheet_tools.report.headline import Headline, counted_items, counted_rest, headline
from sheet_tools.report.lines import Context, Group, Line, groups_of, lines_of
from sheet_tools.report.marks import SHAPES, kind_words, short_names
from sheet_tools.report.pictures import PairPicture, PatternPicture, pair_picture, pattern_picture
from sheet_tools.report.rows import FILTERS, Row, cell_anchor, row_anchor, rows_of
from sheet_tools.report.score import number
from sheet_tools.words import translations


@dataclass(frozen=True, slots=True)
class Filter:
    name: str
    words: str
    count: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Part:
    """One of the three components; `length` is it in percent, for a bar."""

    words: str
    value: str
    length: float


@dataclass(frozen=True, slots=True)
class ScoreBox:
    """`value` is None where there is no score; `about` then says why, else over how many rows it stands."""

    value: str | None
    limit: str
    about: str
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class NextStep:
    """The first finding to go to: `level` is the level that „next finding” steps through."""

    words: str
    anchor: str
    level: Level
    is_shown: bool


@dataclass(frozen=True, slots=True)
class Model:
    name: str
    short: str


@dataclass(frozen=True, slots=True)
class Page:
    """`rows` are those that the filter shows; `general` the findings that stand in none of the items' rows; `panel`
    what is said of the cached answers; `anchors` every id that a finding may link to; `shown` the findings on the page.

    `general_rest`: how many of `general` are no errors, in words.

    `draft`: how many items a draft holds, in words; "" where it holds none.
    """

    headline: Headline
    score: ScoreBox
    filters: tuple[Filter, ...]
    models: tuple[Model, ...]
    legend: tuple[tuple[str, str, str], ...]
    rows: tuple[Row, ...]
    general: tuple[Line, ...]
    general_rest: str
    panel: tuple[Group, ...]
    groups: tuple[Group, ...]
    next_step: NextStep | None
    pairs: PairPicture | None
    patterns: PatternPicture | None
    anchors: frozenset[str]
    sheet: str | None
    shown: frozenset[str]
    draft: str

    def shows(self, line: Line) -> bool:
        """False for a finding that stands in a row which the filter hides."""
        return line.anchor in self.shown

    def target(self, line: Line) -> str | None:
        """The id of the cell that a finding is about, or of its row; None where neither is on the page."""
        if line.at.sheet != self.sheet:
            return None
        own = (cell_anchor(line.at.cell) if line.at.cell else "", row_anchor(line.at.row or 0))
        return next((anchor for anchor in own if anchor in self.anchors), None)


def page_of(assessment: Assessment, lang: str, show: str = "all") -> Page:
    """The page of one sheet. `show` is a name of FILTERS; any other is taken for "all"."""
    checked = assessment.checked
    reading = checked.reading
    context = Context(lang, reading.source, reading.program, reading.sheet)
    lines = lines_of(checked.findings, context)
    every_row = rows_of(assessment, lines, lang)
    chosen = show if show in FILTERS else "all"
    rows = tuple(row for row in every_row if chosen in row.kinds)
    in_rows = {line.anchor for row in every_row for line in row.lines}
    general = tuple(line for line in lines if line.anchor not in in_rows)
    shown = {line.anchor for line in general} | {line.anchor for row in rows for line in row.lines}
    score = assessment.score
    models = assessment.marks.models if assessment.marks else ()
    return Page(
        headline(checked, lines, lang),
        _score_box(assessment, lang),
        _filters(every_row, chosen, bool(models), lang),
        tuple(map(Model, models, short_names(models))),
        tuple((kind, SHAPES[kind], words) for kind, words in kind_words(lang).items()),
        rows,
        general,
        counted_rest(general, lang),
        _about_panel(assessment, context),
        groups_of(checked.findings, lines, context),
        _next_step(lines, shown, lang) if reading.is_readable else None,
        pair_picture(score, lang) if score else None,
        pattern_picture(score, lang) if score else None,
        frozenset(_anchors(rows)),
        reading.sheet,
        frozenset(shown),
        counted_items(len(checked.usable), lang) if checked.usable else "",
    )


def _about_panel(assessment: Assessment, context: Context) -> tuple[Group, ...]:
    """What is said of the cached answers, by kind; each finding's place is its model."""
    lines = [
        replace(line, place=str(finding.values.get("model", line.place)))
        for finding, line in zip(assessment.findings, lines_of(assessment.findings, context, "p"), strict=True)
    ]
    return groups_of(assessment.findings, lines, context)


def _anchors(rows: Sequence[Row]) -> list[str]:
    texts = [text for row in rows for text in (*row.labels, row.input, row.gold, *row.aliases)]
    return [row.anchor for row in rows] + [text.anchor for text in texts if text.anchor]


def filter_words(lang: str) -> dict[str, str]:
    words = translations(lang)
    return {
        "all": words.gettext("All"),
        "errors": words.gettext("Errors"),
        "warnings": words.gettext("Warnings"),
        "nobody": words.gettext("Nobody right"),
        "everybody": words.gettext("Everybody right"),
        "differ": words.gettext("Models differ"),
        "missing": words.gettext("No cached answer"),
    }


def _filters(rows: Sequence[Row], chosen: str, has_panel: bool, lang: str) -> tuple[Filter, ...]:
    """Without a panel the filters about models would all be empty: they are left out."""
    names = FILTERS if has_panel else FILTERS[:3]
    words = filter_words(lang)
    return tuple(Filter(name, words[name], sum(name in row.kinds for row in rows), name == chosen) for name in names)


def _next_step(lines: Sequence[Line], shown: set[str], lang: str) -> NextStep | None:
    """The first error, or where there is none the first warning; notes ask for nothing. One that the filter hides is
    taken only where the filter shows none."""
    words = translations(lang)
    labels = {
        Level.ERROR: words.gettext("Next error: {place}"),
        Level.WARNING: words.gettext("Next warning: {place}"),
    }
    for level, label in labels.items():
        of_level = [line for line in lines if line.level is level]
        for line in sorted(of_level, key=lambda line: line.anchor not in shown)[:1]:
            return NextStep(label.format(place=line.place), line.anchor, level, line.anchor in shown)
    return None


def _score_box(assessment: Assessment, lang: str) -> ScoreBox:
    words = translations(lang)
    score = assessment.score
    if score is not None:
        return ScoreBox(
            number(score.score, lang), _limit(score, lang), _over(score, assessment, lang), _parts(score, lang)
        )
    if assessment.responses is None:
        about = words.gettext("No score: no cached answers of models were given.")
    elif not assessment.checked.usable:
        about = words.gettext("No score: there is no item without an error yet.")
    else:
        about = words.gettext("No score: no row has a cached answer from every model.")
    return ScoreBox(None, "", about)


def _limit(score: Score, lang: str) -> str:
    words = translations(lang)
    if score.limit is None:
        return words.gettext("the best attainable is not known")
    return words.gettext("of {limit} attainable").format(limit=number(score.limit, lang))


def _over(score: Score, assessment: Assessment, lang: str) -> str:
    words = translations(lang)
    models = words.ngettext("{n} model", "{n} models", score.m).format(n=score.m)
    every = len(assessment.checked.reading.items)
    rows = words.ngettext("over {n} of {all} row", "over {n} of {all} rows", every).format(n=score.n, all=every)
    return f"{models}, {rows}"


def _parts(score: Score, lang: str) -> tuple[Part, ...]:
    words = translations(lang)
    parts = {
        words.gettext("discrimination"): score.discrimination,
        words.gettext("diversity"): score.diversity,
        words.gettext("pair separation"): score.separation,
    }
    return tuple(Part(name, number(value, lang), round(100 * value, 1)) for name, value in parts.items())
