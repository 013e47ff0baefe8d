"""serve: the page on this computer alone, by waitress (which runs on Windows too)."""

from __future__ import annotations

import errno
import socket
import sys
import webbrowser
from itertools import chain
from threading import Timer

from flask import Flask

from sheet_tools.words import translations
from webapp.security import LOOPBACK

DEFAULT_PORT = 8765
_TRIED = 20
# Beyond it not even a page that says „too large” is worth the reading.
READ_BOUND = 512 * 1024 * 1024
_TAKEN = {errno.EADDRINUSE, errno.EACCES, getattr(errno, "WSAEADDRINUSE", errno.EADDRINUSE)}


def serve(app: Flask, host: str = "127.0.0.1", port: int = DEFAULT_PORT, open_browser: bool = False) -> None:
    """Serve until Ctrl-C. A port that is taken (or 0) gives way to the next free one; the address is printed.

    Raises ValueError for a host other than this computer, OSError where no port can be had.
    """
    from waitress import create_server

    if host not in LOOPBACK:
        raise ValueError(f"{host} is not this computer: the page is served on {', '.join(LOOPBACK)} only")
    listening = listen(host, port)
    real = listening.getsockname()[1]
    app.config["PORT"] = real
    words = translations(app.config["LANG"])
    if port not in (0, real):
        _say(words.gettext("Port {port} is taken; using {other}.").format(port=port, other=real))
    address = f"http://{f'[{host}]' if ':' in host else host}:{real}{app.config['START_PAGE']}"
    server = create_server(app, sockets=[listening], threads=4, ident=None, max_request_body_size=READ_BOUND)
    _say(words.gettext("The page is open at {address}").format(address=address))
    _say(words.gettext("Stop it with Ctrl-C."))
    if open_browser:
        Timer(0.3, webbrowser.open, [address]).start()
    server.run()


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
