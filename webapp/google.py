"""Google Sheets on the page: a link is fetched and kept as an upload, fetched again, and written back to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import BoundedSemaphore

from flask import Blueprint, Flask, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from sheet_tools.pipeline import OnlineSheet, Unreadable, annotate, download
from sheet_tools.report.panel_box import finding_line
from sheet_tools.report.review import Review, review
from webapp.language import gettext, lang
from webapp.notes import Upload
from webapp.sheets import assessed, checked_of, keep, settings, upload_or_404

blueprint = Blueprint("google", __name__)
UNREADABLE = 422
_LONGEST = 2000
# Far fewer than the server has threads (webapp/server.py).
FETCHES = 3


@dataclass(frozen=True, slots=True)
class Account:
    """The service account. `email` is "" where there is none; `trouble` says why its file cannot be used."""

    email: str = ""
    trouble: tuple[str, str] | None = None


def account() -> Account:
    try:
        return Account(online("").account_email or "")
    except Unreadable as unreadable:
        return Account(trouble=finding_line(unreadable.finding, lang()))


def online(link: str) -> OnlineSheet:
    given = current_app.config["CREDENTIALS"]
    return OnlineSheet(link, Path(given) if given else None)


@blueprint.post("/links")
def fetch() -> ResponseReturnValue:
    link = request.form.get("link", "").strip()[:_LONGEST]
    if not link:
        abort(400, description=gettext("No link was pasted."))
    return _fetched(link)


@blueprint.post("/sheets/<upload_id>/reread")
def fetch_again(upload_id: str) -> ResponseReturnValue:
    return _fetched(_online_upload(upload_id).link)


@blueprint.get("/sheets/<upload_id>/google")
def preview(upload_id: str) -> ResponseReturnValue:
    """The dry run: the sheet is read, and nothing is written."""
    return _annotated(_online_upload(upload_id), dry_run=True)


@blueprint.post("/sheets/<upload_id>/google")
def write(upload_id: str) -> ResponseReturnValue:
    return _annotated(_online_upload(upload_id), dry_run=False)


def install(app: Flask) -> None:
    app.extensions["fetches"] = BoundedSemaphore(FETCHES)


@contextmanager
def a_turn() -> Iterator[None]:
    """The network may keep one waiting for half a minute: few wait for it at once, so that the page answers others."""
    turns: BoundedSemaphore = current_app.extensions["fetches"]
    if not turns.acquire(blocking=False):
        busy = gettext("{n} Google sheets are being fetched or written just now. Try again in half a minute.")
        abort(503, description=busy.format(n=FETCHES))
    try:
        yield
    finally:
        turns.release()


def _fetched(link: str) -> ResponseReturnValue:
    try:
        with a_turn():
            fetched = download(online(link))
        kept = keep(fetched)
    except Unreadable as unreadable:
        refused = finding_line(unreadable.finding, lang())
        return render_template("link.html", link=link, refused=refused, account=account()), UNREADABLE
    return redirect(url_for("pages.sheet", upload_id=kept.id), 303)


def _online_upload(upload_id: str) -> Upload:
    upload = upload_or_404(upload_id)
    if not upload.link:
        abort(404)
    return upload


def _annotated(upload: Upload, *, dry_run: bool) -> ResponseReturnValue:
    assessment = assessed(checked_of(upload))
    if not assessment.checked.reading.is_readable:
        abort(409, description=gettext("The sheet could not be read: there is nothing to write."))
    done: Review | None = None
    refused: tuple[str, str] | None = None
    try:
        with a_turn():
            said = annotate(online(upload.link), assessment, settings(upload.choices), lang(), dry_run=dry_run)
        done = review(said, lang())
    except Unreadable as unreadable:
        refused = finding_line(unreadable.finding, lang())
    values = {"upload": upload, "done": done, "refused": refused, "dry_run": dry_run, "account": account()}
    return render_template("google.html", **values), UNREADABLE if refused else 200
