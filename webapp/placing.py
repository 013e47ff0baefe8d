"""Every file that is dropped finds its place: what was done with each is said, with the way back to the sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from flask import current_app, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from sheet_tools.assessment import Reading
from sheet_tools.pipeline import (
    Finding,
    Source,
    Unreadable,
    answered_ids,
    ids_of_inputs,
    is_solver,
    task_of_other,
    texts_of_solver,
    what_it_is,
)
from sheet_tools.report.headline import verdict_of
from sheet_tools.report.numbers import moment
from sheet_tools.report.panel_box import finding_line
from webapp.disk import refusal
from webapp.language import gettext, lang, ngettext
from webapp.notes import Upload
from webapp.panel import holds_answers, same_answers
from webapp.sheets import assessed, checked_of, desk, keep, source_of, uploads

# So many of the files loaded last are looked through for the sheet that another file belongs to.
_LOOKED_THROUGH = 20
UNREADABLE = 422


@dataclass(frozen=True, slots=True)
class Placed:
    """What was done with one file: `said`, what to do next, and the address of its page ("" where it was not kept)."""

    name: str
    said: str
    remedy: str = ""
    address: str = ""
    is_taken: bool = True


def place(files: Sequence[Source], back: Upload | None) -> ResponseReturnValue:
    """A single sheet goes to its page; of several files, and of what is no sheet, a page says what became of each."""
    alone = len(files) == 1
    placed = [
        _of_same_name(source) if same_answers(source, files[:number]) else _placed_or_refused(source, back, alone)
        for number, source in enumerate(files)
    ]
    if alone and placed[0].address:
        return redirect(placed[0].address, 303)
    status = 200 if any(each.is_taken for each in placed) else UNREADABLE
    return render_template("placed.html", placed=placed, back=back), status


def _placed(source: Source, back: Upload | None, *, is_alone: bool) -> Placed:
    if holds_answers(source.name, source.data):
        placed = _answers(source, back)
        # Without a sheet to go back to, the page of the answers lists what is kept.
        is_elsewhere = is_alone and placed.is_taken and back is None
        return replace(placed, address=url_for("panel.overview")) if is_elsewhere else placed
    if len(source.data) > current_app.config["FILE_BOUND"]:
        return Placed(source.name, gettext("Larger than 20 MB: it was not loaded."), is_taken=False)
    found = what_it_is(source)
    if found is not None and found.code != "file-is-inputs":
        return Placed(source.name, *finding_line(found, lang()), is_taken=False)
    upload = keep(source)
    said = "" if is_alone else _kept_as(upload)
    return Placed(source.name, said, address=url_for("pages.sheet", upload_id=upload.id))


def _placed_or_refused(source: Source, back: Upload | None, alone: bool) -> Placed:
    """Of several files those that the disk still took are kept, and said to be."""
    try:
        return _placed(source, back, is_alone=alone)
    except OSError as error:
        refused = None if alone else refusal(error, uploads().folder, writes=True)
        if refused is None:
            raise
        return Placed(source.name, refused[1], is_taken=False)


def _of_same_name(source: Source) -> Placed:
    return Placed(source.name, *finding_line(Finding("answers-same-name", values={"file": source.name}), lang()),
                  is_taken=False)  # fmt: skip


def _kept_as(upload: Upload) -> str:
    checked = checked_of(upload)
    reading = checked.reading
    if is_solver(reading):
        return gettext("It is the sheet of a person who solves the items: choose the set it belongs to.")
    if reading.other is not None and reading.other.code == "file-is-inputs":
        return gettext("It is an inputs.jsonl: make a sheet of it, or choose the sheet that answers it.")
    if not reading.is_readable:
        return gettext("It was kept, but it cannot be read as a sheet: its page says why.")
    items = ngettext("{n} item", "{n} items", len(reading.items)).format(n=len(reading.items))
    verdict = verdict_of(checked, lang())
    return gettext("Loaded as a sheet: {items}. {verdict}").format(items=items, verdict=verdict)


def _answers(source: Source, back: Upload | None) -> Placed:
    try:
        entry = desk().library.keep(source.name, source.data)
    except Unreadable as unreadable:
        return Placed(source.name, *finding_line(unreadable.finding, lang()), is_taken=False)
    models = ngettext("{n} model", "{n} models", len(entry.models)).format(n=len(entry.models))
    answers = ngettext("{n} answer", "{n} answers", entry.answers).format(n=entry.answers)
    said = gettext("Loaded as answers of models: {models}, {answers}.").format(models=models, answers=answers)
    left_out = gettext("No answers are in: {files}.").format(files=", ".join(entry.left_out)) if entry.left_out else ""
    return Placed(source.name, " ".join(part for part in (said, left_out, _fitting(back)) if part))


def _fitting(back: Upload | None) -> str:
    """How many items of the sheet have answers now, of any source."""
    marks = assessed(checked_of(back)).marks if back else None
    if back is None or marks is None:
        return ""
    answered = sum(any(cell is not None for cell in row) for row in marks.matrix)
    said = gettext("Items of the sheet “{name}” with answers: {n} of {all}.")
    return said.format(name=back.name, n=answered, all=len(marks.matrix))


@dataclass(frozen=True, slots=True)
class Fitting:
    """A kept sheet that another file belongs to: `n` of its `items` are those of that file."""

    upload: Upload
    n: int
    items: int

    @property
    def time(self) -> str:
        return moment(self.upload.moment, lang())


def sheets_solved(upload: Upload, reading: Reading) -> list[Fitting]:
    """The kept sheets whose items a solver's sheet shows, the best first."""
    task = task_of_other(reading)
    source = source_of(upload)
    texts = texts_of_solver(source, task) if isinstance(source, Source) else frozenset()
    found = (
        Fitting(other, sum(item.get(task.subject) in texts for item in items.items), len(items.items))
        for other, items in _kept_sheets(upload, task.name)
    )
    return _best_first(found)


def sheets_answering(upload: Upload, reading: Reading) -> list[Fitting]:
    """The kept sheets that answer an inputs.jsonl, by its ids, the best first."""
    task = task_of_other(reading)
    source = source_of(upload)
    ids = ids_of_inputs(source, task) if isinstance(source, Source) else frozenset()
    found = (
        Fitting(other, answered_ids(items.items, task, ids), len(items.items))
        for other, items in _kept_sheets(upload, task.name)
    )
    return _best_first(found)


def _best_first(found: Iterable[Fitting]) -> list[Fitting]:
    """Of those that fit alike the newest first, as the uploads are listed."""
    return sorted((each for each in found if each.n), key=lambda each: -each.n)


def _kept_sheets(upload: Upload, task: str) -> Iterator[tuple[Upload, Reading]]:
    for other in uploads().latest()[:_LOOKED_THROUGH]:
        reading = checked_of(other).reading if other.id != upload.id else None
        if reading is not None and reading.is_readable and reading.task.name == task:
            yield other, reading


def other_page(upload: Upload, reading: Reading) -> str:
    """The page of a kept file that is no set of items: what it is, and where it can go."""
    solver, task = is_solver(reading), task_of_other(reading)
    fitting = sheets_solved(upload, reading) if solver else sheets_answering(upload, reading)
    said = finding_line(reading.other, lang()) if reading.other else ("", "")
    return render_template("other.html", upload=upload, task=task, is_solver=solver, fitting=fitting, said=said)
