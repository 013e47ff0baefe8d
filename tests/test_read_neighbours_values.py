"""Neighbours of cells that are no text in an .xlsx: dates written out, errors, booleans;
and of texts that look like them."""

from __future__ import annotations

import pytest
from neighbours import Codes, Texts, outcome, row, text, value, workbook
from rawxlsx import MAIN, styles

VALUES: list[tuple[str, bytes, Texts, Codes]] = [
    (
        "a date written out",
        workbook(row(text("p"), value("2026-05-01", 1, attributes=' t="d"')), styles=styles(["d-mmm"])),
        {"A2": "p", "B2": "1-maj"},
        [("B2", "date-cell")],
    ),
    (
        "a date and time written out",
        workbook(
            row(text("p"), value("2026-05-01T12:30:00", 1, attributes=' t="d"')), styles=styles(["yyyy-mm-dd hh:mm"])
        ),
        {"A2": "p", "B2": "2026-05-01 12:30"},
        [("B2", "date-cell")],
    ),
    (
        "with a zone",
        workbook(row(text("p"), value("2026-05-01T12:30:00.000Z", 0, attributes=' t="d"'))),
        {"A2": "p", "B2": "01.05.2026 12:30:00"},
        [("B2", "date-cell")],
    ),
    (
        "a time written out",
        workbook(row(text("p"), value("12:30:00", 0, attributes=' t="d"'))),
        {"A2": "p", "B2": "12:30:00"},
        [("B2", "date-cell")],
    ),
    (
        "serial 60 in the system of 1904",
        workbook(
            row(text("p"), value("60", 1)), styles=styles(["yyyy-mm-dd"]), workbook_pr='<workbookPr date1904="1"/>'
        ),
        {"A2": "p", "B2": "1904-03-01"},
        [("B2", "date-cell")],
    ),
    (
        "#DIV/0!",
        workbook(row(text("p"), value("#DIV/0!", 0, attributes=' t="e"'))),
        {"A2": "p", "B2": "#DZIEL/0!"},
        [("B2", "error-cell")],
    ),
    (
        "#REF!",
        workbook(row(text("p"), value("#REF!", 0, attributes=' t="e"'))),
        {"A2": "p", "B2": "#ADR!"},
        [("B2", "error-cell")],
    ),
    (
        "#VALUE!",
        workbook(row(text("p"), value("#VALUE!", 0, attributes=' t="e"'))),
        {"A2": "p", "B2": "#ARG!"},
        [("B2", "error-cell")],
    ),
    (
        "#NUM!",
        workbook(row(text("p"), value("#NUM!", 0, attributes=' t="e"'))),
        {"A2": "p", "B2": "#LICZBA!"},
        [("B2", "error-cell")],
    ),
    (
        "#NULL!",
        workbook(row(text("p"), value("#NULL!", 0, attributes=' t="e"'))),
        {"A2": "p", "B2": "#ZERO!"},
        [("B2", "error-cell")],
    ),
    (
        "#GETTING_DATA",
        workbook(row(text("p"), value("#GETTING_DATA", 0, attributes=' t="e"'))),
        {"A2": "p", "B2": "#GETTING_DATA"},
        [("B2", "error-cell")],
    ),
    (
        "#SPILL!",
        workbook(row(text("p"), value("#SPILL!", 0, attributes=' t="e"'))),
        {"A2": "p", "B2": "#ROZLANIE!"},
        [("B2", "error-cell")],
    ),
    (
        "#CALC!",
        workbook(row(text("p"), value("#CALC!", 0, attributes=' t="e"'))),
        {"A2": "p", "B2": "#CALC!"},
        [("B2", "error-cell")],
    ),
    (
        "#FIELD!",
        workbook(row(text("p"), value("#FIELD!", 0, attributes=' t="e"'))),
        {"A2": "p", "B2": "#FIELD!"},
        [("B2", "error-cell")],
    ),
    (
        "#BLOCKED!",
        workbook(row(text("p"), value("#BLOCKED!", 0, attributes=' t="e"'))),
        {"A2": "p", "B2": "#BLOCKED!"},
        [("B2", "error-cell")],
    ),
    (
        "#UNKNOWN!",
        workbook(row(text("p"), value("#UNKNOWN!", 0, attributes=' t="e"'))),
        {"A2": "p", "B2": "#UNKNOWN!"},
        [("B2", "error-cell")],
    ),
    (
        "#CONNECT!",
        workbook(row(text("p"), value("#CONNECT!", 0, attributes=' t="e"'))),
        {"A2": "p", "B2": "#CONNECT!"},
        [("B2", "error-cell")],
    ),
    (
        "#BUSY!",
        workbook(row(text("p"), value("#BUSY!", 0, attributes=' t="e"'))),
        {"A2": "p", "B2": "#BUSY!"},
        [("B2", "error-cell")],
    ),
    (
        "#EXTERNAL!",
        workbook(row(text("p"), value("#EXTERNAL!", 0, attributes=' t="e"'))),
        {"A2": "p", "B2": "#EXTERNAL!"},
        [("B2", "error-cell")],
    ),
    (
        "FALSE",
        workbook(row(text("p"), value("0", 0, attributes=' t="b"'))),
        {"A2": "p", "B2": "FAŁSZ"},
        [("B2", "bool-cell")],
    ),
    (
        "true in words",
        workbook(row(text("p"), value("true", 0, attributes=' t="b"'))),
        {"A2": "p", "B2": "PRAWDA"},
        [("B2", "bool-cell")],
    ),
    (
        "a boolean in an alias",
        workbook(row(text("p"), text("g", "B2"), value("0", 0, "C2", ' t="b"'))),
        {"A2": "p", "B2": "g", "C2": "FAŁSZ"},
        [("C2", "bool-cell")],
    ),
    (
        "a boolean in the cluster",
        workbook(row(text("p"), text("g", "B2"), value("0", 0, "H2", ' t="b"'), value("1", 0, "I2"))),
        {"A2": "p", "B2": "g", "H2": "FAŁSZ", "I2": "1"},
        [],
    ),
    (
        "numbers in cluster and notes",
        workbook(
            row(text("p"), text("g", "B2"), value("1.0", 0, "H2"), value("46143", 1, "I2")), styles=styles(["d-mmm"])
        ),
        {"A2": "p", "B2": "g", "H2": "1", "I2": "1-maj"},
        [],
    ),
    (
        "a number in the input",
        workbook(row(value("7", 0, "A2"), text("g", "B2"))),
        {"A2": "7", "B2": "g"},
        [("A2", "number-cell")],
    ),
    (
        "a date in the input",
        workbook(row(value("46143", 1, "A2"), text("g", "B2")), styles=styles(["d-mmm"])),
        {"A2": "1-maj", "B2": "g"},
        [("A2", "date-cell")],
    ),
]


