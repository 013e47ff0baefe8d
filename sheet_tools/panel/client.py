"""One endpoint, asked with good manners. The only module that speaks to model servers.

What is retried, and how long: dropped connections, 408, 429, 5xx and broken bodies, bounded, honouring Retry-After;
never 400, 401, 404. The key goes to its own endpoint alone and into no message, log or store.
"""

from __future__ import annotations

import os
import socket
import ssl
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sheet_tools.findings import Finding
from sheet_tools.panel.address import is_loopback, same_model
from sheet_tools.panel.body import kept, parse_kept
from sheet_tools.panel.endpoint import Endpoint as Endpoint
from sheet_tools.panel.endpoint import endpoint_of as endpoint_of
from sheet_tools.panel.outcomes import Failure, Reply
from sheet_tools.panel.patience import AWAY, PATIENT, Presence, whole_seconds
from sheet_tools.panel.patience import Patience as Patience
from sheet_tools.panel.refusals import one_line
from sheet_tools.panel.wire import judge, served_ids
from sheet_tools.prompts import Request

if TYPE_CHECKING:
    import requests

_BODY_LIMIT = 16 * 2**20
_DECISIVE = {
    *("endpoint-key-refused", "endpoint-redirected", "endpoint-certificate", "endpoint-proxy", "endpoint-loading"),
    *("endpoint-unknown-host", AWAY, "endpoint-dropped", "endpoint-socks", "endpoint-http-wanted", "endpoint-quota"),
    *("endpoint-https-wanted", "endpoint-blocked", "endpoint-proxy-login", "endpoint-certificate-file"),
    "endpoint-encoding",
}
_LEAST_SECRET = 6  # a shorter "key" („none”, „x”) is no secret, and would be found in every text


def _unseen(finding: Finding) -> None:
    """Nobody watches."""


