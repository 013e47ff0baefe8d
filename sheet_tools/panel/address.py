"""Addresses of servers and names of models, as people and servers write them."""

from __future__ import annotations

import ipaddress
from urllib.parse import SplitResult, urlsplit, urlunsplit

_ROUTES = ("/chat/completions", "/completions", "/models")


class BadAddress(ValueError):
    """Not an http(s) address with a host, or one with a user and password in it (they would be shown)."""


def base_url(text: str) -> str:
    """The base of the server's routes, as „http://host:8000/v1”: without a final slash, a pasted route or a query.

    An address without any path gets /v1, where every server of this protocol listens. Raises BadAddress.
    """
    parts = _split(text)
    path = parts.path.rstrip("/")
    for route in _ROUTES:
        path = path.removesuffix(route).rstrip("/")
    return urlunsplit((parts.scheme.lower(), parts.netloc, path or "/v1", "", ""))


def shown(address: str) -> str:
    """The address without a user's name and password: for messages and the store."""
    head, at, tail = address.split("?", 1)[0].rpartition("@")
    return f"{head.partition('://')[0]}://{tail}" if at and "://" in head else tail


def is_loopback(address: str) -> bool:
    """True for this very machine: no proxy can serve it."""
    host = (urlsplit(address).hostname or "").lower()
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        number = ipaddress.ip_address(host)
    except ValueError:
        return False
    return number.is_loopback or number.is_unspecified


def same_model(asked: str, returned: str) -> bool:
    """True where two names are one model's: equal but for case, or one is the end of the other's path
    („Qwen/Qwen2.5-7B-Instruct” and „qwen2.5-7b-instruct”). Another owner, or another file, is another model.
    """
    one, other = (_segments(name) for name in (asked, returned))
    length = min(len(one), len(other))
    return bool(length) and one[-length:] == other[-length:]


def _segments(name: str) -> list[str]:
    return [part for part in name.casefold().replace("\\", "/").split("/") if part]


def _split(text: str) -> SplitResult:
    try:
        parts = urlsplit(text.strip())
        known = (
            parts.scheme.lower() in ("http", "https")
            and bool(parts.hostname)
            and parts.port != 0
            and "@" not in parts.netloc
        )
    except ValueError as error:
        raise BadAddress(text) from error
    if not known:
        raise BadAddress(text)
    return parts
