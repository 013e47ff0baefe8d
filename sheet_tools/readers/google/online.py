"""A Google sheet by its pasted link: read as often as asked, and annotated where there is a service account."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sheet_tools.cells import Place
from sheet_tools.findings import Finding, Unreadable
from sheet_tools.readers import read_workbook
from sheet_tools.readers.google.account import find_credentials, open_client, read_account
from sheet_tools.readers.google.links import Link, parse_link
from sheet_tools.readers.google.service import Service, service
from sheet_tools.readers.google.snapshot import Snapshot, take_snapshot
from sheet_tools.readers.google.writing import Plan, Review, plan
from sheet_tools.readers.model import AS_FOUND, Program, ReadOptions, Workbook
from sheet_tools.tasks import Task

if TYPE_CHECKING:
    from gspread.http_client import HTTPClient


class Fetched(NamedTuple):
    """The workbook as it is now, and the name of the tab that the link chooses; `tab` is None where it chooses none or
    where its name could not be told (a finding says so)."""

    workbook: Workbook
    tab: str | None


@dataclass(frozen=True, slots=True)
class OnlineSheet:
    """A pasted link, and the file of a service account (None: the one that the environment names, or none)."""

    pasted: str
    credentials: Path | None = None
    service: Service = field(default_factory=service)

    @property
    def name(self) -> str:
        """What messages call it by until its title is known: without a path, since an address may hold a key."""
        return "Google Sheets"

    @property
    def account_email(self) -> str | None:
        """The e-mail to share the sheet with; None without an account. Raises Unreadable for a wrong file."""
        path = find_credentials(self.credentials)
        return read_account(path).email if path else None

    def fetch(self, task: Task, options: ReadOptions = AS_FOUND) -> Fetched:
        """The spreadsheet as it is now. Raises Unreadable with the finding that says why not."""
        link = parse_link(self.pasted)
        path = find_credentials(self.credentials)
        if path is None:
            return self._exported(link, task, options)
        return of_snapshot(take_snapshot(open_client(read_account(path), self.service), link.id), link)

    def edit(self) -> Editing:
        """The spreadsheet as it is now, with the means to write. Raises Unreadable; without an account too."""
        link = parse_link(self.pasted)
        path = find_credentials(self.credentials)
        if path is None:
            raise Unreadable(Finding("google-account-needed"))
        client = open_client(read_account(path), self.service)
        snapshot = take_snapshot(client, link.id)
        return Editing(client, link, snapshot, of_snapshot(snapshot, link))

    def _exported(self, link: Link, task: Task, options: ReadOptions) -> Fetched:
        from sheet_tools.readers.google.export import export

        exported = export(link, self.service)
        return of_export(exported.data, exported.title, exported.tab, link, task, options)


class Editing(NamedTuple):
    """A spreadsheet at the moment before writing."""

    client: HTTPClient
    link: Link
    snapshot: Snapshot
    fetched: Fetched

    def plan(self, review: Review) -> Plan:
        return plan(self.snapshot, review)

    def write(self, what: Plan) -> None:
        """One call for structure, notes, colours and record, all or nothing; one for the values of our tab, as they
        are (RAW: nothing is taken for a formula or a number). Raises Unreadable where it was refused, or where it is
        not known whether it was done."""
        if what.requests:
            self.client.batch_update(self.link.id, {"requests": what.requests, "includeSpreadsheetInResponse": False})
        if what.values:
            self._write_values(what)

    def _write_values(self, what: Plan) -> None:
        try:
            self.client.values_batch_update(self.link.id, {"valueInputOption": "RAW", "data": what.values})
        except Unreadable as unreadable:
            # Notes and colours stand already: „nothing was written” would not be true.
            raise Unreadable(Finding("google-write-unknown")) from unreadable


def of_export(
    data: bytes, title: str, tab: str | None, link: Link, task: Task, options: ReadOptions = AS_FOUND
) -> Fetched:
    """A sheet as Google exports it; `tab` is the name of the tab that the link chooses, None where it is not known."""
    from sheet_tools.readers.google.workbook import as_the_author_has_it

    workbook = as_the_author_has_it(read_workbook(data, f"{title}.xlsx", task, options))
    workbook.source, workbook.program = title, Program.GOOGLE
    workbook.findings.append(Finding("google-public"))
    found = _same_name(tab, workbook) if tab else None
    if link.gid is not None and found is None:
        workbook.findings.append(Finding("google-tab-unknown"))
    return Fetched(workbook, found)


def of_snapshot(snapshot: Snapshot, link: Link) -> Fetched:
    """A sheet as the Sheets API tells of it."""
    # Loaded when a sheet asks for it, as every reader is.
    from sheet_tools.readers.google.workbook import workbook_of

    workbook = workbook_of(snapshot)
    tab = snapshot.tab(link.gid)
    if link.gid is not None and tab not in [sheet.name for sheet in workbook.sheets]:
        tab = None
        workbook.findings.append(Finding("google-tab-unknown", Place()))
    return Fetched(workbook, tab)


def _same_name(tab: str, workbook: Workbook) -> str | None:
    """The sheet of this name. A name of a file has other signs for some (/ and : among them), so letters and digits
    decide where no name is the very same; None where that is more than one sheet, or none."""
    names = [sheet.name for sheet in workbook.sheets]
    if tab in names:
        return tab
    alike = [name for name in names if _plain(name) == _plain(tab)]
    return alike[0] if len(alike) == 1 else None


def _plain(name: str) -> str:
    return "".join(sign for sign in name if sign.isalnum())
