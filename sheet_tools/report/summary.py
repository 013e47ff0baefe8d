"""The one line that answers „can I hand this in, and if not, what next?”."""

from __future__ import annotations

from sheet_tools.assessment import Checked
from sheet_tools.findings import Level
from sheet_tools.report.findings import counts
from sheet_tools.words import translations


def summary_line(checked: Checked, lang: str) -> str:
    """The verdict with the number of items, errors and warnings."""
    words = translations(lang)
    if not checked.reading.is_readable:
        return words.gettext("The file cannot be read.")
    number = counts(checked.findings)
    verdict = words.gettext("Ready to hand in") if checked.is_ready else words.gettext("Not ready to hand in yet")
    parts = [
        words.ngettext("{n} item", "{n} items", len(checked.reading.items)).format(n=len(checked.reading.items)),
        words.ngettext("{n} error", "{n} errors", number[Level.ERROR]).format(n=number[Level.ERROR]),
        words.ngettext("{n} warning", "{n} warnings", number[Level.WARNING]).format(n=number[Level.WARNING]),
    ]
    return f"{verdict}: {', '.join(parts)}"
