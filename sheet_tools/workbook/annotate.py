"""What is written back into a Google sheet: a tab with findings and marks, and notes beside the offending cells.

Pure data; how it gets there, and how the next run takes it away again, is readers/google's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from sheet_tools.cells import Place
from sheet_tools.findings import Finding, Level
from sheet_tools.items import ItemSet
from sheet_tools.marking import Mark, Marks
from sheet_tools.metrics import Score
from sheet_tools.readers.google.online import Editing
from sheet_tools.readers.google.record import SIGNATURE
from sheet_tools.readers.google.writing import CellNote, Plan, Review
from sheet_tools.table import Table
from sheet_tools.tasks import Task

_SHAPES: Mapping[Mark, str] = {Mark.RIGHT: "✓", Mark.WRONG: "✗", Mark.UNREADABLE: "?", Mark.MISSING: "·"}
_EXCERPT = 80
_LONGEST_NOTE = 2000
Row = tuple[str | int, ...]


class Reading(Protocol):
    """What is needed of assessment.Reading, which stands above this module."""

    @property
    def task(self) -> Task: ...
    @property
    def table(self) -> Table | None: ...
    @property
    def item_set(self) -> ItemSet: ...


class Checked(Protocol):
    """What is needed of assessment.Checked."""

    @property
    def reading(self) -> Reading: ...
    @property
    def findings(self) -> tuple[Finding, ...]: ...


class Assessment(Protocol):
    """What is needed of assessment.Assessment."""

    @property
    def checked(self) -> Checked: ...
    @property
    def marks(self) -> Marks | None: ...
    @property
    def score(self) -> Score | None: ...


class _Words(NamedTuple):
    """The words of the tab. No heading may be one of the template's, or the tab would be taken for a set."""

    tab: str
    title: str
    about: str
    counts: str
    score: str
    no_score: str
    changed: str
    note: str
    findings: tuple[str, ...]
    marks: tuple[str, ...]
    legend: str


_WORDS: Mapping[str, _Words] = {
    "pl": _Words(
        tab="Ocena",
        title="ocena zestawu",
        about="Tę kartę przy każdym zapisie tworzy na nowo program; nie wpisuj tu niczego swojego.",
        counts="Błędy: {error}; ostrzeżenia: {warning}; uwagi: {note}; pozycji: {items}",
        score="Wynik na panelu z pamięci: {score} (pozycji: {n}, modeli: {m})",
        no_score="Wyniku nie ma: brak odpowiedzi modeli na te pozycje.",
        changed="Wiersze zmienione podczas pracy programu, pominięte: {rows}",
        note="ocena, nr {numbers}",
        findings=("Nr", "Gdzie", "Poziom", "Co znaleziono", "Co zrobić"),
        marks=("Wiersz", "Fragment", "Ile modeli ma rację"),
        legend="✓ dobrze, ✗ źle, ? nie da się odczytać, · brak odpowiedzi",
    ),
    "en": _Words(
        tab="Review",
        title="review of the set",
        about="The program makes this tab anew each time it writes; do not keep anything of yours here.",
        counts="Errors: {error}; warnings: {warning}; remarks: {note}; items: {items}",
        score="Score on the cached panel: {score} (items: {n}, models: {m})",
        no_score="There is no score: no answers of models to these items.",
        changed="Rows that changed while the program was at work, left out: {rows}",
        note="review, no. {numbers}",
        findings=("No.", "Where", "Level", "What was found", "What to do"),
        marks=("Row", "Excerpt", "How many models are right"),
        legend="✓ right, ✗ wrong, ? unreadable, · no answer",
    ),
}


class Worded(NamedTuple):
    """A finding with its words in one language."""

    finding: Finding
    where: str
    level: str
    message: str
    remedy: str


class Annotation(NamedTuple):
    """What was written, or in a dry run would be: `findings` say it in words, `notes` are those beside cells."""

    findings: tuple[Finding, ...]
    notes: tuple[CellNote, ...]
    tab: str | None


def written(editing: Editing, review: Review, changed: frozenset[int], *, dry_run: bool) -> Annotation:
    """Write a review (without rows: take the last one away) and say what was done. Raises Unreadable."""
    plan = editing.plan(review)
    if not dry_run:
        editing.write(plan)
    return Annotation(tuple(_said(plan, changed, dry_run)), plan.written, plan.tab)


def _said(plan: Plan, changed: frozenset[int], dry_run: bool) -> Iterator[Finding]:
    removed = len(plan.taken_away)
    if plan.tab is None:
        yield Finding("google-cleared", values={"removed": removed})
    else:
        values = {"tab": plan.tab, "notes": len(plan.written), "removed": removed}
        yield Finding("google-would-annotate" if dry_run else "google-annotated", values=values)
    if changed:
        yield Finding("google-rows-changed", values={"rows": ", ".join(map(str, sorted(changed)))})
    for code, places in (("google-notes-kept", plan.kept), ("google-notes-beyond", plan.beyond)):
        if places:
            yield Finding(code, values={"cells": ", ".join(f"{place.sheet}!{place.cell}" for place in places)})


