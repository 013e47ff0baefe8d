"""Which requests a run is asking just now: another run of the same store (the page and the command line at once) leaves
them alone, so that no model is asked twice.

A claim holds a few seconds and is renewed while its run lives; what a killed run had claimed is soon free again.
"""

from __future__ import annotations

import sqlite3
import threading
import time
import uuid
from collections.abc import Sequence
from contextlib import suppress
from enum import Enum, auto
from pathlib import Path

from sheet_tools.findings import Unreadable
from sheet_tools.panel.endings import ending_of
from sheet_tools.panel.revisions import fits
from sheet_tools.panel.store import PATIENCE_SECONDS
from sheet_tools.panel.store_trouble import trouble

VALID_SECONDS = 10.0
_RENEWED_SECONDS = 2.0
_CLAIM = """
INSERT INTO claims (key, owner, until) VALUES (:key, :owner, :until)
ON CONFLICT (key) DO UPDATE SET owner = :owner, until = :until WHERE claims.until < :now OR claims.owner = :owner
"""


class Taken(Enum):
    """OURS: ask it. OTHERS: another run is asking it. ANSWERED: the store has an answer by now."""

    OURS = auto()
    OTHERS = auto()
    ANSWERED = auto()


class Claims:
    """The claims of one run; its threads share them. Raises Unreadable where the store cannot be written."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._owner = uuid.uuid4().hex
        self._lock = threading.Lock()
        self._renewed = time.monotonic()
        try:
            self._connection = sqlite3.connect(
                path, timeout=PATIENCE_SECONDS, check_same_thread=False, isolation_level=None
            )
            # A claim that a power cut forgets is no loss.
            self._connection.execute("PRAGMA synchronous = NORMAL")
        except sqlite3.Error as error:
            raise trouble(path, error) from error

    def take(self, keys: Sequence[str], revision: str | None = None) -> list[Taken]:
        """Claim the requests, in one transaction (each has to wait its turn to write); what came of each. An answer of
        another recorded commit than `revision` is none."""
        with self._lock:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                taken = [self._take(key, revision) for key in keys]
                self._connection.execute("COMMIT")
            except sqlite3.Error as error:
                raise trouble(self._path, error) from error
        return taken

    def _take(self, key: str, revision: str | None) -> Taken:
        if self._is_answered(key, revision):
            return Taken.ANSWERED
        now = time.time()
        values = {"key": key, "owner": self._owner, "now": now, "until": now + VALID_SECONDS}
        return Taken.OURS if self._connection.execute(_CLAIM, values).rowcount == 1 else Taken.OTHERS

    def _is_answered(self, key: str, revision: str | None) -> bool:
        found = self._connection.execute("SELECT revision, finish_reason FROM answers WHERE key = ?", (key,))
        return any(fits(recorded, revision) and ending_of(reason).is_answer for recorded, reason in found)

    def renew(self) -> None:
        """Keep the claims; to be called often, it writes only now and then."""
        if time.monotonic() - self._renewed < _RENEWED_SECONDS:
            return
        self._renewed = time.monotonic()
        self._write("UPDATE claims SET until = ? WHERE owner = ?", time.time() + VALID_SECONDS, self._owner)

    def release(self) -> None:
        """Free what is still claimed, and close. What the disk does not let go of is free in a few seconds anyway."""
        with suppress(Unreadable):
            self._write("DELETE FROM claims WHERE owner = ? OR until < ?", self._owner, time.time())
        with self._lock:
            self._connection.close()

    def _write(self, statement: str, *values: object) -> None:
        with self._lock:
            try:
                self._connection.execute(statement, values)
            except sqlite3.Error as error:
                raise trouble(self._path, error) from error
