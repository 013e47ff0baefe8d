"""The note of an upload: its JSON, read field by field. Damage to it costs what was damaged, never the file."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path, PureWindowsPath
from typing import Any

CHOICES = ("sheet", "encoding", "delimiter", "line_breaks", "task", "inputs", "person")
_NAME_LENGTH = 200
_UNNAMED = "odzyskany-plik"


@dataclass(frozen=True, slots=True)
class Upload:
    """One kept file. `time` is ISO 8601 in UTC; `choices` what the author chose where the file left it open.

    `link` is that of a Google sheet, "" for a file; `tab` and `by_account` as in Download. `also`: the other names that
    the same bytes came under. `sample`: the example that the program came with, and no one's submission. `recovered`:
    its note was lost, and with it its name.
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
    recovered: bool = False

    @property
    def moment(self) -> datetime:
        """When it was dropped, in this computer's time zone."""
        return datetime.fromisoformat(self.time).astimezone()

    @property
    def stem(self) -> str:
        """The name without its ending: what the files made of it are called after."""
        return self.name.rsplit(".", 1)[0] or self.name


def bare_name(name: str) -> str:
    """A file's name without folders (of either system) and without what cannot be shown."""
    bare = PureWindowsPath(name).name
    shown = "".join(char for char in bare if char.isprintable())[-_NAME_LENGTH:]
    return shown or "plik"


def to_bytes(upload: Upload) -> bytes:
    return json.dumps(asdict(upload), ensure_ascii=False, indent=1).encode("utf-8", "replace")


def read_note(path: Path, file: Path) -> Upload | None:
    """The upload as far as its note can be understood; None where the file itself is not there."""
    try:
        facts = file.stat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(facts.st_mode):
        return None
    noted = _noted(path)
    kept = {name: value for name, value in noted.items() if name in _SOUND and _SOUND[name](value)}
    arrived = datetime.fromisoformat(kept["time"]) if "time" in kept else datetime.fromtimestamp(facts.st_mtime, UTC)
    if "name" not in kept:
        kept |= {"name": f"{_UNNAMED}-{file.stem[:6]}", "recovered": True}
    return Upload(**kept | {"id": file.stem, "time": _written(arrived), "size": facts.st_size})


def _written(moment: datetime) -> str:
    """In UTC, so that the texts are in the order of the moments."""
    return moment.astimezone(UTC).isoformat()


def _noted(path: Path) -> Mapping[str, Any]:
    try:
        noted = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return noted if isinstance(noted, dict) else {}


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and bool(value) and bare_name(value) == value


def _is_time(value: object) -> bool:
    """A moment that this computer can show: the first and the last day have no neighbours to move to."""
    try:
        return isinstance(value, str) and 1970 <= datetime.fromisoformat(value).astimezone(UTC).year <= 9000
    except (ValueError, OverflowError, OSError):
        return False


def _are_choices(value: object) -> bool:
    return isinstance(value, dict) and all(name in CHOICES and isinstance(value[name], str) for name in value)


def _are_names(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_name, value))


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


_SOUND: Mapping[str, Callable[[object], bool]] = {
    "name": _is_name,
    "time": _is_time,
    "choices": _are_choices,
    "link": _is_text,
    "tab": lambda value: value is None or isinstance(value, str),
    "by_account": _is_flag,
    "also": _are_names,
    "sample": _is_flag,
    "recovered": _is_flag,
}
