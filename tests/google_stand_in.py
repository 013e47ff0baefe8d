"""A stand-in of Google on loopback: the Sheets API, the export of docs.google.com, the token endpoint, and faults.

What it answers is held against recorded answers of the real service where those are at hand (test_google_recorded.py).
"""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from google_book import Book, Json, Refused, put_value, range_name
from google_export import as_google_writes, as_xlsx
from stand_in_server import gone

EMAIL = "pomocnik@zestaw-proba.iam.gserviceaccount.example"
NATIVE_ID = "1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE"
_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)


@dataclass
class Fault:
    """What goes wrong `times` times with requests that `when` picks (method, path). `status` 0: the connection breaks;
    `silent`: no answer until the other side has given up; `after`: the request is carried out all the same."""

    status: int = 0
    body: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    times: int = 1
    when: Callable[[str, str], bool] = lambda method, path: True
    silent: bool = False
    after: bool = False


@dataclass
class StandIn:
    """The state of the service. `seen`: (method, path, body) of every request; `before`: called before each one."""

    url: str = ""
    books: dict[str, Book] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    seen: list[tuple[str, str, Any]] = field(default_factory=list)
    tokens: set[str] = field(default_factory=set)
    before: Callable[[str, str], None] = lambda method, path: None
    open_to_all: bool = False

    def add(self, book: Book) -> Book:
        self.books[book.id] = book
        return book

    def calls(self, method: str = "", part: str = "") -> list[tuple[str, str, Any]]:
        return [one for one in self.seen if method in ("", one[0]) and part in one[1]]

    def next_fault(self, method: str, path: str) -> Fault | None:
        for fault in self.faults:
            if fault.times > 0 and fault.when(method, path):
                fault.times -= 1
                return fault
        return None

    def answer(self, method: str, path: str, query: dict[str, list[str]], body: Any, who: str | None) -> Json:
        """The Sheets API and the one call of Drive that makes a spreadsheet."""
        if path == "/drive/v3/files" and method == "POST":
            book = self.add(Book(self._new_id(), body["name"]))
            return {"kind": "drive#file", "id": book.id, "name": book.title, "mimeType": body["mimeType"]}
        steps = path.removeprefix("/v4/spreadsheets/").split("/")
        name, _, verb = steps[0].partition(":")
        book = self._book(name, who, method)
        if len(steps) == 1:
            return self._spreadsheet(book, verb, query, body)
        what = unquote("/".join(steps[1:]))
        return _values(book, method, what, query, body)

    new_ids: list[str] = field(default_factory=list)

    def _new_id(self) -> str:
        return self.new_ids.pop(0) if self.new_ids else f"{NATIVE_ID[:-4]}{len(self.books):04d}"

    def _book(self, name: str, who: str | None, method: str) -> Book:
        if name not in self.books:
            raise Refused(404, "NOT_FOUND", "Requested entity was not found.")
        book = self.books[name]
        role = "writer" if self.open_to_all else book.roles.get(who or "", "reader" if book.public else "")
        if not role or (method != "GET" and role != "writer"):
            raise Refused(403, "PERMISSION_DENIED", "The caller does not have permission")
        if book.uploaded:
            raise Refused(400, "FAILED_PRECONDITION", "This operation is not supported for this document")
        if book.protected and method != "GET":
            message = "You are trying to edit a protected cell or object. Please contact the spreadsheet owner"
            raise Refused(400, "INVALID_ARGUMENT", message)
        return book

    def _spreadsheet(self, book: Book, verb: str, query: dict[str, list[str]], body: Any) -> Json:
        if verb == "batchUpdate":
            return {"spreadsheetId": book.id, "replies": book.batch(body["requests"])}
        ranges, fields = query.get("ranges", []), query.get("fields", [None])[0]
        grid = query.get("includeGridData", ["false"])[0].lower() == "true"
        return book.answer([r for r in ranges if r], fields, grid)