class Client:
    """Asks one endpoint, from several threads at once; its connections are kept and used again.

    `on_wait` is told of each wait. `presence` is what is known of the server, and outlives the client.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        patience: Patience = PATIENT,
        workers: int = 4,
        presence: Presence | None = None,
    ) -> None:
        self.endpoint = endpoint
        self.patience = patience
        self.on_wait: Callable[[Finding], None] = _unseen
        self._presence = presence or Presence()
        self._session = _session(endpoint, workers)

    def close(self) -> None:
        self._session.close()

    def ask(self, request: Request, sent_as: str, stop: threading.Event) -> Reply | Failure:
        """The model's answer to one request, after as many tries as patience has; `stop` ends the waiting.

        `sent_as` is the server's name for the model. An answer by another model is a failure.
        """
        body = {"model": sent_as, "messages": list(request.messages), **request.generation, "stream": False}
        outcome = self._tried("POST", "/chat/completions", body, stop, sent_as)
        if isinstance(outcome, Failure):
            return outcome
        returned = outcome.returned_model
        if returned and not any(same_model(name, returned) for name in (sent_as, request.model)):
            values = {"returned": one_line(returned), "address": self.endpoint.shown}
            return Failure("model-other-answered", values, stops=True, refused=True, received=outcome.received)
        return outcome

    def served(self, stop: threading.Event) -> list[str] | Failure | None:
        """The ids that the server says it serves; None where it keeps no list that can be read.

        A failure is one that asking for answers would meet too (no such server, a wrong key).
        """
        outcome = self._tried("GET", "/models", None, stop, "")
        if isinstance(outcome, Reply):
            return served_ids(parse_kept(outcome.received))
        return outcome if outcome.code in _DECISIVE else None

    def _tried(
        self, method: str, route: str, body: object, stop: threading.Event, model: str
    ) -> Reply | Failure:
        tries = 0
        while True:
            outcome = self._once(method, route, body)
            tries += 1
            left = self._presence.left(outcome, model, self.patience)
            if isinstance(outcome, Reply):
                return outcome
            wait = self.patience.wait(outcome, tries, left)
            if wait is not None:
                self.on_wait(self._waiting(outcome, tries, wait, left))
            if wait is None or stop.wait(wait):
                return self._told(outcome)

    def _waiting(self, failure: Failure, tries: int, wait: float, left: float | None) -> Finding:
        """What is waited for, and for how long."""
        values: dict[str, object] = {"address": self.endpoint.shown, "seconds": whole_seconds(wait)}
        if left is not None:
            code = "waiting-loading" if failure.loading else "waiting-away"
            return Finding(code, values={**values, "left": whole_seconds(left)})
        why = failure.values.get("status", failure.code.removeprefix("endpoint-"))
        return Finding("waiting-again", values={**values, "why": why, "tries": tries, "most": self.patience.tries})

    def _told(self, failure: Failure) -> Failure:
        """The failure as it is said: with its address, and with the cause where that can be found out."""
        values = {**failure.values, "address": self.endpoint.shown}
        if failure.wait is not None and failure.wait > self.patience.longest_asked:
            values["until"] = _hour(failure.wait)
            return Failure("endpoint-wait-until", values, stops=True, refused=True)
        if failure.code == "endpoint-dropped" and self._speaks_tls():
            return Failure("endpoint-https-wanted", values, stops=True)
        return replace(failure, values=values)

    def _speaks_tls(self) -> bool:
        """True where the server that drops plain http takes the same port for https; nothing is sent there."""
        parts = urlsplit(self.endpoint.address)
        if parts.scheme != "http" or not parts.hostname:
            return False
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        try:
            with (
                socket.create_connection((parts.hostname, parts.port or 80), timeout=self.patience.connect) as plain,
                context.wrap_socket(plain, server_hostname=parts.hostname),
            ):
                return True
        except (OSError, ValueError):
            return False

    def _once(self, method: str, route: str, body: object) -> Reply | Failure:
        try:
            answer = self._session.request(
                method,
                self.endpoint.address + route,
                json=body,
                timeout=(self.patience.connect, self.patience.read),
                allow_redirects=False,
                stream=True,
            )
            with answer:
                content = self._content(answer)
        except OSError as error:  # those of requests are; a file of certificates that is not there is no other
            return _dropped(error, self.endpoint)
        if isinstance(content, Failure):
            return content
        if method == "GET" and answer.status_code == 200:
            return Reply("", None, None, None, kept(content))
        return judge(answer.status_code, answer.headers, content)

    def _content(self, answer: requests.Response) -> bytes | Failure:
        """The whole body, within the limits of size and time (a server may send keep-alive lines for ever)."""
        deadline = time.monotonic() + self.patience.whole
        content = bytearray()
        for piece in answer.iter_content(65536):
            content += piece
            if len(content) > _BODY_LIMIT:
                return Failure("endpoint-not-json", {"message": f"> {_BODY_LIMIT} B"}, stops=True)
            if time.monotonic() > deadline:
                return Failure("endpoint-timeout", retry=True)
        # Gateways have been seen to repeat the key: it must reach neither store nor message.
        return bytes(content).replace(self._secret.encode(), b"[...]") if self._secret else bytes(content)

    @property
    def _secret(self) -> str:
        key = self.endpoint.key or ""
        return key if len(key) >= _LEAST_SECRET else ""


def _session(endpoint: Endpoint, workers: int) -> requests.Session:
    import requests
    from requests.adapters import HTTPAdapter

    session = requests.Session()
    adapter = HTTPAdapter(pool_connections=1, pool_maxsize=workers)
    session.mount("http://", adapter)
    session.mount("https://", adapter)
    # A proxy of the environment can never reach this very machine.
    session.trust_env = not is_loopback(endpoint.address)
    # Said here, since nothing of the environment counts for this machine, and .env counts nowhere else.
    session.verify = endpoint.certificates or True
    # Given as a function, so that no .netrc entry takes the key's place.
    session.auth = _Bearer(endpoint.key)
    session.headers["User-Agent"] = "sheet-tools"
    return session


class _Bearer:
    """Puts the key on a request, where there is one."""

    def __init__(self, key: str | None) -> None:
        self._key = key

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        if self._key:
            request.headers["Authorization"] = f"Bearer {self._key}"
        return request


def _dropped(error: OSError, endpoint: Endpoint) -> Failure:
    """No whole answer came. Refused, unknown or untrusted servers stop the model: its other items fare no better."""
    import requests.exceptions as known

    why = f"{error!r} {error.__cause__!r} {error.__context__!r}"
    if isinstance(error, known.SSLError):
        return Failure("endpoint-http-wanted" if _is_plain(why) else "endpoint-certificate", stops=True)
    if isinstance(error, known.InvalidSchema) and "SOCKS" in why:
        return Failure("endpoint-socks", {"proxy": _proxies()}, stops=True)
    if isinstance(error, known.ProxyError | known.InvalidProxyURL | known.InvalidSchema):
        return Failure("endpoint-proxy", {"proxy": _proxies()}, retry=True, stops=True)
    if isinstance(error, known.ContentDecodingError):
        return Failure("endpoint-encoding", retry=True, stops=True)
    if "NameResolutionError" in why:
        return Failure("endpoint-unknown-host", retry=True, stops=True)
    if isinstance(error, known.ConnectTimeout) or "NewConnectionError" in why:
        return Failure("endpoint-proxy", {"proxy": _proxies()}, retry=True, stops=True) if "SOCKS" in why else Failure(
            AWAY, retry=True, stops=True
        )
    if isinstance(error, known.Timeout) or "ReadTimeout" in why:
        return Failure("endpoint-timeout", retry=True)
    if "x15\\x03" in why:  # the beginning of an alert of TLS
        return Failure("endpoint-https-wanted", stops=True)
    if not isinstance(error, known.RequestException) and endpoint.certificates:
        return Failure("endpoint-certificate-file", {"file": endpoint.certificates}, stops=True)
    return Failure("endpoint-dropped", retry=True)


def _is_plain(why: str) -> bool:
    """True where TLS was answered in plain text."""
    return any(word in why for word in ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "record layer", "HTTP_REQUEST"))


def _hour(seconds: float) -> str:
    """When so many seconds are over, in this computer's time."""
    now = datetime.now()
    then = now + timedelta(seconds=whole_seconds(seconds))
    return f"{then:%H:%M}" if then.date() == now.date() else f"{then:%Y-%m-%d %H:%M}"


def _proxies() -> str:
    names = ("https_proxy", "http_proxy", "all_proxy")
    found = [name for name in names if os.environ.get(name) or os.environ.get(name.upper())]
    return ", ".join(found) or "–"
