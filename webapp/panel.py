"""The panel on the page: answers that are dropped here, and the models that are asked from here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from sheet_tools.assessment import Assessment
from sheet_tools.pipeline import ANSWERS_BOUND, Finding, Source, Unreadable, answers_fault, kind_of_answers
from sheet_tools.report.numbers import moment
from sheet_tools.report.panel_box import (
    ask_words,
    finding_line,
    go_on_words,
    has_answers,
    item_of_row,
    missing,
    run_box,
    run_json,
)
from webapp.disk import refusal
from webapp.language import gettext, lang, ngettext
from webapp.notes import Upload, bare_name
from webapp.sheets import assessed, checked_of, desk, upload_or_404, uploads

blueprint = Blueprint("panel", __name__)
# A run is dropped as one file or as one file a model.
DROP_BOUND = 2 * ANSWERS_BOUND
UNREADABLE = 422


@dataclass(frozen=True, slots=True)
class Offer:
    """What a sheet's page says of the panel: `words` of its link, and whether rows can be asked again."""

    words: str
    can_ask: bool


def install(app: Flask) -> None:
    """Before the token of a form is looked for, which reads the whole form."""
    app.before_request(widen)


def widen() -> None:
    if request.endpoint == "panel.drop":
        request.max_content_length = DROP_BOUND


@blueprint.get("/panel")
def overview() -> str:
    return render_template("panel.html", upload=None, **_answers())


@blueprint.post("/answers")
def drop() -> ResponseReturnValue:
    files = [file for file in request.files.getlist("answers") if file.filename]
    if not files:
        abort(400, description=gettext("No file was chosen."))
    return keep_answers((file.filename or "", file.stream.read(ANSWERS_BOUND + 1)) for file in files)


@blueprint.post("/answers/<entry_id>/remove")
def remove(entry_id: str) -> ResponseReturnValue:
    desk().library.remove(entry_id)
    return redirect(_back(), 303)


def holds_answers(name: str, data: bytes) -> bool:
    """Whether a file that was dropped as a sheet holds answers of the panel."""
    return kind_of_answers(name, data) is not None


def same_answers(source: Source, before: Iterable[Source]) -> bool:
    """Whether the same drop held answers of that name already: they would be lost without a word. (One name, one file;
    the same bytes again lose nothing.)"""
    if not holds_answers(source.name, source.data):
        return False
    alike = [each for each in before if each.name.casefold() == source.name.casefold() and each.data != source.data]
    return any(holds_answers(each.name, each.data) for each in alike)


def keep_answers(files: Iterable[tuple[str, bytes]]) -> ResponseReturnValue:
    """Keep what can be kept; the page then lists it, and says of the others why not."""
    refused: list[tuple[str, str]] = []
    taken: list[Source] = []
    status = UNREADABLE
    for name, data in files:
        source = Source(bare_name(name), data)
        if same_answers(source, taken):
            refused.append(finding_line(Finding("answers-same-name", values={"file": source.name}), lang()))
            continue
        taken.append(source)
        fault = answers_fault(Source(name, data)) if len(data) <= current_app.config["FILE_BOUND"] else None
        if fault is not None:
            refused.append(finding_line(fault, lang()))
            continue
        try:
            desk().library.keep(name, data)
        except Unreadable as unreadable:
            refused.append(finding_line(unreadable.finding, lang()))
        except OSError as error:
            by_disk = refusal(error, uploads().folder, writes=True)
            if by_disk is None:
                raise
            refused.append((f"„{source.name}”: {by_disk[1]}", ""))
            status = by_disk[0]
    if not refused:
        return redirect(_back(), 303)
    return render_template("panel.html", **{"upload": None, **_answers(), "refused": refused}), status


@blueprint.get("/sheets/<upload_id>/panel")
def sheet_panel(upload_id: str) -> str:
    upload = upload_or_404(upload_id)
    assessment = assessed(checked_of(upload))
    values = {**_answers(), **_asking(upload, assessment), **_row(assessment)}
    return render_template("panel.html", upload=upload, **values)


@blueprint.get("/sheets/<upload_id>/panel.json")
def sheet_panel_json(upload_id: str) -> Response:
    checked = checked_of(upload_or_404(upload_id))
    try:
        plans = desk().plans(checked.usable, checked.reading.task)
    except Unreadable:
        plans = ()
    return jsonify(run_json(desk().progress(upload_id), plans))


