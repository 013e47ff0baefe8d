"""Which rows a page shows: those of the chosen filter, and of these so many at a time as a browser lays out at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sheet_tools.report.lines import Line
from sheet_tools.report.rows import FILTERS, Row
from sheet_tools.words import translations

# A submission has 200 rows at most; a file may hold any number.
ROWS_A_PART = 300
_OF_MODELS = ("nobody", "everybody", "differ", "missing")


@dataclass(frozen=True, slots=True)
class Filter:
    name: str
    words: str
    count: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Selection:
    """`rows` are shown, `part` of `parts` (from 1) of those that `show` lets through.

    `addresses`: a finding's id → where it is found: "#f3" on this page, "?show=all&part=2#f3" on another.
    """

    show: str
    filters: tuple[Filter, ...]
    rows: tuple[Row, ...]
    part: int
    parts: int
    addresses: Mapping[str, str]

    def has(self, line: Line) -> bool:
        """False for a finding in a row that is not shown."""
        return self.addresses[line.anchor].startswith("#")


def select(
    rows: Sequence[Row], general: Sequence[Line], show: str, part: int, names: Sequence[str], lang: str
) -> Selection:
    """`show` is a name of FILTERS, any other is taken for "all"; a part that there is not is the last (or first).
    `names`: the filters that are offered."""
    chosen = show if show in FILTERS else "all"
    through = [row for row in rows if chosen in row.kinds]
    parts = max(1, -(-len(through) // ROWS_A_PART))
    part = min(max(part, 1), parts)
    shown = tuple(through[(part - 1) * ROWS_A_PART : part * ROWS_A_PART])
    addresses = {line.anchor: _elsewhere(place, line) for place, row in enumerate(rows) for line in row.lines}
    here = [*general, *(line for row in shown for line in row.lines)]
    addresses |= {line.anchor: f"#{line.anchor}" for line in here}
    return Selection(chosen, _filters(rows, chosen, names, lang), shown, part, parts, addresses)


def _elsewhere(place: int, line: Line) -> str:
    part = place // ROWS_A_PART + 1
    return f"?show=all{f'&part={part}' if part > 1 else ''}#{line.anchor}"


def filter_words(lang: str) -> dict[str, str]:
    words = translations(lang)
    return {
        "all": words.gettext("All"),
        "errors": words.gettext("Rows with an error"),
        "warnings": words.gettext("Rows with a warning"),
        "person": words.gettext("The person answers otherwise"),
        "nobody": words.gettext("No model right"),
        "everybody": words.gettext("All models right"),
        "differ": words.gettext("Models answer differently"),
        "missing": words.gettext("Without an answer"),
    }


def filters_shown(has_panel: bool, has_person: bool) -> tuple[str, ...]:
    """Without a panel the filters about models would all be empty, without a person the one about theirs: left out."""
    left_out = {*(() if has_panel else _OF_MODELS), *(() if has_person else ("person",))}
    return tuple(name for name in FILTERS if name not in left_out)


def _filters(rows: Sequence[Row], chosen: str, names: Sequence[str], lang: str) -> tuple[Filter, ...]:
    words = filter_words(lang)
    return tuple(Filter(name, words[name], sum(name in row.kinds for row in rows), name == chosen) for name in names)
