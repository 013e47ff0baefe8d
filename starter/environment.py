"""The folder .venv: in what state it is, and how it is made ready.

A stamp inside it tells what it holds. The stamp is written twice, at the start (unfinished) and at the end, so
that an installation broken off at any moment is known. Packages are found through a .pth file with a relative
path to the project: it works from every working directory and in child processes (PYTHONPATH would have to be
set for each), it needs no build, it survives moving the folder, and it is ASCII whatever the folder's name
(Python reads .pth files in the locale's encoding, which an absolute path with „ż” in it may not survive).
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from enum import Enum, auto
from pathlib import Path

from starter import packages
from starter.words import Stop, Voice

ROOT = Path(__file__).resolve().parent.parent
RUN, TEST = "requirements.txt", "requirements-test.txt"
STAMP = "sheet-tools.json"
VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"


class State(Enum):
    """What has to be done before the environment can be used; READY: nothing."""

    READY = auto()
    ABSENT = auto()
    FOREIGN = auto()  # made by someone else: never deleted
    UNFINISHED = auto()
    BROKEN = auto()
    OTHER_PYTHON = auto()
    MOVED = auto()
    OUTDATED = auto()


REBUILT = {State.OTHER_PYTHON: "other-python", State.UNFINISHED: "unfinished"}


@dataclass
class Stamp:
    """What an environment holds: the Python, the place, the hash of each installed list, the packages' folders."""

    finished: bool = False
    python: str = VERSION
    place: str = ""
    lists: dict[str, str] = field(default_factory=dict)
    packages: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Environment:
    """The environment of one project folder."""

    root: Path = ROOT

    @property
    def folder(self) -> Path:
        return self.root / ".venv"

    @property
    def python(self) -> Path:
        return self.folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    @property
    def site_packages(self) -> Path:
        return self.folder / ("Lib/site-packages" if os.name == "nt" else f"lib/python{VERSION}/site-packages")

    def stamp(self) -> Stamp | None:
        """The stamp, or None where there is none or it cannot be understood."""
        try:
            return Stamp(**json.loads((self.folder / STAMP).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def write_stamp(self, stamp: Stamp) -> None:
        """Writes it whole or not at all."""
        new = self.folder / f"{STAMP}.new"
        new.write_text(json.dumps(asdict(stamp), indent=1), encoding="utf-8")
        new.replace(self.folder / STAMP)

    def list_hash(self, requirements: str) -> str:
        return hashlib.sha256((self.root / requirements).read_bytes()).hexdigest()

    def installed(self) -> list[str]:
        return sorted(path.name for path in self.site_packages.glob("*.dist-info"))

    def state(self, requirements: str) -> State:
        """Looks at the folder, and asks its Python for its version (some 20 ms)."""
        if not self.folder.exists():
            return State.ABSENT
        stamp = self.stamp()
        if stamp is None:
            return State.BROKEN if (self.folder / STAMP).exists() else State.FOREIGN
        if not stamp.finished:
            return State.UNFINISHED
        if stamp.python != VERSION:
            return State.OTHER_PYTHON
        if not set(stamp.packages) <= set(self.installed()):
            return State.BROKEN
        if stamp.place != str(self.folder) or not self.works():
            return State.MOVED
        return State.READY if stamp.lists.get(requirements) == self.list_hash(requirements) else State.OUTDATED

    def works(self) -> bool:
        """Whether its Python runs and is the version it was made for."""
        command: list[str | Path] = [self.python, "-I", "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return False
        return bool(done.stdout.strip() == VERSION)


def prepare(environment: Environment, voice: Voice, *, tests: bool = False, wheels: Path | None = None) -> None:
    """Makes the environment ready and says what it does; says nothing where nothing is to be done."""
    requirements = TEST if tests else RUN
    if environment.state(requirements) is State.READY:
        return
    with _alone(environment, voice):
        state = environment.state(requirements)  # another start may have done the work meanwhile
        if state is State.MOVED:
            state = _put_right(environment, requirements, voice)
        if state is not State.READY:
            _build(environment, state, requirements, voice, wheels)


def _build(environment: Environment, state: State, requirements: str, voice: Voice, wheels: Path | None) -> None:
    if state is State.OUTDATED:
        voice.say("outdated")
    else:
        _make_room(environment, state, voice)
        _create(environment, voice)
    stamp = environment.stamp() or Stamp()
    stamp.finished = False
    environment.write_stamp(stamp)
    packages.install(environment.python, environment.root / requirements, wheels, voice)
    _make_importable(environment)
    lists = {name: environment.list_hash(name) for name in {requirements, RUN}}  # the list for tests contains the other
    environment.write_stamp(Stamp(True, VERSION, str(environment.folder), lists, environment.installed()))


def _put_right(environment: Environment, requirements: str, voice: Voice) -> State:
    """After a move, or where the interpreter is gone: makes its programs again, without the network."""
    voice.say("moved")
    for link in environment.python.parent.glob("python*"):
        link.unlink()
    _run_venv(environment, "--without-pip")
    stamp = environment.stamp()
    if stamp is None or not environment.works():
        return State.BROKEN
    stamp.place = str(environment.folder)
    environment.write_stamp(stamp)
    return environment.state(requirements)


def _make_room(environment: Environment, state: State, voice: Voice) -> None:
    """Deletes an environment that start.py made and cannot use; sets aside one that it did not make."""
    if state is State.FOREIGN:
        aside = environment.root / f".venv-{time.strftime('%Y%m%d-%H%M%S')}"
        voice.say("foreign", name=aside.name)
        environment.folder.rename(aside)
    elif state is not State.ABSENT:
        old = environment.stamp() or Stamp()
        voice.say(REBUILT.get(state, "broken"), old=old.python, new=VERSION)
        (environment.folder / STAMP).write_text("{}", encoding="utf-8")  # unfinished, should this be broken off
        _delete(environment.folder)


def _delete(folder: Path) -> None:
    """The stamp goes last, so that what is left of a broken deletion is still known as ours."""
    try:
        for path in folder.iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            elif path.name != STAMP:
                path.unlink()
        shutil.rmtree(folder)
    except PermissionError as error:
        raise Stop("in-use") from error


def _create(environment: Environment, voice: Voice) -> None:
    voice.say("step-environment")
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            raise Stop("no-venv", python=sys.executable, module=module, package=f"python{VERSION}-venv")
    environment.folder.mkdir()
    environment.write_stamp(Stamp())
    _run_venv(environment)


def _run_venv(environment: Environment, *options: str) -> None:
    command: list[str | Path] = [sys.executable, "-m", "venv", *options, environment.folder]
    status, said = packages.follow(command, lambda line: None, lambda: None)
    if status:
        known = packages.failure(said, environment.root / RUN, None)
        last_words = "\n".join(said[-packages.LAST_WORDS :])
        raise known if known.key == "disk-full" else Stop("venv-failed", python=sys.executable, said=last_words)


def _make_importable(environment: Environment) -> None:
    path = Path(os.path.relpath(environment.root, environment.site_packages))
    (environment.site_packages / "sheet-tools.pth").write_text(f"{path}\n", encoding="ascii")


@contextmanager
def _alone(environment: Environment, voice: Voice) -> Iterator[None]:
    """One start at a time sets up; the system frees the lock when its holder ends, however it ends."""
    with (environment.root / ".venv.lock").open("w") as lock:
        said = False
        while not _locked(lock.fileno()):
            if not said:
                voice.say("waiting")
            said = True
            time.sleep(0.5)
        yield


def _locked(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
