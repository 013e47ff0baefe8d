"""Characters that cannot be seen: what is warned of, and what does honest work."""

from __future__ import annotations

import pytest
from item_sets import codes, found, item


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kot\u200b", {"invisible-characters"}),
        ("ala\u200bma\u200ckota\ufeff", {"invisible-characters"}),
        ("dziel\u00adnik", {"invisible-characters"}),
        ("kot\u2060", {"invisible-characters"}),
        ("\u202eatok", {"invisible-characters"}),
        ("kot\u200d", {"invisible-characters"}),
        ("kot\U000e0041\U000e0042", {"invisible-characters"}),
        ("kot\ufe0f", {"invisible-characters"}),
        ("akapit\u000bmiękki", {"control-char"}),
        ("x\ufffey", {"control-char"}),
        ("a\u2028b", {"control-char"}),
        ("a\u0085b", {"control-char"}),
        ("punkt \uf0b7", {"control-char"}),
        ("a\u0000b", {"control-char"}),
        ("10\u00a0000 zł", {"nbsp"}),
        ("10\u202f000 zł", {"nbsp"}),
        ("kot\u3000i pies", {"nbsp"}),
        ("ok\u00a0", {"nbsp", "edge-space"}),
        (" kot", {"edge-space"}),
        ("kot ", {"edge-space"}),
        ("kot\n", {"edge-space"}),
        ("raz\r\ndwa", {"cr-in-text"}),
        ("raz\rdwa", {"cr-in-text"}),
        ("kаt", {"mixed-script"}),  # the Cyrillic а
        ("Кraków", {"mixed-script"}),  # the Cyrillic К
        ("sοk", {"mixed-script"}),  # the Greek ο
        ("ja\ufffd\u0144", {"mojibake"}),
        ("Ĺ‚Ä…ka", {"mojibake"}),
        ("zaĹĽĂłĹ‚Ä‡", {"mojibake"}),
        ("Å‚Ä…ka", {"mojibake"}),
        ("┼é─ůka", {"mojibake"}),
        ("du¿y", {"mojibake"}),
        ("mi³y", {"mojibake"}),
        ("ma\u0328z\u0307", {"not-nfc"}),
        # What must not be flagged.
        ("zażółć gęślą jaźń ZAŻÓŁĆ GĘŚLĄ JAŹŃ", set()),
        ("Zdanie „Ala — moja kotka – śpi…” i «cytat»", set()),
        ("kolumna\tdruga", set()),
        ("raz\ndwa\n\ntrzy", set()),
        ("dwa  odstępy w środku", set()),
        ("👩\u200d👩\u200d👧\u200d👦 🇵🇱 1\ufe0f\u20e3 𝒳 𐍈", set()),
        ("❤\ufe0f 👩🏽\u200d💻 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", set()),
        ("Rosyjskie słowo кот to po polsku kot", set()),
        ("słowo „сова” i słowo „sowa”", set()),
        ("greckie λόγος i hebrajskie שלום", set()),
        ("5 μm, ΔT, β-karoten", set()),
        ("می\u200cخواهم", set()),  # a Persian word, spelt with a zero-width non-joiner
        ("¿Qué tal? Ångström, façade, Dvořák, œuvre", set()),
        ("pole 10 m² lub 5 m³/s", set()),
        ("litera Ä… i inne", set()),
        ("½ kg, 20 °C, § 5, 3 × 4", set()),
        ("*Idę do sklepa <b>?</b> #!", set()),
    ],
)
@pytest.mark.parametrize("field", ["input", "gold", "alias1"])
def test_characters(field, text, expected):
    about = {"input": "Zdanie.", "gold": "słowo", field: text}
    cell = {"input": "B2", "gold": "C2", "alias1": "D2"}[field]
    # What normalisation makes of an answer is another matter: test_an_answer_that_counts_as_another.
    said = [(place, code) for place, code in codes("characters", item(**about)) if code != "answer-counted-alike"]
    assert said == sorted((cell, code) for code in expected)


@pytest.mark.parametrize(
    ("text", "start", "end"), [(" kot", True, False), ("kot\t", False, True), ("\nkot ", True, True)]
)
def test_edges_say_which(text, start, end):
    (finding,) = found("characters", item(input="Zdanie.", gold=text))
    assert (finding.values["start"], finding.values["end"]) == (start, end)


def test_blank_fields_and_labels_are_not_looked_at():
    assert codes("characters", item(input="  ", gold="", cluster="a\u200b ", pair="\u00a01")) == []


def test_hidden_characters_are_shown_by_their_codes():
    (finding,) = found("characters", item(input="W\u200bzdaniu\u00ad.", gold="słowo"))
    assert finding.values == {
        "field": "input",
        "codes": "U+200B, U+00AD",
        "count": 2,
        "shown": "W⟨U+200B⟩zdaniu⟨U+00AD⟩.",
    }


def test_the_foreign_letter_is_named():
    (finding,) = found("characters", item(input="Zdanie.", gold="dwa kоty"))
    assert finding.values == {"field": "gold", "word": "kоty", "letter": "о", "codes": "U+043E"}


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("10²", "102"),
        ("m³", "m3"),
        ("ﬁnał", "finał"),
        ("½", "1⁄2"),
        ("①", "1"),
        ("ＫＯＴ", "KOT"),
        ("Ⅳ", "IV"),
        ("żółć", None),
        ("z\u0307o\u0301łc\u0301", None),
        ("10\u00a0000", None),
        ("no…", None),
        ("naïve", None),
        ("kot🐱", None),
    ],
)
def test_an_answer_that_counts_as_another(text: str, plain: str | None) -> None:
    """The official normalisation is part of every comparison: what it makes of an answer is right too."""
    for field in ("gold", "alias1"):
        said = [f for f in found("characters", item(**{field: text})) if f.code == "answer-counted-alike"]
        assert [(f.place.cell, f.values["plain"]) for f in said] == ([(item().at(field).cell, plain)] if plain else [])
    assert "answer-counted-alike" not in {code for _, code in codes("characters", item(input=text))}


@pytest.mark.parametrize("text", ["#N/D!", "#N/A", "#ADR!", "#DZIEL/0!", "#NAZWA?", "Err:502", "Błąd:522"])
def test_the_word_of_a_formulas_error_pasted_as_a_text(text: str) -> None:
    for field in ("input", "gold", "alias1"):
        assert "suspect-error" in {code for _, code in codes("characters", item(**{field: text}))}
    assert "suspect-error" not in {code for _, code in codes("characters", item(gold=f"{text} w komórce"))}
