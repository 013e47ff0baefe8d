"""What was written into a Google sheet, or would be, in words."""

from __future__ import annotations

from dataclasses import dataclass

from sheet_tools.findings import Level
from sheet_tools.report.findings import message, remedy
from sheet_tools.workbook.annotate import Annotation


@dataclass(frozen=True, slots=True)
class Review:
    """`said`: what was done and what was left out, with what to do about it ("" for a mere note). `notes`: the cell and
    the text of each note, which is in lines."""

    tab: str
    said: tuple[tuple[str, str], ...]
    notes: tuple[tuple[str, str], ...]


def review(done: Annotation, lang: str) -> Review:
    # The remedies of the notes speak of the command line; the page has buttons.
    said = [(message(f, lang), "" if f.level is Level.NOTE else remedy(f, lang)) for f in done.findings]
    notes = [(f"{note.place.sheet}!{note.place.cell}", note.note) for note in done.notes]
    return Review(done.tab or "", tuple(said), tuple(notes))