@blueprint.post("/sheets/<upload_id>/panel/ask")
def ask(upload_id: str) -> ResponseReturnValue:
    checked = checked_of(upload_or_404(upload_id))
    return _begun(upload_id, lambda: desk().ask(upload_id, checked.usable, checked.reading.task))


@blueprint.post("/sheets/<upload_id>/panel/again")
def ask_again(upload_id: str) -> ResponseReturnValue:
    assessment = assessed(checked_of(upload_or_404(upload_id)))
    item = item_of_row(assessment, request.form.get("row", 0, type=int))
    if item is None:
        abort(404)
    task, model = assessment.checked.reading.task, request.form.get("model", "")
    return _begun(upload_id, lambda: desk().ask_again(upload_id, item, task, model), row=item.place.row)


@blueprint.post("/sheets/<upload_id>/panel/stop")
def stop(upload_id: str) -> ResponseReturnValue:
    desk().stop(upload_or_404(upload_id).id)
    return redirect(url_for(".sheet_panel", upload_id=upload_id), 303)


def offer(assessment: Assessment) -> Offer | None:
    """None where there is nothing to ask about."""
    checked = assessment.checked
    if not checked.usable:
        return None
    try:
        if not desk().can_ask() and desk().address_trouble():
            return Offer(gettext("The panel cannot be asked: see why"), False)
        if not desk().can_ask():
            return Offer(_answers_words(assessment), False)
        plans = desk().plans(checked.usable, checked.reading.task)
    except Unreadable:
        return Offer(gettext("The panel cannot be asked: see why"), False)
    return Offer(ask_words(plans, lang()) or gettext("The panel: no answer is missing"), True)


def _answers_words(assessment: Assessment) -> str:
    n = len(assessment.marks.models) if assessment.marks else 0
    if not n:
        return gettext("Where do the models' answers come from?")
    return ngettext("The models' answers ({n} model)", "The models' answers ({n} models)", n).format(n=n)


def _begun(upload_id: str, begin: Callable[[], bool], row: int | None = None) -> ResponseReturnValue:
    """Go to the run's page; it says too why a run could not begin, or that another one is going on."""
    with suppress(Unreadable):
        begin()
    return redirect(url_for(".sheet_panel", upload_id=upload_id, row=row), 303)


def _back() -> str:
    """The page that a form was sent from."""
    upload = uploads().get(request.form.get("back", ""))
    return url_for("panel.sheet_panel", upload_id=upload.id) if upload else url_for("panel.overview")


def _answers() -> dict[str, object]:
    uploads().check_is_there()
    entries = [(entry, moment(entry.moment, lang())) for entry in desk().library.entries()]
    return {"entries": entries, "refused": [], "given": desk().given_name(), "is_example": current_app.config["SAMPLE"]}


def _asking(upload: Upload, assessment: Assessment) -> dict[str, object]:
    """What would be asked and what was, in words; `trouble` where the models file or the store cannot be read."""
    checked = assessment.checked
    progress = desk().progress(upload.id)
    values: dict[str, object] = {"progress": run_box(progress, assessment, lang()) if progress else None}
    try:
        plans = desk().plans(checked.usable, checked.reading.task)
        addresses = {model.id: desk().address(model) for model in desk().models()}
    except Unreadable as unreadable:
        return {**values, "plans": (), "trouble": finding_line(unreadable.finding, lang())}
    went_on = progress and has_answers(progress) and progress.state in ("stopped", "cut", "partial", "broken")
    words = go_on_words if went_on else ask_words
    bad_address = desk().address_trouble()
    return {
        **values,
        "plans": plans,
        "addresses": addresses,
        "can_ask": any(addresses.values()),
        "bad_address": finding_line(bad_address, lang()) if bad_address else None,
        "kept_in": desk().store(),
        "beside": [finding_line(finding, lang()) for finding in desk().beside()],
        "missing": missing(plans),
        "left_out": len(checked.left_out),
        "words": words(plans, lang()),
        "other": _other_run(upload),
    }


def _other_run(upload: Upload) -> Upload | None:
    """The sheet that the panel is being asked about just now, where it is not this one."""
    busy = desk().busy()
    return uploads().get(busy) if busy and busy != upload.id else None


def _row(assessment: Assessment) -> dict[str, object]:
    """What was answered to the row that the address names, of every model."""
    item = item_of_row(assessment, request.args.get("row", 0, type=int))
    if item is None:
        return {}
    task = assessment.checked.reading.task
    try:
        history = desk().history(item, task)
    except Unreadable:
        return {}
    return {"item": item, "asked": item.get(task.subject), "history": history}
