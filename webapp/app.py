"""create_app: the application from its configuration."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask, Response
from flask_wtf.csrf import CSRFProtect

from sheet_tools.pipeline import Desk, Source, Sources, data_folder, task_of
from sheet_tools.words import LANGUAGES
from webapp import api, beside, errors, google, language, panel, security, views
from webapp.uploads import Uploads

MEBIBYTE = 1024 * 1024
# The largest file, and what a form adds around it.
FILE_BOUND = 20 * MEBIBYTE
FORM_BOUND = FILE_BOUND + MEBIBYTE // 4


class WholeResponse(Response):
    """Half a character (in a model's words, say) is sent as its escape, which JSON has too; it never breaks a page."""

    def set_data(self, value: bytes | str) -> None:
        super().set_data(value.encode("utf-8", "backslashreplace") if isinstance(value, str) else value)


class Page(Flask):
    response_class = WholeResponse


_DEFAULTS: Mapping[str, Any] = {
    "RESPONSES": None,
    "MODELS_FILE": None,
    "STORE": None,
    "STORES_BESIDE": (),
    "ENVIRONMENT": None,
    "CREDENTIALS": None,
    "PORT": None,
    "START_SHEET": None,
    "SAMPLE": False,
    "START_PAGE": "/",
    "FILE_BOUND": FILE_BOUND,
    "MAX_CONTENT_LENGTH": FORM_BOUND,
    "SESSION_COOKIE_NAME": "sheet_tools",
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Strict",
    # A page may lie open for days; the token ends with the browser's session.
    "WTF_CSRF_TIME_LIMIT": None,
}


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The helper page as a WSGI application.

    Keys, all optional: RESPONSES, the panel's cached answers (a folder or a store, None for none); UPLOADS, the folder
    in which uploads are kept (None: the user's data folder); START_SHEET, a file that is loaded at once (its page is
    then app.config["START_PAGE"]); SAMPLE, whether that file is the example of the program, which its page then says;
    LANG, "pl" or "en", for those who have not chosen yet. MODELS_FILE, whom the page may ask; STORE, where their
    answers are kept (None: panel.sqlite among the uploads), with STORES_BESIDE, the findings about other stores;
    ENVIRONMENT, a mapping with EVAL_BASE_URL and keys (None: the process's own); CREDENTIALS, the file of a Google
    service account (None: the one that GOOGLE_APPLICATION_CREDENTIALS names). Flask's own keys are passed on.
    Raises OSError where the folder cannot be written to or START_SHEET cannot be read.
    """
    given = dict(config or {})
    app = Page(__name__)
    app.config.update(_DEFAULTS)
    app.config.update(given)
    app.config["LANG"] = given["LANG"] if given.get("LANG") in LANGUAGES else LANGUAGES[0]
    uploads = Uploads(Path(given["UPLOADS"]) if given.get("UPLOADS") else default_folder())
    app.config["SECRET_KEY"] = given.get("SECRET_KEY") or uploads.secret()
    app.extensions["uploads"] = uploads
    app.extensions["desk"] = Desk(uploads.folder, sources(app.config, uploads.folder))
    app.json.sort_keys = app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    security.install(app)
    language.install(app)
    panel.install(app)
    google.install(app)
    CSRFProtect(app).exempt(api.blueprint)
    for blueprint in (views.blueprint, api.blueprint, panel.blueprint, google.blueprint, beside.blueprint):
        app.register_blueprint(blueprint)
    errors.install(app)
    if app.config["START_SHEET"]:
        app.config["START_PAGE"] = loaded(uploads, Path(app.config["START_SHEET"]), app.config["SAMPLE"])
    return app


def loaded(uploads: Uploads, path: Path, is_sample: bool = False) -> str:
    """Keep a file of the disk; the address of its page."""
    source = Source.from_path(path)
    with uploads.all_or_nothing(source.data):
        upload = uploads.keep(source.name, source.data)
        if not upload.choices:
            upload = uploads.choose(upload, {"task": task_of(source).name})
        if is_sample:
            uploads.mark_sample(upload)
    return f"/sheets/{upload.id}"


def sources(config: Mapping[str, Any], folder: Path) -> Sources:
    """Where the panel's answers and models are, as the configuration says."""
    given, models_file, store = (
        Path(config[name]) if config[name] else None for name in ("RESPONSES", "MODELS_FILE", "STORE")
    )
    environment = os.environ if config["ENVIRONMENT"] is None else config["ENVIRONMENT"]
    beside = tuple(config["STORES_BESIDE"])
    return Sources(given, models_file, store or folder / "panel.sqlite", environment, beside)


def default_folder() -> Path:
    return data_folder()
