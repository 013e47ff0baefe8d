"""A process of its own for an evaluator.py: asked line by line, killed when it takes too long."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
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


# An answer of the runner is far shorter; what is longer, or comes unasked, is not its own.
_LONGEST_LINE = 4096
_MOST_LINES = 4


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds a call („finishes within 5 seconds per call”), to start, and in all; bytes of memory."""

    seconds: float = 5.0
    start_seconds: float = 20.0
    total_seconds: float = 300.0
    memory: int = 512 * 2**20


DEFAULT = Limits()
_KINDS: Mapping[str, type] = {"error": str, "limits": dict, "type": str, "result": bool}
_LOADING = {
    "evaluator-too-slow": "evaluator-slow-to-load",
    "evaluator-died": "evaluator-died-loading",
}
# Seconds for a process that closed its pipe to say how it ended.
_ENDING = 5


@dataclass(frozen=True, slots=True)
class Trouble:
    """A call that gave no plain bool: a code of the catalogue, and what it gave."""

    code: str
    shown: str = ""


class Apart:
    """The process, started at the first call and again after each that had to be killed; use it in a `with`."""

    def __init__(self, source: str, limits: Limits = DEFAULT) -> None:
        self._source, self._limits = source, limits
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes] = queue.Queue(_MOST_LINES)
        self._folder = tempfile.TemporaryDirectory(prefix="evaluator-", ignore_cleanup_errors=True)
        self.held: Mapping[str, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self._kill()
        self._folder.cleanup()

    def start(self) -> Trouble | None:
        """Start the process and load the source; the trouble, where that fails."""
        environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-B", str(_RUNNER)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=self._folder.name,
                env=environment,
                start_new_session=True,
            )
        except OSError as error:
            return Trouble("evaluator-not-loaded", error.strerror or str(error))
        self._lines = queue.Queue(_MOST_LINES)
        threading.Thread(target=_collect, args=(self._process, self._lines), daemon=True).start()
        first = self._exchange({"source": self._source, "memory": self._limits.memory}, self._limits.start_seconds)
        if isinstance(first, Trouble):
            return Trouble(_LOADING.get(first.code, first.code), first.shown)
        self.held = {"time": "system", **first.get("limits", {})}
        if "error" in first:
            self._kill()
            return Trouble("evaluator-not-loaded", first["error"])
        return None

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
        if "type" in found:
            return Trouble("evaluator-not-bool", found["type"])
        if "result" in found:
            return bool(found["result"])
        self._kill()
        return Trouble("evaluator-channel")

    def _exchange(self, value: object, seconds: float) -> dict[str, Any] | Trouble:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            if not self._lines.empty():
                raise ValueError("something came unasked")
            self._process.stdin.write(json.dumps(value).encode("ascii") + b"\n")
            self._process.stdin.flush()
            found = _understood(self._lines.get(timeout=seconds))
        except queue.Empty:
            self._kill()
            return Trouble("evaluator-too-slow", f"{seconds:g}")
        except OSError:
            found = None
        except (ValueError, RecursionError):
            self._kill()
            return Trouble("evaluator-channel")
        return found if found is not None else Trouble("evaluator-died", str(self._kill(ended=True)))

    def _kill(self, *, ended: bool = False) -> int | None:
        """End the process and all that it started; the status with which it ended, where it had ended by itself."""
        process, self._process = self._process, None
        if process is None:
            return None
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_ENDING if ended else 0)
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        status = process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                _close(pipe)
        return status


def _understood(line: bytes) -> dict[str, Any] | None:
    """An answer of the runner; None where the process has ended. Raises ValueError for anything else."""
    if not line:
        return None
    found = json.loads(line)
    if not isinstance(found, dict) or not set(found) <= set(_KINDS) or not found:
        raise ValueError("not an answer of the runner")
    if not all(isinstance(value, _KINDS[key]) for key, value in found.items()):
        raise ValueError("not an answer of the runner")
    if not all(isinstance(value, str) for value in found.get("limits", {}).values()):
        raise ValueError("not an answer of the runner")
    return found


def _close(pipe: Any) -> None:
    with contextlib.suppress(OSError):  # what was still to be written has no reader any more
        pipe.close()


def _collect(process: subprocess.Popen[bytes], lines: queue.Queue[bytes]) -> None:
    """Move the process's lines into the queue; an empty one says that it has ended.

    What is too long or too much is read no further: the queue then holds what nobody takes for an answer.
    """
    assert process.stdout is not None
    with contextlib.suppress(ValueError, queue.Full):  # closed meanwhile; more than was asked for
        while line := process.stdout.readline(_LONGEST_LINE):
            lines.put_nowait(line if line.endswith(b"\n") else b"?")
            if not line.endswith(b"\n"):
                return
        lines.put_nowait(b"")
