"""Installing the pinned packages with pip: its output condensed to progress, its failures to a known few."""

from __future__ import annotations

import os
import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from starter.words import Stop, Voice

HEARTBEAT = 15.0  # seconds without a word, where the output is no terminal
LAST_WORDS = 8  # lines of pip's output shown when its failure is none of the known ones

# What pip or the system says, and the message that explains it; the first that fits is the one.
FAILURES: tuple[tuple[str, str], ...] = (
    (r"No space left on device|Errno 28|WinError 112|Disk quota exceeded", "disk-full"),
    (r"Windows Long Path", "long-path"),
    (r"DO NOT MATCH THE HASHES|hashes are required", "hashes"),
    (r"CERTIFICATE_VERIFY_FAILED|SSLError|SSLCertVerificationError", "certificate"),
    (
        r"NewConnectionError|NameResolutionError|name resolution|getaddrinfo failed|Network is unreachable|ProxyError"
        r"|ConnectTimeout|ReadTimeout|timed out|Connection(?: was)? (?:reset|refused|aborted)|Max retries exceeded",
        "offline",
    ),
    (r"No matching distribution found for (?P<package>\S+)", "no-wheel"),
    (r"Permission denied|Errno 13\b|WinError (?:5|32)\b|Access is denied", "in-use"),
)

Show = Callable[[str], None]


def pinned(requirements: Path) -> list[str]:
    """The packages a requirements file pins, in its order."""
    lines = requirements.read_text(encoding="utf-8").splitlines()
    return [found["name"] for line in lines if (found := re.match(r"(?P<name>[A-Za-z0-9._-]+)==", line))]


def install(python: Path, requirements: Path, wheels: Path | None, voice: Voice) -> None:
    """Installs every pin of the file, hashes checked, ready-made packages only (nobody waits for a compiler)."""
    voice.say("step-packages")
    command: list[str | Path] = [python, "-m", "pip", "install", "--require-hashes", "--only-binary", ":all:"]
    command += ["--no-input", "--disable-pip-version-check", "--no-warn-script-location", "--progress-bar", "off"]
    command += ["--retries", "2", "-r", requirements]
    if wheels:
        command += ["--no-index", "--find-links", wheels]
    progress = Progress(len(pinned(requirements)), voice.word("unpacking"))
    status, said = follow(command, progress.hear, progress.beat)
    progress.end()
    if status:
        raise failure(said, requirements, wheels)


def failure(said: Sequence[str], requirements: Path, wheels: Path | None) -> Stop:
    """The message for what pip said; with everything it said where that is none of the known failures."""
    text = "\n".join(said)
    values = {
        "requirements": requirements.name,
        "folder": requirements.parent,
        "python": ".".join(map(str, sys.version_info[:3])),
        "wheels": wheels,
    }
    for pattern, key in FAILURES:
        if found := re.search(pattern, text):
            values |= {"package": "", **found.groupdict()}
            return Stop("wheel-missing" if wheels and key == "no-wheel" else key, **values)
    return Stop("pip-failed", said="\n".join(said[-LAST_WORDS:]), log=text)


class Progress:
    """One line that grows on a terminal; elsewhere a line every few packages and after a long silence."""

    def __init__(self, total: int, unpacking: str) -> None:
        self.total = total
        self.unpacking = unpacking
        self.seen = 0
        self.doing = ""
        self.started = self.spoken = time.monotonic()
        self.terminal = sys.stdout.isatty()

    def hear(self, line: str) -> None:
        words = line.split()
        if line.startswith("Ignoring "):
            self.total -= 1  # a package that this system does not need
        elif found := re.match(r"(?:Collecting|Requirement already satisfied:) ([A-Za-z0-9._-]+)", line):
            self.seen += 1
            self.doing = found[1]
            self.show(aloud=self.seen % 5 == 0)
        elif words[:1] == ["Downloading"] and not line.split(" (")[0].endswith(".metadata"):
            self.doing = f"{self.doing.split()[0]} {' '.join(words[2:])}" if self.doing else words[1]
            self.show(aloud=False)
        elif line.startswith("Installing collected packages"):
            self.seen, self.doing = self.total, self.unpacking
            self.show(aloud=True)

    def beat(self) -> None:
        self.show(aloud=time.monotonic() - self.spoken > HEARTBEAT)

    def show(self, *, aloud: bool) -> None:
        seconds = time.monotonic() - self.started
        text = f"      {self.seen}/{self.total}  {self.doing}  {seconds:.0f} s"
        if self.terminal:
            print(f"\r{text[:78]:<78}", end="", flush=True)
        elif aloud:
            print(text, flush=True)
            self.spoken = time.monotonic()

    def end(self) -> None:
        if self.terminal:
            print(f"\r{'':<78}\r", end="", flush=True)


def follow(command: Sequence[str | Path], hear: Show, beat: Callable[[], None]) -> tuple[int, list[str]]:
    """Runs a command, hands on each line it prints, beats once a second in between; its status and its lines."""
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=quiet_environment(),
        encoding="utf-8", errors="replace",
    )  # fmt: skip
    said: list[str] = []
    try:
        for line in _lines(process, beat):
            said.append(line)
            hear(line)
    except BaseException:
        process.kill()
        raise
    finally:
        process.wait()
    return process.returncode, said


def quiet_environment() -> dict[str, str]:
    """The environment less what would send packages elsewhere or hide the standard library; proxies stay."""
    dropped = ("PYTHONHOME", "PYTHONPATH", "PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_REQUIRE_VIRTUALENV")
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return kept | {"PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"}


def _lines(process: subprocess.Popen[str], beat: Callable[[], None]) -> Iterator[str]:
    """The lines as they come. A thread waits for them, so that the silence between two can be told."""
    lines: queue.Queue[str | None] = queue.Queue()

    def read() -> None:
        for line in process.stdout or ():
            lines.put(line.rstrip())
        lines.put(None)

    threading.Thread(target=read, daemon=True).start()
    while True:
        try:
            line = lines.get(timeout=1)
        except queue.Empty:
            beat()
            continue
        if line is None:
            return
        yield line
