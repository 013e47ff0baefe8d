"""The table of items: what stands in each row, what was found there, what each model made of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sheet_tools.accuracy import Share
from sheet_tools.assessment import Assessment
from sheet_tools.findings import Level
from sheet_tools.items import Item
from sheet_tools.marking import Mark, Marks, Outcome
from sheet_tools.metrics import ItemScore
from sheet_tools.report.differences import Difference, heading_of
from sheet_tools.report.lines import Line, gravest
from sheet_tools.report.marks import MarkCell, mark_cell, out_of_score, short_names
from sheet_tools.report.score import number, share_words
from sheet_tools.tasks import Column, Holds, Task
from sheet_tools.words import translations

# Some ten lines of the table.
_LONG = 500
_LONG_WORD = 22
_LABELS = ("id", "cluster", "pair", "role")


@dataclass(frozen=True, slots=True)
class Text:
    """The text of one field as it is shown. `anchor` is its cell's id on the page, None where it has no own cell.

    `prefix` says what a bare number is („para 3”).
    `is_text` is False where the cell holds something else (a number, a date), shown as its program shows it.
    """

    text: str
    field: str
    anchor: str | None = None
    is_text: bool = True
    prefix: str = ""

    @property
    def is_dense(self) -> bool:
        """True where a word is too long for a column, so that it has to be broken."""
        return any(len(word) > _LONG_WORD for word in self.text.split())

    @property
    def is_long(self) -> bool:
        """True where the whole text would fill the screen."""
        return len(self.text) > _LONG


@dataclass(frozen=True, slots=True)
class Row:
    """One item. `share` and `discrimination` are "–" for a row outside the score; `status` then says why it is outside.

    `groups`: the texts that stand under each heading of `answer_headings`. `interval`: that of the share, in words, for
    tasks that are measured by accuracy. `person`: what a person answered who solved the item blind, `remark` what they
    wrote beside it.
    `level` is the gravest of its findings; `kinds` the filters that show it.
    """

    number: int
    anchor: str
    labels: tuple[Text, ...]
    input: Text
    groups: tuple[tuple[Text, ...], ...]
    marks: tuple[MarkCell, ...]
    share: str
    discrimination: str
    status: str
    lines: tuple[Line, ...]
    level: Level | None
    kinds: frozenset[str]
    interval: str = ""
    person: MarkCell | None = None
    remark: str = ""

    @property
    def apart(self) -> tuple[tuple[str, tuple[Difference, ...]], ...]:
        """By what the answers differ from the gold, of tasks that show it: (whose, what), each difference once."""
        cells = [*self.marks, *([self.person] if self.person else [])]
        groups: dict[tuple[Difference, ...], list[str]] = {}
        for cell, name in zip(cells, short_names([cell.model for cell in cells]), strict=True):
            if cell.changes:
                groups.setdefault(cell.changes, []).append(name)
        return tuple((", ".join(whose), changes) for changes, whose in groups.items())

    @property
    def gold(self) -> Text:
        """The first answer of the item."""
        return self.groups[0][0]

    @property
    def anchors(self) -> tuple[str, ...]:
        """The ids of the row and of its cells."""
        texts = (*self.labels, self.input, *(text for group in self.groups for text in group))
        return (self.anchor, *(text.anchor for text in texts if text.anchor))


@dataclass(frozen=True, slots=True)
class _Marked:
    """What the panel made of one item; nothing of it is known for an item that is no candidate for the score."""

    outcomes: tuple[Outcome, ...] | None = None
    score: ItemScore | None = None
    share: Share | None = None


def rows_of(assessment: Assessment, lines: Sequence[Line], lang: str) -> tuple[Row, ...]:
    """Every item in order, whether or not it may be handed in."""
    marked = _marked(assessment)
    by_row: dict[tuple[str | None, int], list[Line]] = {}
    for line in lines:
        if line.at.row is not None:
            by_row.setdefault((line.at.sheet, line.at.row), []).append(line)
    maker = _Maker(assessment, lang)
    return tuple(
        maker.row(item, tuple(by_row.get((item.place.sheet, item.place.row or 0), ())), marked.get(place, _Marked()))
        for place, item in enumerate(assessment.checked.reading.items)
    )


def row_anchor(row: int) -> str:
    return f"r{row}"


def cell_anchor(cell: str) -> str:
    """The id of a cell, or of the first of a range."""
    return f"cell-{cell.split(':')[0]}"


def _marked(assessment: Assessment) -> dict[int, _Marked]:
    """Place among all items → marks and score. The score counts the marked items from 1."""
    if assessment.marks is None:
        return {}
    scores = {item.index: item for item in assessment.score.items} if assessment.score else {}
    shares = assessment.accuracy.rows if assessment.accuracy else {}
    places = {item.place: place for place, item in enumerate(assessment.checked.reading.items)}
    return {
        places[item.place]: _Marked(outcomes, scores.get(index), shares.get(index))
        for index, (item, outcomes) in enumerate(
            zip(assessment.marks.items, assessment.marks.rows, strict=True), start=1
        )
    }


class _Maker:
    """What the rows share: the sheet's own cells, the panel's answers, the language."""

    def __init__(self, assessment: Assessment, lang: str) -> None:
        table = assessment.checked.reading.table
        self.cells = {row.number: row.cells for row in table.rows} if table else {}
        self.task = assessment.checked.reading.task
        self.responses = assessment.responses
        self.person = assessment.person
        usable = assessment.checked.usable
        self.of_person = dict(zip((i.place for i in usable), self.person.outcomes, strict=True)) if self.person else {}
        self.models = assessment.marks.models if assessment.marks else ()
        self.was_asked = assessment.marks is not None and was_asked(assessment.marks)
        self.lang = lang
        self.words = translations(lang)

    def row(self, item: Item, lines: tuple[Line, ...], marked: _Marked) -> Row:
        number_ = item.place.row or 0
        level = gravest(line.level for line in lines if not line.is_of_person)
        share, discrimination = self._figures(marked.score)
        return Row(
            number_,
            row_anchor(number_),
            tuple(self._labels(item)),
            self._text(item, self.task.subject),
            tuple(self._groups(item)),
            tuple(self._marks(item, marked)),
            share,
            discrimination,
            self._status(marked),
            lines,
            level,
            frozenset(_kinds(level, lines, marked)),
            share_words(marked.share, self.lang) if marked.share else "",
            self._by_person(item),
            self.person.remark(item) if self.person else "",
        )

    def _groups(self, item: Item) -> Iterator[tuple[Text, ...]]:
        """The texts under each of `answer_headings`: the answer; to the last the forms that are accepted beside it."""
        answers = [(self._text(item, column.name),) for column in self.task.answers]
        beside = [self._text(item, c.name) for c in beside_answers(self.task) if c.repeats == 1]
        yield from answers[:-1]
        yield (*answers[-1], *(text for text in beside if text.text.strip()), *self._aliases(item))

    def _by_person(self, item: Item) -> MarkCell | None:
        if self.person is None:
            return None
        if item.place not in self.of_person:
            return out_of_score(self.person.name, self.lang)
        response = self.person.answers.get(self.person.name, item)
        return mark_cell(self.of_person[item.place], response, item, self.person.name, self.task, self.lang)

    def _labels(self, item: Item) -> Iterator[Text]:
        for name in _LABELS:
            text = self._text(item, name)
            if name == "pair" and text.text.strip().isdecimal():
                yield replace(text, prefix=self.words.gettext("pair"))
            elif text.text.strip():
                yield text

    def _text(self, item: Item, name: str) -> Text:
        cell = self.cells.get(item.place.row or 0, {}).get(name)
        own = item.at(name).cell
        anchor = cell_anchor(own) if own else None
        if name in item.values or cell is None:
            return Text(item.get(name), name, anchor)
        return Text(cell.text, name, anchor, is_text=cell.is_blank)

    def _aliases(self, item: Item) -> Iterator[Text]:
        """The aliases that have something; those of one list cell share its id, which only the first may bear."""
        names = dict.fromkeys([*item.alias_fields, *(name for name in item.places if name.startswith("alias"))])
        seen: set[str | None] = {None}
        for name in names:
            text = self._text(item, name)
            if text.text.strip() and (name in item.values or not text.is_text):
                yield text if text.anchor not in seen else Text(text.text, name, None, text.is_text)
                seen.add(text.anchor)

    def _marks(self, item: Item, marked: _Marked) -> Iterator[MarkCell]:
        for place, model in enumerate(self.models):
            if marked.outcomes is None:
                yield out_of_score(model, self.lang)
            else:
                response = self.responses.get(model, item) if self.responses else None
                yield mark_cell(marked.outcomes[place], response, item, model, self.task, self.lang)

    def _figures(self, score: ItemScore | None) -> tuple[str, str]:
        if score is None:
            return "–", "–"
        return f"{score.right}/{len(self.models)}", number(score.discrimination, self.lang, 2)

    def _status(self, marked: _Marked) -> str:
        """Why a row stands outside the score; "" where it counts, where there is no panel, and where the panel was
        asked nothing of this file (then the score says it once)."""
        if not self.models or marked.score is not None:
            return ""
        if marked.outcomes is None:
            return self.words.gettext("Out of the score as long as an error stands in the row.")
        silent = [model for model, outcome in zip(self.models, marked.outcomes, strict=True) if _is_missing(outcome)]
        if not self.was_asked:
            return ""
        if len(silent) == len(self.models):
            return self.words.gettext(
                "Out of the score: there is no answer of any model to this very text yet."
            )
        return self.words.gettext("Out of the score: no cached answer of {models}.").format(models=", ".join(silent))


def beside_answers(task: Task) -> tuple[Column, ...]:
    """The author's columns of forms that are accepted beside the answer."""
    texts = (column for column in task.columns if column.holds is Holds.TEXT)
    return tuple(c for c in texts if not (c.answers or c.given or c.name == task.subject))


