"""A stand-in for a model server, on loopback: replays bodies of real servers, and every way of breaking off.

Run by itself it answers every request with „odpowiedź” after a fixed time:
`python tests/stand_in_server.py --latency 0.05` prints its address.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self


@dataclass(frozen=True)
class Canned:
    """One answer. `cut`: send only so many bytes of the body, then drop the connection; `drop`: send nothing at all;
    `silent`: the same, but only once the other side has given up; `pieces`: chunked, with a pause between two."""

    body: object = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: int | None = None
    drop: bool = False
    silent: bool = False
    delay: float = 0.0
    pieces: tuple[bytes, ...] = ()

    @property
    def data(self) -> bytes:
        if isinstance(self.body, bytes):
            return self.body
        return self.body.encode() if isinstance(self.body, str) else json.dumps(self.body).encode()


Script = Callable[[dict[str, Any], int], Canned]


def chat(text: object = "odpowiedź", model: str = "m", finish: str | None = "stop", **more: object) -> dict[str, Any]:
    """A successful body, as llama.cpp's server sends it."""
    message = {"role": "assistant", "content": text, **more}
    return {
        "choices": [{"finish_reason": finish, "index": 0, "message": message}],
        "created": 1785542400,
        "model": model,
        "object": "chat.completion",
        "usage": {"completion_tokens": 4, "prompt_tokens": 41, "total_tokens": 45},
        "id": "chatcmpl-1",
    }


def echo(body: dict[str, Any], _number: int) -> Canned:
    """Answers any model: the text tells which input it answers."""
    return Canned(chat(f"o: {body['messages'][-1]['content']}", body["model"]))


class StandIn:
    """The server, in threads of this process. `script(body, number)` gives the answer to the request of that number,
    counted from 1; `models` is its /v1/models list (None: 404)."""

    def __init__(self, script: Script = echo, models: tuple[str, ...] | None = None) -> None:
        self.script, self.models = script, models
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.sent = 0
        self.connections = 0
        self.most_at_once = 0
        self.at_once = 0
        self.lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (Handler,), {"stand_in": self}))
        self._server.daemon_threads = True
        self._address = self._server.server_address
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._address[1]}/v1"

    def use_tls(self, context: ssl.SSLContext) -> None:
        """Speak https from now on."""
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)

    def close_door(self) -> None:
        """Refuse connections, as a server that has not started yet; before the server runs."""
        self._server.server_close()

    def open_door(self) -> None:
        """Answer from now on, at the same address."""
        self._server = ThreadingHTTPServer(self._address, self._server.RequestHandlerClass)  # type: ignore[arg-type]
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        if self._server.socket.fileno() >= 0:
            self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()


def gone(connection: socket.socket) -> None:
    """Wait until the other side has closed the connection."""
    with contextlib.suppress(ConnectionError):
        connection.recv(1, socket.MSG_PEEK)


class Handler(BaseHTTPRequestHandler):
    """One connection; `stand_in` is the server that it belongs to."""

    stand_in: StandIn
    protocol_version = "HTTP/1.1"
    server_version = "stand-in"
    sys_version = ""

    def setup(self) -> None:
        super().setup()
        # Head and body go out in two writes: without this, each answer waits 40 ms for the other side.
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with self.stand_in.lock:
            self.stand_in.connections += 1

    def do_GET(self) -> None:
        self.stand_in.paths.append(self.path)
        models = self.stand_in.models
        if models is None:
            self._send(Canned({"error": {"message": "File Not Found", "type": "not_found_error", "code": 404}}, 404))
        else:
            self._send(Canned({"object": "list", "data": [{"id": name} for name in models]}))

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.stand_in.lock:
            self.stand_in.asked.append(body)
            self.stand_in.headers.append(dict(self.headers))
            self.stand_in.paths.append(self.path)
            number = len(self.stand_in.asked)
            self.stand_in.at_once += 1
            self.stand_in.most_at_once = max(self.stand_in.most_at_once, self.stand_in.at_once)
        try:
            self._send(self.stand_in.script(body, number))
        finally:
            with self.stand_in.lock:
                self.stand_in.at_once -= 1

    def _send(self, canned: Canned) -> None:
        time.sleep(canned.delay)
        if canned.silent:
            gone(self.connection)
        if canned.drop or canned.silent:
            self._hang_up()
            return
        self.send_response(canned.status)
        for name, value in canned.headers.items():
            self.send_header(name, value)
        if canned.pieces:
            self._send_pieces(canned.pieces)
            return
        self.send_header("Content-Length", str(len(canned.data)))
        self.end_headers()
        self.wfile.write(canned.data[: canned.cut])
        self.wfile.flush()
        if canned.cut is not None:
            self._hang_up()
        with self.stand_in.lock:
            self.stand_in.sent += 1

    def _send_pieces(self, pieces: tuple[bytes, ...]) -> None:
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for piece in (*pieces, b""):
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            self.wfile.flush()
            time.sleep(0.02)

    def _hang_up(self) -> None:
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, *_: object) -> None:
        """Quiet."""

    def handle(self) -> None:
        try:
            super().handle()
        except (ConnectionError, ValueError, OSError):
            self.close_connection = True


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--latency", type=float, default=0.05)
    latency = parser.parse_args().latency
    with StandIn(lambda body, number: Canned(chat("odpowiedź", body["model"]), delay=latency)) as server:
        print(server.url, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
