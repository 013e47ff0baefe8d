"""What a person may type into a sheet of given items, and what the status of that row must say. Rows count from 2."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

NA = object()  # an error cell
NBSP, ZWSP, SHY = "\u00a0", "\u200b", "\u00ad"

SENTENCES = {
    "comma-placement": "Ala [1] ma [2] kota [3] a [4] pies [5] ma [6] dom.",
    "error-correction": "Ala i kot ma dom.",
    "numeral-inflection": "Kot ma [[2]] psy.",
}
RIGHT = "Ala i kot mają dom."

NOT_LIST, PLACES = "to nie lista numerów: {}", "numery tylko ze zdania, rosnąco, każdy raz: {}"
CHARACTER, DIGIT, CASE = "niedozwolony znak: {}", "cyfra lub nawias: {}", "wielka litera: {}"
BLANK, NO_NUMERAL = "zbędny odstęp: {}", "to nie liczebnik: {}"

Case = tuple[dict[str, object], str]


def cut(texts: str) -> list[str]:
    return texts.split("|")


def _lists(texts: Sequence[str], said: str) -> list[Case]:
    """Each text in either list."""
    first = [({"commas": text, "optional": "-"}, said.format("przecinki")) for text in texts]
    return [*first, *(({"commas": "-", "optional": text}, said.format("dopuszczalne")) for text in texts)]


def _words(texts: Sequence[str], said: str) -> list[Case]:
    """Each text as the answer and as an accepted form."""
    first = [({"answer": text}, said.format("liczebnik")) for text in texts]
    return [*first, *(({"answer": "dwa", "accepted": text}, said.format("formy uznawane")) for text in texts)]


def _sentences(texts: Sequence[str], said: str) -> list[Case]:
    return [({"answer": "NIEPOPRAWNE", "corrected_sentence": text}, said) for text in texts]


# task → (what stands in the row's answer columns; what the status must say). A number is no text.
CASES: dict[str, list[Case]] = {
    "comma-placement": [
        ({}, "do zrobienia"),
        *_lists(cut("5|1, 5|1,5|1 5|1;5| 1 ; 5 |[1] [5]|[1],5|[1, 5]|[ 1, 5 ]|[5]|1,\n5|1\t5|05|0001|"
                 "1 2 3 4 5 6|-|–|—|brak|Brak|none| brak |[]|[ ]"), "OK"),
        ({"commas": "5"}, "brak: dopuszczalne"),
        ({"optional": "-"}, "brak: przecinki"),
        ({"commas": " ", "optional": "-"}, "brak: przecinki"),
        ({"commas": NBSP, "optional": "-"}, "brak: przecinki"),
        ({"commas": "\n", "optional": "-"}, "brak: przecinki"),
        *_lists(cut("1.5|5-6|5–6|1/5|1:5|nie wiem|5 i 6|pięć|brak, 5|-1|+1|5%|'5|1,,5|1;;5|1,|,1|,|[1|1]|[1,5|[[1]]|"
                 "[1][5]|[1,5],6|[1,5],[6]|[1,[5]]|[,1]|1[5]|[1]5|1[5]6|(1, 5)|{1,5}|12345|"
                     "12345,1|５|=5|--"),
                NOT_LIST),
        *_lists((f"1,{NBSP}5", f"5{ZWSP}", f"{SHY}5"), NOT_LIST),
        *_lists(cut("99|7|0|00|2, 2|2 2 2|5, 3|6,5|1, 5, 3|1, 99|[2] [2]|[5, 3]"), PLACES),
        ({"commas": 1.5, "optional": "-"}, "liczba lub data zamiast tekstu: przecinki"),
        ({"commas": 15, "optional": "-"}, "liczba lub data zamiast tekstu: przecinki"),
        ({"commas": date(2026, 5, 1), "optional": "-"}, "liczba lub data zamiast tekstu: przecinki"),
        ({"commas": "5", "optional": 5}, "liczba lub data zamiast tekstu: dopuszczalne"),
        ({"commas": True, "optional": "-"}, "PRAWDA/FAŁSZ zamiast tekstu: przecinki"),
        ({"commas": NA, "optional": "-"}, "błąd w komórce: przecinki"),
        ({"commas": "5", "optional": "-", "skip": "x"}, "pominięty"),
        ({"commas": "99", "optional": NA, "skip": "x"}, "pominięty"),
        ({"commas": "5", "optional": "-", "sentence_with_positions": "A [1] b."}, "zmieniono: zdanie z miejscami"),
        ({"commas": "5", "optional": "-", "id": "inne"}, "zmieniono: id"),
        ({"sentence_with_positions": ""}, "zmieniono: zdanie z miejscami"),
        ({"commas": "5", "optional": "5"}, "sprawdź, to samo miejsce co w kolumnie przecinki: dopuszczalne"),
        ({"commas": "1, 5", "optional": "5, 6"}, "sprawdź, to samo miejsce co w kolumnie przecinki: dopuszczalne"),
        ({"commas": "1, 5", "optional": "2, 6"}, "OK"),
    ],
    "error-correction": [
        ({}, "do zrobienia"),
        ({"answer": "POPRAWNE"}, "OK"),
        *(({"answer": "POPRAWNE", "corrected_sentence": text}, "OK") for text in ("-", "–", "brak", " brak ")),
        *(({"answer": "POPRAWNE", "corrected_sentence": text}, "ma być puste: zdanie poprawione")
          for text in ("Zdanie.", " ", "\n", NBSP, ".", ZWSP, RIGHT)),
        *_sentences((RIGHT, "Ala i kot miały dom."), "OK"),
        *_sentences(("", " ", NBSP, "\n", "-", "brak"), "brak: zdanie poprawione"),
        *_sentences((SENTENCES["error-correction"],), "takie samo jak zdanie: zdanie poprawione"),
        *((({"answer": text, "corrected_sentence": RIGHT}), "tylko POPRAWNE, NIEPOPRAWNE: ocena")
          for text in ("poprawne", "POPRAWNE ", f"{NBSP}POPRAWNE", "TAK", "-")),
        *(({"answer": text, "corrected_sentence": RIGHT}, "brak: ocena") for text in ("", " ")),
        ({"answer": True}, "PRAWDA/FAŁSZ zamiast tekstu: ocena"),
        ({"answer": 1}, "liczba lub data zamiast tekstu: ocena"),
        ({"answer": "NIEPOPRAWNE", "corrected_sentence": NA}, "błąd w komórce: zdanie poprawione"),
        *_sentences(("Ala i  kot ma dom.", "Ala i kot ma dom. ", "Ala i\nkot ma dom.", f"Ala i{NBSP}kot ma dom."),
                    "sprawdź, zmieniono tylko odstępy: zdanie poprawione"),
        *_sentences((f"{RIGHT} ", f" {RIGHT}", f"{RIGHT}\n", f"\t{RIGHT}"),
                    "sprawdź odstęp na początku lub końcu: zdanie poprawione"),
        *_sentences(("Ala i  kot mają dom.", "Ala i\tkot mają dom.", "Ala i\nkot mają dom."),
                    "sprawdź odstępy i nowe wiersze w środku: zdanie poprawione"),
        *_sentences((f"Ala i{NBSP}kot mają dom.", f"Ala i k{ZWSP}ot mają dom.", f"Ala i ko{SHY}t mają dom."),
                    "sprawdź niewidoczny znak: zdanie poprawione"),
        *_sentences(("mają", "mają dom.", "Ala i kot mają", f"Poprawka: {RIGHT}"),
                    "sprawdź, słów jest mniej lub więcej niż w zdaniu: zdanie poprawione"),
    ],
    "numeral-inflection": [
        ({}, "do zrobienia"),
        *_words(("stu dwudziestu", "dwóch", "źdźbło"), "OK"),
        *(({"answer": "dwa", "accepted": text}, "OK") for text in ("dwu\ndwóm", "dwu \n dwóm", "dwu\n\ndwóm", "-",
          "brak")),
        *_words(cut("120|stu 20|[[stu]]|(stu)|{stu}|<stu>|2"), DIGIT),
        *_words(("czterema.", '"x"', "„stu”", "pięć-set", "a/b", "a;b", "a,b", f"stu{SHY}", f"s{ZWSP}tu",
                 f"stu{NBSP}dwudziestu", "stu\tdwudziestu", "\u0441tu", "st\u043e", "stü", "dwa!", "dwa'", "½",
                 "²", "dwa\u0301",
                 "ß", "a\u2028b", "=a", "--"), CHARACTER),
        *(({"answer": text}, CHARACTER.format("liczebnik")) for text in ("stu\ndwudziestu", "stu\n", f"{NBSP}stu")),
        *_words(("Stu", "STU", "stU"), CASE),
        *_words(("stu  dwudziestu",), BLANK),
        *(({"answer": text}, BLANK.format("liczebnik")) for text in (" stu", "stu ")),
        ({"answer": "dwa", "accepted": "dwu  dwóm\ndwa"}, BLANK.format("formy uznawane")),
        *(({"answer": text}, NO_NUMERAL.format("liczebnik")) for text in ("-", "–", "brak", "Brak", "none",
          " brak ")),
        ({"answer": "dwa", "accepted": "dwu\nbrak"}, NO_NUMERAL.format("formy uznawane")),
        ({"answer": "dwa", "accepted": "-\ndwu"}, NO_NUMERAL.format("formy uznawane")),
        ({"answer": "dwa", "accepted": "dwu\nDwóm"}, CASE.format("formy uznawane")),
        ({"answer": "dwa", "accepted": "dwu\n2"}, DIGIT.format("formy uznawane")),
        *(({"answer": text}, "brak: liczebnik") for text in (" ", "\n", NBSP)),
        ({"answer": 120}, "liczba lub data zamiast tekstu: liczebnik"),
        ({"answer": "dwa", "accepted": 2}, "liczba lub data zamiast tekstu: formy uznawane"),
        ({"answer": False}, "PRAWDA/FAŁSZ zamiast tekstu: liczebnik"),
        ({"answer": NA}, "błąd w komórce: liczebnik"),
        *(({"answer": text}, "sprawdź słowo spoza liczebnika: liczebnik")
          for text in ("dwa psy", "ma dwa", "ma dwa psy")),
        ({"answer": " ".join(["dwa"] * 13)}, "sprawdź, więcej słów niż 12: liczebnik"),
        ({"answer": " ".join(["dwa"] * 12)}, "OK"),
    ],
}  # fmt: skip

# A sheet of new items, where ids and sentences are the author's: (the whole row; what its status must say).
_COMMAS = {"commas": "1", "optional": "-"}
NEW_CASES: dict[str, list[Case]] = {
    "comma-placement": [
        *(({"sentence_with_positions": text, **_COMMAS}, "OK")
          for text in ("A [1] b [2] c [3] d [4] e [5] f [6] g.", "[1][2][3][4][5][6][7][8][9][10]",
          "[1] [2] [3] [4] [5] [6] [x]")),
        *(({"sentence_with_positions": text, **_COMMAS}, "miejsca nie po kolei od [1]: zdanie z miejscami")
          for text in cut("Bez miejsc.|A [1] b [3] c.|A [2] b [1] c.|A [1] b [1] c.|A [0] b [1] c.|A [2] b [3] c.|"
                 "[1] [2] [3] [4] [6] [5]|[1] [2] [3] [4] [5] [6] [99]")),
        *(({"sentence_with_positions": text, **_COMMAS}, "sprawdź liczbę miejsc (6–10): zdanie z miejscami")
          for text in ("A [1] b.", "[1] [2] [3] [4] [5] [6] [7] [8] [9] [10] [11]")),
        (_COMMAS, "brak: zdanie z miejscami"),
        ({"id": "to samo", "sentence_with_positions": SENTENCES["comma-placement"], **_COMMAS}, "OK"),
        ({"id": "to samo", "sentence_with_positions": SENTENCES["comma-placement"], **_COMMAS}, "powtórzone: id"),
        ({"id": "To samo", "sentence_with_positions": SENTENCES["comma-placement"], **_COMMAS}, "OK"),
        ({"id": "w pominiętym", "skip": "x", **_COMMAS}, "pominięty"),
        ({"id": "w pominiętym", "sentence_with_positions": SENTENCES["comma-placement"], **_COMMAS}, "OK"),
        ({"id": NA, "sentence_with_positions": SENTENCES["comma-placement"], **_COMMAS}, "błąd w komórce: id"),
        ({"id": "po błędzie", "sentence_with_positions": SENTENCES["comma-placement"], **_COMMAS}, "OK"),
        ({"id": "", "sentence_with_positions": SENTENCES["comma-placement"], **_COMMAS}, "brak: id"),
        ({"id": 7, "sentence_with_positions": SENTENCES["comma-placement"], **_COMMAS},
          "liczba lub data zamiast tekstu: id"),
    ],
    "error-correction": [
        ({"sentence": "Zdanie w  dwóch\nwierszach są.", "answer": "NIEPOPRAWNE",
          "corrected_sentence": "Zdanie w  dwóch\nwierszach jest."}, "OK"),
        ({"sentence": f"Zdanie{NBSP}są.", "answer": "NIEPOPRAWNE", "corrected_sentence": f"Zdanie{NBSP}jest."},
          "OK"),
        ({"sentence": " ", "answer": "POPRAWNE"}, "brak: zdanie"),
        ({"sentence": "słowo " * 198 + "słowa", "answer": "NIEPOPRAWNE",
          "corrected_sentence": "słowo " * 198 + "słowo"},
         "sprawdź, więcej słów niż 200: zdanie poprawione"),
    ],
    "numeral-inflection": [
        *(({"sentence": text, "answer": "dwa"}, "OK") for text in ("Mam [[2]] psy.", "[[ 2 ]]", "[[a1]]",
          "[[[2]]]")),
        *(({"sentence": text, "answer": "dwa"}, "ma być jedna liczba w [[ ]]: zdanie")
          for text in cut("Mam [2] psy.|Mam 2 psy.|[[2]] i [[3]]|[[dwa]]|]]2[[|[[2]|2]]|[[]]|[[2]] i ]]")),
    ],
}  # fmt: skip

# Errors of the same parts of the catalogue that have no case here, and why.
NO_CASE = {
    **dict.fromkeys(("formula-no-cache",), "a program that shows the status has computed the formula"),
    **dict.fromkeys(("error-cell",), "said as a formula's error is: in the cell they look alike"),
    **dict.fromkeys(("duplicate-cell", "corrupt-string-index", "lone-surrogate"), "a damaged file, which nobody types"),
    **dict.fromkeys(("input-missing",), "of rows that are not there"),
    **dict.fromkeys(("subject-unknown",), "of a JSONL file"),
}  # fmt: skip
# How codes of faults of other files begin.
OTHER_FILES = ("inputs-", "schema-")
