"""Error pages in words; a bug leaves a report file, whose name the page gives, and never a traceback."""

from __future__ import annotations

import tempfile
import traceback
from datetime import datetime
from pathlib import Path

from flask import Flask, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from sheet_tools.files import write_whole
from webapp.disk import refusal
from webapp.language import choose, gettext
from webapp.sheets import gone_words, uploads

CODES = (400, 403, 404, 405, 409, 413, 500)


def install(app: Flask) -> None:
    app.register_error_handler(HTTPException, show)
    app.register_error_handler(CSRFError, show)
    app.register_error_handler(OSError, show_refusal)
    app.register_error_handler(Exception, show_bug)


def show(error: HTTPException) -> ResponseReturnValue:
    code = error.code or 500
    message = words(code)
    # A description of our own (abort with one) says more than the code alone; werkzeug's are English.
    is_own = not isinstance(error, CSRFError) and error.description != type(error).description
    if code in (400, 404, 409, 422, 503) and is_own:
        message = error.description or message
    return answer(code, message)


def show_refusal(error: OSError) -> ResponseReturnValue:
    """What the disk refused, or a file that was removed while it was worked on; else a bug."""
    folder = uploads().folder
    refused = refusal(error, folder, writes=request.method == "POST")
    if refused is not None:
        return answer(*refused)
    if isinstance(error, FileNotFoundError) and Path(str(error.filename)).is_relative_to(folder):
        return answer(404, gone_words())
    return show_bug(error)


def show_bug(error: Exception) -> ResponseReturnValue:
    return answer(500, words(500), _written(error))


def _written(error: Exception) -> str:
    """Where the report lies; "" where neither the data folder nor that for temporary files takes it."""
    report = f"{request.method} {request.path}\n\n{''.join(traceback.format_exception(error))}"
    for folder in (uploads().folder, Path(tempfile.gettempdir())):
        path = folder / f"report-{datetime.now():%Y%m%d-%H%M%S-%f}.txt"
        try:
            write_whole(path, report.encode("utf-8", "replace"))
        except OSError:
            continue
        return str(path)
    return ""


def answer(code: int, message: str, report: str = "") -> ResponseReturnValue:
    """JSON for those who ask for it by the address, else a page."""
    choose()
    if request.path.startswith("/api/") or request.path.endswith(".json"):
        return jsonify({"error": message, "report": report} if report else {"error": message}), code
    return render_template("error.html", message=message, report=report), code


def words(code: int) -> str:
    if code == 413 and request.endpoint == "panel.drop":
        return gettext("These files are too large together: 256 MB may be dropped at once.")
    if code == 413 and request.endpoint == "pages.upload_sheet":
        return gettext(
            "More than 20 MB was dropped at once: nothing of it was loaded. A sheet with 200 items takes far less: "
            "remove pictures and other sheets. Drop several files one by one; answers of models may be larger where "
            "they are loaded, on the page of the panel."
        )
    known = {
        400: gettext("The form was out of date or incomplete. Go back, reload the page and try again."),
        403: gettext("This page answers only to this computer, under the address it was opened at."),
        404: gettext("There is no such page."),
        405: gettext("This address cannot be used that way."),
        413: gettext(
            "The file is larger than 20 MB. A sheet with 200 items takes far less: remove pictures and other sheets."
        ),
        500: gettext("The program made a mistake. Your own file is as it was."),
    }
    return known.get(code, gettext("The request could not be answered."))
