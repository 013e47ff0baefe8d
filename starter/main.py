"""The command line of start.py, and the one place where its failures become words and an exit status.

Exit status: that of the command it ran; 2 for a foreseen failure, 3 for a bug, 130 after Ctrl-C.
"""

from __future__ import annotations

import errno
import io
import os
import platform
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from starter import programs
from starter.environment import ROOT, Environment, prepare
from starter.words import LANGUAGES, Stop, Voice, is_ci, languages_of

SAMPLE = ROOT / "samples" / "reverse-poleval"
SHEETS = (".xlsx", ".xlsm", ".ods", ".csv", ".tsv")
REPORT = "start-report.txt"
CANNOT_PROCEED, BUG, INTERRUPTED = 2, 3, 130


@dataclass(frozen=True)
class Call:
    """What the command line asked for."""

    languages: tuple[str, ...]
    wheels: Path | None
    words: tuple[str, ...]
    language: str | None = None


def main(arguments: Sequence[str]) -> int:
    """Runs start.py; never raises."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a console that lacks „ż” shows "?" instead of failing
    voice = Voice(languages_of(os.environ))
    try:
        call = parse(arguments)
        voice = Voice(call.languages)
        return run(call, voice)
    except KeyboardInterrupt:
        print()  # ends a line of progress
        return INTERRUPTED
    except Stop as stop:
        return explain(stop, voice)
    except OSError as error:
        return explain(known_by_errno(error), voice) if error.errno in ERRNOS else report_bug(voice)
    except Exception:  # the boundary: whatever else is a bug, and the user gets a file instead of a traceback
        return report_bug(voice)


def parse(arguments: Sequence[str]) -> Call:
    """Options of start.py stand before the command; everything from the command on is the command's."""
    words = list(arguments)
    options: dict[str, str] = {}
    while words and words[0].startswith("-"):
        name, equals, value = words.pop(0).partition("=")
        if name in ("-h", "--help"):
            options[name] = name
        elif name in ("--lang", "--wheels") and (equals or words):
            options[name] = value if equals else words.pop(0)
        else:
            raise Stop("wrong-option", shown=name)
    language = options.get("--lang")
    if language is not None and language not in LANGUAGES:
        raise Stop("wrong-option", shown=f"--lang {language}")
    if "-h" in options or "--help" in options:
        words = ["--help"]
    languages = (language,) if language else languages_of(os.environ)
    return Call(languages, _folder(options.get("--wheels")), tuple(words), language)


def _folder(name: str | None) -> Path | None:
    if name is not None and not Path(name).is_dir():
        raise Stop("no-folder", shown=name)
    return Path(name).resolve() if name else None


def run(call: Call, voice: Voice) -> int:
    environment = Environment()
    match call.words:
        case ("--help",):
            voice.say("help")
            return 0
        case ("setup", *rest):
            prepare(environment, voice, tests="test" in rest, wheels=call.wheels)
            voice.say("set-up")
            return 0
        case ("test", *rest):
            prepare(environment, voice, tests=True, wheels=call.wheels)
            return run_tests(environment, rest, voice)
    prepare(environment, voice, wheels=call.wheels)
    if not call.words or _is_sheet(call.words[0]):
        voice.say("step-page")
    chosen = {"SHEET_TOOLS_LANG": call.language} if call.language else {}
    return programs.run([environment.python, "-P", "-m", "sheet_tools", *tool_words(call.words)], more=chosen)


def tool_words(words: Sequence[str]) -> list[str]:
    """The words for sheet-tools: without a command, the page with the sample; for a file alone, the page with it."""
    if not words:
        sheet, answers = str(SAMPLE / "dobry.xlsx"), str(SAMPLE / "responses")
        return ["serve", sheet, "--sample", "--responses", answers, "--open"]
    return ["serve", *words, "--open"] if _is_sheet(words[0]) else list(words)


def _is_sheet(word: str) -> bool:
    """A workbook dropped on start.bat comes as its path alone."""
    return Path(word).suffix.lower() in SHEETS and Path(word).is_file()


def run_tests(environment: Environment, arguments: Sequence[str], voice: Voice) -> int:
    """Runs pytest; a missing program is said before and after, and fails the run in CI."""
    found = {"no-browser": programs.browser(), "no-office": programs.office()}
    missing = [key for key, path in found.items() if path is None]
    for key in missing:
        voice.say(key)
    voice.say("step-tests")
    pytest = ["-P", "-m", "pytest", "-n", "auto", "--dist", "loadfile", *arguments]
    status = programs.run([environment.python, *pytest], ROOT)
    for key in missing:
        voice.say(key)
    if missing and is_ci():
        voice.say("ci-incomplete")
        return status or 1
    return status


ERRNOS = {
    errno.ENOSPC: "disk-full",
    errno.EDQUOT if hasattr(errno, "EDQUOT") else errno.ENOSPC: "disk-full",
    errno.EACCES: "no-permission",
    errno.EPERM: "no-permission",
    errno.EROFS: "no-permission",
}


def known_by_errno(error: OSError) -> Stop:
    return Stop(ERRNOS[error.errno or 0], folder=ROOT)


def explain(stop: Stop, voice: Voice) -> int:
    """Says a foreseen failure; what an installer said at length goes to the report file."""
    log = stop.values.get("log")
    values = dict(stop.values) if log is None else {**stop.values, "report": write_report(str(log))}
    voice.say(stop.key, **values)
    return CANNOT_PROCEED


def report_bug(voice: Voice) -> int:
    voice.say("bug", report=write_report(traceback.format_exc()))
    return BUG


def write_report(text: str) -> Path:
    """Writes the report beside start.py, or in the system's folder for temporary files; gives its path."""
    facts = f"{time.strftime('%Y-%m-%d %H:%M:%S')}\nPython {sys.version}\n{platform.platform()}\n{sys.argv}\n\n"
    for folder in (ROOT, Path(tempfile.gettempdir())):
        try:
            (folder / REPORT).write_text(facts + text, encoding="utf-8")
        except OSError:
            continue
        return folder / REPORT
    return Path(os.devnull)
