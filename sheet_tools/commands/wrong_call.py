"""A wrong call in words: click's own messages are English alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import click

# What click says of a value → what we say of it, in Polish and English.
_VALUES: tuple[tuple[str, str], ...] = (
    (
        r"(?:File|Directory|Path) '(?P<value>.*)' does not exist",
        "nie ma pliku ani folderu „{value}” / there is no “{value}”",
    ),
    (
        r"(?:File|Path) '(?P<value>.*)' is a directory",
        "„{value}” to folder, a nie plik / “{value}” is a folder, not a file",
    ),
    (
        r"(?:Directory|Path) '(?P<value>.*)' is a file",
        "„{value}” to plik, a nie folder / “{value}” is a file, not a folder",
    ),
    (
        r"(?:File|Directory|Path) '(?P<value>.*)' is not (?:readable|writable|executable)",
        "brak uprawnień do „{value}” / no permission for “{value}”",
    ),
    (
        r"'(?P<value>.*)' is not one of (?P<known>.*)",
        "„{value}” nie jest taką wartością; możliwe: {known} / “{value}” is no such value; possible: {known}",
    ),
    (
        r"(?P<value>.*) is not in the range (?P<known>.*)",
        "{value} nie mieści się w zakresie {known} / {value} is not in the range {known}",
    ),
    (
        r"'(?P<value>.*)' is not a valid (?:integer|float)(?: range)?",
        "„{value}” nie jest liczbą / “{value}” is no number",
    ),
)


def wrong_call(error: click.UsageError) -> str:
    """Why the call cannot be understood, in Polish and English, and where the command is described."""
    why = next((word(error) for kind, word in _KINDS if isinstance(error, kind)), error.format_message())
    command = error.ctx.command_path if error.ctx else "sheet-tools"
    return f"{why}\n  Opis / Help: {command} --help"


def _no_such_option(error: click.UsageError) -> str:
    assert isinstance(error, click.NoSuchOption)
    near = ", ".join(sorted(error.possibilities or ()))
    meant = f" ({near}?)" if near else ""
    return f"{error.option_name}: nie ma takiej opcji{meant} / no such option{meant}"


def _missing(error: click.UsageError) -> str:
    assert isinstance(error, click.MissingParameter)
    name = _name(error)
    return f"{name}: brakuje tej opcji lub argumentu / this option or argument is missing"


def _bad_value(error: click.UsageError) -> str:
    assert isinstance(error, click.BadParameter)
    said = error.message.removesuffix(".")
    for pattern, words in _VALUES:
        found = re.fullmatch(pattern, said, re.S)
        if found:
            said = words.format(**found.groupdict())
            break
    name = _name(error)
    return f"{name}: {said}" if name else said


def _bad_option(error: click.UsageError) -> str:
    assert isinstance(error, click.BadOptionUsage)
    if "does not take a value" in error.message:
        return f"{error.option_name}: ta opcja nie ma wartości / this option takes no value"
    return f"{error.option_name}: tej opcji brakuje wartości / this option lacks its value"


def _name(error: click.BadParameter) -> str:
    """The option as it is typed, or the argument as the help has it."""
    parameter = error.param
    if isinstance(parameter, click.Option):
        return max(parameter.opts, key=len)
    hint = error.param_hint or (parameter.make_metavar(error.ctx) if parameter and error.ctx else "")
    return (hint if isinstance(hint, str) else ", ".join(hint)).strip("[]")


def _other(error: click.UsageError) -> str:
    said = error.message
    if found := re.match(r"No such command '(.*)'", said):
        return f"{found[1]}: nie ma takiego polecenia / no such command"
    if found := re.match(r"Got unexpected extra arguments? \((.*)\)", said):
        return f"{found[1]}: tego argumentu tu nie może być / this argument is not expected here"
    if said == "Missing command.":
        return "brakuje polecenia / a command is missing"
    return said


_KINDS: tuple[tuple[type[click.UsageError], Callable[[click.UsageError], str]], ...] = (
    (click.NoSuchOption, _no_such_option),
    (click.MissingParameter, _missing),
    (click.BadParameter, _bad_value),
    (click.BadOptionUsage, _bad_option),
    (click.UsageError, _other),
)
