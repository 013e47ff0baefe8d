"""POST /api/check: one file in, everything that the page would show of it out, as JSON. Nothing is kept.

Multipart field `sheet`; optional fields `name_of_sheet`, `encoding`, `delimiter`, `line_breaks` (the author's choices),
`task` (else told by the headings), `lang`.
200: the file was read; `findings` says what is wrong, `format_ok` whether it may be handed in. 422: it cannot be read,
and the one finding says why. 400: no file. 403: a foreign Host or Origin. 413: over 20 MiB. 500: a bug.
"""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, abort, current_app, jsonify, request

from sheet_tools.pipeline import Source, check, read
from sheet_tools.report.twin import assessment_json
from webapp.language import gettext, lang
from webapp.notes import bare_name
from webapp.sheets import assessed, settings

blueprint = Blueprint("api", __name__, url_prefix="/api")
UNREADABLE = 422


@blueprint.post("/check")
def check_sheet() -> tuple[Response, int]:
    file = request.files.get("sheet")
    if file is None:
        abort(400, description=gettext("No file was chosen."))
    data = file.read()
    if len(data) > current_app.config["FILE_BOUND"]:
        abort(413)
    chosen = {name: request.form.get(field, "") for name, field in _CHOICES.items()}
    source = Source(bare_name(file.filename or ""), data)
    checked = check(read(source, replace(settings(chosen), told=bool(chosen["task"]))))
    status = 200 if checked.reading.is_readable else UNREADABLE
    return jsonify(assessment_json(assessed(checked), lang())), status


_CHOICES = {
    "sheet": "name_of_sheet",
    "encoding": "encoding",
    "delimiter": "delimiter",
    "line_breaks": "line_breaks",
    "task": "task",
}