def changed_rows(before: Reading, now: Reading) -> frozenset[int] | None:
    """The rows of the table that hold something else than before, are new, or stand elsewhere; None where the sheet,
    its headings or its columns are not what they were, so that nothing may be written."""
    then, fresh = before.table, now.table
    if then is None or fresh is None:
        return None
    if (then.sheet, then.heading_row, then.columns) != (fresh.sheet, fresh.heading_row, fresh.columns):
        return None
    rows = {row.number: row.cells for row in then.rows}
    found = {row.number: row.cells for row in fresh.rows}
    return frozenset(number for number in rows.keys() | found.keys() if rows.get(number) != found.get(number))


def build_review(assessment: Assessment, worded: Sequence[Worded], now: Checked, lang: str) -> Review:
    """The tab and the notes. What stands in a row that changed since the reading is left out of both, and so is what
    is no longer found where it was.

    `now` is the same sheet read and checked again; a wrong call where `changed_rows` gives None (ValueError).
    """
    reading = assessment.checked.reading
    changed = changed_rows(reading, now.reading)
    if changed is None:
        raise ValueError("the sheet has changed altogether")
    stable = _still_true(worded, reading, changed, now.findings)
    words = _WORDS[lang]
    rows, bold = _rows(assessment, stable, changed, words)
    return Review(words.tab, rows, bold, tuple(_notes(reading, stable, words)))


def _still_true(
    worded: Sequence[Worded], reading: Reading, changed: frozenset[int], found: Sequence[Finding]
) -> list[Worded]:
    """What may be said of a place that is still what it was. What is said of the whole sheet or file stays."""
    sheet = reading.table.sheet if reading.table else None
    there = {place: [finding for finding in found if finding.place == place] for place in {f.place for f in found}}
    return [
        one
        for one in worded
        if one.finding.place.row is None
        or (
            one.finding in there.get(one.finding.place, ())
            and not (one.finding.place.sheet == sheet and one.finding.place.row in changed)
        )
    ]


def _rows(
    assessment: Assessment, worded: Sequence[Worded], changed: frozenset[int], words: _Words
) -> tuple[list[Row], list[int]]:
    rows: list[Row] = [(SIGNATURE + words.title,), (words.about,), (_counts(assessment, words),)]
    rows.append((_score(assessment, words),))
    if changed:
        rows.append((words.changed.format(rows=", ".join(map(str, sorted(changed)))),))
    bold = [1]
    if worded:
        rows += [(), words.findings]
        bold.append(len(rows))
        rows += [(number, w.where, w.level, w.message, w.remedy) for number, w in enumerate(worded, 1)]
    if assessment.marks is not None and assessment.marks.models:
        rows += [(), (*words.marks, *assessment.marks.models)]
        bold.append(len(rows))
        rows += _mark_rows(assessment.marks, changed)
        rows.append((words.legend,))
    return rows, bold


def _counts(assessment: Assessment, words: _Words) -> str:
    levels = [finding.level for finding in assessment.checked.findings]
    number = {str(level): levels.count(level) for level in Level}
    return words.counts.format(items=len(assessment.checked.reading.item_set.items), **number)


def _score(assessment: Assessment, words: _Words) -> str:
    score = assessment.score
    if score is None:
        return words.no_score
    decimal = "," if words is _WORDS["pl"] else "."
    return words.score.format(score=f"{score.score:.4f}".replace(".", decimal), n=score.n, m=score.m)


def _mark_rows(marks: Marks, changed: frozenset[int]) -> Iterator[Row]:
    for item, outcomes in zip(marks.items, marks.rows, strict=True):
        row = item.place.row or 0
        if row not in changed:
            right = sum(outcome.mark is Mark.RIGHT for outcome in outcomes)
            excerpt = " ".join(item.get(marks.subject).split())[:_EXCERPT]
            yield (row, excerpt, right, *(_SHAPES[outcome.mark] for outcome in outcomes))


def _notes(reading: Reading, worded: Sequence[Worded], words: _Words) -> Iterator[CellNote]:
    """One note a cell, with all that is to be said of it; what the tool merely notes gets none."""
    by_cell: dict[Place, list[tuple[int, Worded]]] = {}
    for number, one in enumerate(worded, 1):
        place = _cell(one.finding, reading)
        if place is not None:
            by_cell.setdefault(place, []).append((number, one))
    for place, said in by_cell.items():
        numbers = ", ".join(str(number) for number, _ in said)
        lines = [SIGNATURE + words.note.format(numbers=numbers)]
        lines += [f"{one.level}: {one.message}\n→ {one.remedy}" for _, one in said]
        is_error = any(one.finding.is_error for _, one in said)
        yield CellNote(place, _cut("\n".join(lines)), "e" if is_error else "w")


def _cut(note: str) -> str:
    return note if len(note) <= _LONGEST_NOTE else f"{note[:_LONGEST_NOTE]}…"


def _cell(finding: Finding, reading: Reading) -> Place | None:
    """The cell that a finding is about: its own, the heading of its column, the first text of its row; None where it
    has none, and for what the tool merely notes."""
    place, table = finding.place, reading.table
    if finding.level is Level.NOTE or table is None or place.sheet is None:
        return None
    if place.sheet != table.sheet:
        is_cell = place.row is not None and place.column is not None
        return Place(place.sheet, place.row, place.column) if is_cell else None
    row = place.row or (table.heading_row if place.column else None)
    column = place.column or next((table.columns[f] for f in reading.task.text_fields if f in table.columns), None)
    return Place(table.sheet, row, column) if row and column else None
