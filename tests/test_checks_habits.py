"""Golds that differ by a capital from the habit of their set, and aliases without diacritics."""

from __future__ import annotations

import pytest
from item_sets import codes, item

from sheet_tools.items import Item

CAPITAL, LOWER = "gold-capital-unusual", "gold-lower-case-unusual"


def others(count: int = 12, gold: str = "kotów", **values: str) -> list[Item]:
    return [item(n, input=f"Pytanie {n}", gold=gold, **values) for n in range(10, 10 + count)]


def capitals(*some: Item) -> list[tuple[str | None, str]]:
    return [found for found in codes("habits", *some) if found[1] in (CAPITAL, LOWER)]


def test_a_capital_among_small_letters_is_noted() -> None:
    assert capitals(item(2, input="Dopełniacz: „film”", gold="Filmów"), *others()) == [("C2", CAPITAL)]
    assert capitals(item(2, input="Dopełniacz", gold="Żółtych kotów"), *others()) == [("C2", CAPITAL)]


def test_a_small_letter_among_capitals_is_noted() -> None:
    assert capitals(item(2, input="Dopełniacz", gold="filmów"), *others(gold="Kotów")) == [("C2", LOWER)]


@pytest.mark.parametrize(
    "values",
    [
        {"input": "Gdzie mieszka Anna?", "gold": "Anna"},
        {"input": "Wybierz: Tak albo nie", "gold": "Tak"},
        {"input": "Skrót", "gold": "PKP"},
        {"input": "Liczba", "gold": "III"},
        {"input": "Wzór", "gold": "H2O"},
        {"input": "Litera", "gold": "Ż"},
        {"input": "Kto?", "gold": "Jan Kowalski"},
        {"input": "Kto?", "gold": "McDonald"},
        {"input": "Powiedz to zdaniem", "gold": "Kot śpi."},
        {"input": "Powiedz to zdaniem", "gold": "Kot śpi na starym piecu"},
        {"input": "Napisz wielką literą: kot", "gold": "Kot"},
        {"input": "Popraw: kot", "gold": "Kot", "cluster": "wielkie litery"},
        {"input": "Kto?", "gold": "Polak", "alias1": "polak"},
        {"input": "Ile?", "gold": "7"},
    ],
)
def test_a_capital_that_is_meant_is_not(values: dict[str, str]) -> None:
    assert capitals(item(2, **values), *others()) == []


def test_a_cluster_may_have_a_habit_of_its_own() -> None:
    towns = [item(n, input="Miasto?", gold=gold, cluster="miasta") for n, gold in ((2, "Łódź"), (3, "Gdańsk"))]
    assert capitals(*towns, *others(20, cluster="formy")) == []
    mixed = [item(2, input="Forma?", gold="Filmów", cluster="formy"), *others(20, cluster="formy")]
    assert capitals(*mixed) == [("C2", CAPITAL)]


def test_few_golds_or_many_capitals_are_no_habit() -> None:
    odd = item(2, input="Dopełniacz", gold="Filmów")
    assert capitals(odd, *others(8)) == []
    assert capitals(odd, *others(12), *[item(n, input="?", gold="Kotów") for n in range(40, 44)]) == []


@pytest.mark.parametrize(
    ("gold", "alias", "expected"),
    [
        ("żółwi", "zolwi", True),
        ("Filmów", "filmow", True),
        ("mąż", "maż", True),
        ("łódź", "LODZ", True),
        ("żółty wąż", "zolty waz", True),
        ("filmów", "filmy", False),
        ("filmow", "filmów", False),
        ("kot", "Kot", False),
        ("sad", "sąd", False),
        ("mąż", "mąz", True),
        ("straße", "strasse", False),
    ],
)
def test_an_alias_without_diacritics_is_noted(gold: str, alias: str, expected: bool) -> None:
    found = codes("habits", item(2, input="Forma?", gold=gold, alias1=alias))
    assert found == ([("D2", "alias-without-diacritics")] if expected else [])


def test_not_where_diacritics_are_the_question() -> None:
    assert codes("habits", item(2, input="Zapisz bez polskich znaków: żółwi", gold="żółwi", alias1="zolwi")) == []
