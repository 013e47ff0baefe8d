"""„Zgłoszenie”: what the provenance declaration and the submission need, as data.

Sources: spec/reverse-poleval.txt, „Originality and human authorship”, „Qualification” (3), „How answers are
marked”, „Licence”. The key is for the code; the label is how a reader finds the value again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the form, by language: label, explanation, what is filled in already, what may be chosen."""

    key: str
    label: Mapping[str, str]
    help: Mapping[str, str]
    value: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


YES = {"pl": ("tak",), "en": ("yes",)}
YES_NO = {"pl": ("nie", "tak"), "en": ("no", "yes")}

ENTRIES = (
    Entry(
        "team",
        {"pl": "Nazwa zespołu", "en": "Team"},
        {"pl": "Tak jak na platformie PolEval.", "en": "As on the PolEval platform."},
    ),
    Entry(
        "track",
        {"pl": "Ścieżka", "en": "Track"},
        {
            "pl": "Ścieżka 1 to zestaw pozycji; ścieżka 2, generator, jest zgłaszana adresem repozytorium.",
            "en": "Track 1 is a set of items; Track 2, a generator, is submitted as a repository's address.",
        },
        {"pl": "1 (zestaw pozycji)", "en": "1 (benchmark set)"},
    ),
    Entry(
        "authors",
        {"pl": "Autorki i autorzy", "en": "Authors"},
        {"pl": "Imiona, nazwiska, afiliacje; po jednej osobie w wierszu.", "en": "Names, affiliations; one a line."},
    ),
    Entry(
        "contact",
        {"pl": "Kontakt", "en": "Contact"},
        {"pl": "Adres e-mail osoby, która odpowie na pytania.", "en": "E-mail of a person who will answer questions."},
    ),
    Entry(
        "sources",
        {"pl": "Źródła surowego tekstu", "en": "Sources of raw text"},
        {
            "pl": "Skąd są zdania, których nie napisał zespół (tytuł, autor, adres, licencja). Wolno użyć publicznego "
            "tekstu, np. zdania z korpusu, jeśli pytanie, gold i cel badania są Wasze. "
            "Jeśli takich zdań nie ma: „brak”.",
            "en": "Where sentences come from that the team did not write (title, author, address, licence). Public "
            "text, such as a corpus sentence, is allowed if the question, the gold and the target are yours. "
            "Where there are none: “none”.",
        },
    ),
    Entry(
        "design",
        {"pl": "Jak powstał zestaw", "en": "How the set was made"},
        {
            "pl": "Dwa, trzy zdania. Organizatorzy mogą poprosić o materiały robocze lub wyjaśnienie. "
            "Zjawisko i kontrast każdego klastra opisz w arkuszu „Klastry”.",
            "en": "Two or three sentences. The organisers may ask for working materials or an explanation. "
            "Describe each cluster's phenomenon and contrast on the sheet “Clusters”.",
        },
    ),
    Entry(
        "tools",
        {"pl": "Narzędzia generatywne i do czego", "en": "Generative tools and what for"},
        {
            "pl": "Wolno ich użyć tylko do czynności technicznych, które nie tworzą ani nie zmieniają treści "
            "językowej (np. zmiana formatu pliku), i trzeba to podać. Jeśli żadnych: „brak”.",
            "en": "Allowed only for clerical work that neither creates nor alters linguistic content (such as a change "
            "of file format), and to be declared. If none: “none”.",
        },
    ),
    Entry(
        "human",
        {"pl": "Oświadczenie: autorstwo ludzi", "en": "Declaration: human authorship"},
        {
            "pl": "„Treść pozycji, pytania, odpowiedzi wzorcowe i kontrasty stworzyły osoby z zespołu. Model "
            "generatywny ich nie tworzył ani nie proponował.” Jeśli to prawda, wpisz: tak.",
            "en": "“The text of the items, the questions, the golds and the contrasts were created by the team. No "
            "generative model created or proposed them.” If this is true, write: yes.",
        },
        choices=YES,
    ),
    Entry(
        "original",
        {"pl": "Oświadczenie: oryginalność", "en": "Declaration: originality"},
        {
            "pl": "„Pozycje są oryginalne: nie powstały z publicznych zbiorów testowych ani przez kopiowanie, wybór, "
            "przestawienie, ani przez lekką przeróbkę lub tłumaczenie.” Jeśli to prawda, wpisz: tak.",
            "en": "“The items are original: they were not built from public evaluation sets, by copying, subsetting, "
            "shuffling, light editing or translation.” If this is true, write: yes.",
        },
        choices=YES,
    ),
    Entry(
        "licence",
        {"pl": "Licencja pozycji", "en": "Licence of the items"},
        {
            "pl": "Organizatorzy proponują CC BY 4.0. Zestaw, którego nie wolno opublikować, nie trafi do rankingu.",
            "en": "The organisers propose CC BY 4.0. A set that cannot be published is not ranked.",
        },
        {"pl": "CC BY 4.0", "en": "CC BY 4.0"},
    ),
    Entry(
        "evaluator",
        {"pl": "Własny evaluator.py", "en": "Custom evaluator.py"},
        {
            "pl": "Tylko wtedy, gdy równoważnych odpowiedzi nie da się wyrazić aliasami. Nie wolno zgłosić zarazem "
            "evaluator.py i aliasów.",
            "en": "Only where aliases cannot express which answers are equivalent. A submission may not have both "
            "evaluator.py and aliases.",
        },
        {"pl": "nie", "en": "no"},
        YES_NO,
    ),
    Entry(
        "date",
        {"pl": "Data i podpis", "en": "Date and signature"},
        {"pl": "Kto składa oświadczenie i kiedy.", "en": "Who makes the declaration, and when."},
    ),
)
