"""Quotation marks inside cells that are not enclosed in them: an inch mark is a character, a cut text is an error."""

from __future__ import annotations

import pytest
from test_read_text import found, rows

BAD = ("bad-quoting", "error")


@pytest.mark.parametrize("delimiter", [";", ",", "\t", "|"])
@pytest.mark.parametrize(
    "texts",
    [
        ['5" rura', "c"],
        ["a", '5"'],
        ['rura 5"', '3"'],
        ['5" na 3', '5" i 3"'],
        ['Ala "ma kota', "kot"],
        ['kota"', "kot"],
        ['x="', "g"],
        ['ekran 27" (duży)', '27".'],
        ['wiele " osobno', "g"],
    ],
    ids=" · ".join,
)
def test_a_lone_mark_is_a_character(delimiter: str, texts: list[str]) -> None:
    text = f"input{delimiter}gold\n" + f"{delimiter.join(texts)}\n" * 3 + f"Ala{delimiter}kot\n"
    assert rows(text) == {2: texts, 3: texts, 4: texts, 5: ["Ala", "kot"]}
    assert [code for _, code, level in found(text) if level == "error"] == []


@pytest.mark.parametrize(
    ("lines", "expected", "kept"),
    [
        # Fewer or more cells than headings: a delimiter or a line end may have been meant as text.
        ('5" rura', [("A2", *BAD)], {}),
        ('5" rura;a;b;c', [("A2", *BAD)], {}),
        # Two halves of one text.
        ('Wskaż "A; B";A', [("A2", *BAD)], {}),
        ('5" i "A; B" dwa;A', [("A2", *BAD)], {}),
        ('rura 5" i "A; B" dwa;A', [("A2", *BAD)], {}),
        ('Wskaż ("A;x;B")', [("A2", *BAD)], {}),
        ('a;b;Ala "ma\nkota" dziś;b;c', [("A3", *BAD)], {2: ["a", "b", 'Ala "ma']}),
        # A mark at the beginning of a cell, whatever stands elsewhere.
        ('5" rura;"tak" nie;x', [("B2", *BAD)], {}),
        ('5" rura; "tak";x', [("B2", *BAD)], {}),
        ('5" rura;"tak;x', [("B2", "unclosed-quote", "error")], {}),
        # One row is wrong, those around it are not.
        (
            '5" rura;a;b\n"tak" nie;a;b\n3" rura;a;b',
            [("A3", *BAD)],
            {2: ['5" rura', "a", "b"], 4: ['3" rura', "a", "b"]},
        ),
    ],
)
def test_what_stays_an_error(lines: str, expected: list[tuple[str, str, str]], kept: dict[int, list[str]]) -> None:
    text = f"input;gold;alias1\n{lines}\n"
    assert [(cell, code, level) for cell, code, level in found(text) if code.endswith(("ing", "quote"))] == expected
    assert rows(text) == kept


def test_without_headings_nothing_is_certain() -> None:
    assert ("A1", *BAD) in found('5" rura;c\n')
