"""Clusters and pairs: what the provenance declaration will need."""

from __future__ import annotations

import pytest
from item_sets import TASK, cluster, items

from sheet_tools.checks.clusters import check_clusters
from sheet_tools.findings import Finding
from sheet_tools.items import ItemSet

CLUSTER = frozenset({"cluster"})
PAIRS = frozenset({"cluster", "pair", "role"})


def places(item_set: ItemSet) -> list[tuple[str | None, str | None, str]]:
    return [(f.place.sheet, f.place.cell, f.code) for f in check_clusters(item_set, TASK)]


@pytest.mark.parametrize(
    ("some", "clusters", "labels", "expected"),
    [
        # JSONL has no labels, and nothing is said.
        ([{}], None, frozenset(), []),
        # A sheet without the column: once for the file.
        ([{}, {}], None, frozenset({"notes"}), [(None, None, "no-cluster-column")]),
        ([{}], (), frozenset(), [(None, None, "no-cluster-column")]),
        # The column, but no sheet „Klastry”: a note, and no row is blamed for it.
        ([{"cluster": "A"}], None, CLUSTER, [(None, None, "clusters-sheet-missing")]),
        ([{"cluster": "A"}], (cluster(2, "A"),), CLUSTER, []),
        # Blanks, case and kind do not matter.
        ([{"cluster": " a\u00a0"}, {"cluster": "1"}], (cluster(2, "A"), cluster(3, "1 ")), CLUSTER, []),
        (
            [{"cluster": "A"}, {}, {"cluster": " "}],
            (cluster(2, "A"),),
            CLUSTER,
            [("Pozycje", "A3", "item-without-cluster"), ("Pozycje", "A4", "item-without-cluster")],
        ),
        # Each undescribed cluster once, where it first occurs.
        (
            [{"cluster": "A"}, {"cluster": "B"}, {"cluster": "B"}],
            (cluster(2, "A"),),
            CLUSTER,
            [("Pozycje", "A3", "cluster-not-described")],
        ),
        (
            [{"cluster": "A"}],
            (cluster(2, "A", "", " "), cluster(3, "B")),
            CLUSTER,
            [
                ("Klastry", "A3", "cluster-unused"),
                ("Klastry", "B2", "cluster-without-phenomenon"),
                ("Klastry", "C2", "cluster-without-contrast"),
            ],
        ),
        (
            [{"cluster": "A"}],
            (cluster(2, "A"), cluster(5, "a"), cluster(6, "")),
            CLUSTER,
            [("Klastry", "A5", "cluster-described-twice"), ("Klastry", "A6", "cluster-without-name")],
        ),
    ],
)
def test_clusters(some, clusters, labels, expected):
    assert places(ItemSet(items(*some), clusters, labels)) == expected


@pytest.mark.parametrize(
    ("some", "expected"),
    [
        ([("1", "baza"), ("1", "kontrast")], []),
        ([("1", "baza"), ("1", "kontrast"), ("1", "kontrola")], []),
        ([("1", "Baza "), ("1", "kontrola")], []),
        ([("1", "base"), ("1", "contrast")], []),
        ([("", ""), ("", "")], []),
        ([("1", "baza")], [("K2", "baza", "kontrast lub kontrola")]),
        ([("1", "kontrast")], [("K2", "kontrast", "baza")]),
        ([("1", "baza"), ("1", "baza")], [("K2", "baza", "kontrast lub kontrola")]),
        ([("1", "kontrast"), ("2", "baza")], [("K2", "kontrast", "baza"), ("K3", "baza", "kontrast lub kontrola")]),
        ([("1", ""), ("1", "")], [("K2", "—", "baza")]),
    ],
)
def test_pairs(some, expected):
    rows = items(*({"cluster": "A", "pair": pair, "role": role} for pair, role in some))
    assert incomplete(ItemSet(rows, (cluster(2, "A"),), PAIRS)) == expected


def incomplete(item_set: ItemSet) -> list[tuple[object, ...]]:
    def of_pairs(finding: Finding) -> bool:
        return finding.code == "pair-incomplete"

    found = filter(of_pairs, check_clusters(item_set, TASK))
    return [(f.place.cell, f.values["role"], f.values["missing_pl"]) for f in found]


@pytest.mark.parametrize(
    ("some", "expected"),
    [
        # Numbered anew in each cluster: B's pair is whole, A's is not.
        ([("A", "baza"), ("B", "kontrast"), ("B", "baza")], [("K2", "baza", "kontrast lub kontrola")]),
        ([("A", "baza"), ("A", "kontrast"), ("B", "kontrast"), ("B", "baza")], []),
        # Numbered through the sheet: one pair, though a cluster is wanting or misspelt.
        ([("A", "baza"), ("", "kontrast")], []),
        ([("A", "baza"), ("Aa", "kontrast")], []),
        ([("A", "baza"), ("B", "baza")], [("K2", "baza", "kontrast lub kontrola")]),
    ],
)
def test_pairs_are_numbered_through_the_sheet_or_within_clusters(some, expected):
    rows = items(*({"cluster": name, "pair": "1", "role": role} for name, role in some))
    assert incomplete(ItemSet(rows, (cluster(2, "A"), cluster(3, "B")), PAIRS)) == expected


def test_without_a_column_of_roles_only_a_single_row_is_incomplete():
    rows = items({"pair": "1"}, {"pair": "1"}, {"pair": "2"})
    assert [cell for cell, *_ in incomplete(ItemSet(rows, None, frozenset({"pair"})))] == ["K4"]


@pytest.mark.parametrize(
    ("role", "expected"),
    [
        ("kontrolna", [("Pozycje", "L3", "role-unknown")]),
        ("xyz", [("Pozycje", "L3", "role-unknown")]),
        ("kontrola", []),
        (" Kontrast ", []),
        ("control", []),
        ("", []),
    ],
)
def test_a_role_that_nobody_knows_is_reported(role: str, expected: list[tuple[str, str, str]]) -> None:
    some = [{"cluster": "A", "role": "baza"}, {"cluster": "A", "role": role}]
    found = places(ItemSet(items(*some), (cluster(2, "A"),), frozenset({"cluster", "role"})))
    assert found == expected


def test_an_unknown_role_makes_no_pair_whole() -> None:
    some = [{"cluster": "A", "pair": "1", "role": "baza"}, {"cluster": "A", "pair": "1", "role": "kontrolna"}]
    codes = [code for _, _, code in places(ItemSet(items(*some), (cluster(2, "A"),), PAIRS))]
    assert codes == ["pair-incomplete", "role-unknown"]
    assert incomplete(ItemSet(items(*some), (cluster(2, "A"),), PAIRS))[0][1] == "baza, kontrolna"
