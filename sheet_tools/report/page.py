"""The helper page of one sheet, as values in words: the views only lay it out. No HTML here, no rule of the task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sheet_tools.assessment import Assessment
from sheet_tools.findings import Level, in_order
from sheet_tools.report.differences import SHAPES as PIECES
from sheet_tools.report.differences import heading_of, piece_words
from sheet_tools.report.findings import counts
from sheet_tools.report.headline import Headline, counted_findings, counted_items, counted_rest, headline
from sheet_tools.report.lines import PERSON_PREFIX, Context, Group, Line, groups_of, lines_of
from sheet_tools.report.marks import SHAPES, kind_words, short_names
from sheet_tools.report.pictures import PairPicture, PatternPicture, pair_picture, pattern_picture
from sheet_tools.report.rows import Row, answer_headings, cell_anchor, row_anchor, rows_of
from sheet_tools.report.score_box import ScoreBox, discrimination_words, score_box
from sheet_tools.report.selection import Selection, filters_shown, select
from sheet_tools.words import translations


@dataclass(frozen=True, slots=True)
class NextStep:
    """The finding to go to first, and its address; „next finding” then steps through those of its `level`, in
    the words of `labels`."""

    words: str
    address: str
    level: Level
    labels: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Model:
    name: str
    short: str


@dataclass(frozen=True, slots=True)
class Page:
    """What the page of a sheet shows.

    `selection`: filters and rows. `general`: the findings that stand in none of the items' rows; `general_rest`: how
    many of them are no errors, in words. `groups`: the findings by kind; `panel`: the same of the cached answers, and
    `panel_said` how many of these ask for something, in words ("" where none does). `subject`, `answers`: the headings
    of the items' columns; `discrimination`: what that column means. `person`: who solved the items blind;
    `person_groups`, `person_lines`: what is to be said of their answers, apart from the sheet's own findings.
    `differences`: the legend of what is wanted, given and missing (kind, shape, words), where answers are held against
    the gold. `draft`: how many items a draft holds, in words, "" where it holds none. `anchors`: every id of a cell or
    a row.
    """

    headline: Headline
    next_step: NextStep | None
    draft: str
    score: ScoreBox
    subject: str
    discrimination: str
    answers: tuple[str, ...]
    models: tuple[Model, ...]
    person: Model | None
    differences: tuple[tuple[str, str, str], ...]
    legend: tuple[tuple[str, str, str], ...]
    selection: Selection
    general: tuple[Line, ...]
    general_rest: str
    groups: tuple[Group, ...]
    person_groups: tuple[Group, ...]
    person_lines: tuple[Line, ...]
    panel: tuple[Group, ...]
    panel_said: str
    pairs: PairPicture | None
    patterns: PatternPicture | None
    sheet: str | None
    anchors: frozenset[str]

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.selection.rows

    @property
    def has_labels(self) -> bool:
        """True where any row has a cluster, a pair or a role."""
        return any(row.labels for row in self.rows)

    def address(self, line: Line) -> str:
        """Where a finding is found: here, or in a row that is not shown."""
        return self.selection.addresses[line.anchor]

    def target(self, line: Line) -> str | None:
        """The id of the cell that a finding is about, or of its row; None where neither is on the page."""
        if line.at.sheet != self.sheet:
            return None
        own = (cell_anchor(line.at.cell) if line.at.cell else "", row_anchor(line.at.row or 0))
        return next((anchor for anchor in own if anchor in self.anchors), None)


def page_of(assessment: Assessment, lang: str, show: str = "all", part: int = 1) -> Page:
    """The page of one sheet: the rows that `show` (a name of FILTERS) lets through, and of these the `part`th."""
    checked, score = assessment.checked, assessment.score
    reading = checked.reading
    context = Context(lang, reading.source, reading.program, reading.sheet)
    findings = in_order(checked.findings)
    lines = lines_of(findings, context)
    solver = in_order(assessment.of_person)
    of_person = lines_of(solver, context, PERSON_PREFIX)
    rows = rows_of(assessment, (*lines, *of_person), lang)
    in_rows = {line.anchor for row in rows for line in row.lines}
    general = tuple(line for line in lines if line.anchor not in in_rows)
    beside = tuple(line for line in of_person if line.anchor not in in_rows)
    models = assessment.marks.models if assessment.marks else ()
    shown = filters_shown(bool(models), assessment.person is not None)
    selection = select(rows, (*general, *beside), show, part, shown, lang)
    return Page(
        headline=headline(checked, lines, lang),
        next_step=_next_step(lines, selection, lang) if reading.is_readable else None,
        draft=counted_items(len(checked.usable), lang) if checked.usable else "",
        score=score_box(assessment, lang),
        subject=heading_of(reading.task.fields[reading.task.subject], lang),
        discrimination=discrimination_words(lang),
        answers=answer_headings(reading.task, lang),
        models=tuple(map(Model, models, short_names(models))),
        person=_person(lang) if assessment.person else None,
        differences=_differences(rows, lang),
        legend=tuple((kind, SHAPES[kind], words) for kind, words in kind_words(lang).items()),
        selection=selection,
        general=general,
        general_rest=counted_rest(general, lang),
        groups=groups_of(findings, lines, context),
        person_groups=groups_of(solver, of_person, context),
        person_lines=beside,
        panel=_about_panel(assessment, context),
        panel_said=_panel_said(assessment, lang),
        pairs=pair_picture(score, lang) if score else None,
        patterns=pattern_picture(score, lang) if score else None,
        sheet=reading.sheet,
        anchors=frozenset(anchor for row in selection.rows for anchor in row.anchors),
    )


def _person(lang: str) -> Model:
    name = translations(lang).gettext("person")
    return Model(name, name)


def _differences(rows: Sequence[Row], lang: str) -> tuple[tuple[str, str, str], ...]:
    held = any(cell.differences for row in rows for cell in (*row.marks, *([row.person] if row.person else [])))
    return tuple((kind, PIECES[kind], words) for kind, words in piece_words(lang).items()) if held else ()


def _about_panel(assessment: Assessment, context: Context) -> tuple[Group, ...]:
    """What is said of the cached answers, by kind; each finding's place is its model."""
    lines = [
        replace(line, place=str(finding.values.get("model", line.place)))
        for finding, line in zip(assessment.findings, lines_of(assessment.findings, context, "p"), strict=True)
    ]
    return groups_of(assessment.findings, lines, context)


