"""The store: one SQLite file that holds every answer ever received. Nothing in it is overwritten or deleted.

An answer is found by the key of its request (prompts.request_key: model, messages, every generation setting). A request
may have several answers (asked again by hand, or stores merged): the one that was asked last counts, whichever store
was merged into which. Several processes may use one store at once; each answer is committed, to the disk, before `add`
returns. Write-ahead logging needs a local disk: a store on a network share is copied, not shared.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from sheet_tools.findings import Finding, Unreadable
from sheet_tools.panel.endings import ending_of
from sheet_tools.panel.responses import Response
from sheet_tools.panel.revisions import fits
from sheet_tools.panel.store_trouble import trouble
from sheet_tools.prompts import Message

VERSION = 1
APPLICATION_ID = 0x52504556  # "RPEV": tells a store from other SQLite files
_MAGIC = b"SQLite format 3\x00"
# Another process may be writing: it needs milliseconds, so this is for a slow disk.
PATIENCE_SECONDS = 20.0

_SCHEMA = """
CREATE TABLE answers (
    digest TEXT PRIMARY KEY,     -- SHA-256 of all the rest: one answer stands once, however often it is imported
    key TEXT NOT NULL,           -- SHA-256 of model, messages and generation
    model TEXT NOT NULL,         -- the panel's id
    asked TEXT NOT NULL,         -- the item's own text (input), exactly
    messages TEXT NOT NULL,      -- JSON, as sent
    generation TEXT NOT NULL,    -- JSON, as sent
    text TEXT NOT NULL,          -- what is marked: derived from `received`
    finish_reason TEXT,          -- the server's word (panel/endings.py)
    returned_model TEXT,         -- what the server says answered
    endpoint TEXT,               -- the address, without user, password or key
    server TEXT,                 -- the server's own name for itself
    usage TEXT,                  -- JSON, as received
    asked_at TEXT,               -- UTC, ISO 8601
    seconds REAL,                -- from the request to the whole answer
    received TEXT,               -- the body as received, to the byte (panel/body.py)
    source TEXT,                 -- the file that it was imported from
    revision TEXT                -- the model's commit, where the models file pins one
);
CREATE INDEX answers_by_key ON answers (key, asked_at, digest);
CREATE TABLE claims (
    key TEXT PRIMARY KEY,        -- a request that a run is asking just now (panel/claims.py)
    owner TEXT NOT NULL,
    until REAL NOT NULL          -- seconds since 1970
);
"""
# What stores of earlier versions lack; they stay readable as they are, and get it when they are next written to.
_UNUSABLE = """
CREATE TABLE IF NOT EXISTS unusable (
    digest TEXT PRIMARY KEY,     -- SHA-256 of all the rest
    key TEXT NOT NULL,           -- the request, as in `answers`
    model TEXT NOT NULL,
    asked TEXT NOT NULL,
    code TEXT NOT NULL,          -- why it is no answer: a code of the catalogue
    endpoint TEXT,
    asked_at TEXT,
    received TEXT                -- the body as received, to the byte
)
"""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer and all that is known of it; None where its source does not say. See the schema for each field."""

    key: str
    model: str
    asked: str
    messages: tuple[Message, ...]
    generation: Mapping[str, object]
    text: str
    finish_reason: str | None = None
    returned_model: str | None = None
    endpoint: str | None = None
    server: str | None = None
    usage: Mapping[str, object] | None = None
    asked_at: str | None = None
    seconds: float | None = None
    received: str | None = None
    source: str | None = field(default=None, compare=False)
    revision: str | None = None

    @property
    def is_finished(self) -> bool:
        """False for what an earlier version kept though the server had broken it off: it is no answer."""
        return ending_of(self.finish_reason).is_answer

    @property
    def digest(self) -> str:
        """Names this very answer; where it was imported from makes no other answer of it."""
        *told, _source, revision = _row(self)
        return _digest((*told, *([revision] if revision else [])))


class Unusable(NamedTuple):
    """What a server sent that is no answer, and why; for a person to look at."""

    key: str
    model: str
    asked: str
    code: str
    endpoint: str | None
    asked_at: str | None
    received: str | None


_COLUMNS = tuple(each.name for each in fields(Answer))
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM answers"
# The last asked of each request and commit; answers without a time are the oldest, the digest decides between equals.
_LAST = """
SELECT {columns} FROM (
    SELECT *, row_number() OVER (PARTITION BY {group} ORDER BY coalesce(asked_at, '') DESC, digest DESC) AS place
    FROM answers WHERE is_answer(finish_reason)
) WHERE place = 1 ORDER BY model, asked, key
"""
_COUNTING = _LAST.format(columns=", ".join(_COLUMNS), group="key")
_EXTRAS = ("returned_model", "endpoint", "server", "asked_at", "seconds", "source", "revision", "received")
# Of an empty text alone one has to look at the body: the thoughts may stand there.
_BODY = "CASE WHEN trim(text, char(32, 9, 10, 13)) = '' THEN received END"
_BRIEF = ("key", "model", "generation", "text", "finish_reason", *_EXTRAS[:-1], _BODY)
_BRIEFS = _LAST.format(columns=", ".join(_BRIEF), group="key, revision")