def answer_headings(task: Task, lang: str) -> tuple[str, ...]:
    """The headings of the table's answer columns; what is accepted beside the answer stands under the last."""
    headings = [heading_of(column, lang) for column in task.answers]
    beside = [translations(lang).gettext("aliases") if c.repeats > 1 else heading_of(c, lang)
              for c in beside_answers(task)]  # fmt: skip
    last = translations(lang).gettext("{answer} and {others}")
    return (*headings[:-1], last.format(answer=headings[-1], others=beside[0]) if beside else headings[-1])


def was_asked(marks: Marks) -> bool:
    """True where any model has an answer to any item."""
    return any(not _is_missing(outcome) for outcomes in marks.rows for outcome in outcomes)


def _is_missing(outcome: Outcome) -> bool:
    return outcome.mark is Mark.MISSING


def _kinds(level: Level | None, lines: Sequence[Line], marked: _Marked) -> Iterator[str]:
    yield "all"
    yield from (name for name, belongs in _BY_FINDING.items() if any(belongs(line) for line in lines))
    if marked.outcomes is not None and any(map(_is_missing, marked.outcomes)):
        yield "missing"
    if marked.score is not None:
        share = marked.score.p
        yield "nobody" if share == 0 else "everybody" if share == 1 else "differ"


_BY_FINDING: Mapping[str, Callable[[Line], bool]] = {
    "errors": lambda line: line.level is Level.ERROR and not line.is_of_person,
    "warnings": lambda line: line.level is Level.WARNING and not line.is_of_person,
    "person": lambda line: line.is_of_person,
}
FILTERS = ("all", "errors", "warnings", "person", "nobody", "everybody", "differ", "missing")
