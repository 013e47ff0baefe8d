"""What stands beside a sheet: its task, its inputs.jsonl, a person's answers; and the sheets of all tasks."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from dataclasses import replace

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response as AnyResponse

from sheet_tools.pipeline import (
    Finding,
    Source,
    Unreadable,
    blind_sheet,
    inputs_fault,
    person_answers,
    task_named,
    template_bytes,
    template_name,
)
from sheet_tools.report.findings import message, remedy
from sheet_tools.report.panel_box import finding_line
from sheet_tools.words import LANGUAGES
from webapp.downloads import EXCEL, download
from webapp.language import gettext, lang
from webapp.notes import Upload, bare_name
from webapp.sheet_page import KINDS, sheet_page
from webapp.sheets import checked_of, settings, source_of, upload_or_404, uploads

blueprint = Blueprint("beside", __name__)
UNREADABLE = 422


@blueprint.post("/sheets/<upload_id>/task")
def choose_task(upload_id: str) -> AnyResponse:
    upload = upload_or_404(upload_id)
    uploads().choose(upload, {**upload.choices, "task": task_named(request.form.get("task", "")).name})
    return redirect(url_for("pages.sheet", upload_id=upload_id), 303)


@blueprint.post("/sheets/<upload_id>/beside/<kind>")
def put(upload_id: str, kind: str) -> ResponseReturnValue:
    """Load a file (or one that is kept) beside the sheet, or take away what is there. A file that does not
    belong there is refused at its form, and what is there stays."""
    upload = upload_or_404(upload_id)
    if kind not in KINDS:
        abort(404)
    if kind == "inputs" and not task_named(upload.choices.get("task", "")).given:
        # The form of a page that was opened before another task was chosen.
        abort(409, description=gettext("The sheet was read as another task meanwhile: go back and reload its page."))
    source = _sent()
    if source is None and "remove" not in request.form:
        abort(400, description=gettext("No file was chosen."))
    refused = _refusal(upload, kind, source) if source else None
    if source is not None and refused is not None:
        said, remedy_ = finding_line(refused, lang())
        named = said if source.name in said else f"„{source.name}”: {said}"
        unchanged = gettext("Nothing was changed.")
        named = named if unchanged in named else f"{named} {unchanged}"
        return sheet_page(upload, {kind: (named, remedy_)}), UNREADABLE
    with uploads().all_or_nothing(source.data) if source else nullcontext():
        other = uploads().keep(source.name, source.data).id if source else ""
        uploads().choose(upload, {**upload.choices, kind: other})
    loaded = "loaded" if kind == "person" and other else None
    return redirect(url_for("pages.sheet", upload_id=upload_id, person=loaded), 303)


def _sent() -> Source | None:
    """The file of the form, or the kept one that it names."""
    file, kept = request.files.get("file"), uploads().get(request.form.get("kept", ""))
    if file and file.filename:
        return Source(bare_name(file.filename), file.read())
    return Source(kept.name, uploads().data(kept)) if kept else None


def _refusal(upload: Upload, kind: str, source: Source) -> Finding | None:
    chosen, sheet = settings(upload.choices), source_of(upload)
    if kind == "inputs":
        return inputs_fault(sheet, replace(chosen, inputs=source)) if isinstance(sheet, Source) else None
    try:
        person_answers(source, chosen, checked_of(upload).usable)
    except Unreadable as unreadable:
        return unreadable.finding
    # It would agree with itself everywhere, and nobody has solved anything.
    is_itself = isinstance(sheet, Source) and source.data == sheet.data
    return Finding("person-is-itself", values={"file": source.name}) if is_itself else None


@blueprint.get("/sheets/<upload_id>/blind.xlsx")
def blind(upload_id: str) -> Response:
    upload = upload_or_404(upload_id)
    checked = checked_of(upload)
    if not checked.usable:
        abort(409, description=gettext("There is no row without an error: a draft would be empty."))
    task = checked.reading.task
    name = gettext("to-solve")
    return download(blind_sheet(checked.usable, lang(), task), f"{upload.stem}-{name}.xlsx", EXCEL)


@blueprint.route("/templates/<name>-<code>.xlsx", methods=["GET", "POST"])
def template(name: str, code: str) -> Response:
    """The sheet of a task: blank, or (POST) made from the inputs.jsonl that is sent."""
    task = task_named(name)
    if task.name != name or code not in LANGUAGES:
        abort(404)
    file, kept = request.files.get("inputs"), uploads().get(request.form.get("kept", ""))
    source = Source(bare_name(file.filename), file.read()) if file and file.filename else None
    if source is None and kept is not None:
        source = Source(kept.name, uploads().data(kept))
    try:
        data = template_bytes(code, task, source)
        if source is not None and kept is None:
            # Remembered: the filled-in sheet comes back to be held against it. Not worth losing the sheet for.
            with suppress(OSError):
                uploads().keep(source.name, source.data)
        return download(data, template_name(name, code), EXCEL)
    except Unreadable as unreadable:
        finding = unreadable.finding
        abort(422, description=f"{message(finding, lang())} {remedy(finding, lang())}")
