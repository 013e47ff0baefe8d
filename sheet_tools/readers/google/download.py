"""A Google sheet fetched once and kept: what Google gave, to be read again without asking it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from sheet_tools.findings import Finding, Unreadable
from sheet_tools.readers.google.account import find_credentials, open_client, read_account
from sheet_tools.readers.google.links import parse_link
from sheet_tools.readers.google.online import Fetched, OnlineSheet, of_export, of_snapshot
from sheet_tools.readers.google.snapshot import Snapshot, take_snapshot
from sheet_tools.readers.model import AS_FOUND, ReadOptions
from sheet_tools.tasks import Task


@dataclass(frozen=True, slots=True)
class Download:
    """What Google gave for a link, as bytes: the workbook (.xlsx), or (`by_account`) the answer of the Sheets API.

    `tab` is the name of the tab that the link chooses where Google told it; `title` the spreadsheet's.
    """

    link: str
    title: str
    data: bytes
    tab: str | None = None
    by_account: bool = False

    @property
    def name(self) -> str:
        return self.title

    def fetch(self, task: Task, options: ReadOptions = AS_FOUND) -> Fetched:
        """The workbook. Raises Unreadable."""
        link = parse_link(self.link)
        if not self.by_account:
            return of_export(self.data, self.title, self.tab, link, task, options)
        try:
            return of_snapshot(Snapshot(json.loads(self.data)), link)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise Unreadable(Finding("google-odd-answer", values={"status": 200})) from error


def download(sheet: OnlineSheet) -> Download:
    """Fetch the sheet as it is now. Raises Unreadable with the finding that says why not."""
    from sheet_tools.readers.google.export import export

    link = parse_link(sheet.pasted)
    path = find_credentials(sheet.credentials)
    if path is None:
        exported = export(link, sheet.service)
        return Download(sheet.pasted, exported.title, exported.data, exported.tab)
    snapshot = take_snapshot(open_client(read_account(path), sheet.service), link.id)
    # ASCII: a lone surrogate in a text stays what it is.
    return Download(sheet.pasted, snapshot.title or link.id, json.dumps(snapshot.raw).encode("ascii"), by_account=True)
