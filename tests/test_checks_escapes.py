"""Letters that a program left as codes: a warning at the cell, in every format; and texts that only look so."""

from __future__ import annotations

import json

import pytest
from item_sets import codes, found, item
from neighbours import headed, outcome, row, text
from rawxlsx import pack, parts

from sheet_tools.report.findings import message

ESCAPED = [
    "Za&#380;&oacute;&#322;&#263;?", "&#x17C;", "Tom &amp; Jerry", "a&nbsp;b", "x &lt; y", "&quot;kot&quot;",
    "&Lstrok;", "\\u017c\\u00f3\\u0142w", "\\u{17c}", "%u017C", "_x017C_", "%C5%BC%C3%B3%C5%82w", "=C5=BC=C3=B3=C5=82w",
    "\\xc5\\xbc", "\\305\\274", "Za+AXwA8wFCAQc-?", "+AXw-", "g+ARkBWw-l+AQU-", "=?utf-8?Q?=C5=BC=C3=B3w?=",
    "=?iso-8859-2?B?v/Oz?=", "\\k{a}", "\\'c", "\\.z", "{\\l}", "\\'b9",
]  # fmt: skip
PLAIN = [
    "100%", "50%AB", "a+b", "+48 22", "C++", "2+2=4", "x+abc+def", "A=B1", "R&D; x", "AT&T", "Q&A", "C:\\users", "\\n",
    "https://pl.wikipedia.org/wiki/%C5%BB%C3%B3%C5%82w", "www.x.pl/?q=%C5%BC", "**pogrubienie** _i_ `kod`", "\\\\frac",
    "| a | b |", "5 \\times 3", "&", "&amp", "a_x_b", "_x000D_", "[^a-z]\\d+", "U+017C", "ż", "a;b&c;",
]  # fmt: skip


@pytest.mark.parametrize("written", ESCAPED)
@pytest.mark.parametrize("field", ["input", "gold", "alias1"])
def test_escapes_are_warned_of(written: str, field: str) -> None:
    (finding,) = [f for f in found("characters", item(**{field: f"To {written} tu"})) if f.code == "suspect-escapes"]
    assert (finding.level, finding.values["field"]) == ("warning", field)
    assert written[:8] in str(finding.values["shown"])


@pytest.mark.parametrize("written", PLAIN)
def test_what_only_looks_so_is_left_alone(written: str) -> None:
    assert codes("characters", item(input=f"To {written} tu", gold=written)) == []


@pytest.mark.parametrize(
    ("question", "is_about"),
    [
        ("Jaką literę zapisuje się w HTML jako &#380;?", True),
        ("Odkoduj encję: &oacute;", True),
        ("Co robi w kodowaniu Unicode zapis \\u017c?", True),
        ("Na konferencji o urlopie padło słowo &oacute;sma", False),
    ],
)
def test_a_question_about_codes_may_quote_them(question: str, is_about: bool) -> None:
    assert (codes("characters", item(input=question, gold="ż")) == []) is is_about


def test_every_format_is_looked_at() -> None:
    files = {
        "x.csv": b"input;gold\n+AXw-;\\u017c\n",
        "x.jsonl": json.dumps({"input": "+AXw-", "gold": "\\u017c"}).encode(),
        "x.xlsx": pack(parts({"S": headed(row(text("+AXw-"), text("\\u017c", "B2")))})),
    }
    for name, data in files.items():
        said = [where for where, code in outcome(data, name)[1] if code == "suspect-escapes"]
        assert said == ([1, 1] if name == "x.jsonl" else ["A2", "B2"]), name


@pytest.mark.parametrize(
    "word", ["chIeb", "poIska", "WieIki", "eIektryczny", "staI", "k0t", "sł0wo", "kl1n", "Wie1ki", "2O24", "1l0"]
)
def test_a_character_that_looks_like_another_is_noted(word: str) -> None:
    (finding,) = found("characters", item(input=f"Wskaż: „{word}”.", gold="kot"))
    assert (finding.code, finding.level, finding.values["word"]) == ("look-alike", "note", word)


@pytest.mark.parametrize(
    "text",
    [
        "XIII wiek, Jan Paweł II, III klasa, VIIIa", "H2O, H2O2, C6H12O6, CO2, H20", "McIntosh, MacIntyre, DiIorio",
        "iPhone, WiFi, eBay, OpenAI, PayPal, InPost", "DNA, AI, PKWiN, MSWiA", "userId, getIndex", "mp3, co2, A1, B10",
        "i18n, l10n, 10l, 5l, 1l, 100zł", "Ikar, Ina i Iga", "alias1, x1, w10", "101 dalmatyńczyków, 0, 1, 10",
    ],
)  # fmt: skip
def test_what_looks_like_itself_is_not(text: str) -> None:
    assert codes("characters", item(input=text, gold="kot")) == []


@pytest.mark.parametrize(
    ("field", "says", "never"),
    [("input", "model dostaje", "Oceny nie zmieniają"), ("gold", "Oceny nie zmieniają", "odel dostaje"),
     ("alias1", "Oceny nie zmieniają", "odel dostaje")],
)  # fmt: skip
@pytest.mark.parametrize("written", ["światu\u00a0x", "ma\u0328z\u0307", "raz\rdwa"])
def test_only_the_input_is_sent_to_a_model(field: str, says: str, never: str, written: str) -> None:
    (finding,) = found("characters", item(**{field: written}))
    assert says.lower() in message(finding, "pl").lower()
    assert never not in message(finding, "pl")
    assert ("is sent" in message(finding, "en")) is (field == "input")


@pytest.mark.parametrize("run", ["a", "+", "&", "%C5", "=C5", "\\x", "=?a", "I", "aI", "0a1", "&a"])
def test_a_long_text_is_looked_at_once(run: str) -> None:
    """A pattern tried from each letter of a million would not end within the life of a test."""
    found("characters", item(input="&amp; " + run * 300_000, gold="kot"))
