"""How much work something takes, counted in calls: the same on every machine, whatever else runs there."""

from __future__ import annotations

import contextlib
import cProfile
import signal
import time
from collections.abc import Callable, Iterator
from types import FrameType

BROWSER_PATIENCE = (
    120_000  # milliseconds: a browser beside a busy machine takes many seconds for a page
)


def calls(work: Callable[[], object]) -> int:
    """How many functions are called, Python's own among them, while `work` runs."""
    profile = cProfile.Profile(builtins=True)
    profile.enable()
    try:
        work()
    finally:
        profile.disable()
    return sum(entry.callcount for entry in profile.getstats())


def until(condition: Callable[[], object], seconds: float = 120) -> None:
    """Wait for an event. The bound only ends what would never come: it measures nothing."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"what was waited for did not come in {seconds} seconds")
        time.sleep(0.005)


@contextlib.contextmanager
def no_runaway(seconds: int = 120) -> Iterator[None]:
    """Breaks off what would go on for minutes inside one call, as an expression that goes back at each character does.

    Counted is the time that this process itself computes, and the bound is far above what the work takes: a machine
    that is busy with something else does not come near it.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise AssertionError(f"still at work after {seconds} seconds of computing")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
