"""Answers that were dropped on the page: a store, a zip of responses, or single .jsonl files, kept in a folder.

Each is checked before it is kept, and bounded: what a stranger's file may cost is decided here. Its members keep no
folders of theirs. One name, one entry: a file of the same name takes the place of the older one.
"""

from __future__ import annotations

import hashlib
import io
import json
import lzma
import shutil
import sqlite3
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath, PureWindowsPath

from sheet_tools.files import write_whole
from sheet_tools.findings import Finding, Unreadable
from sheet_tools.panel.records import TEXT_KEYS, AnswerFile, read_file
from sheet_tools.panel.store import Brief, Store

_MAGIC = b"SQLite format 3\x00"
_ZIP = b"PK\x03\x04"
_NOTES = "entry.json"
_STORE = "panel.sqlite"
KINDS = ("store", "zip", "jsonl")
_NAME_LENGTH = 120
_LONGEST = 240
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in "0123456789¹²³")}
# The largest panel that was thought of (2,000 items, 12 models) takes some 30 MiB.
ANSWERS_BOUND = 128 * 2**20
_MAX_UNPACKED = 256 * 2**20
_MAX_MEMBERS = 500
_MAX_ENTRIES = 100
_BROKEN_ZIP = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, RuntimeError, NotImplementedError)


@dataclass(frozen=True, slots=True)
class Entry:
    """One dropped file. `kind`: "store", "zip" or "jsonl"; `models`: how many answers each model has; `origins`: the
    servers that the answers name; `left_out`: what of a zip holds no answers. `time` is ISO 8601 in UTC."""

    id: str
    name: str
    time: str
    size: int
    kind: str
    models: Mapping[str, int]
    origins: Sequence[str] = ()
    left_out: Sequence[str] = ()

    @property
    def moment(self) -> datetime:
        """When it was dropped, in this computer's time zone."""
        return datetime.fromisoformat(self.time).astimezone()

    @property
    def answers(self) -> int:
        return sum(self.models.values())


def kind_of_answers(name: str, data: bytes) -> str | None:
    """What kind of answers a file holds by its contents; None for anything else (a sheet, a submission)."""
    if data.startswith(_MAGIC):
        return "store"
    if data.startswith(_ZIP):
        return "zip" if _holds_responses(data) else None
    return "jsonl" if name.lower().endswith(".jsonl") and _is_answers(data) else None


class Library:
    """The dropped answers in a folder, which is made when the first is kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._recover()

    def keep(self, name: str, data: bytes) -> Entry:
        """Check and keep a file. Raises Unreadable with the finding that says why it is not kept."""
        bare = _bare(name)
        kind = kind_of_answers(bare, data)
        if kind is None:
            raise Unreadable(Finding("answers-are-items" if _is_items(data) else "answers-unknown-kind",
                                     values={"file": bare}))  # fmt: skip
        if len(data) > ANSWERS_BOUND:
            raise Unreadable(Finding("answers-too-large", values={"file": bare}))
        entry_id = hashlib.sha256(bare.casefold().encode()).hexdigest()[:24]
        known = {entry.id for entry in self.entries()}
        if entry_id not in known and len(known) >= _MAX_ENTRIES:
            raise Unreadable(Finding("answers-too-many", values={"n": _MAX_ENTRIES}))
        fresh = self.folder / f"{entry_id}.new"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(mode=0o700, parents=True)
        try:
            models, origins, left_out = _unpack(kind, bare, data, fresh)
            entry = Entry(entry_id, bare, datetime.now(UTC).isoformat(), len(data), kind, models, origins, left_out)
            write_whole(fresh / _NOTES, json.dumps(asdict(entry), ensure_ascii=False).encode("utf-8", "replace"))
            self._put(fresh, entry_id)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
        return entry

    def _put(self, fresh: Path, entry_id: str) -> None:
        """In the place of the older one, which is deleted only when the new one stands there."""
        place, old = self.folder / entry_id, self.folder / f"{entry_id}.old"
        shutil.rmtree(old, ignore_errors=True)
        if place.exists():
            place.rename(old)
        try:
            fresh.rename(place)
        except OSError:
            self._put_back(old)
            raise
        shutil.rmtree(old, ignore_errors=True)

    def remove(self, entry_id: str) -> None:
        """Take an entry away; one that is not there is no fault. What is half deleted is no longer listed."""
        if any(entry.id == entry_id for entry in self.entries()):
            gone = self.folder / f"{entry_id}.gone"
            shutil.rmtree(gone, ignore_errors=True)
            (self.folder / entry_id).rename(gone)
            shutil.rmtree(gone, ignore_errors=True)

    def _recover(self) -> None:
        """What a killed program left: the older file whose place no newer one has taken stands there again."""
        for path in self.folder.glob("*.old"):
            self._put_back(path)
        for ending in ("new", "old", "gone"):
            for path in self.folder.glob(f"*.{ending}"):
                shutil.rmtree(path, ignore_errors=True)

    def _put_back(self, old: Path) -> None:
        with suppress(OSError):
            if old.exists() and not old.with_suffix("").exists():
                old.rename(old.with_suffix(""))

    def entries(self) -> list[Entry]:
        """The newest first."""
        return sorted(self._all(), key=lambda entry: entry.time, reverse=True)

    def path(self, entry: Entry) -> Path:
        """The store, or the folder of responses/*.jsonl."""
        folder = self.folder / entry.id
        return folder / _STORE if entry.kind == "store" else folder

    def _all(self) -> Iterator[Entry]:
        for notes in self.folder.glob(f"*/{_NOTES}"):
            entry = _entry(notes)
            if entry is not None and entry.id == notes.parent.name:
                yield entry


