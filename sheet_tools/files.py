"""Output files are written whole or not at all: beside the target first, then renamed."""

from __future__ import annotations

import os
import re
import sys
import tempfile
import time
from pathlib import Path

_PRIVATE, _PUBLIC = 0o600, 0o666
_PART = re.compile(r"\..+\.(?P<writer>\d+)-[^.]*\.part")
_STALE_SECONDS = 3600


def write_whole(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write `data` to `path`. OSError where the folder cannot be written to; then nothing has changed."""
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.{os.getpid()}-", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            # A rename that outlives a power cut while the contents do not would leave an empty file.
            os.fsync(stream.fileno())
        # mkstemp makes private files; an output has the rights that any new file would have.
        Path(beside).chmod(_PRIVATE if private else _PUBLIC & ~_umask())
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def sweep(folder: Path) -> None:
    """Take away what `write_whole` could not finish because its process was killed; never what is being written."""
    for path in folder.glob(".*.part"):
        found = _PART.fullmatch(path.name)
        try:
            is_old = time.time() - path.stat().st_mtime > _STALE_SECONDS
            if is_old or (found and not _is_alive(int(found["writer"]))):
                path.unlink()
        except OSError:
            continue


def _is_alive(process: int) -> bool:
    """True where it is not known: on Windows a signal of 0 would end the process."""
    if sys.platform == "win32" or process == os.getpid():
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
