"""Clusters and pairs, as the provenance declaration will need them.

Source: spec/reverse-poleval.txt, „Qualification”, 3: „a concise phenomenon description and a Polish contrast or
controlled perturbation for each item cluster”.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheet_tools.cells import Place
from sheet_tools.findings import Finding
from sheet_tools.items import Cluster, Item, ItemSet
from sheet_tools.normalise import normalise
from sheet_tools.tasks import Task

_BASE = frozenset({"baza", "base"})
_OF_PAIRS = frozenset({"cluster", "pair", "role"})
_ROLES = _BASE | {"kontrast", "contrast", "kontrola", "control"}


def check_clusters(item_set: ItemSet, _task: Task) -> Iterator[Finding]:
    """Warnings and notes; none for a file without label columns (JSONL)."""
    if "cluster" in item_set.labels:
        yield from _without_cluster(item_set.items)
        yield from _descriptions(item_set)
    elif item_set.labels or item_set.clusters is not None:
        yield Finding("no-cluster-column")
    yield from _described(item_set.clusters or ())
    if "pair" in item_set.labels:
        yield from _pairs(item_set)
    yield from _roles(item_set.items)


def label(item: Item, name: str) -> str:
    """A label in the form in which two are compared: blanks and case do not matter."""
    return normalise(item.get(name)).casefold()


def _roles(items: Sequence[Item]) -> Iterator[Finding]:
    """A role that is none of ours: a pair would be taken for whole that is not."""
    for item in items:
        if label(item, "role") and label(item, "role") not in _ROLES:
            yield Finding("role-unknown", item.at("role"), {"role": item.get("role").strip()})


def _without_cluster(items: Sequence[Item]) -> Iterator[Finding]:
    """Not where merged cells show a cluster: it belongs to one for every eye, and `merged-cells` speaks of it."""
    for item in items:
        if not label(item, "cluster") and "cluster" not in item.merged:
            yield Finding("item-without-cluster", item.at("cluster"))


def _descriptions(item_set: ItemSet) -> Iterator[Finding]:
    """Clusters of the items against the rows of the clusters' sheet, each cluster once."""
    if item_set.clusters is None:
        # A sheet that cannot be read may be the very one.
        if not item_set.is_partial:
            yield Finding("clusters-sheet-missing", Place())
        return
    used: dict[str, Item] = {}
    for item in item_set.items:
        used.setdefault(label(item, "cluster"), item)
    described = {_key(cluster) for cluster in item_set.clusters}
    for key, item in used.items():
        if key and key not in described:
            yield Finding("cluster-not-described", item.at("cluster"), {"cluster": item.get("cluster").strip()})
    for cluster in item_set.clusters:
        if _key(cluster) and _key(cluster) not in used:
            yield Finding("cluster-unused", cluster.at("cluster"), {"cluster": cluster.name.strip()})


def _key(cluster: Cluster) -> str:
    return normalise(cluster.name).casefold()


def _described(clusters: Sequence[Cluster]) -> Iterator[Finding]:
    first: dict[str, Cluster] = {}
    for cluster in clusters:
        values: dict[str, object] = {"cluster": cluster.name.strip()}
        if not _key(cluster):
            yield Finding("cluster-without-name", cluster.at("cluster"))
            continue
        earlier = first.setdefault(_key(cluster), cluster)
        if earlier is not cluster:
            where: dict[str, object] = {"first": earlier.at("cluster").cell, "first_row": earlier.place.row}
            yield Finding("cluster-described-twice", cluster.at("cluster"), values | where)
        if not cluster.phenomenon.strip():
            yield Finding("cluster-without-phenomenon", cluster.at("phenomenon"), values)
        if not cluster.contrast.strip():
            yield Finding("cluster-without-contrast", cluster.at("contrast"), values)


def pairs(item_set: ItemSet) -> list[list[Item]]:
    """The pairs, each with its items in order.

    Authors number pairs through the whole sheet, or anew in each cluster: a number stands for one pair in each cluster,
    but for one pair in all where no cluster has a whole pair of that number.
    """
    by_number: dict[str, dict[str, list[Item]]] = {}
    for item in item_set.items:
        if number := label(item, "pair"):
            by_number.setdefault(number, {}).setdefault(label(item, "cluster"), []).append(item)
    found: list[list[Item]] = []
    for groups in map(list, map(dict.values, by_number.values())):
        is_anew = any(_is_whole(group, item_set) for group in groups)
        found += groups if is_anew else [[item for group in groups for item in group]]
    return found


def _is_whole(items: Sequence[Item], item_set: ItemSet) -> bool:
    """At least two rows, and, where roles are given, at least two roles."""
    roles = _ROLES & {label(item, "role") for item in items}
    return len(items) > 1 and ("role" not in item_set.labels or len(roles) > 1)


def _pairs(item_set: ItemSet) -> Iterator[Finding]:
    """A pair of one row or of one role, where no merged cells leave open which rows belong to it."""
    for items in pairs(item_set):
        if _is_whole(items, item_set) or any(item.merged & _OF_PAIRS for item in items):
            continue
        roles = list(dict.fromkeys(item.get("role").strip() or "—" for item in items))
        has_base = any(label(item, "role") in _BASE for item in items)
        missing = ("kontrast lub kontrola", "contrast or control") if has_base else ("baza", "base")
        values = {
            "pair": items[0].get("pair").strip(),
            "role": ", ".join(roles),
            "count": len(items),
            "missing_pl": missing[0],
            "missing_en": missing[1],
        }
        yield Finding("pair-incomplete", items[0].at("pair"), values)