class Brief(NamedTuple):
    """The answer that counts, in short; `generation` is JSON as stored."""

    key: str
    model: str
    generation: str
    text: str
    finish_reason: str | None
    returned_model: str | None
    endpoint: str | None
    server: str | None
    asked_at: str | None
    seconds: float | None
    source: str | None
    revision: str | None
    received: str | None

    @property
    def response(self) -> Response:
        extras = {name: value for name in _EXTRAS if (value := getattr(self, name)) is not None}
        return Response(self.text, self.finish_reason, extras)


class Store:
    """An open store; use it in a `with`. A Store belongs to the thread that opened it."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        """Open the store, or make it where there is none and it may be written.

        Raises Unreadable where the file is no store, is of a newer version, or cannot be opened or made.
        """
        self.path = path
        if read_only and not path.is_file():
            raise Unreadable(Finding("store-not-found", values={"file": path.name}))
        try:
            if path.is_file() and path.stat().st_size and not looks_like_sqlite(path):
                raise Unreadable(Finding("store-not-a-store", values={"file": path.name}))
            self._connection = _connect_to_read(path) if read_only else _connect(path)
            self._connection.create_function("is_answer", 1, _is_answer, deterministic=True)
        except (sqlite3.Error, OSError) as error:
            raise trouble(path, error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close it. The last to close a store folds the log into the file, which then is whole by itself."""
        self._connection.close()

    @property
    def _has_revisions(self) -> bool:
        return any(column[1] == "revision" for column in self._rows("PRAGMA table_info(answers)"))

    def fold(self) -> None:
        """Fold the log into the file, as far as those who are reading it and the disk allow: the file is then whole by
        itself. Where they do not, no answer is lost: all stand in the log, from which they are read too."""
        with suppress(Unreadable):
            self._rows("PRAGMA wal_checkpoint(PASSIVE)")

    def add(self, *answers: Answer) -> int:
        """Keep the answers, in one transaction; how many of them were not held yet.

        Raises Unreadable where they cannot be written (disk full, file read-only): then none of them is held.
        """
        rows = [(answer.digest, *_row(answer)) for answer in answers]
        marks = ", ".join("?" * (len(_COLUMNS) + 1))
        statement = f"INSERT OR IGNORE INTO answers (digest, {', '.join(_COLUMNS)}) VALUES ({marks})"
        try:
            with self._connection:
                return self._connection.executemany(statement, rows).rowcount
        except sqlite3.Error as error:
            raise trouble(self.path, error) from error

    def add_unusable(self, *found: Unusable) -> None:
        """Keep what is no answer. Raises Unreadable where it cannot be written."""
        rows = [(_digest(each), *each) for each in found]
        try:
            with self._connection:
                self._connection.executemany("INSERT OR IGNORE INTO unusable VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        except sqlite3.Error as error:
            raise trouble(self.path, error) from error

    def unusable(self) -> list[Unusable]:
        """All that was no answer, in the order in which it came."""
        if not self._rows("SELECT 1 FROM sqlite_master WHERE name = 'unusable'"):
            return []
        rows = self._rows(f"SELECT {', '.join(Unusable._fields)} FROM unusable ORDER BY rowid")
        return [Unusable(*row) for row in rows]  # type: ignore[arg-type]

    def has(self, key: str) -> bool:
        return bool(self.revisions([key]))

    def revisions(self, keys: Iterable[str]) -> dict[str, set[str | None]]:
        """Those of the keys that have an answer, with the commits that are recorded of it (None: not known)."""
        column = "revision" if self._has_revisions else "NULL"
        statement = f"SELECT DISTINCT {column} FROM answers WHERE key = ? AND is_answer(finish_reason)"
        found = {key: {row[0] for row in self._rows(statement, key)} for key in keys}
        return {key: recorded for key, recorded in found.items() if recorded}  # type: ignore[misc]

    def held(self, keys: Iterable[str], revision: str | None = None) -> set[str]:
        """Those of the keys that have an answer which fits the commit."""
        found = self.revisions(keys)
        return {key for key, recorded in found.items() if any(fits(each, revision) for each in recorded)}

    def counting(self) -> list[Answer]:
        """Of each request the answer that was asked last, in the order of model and text."""
        return [_answer(row) for row in self._answers(_COUNTING)]

    def briefs(self) -> list[Brief]:
        """The same, of each commit, with only what marking and the page need: quick for a large panel."""
        return [Brief(*row) for row in self._answers(_BRIEFS)]  # type: ignore[arg-type]

    def answer(self, key: str, revision: str | None = None) -> Answer | None:
        """The answer that counts for this request, of those that fit the commit."""
        fitting = [each for each in self.history(key) if fits(each.revision, revision) and each.is_finished]
        return fitting[-1] if fitting else None

    def history(self, key: str) -> list[Answer]:
        """Every answer to one request; the last one counts."""
        order = "ORDER BY coalesce(asked_at, ''), digest"
        return [_answer(row) for row in self._answers(f"{_SELECT} WHERE key = ? {order}", key)]

    def all_answers(self) -> list[Answer]:
        """Every answer, earlier ones too, the oldest of each request first."""
        order = "ORDER BY model, asked, key, coalesce(asked_at, ''), digest"
        return [_answer(row) for row in self._answers(f"{_SELECT} {order}")]

    def keys_with_texts(self) -> list[tuple[str, str, str]]:
        """Model, key and text of every answer, equal ones once: two of one key are answers that differ."""
        rows = self._rows("SELECT DISTINCT model, key, text FROM answers")
        return [(str(model), str(key), str(text)) for model, key, text in rows]

    def models(self) -> tuple[str, ...]:
        """The models that have answers, in the order in which they were first kept."""
        rows = self._rows("SELECT model FROM answers GROUP BY model ORDER BY min(rowid)")
        return tuple(str(row[0]) for row in rows)

    def _answers(self, statement: str, *values: str) -> list[tuple[object, ...]]:
        """Rows of `answers`; a store of an earlier version, which is only read, knows no commits."""
        if not self._has_revisions:
            statement = f"WITH answers AS (SELECT *, NULL AS revision FROM main.answers) {statement}"
        return self._rows(statement, *values)

    def _rows(self, statement: str, *values: str) -> list[tuple[object, ...]]:
        try:
            return self._connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise trouble(self.path, error) from error


def _is_answer(reason: object) -> bool:
    return ending_of(reason).is_answer


def looks_like_sqlite(path: Path) -> bool:
    """True where the file begins as SQLite files do. OSError where it cannot be opened."""
    with path.open("rb") as stream:
        return stream.read(len(_MAGIC)) == _MAGIC


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=PATIENCE_SECONDS)
    try:
        _prepare(path, connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(path: Path, connection: sqlite3.Connection) -> None:
    # The first statement that touches the file: of two processes that make a store at once, one waits for the other.
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        if connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
            for statement in (*_SCHEMA.split(";\n"), _UNUSABLE):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
    _check_version(path, connection)
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'unusable'").fetchone():
        _bring_up(connection)
    _use_log(connection)
    connection.execute("PRAGMA synchronous = FULL")


def _bring_up(connection: sqlite3.Connection) -> None:
    """Give a store of an earlier version what it lacks; of two processes at once one does it."""
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        if not any(column[1] == "revision" for column in connection.execute("PRAGMA table_info(answers)")):
            connection.execute("ALTER TABLE answers ADD COLUMN revision TEXT")
        connection.execute(_UNUSABLE)


def _use_log(connection: sqlite3.Connection) -> None:
    """Write-ahead logging, which a file keeps once it has it. SQLite does not wait for others here, so this does."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)


def _connect_to_read(path: Path) -> sqlite3.Connection:
    """A connection that writes nothing. A store on a read-only disk has no room for SQLite's log, which is then left
    out: right where no log stands beside the file."""
    uri = path.resolve().as_uri() + "?mode=ro"
    connection = sqlite3.connect(uri, uri=True, timeout=PATIENCE_SECONDS)
    try:
        _check_version(path, connection)
    except sqlite3.OperationalError:
        connection.close()
        if path.with_name(path.name + "-wal").exists():
            raise
        connection = sqlite3.connect(uri + "&immutable=1", uri=True)
        _check_version(path, connection)
    return connection


def _check_version(path: Path, connection: sqlite3.Connection) -> None:
    identity = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if identity != APPLICATION_ID:
        raise Unreadable(Finding("store-not-a-store", values={"file": path.name}))
    if version > VERSION:
        raise Unreadable(Finding("store-newer", values={"file": path.name, "version": version, "known": VERSION}))


def _row(answer: Answer) -> tuple[object, ...]:
    values = (getattr(answer, name) for name in _COLUMNS)
    return tuple(_json(value) if isinstance(value, tuple | Mapping) else value for value in values)


def _answer(row: Sequence[object]) -> Answer:
    values = dict(zip(_COLUMNS, row, strict=True))
    for name in ("messages", "generation", "usage"):
        if isinstance(values[name], str):
            values[name] = json.loads(str(values[name]))
    values["messages"] = tuple(values["messages"])  # type: ignore[arg-type]
    return Answer(**values)  # type: ignore[arg-type]


def _digest(values: Iterable[object]) -> str:
    return hashlib.sha256(_json(tuple(values)).encode("ascii")).hexdigest()


def _json(value: object) -> str:
    """ASCII, so that a lone surrogate in a sheet's text is no trouble."""
    return json.dumps(value, separators=(",", ":"))