@pytest.mark.parametrize(("data", "texts", "codes"), [row[1:] for row in VALUES], ids=[row[0] for row in VALUES])
def test_values(data: bytes, texts: Texts, codes: Codes) -> None:
    assert outcome(data) == (texts, codes)


# A text that looks like something else is a text, in whatever format it stands, and nothing is said of it.
LIKE = [
    "007",
    "3,5",
    "1.05",
    "01.maj",
    "1,23457E+11",
    "PRAWDA",
    "FALSE",
    "#N/D!",
    "=1+1",
    "+48",
    "-5",
    "@x",
    "'007",
    "5%",
]
QUOTED = f'<styleSheet xmlns="{MAIN}"><cellXfs><xf/><xf numFmtId="{{}}" quotePrefix="{{}}"/></cellXfs></styleSheet>'


@pytest.mark.parametrize("gold", LIKE)
@pytest.mark.parametrize(("numbered", "prefix"), [(0, 0), (0, 1), (49, 0), (49, 1)])
def test_texts_that_look_like_something_else(gold: str, numbered: int, prefix: int) -> None:
    data = workbook(row(text("p"), text(gold, "B2", ' s="1"')), styles=QUOTED.format(numbered, prefix))
    # The word of a formula's error may have been pasted as a value: it is read as it stands, and asked about.
    asked = [("B2", "suspect-error")] if gold == "#N/D!" else []
    assert outcome(data) == ({"A2": "p", "B2": gold}, asked)


# The same cell typed into a column of text and into another: as text it is an answer, as a value a finding.
@pytest.mark.parametrize("code", ["@", "General", "0", "000", "0.00"])
@pytest.mark.parametrize("number", ["7", "007", "7.0"])
def test_a_number_is_a_number_in_any_format(code: str, number: str) -> None:
    data = workbook(row(text("p"), value(number)), styles=styles([code]))
    assert outcome(data)[1] == [("B2", "number-cell")]
