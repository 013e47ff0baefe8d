"""A run in a thread of this process, one at a time; how far each came is kept in a file, which outlives the process."""

from __future__ import annotations

import json
import threading
import time
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from string import Formatter
from typing import Any

from sheet_tools.cells import Place
from sheet_tools.files import write_whole
from sheet_tools.findings import Finding, Level, Unreadable, catalogue, procedures
from sheet_tools.panel.plan import Plan, Tally
from sheet_tools.panel.run import Moment, Options, run
from sheet_tools.panel.store import Store
from sheet_tools.panel.store_trouble import trouble

# Seconds between two writings: the page shows it every two.
_PACE = 0.4
_TRIES = 5
_COUNTS = ("items", "cached", "to_ask", "asked", "answered", "cut_off", "refused", "failed", "elsewhere", "left")


class State(StrEnum):
    """CUT: the process ended in the middle. BROKEN: the store could not be written, or a bug ended the run."""

    RUNNING = "running"
    STOPPING = "stopping"
    WHOLE = "whole"
    PARTIAL = "partial"
    STOPPED = "stopped"
    CUT = "cut"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run came. `tallies` are Tally.to_json of each model; `again`: asked by hand what had an answer;
    `waits`: the servers that are being waited for."""

    state: State
    began: str
    moved: str
    tallies: tuple[Mapping[str, Any], ...]
    findings: tuple[Finding, ...]
    model: str = ""
    again: bool = False
    waits: tuple[Finding, ...] = ()

    @property
    def is_going_on(self) -> bool:
        return self.state in (State.RUNNING, State.STOPPING)

    @property
    def to_ask(self) -> int:
        return sum(int(tally["to_ask"]) for tally in self.tallies)

    @property
    def done(self) -> int:
        """Outcomes of any kind."""
        return sum(int(tally["asked"]) + int(tally["elsewhere"]) for tally in self.tallies)


class Background:
    """Runs by name (a sheet's id). Safe to use from several threads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._current: _Run | None = None
        self._own: dict[str, _Run] = {}

    def start(
        self, name: str, plans: Sequence[Plan], store: Path, environment: Mapping[str, str], options: Options
    ) -> bool:
        """Begin a run; False where one is going on already."""
        with self._lock:
            if self.busy() is not None:
                return False
            self._folder.mkdir(parents=True, exist_ok=True)
            self._current = _Run(name, self._path(name), plans, options)
            self._current.begin(store, environment)
            self._own[name] = self._current
            return True

    def stop(self, name: str) -> None:
        """Let the calls under way end, and no more begin. Nothing happens where the run is over."""
        current = self._current
        if current is not None and current.name == name:
            current.stop.set()

    def busy(self) -> str | None:
        """The name of the run that is going on."""
        current = self._current
        return current.name if current is not None and current.is_alive() else None

    def progress(self, name: str) -> Progress | None:
        """How far the last run of this name came; None where there was none, or its file cannot be read."""
        alive = self.busy() == name  # asked first: a run that ends meanwhile has written its end
        # What this process knows of its own runs, the disk may have refused to take.
        own = self._own.get(name)
        try:
            kept = _progress(json.loads(own.kept if own else self._path(name).read_text(encoding="utf-8")))
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError):
            return None
        if not kept.is_going_on or alive:
            return kept
        return Progress(State.CUT, kept.began, kept.moved, kept.tallies, kept.findings, kept.model, kept.again)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"


