"""Neighbours of what goes wrong in the strings of an .xlsx: how a text is written, and how it must be read."""

from __future__ import annotations

import pytest
from neighbours import Codes, Texts, outcome, row, text, workbook
from rawxlsx import shared

BOTH = '<c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c>'
GOLD = "<t>g</t>"


def strings(*items: str, cells: str = BOTH) -> bytes:
    """A row whose cells are these shared strings, the insides of <si>."""
    return workbook(row(cells), strings=shared(*items))


STRINGS: list[tuple[str, bytes, Texts, Codes]] = [
    (
        "run: sup",
        strings('<r><t>x</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>2</t></r>', GOLD),
        {"A2": "x2", "B2": "g"},
        [("A2", "formatting-lost")],
    ),
    (
        "cdata",
        strings("<t><![CDATA[<b> & _x000D_]]></t>", GOLD),
        {"A2": "<b> & \r", "B2": "g"},
        [("A2", "cr-in-text"), ("A2", "edge-space")],
    ),
    ("instruction in t", strings("<t>przed<?pi x?>po</t>", GOLD), {"A2": "przedpo", "B2": "g"}, []),
    (
        "phonetic run",
        strings('<t>猫</t><rPh sb="0" eb="1"><t>ネコ</t></rPh><phoneticPr fontId="1"/>', GOLD),
        {"A2": "猫", "B2": "g"},
        [],
    ),
    ("empty t", strings("<t/>", GOLD), {"B2": "g"}, [("A2", "missing-input")]),
    ("empty si", strings("", GOLD), {"B2": "g"}, [("A2", "missing-input")]),
    (
        "runs blanks",
        strings('<r><t>Ala </t></r><r><t xml:space="preserve"> ma</t></r>', GOLD),
        {"A2": "Ala  ma", "B2": "g"},
        [("A2", "whitespace-ambiguous")],
    ),
    (
        "runs mid",
        strings("<r><t>Ala </t></r><r><t>ma</t></r>", GOLD),
        {"A2": "Ala ma", "B2": "g"},
        [("A2", "whitespace-ambiguous")],
    ),
    (
        "runs nl",
        strings("<r><t>Ala\n</t></r><r><t>ma</t></r>", GOLD),
        {"A2": "Ala\nma", "B2": "g"},
        [("A2", "whitespace-ambiguous")],
    ),
    (
        "preserve on si nl",
        strings('<t xml:space="preserve">\n Ala\t</t>', GOLD),
        {"A2": "\n Ala\t", "B2": "g"},
        [("A2", "edge-space")],
    ),
    (
        "lower x",
        strings("<t>a_x000d_b_x005F_x000D_ _x005f_x0041_</t>", GOLD),
        {"A2": "a\rb_x000D_ _x0041_", "B2": "g"},
        [("A2", "cr-in-text")],
    ),
    ("upper X", strings("<t>a_X000D_b</t>", GOLD), {"A2": "a_X000D_b", "B2": "g"}, []),
    ("split escape runs", strings("<r><t>_x00</t></r><r><t>41_</t></r>", GOLD), {"A2": "_x0041_", "B2": "g"}, []),
    (
        "x000a",
        strings("<t>a_x000A_b_x0000_c_x001F_d_xFFFF_</t>", GOLD),
        {"A2": "a\nb\x00c\x1fd\uffff", "B2": "g"},
        [("A2", "control-char")],
    ),
    ("backspace", strings("<t>a_x0008_b</t>", GOLD), {"A2": "a\x08b", "B2": "g"}, [("A2", "control-char")]),
    ("short hex", strings("<t>_x41_ _x00041_ _x00G1_</t>", GOLD), {"A2": "_x41_ _x00041_ _x00G1_", "B2": "g"}, []),
    (
        "CR LF",
        strings("<t>a\r\nb&#13;&#10;c&#13;d</t>", GOLD),
        {"A2": "a\nb\r\nc\rd", "B2": "g"},
        [("A2", "cr-in-text")],
    ),
    ("next line", strings("<t>a\x85b\u2028c</t>", GOLD), {"A2": "a\x85b\u2028c", "B2": "g"}, [("A2", "control-char")]),
    (
        "entities",
        strings("<t>&amp;lt; &#xA0; &#x1F600; &apos;</t>", GOLD),
        {"A2": "&lt; \xa0 \U0001f600 '", "B2": "g"},
        [("A2", "nbsp"), ("A2", "suspect-escapes")],
    ),
    (
        "surrogates: lower",
        strings("<t>_xd83d__xde00_</t>", GOLD),
        {"A2": "\U0001f600", "B2": "g"},
        [("A2", "surrogate-escape")],
    ),
    ("surrogates: rev", strings("<t>_xDE00__xD83D_</t>", GOLD), {"B2": "g"}, [("A2", "lone-surrogate")]),
    (
        "surrogates: split runs",
        strings("<r><t>_xD83D_</t></r><r><t>_xDE00_</t></r>", GOLD),
        {"A2": "\U0001f600", "B2": "g"},
        [("A2", "surrogate-escape")],
    ),
    ("double esc", strings("<t>_x005F_x005F_x0041_</t>", GOLD), {"A2": "_x005FA", "B2": "g"}, []),
    (
        "index -1",
        strings("<t>a</t>", GOLD, cells='<c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>-1</v></c>'),
        {"A2": "a"},
        [("B2", "corrupt-string-index")],
    ),
    (
        "index 1.0",
        strings("<t>a</t>", GOLD, cells='<c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1.0</v></c>'),
        {"A2": "a"},
        [("B2", "corrupt-string-index")],
    ),
    (
        "index text",
        strings("<t>a</t>", GOLD, cells='<c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>kot</v></c>'),
        {"A2": "a"},
        [("B2", "corrupt-string-index")],
    ),
    (
        "index blank",
        strings("<t>a</t>", GOLD, cells='<c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v> 1 </v></c>'),
        {"A2": "a", "B2": "g"},
        [],
    ),
    (
        "index empty v",
        strings("<t>a</t>", GOLD, cells='<c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v></v></c>'),
        {"A2": "a"},
        [("B2", "missing-gold")],
    ),
    (
        "index none",
        strings("<t>a</t>", GOLD, cells='<c r="A2" t="s"><v>0</v></c><c r="B2" t="s"/>'),
        {"A2": "a"},
        [("B2", "missing-gold")],
    ),
    ("no strings", workbook(row(BOTH)), {}, [(None, "corrupt-file")]),
    ("strings: broken", workbook(row(BOTH), strings='<sst xmlns="x"><si><t>a'), {}, [(None, "corrupt-file")]),
    (
        "strings: wrong ns",
        workbook(row(BOTH), strings=shared("<t>a</t>", GOLD, namespace="http://example.org/x")),
        {},
        [("A2", "corrupt-string-index"), ("B2", "corrupt-string-index")],
    ),
    (
        "inline empty",
        workbook(row(text("p"), '<c r="B2" t="inlineStr"><is/></c>')),
        {"A2": "p"},
        [("B2", "missing-gold")],
    ),
    (
        "inline is t empty",
        workbook(row(text("p"), '<c r="B2" t="inlineStr"><is><t></t></is></c>')),
        {"A2": "p"},
        [("B2", "missing-gold")],
    ),
    ("inline noT", workbook(row(text("p"), '<c r="B2"><is><t>g</t></is></c>')), {"A2": "p", "B2": "g"}, []),
    (
        "inline rich",
        workbook(
            row(text("p"), '<c r="B2" t="inlineStr"><is><r><t>a</t></r><r><rPr><strike/></rPr><t>b</t></r></is></c>')
        ),
        {"A2": "p", "B2": "ab"},
        [("B2", "strikethrough")],
    ),
    (
        "inline phon",
        workbook(row(text("p"), '<c r="B2" t="inlineStr"><is><t>猫</t><rPh sb="0" eb="1"><t>ネコ</t></rPh></is></c>')),
        {"A2": "p", "B2": "猫"},
        [],
    ),
    ("inline sans is", workbook(row(text("p"), '<c r="B2" t="inlineStr"><v>g</v></c>')), {"A2": "p", "B2": "g"}, []),
    (
        "str nopreserve",
        workbook(row(text("p"), '<c r="B2" t="str"><v> g </v></c>')),
        {"A2": "p", "B2": " g "},
        [("B2", "edge-space")],
    ),
    (
        "str esc",
        workbook(row(text("p"), '<c r="B2" t="str"><v>a_x000D_&#10;b</v></c>')),
        {"A2": "p", "B2": "a\r\nb"},
        [("B2", "cr-in-text"), ("B2", "gold-separator")],
    ),
    (
        "t unknown",
        workbook(row(text("p"), '<c r="B2" t="zzz"><v>g</v></c>')),
        {"A2": "p", "B2": "g"},
        [("B2", "number-cell")],
    ),
    ("v twice", workbook(row(text("p"), '<c r="B2" t="str"><v>g</v><v>h</v></c>')), {"A2": "p", "B2": "h"}, []),
    (
        "blanks not preserved: nbsp",
        workbook(row('<c r="A2" t="inlineStr"><is><t>\xa0p</t></is></c>', text("g", "B2"))),
        {"A2": "\xa0p", "B2": "g"},
        [("A2", "edge-space"), ("A2", "nbsp")],
    ),
    (
        "blanks not preserved: inside",
        workbook(row('<c r="A2" t="inlineStr"><is><t>p  q</t></is></c>', text("g", "B2"))),
        {"A2": "p  q", "B2": "g"},
        [],
    ),
    (
        "blanks not preserved: nl in",
        workbook(row('<c r="A2" t="inlineStr"><is><t>p\n q</t></is></c>', text("g", "B2"))),
        {"A2": "p\n q", "B2": "g"},
        [],
    ),
    (
        "blanks not preserved: only",
        workbook(row('<c r="A2" t="inlineStr"><is><t>  </t></is></c>', text("g", "B2"))),
        {"A2": "  ", "B2": "g"},
        [("A2", "missing-input"), ("A2", "whitespace-ambiguous")],
    ),
    (
        "blanks not preserved: only alias",
        workbook(row(text("p"), text("g", "B2"), '<c r="C2" t="inlineStr"><is><t>  </t></is></c>')),
        {"A2": "p", "B2": "g", "C2": "  "},
        [("C2", "empty-alias"), ("C2", "whitespace-ambiguous")],
    ),
    (
        "blanks: default",
        workbook(row('<c r="A2" t="inlineStr"><is><t xml:space="default"> p</t></is></c>', text("g", "B2"))),
        {"A2": " p", "B2": "g"},
        [("A2", "edge-space"), ("A2", "whitespace-ambiguous")],
    ),
    (
        "blanks: pretty is",
        workbook(row('<c r="A2" t="inlineStr">\n <is>\n  <t>p</t>\n </is>\n</c>', text("g", "B2"))),
        {"A2": "p", "B2": "g"},
        [],
    ),
    (
        "blanks: pretty v",
        workbook(row('<c r="A2" t="s">\n<v>\n0\n</v>\n</c>', text("g", "B2")), strings=shared("\n <t>a</t>\n")),
        {"A2": "a", "B2": "g"},
        [],
    ),
    (
        "input: zw",
        workbook(row(text("p\u200bq"), text("g", "B2"))),
        {"A2": "p\u200bq", "B2": "g"},
        [("A2", "invisible-characters")],
    ),
    (
        "input: greek",
        workbook(row(text("Kοt siedzi"), text("g", "B2"))),
        {"A2": "Kοt siedzi", "B2": "g"},
        [("A2", "mixed-script")],
    ),
    (
        "input: ctrl",
        workbook(row(text("a_x0007_b"), text("g_x0001_", "B2"))),
        {"A2": "a\x07b", "B2": "g\x01"},
        [("A2", "control-char"), ("B2", "control-char")],
    ),
]


@pytest.mark.parametrize(("data", "texts", "codes"), [row[1:] for row in STRINGS], ids=[row[0] for row in STRINGS])
def test_strings(data: bytes, texts: Texts, codes: Codes) -> None:
    assert outcome(data) == (texts, codes)
