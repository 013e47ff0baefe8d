"""„Jak wypełnić”, in Polish. {…} are filled in by sheet_tools.workbook.guide."""

from __future__ import annotations

TITLE = "{title}: jak wypełnić ten skoroszyt"

_WORKED = "Przykład pozycji (z opisu zadania; rozstrzyga w niej polszczyzna)"
_FORMAT = "Przykład samego zapisu (z opisu zadania; to NIE jest poprawne zadanie językowe)"
EXAMPLES = (_WORKED, _FORMAT)

SECTIONS = (
    (
        "W skrócie",
        (
            (
                "1",
                "Jeden wiersz arkusza „Pozycje” to jedna pozycja: całe zadanie (input) i jedyna poprawna odpowiedź "
                "(gold).",
            ),
            (
                "2",
                "Kolumna „stan” na bieżąco mówi, co poprawić w wierszu. „OK” znaczy tylko tyle, że stan nie "
                "widzi błędu (nie widzi formuł ani znaków, które tylko wyglądają jak inne); resztę sprawdza program po "
                "wczytaniu pliku.",
            ),
            (
                "3",
                "Każdy klaster opisz w arkuszu „Klastry”: zjawisko oraz kontrast lub kontrolowana zmiana. Bez tego "
                "zestaw nie przejdzie kwalifikacji.",
            ),
            ("4", "W arkuszu „Zgłoszenie” wypełnij oświadczenie. Tam też widać, ile pozycji jest gotowych."),
            ("5", "Zapisz plik jako .xlsx i wczytaj go na stronie programu: zrobi z niego items.jsonl."),
        ),
    ),
    (
        "Limity organizatorów",
        (
            ("Liczba pozycji", "od {least} do {most}; krótszy zestaw nie traci punktów za liczbę pozycji"),
            ("Kolumna input", "niepusta, najwyżej {input_limit} znaków, w każdym wierszu inna"),
            ("Kolumna gold", "niepusta, najwyżej {gold_limit} znaków"),
            (
                "Kolumny alias1–alias{aliases}",
                "najwyżej {aliases} na pozycję, każdy do {alias1_limit} znaków; alias nie może powtarzać gold ani "
                "innego aliasu",
            ),
            (
                "Porównanie odpowiedzi",
                "Odpowiedź modelu musi być taka sama jak gold lub alias. Wielkość liter i interpunkcja się liczą; "
                "odstępy na brzegach i powtórzone odstępy nie (normalizacja NFKC).",
            ),
            ("Długość odpowiedzi", "Model odpowiada bez losowania i ma na to 64 tokeny: gold powinien być krótki."),
        ),
    ),
    (
        _WORKED,
        (
            ("kolumna klaster", "zaimek względny"),
            ("kolumna para", "1"),
            ("kolumna rola", "baza"),
            (
                "kolumna input",
                "Który wyraz w zdaniu „Posłanka, która wczoraj wystąpiła, złożyła wniosek” odnosi się do posłanki?",
            ),
            ("kolumna gold", "która"),
        ),
    ),
    (
        _FORMAT,
        (
            ("kolumna input", "First line\nSecond line"),
            ("kolumna gold", "answer"),
            ("kolumna alias1", "answer."),
        ),
    ),
    (
        "Jak wpisywać",
        (
            (
                "007, 1.05, 1,5, 3-4",
                "Wpisuj po prostu tak: kolumny mają format tekstowy, więc program niczego nie zamieni na liczbę ani"
                " datę. Nie dodawaj apostrofu.",
            ),
            (
                "Wklejanie",
                "Wklejaj jako sam tekst (Wklej specjalnie › Wartości lub Tekst): zwykłe wklejenie zmienia format "
                "komórek. Nie wycinaj komórek (Ctrl+X), bo psuje to formuły stanu: skopiuj, wklej, a potem usuń.",
            ),
            (
                "Nowy wiersz w komórce",
                "Alt+Enter w Excelu; Ctrl+Enter w LibreOffice i w Arkuszach Google. Model dostanie ten podział na "
                "wiersze.",
            ),
            (
                "Para i rola",
                "Baza i jej kontrast mają ten sam numer pary. Kontrast zmienia badaną cechę i gold; kontrola "
                "zmienia coś innego, a gold zostaje ten sam.",
            ),
            (
                "Pominięcie wiersza",
                "Wpisz x w kolumnie „pomiń”. Nie przekreślaj i nie ukrywaj: przekreślony i ukryty tekst nadal jest "
                "w pliku.",
            ),
            (
                "Czego nie robić",
                "Nie scalaj komórek, nie ukrywaj ani nie filtruj wierszy, nie zmieniaj nagłówków. Całe wiersze "
                "wolno usuwać i sortować razem ze wszystkimi kolumnami.",
            ),
            (
                "Więcej wierszy",
                "Kolejność wierszy jest dowolna, więc nową pozycję wpisz w pierwszym wolnym wierszu. Wiersz "
                "wstawiony w środku nie ma formuł: najpierw skopiuj do niego cały pusty wiersz z końca tabeli.",
            ),
            (
                "Czego nie pisać w input",
                "Poleceń o roli modelu, ważności poleceń, pomijaniu wcześniejszych poleceń ani o samej rozmowie: "
                "taka pozycja odpada.",
            ),
            (
                "Kto pisze",
                "Ludzie. Modelom generatywnym nie wolno tworzyć ani proponować treści, pytań, odpowiedzi ani "
                "kontrastów. Nie wolno brać pozycji z publicznych zbiorów testowych.",
            ),
        ),
    ),
    (
        "Arkusze Google",
        (
            ("1", "Wgraj plik na Dysk Google i otwórz go."),
            (
                "2",
                "Najpierw wybierz Plik › Zapisz jako Arkusze Google i pracuj dalej w tym nowym arkuszu (bez .xlsx "
                "przy nazwie).",
            ),
            ("3", "Na koniec wybierz Plik › Pobierz › Microsoft Excel (.xlsx) i wczytaj pobrany plik do programu."),
        ),
    ),
    (
        "Co znaczy stan",
        (
            ("{status_ok}", "Stan nie widzi błędu; resztę sprawdzi program."),
            ("{status_skipped}", "W kolumnie „pomiń” jest znak: wiersz nie wejdzie do zgłoszenia."),
            ("{status_error}", "W komórce jest błąd arkusza (np. #N/D). Wpisz tekst."),
            (
                "{status_number}",
                "Komórka zawiera liczbę lub datę, a nie tekst. Ustaw format „Tekstowy” i wpisz wartość jeszcze raz;"
                " sama zmiana formatu nie wystarczy.",
            ),
            (
                "{status_boolean}",
                "Komórka zawiera wartość logiczną. Ustaw format „Tekstowy” i wpisz słowo jeszcze raz.",
            ),
            ("{status_missing}", "Komórka jest pusta albo ma same odstępy."),
            ("{status_long}", "Za dużo znaków. Emoji bywa liczone jako dwa znaki; rozstrzyga program."),
            ("{status_same}", "Taki sam tekst jest wyżej. Usuń lub zmień jedną z pozycji."),
            (
                "{status_near}",
                "Różnica jest tylko w odstępach lub wielkości liter. Różnica w samych odstępach się nie liczy: taki"
                " zestaw będzie odrzucony.",
            ),
            ("{status_repeats}", "Usuń ten alias: taka odpowiedź i tak będzie uznana."),
            (
                "{status_invisible}",
                "W tym miejscu jest znak, którego nie widać (np. twarda spacja, miękki łącznik), zwykle po "
                "wklejeniu. Usuń go i wpisz ten fragment ręcznie.",
            ),
            ("{status_edge}", "Na brzegu komórki jest spacja, tabulator lub pusty wiersz. Usuń je."),
        ),
    ),
)
