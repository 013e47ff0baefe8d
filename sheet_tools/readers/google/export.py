"""A sheet without an account: the workbook that Google exports as .xlsx, read like any file.

Google sends it on to another of its hosts; nothing but a workbook is accepted, since an unshared sheet answers with
a sign-in page (notes: only the id is taken from the pasted address, the export's own address is built from it).
"""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

from sheet_tools.findings import Finding, Unreadable
from sheet_tools.readers.google.faults import Fault, of_exception, quota, retry_after, wait_after
from sheet_tools.readers.google.links import Link
from sheet_tools.readers.google.service import Service

if TYPE_CHECKING:
    import requests

# A set of 200 items takes some 50 KiB.
MAX_BYTES = 32 * 2**20
_ZIP = b"PK\x03\x04"
_HOPS = 5
_FILE_NAME_UTF8 = re.compile(r"filename\*\s*=\s*UTF-8''([^;]+)", re.IGNORECASE)
_FILE_NAME = re.compile(r'filename\s*=\s*"?([^";]+)', re.IGNORECASE)


class Exported(NamedTuple):
    """The workbook's bytes, the spreadsheet's title, and the name of the tab that the link chose (None: not told)."""

    data: bytes
    title: str
    tab: str | None


class _Answer(NamedTuple):
    """The end of a chain of redirections: `address` where it ended; a status of 0: at a page to sign in."""

    status: int
    address: str
    headers: requests.structures.CaseInsensitiveDict[str]
    body: bytes


def export(link: Link, service: Service) -> Exported:
    """Raises Unreadable with the finding that says why there is no workbook."""
    import requests

    with requests.Session() as session:
        address = f"{service.docs}/spreadsheets/d/{link.id}/export?format=xlsx"
        answer = _tried(session, address, link, service)
        title = _file_name(answer).removesuffix(".xlsx")
        tab = None if link.gid is None else _tab(session, link, title, service)
        return Exported(answer.body, title or link.id, tab)


def _tried(session: requests.Session, address: str, link: Link, service: Service) -> _Answer:
    """An answer that is a workbook, after as many tries as patience has."""
    patience = service.patience
    tries, waited = 0, 0.0
    while True:
        outcome = _once(session, address, service)
        if isinstance(outcome, _Answer):
            outcome = judge(outcome, link) or outcome
        if isinstance(outcome, _Answer):
            return outcome
        tries += 1
        wait = wait_after(outcome, tries, waited, patience)
        if wait is None:
            raise Unreadable(outcome.finding)
        patience.sleep(wait)
        waited += wait


def judge(answer: _Answer, link: Link) -> Fault | None:
    """Why an answer is no workbook; None where it is one."""
    status = answer.status
    if status == 200 and answer.body.startswith(_ZIP):
        return None
    if status == 200 and len(answer.body) > MAX_BYTES:
        return Fault(Finding("google-too-large"))
    wait = retry_after(answer.headers)
    if status == 429:
        return Fault(quota(wait), retry=True, wait=wait)
    if status in (404, 410):
        return Fault(Finding("google-not-found"))
    if status == 413:
        return Fault(Finding("google-too-large"))
    if status in (0, 401, 403) or (status == 200 and _is_page(answer)):
        return Fault(Finding("google-not-shared"))
    if link.uploaded and status in (400, 500):
        return Fault(Finding("google-uploaded-file"))
    if status == 408 or status >= 500:
        return Fault(Finding("google-trouble", values={"status": status}), retry=True, wait=wait)
    return Fault(Finding("google-odd-answer", values={"status": status}))


def _is_page(answer: _Answer) -> bool:
    return "html" in answer.headers.get("Content-Type", "").lower() or answer.body.lstrip()[:1] == b"<"


def _once(session: requests.Session, address: str, service: Service, *, headers_only: bool = False) -> _Answer | Fault:
    import requests

    patience = service.patience
    deadline = time.monotonic() + patience.whole
    timeout = (patience.connect, patience.read)
    try:
        for _ in range(_HOPS):
            with session.get(address, timeout=timeout, allow_redirects=False, stream=True) as answer:
                target = answer.headers.get("Location") if answer.is_redirect else None
                if target is None:
                    body = b"" if headers_only else _body(answer, deadline)
                    if body is None:
                        return Fault(Finding("google-timeout"), retry=True, timed_out=True)
                    return _Answer(answer.status_code, address, answer.headers, body)
            address = urljoin(address, target)
            if (urlsplit(address).hostname or "").startswith("accounts.") or "/ServiceLogin" in address:
                return _Answer(0, address, answer.headers, b"")
            if not service.may_lead_to(address):
                return Fault(Finding("google-odd-answer", values={"status": answer.status_code}))
    except requests.RequestException as error:
        return of_exception(error)
    return Fault(Finding("google-odd-answer", values={"status": answer.status_code}))


def _body(answer: requests.Response, deadline: float) -> bytes | None:
    """The body, cut where it is longer than any that is accepted; None where it did not come in time."""
    body = bytearray()
    for piece in answer.iter_content(65536):
        body += piece
        if len(body) > MAX_BYTES:
            return b"\0" + bytes(body)
        if time.monotonic() > deadline:
            return None
    return bytes(body)


def _file_name(answer: _Answer) -> str:
    said = answer.headers.get("Content-Disposition", "")
    if match := _FILE_NAME_UTF8.search(said):
        return unquote(match[1].strip())
    match = _FILE_NAME.search(said)
    return match[1].strip() if match else ""


def _tab(session: requests.Session, link: Link, title: str, service: Service) -> str | None:
    """The name of the tab that a link chooses. The workbook has names and no gids, but Google calls the export of one
    tab as text "Title - Tab.csv"; only that name is asked for, not the text."""
    address = f"{service.docs}/spreadsheets/d/{link.id}/export?format=csv&gid={link.gid}"
    answer = _once(session, address, service, headers_only=True)
    if isinstance(answer, Fault) or answer.status != 200:
        return None
    name = _file_name(answer)
    prefix, suffix = f"{title} - ", ".csv"
    if not title or not name.startswith(prefix) or not name.endswith(suffix):
        return None
    return name[len(prefix) : -len(suffix)]
