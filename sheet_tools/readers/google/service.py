"""Where Google is, and how patient we are with it."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

# For tests and demonstrations: an address on this computer that stands in for Google's two.
STAND_IN = "SHEET_TOOLS_GOOGLE_STAND_IN"
_THIS_COMPUTER = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class Patience:
    """How long one call may take, in seconds, and how often it is repeated. Quotas are counted by the minute."""

    connect: float = 10.0
    read: float = 60.0  # between two pieces of an answer
    whole: float = 180.0  # from the request to the whole answer
    tries: int = 5
    tries_after_time_out: int = 2
    first_wait: float = 2.0  # doubled with each try
    longest_wait: float = 20.0
    longest_asked: float = 70.0  # who is asked to wait longer (Retry-After) is told so
    longest: float = 130.0  # of all waits together
    sleep: Callable[[float], None] = field(default=time.sleep, repr=False)

    def wait(self, tries: int, waited: float, asked: float | None) -> float | None:
        """Seconds to wait after so many tries and seconds; None: give up. `asked` is what Retry-After said."""
        if tries >= self.tries or (asked is not None and asked > self.longest_asked):
            return None
        grown = min(self.first_wait * 2.0 ** (tries - 1), self.longest_wait) * random.uniform(0.75, 1.0)
        wait = grown if asked is None else asked
        return wait if waited + wait <= self.longest else None


@dataclass(frozen=True, slots=True)
class Service:
    """The addresses of Google's two services, without a slash at the end."""

    docs: str = "https://docs.google.com"
    sheets: str = "https://sheets.googleapis.com"
    patience: Patience = Patience()

    def may_lead_to(self, address: str) -> bool:
        """Whether an export may be sent on to this address: Google's own hosts alone, encrypted."""
        if address.startswith(f"{self.docs}/"):
            return True
        parts = urlsplit(address)
        host = (parts.hostname or "").lower()
        return parts.scheme == "https" and host.endswith((".google.com", ".googleusercontent.com"))


def service() -> Service:
    """Google, or its stand-in on this computer; any other address is a wrong call."""
    address = os.environ.get(STAND_IN, "").rstrip("/")
    if not address:
        return Service()
    if urlsplit(address).hostname not in _THIS_COMPUTER:
        raise ValueError(f"{STAND_IN} must be an address on this computer")
    return Service(address, address)
