"""The pages and downloads. Each is a few lines: what to read, which words, which layout."""

from __future__ import annotations

from dataclasses import asdict

from flask import Blueprint, Response, abort, current_app, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response as AnyResponse

from sheet_tools.pipeline import (
    Source,
    all_tasks,
    matrix_bytes,
    results_workbook,
    submission,
    task_named,
    template_bytes,
    template_name,
)
from sheet_tools.report.findings_csv import findings_csv
from sheet_tools.report.numbers import moment
from sheet_tools.report.twin import sheet_json
from sheet_tools.words import LANGUAGES
from webapp import google
from webapp.downloads import EXCEL, download
from webapp.language import gettext, lang
from webapp.notes import bare_name
from webapp.placing import place
from webapp.sheet_page import chosen_part, sheet_page
from webapp.sheets import assessed, checked_of, desk, gone_words, upload_or_404, uploads

blueprint = Blueprint("pages", __name__)


@blueprint.get("/")
def start() -> str:
    kept = [(upload, moment(upload.moment, lang())) for upload in uploads().latest()]
    return render_template(
        "start.html",
        uploads=kept,
        account=google.account(),
        tasks=all_tasks(),
        link=request.args.get("link", ""),
        removed=uploads().removed(request.args.get("removed", "")),
    )


@blueprint.get("/index.json")
def start_json() -> Response:
    kept = uploads().latest()
    return jsonify({"uploads": [{**asdict(each), "page": url_for(".sheet", upload_id=each.id)} for each in kept]})


@blueprint.post("/sheets")
def upload_sheet() -> ResponseReturnValue:
    """Every file that was dropped is taken, each to its place."""
    files = [file for file in request.files.getlist("sheet") if file.filename]
    if not files:
        abort(400, description=gettext("No file was chosen."))
    sources = [Source(bare_name(file.filename or ""), file.read()) for file in files]
    if len(sources) == 1 and len(sources[0].data) > current_app.config["FILE_BOUND"]:
        abort(413)
    return place(sources, uploads().get(request.form.get("back", "")))


@blueprint.get("/sheets/<upload_id>")
def sheet(upload_id: str) -> str:
    return sheet_page(upload_or_404(upload_id))


@blueprint.post("/sheets/<upload_id>/remove")
def remove(upload_id: str) -> AnyResponse:
    """Delete the kept copy, which can be taken back for a while; a run of the panel about it ends."""
    upload = upload_or_404(upload_id)
    desk().stop(upload.id)
    uploads().remove(upload)
    return redirect(url_for(".start", removed=upload.id), 303)


@blueprint.post("/sheets/<upload_id>/take-back")
def take_back(upload_id: str) -> AnyResponse:
    """Undo the deletion."""
    if not uploads().take_back(upload_id):
        uploads().check_is_there()
        abort(404, description=gone_words())
    return redirect(url_for(".sheet", upload_id=upload_id), 303)


@blueprint.get("/sheets/<upload_id>.json")
def sheet_twin(upload_id: str) -> Response:
    upload = upload_or_404(upload_id)
    about = {"id": upload.id, "name": upload.name, "time": upload.time, "choices": dict(upload.choices)}
    return jsonify({**about, **sheet_json(assessed(checked_of(upload), upload), lang(), *chosen_part())})


@blueprint.post("/sheets/<upload_id>/choices")
def choose(upload_id: str) -> AnyResponse:
    upload = upload_or_404(upload_id)
    uploads().choose(upload, {**upload.choices, **request.form.to_dict()})
    return redirect(url_for(".sheet", upload_id=upload_id), 303)


@blueprint.get("/sheets/<upload_id>/items.jsonl")
def items(upload_id: str) -> Response:
    checked = checked_of(upload_or_404(upload_id))
    if not checked.is_ready:
        refused = gettext("{file} is not given while an error stands: mend the errors, or take the draft.")
        abort(409, description=refused.format(file=checked.reading.task.submission_name))
    return download(submission(checked), checked.reading.task.submission_name, "application/jsonl")


@blueprint.get("/sheets/<upload_id>/draft.jsonl")
def draft(upload_id: str) -> Response:
    upload = upload_or_404(upload_id)
    checked = checked_of(upload)
    if not checked.usable:
        abort(409, description=gettext("There is no row without an error: a draft would be empty."))
    name = gettext("draft")
    return download(submission(checked, draft=True), f"{upload.stem}-{name}.jsonl", "application/jsonl")


@blueprint.get("/sheets/<upload_id>/findings.csv")
def findings(upload_id: str) -> Response:
    upload = upload_or_404(upload_id)
    checked, name = checked_of(upload), gettext("findings")
    data = findings_csv(checked, lang(), assessed(checked, upload))
    return download(data, f"{upload.stem}-{name}.csv", "text/csv; charset=utf-8")


@blueprint.get("/sheets/<upload_id>/matrix.json")
def matrix(upload_id: str) -> Response:
    assessment = assessed(checked_of(upload_or_404(upload_id)))
    if assessment.marks is None:
        abort(409, description=gettext("There are no marks: no cached answers of models were given."))
    return download(matrix_bytes(assessment.marks), "matrix.json", "application/json")


@blueprint.get("/sheets/<upload_id>/results.xlsx")
def results(upload_id: str) -> Response:
    upload = upload_or_404(upload_id)
    data = results_workbook(assessed(checked_of(upload), upload), lang())
    name = gettext("results")
    return download(data, f"{upload.stem}-{name}.xlsx", EXCEL)


@blueprint.get("/template-<code>.xlsx")
def template(code: str) -> Response:
    if code not in LANGUAGES:
        abort(404)
    return download(template_bytes(code), template_name(task_named("").name, code), EXCEL)


