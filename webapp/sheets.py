"""From a kept upload to its assessment: what every view of a sheet begins with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from flask import abort, current_app

from sheet_tools.assessment import Assessment, Checked
from sheet_tools.pipeline import Settings, Source, assess_cached, check, read
from webapp.uploads import Upload, Uploads


def uploads() -> Uploads:
    store: Uploads = current_app.extensions["uploads"]
    return store


def upload_or_404(upload_id: str) -> Upload:
    upload = uploads().get(upload_id)
    if upload is None:
        abort(404)
    return upload


def checked_of(upload: Upload) -> Checked:
    source = Source(upload.name, uploads().data(upload))
    return check(read(source, settings(upload.choices)))


def settings(choices: Mapping[str, str]) -> Settings:
    """What the author chose; what is absent or empty is left to the reader."""
    sheet, encoding, delimiter = (choices.get(name) or None for name in ("sheet", "encoding", "delimiter"))
    return Settings(sheet=sheet, encoding=encoding, delimiter=delimiter)


def assessed(checked: Checked) -> Assessment:
    """With the panel's cached answers as they are now: they may have been added to since."""
    responses = current_app.config["RESPONSES"]
    return assess_cached(checked, Path(responses) if responses else None)


def keep(name: str, data: bytes) -> Upload:
    """Keep a dropped file. Choices taken over from an older file of that name are dropped where they do not fit."""
    upload = uploads().keep(name, data)
    if upload.choices and not checked_of(upload).reading.is_readable:
        return uploads().choose(upload, {})
    return upload
