"""The uploads: each file under the digest of its bytes, a small JSON beside it. They outlive the program.

The file is kept before anything is read from it: whatever becomes of the checks, it is not lost. Nor is one whose note
was lost or damaged: it is listed under a name that is made for it.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import secrets
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from sheet_tools.files import sweep, write_whole
from webapp.disk import FULL
from webapp.notes import CHOICES, Upload, bare_name, read_note, to_bytes

KEPT = 50
_ID = re.compile(r"[0-9a-f]{24}")
_KEY = re.compile(r"[0-9a-f]{64}")


class Uploads:
    """The last `KEPT` uploads in a folder. Raises OSError where it cannot be made or written to.

    Safe to use from several threads: a file is there with its note, or it is gone with it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.RLock()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        sweep(folder)
        # One that a full or read-only disk keeps here does no harm: it is not listed.
        with suppress(OSError):
            self._empty_bin()

    def keep(self, name: str, data: bytes, link: str = "", tab: str | None = None, by_account: bool = False) -> Upload:
        """Keep a file; the same bytes again are the same upload, with a new name and time.

        What was chosen for the last file of that name is chosen for this one too.
        """
        bare, digest = bare_name(name), _id_of(data)
        with self._lock:
            latest = self.latest()
            same = next((old for old in latest if old.id == digest), None)
            upload = Upload(
                digest,
                bare,
                datetime.now(UTC).isoformat(),
                len(data),
                next((old.choices for old in latest if old.name == bare), {}),
                link,
                tab,
                by_account,
                _other_names(same, bare) if same else [],
                same.sample if same else False,
            )
            try:
                self._write(upload, data, is_new=same is None)
            except OSError as error:
                if error.errno not in FULL or not self._empty_bin():
                    raise
                self._write(upload, data, is_new=same is None)
            self._forget_oldest(upload)
        return upload

    @contextmanager
    def all_or_nothing(self, data: bytes) -> Iterator[None]:
        """Keep a file and note choices about it: where the disk refuses the one, the other is undone. What is said not
        to be kept must not turn up later, read as another task than its own."""
        upload_id = _id_of(data)
        before = self.get(upload_id)
        try:
            yield
        except OSError:
            with self._lock, suppress(OSError):
                if before is None:
                    self._erase(upload_id)
                else:
                    self._note(before)
            raise

    def check_is_there(self) -> None:
        """Raises FileNotFoundError where the folder is gone: what cannot be found in it was not deleted."""
        if not self.folder.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self.folder))

    def choose(self, upload: Upload, choices: Mapping[str, str]) -> Upload:
        """Note the author's choices; an empty one leaves it to the reader again."""
        kept = {name: choices[name] for name in CHOICES if choices.get(name)}
        return self._changed(replace(upload, choices=kept))

    def mark_sample(self, upload: Upload) -> Upload:
        """Note that this is the example of the program."""
        return self._changed(replace(upload, sample=True))

    def remove(self, upload: Upload) -> None:
        """Take a file away. The last one can be taken back, until the next is removed or the program starts anew."""
        with self._lock:
            self._empty_bin()
            # Without a byte to be written: room is made so on a full disk.
            if self._notes(upload.id).is_file():
                self._notes(upload.id).replace(self._binned(upload.id))
            else:
                self._erase(upload.id)

    def removed(self, upload_id: str) -> Upload | None:
        """The file that was removed last, where this is its id."""
        if not _ID.fullmatch(upload_id):
            return None
        with self._lock:
            binned = self._binned(upload_id)
            return read_note(binned, self._file(upload_id)) if binned.is_file() else None

    def take_back(self, upload_id: str) -> bool:
        """Undo the removal; False where it is too late."""
        with self._lock:
            if self.removed(upload_id) is None:
                return False
            self._binned(upload_id).replace(self._notes(upload_id))
            return True

    def get(self, upload_id: str) -> Upload | None:
        if not _ID.fullmatch(upload_id):
            return None
        with self._lock:
            if self._binned(upload_id).is_file():
                return None
            return read_note(self._notes(upload_id), self._file(upload_id))

    def data(self, upload: Upload) -> bytes:
        """Raises FileNotFoundError where it was removed meanwhile."""
        return self._file(upload.id).read_bytes()

    def latest(self) -> list[Upload]:
        """The newest first. Raises OSError where the folder is gone or cannot be read."""
        return sorted(self._all(), key=lambda upload: upload.time, reverse=True)

    def secret(self) -> str:
        """The key that signs cookies: kept, so that a form outlives a restart. One that was damaged is renewed."""
        path = self.folder / "secret.key"
        kept = path.read_text(encoding="ascii", errors="replace") if path.is_file() else ""
        if _KEY.fullmatch(kept):
            return kept
        write_whole(path, secrets.token_hex(32).encode("ascii"), private=True)
        return path.read_text(encoding="ascii")

    def _all(self) -> Iterator[Upload]:
        # Not by glob, which takes a folder that is gone for an empty one.
        for path in self.folder.iterdir():
            upload = self.get(path.stem) if path.suffix == ".sheet" else None
            if upload:
                yield upload

    def _file(self, upload_id: str) -> Path:
        return self.folder / f"{upload_id}.sheet"

    def _notes(self, upload_id: str) -> Path:
        return self.folder / f"{upload_id}.json"

    def _binned(self, upload_id: str) -> Path:
        return self.folder / f"{upload_id}.removed"

    def _write(self, upload: Upload, data: bytes, *, is_new: bool) -> None:
        """Both the file and its note, or neither: what is said not to be kept must not turn up later."""
        write_whole(self._file(upload.id), data)
        try:
            self._note(upload)
            self._binned(upload.id).unlink(missing_ok=True)
        except OSError:
            if is_new:
                self._erase(upload.id)
            raise

    def _changed(self, upload: Upload) -> Upload:
        """Raises FileNotFoundError where the file was removed meanwhile."""
        with self._lock:
            if self.get(upload.id) is None:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self._file(upload.id)))
            self._note(upload)
        return upload

    def _note(self, upload: Upload) -> None:
        write_whole(self._notes(upload.id), to_bytes(upload))

    def _forget_oldest(self, kept: Upload) -> None:
        """Whatever the clock says, never the one that was kept just now."""
        others = [upload for upload in self.latest() if upload.id != kept.id]
        for upload in others[KEPT - 1 :]:
            self._erase(upload.id)

    def _empty_bin(self) -> bool:
        """True where room was made by it."""
        binned = [path.stem for path in self.folder.glob("*.removed")]
        for upload_id in binned:
            self._erase(upload_id)
        return bool(binned)

    def _erase(self, upload_id: str) -> None:
        """The file first: without it nothing is listed, and the rest is litter."""
        for path in (self._file(upload_id), self._notes(upload_id), self._binned(upload_id)):
            path.unlink(missing_ok=True)


def _id_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:24]


def _other_names(same: Upload, bare: str) -> list[str]:
    known = same.also if same.recovered else (same.name, *same.also)
    return [other for other in dict.fromkeys(known) if other != bare]
