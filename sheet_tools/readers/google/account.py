"""A service account: its file, and one patient client of the Sheets API over gspread.

Nothing of the file is kept, shown or logged but the account's e-mail, which the author needs to share the sheet with.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sheet_tools.findings import Finding, Unreadable
from sheet_tools.readers.google.faults import Fault, of_exception, of_response, wait_after
from sheet_tools.readers.google.service import Patience, Service

if TYPE_CHECKING:
    from gspread.http_client import HTTPClient

ENVIRONMENT = "GOOGLE_APPLICATION_CREDENTIALS"
_SCOPES = ("https://www.googleapis.com/auth/spreadsheets",)
_GOOGLE = "https://sheets.googleapis.com"
_NEEDED = ("client_email", "private_key", "token_uri")
_LARGEST_FILE = 64 * 1024


@dataclass(frozen=True, slots=True)
class Account:
    """A service account. `info` is what its file holds, and never shown."""

    email: str
    info: Mapping[str, Any] = field(repr=False)


def find_credentials(given: Path | None) -> Path | None:
    """The file given, else the one that the environment names; None: no account."""
    named = os.environ.get(ENVIRONMENT)
    return given or (Path(named) if named else None)


def read_account(path: Path) -> Account:
    """Raises Unreadable (google-credentials-…) for a file that is no key of a service account."""
    try:
        with path.open("rb") as file:
            info = json.loads(file.read(_LARGEST_FILE))
    except OSError as error:
        raise _unusable("google-credentials-file", name=path.name, reason=error.strerror or "") from error
    except ValueError:
        # The message of the parser would show a piece of the file.
        raise _unusable("google-credentials-kind", name=path.name) from None
    if not isinstance(info, dict) or info.get("type") != "service_account":
        raise _unusable("google-credentials-kind", name=path.name)
    if not all(isinstance(info.get(name), str) and info[name] for name in _NEEDED):
        raise _unusable("google-credentials-kind", name=path.name)
    return Account(info["client_email"], info)


def open_client(account: Account, service: Service) -> HTTPClient:
    """gspread's client, made patient. Raises Unreadable where the account's key cannot be read."""
    import gspread

    try:
        client = gspread.service_account_from_dict(account.info, _SCOPES, _patient(account, service))
    except ValueError:
        raise _unusable("google-credentials-kind", name=account.email) from None
    client.set_timeout((service.patience.connect, service.patience.read))
    return client.http_client


def _patient(account: Account, service: Service) -> type[HTTPClient]:
    """gspread's own clients wait for ever, or never: this one has time-outs, bounded retries and honours Retry-After.

    A write is repeated only where Google said that it was over quota, and so did nothing: after any other failure
    nobody knows whether it was done.
    """
    from google.auth.exceptions import GoogleAuthError, TransportError
    from gspread.http_client import HTTPClient
    from requests import RequestException, Response

    class PatientClient(HTTPClient):
        def request(self, method: str, endpoint: str, *args: Any, **words: Any) -> Response:
            writing = method.lower() != "get"
            endpoint = service.sheets + endpoint.removeprefix(_GOOGLE)
            patience = service.patience
            tries, waited = 0, 0.0
            while True:
                outcome = self._once(method, endpoint, writing, words)
                if isinstance(outcome, Response):
                    return outcome
                tries += 1
                wait = _wait(outcome, tries, waited, writing, patience)
                if wait is None:
                    raise Unreadable(_after_a_write(outcome) if writing else outcome.finding)
                patience.sleep(wait)
                waited += wait

        def _once(self, method: str, endpoint: str, writing: bool, words: Mapping[str, Any]) -> Response | Fault:
            try:
                answer = self.session.request(method=method, url=endpoint, timeout=self.timeout, **words)
                if answer.ok and _is_json(answer.content):
                    return answer
            except RequestException as error:
                return of_exception(error)
            except TransportError as error:
                return _of_transport(error)
            except GoogleAuthError as error:
                if error.retryable:
                    # google-auth has tried again by itself.
                    return Fault(Finding("google-trouble", values={"status": 503}))
                return Fault(Finding("google-account-refused", values={"email": account.email}))
            if answer.ok:
                return Fault(Finding("google-odd-answer", values={"status": answer.status_code}), retry=True)
            return of_response(answer, account.email, writing)

    return PatientClient


def _wait(fault: Fault, tries: int, waited: float, writing: bool, patience: Patience) -> float | None:
    if writing and fault.finding.code != "google-quota":
        return None
    return wait_after(fault, tries, waited, patience)


def _after_a_write(fault: Fault) -> Finding:
    """A refusal is certain; whatever else may have come after the work was done."""
    certain = not fault.retry or fault.finding.code in ("google-quota", "google-no-network")
    return fault.finding if certain else Finding("google-write-unknown")


def _of_transport(error: Exception) -> Fault:
    """Signing in failed on the way: google-auth hides the error of the connection in its own."""
    cause = error.args[0] if error.args else None
    return of_exception(cause if isinstance(cause, Exception) else error)


def _is_json(content: bytes) -> bool:
    return content.lstrip()[:1] in (b"{", b"[")


def _unusable(code: str, **values: object) -> Unreadable:
    return Unreadable(Finding(code, values=values))
