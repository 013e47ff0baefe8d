"""How long a server is waited for: a call that failed, a server that loads its model, one that is not there yet."""

from __future__ import annotations

import math
import random
import threading
import time
from dataclasses import dataclass, field

from sheet_tools.panel.outcomes import Failure, Reply

AWAY = "endpoint-unreachable"
_LONGEST_LOOK = 5.0  # seconds until a server that is away or loading is looked for again


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
    loading: float = 300.0  # a server that loads its model, or is gone after it has answered
    starting: float = 30.0  # a server that has not answered yet

    def wait(self, failure: Failure, tries: int, left: float | None) -> float | None:
        """Seconds to wait before asking again, after so many tries; None: give up. `left`: how much longer the server
        may be waited for, None where the tries are counted."""
        if not failure.retry or (left is not None and left <= 0):
            return None
        if left is None and tries >= (2 if failure.code == "endpoint-timeout" else self.tries):
            return None
        if failure.wait is not None:
            return failure.wait if failure.wait <= self.longest_asked else None
        longest = min(self.first_wait * 2.0 ** min(tries - 1, 30), self.longest_wait)
        # Workers that failed together shall not come back together.
        wait = longest * random.uniform(0.5, 1.0)
        return wait if left is None else min(wait, _LONGEST_LOOK, left)


PATIENT = Patience()


@dataclass(slots=True)
class Presence:
    """Whether a server has answered yet, and since when it has been away, or loading a model: all workers share it, and
    a model does not wait anew for what another has waited for."""

    answered: bool = False
    since: dict[str, float] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def left(self, outcome: Reply | Failure, model: str, patience: Patience) -> float | None:
        """Take note of an outcome; how much longer the server may be waited for (None: that is not the question)."""
        now = time.monotonic()
        is_away = isinstance(outcome, Failure) and outcome.code == AWAY
        is_loading = isinstance(outcome, Failure) and outcome.loading
        with self.lock:
            if not is_away:
                self.answered |= heard(outcome)
                self.since.pop(AWAY, None)
            if not is_loading and not is_away:
                self.since.pop(model, None)
            if not (is_away or is_loading):
                return None
            began = self.since.setdefault(AWAY if is_away else model, now)
            bound = patience.loading if is_loading or self.answered else patience.starting
        return max(0.0, bound - (now - began))


def heard(outcome: Reply | Failure) -> bool:
    """True where a server spoke: anything but a connection that came to nothing."""
    return isinstance(outcome, Reply) or "status" in outcome.values or outcome.received is not None


def whole_seconds(seconds: float) -> int:
    return min(math.ceil(seconds), 10**7)
