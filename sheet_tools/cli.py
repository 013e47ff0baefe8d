"""The command line: `sheet-tools COMMAND`. It calls the pipeline and prints; it holds no rule of its own.

Exit status: 0 clean, 1 findings of level error, 2 cannot proceed (unreadable file, wrong call), 3 a bug,
130 interrupted.
"""

from __future__ import annotations

import importlib
import io
import os
import stat
import sys
import traceback
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from sheet_tools import __version__
from sheet_tools.commands.trouble import CANNOT_PROCEED, CannotProceed, refused_by_system
from sheet_tools.commands.wrong_call import wrong_call
from sheet_tools.files import write_whole
from sheet_tools.findings import CatalogueFault

# Command → what `--help` says of it; its module sheet_tools.commands.NAME is loaded when it is called.
COMMANDS = {
    "template": "Write the blank workbook of a task.",
    "read": "Show what is in a sheet, before any rule of the task.",
    "convert": "Turn a sheet into items.jsonl.",
    "validate": "Check a sheet or an items.jsonl against the format.",
    "query": "Ask the panel's models for the answers that are missing.",
    "panel": "Bring answers into a store, or take them out of it.",
    "evaluate": "Mark cached answers: the matrix of who was right.",
    "score": "Compute the score of a matrix.",
    "insight": "Explain the score of a set, row by row.",
    "choose": "Choose the best set of a larger bank of your own items.",
    "forecast": "Foresee the score of a set on other models.",
    "annotate": "Write findings and marks back into a Google sheet.",
    "serve": "Open the helper page.",
}
BUG = 3
INTERRUPTED = 130


class LazyGroup(click.Group):
    """A group that imports a command when it is called, so that the command line starts fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            if Path(cmd_name).suffix:
                raise CannotProceed(f"{cmd_name}: nie ma takiego pliku ani polecenia / no such file or command")
            return None
        command: click.Command = importlib.import_module(f"sheet_tools.commands.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="sheet-tools")
def group() -> None:
    """From a spreadsheet of Polish test items to a Reverse PolEval submission.

    Exit status: 0 clean, 1 errors found, 2 cannot proceed, 3 a bug in this program.
    """


def main() -> None:
    """The one boundary of errors: nothing but a message and an exit status leaves here."""
    _open_streams()
    _outlast_the_reader()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A path or a model's words may hold half a character: it is printed as its escape, which JSON has too.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        run(sys.argv[1:])
        sys.stdout.flush()
    except click.exceptions.Exit as ended:
        sys.exit(ended.exit_code)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(error.exit_code)
    except click.UsageError as error:
        click.echo(f"sheet-tools: {wrong_call(error)}", err=True)
        sys.exit(error.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # The reader of our output went away (`| head`): not an error of anyone's.
        _leave_stdout()
        sys.exit(0)
    except (KeyboardInterrupt, click.Abort):
        sys.exit(INTERRUPTED)
    except OSError as error:
        _leave_stdout()
        click.echo(f"sheet-tools: {refused_by_system(error)}", err=True)
        sys.exit(CANNOT_PROCEED)
    except CatalogueFault as fault:
        click.echo(f"sheet-tools: {fault.args[0]}", err=True)
        sys.exit(CANNOT_PROCEED)
    except Exception:  # the boundary: whatever else comes is a bug, and is kept in a report file
        click.echo(_bug_message(_write_report()), err=True)
        sys.exit(BUG)


def run(arguments: list[str]) -> None:
    """Run a command. Not by click's own `main`, which calls a reader that went away a failure."""
    with group.make_context("sheet-tools", arguments) as context:
        group.invoke(context)


def _open_streams() -> None:
    """Give words a place to go where the caller has closed it (`>&-`, a program without a window): what is written to
    files is asked for all the same."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 (open to the end)


class _Outlet(io.FileIO):
    """Stdout whose reader may go away (`| head`): the rest is thrown away, the command goes on to its own status."""

    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            _leave_stdout()
            return len(data)


def _outlast_the_reader() -> None:
    """Only for a pipe: a terminal does not go away, and a full disk has to be said."""
    stream = sys.stdout
    try:
        is_pipe = isinstance(stream, io.TextIOWrapper) and stat.S_ISFIFO(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):
        return
    if is_pipe:
        stream.flush()
        outlet = io.BufferedWriter(_Outlet(stream.fileno(), "w", closefd=False))
        sys.stdout = io.TextIOWrapper(outlet, encoding="utf-8", line_buffering=False)


def _leave_stdout() -> None:
    """Python flushes stdout once more at exit: nothing may be left that fails again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _write_report() -> Path | None:
    text = f"sheet-tools {__version__}, Python {sys.version}\n{sys.argv}\n\n{traceback.format_exc()}"
    path = Path(f"sheet-tools-report-{datetime.now():%Y%m%d-%H%M%S}.txt")
    try:
        write_whole(path, text.encode("utf-8", "backslashreplace"))
    except OSError:
        return None
    return path.resolve()


def _bug_message(report: Path | None) -> str:
    kept = f" Opis: {report} / Report: {report}" if report else ""
    return f"To błąd programu, nie pliku; niczego nie zapisano. / This is a bug of the program, not of your file.{kept}"
