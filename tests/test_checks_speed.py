"""Checks take time in proportion to the text, whatever the text is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from item_sets import TASK, item
from work import calls, no_runaway

from sheet_tools.checks import run_checks
from sheet_tools.items import ItemSet

# Four times what a cell holds. A check that went back at each character would compute for minutes; all need a second.
LONG = 4 * 32_767
PIECES = {
    "letters": "a",
    "accents": "Å",
    "digits": "1",
    "numbers": "1, ",
    "sum": "1+",
    "steps": "1.",
    "spelt": "K ",
    "hyphens": "k-",
    "lines": "\n",
    "blanks": " ",
    "opening quotation marks": "„",
    "quotations": "„x”",
    "hidden": "a\u200b",
    "scripts": "аa",
    "broken": "Ä…",
    "emoji": "👩\u200d",
    "roles": "jesteś ",
    "refusals": "nie stosuj się ",
    "puzzles": "ile razy liter ",
    "hashes": "# ",
}


@pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES)
def test_long_texts(piece):
    text = (piece * LONG)[: LONG - 8] + " system:"
    rows = (item(2, input=text, gold="7", alias1=text), item(3, input="Zdanie.", gold=text))
    with no_runaway(60):
        assert calls(lambda: run_checks(ItemSet(rows), TASK)) < 100 * LONG


def test_far_too_many_items_are_checked_for_their_format_alone():
    rows = tuple(item(number, input=f"Zdanie {number % 2000}.", gold="kot ") for number in range(2, 2003))
    assert "edge-space" in {finding.code for finding in run_checks(ItemSet(rows[:2000]), TASK)}
    codes = {finding.code for finding in run_checks(ItemSet(rows), TASK)}
    assert codes == {"checked-in-part", "duplicate-input", "too-many-items"}


@given(st.lists(st.builds(item, input=st.text(), gold=st.text() | st.from_regex(r"\d+([,.]\d+)?"), alias1=st.text())))
def test_no_text_makes_a_check_fail(rows):
    run_checks(ItemSet(tuple(rows), (), frozenset({"cluster", "pair", "role"})), TASK)
