"""Items that Polish does not decide, and the many numbers and letters in honest questions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from item_sets import codes, found, item

from sheet_tools.checks.numbers import derivation, quantities, value


def without_notes(text: str, gold: str) -> list[str]:
    return [
        code.removeprefix("necessity-")
        for _cell, code in codes("necessity", item(input=text, gold=gold))
        if code != "necessity-gold-same-in-translation"
    ]


@pytest.mark.parametrize(
    ("text", "gold", "expected"),
    [
        ("Ile to jest 12 + 5?", "17", "arithmetic"),
        ("Oblicz: 3 × 4", "12", "arithmetic"),
        ("Oblicz: 12 : 4 = ?", "3", "arithmetic"),
        ("Podaj wynik: 10 - 4", "6", "arithmetic"),
        ("Ile to siedem razy osiem?", "56", "arithmetic"),
        ("Ile to dwa plus trzy?", "pięć", "arithmetic"),
        ("Ile jest 7 razy 8?", "56", "arithmetic"),
        ("Ala miała 12 jabłek, oddała 5. Ile jej zostało?", "7", "computed"),
        ("Ala miała trzy jabłka i dostała dwa. Ile ma jabłek?", "5", "computed"),
        ("W trzech pudełkach jest po 4, 5 i 6 piłek. Ile razem?", "15", "computed"),
        ("Jan urodził się w 1950 roku, a zmarł w 2000. Ile żył lat?", "50", "computed"),
        ("Ile liter ma wyraz „kot”?", "3", "letter-puzzle"),
        ("Ile razy litera a występuje w wyrazie „Ala”?", "2", "letter-puzzle"),
        ("Ułóż anagram wyrazu „kot”.", "tok", "letter-puzzle"),
        ("Odszyfruj: ŁPU", "KOT", "letter-puzzle"),
        ("Jakie to zaszyfrowane słowo: łpu?", "kot", "letter-puzzle"),
        ("Zaszyfruj wyraz szyfrem Cezara.", "łpu", "letter-puzzle"),
        ("Zapisz wyraz „kot” wspak.", "tok", "letter-puzzle"),
        ("Przeczytaj od tyłu: „kot”.", "tok", "letter-puzzle"),
        ("Jak czyta się wyraz „kot” od tyłu?", "tok", "letter-puzzle"),
        ("Przestaw litery w wyrazie „kot”.", "tok", "letter-puzzle"),
        ("Jaka jest trzecia litera wyrazu „kotara”?", "t", "letter-puzzle"),
        ("Odczytaj co drugą literę: kaoet", "kot", "letter-puzzle"),
        ("Złóż: k-o-t-a-r-a", "kotara", "letter-puzzle"),
        ("Jakie to słowo: K O T E K", "kotek", "letter-puzzle"),
        ("Jaka liczba jest następna: 2, 4, 8, 16?", "32", "sequence"),
        ("2, 4, 6, 8, …", "10", "sequence"),
        ("Co dalej? 5, 10, 15", "20", "sequence"),
        ("Uzupełnij ciąg: A, C, E, G", "I", "sequence"),
        ("a, c, e, g, ?", "i", "sequence"),
        ("Dokończ: ▲ ■ ▲ ■ ▲", "■", "sequence"),
    ],
)
def test_language_independent(text, gold, expected):
    assert without_notes(text, gold) == [expected]


@pytest.mark.parametrize(
    ("text", "gold"),
    [
        ("Wstaw formę: Remont potrwa 3-4 (dzień).", "dni"),
        ("Wojna trwała w latach 1914–1918. Odczytaj ostatnią datę w miejscowniku.", "tysiąc dziewięćset osiemnastym"),
        ("Odczytaj liczebnik w zdaniu „Kupił 2,5 kilograma mąki”.", "dwa i pół"),
        ("Jak odczytać „Jan III Sobieski” w dopełniaczu?", "Jana Trzeciego Sobieskiego"),
        ("Jak zapisać cyfrą rzymską numer króla: Jan Trzeci?", "III"),
        ("Zapisz słownie w narzędniku: 22 kobietami", "dwudziestoma dwiema"),
        ("Podaj formę: Zapłacił 5 + VAT, czyli (złoty).", "złotych"),
        ("Spotkanie o 10:30. Odczytaj godzinę.", "wpół do jedenastej"),
        ("Ile orzeczeń jest w zdaniu „O 5 wstał, a o 7 wyszedł”?", "2"),
        ("Ile sylab ma wyraz „kotara”?", "3"),
        ("Ile głosek jest w wyrazie „dziadek”?", "6"),
        ("Ile przymiotników jest w zdaniu „2 duże psy i 1 mały kot”?", "3"),
        ("W którym zdaniu jest błąd? 1) Idę do sklepu. 2) Idę do sklepa. 3) Idę w sklep.", "2"),
        ("Które zdanie jest przeczące? (1) Nie idę. (2) Idę. (3) Nieidący stoi.", "1"),
        ("W roku 1918, 1939, 1945 i 1989 zmieniały się granice. Który to przypadek wyrazu „roku”?", "miejscownik"),
        ("Kto ma 12 lat: „Ala ma 12 lat, a Ola 7”?", "Ala"),
        ("Ilu studentów przyszło: „Przyszło dwóch studentów i pięć studentek”?", "2"),
        ("Czy szpieg działa w zdaniu „Szyfr złamał szpieg od tyłu”?", "tak"),
        ("Wpisz brakujący znak: a i w z, między nimi przecinki.", ","),
        ("Litery z H i L z kropką: wskaż spójnik.", "i"),
        ("Depesza była zaszyfrowana, a szyfr znał tylko Jan, który zaszedł wroga od tyłu. Kto znał szyfr?", "Jan"),
        ("Wskaż przyimki: do, na, w, z, o, u", "do, na, w, z, o, u"),
        ("Czy wyraz „polska” piszemy tu wielką literą: „flaga polska”?", "nie"),
        ("Jaką literę należy wstawić: „m_ka” (zboże)?", "ą"),
        ("Podziel na sylaby: „ko-ta-ra”.", "ko-ta-ra"),
        ("Wskaż ciąg dalszy zdania „Chociaż padało, …”.", "wyszliśmy"),
        ("Ciąg 2, 3 i 4 osób: wstaw „osoba” we właściwej formie.", "osób"),
        ("Rozwiń skrót: r. w „w 2024 r.”", "roku"),
        ("Zadzwoń pod 123-456-789. Jaki to tryb?", "rozkazujący"),
        ("Wynik 2:1 dla Polski. Odczytaj wynik.", "dwa do jednego"),
        ("Przyszli w 2–3 osoby. Popraw formę.", "dwie, trzy osoby"),
        ("Kupił A4, B5 i C6. Co kupił?", "koperty"),
        ("Co znaczy „raz, dwa, trzy” w zdaniu „Zrobił to raz-dwa”?", "szybko"),
    ],
)
def test_honest_questions(text, gold):
    assert without_notes(text, gold) == []


@pytest.mark.parametrize(
    ("gold", "kind"),
    [
        ("2", "digits"),
        ("2,5", "digits"),
        ("a", "letter"),
        ("Tak", "yes-no"),
        ("nie", "yes-no"),
        ("Marek", "name"),
        ("Nowy Sącz", "name"),
        ("która", None),
        ("Wieczorem", None),
        ("dwóch", None),
        (",", None),
    ],
)
def test_golds_that_stay_the_same_in_translation(gold, kind):
    text = "Kto wracał: „Wieczorem dostrzegł Marek Ewę, gdy wracała z miasta Nowy Sącz”, która"
    findings = [f for f in found("necessity", item(input=text, gold=gold)) if f.code.endswith("translation")]
    assert [(f.place.cell, f.values["kind"]) for f in findings] == ([("C2", kind)] if kind else [])


def test_an_item_gives_its_fragment():
    (finding, _note) = found("necessity", item(input="Ile to jest 12 + 5?", gold="17"))
    assert (finding.place.cell, finding.values) == ("B2", {"fragment": "12 + 5", "gold": "17"})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7", 7),
        ("007", 7),
        ("2,5", Fraction(5, 2)),
        ("10 000", 10000),
        ("Pięć", 5),
        ("pięciu", None),
        ("kot", None),
        ("", None),
    ],
)
def test_values(text, expected):
    assert value(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12 jabłek i dwie gruszki", [12, 2]),
        ("3-4 dni", [3, 4]),
        ("2,5 kilograma", [Fraction(5, 2)]),
        ("1) a 2) b (3) c", []),
        ("dnia 12.05.2020 o 10:30", []),
        ("A4, 3b, COVID19", []),
        ("jeden z nich", []),
    ],
)
def test_quantities(text, expected):
    assert quantities(text) == expected


@pytest.mark.parametrize(
    ("wanted", "numbers", "expected"),
    [
        (7, [12, 5], "12 - 5 = 7"),
        (60, [12, 5], "12 · 5 = 60"),
        (15, [4, 5, 6], "4 + 5 + 6 = 15"),
        (12, [12, 5], None),
        (5, [5], None),
        (99, [12, 5], None),
        (7, [12, 5, 1, 2, 3, 9], None),
    ],
)
def test_derivations(wanted, numbers, expected):
    assert derivation(Fraction(wanted), [Fraction(n) for n in numbers]) == expected
