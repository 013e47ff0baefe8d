"""A finding is a small value: code, place, values. The catalogue holds its level and its words.

Findings are collected, never raised; only the report words them. `Unreadable` alone is an exception: it
carries the one finding of a file that cannot be read at all.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib.resources import files

from sheet_tools.cells import Place
from sheet_tools.plural import worded
from sheet_tools.printable import printable_value


class Level(StrEnum):
    """An error breaks a rule of the format or leaves the text uncertain; a warning is what a person
    should look at; a note says what the tool decided."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the catalogue: level, message and remedy by language ("pl", "en").

    `message_as_shown` is said instead where what the sheet shows is also what it stores: nobody need read it twice.
    `title` is what findings of this kind are called together, {} where the message says it well enough.
    """

    code: str
    level: Level
    message: Mapping[str, str]
    remedy: Mapping[str, str]
    message_as_shown: Mapping[str, str]
    title: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found, where, and the values its words need: they may quote anything, and are made printable here.

    `level` is given only where it depends on the case (a formula whose saved result is text is a warning,
    otherwise an error); else it is the catalogue's.
    """

    code: str
    place: Place = Place()
    values: Mapping[str, object] = field(default_factory=dict)
    own_level: Level | None = None

    def __post_init__(self) -> None:
        if self.values:
            object.__setattr__(self, "values", {name: printable_value(value) for name, value in self.values.items()})

    @property
    def level(self) -> Level:
        return self.own_level or catalogue()[self.code].level

    @property
    def is_error(self) -> bool:
        return self.level is Level.ERROR


class Unreadable(Exception):
    """A file that cannot be read at all: carries the one finding that says why and what to do, and `beside` what else
    is true of it."""

    def __init__(self, finding: Finding, beside: tuple[Finding, ...] = ()) -> None:
        super().__init__(finding.code)
        self.finding = finding
        self.beside = beside


class CatalogueFault(LookupError):
    """The catalogue lacks what a finding needs: says code, file and keys. Who adds a code meets it, no author."""


_KEYS = ("level", "pl", "en", "remedy_pl", "remedy_en")
_HOW = f"keys {', '.join(_KEYS)}; an example stands in docs/adding-a-task.md"


class _Catalogue(dict[str, Entry]):
    def __missing__(self, code: str) -> Entry:
        raise CatalogueFault(f"sheet_tools/catalogue/*.toml: no entry [{code}] ({_HOW})")


@cache
def catalogue() -> Mapping[str, Entry]:
    """Every code with its level and words, from sheet_tools/catalogue/*.toml. A code defined twice is a bug."""
    entries = _Catalogue()
    for path in sorted(files("sheet_tools").joinpath("catalogue").iterdir(), key=lambda p: p.name):
        if path.name.endswith(".toml") and path.name != "procedures.toml":
            for code, raw in tomllib.loads(path.read_text(encoding="utf-8")).items():
                if code in entries:
                    raise ValueError(f"{path.name}: {code} stands in the catalogue twice")
                entries[code] = entry(code, raw, path.name)
    return entries


def entry(code: str, raw: Mapping[str, str], name: str) -> Entry:
    """An entry of the file of that name. Raises CatalogueFault where it is not whole."""
    lacking = [key for key in _KEYS if not raw.get(key)]
    if lacking or raw["level"] not in list(Level):
        what = f"lacks {', '.join(lacking)}" if lacking else f"has the level {raw['level']}"
        raise CatalogueFault(f"sheet_tools/catalogue/{name}: [{code}] {what} ({_HOW})")
    return Entry(
        code,
        Level(raw["level"]),
        {"pl": raw["pl"], "en": raw["en"]},
        {"pl": raw["remedy_pl"], "en": raw["remedy_en"]},
        {"pl": raw.get("as_shown_pl", raw["pl"]), "en": raw.get("as_shown_en", raw["en"])},
        {"pl": raw["title_pl"], "en": raw["title_en"]} if "title_pl" in raw else {},
    )


def filled(code: str, words: str, lang: str, values: Mapping[str, object]) -> str:
    """The words of a code with a finding's values. Raises CatalogueFault where they show one that it does not give."""
    try:
        return worded(words, lang, values)
    except KeyError as missing:
        raise CatalogueFault(
            f"sheet_tools/catalogue/*.toml: [{code}] shows {{{missing.args[0]}}}, which the finding does not give"
        ) from missing


@cache
def procedures() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """How a thing is done in each program, in its own menu words: name → program → language → words.

    A remedy names one as {as_text}; the report fills in the words of the program that wrote the file
    (program "any" where it is not known).
    """
    text = files("sheet_tools").joinpath("catalogue", "procedures.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def sort_key(finding: Finding) -> tuple[str, int, int, str]:
    """Order of DESIGN.md: sheet, row, column, code; what concerns the whole file or sheet comes first."""
    place = finding.place
    return (place.sheet or "", place.row or 0, place.column or 0, finding.code)


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Sorted, and each equal finding once (two readers of one fact may both report it)."""
    every = list(findings)
    at = Counter((finding.code, finding.place) for finding in every)
    # Of a hundred thousand findings few share a place: only their values are compared.
    unique = {(f.code, f.place, _values(f) if at[f.code, f.place] > 1 else ""): f for f in every}
    return sorted(unique.values(), key=sort_key)


def _values(finding: Finding) -> str:
    return repr(sorted(finding.values.items(), key=lambda value: value[0]))


def any_error(findings: Iterable[Finding]) -> bool:
    return any(finding.is_error for finding in findings)