def _values(book: Book, method: str, what: str, query: dict[str, list[str]], body: Any) -> Json:
    by_column = (query.get("majorDimension") or [(body or {}).get("majorDimension")])[0] == "COLUMNS"
    raw = query.get("valueInputOption", ["RAW"])[0] == "RAW"
    if what == "values:batchUpdate":
        done = [book.write(one["range"], one["values"], body["valueInputOption"] == "RAW") for one in body["data"]]
        totals = {f"totalUpdated{name}": sum(one[f"updated{name}"] for one in done) for name in ("Rows", "Cells")}
        columns = max(one["updatedColumns"] for one in done)
        totals |= {
            "totalUpdatedColumns": columns,
            "totalUpdatedSheets": len({o["updatedRange"].split("!")[0] for o in done}),
        }
        return {"spreadsheetId": book.id, **totals, "responses": done}
    render = query.get("valueRenderOption", ["FORMATTED_VALUE"])[0]
    if what == "values:batchGet":
        found = [book.values(one, render, by_column) for one in query["ranges"]]
        return {"spreadsheetId": book.id, "valueRanges": found}
    if what == "values:batchClear":
        return {"spreadsheetId": book.id, "clearedRanges": [_clear(book, one) for one in body["ranges"]]}
    area = what.removeprefix("values/")
    if area.endswith(":clear"):
        return {"spreadsheetId": book.id, "clearedRange": _clear(book, area.removesuffix(":clear"))}
    if area.endswith(":append"):
        return {"spreadsheetId": book.id, **_append(book, area.removesuffix(":append"), body["values"], raw, by_column)}
    if method == "PUT":
        return book.write(area, body["values"], raw, by_column)
    return book.values(area, render, by_column)


def _clear(book: Book, area: str) -> str:
    tab, rows, columns = book.range(area)
    for row in rows:
        for column in columns:
            if (row, column) in tab.cells:
                put_value(tab, row, column, "", True)
    return range_name(tab, rows.start, columns.start, len(rows), len(columns))


def _append(book: Book, area: str, values: list[list[Any]], raw: bool, by_column: bool) -> Json:
    """Under the table that the range touches (of a whole sheet: the last one), from its first column; where there is
    none, at the range's beginning."""
    tab, rows, columns = book.range(area)
    used = {place for place, cell in tab.cells.items() if "userEnteredValue" in cell}
    corner = (rows.start, columns.start)
    start = max(used, default=None) if len(rows) == tab.rows else corner if corner in used else None
    table = _region(start, used) if start else set()
    row = max((r for r, _ in table), default=rows.start - 1) + 1
    column = min((c for _, c in table), default=columns.start)
    tab.rows = max(tab.rows, row + len(values))
    done = {"updates": book.write(range_name(tab, row, column, 1, 1), values, raw, by_column)}
    if not table:
        return done
    top = min(r for r, _ in table)
    width = max(c for _, c in table) - column + 1
    return {"tableRange": range_name(tab, top, column, row - top, width), **done}


