"""items.jsonl: every fault of its form, and exact writing."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from item_sets import TASK, item

from sheet_tools.cells import Place
from sheet_tools.items import Item
from sheet_tools.jsonl import map_lines, read_items, write_items

OK = b'{"input": "Zdanie.", "gold": "kota"}'


def faults(data: bytes) -> list[tuple[int | None, str]]:
    """(line, code)"""
    return [(finding.place.row, finding.code) for finding in read_items(data, TASK)[1]]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (OK + b"\n", []),
        (OK, []),
        (b"", []),
        (OK + b"\r\n" + OK + b"\r\n", []),
        (b"  " + OK + b"\t\n", []),
        (b'{"gold": "kota", "aliases": [], "input": "Zdanie."}', []),
        (b'{"input": "", "gold": " "}', []),  # emptiness is a rule of items, not of JSON
        # Bytes.
        (b"\xef\xbb\xbf" + OK, [(None, "has-bom")]),
        ('{"input": "Źdźbło.", "gold": "źdźbła"}'.encode("cp1250"), [(1, "not-utf8")]),
        (OK + b"\n\xff" + OK + b"\n{", [(2, "not-utf8"), (3, "not-json")]),
        (OK.decode().encode("utf-16"), [(None, "not-utf8")]),
        (b'{"input": "\xed\xa0\x80", "gold": "kota"}', [(1, "not-utf8")]),
        # Lines.
        (OK + b"\n\n" + OK + b"\n", [(2, "blank-line")]),
        (OK + b"\n \t\r\n", [(2, "blank-line")]),
        (b"\n", [(1, "blank-line")]),
        (OK + b"\n\n", [(2, "blank-line")]),
        # JSON.
        (b'{"input": "Zdanie.", "gold": "kota"', [(1, "not-json")]),
        (b"{'input': 'Zdanie.', 'gold': 'kota'}", [(1, "not-json")]),
        (b'{"input": "Zdanie.", "gold": "kota",}', [(1, "not-json")]),
        (b'{"input": "dwa\twyrazy", "gold": "kota"}', [(1, "not-json")]),
        (OK + b" " + OK, [(1, "not-json")]),
        (OK + b"\r" + OK, [(1, "not-json")]),
        (b'{\n"input": "Zdanie.", "gold": "kota"}', [(1, "not-json"), (2, "not-json")]),
        (b'{"input": NaN, "gold": "kota"}', [(1, "not-json")]),
        (b'{"input": "Zdanie.", "gold": "kota", "aliases": [-Infinity]}', [(1, "not-json")]),
        (b"[" * 200_000, [(1, "not-json")]),
        (b'{"input": ' * 100_000, [(1, "not-json")]),
        (b"[" + OK + b"]", [(1, "not-an-object")]),
        (b'"Zdanie."\n7\nnull\ntrue', [(n, "not-an-object") for n in (1, 2, 3, 4)]),
        (b"7" * 10_000, [(1, "not-an-object")]),
        # Keys.
        (b"{}", [(1, "missing-key"), (1, "missing-key")]),
        (b'{"input": "Zdanie."}', [(1, "missing-key")]),
        (b'{"input": "Zdanie.", "gold": "kota", "id": 1, "Gold": ""}', [(1, "unknown-key"), (1, "unknown-key")]),
        (b'{"input": "Zdanie.", "gold": "kota", "gold": "kotu"}', [(1, "duplicate-key")]),
        (b'{"input": "Zdanie.", "gold": "kota", "x": 1, "x": 1}', [(1, "duplicate-key"), (1, "unknown-key")]),
        (b'{"input": "Zdanie.", "gold": "kota", "gold": "a", "gold": "b"}', [(1, "duplicate-key")]),
        # Types.
        (b'{"input": "Zdanie.", "gold": 7}', [(1, "wrong-type")]),
        (b'{"input": null, "gold": ["kota"]}', [(1, "wrong-type"), (1, "wrong-type")]),
        (b'{"input": {"a": 1, "a": 2}, "gold": true}', [(1, "wrong-type"), (1, "wrong-type")]),
        (b'{"input": "Zdanie.", "gold": 1' + b"0" * 9_999 + b"}", [(1, "wrong-type")]),
        (b'{"input": "Zdanie.", "gold": "kota", "aliases": "kotu"}', [(1, "wrong-type")]),
        (b'{"input": "Zdanie.", "gold": "kota", "aliases": null}', [(1, "wrong-type")]),
        (b'{"input": "Zdanie.", "gold": "kota", "aliases": ["kotu", 7, null]}', [(1, "wrong-type"), (1, "wrong-type")]),
        # An escape may write half of a pair; two halves that make a pair are one character.
        (b'{"input": "\\ud800", "gold": "kota"}', [(1, "lone-surrogate")]),
        (b'{"input": "Zdanie.", "gold": "kota", "aliases": ["\\udfff"]}', [(1, "lone-surrogate")]),
        (b'{"input": "\\ud83d\\ude00", "gold": "kota"}', []),
    ],
)
def test_faults(data, expected):
    assert faults(data) == expected


def test_items_know_their_lines_and_keep_their_texts_exactly():
    data = b'{"input": " Raz\\nDwa ", "gold": ""}\n\n7\n{"input": "Zdanie.", "gold": "k", "aliases": ["a", " ", "a"]}\n'
    items, _findings = read_items(data, TASK)
    assert items == [
        Item(Place(row=1), {"input": " Raz\nDwa ", "gold": ""}),
        Item(Place(row=4), {"input": "Zdanie.", "gold": "k", "alias1": "a", "alias2": " ", "alias3": "a"}),
    ]


def test_what_is_wanting_or_no_text_is_unreadable_so_that_nothing_else_is_said_of_it():
    data = b'{"input": 7}\n{"input": "Zdanie.", "gold": "kota", "aliases": ["a", 7, "c"]}\n'
    one, other = read_items(data, TASK)[0]
    assert (one.values, one.unreadable) == ({}, {"input", "gold"})
    assert (other.aliases, other.unreadable) == (("a", "c"), {"alias2"})


def test_of_a_key_given_twice_the_first_value_stands():
    ((only,), _findings) = read_items(b'{"input": "Zdanie.", "gold": "kota", "gold": "kotu"}', TASK)
    assert only.gold == "kota"


def test_what_was_found_and_wanted_is_named():
    _items, (finding,) = read_items(b'{"input": "Zdanie.", "gold": "kota", "aliases": "kotu"}', TASK)
    assert finding.values == {
        "key": "aliases",
        "found_pl": "napis",
        "found_en": "a string",
        "wanted_pl": "tablica napisów",
        "wanted_en": "an array of strings",
    }


@pytest.mark.parametrize(
    ("values", "line"),
    [
        ({"input": "Zdanie.", "gold": "kota"}, '{"input": "Zdanie.", "gold": "kota"}'),
        (
            {"alias2": "kotu", "gold": "kota", "input": "Zdanie.", "alias5": "Kota"},
            '{"input": "Zdanie.", "gold": "kota", "aliases": ["kotu", "Kota"]}',
        ),
        (
            {"input": 'Raz\nDwa\t„cytat” "c" \\ \r\n', "gold": "źdźbło 😀"},
            '{"input": "Raz\\nDwa\\t„cytat” \\"c\\" \\\\ \\r\\n", "gold": "źdźbło 😀"}',
        ),
        (
            {"input": "a\u0085b\u2028c\u2029d\u00a0e\u200b\u0000", "gold": "ma\u0328z\u0307 </script>"},
            '{"input": "a\\u0085b\\u2028c\\u2029d\u00a0e\u200b\\u0000", "gold": "ma\u0328z\u0307 </script>"}',
        ),
        (
            {"input": "Zdanie.", "gold": "kota", "cluster": "A", "notes": "uwaga", "pair": "1"},
            '{"input": "Zdanie.", "gold": "kota"}',
        ),
        ({"input": "\\u2028", "gold": "\\"}, '{"input": "\\\\u2028", "gold": "\\\\"}'),
    ],
)
def test_lines_are_exact_to_the_byte(values, line):
    assert write_items([item(**values)], TASK) == f"{line}\n".encode()


def test_no_items_give_no_bytes():
    assert write_items([], TASK) == b""
    assert map_lines([], TASK) == b""


def test_half_a_character_is_never_written():
    with pytest.raises(UnicodeEncodeError):
        write_items([item(input="\ud800", gold="kota")], TASK)


def test_the_map_says_which_cells_a_line_came_from():
    some = [item(7, input="Zdanie.", gold="kota", alias2="kotu", alias3="k"), item(9, input="Inne.", gold="psa")]
    assert map_lines(some, TASK).decode() == (
        '{"line": 1, "sheet": "Pozycje", "row": 7, "cells": {"input": "B7", "gold": "C7", "aliases": ["E7", "F7"]}}\n'
        '{"line": 2, "sheet": "Pozycje", "row": 9, "cells": {"input": "B9", "gold": "C9"}}\n'
    )


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.builds(
    lambda text, gold, aliases: {"input": text, "gold": gold} | {f"alias{n}": a for n, a in enumerate(aliases, 1)},
    TEXTS,
    TEXTS,
    st.lists(TEXTS, max_size=6),
)


@given(st.lists(VALUES, max_size=5))
def test_what_is_written_is_read_back_whatever_the_texts(rows):
    written = write_items([item(n, **values) for n, values in enumerate(rows, 1)], TASK)
    items, findings = read_items(written, TASK)
    assert findings == []
    assert [dict(i.values) for i in items] == rows
    assert [i.place for i in items] == [Place(row=n) for n in range(1, len(rows) + 1)]
    assert write_items(items, TASK) == written


@given(st.lists(VALUES, max_size=5))
def test_every_line_is_one_object_to_any_splitter(rows):
    written = write_items([item(**values) for values in rows], TASK).decode()
    assert len(written.splitlines()) == len(rows)
    assert [list(json.loads(line))[:2] for line in written.splitlines()] == [["input", "gold"]] * len(rows)


@given(st.binary(max_size=200))
def test_reading_never_raises(data):
    read_items(data, TASK)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
        lambda v: st.lists(v) | st.dictionaries(TEXTS, v),
    )
)
def test_any_json_is_an_item_or_has_a_fault(value):
    items, findings = read_items(json.dumps(value).encode(), TASK)
    assert items or findings
