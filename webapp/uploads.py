"""The uploads: each file under the digest of its bytes, a small JSON beside it. They outlive the program.

The file is kept before anything is read from it: whatever becomes of the checks, it is not lost.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path, PureWindowsPath

from sheet_tools.files import write_whole

KEPT = 50
_ID = re.compile(r"[0-9a-f]{24}")
_CHOICES = ("sheet", "encoding", "delimiter", "line_breaks", "task", "inputs", "person")
_NAME_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Upload:
    """One kept file. `time` is ISO 8601 in UTC; `choices` what the author chose where the file left it open.

    `link` is that of a Google sheet, "" for a file; `tab` and `by_account` as in Download. `also`: the other names that
    the same bytes came under. `sample`: the example that the program came with, and no one's submission.
    """

    id: str
    name: str
    time: str
    size: int
    choices: Mapping[str, str] = field(default_factory=dict)
    link: str = ""
    tab: str | None = None
    by_account: bool = False
    also: Sequence[str] = ()
    sample: bool = False

    @property
    def moment(self) -> datetime:
        """When it was dropped, in this computer's time zone."""
        return datetime.fromisoformat(self.time).astimezone()


class Uploads:
    """The last `KEPT` uploads in a folder. Raises OSError where it cannot be made or written to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def keep(self, name: str, data: bytes, link: str = "", tab: str | None = None, by_account: bool = False) -> Upload:
        """Keep a file; the same bytes again are the same upload, with a new name and time.

        What was chosen for the last file of that name is chosen for this one too.
        """
        bare, digest = bare_name(name), hashlib.sha256(data).hexdigest()[:24]
        same = self.get(digest)
        upload = Upload(
            digest,
            bare,
            datetime.now(UTC).isoformat(),
            len(data),
            next((old.choices for old in self.latest() if old.name == bare), {}),
            link,
            tab,
            by_account,
            [other for other in dict.fromkeys((same.name, *same.also)) if other != bare] if same else [],
            same.sample if same else False,
        )
        write_whole(self._file(upload.id), data)
        self._note(upload)
        self._forget_oldest()
        return upload

    def choose(self, upload: Upload, choices: Mapping[str, str]) -> Upload:
        """Note the author's choices; an empty one leaves it to the reader again."""
        kept = {name: choices[name] for name in _CHOICES if choices.get(name)}
        changed = replace(upload, choices=kept)
        self._note(changed)
        return changed

    def mark_sample(self, upload: Upload) -> Upload:
        """Note that this is the example of the program."""
        changed = replace(upload, sample=True)
        self._note(changed)
        return changed

    def remove(self, upload: Upload) -> None:
        """Take a file away for good."""
        self._notes(upload.id).unlink(missing_ok=True)
        self._file(upload.id).unlink(missing_ok=True)

    def get(self, upload_id: str) -> Upload | None:
        if not _ID.fullmatch(upload_id):
            return None
        upload = _read(self._notes(upload_id))
        return upload if upload and self._file(upload_id).is_file() else None

    def data(self, upload: Upload) -> bytes:
        return self._file(upload.id).read_bytes()

    def latest(self) -> list[Upload]:
        """The newest first."""
        return sorted(self._all(), key=lambda upload: upload.time, reverse=True)

    def secret(self) -> str:
        """The key that signs cookies: kept, so that a form outlives a restart."""
        path = self.folder / "secret.key"
        if not path.is_file():
            path.touch(0o600)
            path.write_text(secrets.token_hex(32), encoding="ascii")
        return path.read_text(encoding="ascii")

    def _all(self) -> Iterator[Upload]:
        for path in self.folder.glob("*.json"):
            upload = self.get(path.stem)
            if upload:
                yield upload

    def _file(self, upload_id: str) -> Path:
        return self.folder / f"{upload_id}.sheet"

    def _notes(self, upload_id: str) -> Path:
        return self.folder / f"{upload_id}.json"

    def _note(self, upload: Upload) -> None:
        text = json.dumps(asdict(upload), ensure_ascii=False, indent=1)
        write_whole(self._notes(upload.id), text.encode("utf-8", "replace"))

    def _forget_oldest(self) -> None:
        for upload in self.latest()[KEPT:]:
            self.remove(upload)


def bare_name(name: str) -> str:
    """A file's name without folders (of either system) and without what cannot be shown."""
    bare = PureWindowsPath(name).name
    shown = "".join(char for char in bare if char.isprintable())[-_NAME_LENGTH:]
    return shown or "plik"


def _read(path: Path) -> Upload | None:
    """None where the notes were lost or are no longer ours to read."""
    try:
        return Upload(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
