"""One endpoint, asked with good manners. The only module that speaks to model servers.

What is retried, and how long: dropped connections, 408, 429, 5xx and broken bodies, bounded, honouring Retry-After;
never 400, 401, 404. The key goes to its own endpoint alone and into no message, log or store.
"""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sheet_tools.panel.address import BadAddress, base_url, is_loopback, same_model, shown
from sheet_tools.panel.wire import Failure, Reply, judge, one_line, parse, served_ids
from sheet_tools.prompts import Request

if TYPE_CHECKING:
    import requests

_BODY_LIMIT = 16 * 2**20
_DECISIVE = {
    *("endpoint-key-refused", "endpoint-redirected", "endpoint-certificate", "endpoint-proxy", "endpoint-loading"),
    *("endpoint-unknown-host", "endpoint-unreachable", "endpoint-dropped"),
}
_LEAST_SECRET = 6  # a shorter "key" („none”, „x”) is no secret, and would be found in every text


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A server's base address (address.base_url) and its key."""

    address: str
    key: str | None = field(default=None, repr=False)

    @property
    def shown(self) -> str:
        return shown(self.address)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long one call may take, in seconds, and how often it is repeated."""

    connect: float = 10.0
    read: float = 300.0  # between two pieces of an answer
    whole: float = 600.0  # from the request to the whole answer
    tries: int = 5
    first_wait: float = 0.5  # doubled with each try
    longest_wait: float = 30.0
    longest_asked: float = 120.0  # a server that asks for more (Retry-After) is left alone
    loading: float = 300.0  # a server that loads its model

    def wait(self, failure: Failure, tries: int, since: float) -> float | None:
        """Seconds to wait before asking again, after so many tries and seconds; None: give up."""
        if not failure.retry or (failure.loading and since > self.loading):
            return None
        if not failure.loading and tries >= (2 if failure.code == "endpoint-timeout" else self.tries):
            return None
        if failure.wait is not None:
            return failure.wait if failure.wait <= self.longest_asked else None
        longest = min(self.first_wait * 2.0 ** (tries - 1), self.longest_wait)
        # Workers that failed together shall not come back together.
        return longest * random.uniform(0.5, 1.0)


class Client:
    """Asks one endpoint, from several threads at once; its connections are kept and used again."""

    def __init__(self, endpoint: Endpoint, patience: Patience = Patience(), workers: int = 4) -> None:
        self.endpoint = endpoint
        self.patience = patience
        self._session = _session(endpoint, workers)

    def close(self) -> None:
        self._session.close()

    def ask(self, request: Request, sent_as: str, stop: threading.Event) -> Reply | Failure:
        """The model's answer to one request, after as many tries as patience has; `stop` ends the waiting.

        `sent_as` is the server's name for the model. An answer by another model is a failure.
        """
        body = {"model": sent_as, "messages": list(request.messages), **request.generation, "stream": False}
        outcome = self._tried("POST", "/chat/completions", body, stop)
        if isinstance(outcome, Failure):
            return outcome
        returned = outcome.returned_model
        if returned and not any(same_model(name, returned) for name in (sent_as, request.model)):
            values = {"returned": one_line(returned), "address": self.endpoint.shown}
            return Failure("model-other-answered", values, stops=True, refused=True)
        return outcome

    def served(self, stop: threading.Event) -> list[str] | Failure | None:
        """The ids that the server says it serves; None where it keeps no list that can be read.

        A failure is one that asking for answers would meet too (no such server, a wrong key).
        """
        outcome = self._tried("GET", "/models", None, stop)
        if isinstance(outcome, Reply):
            return served_ids(parse(outcome.received.encode("utf-8", "replace")))
        return outcome if outcome.code in _DECISIVE else None

    def _tried(self, method: str, route: str, body: object, stop: threading.Event) -> Reply | Failure:
        started = time.monotonic()
        tries = 0
        while True:
            outcome = self._once(method, route, body)
            tries += 1
            if isinstance(outcome, Reply):
                return outcome
            wait = self.patience.wait(outcome, tries, time.monotonic() - started)
            if wait is None or stop.wait(wait):
                return replace(outcome, values={**outcome.values, "address": self.endpoint.shown})

    def _once(self, method: str, route: str, body: object) -> Reply | Failure:
        import requests

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
        except requests.RequestException as error:
            return _dropped(error)
        if isinstance(content, Failure):
            return content
        if method == "GET" and answer.status_code == 200:
            return Reply("", None, None, None, content.decode("utf-8", "replace"))
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


def _dropped(error: requests.RequestException) -> Failure:
    """No whole answer came. Refused, unknown or untrusted servers stop the model: its other items fare no better."""
    import requests

    why = f"{error!r} {error.__cause__!r} {error.__context__!r}"
    if isinstance(error, requests.exceptions.SSLError):
        return Failure("endpoint-certificate", stops=True)
    if isinstance(error, requests.exceptions.ProxyError):
        return Failure("endpoint-proxy", {"proxy": _proxies()}, retry=True, stops=True)
    if "NameResolutionError" in why:
        return Failure("endpoint-unknown-host", retry=True, stops=True)
    if isinstance(error, requests.exceptions.ConnectTimeout) or "NewConnectionError" in why:
        return Failure("endpoint-unreachable", retry=True, stops=True)
    if isinstance(error, requests.exceptions.Timeout) or "ReadTimeout" in why:
        return Failure("endpoint-timeout", retry=True)
    return Failure("endpoint-dropped", retry=True)


def _proxies() -> str:
    names = ("https_proxy", "http_proxy", "all_proxy")
    found = [name for name in names if os.environ.get(name) or os.environ.get(name.upper())]
    return ", ".join(found) or "–"


def endpoint_of(environment: Mapping[str, str], address: str | None, key_variable: str | None) -> Endpoint | Failure:
    """The endpoint of a model: its own address with the key of its own variable, or the common EVAL_BASE_URL with
    EVAL_API_KEY. The common key goes to the common address alone."""
    named = key_variable or ("EVAL_API_KEY" if address is None else None)
    written = address or environment.get("EVAL_BASE_URL", "").strip()
    if not written:
        return Failure("endpoint-unset", stops=True)
    try:
        base = base_url(written)
    except BadAddress:
        return Failure("endpoint-address", {"address": one_line(shown(written))}, stops=True)
    key = environment.get(named, "").strip() if named else ""
    if key_variable and not key:
        return Failure("endpoint-key-unset", {"variable": key_variable}, stops=True)
    if not (key.isascii() and key.isprintable()):
        return Failure("endpoint-key-malformed", {"variable": named}, stops=True)
    return Endpoint(base, key or None)
