"""serve: the page on this computer alone, by waitress (which runs on Windows too)."""

from __future__ import annotations

import errno
import select
import socket
import sys
import webbrowser
from collections.abc import Mapping
from itertools import chain
from threading import Timer
from typing import TYPE_CHECKING, Any

from flask import Flask

from sheet_tools.words import translations
from webapp.security import LOOPBACK

if TYPE_CHECKING:
    from waitress.server import BaseWSGIServer

DEFAULT_PORT = 8765
_TRIED = 20
_MEBIBYTE = 1024 * 1024
SETTINGS: Mapping[str, Any] = {
    "threads": 12,
    # Beyond it not even a page that says „too large” is worth the reading.
    "max_request_body_size": 512 * _MEBIBYTE,
    # What is sent and answered stays in memory: a file for it could not be written on a full disk.
    "inbuf_overflow": 32 * _MEBIBYTE,
    "outbuf_overflow": 32 * _MEBIBYTE,
    # Connections that nobody uses are let go soon, and hundreds of them leave room for another.
    "connection_limit": 1000 if hasattr(select, "poll") else 400,
    "asyncore_use_poll": hasattr(select, "poll"),
    "channel_timeout": 30,
    "cleanup_interval": 5,
}
_TAKEN = {errno.EADDRINUSE, errno.EACCES, getattr(errno, "WSAEADDRINUSE", errno.EADDRINUSE)}


def serve(app: Flask, host: str = "127.0.0.1", port: int = DEFAULT_PORT, open_browser: bool = False) -> None:
    """Serve until Ctrl-C. A port that is taken (or 0) gives way to the next free one; the address is printed.

    Raises ValueError for a host other than this computer, OSError where no port can be had.
    """
    server = made(app, host, port)
    real = app.config["PORT"]
    words = translations(app.config["LANG"])
    if port not in (0, real):
        _say(words.gettext("Port {port} is taken; using {other}.").format(port=port, other=real))
    address = f"http://{f'[{host}]' if ':' in host else host}:{real}{app.config['START_PAGE']}"
    _say(words.gettext("The page is open at {address}").format(address=address))
    _say(words.gettext("Stop it with Ctrl-C."))
    if open_browser:
        Timer(0.3, webbrowser.open, [address]).start()
    server.run()


def made(app: Flask, host: str = "127.0.0.1", port: int = DEFAULT_PORT) -> BaseWSGIServer:
    """The server, listening but not yet answering; app.config["PORT"] is its port."""
    from waitress import create_server

    if host not in LOOPBACK:
        raise ValueError(f"{host} is not this computer: the page is served on {', '.join(LOOPBACK)} only")
    listening = listen(host, port)
    app.config["PORT"] = listening.getsockname()[1]
    return create_server(app, sockets=[listening], ident=None, **SETTINGS)


def listen(host: str, port: int) -> socket.socket:
    """A socket on `port`, or on the first free one after it; on any free one for 0."""
    wanted = chain(range(port, min(port + _TRIED, 65536)), [0]) if port else [0]
    for number in wanted:
        try:
            return _bound(host, number)
        except OSError as error:
            if error.errno not in _TAKEN or number == 0:
                raise
    raise OSError(errno.EADDRINUSE, f"no free port from {port} on")


def _bound(host: str, port: int) -> socket.socket:
    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":
            # There SO_REUSEADDR would let two programs listen on one port.
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
    except OSError:
        bound.close()
        raise
    return bound


def _say(message: str) -> None:
    print(message, flush=True)