def _entry(notes: Path) -> Entry | None:
    """None where the notes were lost or are no longer ours to read."""
    try:
        entry = Entry(**json.loads(notes.read_text(encoding="utf-8")))
        return entry if _is_entry(entry) else None
    except (OSError, ValueError, TypeError, RecursionError, OverflowError):
        return None


def _is_entry(entry: Entry) -> bool:
    """JSON holds anything in any place: what is not of the kind that we wrote was damaged. Raises as its parts do."""
    texts = (entry.id, entry.name, entry.time, entry.kind, *entry.models, *entry.origins, *entry.left_out)
    counts = tuple(entry.models.values()) if isinstance(entry.models, dict) else ("",)
    is_whole = all(isinstance(text, str) for text in texts) and all(type(count) is int for count in counts)
    are_lists = isinstance(entry.origins, list) and isinstance(entry.left_out, list | tuple)
    return is_whole and are_lists and entry.kind in KINDS and bool(entry.moment)


def _unpack(kind: str, name: str, data: bytes, folder: Path) -> tuple[dict[str, int], list[str], list[str]]:
    """The answers of each model, the servers that they name, and what of a zip holds no answers."""
    if kind == "store":
        return *_unpack_store(name, data, folder), []
    files = _members(name, data) if kind == "zip" else {name: data}
    read = [read_file(member, content) for member, content in files.items()]
    models = {each.model: len(_answered(each)) for each in read if _answered(each)}
    if not models:
        raise Unreadable(Finding("import-unreadable", values={"file": name}))
    for number, (member, content) in enumerate(files.items()):
        # A name that Windows cannot write is no reason to refuse the file: the model's name goes into a header.
        model, named = read[number].model, member.removesuffix(".jsonl").replace("__", "/")
        own = member if _is_plain(member) else f"{number}.jsonl"
        head = _header(model) if own != member and model == named else b""
        (folder / own).write_bytes(head + content.removeprefix(b"\xef\xbb\xbf" if head else b""))
    silent = [member for member, each in zip(files, read, strict=True) if not _answered(each)]
    left_out = [*silent, *(_others_in(data) if kind == "zip" else [])]
    return models, _origins(extras for each in read for extras in _answered(each)), left_out


def _answered(file: AnswerFile) -> list[Mapping[str, object]]:
    return [record.response.extras for record in file.records if record.response is not None]


def _header(model: str) -> bytes:
    return json.dumps({"model": model}).encode() + b"\n"


def _is_plain(name: str) -> bool:
    """True for a name that every system takes: Windows keeps some for devices, and a file has 255 bytes at most."""
    is_device = name.split(".", 1)[0].strip().casefold() in _DEVICES
    is_short = len(name.encode("utf-8", "replace")) <= _LONGEST
    return is_short and not is_device and all(char.isalnum() or char in "._- +@" for char in name)


def _unpack_store(name: str, data: bytes, folder: Path) -> tuple[dict[str, int], list[str]]:
    path = folder / _STORE
    path.write_bytes(data)
    _check_tables(name, path)
    try:
        with Store(path, read_only=True) as store:
            briefs = store.briefs()
    except Unreadable as unreadable:
        # The author knows the file by its own name.
        values = {**unreadable.finding.values, "file": name}
        raise Unreadable(Finding(unreadable.finding.code, values=values)) from unreadable
    if not briefs:
        raise Unreadable(Finding("store-no-answers"))
    if not all(map(_is_sound, briefs)):
        raise Unreadable(Finding("store-not-a-store", values={"file": name}))
    origins = _origins({"endpoint": brief.endpoint, "server": brief.server} for brief in briefs)
    return dict(Counter(brief.model for brief in briefs)), origins


