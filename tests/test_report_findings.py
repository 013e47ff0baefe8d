"""A finding in words: where, what, and what to do in the menus of the program that wrote the file."""

from __future__ import annotations

import pytest

from sheet_tools.cells import Place
from sheet_tools.findings import Finding, Level, catalogue
from sheet_tools.readers.model import Program
from sheet_tools.report.findings import finding_json, finding_line, kind_title, message, remedy, where

NUMBER = Finding("number-cell", Place("Pozycje", 7, 5), {"shown": "007", "stored": "7"})


@pytest.mark.parametrize(
    ("place", "pl", "en"),
    [
        (Place("Pozycje", 7, 5), "Pozycje!E7", "Pozycje!E7"),
        (Place("Pozycje", 2, 2, 3, 2), "Pozycje!B2:B3", "Pozycje!B2:B3"),
        (Place("Pozycje", 7), "Pozycje, wiersz 7", "Pozycje, row 7"),
        (Place("Pozycje", None, 3), "Pozycje, kolumna C", "Pozycje, column C"),
        (Place("Pozycje"), "Pozycje", "Pozycje"),
        (Place(row=7), "linia 7", "line 7"),
        (Place(), "plik.xlsx", "plik.xlsx"),
    ],
)
def test_where(place: Place, pl: str, en: str) -> None:
    assert (where(place, "pl", "plik.xlsx"), where(place, "en", "plik.xlsx")) == (pl, en)


@pytest.mark.parametrize(
    ("program", "menu"),
    [
        (Program.EXCEL, "Narzędzia główne"),
        (Program.LIBREOFFICE, "Format › Komórki"),
        (Program.GOOGLE, "Formatuj › Liczba"),
        (Program.ANY, "format „Tekst”"),
    ],
)
def test_the_remedy_speaks_of_the_program_that_wrote_the_file(program: Program, menu: str) -> None:
    assert menu in remedy(NUMBER, "pl", program)


def test_shown_and_stored_are_both_said_only_where_they_differ() -> None:
    assert "„007”, a zapisano 7" in message(NUMBER, "pl")
    same = Finding("number-cell", NUMBER.place, {"shown": "7", "stored": "7"})
    assert "liczba „7”, a nie tekst" in message(same, "pl")
    assert "zapisano" not in message(same, "pl")


def test_json_has_the_form_of_the_design() -> None:
    assert finding_json(NUMBER, "en", Program.EXCEL) == {
        "code": "number-cell",
        "level": "error",
        "sheet": "Pozycje",
        "cell": "E7",
        "row": 7,
        "column": "E",
        "values": {"shown": "007", "stored": "7"},
        "message": message(NUMBER, "en"),
        "remedy": remedy(NUMBER, "en", Program.EXCEL),
    }


def test_a_line_says_where_how_grave_what_and_what_to_do() -> None:
    first, second, third = finding_line(NUMBER, "pl", "plik.xlsx").splitlines()
    assert first == "Pozycje!E7: błąd [number-cell]"
    assert second.strip() == message(NUMBER, "pl")
    assert third.strip() == f"→ {remedy(NUMBER, 'pl')}"


def test_a_level_of_the_findings_own_stands_before_the_catalogues() -> None:
    formula = Finding("formula-cell", NUMBER.place, {"shown": "kot", "stored": "kot"}, Level.WARNING)
    assert (catalogue()["formula-cell"].level, formula.level) == (Level.ERROR, Level.WARNING)


def test_what_findings_of_a_kind_have_in_common() -> None:
    assert kind_title("bool-cell", "pl") == "Wartość logiczna zamiast tekstu"
    assert kind_title("empty-file", "en") == "The file is empty: there is nothing in it"
    for code in catalogue():
        for lang in ("pl", "en"):
            assert kind_title(code, lang), code


def test_a_kind_is_called_by_its_title_or_by_what_its_findings_share() -> None:
    assert kind_title("gold-suspect", "pl") == "Osoba rozwiązująca odpowiedziała inaczej niż wzorzec"
    said = kind_title("missing-value", "pl", {"heading": "gold", "heading_pl": "gold"})
    assert said == "Komórka w kolumnie „gold” jest pusta albo są w niej same odstępy"
