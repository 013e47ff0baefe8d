"""What SQLite and the disk under a store complain of, as it is said to people."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from sheet_tools.findings import Finding, Unreadable

# EDQUOT: the user's own share of the disk is used up. (Windows has no such number.)
_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


def trouble(path: Path, error: sqlite3.Error | OSError) -> Unreadable:
    """What SQLite or the disk complains of, as it is said to people."""
    if _is_of_full_disk(error):
        return Unreadable(Finding("store-disk-full", values={"file": path.name}))
    if isinstance(error, OSError):
        return Unreadable(Finding("store-not-opened", values={"file": path.name, "why": error.strerror or str(error)}))
    if isinstance(error, sqlite3.OperationalError):
        return Unreadable(Finding("store-not-opened", values={"file": path.name, "why": str(error)}))
    return Unreadable(Finding("store-damaged", values={"file": path.name, "why": str(error)}))


def _is_of_full_disk(error: sqlite3.Error | OSError) -> bool:
    if isinstance(error, OSError):
        return error.errno in _FULL
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
