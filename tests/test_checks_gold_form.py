"""Golds and aliases that a right answer will hardly match."""

from __future__ import annotations

import pytest
from item_sets import codes, found, item

ASK = "Podaj formę, której wymaga zdanie „Szukam (kot)”."


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        # Quotation marks around the whole answer.
        ({"gold": "„kota”"}, [("C2", "gold-in-quotes")]),
        ({"gold": '"kota"'}, [("C2", "gold-in-quotes")]),
        ({"gold": "«kota»"}, [("C2", "gold-in-quotes")]),
        ({"gold": "'kota'"}, [("C2", "gold-in-quotes")]),
        ({"gold": "kota", "alias1": "„kota”"}, []),
        ({"gold": "kota", "alias1": "„kocie”"}, [("D2", "gold-in-quotes")]),
        ({"gold": "„kota”", "alias1": "kota"}, []),
        ({"gold": "„kota” i „psa”"}, []),
        ({"gold": "pan „Tadeusz”"}, []),
        ({"input": "Zapisz tytuł w cudzysłowie: (kot).", "gold": "„Kot”"}, []),
        ({"gold": "„"}, []),
        ({"gold": "„”"}, []),
        # A final full stop, but not that of an abbreviation, of an ordinal, or one that an alias does without.
        ({"gold": "kota."}, [("C2", "gold-full-stop")]),
        ({"gold": "Szukam kota."}, [("C2", "gold-full-stop")]),
        ({"gold": "kota.", "alias1": "kota"}, [("D2", "alias-punctuation-only")]),
        *(({"gold": gold}, []) for gold in ("itd.", "prof.", "m.in.", "p.n.e.", "św.", "np.", "tzw.", "ul.", "i in.")),
        ({"gold": "J."}, []),
        ({"gold": "rozdział 3."}, []),
        ({"gold": "Jan III."}, []),
        ({"gold": "bo..."}, []),
        ({"gold": "bo…"}, []),
        ({"gold": "."}, []),
        ({"gold": "kota!"}, []),
        ({"input": "Jaki jest skrót wyrazu „rodzaj”?", "gold": "rodz."}, []),
        ({"input": "Przepisz zdanie, stawiając kropkę: ala ma kota", "gold": "ala ma kota."}, []),
        # Aliases that differ in a trifle.
        ({"gold": "kota", "alias1": "Kota"}, [("D2", "alias-case-only")]),
        ({"gold": "kota", "alias1": "kota!"}, [("D2", "alias-punctuation-only")]),
        ({"gold": "kota", "alias1": "kotu"}, []),
        ({"gold": "kota", "alias1": "koty."}, []),
        # Several forms in one cell.
        ({"gold": "kot", "alias1": "kotek\nkicia"}, [("D2", "alias-separator")]),
        ({"gold": "kot", "alias1": "kotek; kicia"}, [("D2", "alias-separator")]),
        ({"gold": "kot", "alias1": "kotek/kicia"}, [("D2", "alias-separator")]),
        ({"gold": "kot", "alias1": "kotek / kicia"}, [("D2", "alias-separator")]),
        ({"gold": "kot", "alias1": "kotek | kicia"}, [("D2", "alias-separator")]),
        ({"gold": "kotek/kicia"}, [("C2", "gold-separator")]),
        ({"gold": "kot", "alias1": "kotek\n"}, []),
        ({"gold": "kot", "alias1": "km/h"}, []),
        ({"gold": "i/lub", "alias1": "1/2"}, []),
        ({"gold": "kot, pies", "alias1": "pies, kot"}, []),
        ({"gold": "kot; pies", "alias1": "pies; kot"}, [("C2", "gold-separator")]),
        ({"gold": "biało-czerwony", "alias1": "biało–czerwony"}, []),
    ],
)
def test_forms(values, expected):
    assert codes("gold-form", item(**{"input": ASK} | values)) == expected


@pytest.mark.parametrize(
    ("values", "in_input"),
    [
        ({"input": "Kto złożył wniosek: „Posłanka złożyła wniosek”?", "gold": "posłanka"}, "Posłanka"),
        ({"input": "Wskaż podmiot: „Po obiedzie Dziadek drzemał”.", "gold": "dziadek"}, "Dziadek"),
        ({"input": "Wskaż nazwę rzeki: wisła płynie przez Kraków.", "gold": "Wisła"}, "wisła"),
        ({"input": "Kto drzemał: „Nasz Dziadek drzemał”?", "gold": "nasz dziadek"}, "Nasz Dziadek"),
        # The form as it stands is there, too, or an alias accepts it.
        ({"input": "Który wyraz w zdaniu „Która pani, która wyszła, wróciła” jest zaimkiem?", "gold": "która"}, None),
        ({"input": "Kto drzemał: „Nasz Dziadek drzemał”?", "gold": "dziadek", "alias1": "Dziadek"}, None),
        # Only part of a word; only in the question, not in the quotation; an answer that is not copied.
        ({"input": "Wskaż formę: „Kotara wisi”.", "gold": "kot"}, None),
        ({"input": "Jak odmienia się zaimek w zdaniu „Widzę go”?", "gold": "jak"}, None),
        ({"input": "Nie wiem. Czy zdanie jest poprawne?", "gold": "nie"}, None),
        ({"input": "Czy „Tak było” to zdanie?", "gold": "tak"}, None),
        ({"input": "Odpowiedź A albo B?", "gold": "a"}, None),
        ({"input": "Zapisz poprawnie (wielka czy mała litera?): warszawa", "gold": "Warszawa"}, None),
        ({"input": "Popraw pisownię nazwy: nowy sącz", "gold": "Nowy Sącz"}, None),
    ],
)
def test_gold_in_another_case_than_the_input(values, in_input):
    findings = [f for f in found("gold-form", item(**values)) if f.code == "gold-case-differs-from-input"]
    assert [(f.place.cell, f.values["in_input"]) for f in findings] == ([("C2", in_input)] if in_input else [])
