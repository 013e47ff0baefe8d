"""What a sheet of given items says: sheet names, messages, the words of the live status and of the guide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sheet_tools.tasks import Writes


@dataclass(frozen=True, slots=True)
class AnswerWords:
    """Everything that is said on a sheet of given items, in one language.

    {field} is a heading, {labels} the labels that are allowed, {other} another heading, {label} one of its labels.
    `about` are a column's input messages and lines of the guide, by what it holds; at most 255 characters each.
    `blind_mark` stands in brackets behind the heading of each hidden column of a sheet for blind solving: whatever
    program saves it, as whatever format, the sheet is known by it. Never
    change it, and keep it in plain letters: a CSV in a western encoding loses all others.
    """

    items_sheet: str
    progress_sheet: str
    guide_sheet: str
    helper: str
    blind_mark: str
    ok: str
    skipped: str
    todo: str
    error: str
    boolean: str
    number: str
    changed: str
    missing: str
    not_list: str
    not_label: str
    digits: str
    case: str
    blanks: str
    superfluous: str
    unchanged: str
    repeated: str
    none: str
    characters: str
    places: str
    numbering: str
    target: str
    overlap: str
    places_count: str
    only_blanks: str
    edge: str
    inner: str
    invisible: str
    word_count: str
    neighbours: str
    many_words: str
    guard: str
    label_error: str
    heading_error: str
    given: str
    by_rule: str
    about: Mapping[Writes, str]
    counters: Mapping[str, str]
    title: str
    blind: str
    guide: tuple[tuple[str, str], ...]
    example: str
    others: Mapping[str, str]


PL = AnswerWords(
    items_sheet="Pozycje",
    progress_sheet="Postęp",
    guide_sheet="Jak wypełnić",
    helper="pomocnicza",
    blind_mark="arkusz bez wzorca",
    ok="OK",
    skipped="pominięty",
    todo="do zrobienia",
    error="błąd w komórce: {field}",
    boolean="PRAWDA/FAŁSZ zamiast tekstu: {field}",
    number="liczba lub data zamiast tekstu: {field}",
    changed="zmieniono: {field}",
    missing="brak: {field}",
    not_list="to nie lista numerów: {field}",
    not_label="tylko {labels}: {field}",
    digits="cyfra lub nawias: {field}",
    case="wielka litera: {field}",
    blanks="zbędny odstęp: {field}",
    superfluous="ma być puste: {field}",
    unchanged="takie samo jak {other}: {field}",
    repeated="powtórzone: {field}",
    none="to nie liczebnik: {field}",
    characters="niedozwolony znak: {field}",
    places="numery tylko ze zdania, rosnąco, każdy raz: {field}",
    numbering="miejsca nie po kolei od [1]: {field}",
    target="ma być jedna liczba w [[ ]]: {field}",
    overlap="sprawdź, to samo miejsce co w kolumnie {other}: {field}",
    places_count="sprawdź liczbę miejsc (6–10): {field}",
    only_blanks="sprawdź, zmieniono tylko odstępy: {field}",
    edge="sprawdź odstęp na początku lub końcu: {field}",
    inner="sprawdź odstępy i nowe wiersze w środku: {field}",
    invisible="sprawdź niewidoczny znak: {field}",
    word_count="sprawdź, słów jest mniej lub więcej niż w zdaniu: {field}",
    neighbours="sprawdź słowo spoza liczebnika: {field}",
    many_words="sprawdź, więcej słów niż {most}: {field}",
    guard="Tej treści nie zmieniaj: po niej program poznaje pozycję. Odpowiedź wpisz w kolumnach obok.",
    label_error="Wybierz z listy: {labels}.",
    heading_error="To jest nagłówek „{heading}”. Po nim program poznaje kolumnę, dlatego nie zmieniaj go.",
    given="Dana z góry. Nie zmieniaj jej.",
    by_rule="Pusta, gdy {other} to {label}; w przeciwnym razie całe poprawione zdanie.",
    about={
        Writes.STRING: "Tekst dokładnie taki, jaki ma być.",
        Writes.LABEL: "Wybierz z listy: {labels}.",
        Writes.WORDS: "Słowami, małymi literami, z pojedynczymi spacjami; bez cyfr i nawiasów.",
        Writes.INTEGERS: "Numery miejsc rosnąco, po przecinku, np. 1, 5. Jeśli nie ma żadnego: „-” albo „brak”.",
        Writes.LINES: "Inne formy równie dobre, każda w osobnym wierszu komórki (Alt+Enter).",
    },
    counters={"all": "Pozycje", "ready": "Gotowe (OK)", "todo": "Do zrobienia", "faulty": "Do poprawy lub sprawdzenia",
              "skipped": "Pominięte"},
    title="{title}: jak wypełnić ten skoroszyt",
    blind="Rozwiąż pozycje samodzielnie, bez wzorca i bez modeli. Odpowiedzi posłużą tylko do sprawdzenia wzorca.",
    guide=(
        ("1", "Jeden wiersz arkusza „Pozycje” to jedna pozycja. Wypełnij kolumny odpowiedzi."),
        ("2", "Kolumna „stan” na bieżąco mówi, co poprawić. „OK” znaczy tylko tyle, że stan nie widzi błędu."),
        ("OK to nie wszystko", "Stan nie widzi formuł (wpisuj sam tekst), usuniętych wierszy ani tego, czy odpowiedź "
                               "jest trafna. Wszystko, co da się sprawdzić, sprawdza program po wczytaniu pliku."),
        ("3", "Pusta komórka nie znaczy „nie ma”: znaczy, że jeszcze nic nie wpisano."),
        ("1,5 i 5-6", "Kolumny mają format tekstowy, więc taki wpis zostaje tekstem. Nie zmieniaj tego formatu, a "
                      "wklejaj jako sam tekst: inaczej program zrobi z 1,5 liczbę, a z 5-6 datę."),
        ("Kolejność", "Wiersze wolno sortować ze wszystkimi kolumnami; program przywraca kolejność z inputs.jsonl."),
        ("Na koniec", "Zapisz plik jako .xlsx i wczytaj go do programu."),
    ),
    example="kolumna {heading}",
    others={"notes": "Uwagi dla siebie; nie wchodzą do zgłoszenia.",
            "skip": "Wpisz x, jeśli tego wiersza nie oddajesz.",
            "status": "Co poprawić w tym wierszu; zmienia się na bieżąco."},
)  # fmt: skip

EN = AnswerWords(
    items_sheet="Items",
    progress_sheet="Progress",
    guide_sheet="How to fill in",
    helper="helper",
    blind_mark="sheet for blind solving",
    ok="OK",
    skipped="skipped",
    todo="to do",
    error="error in the cell: {field}",
    boolean="TRUE/FALSE instead of text: {field}",
    number="number or date instead of text: {field}",
    changed="changed: {field}",
    missing="missing: {field}",
    not_list="no list of numbers: {field}",
    not_label="only {labels}: {field}",
    digits="digit or bracket: {field}",
    case="capital letter: {field}",
    blanks="superfluous blank: {field}",
    superfluous="must be blank: {field}",
    unchanged="same as {other}: {field}",
    repeated="repeated: {field}",
    none="no numeral: {field}",
    characters="character not allowed: {field}",
    places="only numbers of the sentence, ascending, each once: {field}",
    numbering="places not in order from [1]: {field}",
    target="one number in [[ ]] is needed: {field}",
    overlap="look: same place as in {other}: {field}",
    places_count="look at the number of places (6–10): {field}",
    only_blanks="look: only blanks were changed: {field}",
    edge="look at the blank at the start or end: {field}",
    inner="look at blanks and line breaks within: {field}",
    invisible="look at an invisible character: {field}",
    word_count="look: fewer or more words than the sentence: {field}",
    neighbours="look at a word beside the numeral: {field}",
    many_words="look: more words than {most}: {field}",
    guard="Leave this text as it is: the tool knows the item by it. Write your answer in the columns beside.",
    label_error="Choose from the list: {labels}.",
    heading_error="This is the heading “{heading}”. The tool knows the column by it, so leave it as it is.",
    given="Given. Leave it as it is.",
    by_rule="Blank where {other} is {label}; otherwise the whole corrected sentence.",
    about={
        Writes.STRING: "The text exactly as it is to be.",
        Writes.LABEL: "Choose from the list: {labels}.",
        Writes.WORDS: "In words, in lower case, with single blanks; no digits, no brackets.",
        Writes.INTEGERS: "Numbers of places, ascending, with commas, say 1, 5. Where there is none: “-” or “brak”.",
        Writes.LINES: "Other forms just as good, each on a line of its own within the cell (Alt+Enter).",
    },
    counters={"all": "Items", "ready": "Ready (OK)", "todo": "To do", "faulty": "To mend or look at",
              "skipped": "Skipped"},
    title="{title}: how to fill in this workbook",
    blind="Solve the items yourself, without the gold and without any model. The answers only serve to check the gold.",
    guide=(
        ("1", "One row of the sheet “Items” is one item. Fill in the answer columns."),
        ("2", "The column “status” says at once what to mend. “OK” means only that the status sees no error."),
        ("OK is not all", "The status does not see formulas (type plain text), deleted rows, or whether an answer is "
                          "right. All that can be checked the tool checks once the file is loaded."),
        ("3", "A blank cell does not mean “none”: it means that nothing has been written yet."),
        ("1,5 and 5-6", "The columns are formatted as text, so that such an entry stays text. Do not change that, "
                        "and paste as plain text: else the program makes a number of 1,5 and a date of 5-6."),
        ("Order", "Rows may be sorted with all their columns; the tool brings back the order of inputs.jsonl."),
        ("At the end", "Save the file as .xlsx and load it into the tool."),
    ),
    example="column {heading}",
    others={"notes": "Notes for yourself; they are not submitted.",
            "skip": "Write x where you do not hand in this row.",
            "status": "What to mend in this row; it changes as you type."},
)  # fmt: skip

WORDS: Mapping[str, AnswerWords] = {"pl": PL, "en": EN}
