"""The cyclic garbage collector, held off while a reader makes a million cells that hold no cycles."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collection() -> Iterator[None]:
    """Without it the collector runs over and over through the new cells: half of the time of reading.

    Threads may overlap here: whoever found the collector running starts it again, so that it is never left standing;
    another that is still reading is then only slower.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            # What was made belongs with the old at once: else the next collection would go through all of it.
            gc.freeze()
            gc.unfreeze()
            gc.enable()
