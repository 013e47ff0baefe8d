"""What stands beside a sheet: its task, its inputs.jsonl, a person's answers; and the sheets of all tasks."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from sheet_tools.pipeline import Source, Unreadable, all_tasks, blind_sheet, task_named, template_bytes, template_name
from sheet_tools.report.findings import message, remedy
from sheet_tools.words import LANGUAGES
from webapp.downloads import EXCEL, download
from webapp.language import gettext, lang
from webapp.notes import Upload
from webapp.sheets import checked_of, upload_or_404, uploads

blueprint = Blueprint("beside", __name__)
KINDS = ("inputs", "person")


def offer(upload: Upload) -> dict[str, Any]:
    """What the sheet's page shows of it: the tasks, and (kind, label, name of what is loaded)."""
    labels = (gettext("The inputs.jsonl that this sheet answers:"), gettext("Sheet of a person who solved it blind:"))
    loaded = (uploads().get(upload.choices.get(kind, "")) for kind in KINDS)
    names = (other.name if other else "" for other in loaded)
    return {"tasks": all_tasks(), "besides": list(zip(KINDS, labels, names, strict=True))}


@blueprint.post("/sheets/<upload_id>/task")
def choose_task(upload_id: str) -> AnyResponse:
    upload = upload_or_404(upload_id)
    uploads().choose(upload, {**upload.choices, "task": task_named(request.form.get("task", "")).name})
    return redirect(url_for("pages.sheet", upload_id=upload_id), 303)


@blueprint.post("/sheets/<upload_id>/beside/<kind>")
def put(upload_id: str, kind: str) -> AnyResponse:
    """Load a file beside the sheet, or take away what is there."""
    upload = upload_or_404(upload_id)
    if kind not in KINDS:
        abort(404)
    file = request.files.get("file")
    if not (file and file.filename) and "remove" not in request.form:
        abort(400, description=gettext("No file was chosen."))
    other = uploads().keep(file.filename, file.read()).id if file and file.filename else ""
    uploads().choose(upload, {**upload.choices, kind: other})
    return redirect(url_for("pages.sheet", upload_id=upload_id), 303)


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
    file = request.files.get("inputs")
    source = Source(file.filename, file.read()) if file and file.filename else None
    try:
        return download(template_bytes(code, task, source), template_name(name, code), EXCEL)
    except Unreadable as unreadable:
        finding = unreadable.finding
        abort(422, description=f"{message(finding, lang())} {remedy(finding, lang())}")
