"""What a draft may hold: the rows without an error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sheet_tools.cells import Place
from sheet_tools.findings import Finding
from sheet_tools.items import Item


def usable(items: Sequence[Item], findings: Iterable[Finding]) -> tuple[list[Item], list[Item]]:
    """(kept, left out), each in order. What is left out has an error on its row, or line, or in a cell of it.

    Of two equal inputs the first is kept, since the error stands at the later. An error of the whole file or of a
    column leaves nothing out.
    """
    faulty = {row for finding in findings if finding.is_error for row in _rows(finding.place)}
    kept: list[Item] = []
    left_out: list[Item] = []
    for item in items:
        (left_out if (item.place.sheet, item.place.row) in faulty else kept).append(item)
    return kept, left_out


def _rows(place: Place) -> Iterator[tuple[str | None, int]]:
    if place.row is not None:
        for row in range(place.row, (place.last_row or place.row) + 1):
            yield place.sheet, row
