"""The page as people have it: served by waitress on a port of this computer, asked over HTTP."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple

from webapp import create_app
from webapp.server import made

BOUNDARY = "-----------------------------part"


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8")


class Page:
    """One browser, without its window: it keeps the cookie and knows the token of the forms."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""
        self.token = ""

    def get(self, path: str) -> Answer:
        return self._ask("GET", path)

    def post(self, path: str, files: Mapping[str, tuple[str, bytes]] | None = None, **fields: str) -> Answer:
        if not self.token:
            self.begin()
        head = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
        return self._ask("POST", path, form(files or {}, {"csrf_token": self.token, **fields}), head)

    def begin(self) -> None:
        start = self.get("/")
        self.cookie = start.headers["Set-Cookie"].split(";")[0]
        found = re.search('name="csrf_token" value="([^"]+)"', start.text)
        assert found
        self.token = found[1]

    def drop(self, data: bytes, name: str = "pozycje.xlsx") -> str:
        answer = self.post("/sheets", {"sheet": (name, data)})
        assert answer.status == 303, answer.text
        return answer.headers["Location"]

    def json(self, path: str) -> Any:
        return json.loads(self.get(path).body)

    def _ask(self, method: str, path: str, body: bytes | None = None, head: Mapping[str, str] | None = None) -> Answer:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, {"Cookie": self.cookie, **(head or {})})
            answer = connection.getresponse()
            return Answer(answer.status, dict(answer.getheaders()), answer.read())
        finally:
            connection.close()


def form(files: Mapping[str, tuple[str, bytes]], fields: Mapping[str, str]) -> bytes:
    """multipart/form-data as browsers write it: a name in UTF-8, with quotes and line breaks escaped."""
    parts = [f'name="{field}"\r\n\r\n'.encode() + value.encode() for field, value in fields.items()]
    for field, (name, data) in files.items():
        written = name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
        parts.append(
            f'name="{field}"; filename="{written}"\r\nContent-Type: application/octet-stream\r\n\r\n'.encode() + data
        )
    head = f"--{BOUNDARY}\r\nContent-Disposition: form-data; ".encode()
    return b"".join(head + part + b"\r\n" for part in parts) + f"--{BOUNDARY}--\r\n".encode()


@contextmanager
def served(folder: Path, **config: object) -> Iterator[Page]:
    """The page on a free port until the block ends."""
    server = made(create_app({"UPLOADS": folder, "ENVIRONMENT": {}, "LANG": "pl", **config}), port=0)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield Page(server.effective_port)
    finally:
        server.close()
