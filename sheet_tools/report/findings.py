"""A finding in words (text, JSON), in Polish and English. Findings never word themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from sheet_tools.assessment import Checked
from sheet_tools.cells import Place, column_letters
from sheet_tools.findings import Finding, Level, catalogue, filled, procedures
from sheet_tools.plural import worded
from sheet_tools.readers.model import Program
from sheet_tools.words import translations

_NO_VALUES: Mapping[str, object] = MappingProxyType({})
# What is said of the answers of a person who solved the items.
_OF_PERSON = ("gold-suspect", "person-missing", "person-other-items")


def finding_json(finding: Finding, lang: str, program: Program = Program.ANY) -> dict[str, object]:
    """The JSON form of DESIGN.md („Findings”)."""
    place = finding.place
    return {
        "code": finding.code,
        "level": str(finding.level),
        "sheet": place.sheet,
        "cell": place.cell,
        "row": place.row,
        "column": column_letters(place.column) if place.column else None,
        "values": dict(finding.values),
        "message": message(finding, lang),
        "remedy": remedy(finding, lang, program),
    }


def message(finding: Finding, lang: str) -> str:
    """What is wrong, in one sentence."""
    entry, values = catalogue()[finding.code], finding.values
    is_as_shown = values.get("shown") == values.get("stored")
    return filled(finding.code, (entry.message_as_shown if is_as_shown else entry.message)[lang], lang, values)


def kind_title(code: str, lang: str, shared: Mapping[str, object] = _NO_VALUES) -> str:
    """What findings of one code are called: their title, or the first sentence of their message, with the values that
    all have in common and „…” for each other."""
    entry = catalogue()[code]
    if lang in entry.title:
        return entry.title[lang]
    said = worded(entry.message[lang], lang, _AnyValue(shared))
    return re.split(r"(?<!np)(?<!e\.g)\. ", said, maxsplit=1)[0].removesuffix(".")


def shared_values(findings: Sequence[Finding]) -> dict[str, object]:
    """The values that all have in common; „…” stands for the others."""
    common = dict(findings[0].values)
    for finding in findings[1:]:
        for name, value in finding.values.items():
            if common.get(name) != value:
                common[name] = "…"
    return common


class _AnyValue(dict[str, object]):
    def __missing__(self, _name: str) -> str:
        return "…"


def remedy(finding: Finding, lang: str, program: Program = Program.ANY) -> str:
    """What to do, in the menus of the program that wrote the file where that is known."""
    ways = {name: ways.get(str(program), ways["any"])[lang] for name, ways in procedures().items()}
    return filled(finding.code, catalogue()[finding.code].remedy[lang], lang, {**ways, **finding.values})


def said_as(finding: Finding, lang: str) -> str:
    """The word that a finding begins with: its level; of a person's answers, no fault of the set, "person"."""
    is_of_person = finding.code in _OF_PERSON
    return translations(lang).gettext("person") if is_of_person else level_name(finding.level, lang)


def level_name(level: Level, lang: str) -> str:
    words = translations(lang)
    names = {
        Level.ERROR: words.gettext("error"),
        Level.WARNING: words.gettext("warning"),
        Level.NOTE: words.gettext("note"),
    }
    return names[level]


def where(place: Place, lang: str, file: str) -> str:
    """Where a finding points, as people say it: "Pozycje!B17", "Pozycje, wiersz 7", "linia 7" of JSONL, or the file."""
    words = translations(lang)
    if place.cell:
        return f"{place.sheet}!{place.cell}" if place.sheet else place.cell
    parts = [place.sheet] if place.sheet else []
    if place.row:
        row = words.gettext("row {n}") if place.sheet else words.gettext("line {n}")
        parts.append(row.format(n=place.row))
    elif place.column:
        parts.append(words.gettext("column {letters}").format(letters=column_letters(place.column)))
    return ", ".join(parts) or file


def finding_line(finding: Finding, lang: str, file: str, program: Program = Program.ANY) -> str:
    """One finding as the command line prints it: where, level and code; then what is wrong and what to do."""
    head = f"{where(finding.place, lang, file)}: {said_as(finding, lang)} [{finding.code}]"
    return f"{head}\n    {message(finding, lang)}\n    → {remedy(finding, lang, program)}"


def counts(findings: Iterable[Finding]) -> dict[Level, int]:
    """How many findings of each level; a level without any counts 0."""
    levels = [finding.level for finding in findings]
    return {level: levels.count(level) for level in Level}


def checked_json(checked: Checked, lang: str) -> dict[str, object]:
    """What `convert --format json` prints, and the page's JSON twin begins with."""
    reading = checked.reading
    return {
        "task": reading.task.name,
        "source": reading.source,
        "sheet": reading.sheet,
        "items": len(reading.items),
        "findings": [finding_json(finding, lang, reading.program) for finding in checked.findings],
    }
