"""Items that remember their cells. Where they come from, a sheet or a JSONL file, no rule needs to know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sheet_tools.cells import Place


@dataclass(frozen=True, slots=True)
class Item:
    """One item as the author wrote it; nothing is trimmed.

    `place` is its row (its line, in JSONL). `values` holds the exact text of each field that has some
    ("input", "gold", "alias1"…, "cluster"…); a field that is blank or that holds anything but text is absent.
    `places` says where a field stands or would stand; use `at`.
    """

    place: Place
    values: Mapping[str, str]
    places: Mapping[str, Place] = field(default_factory=dict)

    def get(self, name: str) -> str:
        """The text of a field, "" where there is none."""
        return self.values.get(name, "")

    def at(self, name: str) -> Place:
        """The field's cell; the row or line where the field has no cell of its own."""
        return self.places.get(name, self.place)

    @property
    def input(self) -> str:
        return self.get("input")

    @property
    def gold(self) -> str:
        return self.get("gold")

    @property
    def alias_fields(self) -> tuple[str, ...]:
        """The names of the alias fields that have text, in the order of the columns (or of the JSON array)."""
        return tuple(name for name in self.values if name.startswith("alias"))

    @property
    def aliases(self) -> tuple[str, ...]:
        return tuple(self.values[name] for name in self.alias_fields)


@dataclass(frozen=True, slots=True)
class Cluster:
    """A row of the sheet „Klastry”: what the provenance declaration says of a cluster
    (spec/reverse-poleval.txt, „Qualification”, 3)."""

    place: Place
    name: str
    phenomenon: str = ""
    contrast: str = ""
    places: Mapping[str, Place] = field(default_factory=dict)

    def at(self, name: str) -> Place:
        return self.places.get(name, self.place)


@dataclass(frozen=True, slots=True)
class ItemSet:
    """What the checks are given: the items in order, and the clusters' descriptions.

    `clusters` is None where the file cannot hold them (JSONL, delimited text) or has no such sheet; `labels` names the label columns
    that the sheet has ("cluster", "pair", "role"…): none in JSONL.
    """

    items: tuple[Item, ...]
    clusters: tuple[Cluster, ...] | None = None
    labels: frozenset[str] = frozenset()