def _region(start: tuple[int, int], used: set[tuple[int, int]]) -> set[tuple[int, int]]:
    found, next_ones = {start}, [start]
    while next_ones:
        row, column = next_ones.pop()
        near = {(row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & used - found
        found |= near
        next_ones += near
    return found


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # header and body in one piece: else each call waits 40 ms
    state: StandIn

    def do_GET(self) -> None:
        self._serve("GET")

    def do_POST(self) -> None:
        self._serve("POST")

    def do_PUT(self) -> None:
        self._serve("PUT")

    def _serve(self, method: str) -> None:
        data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = urlsplit(self.path)
        is_json = "json" in (self.headers.get("Content-Type") or "")
        body = json.loads(data) if data and is_json else data.decode()
        self.state.seen.append((method, self.path, body or None))
        self.state.before(method, self.path)
        fault = self.state.next_fault(method, self.path)
        if fault is not None:
            if fault.silent:
                gone(self.connection)
            if fault.after:
                self._answer(method, parts.path, parse_qs(parts.query), body)
            if fault.status == 0:
                self.close_connection = True
                return
            self._send(fault.status, fault.body.encode(), fault.headers)
            return
        status, answer, headers = self._answer(method, parts.path, parse_qs(parts.query), body)
        self._send(status, answer, headers)

    def _answer(
        self, method: str, path: str, query: dict[str, list[str]], body: Any
    ) -> tuple[int, bytes, dict[str, str]]:
        as_json = {"Content-Type": "application/json; charset=UTF-8"}
        if path == "/token":
            return 200, json.dumps(self._token(body)).encode(), as_json
        if path.startswith(("/spreadsheets/", "/download/")):
            return self._export(path, query)
        token = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        if token not in self.state.tokens and not self.state.open_to_all:
            error = {
                "code": 401,
                "message": "Request had invalid authentication credentials.",
                "status": "UNAUTHENTICATED",
            }
            return 401, json.dumps({"error": error}).encode(), as_json
        try:
            return 200, json.dumps(self.state.answer(method, path, query, body, EMAIL)).encode(), as_json
        except Refused as refused:
            error = {"code": refused.code, "message": refused.message, "status": refused.status}
            return refused.code, json.dumps({"error": error}).encode(), as_json

    def _token(self, body: str) -> Json:
        """The login of a service account: its signed claim for a token (RFC 7523)."""
        claim = parse_qs(body)["assertion"][0]
        signed, _, signature = claim.rpartition(".")
        padded = signature + "=" * (-len(signature) % 4)
        key = _KEY.public_key()
        key.verify(base64.urlsafe_b64decode(padded), signed.encode(), padding.PKCS1v15(), hashes.SHA256())
        token = f"znak-{len(self.state.tokens)}"
        self.state.tokens.add(token)
        return {"access_token": token, "expires_in": 3600, "token_type": "Bearer"}

    def _export(self, path: str, query: dict[str, list[str]]) -> tuple[int, bytes, dict[str, str]]:
        steps = path.strip("/").split("/")
        book = self.state.books.get(steps[2] if steps[0] == "spreadsheets" else steps[1])
        page = {"Content-Type": "text/html; charset=utf-8"}
        if book is None:
            return 404, b"<html><title>Nie znaleziono strony</title></html>", page
        if not book.public:
            return 302, b"", {"Location": f"https://accounts.google.com/ServiceLogin?continue={quote(path)}"}
        if query.get("format") == ["csv"]:
            tab = next((tab for tab in book.tabs if str(tab.id) == query.get("gid", ["0"])[0]), None)
            if tab is None:
                return 400, b"<html></html>", page
            return 200, b"input\n", _named(f"{book.title} - {tab.title}.csv", "text/csv")
        if steps[0] == "spreadsheets":
            return 307, b"", {"Location": f"{self.state.url}/download/{book.id}"}
        kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        return 200, as_google_writes(as_xlsx(book)), _named(f"{book.title}.xlsx", kind)

    def _send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing on stderr."""


def _named(name: str, kind: str) -> dict[str, str]:
    plain = "".join(sign for sign in name if sign.isascii() and (sign.isalnum() or sign in ".-"))
    return {
        "Content-Type": kind,
        "Content-Disposition": f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name)}",
    }


@contextmanager
def stand_in() -> Iterator[StandIn]:
    """A running stand-in."""
    state = StandIn()
    handler = type("Handler", (_Handler,), {"state": state})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    state.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()


def credentials(state: StandIn) -> Json:
    """The key file of the service account, made for this run."""
    pem = _KEY.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return {
        "type": "service_account",
        "project_id": "zestaw-proba",
        "private_key_id": "0000",
        "private_key": pem.decode(),
        "client_email": EMAIL,
        "client_id": "0",
        "token_uri": f"{state.url}/token",
    }
