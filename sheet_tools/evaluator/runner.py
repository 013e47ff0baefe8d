"""Runs an evaluator.py in this process, made for it alone: no network, no files, no processes, little memory.

Started by apart.py with `python -I -S`; it uses the standard library only, and nothing of this project. Lines of JSON
on stdin: first {"source", "memory"}, then {"prediction", "gold"} each; each gets one line back. What the system itself
can take away is taken, and tried out; what it cannot is held off by an audit hook of the interpreter, which stops
accidents and honest code, not an attacker. The first line back says which is which.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import sysconfig
from collections.abc import Callable
from typing import Any

_CLONE_NEWUSER = 0x10000000
_CLONE_NEWNET = 0x40000000
SYSTEM, INTERPRETER, NOTHING = "system", "interpreter", "nothing"
# Listing a folder is how imports work; all else that touches files, processes or the network is refused.
_ALLOWED = ("os.listdir", "os.scandir", "os.putenv", "os.unsetenv")
_REFUSED = ("os.", "socket.", "subprocess.", "ctypes.", "shutil.", "tempfile.", "glob.", "mmap.", "sqlite3.", "pty.",
            "urllib.", "http.", "ftplib.", "smtplib.", "poplib.", "imaplib.", "webbrowser.", "winreg.", "_winapi.",
            "signal.", "resource.", "syslog.", "fcntl.")  # fmt: skip


def take_away_network() -> str:
    """A network namespace of its own, where only an idle loopback is: the system's word that nothing gets out."""
    if sys.platform != "linux":
        return INTERPRETER
    try:
        import ctypes

        libc = ctypes.CDLL(None, use_errno=True)
        done = libc.unshare(_CLONE_NEWUSER | _CLONE_NEWNET) == 0 or libc.unshare(_CLONE_NEWNET) == 0
    except (ImportError, OSError, AttributeError):
        done = False
    return SYSTEM if done and not _reaches_network() else INTERPRETER


def _reaches_network() -> bool:
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return False
    return True


def limit(memory: int) -> dict[str, str]:
    """The system's limits of memory, of file sizes and of processes; what each came to."""
    try:
        import resource
        import signal
    except ImportError:
        return {"memory": NOTHING, "files": INTERPRETER, "processes": INTERPRETER}
    held = {}
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    wanted = {"memory": ("RLIMIT_AS", memory), "files": ("RLIMIT_FSIZE", 0), "processes": ("RLIMIT_NPROC", 0)}
    for name, (kind, most) in wanted.items():
        held[name] = NOTHING if name == "memory" else INTERPRETER
        with contextlib.suppress(ValueError, OSError, AttributeError):
            number = getattr(resource, kind)
            resource.setrlimit(number, (most, most))
            held[name] = SYSTEM
    if held["memory"] == SYSTEM and _allocates(memory):
        held["memory"] = NOTHING
    if held["files"] == SYSTEM and _writes():
        held["files"] = INTERPRETER
    if held["processes"] == SYSTEM and _forks():
        held["processes"] = INTERPRETER
    return held


def _allocates(memory: int) -> bool:
    """There are systems that take the limit and do not keep it. Untouched zeros cost nothing."""
    try:
        bytearray(memory)
    except MemoryError:
        return False
    return True


def _writes() -> bool:
    import tempfile

    try:
        with tempfile.TemporaryFile() as file:
            file.write(b"x")
    except OSError:
        return False
    return True


def _forks() -> bool:
    """Root is not held by a limit of processes."""
    try:
        child = os.fork()
    except OSError:
        return False
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return True


def guard() -> None:
    """Refuse, from now on and for good, what an equivalence of two texts has no need of."""
    given = {*sysconfig.get_paths().values(), *filter(None, sys.path)}
    folders = tuple(path + os.sep for path in {*given, *map(os.path.realpath, given)})
    writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            inside = isinstance(path, str) and path.startswith(folders)
            if (flags or 0) & writing or not inside:
                raise PermissionError(f"evaluator.py may not open files ({path!r})")
        elif event.startswith(_REFUSED) and event not in _ALLOWED:
            raise PermissionError(f"evaluator.py may not use {event}")

    sys.addaudithook(hook)


def load(source: str) -> Callable[[str, str], object]:
    """The function `accept` of the source."""
    space: dict[str, Any] = {"__name__": "evaluator", "__file__": "evaluator.py"}
    exec(compile(source, "evaluator.py", "exec"), space)
    accept: Callable[[str, str], object] = space["accept"]
    return accept


def answer(accept: Callable[[str, str], object], asked: dict[str, str]) -> dict[str, object]:
    """What one call came to: a plain bool, another type, or an exception. Also a call of exit() is one."""
    try:
        result = accept(asked["prediction"], asked["gold"])
    except BaseException as error:
        return {"error": f"{type(error).__name__}: {error}"[:200]}
    return {"result": result} if type(result) is bool else {"type": type(result).__name__}


def main() -> None:
    # The author's prints must not get among the answers.
    lines = os.fdopen(os.dup(1), "w", encoding="ascii")
    sys.stdout = sys.stderr = io.StringIO()
    first = json.loads(sys.stdin.readline())
    limits = {"network": take_away_network(), **limit(first["memory"])}
    guard()

    def tell(value: object) -> None:
        lines.write(json.dumps(value) + "\n")
        lines.flush()

    try:
        accept = load(first["source"])
    except BaseException as error:
        tell({"error": f"{type(error).__name__}: {error}"[:200], "limits": limits})
        return
    tell({"limits": limits})
    for line in sys.stdin:
        sys.stdout.seek(0)
        sys.stdout.truncate()
        tell(answer(accept, json.loads(line)))


if __name__ == "__main__":
    main()