def _check_tables(name: str, path: Path) -> None:
    """A file of another maker may hold views and triggers, whose code would run as it is read: ours has none."""
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            kinds = {str(row[0]) for row in connection.execute("SELECT type FROM sqlite_master")}
    except sqlite3.Error as error:
        raise Unreadable(Finding("store-damaged", values={"file": name, "why": str(error)})) from error
    if kinds - {"table", "index"}:
        raise Unreadable(Finding("store-not-a-store", values={"file": name}))


def _is_sound(brief: Brief) -> bool:
    """SQLite keeps anything in any column: what is not of the kind that we wrote was not written by us."""
    texts = (brief.key, brief.model, brief.generation, brief.text)
    others = (brief.finish_reason, *brief[5:9], *brief[10:])
    if not all(isinstance(text, str) for text in texts):
        return False
    if not all(text is None or isinstance(text, str) for text in others):
        return False
    try:
        return isinstance(json.loads(brief.generation), dict)
    except (ValueError, RecursionError):
        return False


def _members(name: str, data: bytes) -> dict[str, bytes]:
    """Bare name → contents of the .jsonl files of a zip, within the bounds whatever its directory says."""
    files: dict[str, bytes] = {}
    left = _MAX_UNPACKED
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for member in _responses_in(archive):
                bare = _bare(member.filename)
                with archive.open(member) as stream:
                    files[_free(bare, files)] = content = stream.read(left + 1)
                left -= len(content)
                if left < 0 or len(files) > _MAX_MEMBERS:
                    raise Unreadable(Finding("answers-too-large", values={"file": name}))
    except _BROKEN_ZIP as error:
        raise Unreadable(Finding("import-unreadable", values={"file": name})) from error
    return files


def _responses_in(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    names = (member for member in archive.infolist() if not member.is_dir())
    return [member for member in names if _is_responses(PurePosixPath(member.filename).name)]


def _others_in(data: bytes) -> list[str]:
    """The files of a zip that are no answers by their names, but for those that systems put there by themselves."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = [PurePosixPath(member.filename) for member in archive.infolist() if not member.is_dir()]
    told = [path.name for path in names if not path.name.startswith((".", "~")) and "__MACOSX" not in path.parts]
    return [_bare(name) for name in told if not _is_responses(name)][:_MAX_MEMBERS]


def _is_responses(bare: str) -> bool:
    return bare.lower().endswith(".jsonl") and not bare.startswith((".", "~"))


def _holds_responses(data: bytes) -> bool:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            return bool(_responses_in(archive)) and "[Content_Types].xml" not in names and "mimetype" not in names
    except _BROKEN_ZIP:
        return False


def _is_items(data: bytes) -> bool:
    """True for a sheet (.xlsx, .ods) and for lines of items: what belongs on the start page."""
    if data.startswith(_ZIP):
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                return not {"[Content_Types].xml", "content.xml"}.isdisjoint(archive.namelist())
        except _BROKEN_ZIP:
            return False
    first = data.removeprefix(b"\xef\xbb\xbf").lstrip().split(b"\n", 1)[0]
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and "gold" in value


def _is_answers(data: bytes) -> bool:
    """True where the first lines are answers and no items: an item has its gold."""
    for raw in data.removeprefix(b"\xef\xbb\xbf").split(b"\n", 20)[:20]:
        try:
            value = json.loads(raw)
        except (ValueError, RecursionError):
            continue
        if not isinstance(value, dict) or "gold" in value:
            return False
        if any(key in value for key in TEXT_KEYS) and ("input" in value or "model" in value):
            return True
    return False


def _origins(found: Iterator[Mapping[str, object]]) -> list[str]:
    named = (extras.get("endpoint") or extras.get("server") for extras in found)
    return [name for name, _ in Counter(name for name in named if isinstance(name, str)).most_common(5)]


def _free(name: str, taken: Mapping[str, bytes]) -> str:
    """Two folders of a zip may hold files of one name; on some systems names differ by more than case."""
    folded = {other.casefold() for other in taken}
    number = 1
    while (free := name if number == 1 else f"{name.removesuffix('.jsonl')}-{number}.jsonl").casefold() in folded:
        number += 1
    return free


def _bare(name: str) -> str:
    bare = "".join(char for char in PureWindowsPath(name).name if char.isprintable())[-_NAME_LENGTH:]
    return bare.lstrip(".") or "odpowiedzi.jsonl"
