"""The near misses by model, as the page shows them."""

from __future__ import annotations

from dataclasses import dataclass

from sheet_tools.assessment import Assessment
from sheet_tools.report.marks import near_words, short_names
from sheet_tools.report.near import near_misses


@dataclass(frozen=True, slots=True)
class NearTable:
    """One row a kind, one number a model (its `names` in order); kinds that no model has are left out."""

    models: tuple[str, ...]
    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]


def near_table(assessment: Assessment, lang: str) -> NearTable | None:
    """None where no answer is nearly right."""
    counts = near_misses(assessment)
    if not any(counts.values()):
        return None
    models = tuple(counts)
    rows = [(words, tuple(counts[model][kind] for model in models)) for kind, words in near_words(lang).items()]
    return NearTable(models, short_names(models), tuple(row for row in rows if any(row[1])))
