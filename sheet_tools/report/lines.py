"""Findings as the page shows them: worded, with the place they point to and their own address on the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from sheet_tools.cells import Place
from sheet_tools.findings import Finding, Level, catalogue
from sheet_tools.readers.model import Program
from sheet_tools.report.findings import message, remedy, said_as, shared_values, where
from sheet_tools.words import translations

_GRAVITY = {Level.ERROR: 0, Level.WARNING: 1, Level.NOTE: 2}


# The ids of what is said of a person's answers begin so: they are counted apart from the sheet's findings.
PERSON_PREFIX = "s"


@dataclass(frozen=True, slots=True)
class Line:
    """One finding in words. `anchor` is its id on the page; `place` how people call its cell, row or file."""

    anchor: str
    code: str
    level: Level
    level_name: str
    place: str
    message: str
    remedy: str
    at: Place

    @property
    def kind(self) -> str:
        """What it is said of: "cell" (or a row, a column), "sheet" or "file"."""
        if self.is_of_file:
            return "file"
        return "cell" if self.at.row or self.at.column else "sheet"

    @property
    def is_of_person(self) -> bool:
        """True for what is said of the answers of a person who solved the items: no fault of the sheet."""
        return self.anchor.startswith(PERSON_PREFIX)

    @property
    def is_of_file(self) -> bool:
        """True for what is said of the whole file (items are missing): one comes to it after the cells."""
        return self.at == Place()


@dataclass(frozen=True, slots=True)
class Group:
    """The findings of one kind. `title` is what they are called, or their message, with „…” where they differ."""

    code: str
    level: Level
    level_name: str
    title: str
    remedy: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Context:
    """What the words of a finding need beside the finding itself: `sheet` is the one whose name goes without saying."""

    lang: str
    file: str
    program: Program = Program.ANY
    sheet: str | None = None


def lines_of(findings: Iterable[Finding], context: Context, prefix: str = "f") -> tuple[Line, ...]:
    """The findings in their order, with the ids f1, f2…"""
    # Of a person even where it is their file that cannot be read.
    person = translations(context.lang).gettext("person") if prefix == PERSON_PREFIX else ""
    lines = (_line(finding, f"{prefix}{number}", context) for number, finding in enumerate(findings, start=1))
    return tuple(replace(line, level_name=person or line.level_name) for line in lines)


def _line(finding: Finding, anchor: str, context: Context) -> Line:
    return Line(
        anchor,
        finding.code,
        finding.level,
        said_as(finding, context.lang),
        place_words(finding.place, context),
        message(finding, context.lang),
        remedy(finding, context.lang, context.program),
        finding.place,
    )


def place_words(place: Place, context: Context) -> str:
    """As `where`, but the sheet that the page shows is not named again."""
    if place == Place():
        return translations(context.lang).gettext("the whole file")
    own = place.sheet is not None and place.sheet == context.sheet
    if own and place.cell:
        return place.cell
    if own and not place.row and not place.column:
        return context.sheet or ""
    words = where(place, context.lang, context.file)
    return words.removeprefix(f"{context.sheet}, ") if own else words


def groups_of(findings: Sequence[Finding], lines: Sequence[Line], context: Context) -> tuple[Group, ...]:
    """The findings by kind: errors first, then in the order in which a kind is first met."""
    first: dict[tuple[str, Level], int] = {}
    for number, finding in enumerate(findings):
        first.setdefault((finding.code, finding.level), number)
    pairs = sorted(
        zip(findings, lines, strict=True),
        key=lambda pair: (_GRAVITY[pair[0].level], first[(pair[0].code, pair[0].level)]),
    )
    return tuple(
        _group([pair[0] for pair in kind], [pair[1] for pair in kind], context)
        for kind in (list(found) for _, found in groupby(pairs, key=lambda pair: (pair[0].code, pair[0].level)))
    )


def _group(findings: Sequence[Finding], lines: Sequence[Line], context: Context) -> Group:
    shared = shared_values(findings)
    general = Finding(findings[0].code, values=shared, own_level=findings[0].own_level)
    return Group(
        general.code,
        general.level,
        lines[0].level_name,
        catalogue()[general.code].title.get(context.lang) or message(general, context.lang),
        remedy(general, context.lang, context.program),
        tuple(lines),
    )


def gravest(levels: Iterable[Level]) -> Level | None:
    return min(levels, key=lambda level: _GRAVITY[level], default=None)
