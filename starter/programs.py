"""Programs outside Python: where a browser and LibreOffice are, and running a command to its end."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
BROWSER_PLACES = (
    "{PROGRAMFILES}/Google/Chrome/Application/chrome.exe",
    "{PROGRAMFILES(X86)}/Google/Chrome/Application/chrome.exe",
    "{LOCALAPPDATA}/Google/Chrome/Application/chrome.exe",
    "{PROGRAMFILES(X86)}/Microsoft/Edge/Application/msedge.exe",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
OFFICES = ("soffice", "libreoffice")
OFFICE_PLACES = (
    "{PROGRAMFILES}/LibreOffice/program/soffice.exe",
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
)


def browser(environment: Mapping[str, str] = os.environ) -> str | None:
    """Path of a Chromium or Chrome (the variable CHROMIUM may name one), or None."""
    named = environment.get("CHROMIUM")
    return shutil.which(named) if named else _found(BROWSERS, BROWSER_PLACES, environment)


def office(environment: Mapping[str, str] = os.environ) -> str | None:
    """Path of LibreOffice's soffice, or None."""
    return _found(OFFICES, OFFICE_PLACES, environment)


def _found(names: Iterable[str], places: Iterable[str], environment: Mapping[str, str]) -> str | None:
    on_path = (shutil.which(name, path=environment.get("PATH")) for name in names)
    elsewhere = (_existing(place, environment) for place in places)
    return next((path for path in (*on_path, *elsewhere) if path), None)


def _existing(place: str, environment: Mapping[str, str]) -> str | None:
    for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        place = place.replace("{" + name + "}", environment.get(name, ""))
    return place if Path(place).is_file() else None


def run(
    command: Sequence[str | Path], folder: Path | None = None, more: Mapping[str, str] = MappingProxyType({})
) -> int:
    """Runs a Python in this window and gives its exit status; 130 after Ctrl-C, which it gets too.

    Variables that make a Python find other packages than its own are left out (with -P, for the same reason,
    goes the working directory, where a file may be called like one of the packages). `more` is added to the others.
    """
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONHOME", "PYTHONPATH")}
    process = subprocess.Popen(command, cwd=folder, env={**environment, **more})
    _pass_on_termination(process)
    try:
        status = process.wait()
    except KeyboardInterrupt:
        _end(process)
        return 130
    return status if status >= 0 else 128 - status


def _pass_on_termination(process: subprocess.Popen[bytes]) -> None:
    """Who ends start.py means what it runs: nothing may go on asking models, or hold the page's port, unseen."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: process.terminate())


def _end(process: subprocess.Popen[bytes], seconds: float = 10) -> None:
    """Lets a process that has heard Ctrl-C finish by itself, then ends it."""
    try:
        process.wait(seconds)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        process.kill()
        process.wait()