class _Run:
    """One run and its file."""

    def __init__(self, name: str, path: Path, plans: Sequence[Plan], options: Options) -> None:
        self.name, self._path, self._plans, self._options = name, path, plans, options
        self.stop = threading.Event()
        self.kept = ""
        self._began = _now()
        self._written = 0.0
        self._tallies = {plan.model.id: Tally(plan) for plan in plans}
        self._findings: list[Finding] = []
        self._waits: dict[str, Finding] = {}
        self._model = ""
        self._state = State.RUNNING
        self._thread: threading.Thread | None = None

    def begin(self, store: Path, environment: Mapping[str, str]) -> None:
        self._write()
        self._thread = threading.Thread(target=self._carry, args=(store, environment), daemon=True, name="panel-run")
        self._thread.start()

    def is_alive(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def _carry(self, path: Path, environment: Mapping[str, str]) -> None:
        state = State.BROKEN
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with Store(path) as store:
                outcome = run(self._plans, store, environment, self._options, self._observe, self.stop)
                # The page may be reading it, so that closing it here does not do it: it is meant to be handed on.
                store.fold()
            state = State.WHOLE if outcome.is_whole else State.STOPPED if outcome.interrupted else State.PARTIAL
        except Unreadable as unreadable:
            self._findings.append(unreadable.finding)
        except OSError as error:
            self._findings.append(trouble(path, error).finding)
        except Exception as error:  # a bug: whatever it is, the page says that it was one
            traceback.print_exc()
            self._findings.append(Finding("run-bug", values={"why": type(error).__name__}))
        finally:
            self._state = state
            self._write()

    def _observe(self, moment: Moment, tally: Tally | None, finding: Finding | None) -> None:
        if tally is not None:
            self._tallies[tally.model] = tally
            self._model = tally.model if moment is Moment.BEGINS else self._model
            self._waits.pop(tally.model, None)
        if finding is not None and moment is Moment.WAITING and tally is not None:
            self._waits[tally.model] = finding
        elif finding is not None:
            self._findings.append(finding)
        if moment is Moment.STOPPING:
            self._state = State.STOPPING
        if time.monotonic() - self._written > _PACE or moment is Moment.STOPPING:
            self._write()

    def _write(self) -> None:
        self._written = time.monotonic()
        kept = {
            "state": str(self._state),
            "began": self._began,
            "moved": _now(),
            "tallies": [tally.to_json() for tally in self._tallies.values()],
            "findings": [_finding_json(finding) for finding in self._findings],
            "waits": [_finding_json(finding) for finding in self._waits.values()],
            "model": self._model,
            "again": self._options.anyway,
        }
        self.kept = json.dumps(kept, ensure_ascii=False)
        _write_patiently(self._path, self.kept.encode("utf-8", "replace"))


def _write_patiently(path: Path, data: bytes) -> None:
    """Windows refuses to replace a file that the page is reading just now. What cannot be written at all (a full disk)
    must not end the run: the store says so by itself."""
    for _ in range(_TRIES):
        try:
            write_whole(path, data)
            return
        except OSError:
            time.sleep(0.05)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _finding_json(finding: Finding) -> dict[str, object]:
    level = str(finding.own_level) if finding.own_level else None
    return {"code": finding.code, "place": list(finding.place), "values": dict(finding.values), "level": level}


def _progress(kept: Mapping[str, Any]) -> Progress:
    state, tallies, known = State(kept["state"]), tuple(map(_tally, kept["tallies"])), _findings(kept["findings"])
    waits = _findings(kept.get("waits", ())) if state in (State.RUNNING, State.STOPPING) else ()
    return Progress(state, kept["began"], kept["moved"], tallies, known, kept["model"], bool(kept["again"]), waits)


def _findings(kept: Sequence[Mapping[str, Any]]) -> tuple[Finding, ...]:
    """Those that can still be put into words."""
    found = [_finding(each) for each in kept]
    return tuple(finding for finding in found if finding.code in catalogue() and _has_its_values(finding))


def _finding(kept: Mapping[str, Any]) -> Finding:
    level = Level(kept["level"]) if kept.get("level") else None
    return Finding(kept["code"], _place(*kept["place"]), {**kept["values"]}, level)


def _tally(kept: Mapping[str, Any]) -> Mapping[str, Any]:
    """A tally whose parts are of the kinds that we wrote; raises where the file was damaged."""
    why = {str(code): int(n) for code, n in kept["why"].items()}
    return {"model": str(kept["model"]), **{name: int(kept[name]) for name in _COUNTS}, "why": why}


def _place(*parts: Any) -> Place:
    sheet, *numbers = Place(*parts)
    if not (isinstance(sheet, str | None) and all(isinstance(number, int | None) for number in numbers)):
        raise TypeError(parts)
    return Place(*parts)


def _has_its_values(finding: Finding) -> bool:
    """Whether it can still be put into words."""
    entry = catalogue()[finding.code]
    texts = (*entry.message.values(), *entry.remedy.values())
    named = {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}
    return named <= {*procedures(), *finding.values}
