"""From a kept upload to its assessment: what every view of a sheet begins with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from flask import abort, current_app

from sheet_tools.assessment import Assessment, Checked, Reading
from sheet_tools.pipeline import (
    Desk,
    Download,
    Settings,
    Source,
    Unreadable,
    answered_ids,
    assess_at,
    check,
    file_kind,
    ids_of_inputs,
    inputs_fault,
    person_answers,
    read,
    task_named,
    task_of,
)
from webapp.language import gettext
from webapp.notes import Upload
from webapp.uploads import KEPT, Uploads


def uploads() -> Uploads:
    store: Uploads = current_app.extensions["uploads"]
    return store


def desk() -> Desk:
    found: Desk = current_app.extensions["desk"]
    return found


def upload_or_404(upload_id: str) -> Upload:
    upload = uploads().get(upload_id)
    if upload is None:
        uploads().check_is_there()
        abort(404, description=gone_words())
    return _with_its_task(upload) if upload.recovered and not upload.choices else upload


def _with_its_task(upload: Upload) -> Upload:
    """The choices were lost with the note; the task is told anew."""
    return replace(upload, choices={"task": task_of(Source(upload.name, uploads().data(upload))).name})


def gone_words() -> str:
    gone = gettext(
        "This file is no longer here: it was deleted, or {n} newer ones came. Load it once more on the start page."
    )
    return gone.format(n=KEPT)


def checked_of(upload: Upload) -> Checked:
    """The checks of a kept file. An inputs.jsonl beside it that cannot be used never hides it: it is an error more."""
    chosen, source = settings(upload.choices), source_of(upload)
    fault = inputs_fault(source, chosen) if isinstance(source, Source) else None
    if fault is None:
        return check(read(source, chosen))
    checked = check(read(source, replace(chosen, inputs=None)))
    said = [fault, *(finding for finding in checked.findings if finding.code != "inputs-not-compared")]
    return replace(checked, findings=tuple(said)) if checked.reading.is_readable else checked


def source_of(upload: Upload) -> Source | Download:
    data = uploads().data(upload)
    if upload.link:
        return Download(upload.link, upload.name, data, upload.tab, upload.by_account)
    return Source(upload.name, data)


def settings(choices: Mapping[str, str]) -> Settings:
    """What the author chose; what is absent or empty is left to the reader. `inputs` is the id of another upload."""
    sheet, encoding, delimiter = (choices.get(name) or None for name in ("sheet", "encoding", "delimiter"))
    breaks = choices.get("line_breaks") or None
    task, inputs = task_named(choices.get("task", "")), beside(choices, "inputs")
    return Settings(task, sheet, encoding, delimiter, inputs, line_breaks=breaks)


def beside(choices: Mapping[str, str], kind: str) -> Source | None:
    """The other upload that stands beside a sheet: its inputs.jsonl, a person's answers. One that is no longer kept is
    an empty file, which a finding speaks of: the sheet must not go unchecked in silence."""
    if not choices.get(kind):
        return None
    other = uploads().get(choices[kind])
    return Source(other.name, uploads().data(other)) if other else Source(f"{kind}.jsonl", b"")


def assessed(checked: Checked, upload: Upload | None = None) -> Assessment:
    """With the panel's cached answers as they are now: they may have been added to since; and with a person's, where
    the upload has such a sheet beside it. Of one that cannot be used a finding says why."""
    source = beside(upload.choices, "person") if upload else None
    if upload is None or source is None:
        return assess_at(checked, desk())
    try:
        solved, _ = person_answers(source, settings(upload.choices))
    except Unreadable as unreadable:
        return replace(assess_at(checked, desk()), person_fault=unreadable.finding)
    return assess_at(checked, desk(), solved)


def keep(source: Source | Download) -> Upload:
    """Keep a dropped file, or a Google sheet as fetched. Choices taken over from an older one of that name are dropped
    where they do not fit."""
    online = (source.link, source.tab, source.by_account) if isinstance(source, Download) else ()
    with uploads().all_or_nothing(source.data):
        return _with_fitting_choices(uploads().keep(source.name, source.data, *online), source)


def _with_fitting_choices(upload: Upload, source: Source | Download) -> Upload:
    if upload.choices:
        reading = checked_of(upload).reading
        if reading.is_readable and reading.items:
            return upload
    # Read once: the task is told by what was read.
    reading = read(source, replace(settings({}), told=False))
    name = reading.task.name
    upload = uploads().choose(upload, {"task": name} if name != task_named("").name else {})
    inputs = known_inputs(upload, reading)
    return uploads().choose(upload, {**upload.choices, "inputs": inputs.id}) if inputs else upload


def known_inputs(upload: Upload, reading: Reading) -> Upload | None:
    """Of the files that were loaded before the inputs.jsonl that has the sheet's ids."""
    task = reading.task
    if not task.given or not reading.is_readable or not reading.items:
        return None
    for other in uploads().latest():
        source = source_of(other)
        if isinstance(source, Source) and other.id != upload.id and file_kind(source) == "inputs":
            ids = ids_of_inputs(source, task)
            if answered_ids(reading.items, task, ids) * 2 > len(reading.items):
                return other
    return None
