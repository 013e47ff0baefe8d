"""What stands for something that had not arrived is no text: an error in an author's column."""

from __future__ import annotations

import pytest
import rawods
from neighbours import outcome, row, text, workbook
from rawods import cell, paragraphs, table, texts

PICTURE = '=DISPIMG("ID_6E0D3F4A5B7C4D2E8F9A0B1C2D3E4F50",1)'
# Text, or a formula's result: never what an author means.
PLACEHOLDERS = [
    PICTURE,
    PICTURE.removeprefix("="),
    PICTURE.replace("=", "=_xlfn."),
    "Loading...",
    "Loading…",
    "Wczytywanie…",
    "Wczytywanie...",
    "Ładowanie...",
    " loading... ",
    "#GETTING_DATA",
    "#BUSY!",
    "#CONNECT!",
    "#FIELD!",
    "#UNKNOWN!",
    "#BLOCKED!",
    "#PYTHON!",
    "#TIMEOUT!",
    "#EXTERNAL!",
]
# As a formula's result alone: typed, these may be the very thing that is asked for.
ERRORS = ["#N/A", "#N/D!", "#NAZWA?", "#NAME?", "#ARG!", "#DZIEL/0!", "#ZAJĘTE!", "#SPILL!", "Err:508", "Błąd:502"]
PLAIN = ["Loading", "Ładowanie", "loading... dwa", "#kot", "# BUSY!", "DISPIMG", "=DISPIMG()", "…", "!", "100 #A"]


def escaped(content: str) -> str:
    return content.replace("&", "&amp;").replace('"', "&quot;")


def formula(result: str) -> str:
    return f'<c r="B2" t="str"><f>X()</f><v>{escaped(result)}</v></c>'


def codes_of_gold(gold: str) -> set[str]:
    return {code for at, code in outcome(workbook(row(text("p"), gold)))[1] if at == "B2"}


@pytest.mark.parametrize("content", PLACEHOLDERS)
def test_typed(content: str) -> None:
    assert "placeholder" in codes_of_gold(text(escaped(content), "B2"))


@pytest.mark.parametrize("content", [*PLACEHOLDERS, *ERRORS])
def test_as_the_result_of_a_formula(content: str) -> None:
    assert codes_of_gold(formula(content)) == {"formula-cell", "placeholder"}


@pytest.mark.parametrize("content", [*PLAIN, *ERRORS])
def test_what_an_author_may_mean(content: str) -> None:
    assert "placeholder" not in codes_of_gold(text(escaped(content), "B2"))


@pytest.mark.parametrize("content", PLAIN)
def test_a_result_that_is_a_text(content: str) -> None:
    assert "placeholder" not in codes_of_gold(formula(content))


@pytest.mark.parametrize("content", PLACEHOLDERS)
@pytest.mark.parametrize("made_by", ['table:formula="of:=X()" ', ""])
def test_in_ods(content: str, made_by: str) -> None:
    gold = cell(paragraphs(content), f'{made_by}office:value-type="string"')
    body = table(texts("input", "gold"), rawods.row(cell(paragraphs("p")), gold))
    found = outcome(rawods.package(rawods.content(body)), "a.ods")[1]
    # LibreOffice has an error's word for an error.
    assert {code for at, code in found if at == "B2"} & {"placeholder", "formula-error"}


@pytest.mark.parametrize("error", ["#VALUE!", "#BUSY!", "#GETTING_DATA", "#CONNECT!", "#FIELD!"])
@pytest.mark.parametrize("rich", ["", ' vm="1"'])
def test_an_error_in_place_of_a_rich_value(error: str, rich: str) -> None:
    """So Excel saves a picture in a cell."""
    assert codes_of_gold(f'<c r="B2" t="e"{rich}><v>{error}</v></c>') == {"error-cell"}


IMAGES = [
    '<c r="C2" t="e" vm="1"><f>_xlfn.IMAGE("http://x")</f><v>#VALUE!</v></c>',
    '<c r="C2" t="str"><f>_xlfn.IMAGE("http://x")</f><v></v></c>',
    '<c r="C2"><f>IMAGE("http://x")</f><v/></c>',
    '<c r="C2" t="str"><f>_xlfn.DISPIMG("ID_1",1)</f><v></v></c>',
]


@pytest.mark.parametrize("image", IMAGES)
def test_a_formula_that_shows_a_picture_is_no_empty_alias(image: str) -> None:
    found = outcome(workbook(row(text("p"), text("g", "B2"), image)))[1]
    assert {code for at, code in found if at == "C2"} & {"formula-no-cache", "formula-error"}
