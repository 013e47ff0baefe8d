"""What an author may type into the template, and what the status of that row must say. Rows count from 2."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path

from sheet_tools.findings import Level
from sheet_tools.workbook.formulas import INVISIBLE

EXCEL_2007 = {
    "AND", "CHAR", "COUNTA", "EXACT", "FIND", "IF", "ISERROR", "ISLOGICAL", "ISNUMBER", "LEFT", "LEN", "LOWER",
    "MAX", "MIN", "NOT", "OR", "RIGHT", "ROW", "SUBSTITUTE", "SUMPRODUCT", "TRIM",
}  # fmt: skip
NA = object()  # an error cell
NBSP, ZWSP, SHY, BOM = "\u00a0", "\u200b", "\u00ad", "\ufeff"

# (what the author typed, by column; what the status must say)
CASES = [
    ({"input": "Zdanie 1", "gold": "domem"}, "OK"),
    ({}, ""),
    ({"cluster": "k1", "notes": "jeszcze pusty"}, ""),
    ({"input": "   ", "gold": " "}, ""),
    ({"gold": "domem"}, "brak: input"),
    ({"input": "Zdanie 2"}, "brak: gold"),
    ({"input": "Zdanie 3", "gold": "  "}, "brak: gold"),
    ({"input": "Zdanie 4", "gold": NBSP}, "brak: gold"),
    ({"input": "\n", "gold": "domem"}, "brak: input"),
    ({"alias1": "domem"}, "brak: input"),
    ({"input": "a" * 2000, "gold": "b" * 80, "alias1": "c" * 80}, "OK"),
    ({"input": "a" * 2001, "gold": "domem"}, "input za długi: 2001 (najwyżej 2000)"),
    ({"input": "Zdanie 5", "gold": "ż" * 81}, "gold za długi: 81 (najwyżej 80)"),
    ({"input": "Zdanie 6", "gold": "domem", "alias5": "c" * 81}, "alias5 za długi: 81 (najwyżej 80)"),
    ({"input": "a" * 32767, "gold": "domem"}, "input za długi: 32767 (najwyżej 2000)"),
    ({"input": "Zdanie 1", "gold": "domu"}, "taki sam input jak w wierszu 2"),
    ({"input": "zdanie 1", "gold": "domu"}, "prawie taki sam input jak w wierszu 17"),
    ({"input": "Zdanie  1 ", "gold": "domu"}, "prawie taki sam input jak w wierszu 18"),
    ({"input": f"Zdanie{NBSP}1", "gold": "domu"}, "prawie taki sam input jak w wierszu 19"),
    ({"input": "Zdanie\n1", "gold": "domu"}, "prawie taki sam input jak w wierszu 20"),
    ({"input": "Czy * pasuje?", "gold": "tak"}, "OK"),
    ({"input": "Czy kot pasuje?", "gold": "tak"}, "OK"),  # * is no wildcard
    ({"input": ">3", "gold": "tak"}, "OK"),
    ({"input": "4", "gold": "tak"}, "OK"),
    ({"input": "~", "gold": "tak"}, "OK"),
    ({"input": "d" * 300 + "1", "gold": "tak"}, "OK"),
    ({"input": "d" * 300 + "2", "gold": "tak"}, "OK"),  # the first 255 characters are not all
    ({"input": "Zażółć", "gold": "tak"}, "OK"),
    ({"input": "Zazolc", "gold": "tak"}, "OK"),
    ({"input": "=1+1", "gold": "=A1"}, "OK"),
    ({"input": "input", "gold": "gold"}, "OK"),  # the heading row is no item
    ({"input": "Zdanie 1", "gold": "domu", "skip": "x"}, "pominięty"),
    ({"input": "Tylko w pominiętym", "gold": "domu", "skip": "x"}, "pominięty"),
    ({"input": "Tylko w pominiętym", "gold": "domu"}, "OK"),
    ({"input": "Zdanie 7", "gold": "domu", "skip": "nie"}, "OK"),
    ({"input": "Zdanie 8", "skip": " Tak "}, "pominięty"),
    ({"input": "Zdanie 9", "gold": "domu", "skip": False}, "OK"),
    ({"input": "Zdanie 10", "gold": "domu", "skip": True}, "pominięty"),
    ({"skip": "x"}, ""),
    ({"input": "Zdanie 11 ", "gold": "domu"}, "odstęp na początku lub końcu: input"),
    ({"input": "Zdanie 12", "gold": " domu"}, "odstęp na początku lub końcu: gold"),
    ({"input": "Zdanie 13\n", "gold": "domu"}, "odstęp na początku lub końcu: input"),
    ({"input": "Zdanie 14", "gold": "domu", "alias2": "\tdom"}, "odstęp na początku lub końcu: alias2"),
    ({"input": "Pierwszy wiersz\nDrugi wiersz", "gold": "domu"}, "OK"),
    ({"input": f"Zdanie{NBSP}15", "gold": "domu"}, "niewidoczny znak: input, miejsce 7"),
    ({"input": "Zdanie 16", "gold": f"do{ZWSP}mu"}, "niewidoczny znak: gold, miejsce 3"),
    ({"input": "Zdanie 17", "gold": f"do{SHY}mu"}, "niewidoczny znak: gold, miejsce 3"),
    ({"input": f"{BOM}Zdanie 18", "gold": "domu"}, "niewidoczny znak: input, miejsce 1"),
    ({"input": "Zdanie 19", "gold": "domu", "alias3": f"dom{NBSP}"}, "niewidoczny znak: alias3, miejsce 4"),
    ({"input": "Zdanie 20", "gold": "domu", "alias1": "domu"}, "alias1 powtarza gold"),
    ({"input": "Zdanie 21", "gold": "domu", "alias2": " domu "}, "alias2 powtarza gold"),
    ({"input": "Zdanie 22", "gold": "domu", "alias1": "Domu"}, "OK"),  # case counts
    ({"input": "Zdanie 23", "gold": "domu", "alias1": "dom", "alias4": "dom"}, "alias4 powtarza alias1"),
    ({"input": "Zdanie 24", "gold": "domu", "alias2": "dom", "alias4": "chata"}, "OK"),
    ({"input": "Zdanie 25", "gold": 7}, "liczba zamiast tekstu: gold"),
    ({"input": 7, "gold": "domu"}, "liczba zamiast tekstu: input"),
    ({"input": "Zdanie 26", "gold": "domu", "alias1": 1.5}, "liczba zamiast tekstu: alias1"),
    ({"input": "Zdanie 27", "gold": "007"}, "OK"),
    ({"input": "Zdanie 28", "gold": True}, "PRAWDA/FAŁSZ zamiast tekstu: gold"),
    ({"input": "Zdanie 29", "gold": NA}, "błąd w komórce: gold"),
    ({"input": NA, "gold": "domu"}, "błąd w komórce: input"),
    ({"input": "Wiersz po błędzie", "gold": "domu"}, "OK"),  # an error above poisons nothing below
    ({"input": "a" * 32767, "gold": "a" * 32767}, "input za długi: 32767 (najwyżej 2000)"),
    ({"gold": 7}, "liczba zamiast tekstu: gold"),
    ({"input": "Zdanie 39", "gold": date(2026, 5, 1)}, "liczba zamiast tekstu: gold"),
    ({"cluster": 3, "pair": 1, "input": "Zdanie 30", "gold": "domu"}, "OK"),  # labels may be numbers
    ({"input": "Zdanie 31", "gold": "\t"}, "brak: gold"),
    ({"input": "Zdanie 32", "gold": "\u3000"}, "niewidoczny znak: gold, miejsce 1"),
    ({"input": "Zdanie 33", "gold": "\u2003"}, "niewidoczny znak: gold, miejsce 1"),
    ({"input": "\t", "gold": "domu"}, "brak: input"),
    ({"input": "Zdanie 34", "gold": "do mu", "alias1": "do\tmu"}, "alias1 powtarza gold"),
    ({"input": "Zdanie 35", "gold": "do mu", "alias1": "do\nmu"}, "alias1 powtarza gold"),
    ({"input": "Zdanie 36", "gold": "do mu", "alias1": "do  mu"}, "alias1 powtarza gold"),
    ({"input": "Zdanie 37", "gold": "domu", "alias1": f"domu{NBSP}"}, "alias1 powtarza gold"),
    ({"input": "Zdanie 38", "gold": "domu", "alias1": "a b", "alias2": "a\tb"}, "alias2 powtarza alias1"),
    ({"input": "Zdanie\t1", "gold": "domu"}, "prawie taki sam input jak w wierszu 21"),
    ({"input": "Formuła stanu zepsuta", "gold": "domu", "status": NA}, "#N/A"),
    *(({"input": f"Znak {n}{char}x", "gold": "a"}, f"niewidoczny znak: input, miejsce {len(f'Znak {n}') + 1}")
      for n, char in enumerate(INVISIBLE)),
]  # fmt: skip
ENGLISH_CASES = [
    ({"input": "Zdanie 1", "gold": "domem"}, "OK"),
    ({"gold": "domem"}, "missing: input"),
    ({"input": "Zdanie 2", "gold": "b" * 81}, "gold too long: 81 (at most 80)"),
    ({"input": "Zdanie 1", "gold": "domem"}, "same input as row 2"),
    ({"input": "zdanie 1", "gold": "domem"}, "nearly the same input as row 5"),
    ({"input": "Zdanie 3", "gold": "domem", "alias1": "domem"}, "alias1 repeats gold"),
    ({"input": "Zdanie 4", "gold": 7}, "number instead of text: gold"),
    ({"input": "Zdanie 5", "gold": True}, "TRUE/FALSE instead of text: gold"),
    ({"input": "Zdanie 6", "gold": NA}, "error in the cell: gold"),
    ({"input": "Zdanie 7", "gold": f"do{SHY}mu"}, "invisible character: gold, position 3"),
    ({"input": "Zdanie 8", "gold": "domu "}, "blank at the start or end: gold"),
    ({"input": "Zdanie 9", "gold": "domu", "skip": "yes"}, "skipped"),
    ({}, ""),
]
# Errors of the parts of the catalogue about items and cells that have no case here, and why.
NO_CASE = {
    **dict.fromkeys(("not-utf8", "has-bom", "not-json", "not-an-object", "blank-line", "missing-key", "unknown-key",
                     "duplicate-key", "wrong-type", "empty-alias"), "of a JSONL file"),
    **dict.fromkeys(("jsonl-too-big", "line-too-long"), "of a JSONL file"),
    **dict.fromkeys(("too-many-faults",), "of a file with more faults than a sheet has rows"),
    **dict.fromkeys(("too-few-items", "too-many-items"), "of the set: the sheet „Zgłoszenie” counts"),
    **dict.fromkeys(("too-many-aliases",), "of a list column, which the template has not"),
    **dict.fromkeys(("duplicate-cell", "corrupt-string-index", "lone-surrogate"), "a damaged file, which nobody types"),
    **dict.fromkeys(("formula-no-cache",), "a program that shows the status has computed the formula"),
    **dict.fromkeys(("error-cell",), "said as a formula's error is: in the cell they look alike"),
}  # fmt: skip


def codes_of(part: str, level: Level) -> list[str]:
    """The codes of one part of the catalogue that have this level."""
    path = Path(__file__).parents[1] / "sheet_tools" / "catalogue" / f"{part}.toml"
    entries = tomllib.loads(path.read_text(encoding="utf-8"))
    return [code for code, entry in entries.items() if entry["level"] == level]
