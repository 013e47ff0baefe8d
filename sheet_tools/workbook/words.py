"""What the template says in its cells: sheet names, headings, input messages, and the words of the live status."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Status:
    """The words of the live status, one a kind of fault.

    {field} is a heading, {limit} a number of characters, {other} another heading; {n} is the place where
    the formula puts a number that only it knows.
    """

    ok: str
    skipped: str
    error: str
    number: str
    boolean: str
    missing: str
    long: str
    same: str
    near: str
    repeats: str
    invisible: str
    edge: str


@dataclass(frozen=True, slots=True)
class Words:
    """Everything that is said on „Pozycje” and „Klastry” and in the counters, in one language.

    `headings` lists only those that are not simply the column's first Polish heading (in English: its name).
    `columns` are the input messages: at most 255 characters each (a limit of the format).
    """

    items_sheet: str
    clusters_sheet: str
    form_sheet: str
    guide_sheet: str
    helper: str
    headings: Mapping[str, str]
    columns: Mapping[str, str]
    roles: tuple[str, ...]
    role_error: str
    heading_error: str
    status: Status
    counters: Mapping[str, str]
    verdicts: Mapping[str, str]
    form_headings: tuple[str, str, str]


PL = Words(
    items_sheet="Pozycje",
    clusters_sheet="Klastry",
    form_sheet="Zgłoszenie",
    guide_sheet="Jak wypełnić",
    helper="pomocnicza",
    headings={"contrast": "kontrast lub kontrolowana zmiana"},
    columns={
        "cluster": "Grupa pozycji o tym samym zjawisku. Tę samą nazwę wpisz i opisz w arkuszu „Klastry”.",
        "pair": "Wspólny numer lub nazwa pozycji bazowej i jej kontrastu albo kontroli, np. 1.",
        "role": "Rola pozycji w parze: baza, kontrast (zmienia gold) albo kontrola (gold zostaje ten sam).",
        "input": "Całe zadanie, dokładnie tak, jak dostanie je model. Najwyżej {limit} znaków. "
        "Nowy wiersz w komórce: Alt+Enter.",
        "gold": "Jedyna poprawna odpowiedź, najwyżej {limit} znaków. Wielkość liter się liczy.",
        "alias": "Inna odpowiedź, równie dobra jak gold, najwyżej {limit} znaków. "
        "Nie może powtarzać gold ani innego aliasu.",
        "notes": "Uwagi dla siebie i zespołu; nie wchodzą do zgłoszenia.",
        "skip": "Wpisz x, jeśli tego wiersza nie zgłaszasz.",
        "length": "Długość input w znakach; liczy się sama.",
        "status": "Co poprawić w tym wierszu; zmienia się na bieżąco. Wyjaśnienie: arkusz „Jak wypełnić”.",
        "phenomenon": "Krótko: jakie zjawisko polszczyzny badają pozycje tego klastra.",
        "contrast": "Jaka zmiana cechy polskiej zmienia gold (kontrast) albo go zachowuje (kontrola).",
        "clusters": "Nazwa klastra, taka jak w arkuszu „Pozycje”. Jeden wiersz na klaster.",
    },
    roles=("baza", "kontrast", "kontrola"),
    role_error="Wpisz jedno ze słów: baza, kontrast, kontrola.",
    heading_error="To jest nagłówek „{heading}”. Po nim program poznaje kolumnę, dlatego nie zmieniaj go.",
    status=Status(
        ok="OK",
        skipped="pominięty",
        error="błąd w komórce: {field}",
        number="liczba zamiast tekstu: {field}",
        boolean="PRAWDA/FAŁSZ zamiast tekstu: {field}",
        missing="brak: {field}",
        long="{field} za długi: {n} (najwyżej {limit})",
        same="taki sam input jak w wierszu {n}",
        near="prawie taki sam input jak w wierszu {n}",
        repeats="{field} powtarza {other}",
        invisible="niewidoczny znak: {field}, miejsce {n}",
        edge="odstęp na początku lub końcu: {field}",
    ),
    counters={
        "ready": "Gotowe (stan OK)",
        "faulty": "Do poprawy",
        "skipped": "Pominięte",
        "unseen": "Wiersze bez stanu",
        "verdict": "Co dalej",
        "unseen_help": "Wstawione wiersze nie mają formuł: przenieś ich treść do pustych wierszy na końcu tabeli.",
        "range_help": "Zgłoszenie liczy {least}–{most} pozycji.",
    },
    verdicts={
        "few": "Brakuje pozycji (co najmniej): ",
        "many": "Nadmiar pozycji: ",
        "faulty": "Popraw wiersze, których stan nie jest OK.",
        "done": "Liczba w porządku, stan nie widzi błędu. Wczytaj plik do programu: sprawdzi resztę.",
    },
    form_headings=("Pole", "Twój wpis", "Objaśnienie"),
)

EN = Words(
    items_sheet="Items",
    clusters_sheet="Clusters",
    form_sheet="Submission",
    guide_sheet="How to fill in",
    helper="helper",
    headings={"contrast": "contrast or controlled perturbation"},
    columns={
        "cluster": "A group of items on the same phenomenon. Describe it under the same name on the sheet “Clusters”.",
        "pair": "A number or name shared by a base item and its contrast or control, such as 1.",
        "role": "The item's part in its pair: base, contrast (changes the gold) or control (keeps it).",
        "input": "The whole task, exactly as the model will get it. At most {limit} characters. "
        "A new line within the cell: Alt+Enter.",
        "gold": "The one correct answer, at most {limit} characters. Upper and lower case count.",
        "alias": "Another answer just as good as the gold, at most {limit} characters. "
        "It may repeat neither the gold nor another alias.",
        "notes": "Notes for yourself and the team; they are not submitted.",
        "skip": "Write x where you do not submit this row.",
        "length": "Length of the input in characters; it counts by itself.",
        "status": "What to mend in this row; it changes as you type. Explained on the sheet “How to fill in”.",
        "phenomenon": "In brief: which phenomenon of Polish the items of this cluster test.",
        "contrast": "Which change of a Polish feature changes the gold (contrast) or keeps it (control).",
        "clusters": "The cluster's name, as on the sheet “Items”. One row a cluster.",
    },
    roles=("base", "contrast", "control"),
    role_error="Write one of the words: base, contrast, control.",
    heading_error="This is the heading “{heading}”. The tool knows the column by it, so leave it as it is.",
    status=Status(
        ok="OK",
        skipped="skipped",
        error="error in the cell: {field}",
        number="number instead of text: {field}",
        boolean="TRUE/FALSE instead of text: {field}",
        missing="missing: {field}",
        long="{field} too long: {n} (at most {limit})",
        same="same input as row {n}",
        near="nearly the same input as row {n}",
        repeats="{field} repeats {other}",
        invisible="invisible character: {field}, position {n}",
        edge="blank at the start or end: {field}",
    ),
    counters={
        "ready": "Ready (status OK)",
        "faulty": "To mend",
        "skipped": "Skipped",
        "unseen": "Rows without a status",
        "verdict": "What next",
        "unseen_help": "Inserted rows have no formulas: move what they hold to the empty rows at the end of the table.",
        "range_help": "A submission has {least}–{most} items.",
    },
    verdicts={
        "few": "Items still missing (at least): ",
        "many": "Items too many: ",
        "faulty": "Mend the rows whose status is not OK.",
        "done": "The number is fine, the status sees no error. Load the file into the tool: it checks the rest.",
    },
    form_headings=("Field", "Your entry", "Explanation"),
)

WORDS: Mapping[str, Words] = {"pl": PL, "en": EN}
