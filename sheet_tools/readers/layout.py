"""How a delimited text is cut: by the delimiter that makes the headings' names appear, never by a sniffer's guess."""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from sheet_tools.cells import Place
from sheet_tools.findings import Finding, Unreadable
from sheet_tools.headings import recognise, resembles
from sheet_tools.readers.records import Layout, Record, records
from sheet_tools.tasks import Task

DELIMITERS = (";", ",", "\t", "|")
_TAB_NAMES = {"tab": "\t", "\\t": "\t"}
_SEP_LINE = re.compile(r'\A"?sep=(\\t|[^\r\n"\\])"?(?:\r\n|\r|\n|\Z)', re.IGNORECASE)
# A heading stands among the first rows that hold anything; what lies beyond this is not looked at.
_ROWS = 20
_RECORDS = 500
_HEAD = 1 << 18
_FIELDS = 256
_LONGEST_HEADING = 100
_PREVIEW = 100


class Trial(NamedTuple):
    """What a layout makes of the first rows: the heading row (None where none names every required column), how many
    columns it names, its fields, and the number of fields that most of the first rows have. `has_cr`: a CR alone stands
    in the heading, outside quotes: then it is what ends the lines of this file (with CR CR LF too)."""

    layout: Layout
    heading_row: int | None
    named: int
    heading: list[str]
    fields: int
    preview: str
    has_cr: bool = False


class Chosen(NamedTuple):
    """The layout, `sep` where a line sep= names it, and the trials it was chosen from. `unsure` is True where the
    headings do not decide it."""

    trial: Trial
    sep: str | None
    trials: tuple[Trial, ...]
    unsure: bool


def choose_layout(text: str, task: Task, chosen: str | None = None, cr_ends: bool = False) -> Chosen:
    """`chosen` is the author's own delimiter ("tab" and "\\t" are a tab); `cr_ends`: so is that a CR ends a row.

    Raises Unreadable(no-such-option) where the delimiter is not one character that can delimit.
    """
    chosen = _TAB_NAMES.get(chosen.lower(), chosen) if chosen else None
    if chosen is not None and (len(chosen) != 1 or chosen in '"\r\n'):
        values = {"option": "--delimiter", "wanted": chosen, "known": ", ; | tab"}
        raise Unreadable(Finding("no-such-option", Place(), values))
    head = text[:_HEAD]
    sep = sep_line(text)
    trials = _trials(head, task, sep, cr_ends)
    if not cr_ends and "\r" in head and not any(trial.heading_row and not trial.has_cr for trial in trials):
        by_cr = _trials(head, task, sep, cr_ends=True)
        if any(trial.heading_row for trial in by_cr) or "\n" not in head:
            trials = by_cr
    pool = [trial for trial in trials if trial.layout.delimiter == chosen] or trials
    if chosen and pool is trials:
        pool = [_trial(head, task, sep, Layout(chosen, trials[0].layout.cr_ends))]
    best = max(pool, key=lambda trial: _rank(trial, sep))
    rivals = [trial for trial in trials if trial.heading_row and trial.named == best.named]
    return Chosen(best, sep, trials, unsure=len(rivals) != 1 and sep is None)


def sep_line(text: str) -> str | None:
    """The delimiter that a first line sep=; names (a convention of Excel), or None."""
    found = _SEP_LINE.match(text)
    if found is None:
        return None
    return "\t" if found[1] == "\\t" else found[1]


def _rank(trial: Trial, sep: str | None) -> tuple[bool, bool, int, bool, bool, int]:
    by_sep, cuts = trial.layout.delimiter == sep, trial.fields > 1
    return (trial.heading_row is not None, by_sep, trial.named, cuts, trial.layout.delimiter == ",", trial.fields)


def _trials(head: str, task: Task, sep: str | None, cr_ends: bool) -> tuple[Trial, ...]:
    """One for each delimiter. Headings that are nearly the known ones count only where none is exact."""
    delimiters = dict.fromkeys([sep, *DELIMITERS] if sep else DELIMITERS)
    layouts = [Layout(delimiter or "", cr_ends) for delimiter in delimiters]
    trials = tuple(_trial(head, task, sep, layout) for layout in layouts)
    if any(trial.heading_row for trial in trials):
        return trials
    return tuple(_trial(head, task, sep, layout, nearly=True) for layout in layouts)


def _trial(head: str, task: Task, sep: str | None, layout: Layout, nearly: bool = False) -> Trial:
    found = (record for record in islice(records(head, layout), 1 if sep else 0, _RECORDS) if any(record.fields))
    rows = list(islice(found, _ROWS))
    best: list[str] = []
    most = 0
    for record in rows:
        named = _named(record.fields[:_FIELDS], task, nearly)
        if named.issuperset(task.required_fields):
            is_sound = record.quoted and record.fault is None
            has_cr = not is_sound and any("\r" in text for text in record.fields[:_FIELDS])
            width = len(record.fields)
            return Trial(layout, record.number, len(named), record.fields, width, _preview(rows[:3]), has_cr)
        if len(named) > most:
            best, most = record.fields, len(named)
    widths = sorted(len(record.fields) for record in rows)
    return Trial(layout, None, most, best, widths[len(widths) // 2] if widths else 0, _preview(rows[:3]))


def _named(fields: list[str], task: Task, nearly: bool) -> set[str]:
    """The columns that these headings name; a long text is no heading."""
    short = [text for text in fields if text and len(text) <= _LONGEST_HEADING]
    matches = (recognise(text, task) or (resembles(text, task) if nearly else None) for text in short)
    return {match.field for match in matches if match}


def _preview(rows: list[Record]) -> str:
    return " / ".join(" · ".join(text for text in row.fields[:9] if text)[:_PREVIEW] for row in rows)
