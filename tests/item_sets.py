"""Items as a sheet gives them: cluster in A, input in B, gold in C, aliases from D on; row 2 is the first."""

from __future__ import annotations

from sheet_tools.cells import Place
from sheet_tools.checks import CHECKS
from sheet_tools.findings import Finding
from sheet_tools.items import Cluster, Item, ItemSet
from sheet_tools.tasks import TASKS, Task

TASK: Task = TASKS["reverse-poleval"]
COLUMNS = {"cluster": 1, "input": 2, "gold": 3, **{f"alias{n}": n + 3 for n in range(1, 8)}, "pair": 11, "role": 12}


def item(row: int = 2, **values: str) -> Item:
    """An item of one row; fields not given are empty cells."""
    places = {name: Place("Pozycje", row, column) for name, column in COLUMNS.items()}
    return Item(Place("Pozycje", row), values, places)


def items(*rows: dict[str, str]) -> tuple[Item, ...]:
    return tuple(item(row, **values) for row, values in enumerate(rows, start=2))


def cluster(row: int, name: str, phenomenon: str = "zjawisko", contrast: str = "kontrast") -> Cluster:
    """A row of „Klastry”: name in A, phenomenon in B, contrast in C."""
    places = {n: Place("Klastry", row, c) for n, c in (("cluster", 1), ("phenomenon", 2), ("contrast", 3))}
    return Cluster(Place("Klastry", row), name, phenomenon, contrast, places)


def found(check: str, *some: Item) -> list[Finding]:
    return list(CHECKS[check](ItemSet(some), TASK))


def codes(check: str, *some: Item) -> list[tuple[str | None, str]]:
    """(cell, code) of what one check finds, in the order of the sheet."""
    placed = sorted(found(check, *some), key=lambda f: (f.place.row or 0, f.place.column or 0, f.code))
    return [(finding.place.cell, finding.code) for finding in placed if finding.code != "too-few-items"]