def _panel_said(assessment: Assessment, lang: str) -> str:
    """How many errors and warnings there are about the answers; "" where there are none."""
    counted = counted_findings(counts(assessment.findings), lang)
    return translations(lang).gettext("answers of the models: {counted}").format(counted=counted) if counted else ""


def _next_step(lines: Sequence[Line], selection: Selection, lang: str) -> NextStep | None:
    """The first error, or where there is none the first warning; notes ask for nothing. One that the filter hides is
    taken only where the filter shows none."""
    for level, labels in step_words(lang).items():
        of_level = [line for line in lines if line.level is level]
        for line in sorted(of_level, key=lambda line: (not selection.has(line), line.is_of_file))[:1]:
            label = labels["first"] if line.kind == "cell" else labels[line.kind]
            return NextStep(label.format(place=line.place), selection.addresses[line.anchor], level, labels)
    return None


def step_words(lang: str) -> dict[Level, dict[str, str]]:
    """What the button says of the finding that it goes to: the first, a further one, one of a sheet, of the file."""
    words = translations(lang)
    of = {"of": words.gettext("{step} ({k} of {n})")}
    return {
        Level.ERROR: {
            **of,
            "first": words.gettext("First error: {place}"),
            "cell": words.gettext("Next error: {place}"),
            "sheet": words.gettext("Show the error in the sheet “{place}”"),
            "file": words.gettext("Show the error about the whole file"),
        },
        Level.WARNING: {
            **of,
            "first": words.gettext("First warning: {place}"),
            "cell": words.gettext("Next warning: {place}"),
            "sheet": words.gettext("Show the warning in the sheet “{place}”"),
            "file": words.gettext("Show the warning about the whole file"),
        },
    }
