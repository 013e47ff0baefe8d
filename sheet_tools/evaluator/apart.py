"""A process of its own for an evaluator.py: asked line by line, killed when it takes too long."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

_RUNNER = Path(__file__).with_name("runner.py")
# What a program needs to start at all on Windows; keys and addresses of the environment are never passed on.
_ENVIRONMENT = ("SYSTEMROOT", "WINDIR", "LANG", "LC_ALL")


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds a call („finishes within 5 seconds per call”), and to start; bytes of memory."""

    seconds: float = 5.0
    start_seconds: float = 20.0
    memory: int = 512 * 2**20


DEFAULT = Limits()


@dataclass(frozen=True, slots=True)
class Trouble:
    """A call that gave no plain bool: a code of the catalogue, and what it gave."""

    code: str
    shown: str = ""


class Apart:
    """The process, started at the first call and again after each that had to be killed; use it in a `with`."""

    def __init__(self, source: str, limits: Limits = DEFAULT) -> None:
        self._source, self._limits = source, limits
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str] = queue.Queue()
        self._folder = tempfile.TemporaryDirectory(prefix="evaluator-")
        self.held: Mapping[str, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self._kill()
        self._folder.cleanup()

    def start(self) -> Trouble | None:
        """Start the process and load the source; the trouble, where that fails."""
        environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", str(_RUNNER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self._folder.name,
            env=environment,
            encoding="ascii",
        )
        self._lines = queue.Queue()
        threading.Thread(target=_collect, args=(self._process, self._lines), daemon=True).start()
        first = self._exchange({"source": self._source, "memory": self._limits.memory}, self._limits.start_seconds)
        if isinstance(first, Trouble):
            return Trouble("evaluator-not-loaded", first.shown)
        self.held = {"time": "system", **first.get("limits", {})}
        return Trouble("evaluator-not-loaded", first["error"]) if "error" in first else None

    def accept(self, prediction: str, gold: str) -> bool | Trouble:
        """One call."""
        if self._process is None:
            trouble = self.start()
            if trouble:
                return trouble
        found = self._exchange({"prediction": prediction, "gold": gold}, self._limits.seconds)
        if isinstance(found, Trouble):
            return found
        if "error" in found:
            return Trouble("evaluator-raises", found["error"])
        return Trouble("evaluator-not-bool", found["type"]) if "type" in found else bool(found["result"])

    def _exchange(self, value: object, seconds: float) -> dict[str, Any] | Trouble:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(value) + "\n")
            self._process.stdin.flush()
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            self._kill()
            return Trouble("evaluator-too-slow", f"{seconds:g}")
        except OSError:
            line = ""
        if not line:
            code = self._process.wait()
            self._kill()
            return Trouble("evaluator-died", str(code))
        found: dict[str, Any] = json.loads(line)
        return found

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                _close(pipe)


def _close(pipe: Any) -> None:
    with contextlib.suppress(OSError):  # what was still to be written has no reader any more
        pipe.close()


def _collect(process: subprocess.Popen[str], lines: queue.Queue[str]) -> None:
    """Move the process's lines into the queue; an empty one says that it has ended."""
    assert process.stdout is not None
    with contextlib.suppress(ValueError):  # closed meanwhile
        for line in process.stdout:
            lines.put(line)
    lines.put("")
