"""The near misses by model, as the page shows them."""

from __future__ import annotations

from dataclasses import dataclass

from sheet_tools.assessment import Assessment
from sheet_tools.report.marks import near_words, short_names
from sheet_tools.report.near import near_misses


@dataclass(frozen=True, slots=True)
class NearRow:
    """One model, by its `name` of the table's column, and how often each kind, the most frequent first."""

    model: str
    name: str
    kinds: tuple[tuple[str, int], ...]


def near_table(assessment: Assessment, lang: str) -> tuple[NearRow, ...]:
    """A row for each model; empty where no answer is nearly right."""
    counts = near_misses(assessment)
    words = near_words(lang)
    if not any(counts.values()):
        return ()
    return tuple(
        NearRow(model, name, tuple((words[kind], n) for kind, n in counts[model].most_common()))
        for model, name in zip(counts, short_names(tuple(counts)), strict=True)
    )
