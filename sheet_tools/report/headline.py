"""The headline: can I hand this in, and if not, what next? One line, always."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sheet_tools.assessment import Checked
from sheet_tools.checks.clusters import label, pairs
from sheet_tools.findings import Level
from sheet_tools.report.findings import counts
from sheet_tools.report.lines import Line
from sheet_tools.words import translations

# Nothing in such a file can be mended.
_OF_OTHER_KIND = ("not-a-spreadsheet", "unknown-file", "lock-file")


@dataclass(frozen=True, slots=True)
class Headline:
    """`state` is "unreadable", "errors", "warnings" or "ready"; `verdict` the answer, `rest` what next.

    `facts`: how many items, and of which sheet.
    """

    state: str
    verdict: str
    rest: str
    facts: str

    @property
    def text(self) -> str:
        return f"{self.verdict} {self.rest}"


def headline(checked: Checked, lines: Sequence[Line], lang: str) -> Headline:
    words = translations(lang)
    number = counts(checked.findings)
    errors, warnings = number[Level.ERROR], number[Level.WARNING]
    facts = facts_of(checked, lang)
    if checked.reading.other is not None:
        rest = words.gettext("what it is, and what takes it, stands below.")
        return Headline("unreadable", words.gettext("This is not read as a set of items:"), rest, facts)
    if not checked.reading.is_readable:
        rest = words.gettext("mend the file as said below, then drop it here again.")
        if any(finding.code in _OF_OTHER_KIND for finding in checked.findings):
            rest = words.gettext("drop another file here: which one is said below.")
        return Headline("unreadable", words.gettext("This file cannot be read:"), rest, facts)
    if errors:
        rest = f"{counted_findings(number, lang)}. {_start_with(lines, lang)}"
        return Headline("errors", words.gettext("Not to be handed in yet:"), rest.strip(), facts)
    if warnings:
        rest = words.ngettext(
            "the format is right, but first look at {n} warning.",
            "the format is right, but first look at {n} warnings.",
            warnings,
        ).format(n=warnings)
        return Headline("warnings", words.gettext("It can be handed in:"), rest, facts)
    rest = words.gettext("download {file} and hand it in on the platform.").format(
        file=checked.reading.task.submission_name
    )
    return Headline("ready", words.gettext("Ready to hand in:"), rest, facts)


def verdict_of(checked: Checked, lang: str) -> str:
    """„Jeszcze nie można wysłać: 6 błędów.”, „Można wysłać.”: can a sheet that was read be handed in?"""
    words, number = translations(lang), counts(checked.findings)
    counted = counted_findings(number, lang)
    said = words.gettext("Not to be handed in yet:") if number[Level.ERROR] else words.gettext("It can be handed in:")
    return f"{said} {counted}." if counted else words.gettext("Ready to hand in.")


def _start_with(lines: Sequence[Line], lang: str) -> str:
    """The first cell to mend; what is wrong with the whole file where nothing else is."""
    first = min((line for line in lines if line.level is Level.ERROR), key=lambda line: line.is_of_file)
    if first.is_of_file:
        return first.message
    words = translations(lang)
    is_one_cell = first.at.cell and ":" not in first.at.cell
    said = words.gettext("Start with the cell {place}.") if is_one_cell else words.gettext("Start with: {place}.")
    return said.format(place=first.place)


def counted_findings(number: Mapping[Level, int], lang: str) -> str:
    """„1 błąd, 12 ostrzeżeń”; "" where there are none."""
    words = translations(lang)
    errors, warnings = number[Level.ERROR], number[Level.WARNING]
    parts = [words.ngettext("{n} error", "{n} errors", errors).format(n=errors)] if errors else []
    parts += [words.ngettext("{n} warning", "{n} warnings", warnings).format(n=warnings)] if warnings else []
    return ", ".join(parts)


def counted_rest(lines: Sequence[Line], lang: str) -> str:
    """„5 ostrzeżeń, 3 uwagi”: all but the errors; "" where there are none."""
    words = translations(lang)
    warnings, notes = (sum(line.level is level for line in lines) for level in (Level.WARNING, Level.NOTE))
    parts = [words.ngettext("{n} warning", "{n} warnings", warnings).format(n=warnings)] if warnings else []
    parts += [words.ngettext("{n} note", "{n} notes", notes).format(n=notes)] if notes else []
    return ", ".join(parts)


def counted_items(n: int, lang: str) -> str:
    return translations(lang).ngettext("{n} item", "{n} items", n).format(n=n)


def facts_of(checked: Checked, lang: str) -> str:
    """„58 pozycji (wolno 50–200) · arkusz „Pozycje” · 12 klastrów, 24 pary”; "" for an unreadable file."""
    reading, words = checked.reading, translations(lang)
    if not reading.is_readable:
        return ""
    task = reading.task
    parts = [counted_items(len(reading.items), lang)]
    if task.items_most is not None:
        allowed = words.gettext("{least}–{most} allowed").format(least=task.items_least, most=task.items_most)
        parts = [f"{parts[0]} ({allowed})"]
    elif reading.inputs is not None:
        every = words.gettext("{n} in inputs.jsonl").format(n=len(reading.inputs))
        parts = [task.title[lang], f"{parts[0]} ({every})"]
    else:
        parts = [task.title[lang], *parts]
    if reading.sheet:
        parts.append(words.gettext("sheet “{name}”").format(name=reading.sheet))
    clusters = {label(item, "cluster") for item in reading.items} - {""}
    in_pairs = len(pairs(reading.item_set))
    if clusters:
        of_clusters = words.ngettext("{n} cluster", "{n} clusters", len(clusters)).format(n=len(clusters))
        of_pairs = words.ngettext("{n} pair", "{n} pairs", in_pairs).format(n=in_pairs)
        parts.append(f"{of_clusters}, {of_pairs}" if in_pairs else of_clusters)
    return " · ".join(parts)
