"""From a kept upload to its assessment: what every view of a sheet begins with."""

from __future__ import annotations

from collections.abc import Mapping

from flask import abort, current_app

from sheet_tools.assessment import Assessment, Checked
from sheet_tools.pipeline import Desk, Download, Settings, Source, assess_at, check, read
from webapp.uploads import Upload, Uploads


def uploads() -> Uploads:
    store: Uploads = current_app.extensions["uploads"]
    return store


def desk() -> Desk:
    found: Desk = current_app.extensions["desk"]
    return found


def upload_or_404(upload_id: str) -> Upload:
    upload = uploads().get(upload_id)
    if upload is None:
        abort(404)
    return upload


def checked_of(upload: Upload) -> Checked:
    return check(read(source_of(upload), settings(upload.choices)))


def source_of(upload: Upload) -> Source | Download:
    data = uploads().data(upload)
    if upload.link:
        return Download(upload.link, upload.name, data, upload.tab, upload.by_account)
    return Source(upload.name, data)


def settings(choices: Mapping[str, str]) -> Settings:
    """What the author chose; what is absent or empty is left to the reader."""
    sheet, encoding, delimiter = (choices.get(name) or None for name in ("sheet", "encoding", "delimiter"))
    return Settings(sheet=sheet, encoding=encoding, delimiter=delimiter)


def assessed(checked: Checked) -> Assessment:
    """With the panel's cached answers as they are now: they may have been added to since."""
    return assess_at(checked, desk())


def keep(source: Source | Download) -> Upload:
    """Keep a dropped file, or a Google sheet as fetched. Choices taken over from an older one of that name are dropped
    where they do not fit."""
    online = (source.link, source.tab, source.by_account) if isinstance(source, Download) else ()
    upload = uploads().keep(source.name, source.data, *online)
    if upload.choices and not checked_of(upload).reading.is_readable:
        return uploads().choose(upload, {})
    return upload
