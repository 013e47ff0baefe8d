"""A disk that refuses: full, read-only, gone. What it refused was not kept, and the page says so."""

from __future__ import annotations

import errno
from http import HTTPStatus
from pathlib import Path

from webapp.language import gettext

# EDQUOT: the user's own share of the disk is used up. (Windows has no such number.)
FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
_FORBIDDEN = {errno.EROFS, errno.EACCES, errno.EPERM}
_GONE = {errno.ENOENT, errno.ENOTDIR, errno.ENODEV, errno.ENXIO, getattr(errno, "ESTALE", errno.ENOENT)}
_BROKEN = {errno.EIO}


def refusal(error: OSError, folder: Path, *, writes: bool) -> tuple[int, str] | None:
    """Status and words for what the disk refused; None where the error is none of the disk's. `folder` is where files
    are kept, which the words name where the error names no other."""
    number, at = error.errno, _folder_of(error, folder)
    if number in FULL:
        return HTTPStatus.INSUFFICIENT_STORAGE, _said(_full(), at, writes)
    if number in _FORBIDDEN:
        return HTTPStatus.INTERNAL_SERVER_ERROR, _said(_forbidden(), at, writes)
    if number in _GONE and not _is_there(folder):
        return HTTPStatus.INTERNAL_SERVER_ERROR, _said(_gone(), folder, writes)
    if number in _BROKEN:
        return HTTPStatus.INTERNAL_SERVER_ERROR, _said(_broken(), at, writes)
    return None


def _folder_of(error: OSError, folder: Path) -> Path:
    named = Path(error.filename) if isinstance(error.filename, str) else Path()
    return named.parent if named.is_absolute() else folder


def _is_there(folder: Path) -> bool:
    try:
        return folder.is_dir()
    except OSError:
        return False


def _said(cause_and_remedy: tuple[str, str], folder: Path, writes: bool) -> str:
    cause, remedy = cause_and_remedy
    lost = gettext("What you sent or changed just now was not kept.")
    place = gettext("The folder: {folder}").format(folder=folder)
    return " ".join([cause, *([lost] if writes else []), remedy, place])


def _full() -> tuple[str, str]:
    remedy = gettext("Free some space, or delete files on the start page, then do it again.")
    return gettext("The disk is full."), remedy


def _forbidden() -> tuple[str, str]:
    remedy = gettext("See whether the disk is write-protected and the folder yours, then do it again.")
    return gettext("The system does not let this program write or read here."), remedy


def _gone() -> tuple[str, str]:
    remedy = gettext("If its disk was taken out, put it back; else close the program and start it again.")
    return gettext("The folder in which the program keeps files is gone."), remedy


def _broken() -> tuple[str, str]:
    remedy = gettext("Save your own files to another disk first, then have this one looked at.")
    return gettext("The disk cannot be read or written: the device reports an error."), remedy
