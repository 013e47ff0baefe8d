"""From a kept upload to its assessment: what every view of a sheet begins with."""

from __future__ import annotations

from collections.abc import Mapping

from flask import abort, current_app

from sheet_tools.assessment import Assessment, Checked
from sheet_tools.pipeline import (
    Desk,
    Download,
    Responses,
    Settings,
    Source,
    Unreadable,
    assess_at,
    check,
    person_answers,
    read,
    task_named,
    task_of,
)
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
    """What the author chose; what is absent or empty is left to the reader. `inputs` is the id of another upload."""
    sheet, encoding, delimiter = (choices.get(name) or None for name in ("sheet", "encoding", "delimiter"))
    return Settings(task_named(choices.get("task", "")), sheet, encoding, delimiter, beside(choices, "inputs"))


def beside(choices: Mapping[str, str], kind: str) -> Source | None:
    """The other upload that stands beside a sheet (its inputs.jsonl, a person's answers); None where it is gone."""
    other = uploads().get(choices.get(kind, ""))
    return Source(other.name, uploads().data(other)) if other else None


def solved_by_person(upload: Upload) -> Responses | None:
    """The answers of one who solved the items blind; None without such a sheet, or where it cannot be read."""
    source = beside(upload.choices, "person")
    if source is None:
        return None
    try:
        return person_answers(source, settings(upload.choices))[0]
    except Unreadable:
        return None


def assessed(checked: Checked, upload: Upload | None = None) -> Assessment:
    """With the panel's cached answers as they are now: they may have been added to since; and with a person's."""
    return assess_at(checked, desk(), solved_by_person(upload) if upload else None)


def keep(source: Source | Download) -> Upload:
    """Keep a dropped file, or a Google sheet as fetched. Choices taken over from an older one of that name are dropped
    where they do not fit."""
    online = (source.link, source.tab, source.by_account) if isinstance(source, Download) else ()
    upload = uploads().keep(source.name, source.data, *online)
    if not upload.choices and isinstance(source, Source) and (name := task_of(source).name) != task_named("").name:
        upload = uploads().choose(upload, {"task": name})
    if upload.choices and not checked_of(upload).reading.is_readable:
        return uploads().choose(upload, {})
    return upload
