"""Neighbours of what goes wrong in delimited text: encodings, looks, lengths."""

from __future__ import annotations

import pytest
from neighbours import NAMES, Codes, Texts, outcome

LONG = ",".join(NAMES) + "\n"
SHORT = "input,gold\n"
ITEM = "Ala ma kota.,kot\n"

ENCODINGS: list[tuple[str, bytes | str, str, Texts, Codes]] = [
    (
        "cp1250 short",
        (SHORT + "łąka,łąka\n").encode("cp1250"),
        "plik.csv",
        {"A2": "łąka", "B2": "łąka"},
        [(None, "encoding")],
    ),
    (
        "latin-2",
        (SHORT + "Zażółć gęślą jaźń,kot\nŚwięta,ąę\n").encode("iso-8859-2"),
        "plik.csv",
        {"A2": "Zażółć gęślą jaźń", "B2": "kot", "A3": "Święta", "B3": "ąę"},
        [(None, "encoding")],
    ),
    (
        "latin-2 nonambig",
        (SHORT + "zólty kon,cel\nżółw,ćma\n").encode("iso-8859-2"),
        "plik.csv",
        {"A2": "zólty kon", "B2": "cel", "A3": "żółw", "B3": "ćma"},
        [(None, "encoding")],
    ),
    (
        "cp1250 quotes",
        (SHORT + "„Ślub” – śnieg,ćma\n").encode("cp1250"),
        "plik.csv",
        {"A2": "„Ślub” – śnieg", "B2": "ćma"},
        [(None, "encoding")],
    ),
    (
        "cp1250 one word",
        (SHORT + "ósmy,kot\n").encode("cp1250"),
        "plik.csv",
        {"A2": "ósmy", "B2": "kot"},
        [(None, "encoding")],
    ),
    (
        "cp1250 euro",
        (SHORT + "5 €,kot\n").encode("cp1250"),
        "plik.csv",
        {"A2": "5 €", "B2": "kot"},
        [(None, "encoding")],
    ),
    (
        "cp852",
        (SHORT + "Zażółć gęślą jaźń,kot\n").encode("cp852"),
        "plik.csv",
        {"A2": "Zażółć gęślą jaźń", "B2": "kot"},
        [(None, "encoding"), (None, "encoding-unsure")],
    ),
    (
        "maccr",
        (SHORT + "Zażółć gęślą jaźń,kot\n").replace("\n", "\r").encode("mac_latin2"),
        "plik.csv",
        {"A2": "Zażółć gęślą jaźń", "B2": "kot"},
        [(None, "encoding"), (None, "encoding-unsure")],
    ),
    (
        "latin1",
        (SHORT + "café naïve,kot\n").encode("latin-1"),
        "plik.csv",
        {"A2": "café naďve", "B2": "kot"},
        [(None, "encoding"), (None, "encoding-unsure")],
    ),
    (
        "1252 oe",
        (SHORT + "cœur élève,kot\n").encode("cp1252"),
        "plik.csv",
        {"A2": "cśur élčve", "B2": "kot"},
        [(None, "encoding"), (None, "encoding-unsure")],
    ),
    (
        "8859-16",
        (SHORT + "Zażółć gęślą jaźń,kot\n").encode("iso-8859-16"),
        "plik.csv",
        {"A2": "Zażółć gęślą jaźń", "B2": "kot"},
        [(None, "encoding"), (None, "encoding-unsure")],
    ),
    (
        "utf8+1250 row",
        (SHORT + "Zażółć,kot\n").encode() + "łąka,ćma\n".encode("cp1250") + ITEM.encode(),
        "plik.csv",
        {"A2": "Zażółć", "B2": "kot", "A4": "Ala ma kota.", "B4": "kot"},
        [(3, "encoding-broken")],
    ),
    (
        "mostly 1250, utf8 row",
        (SHORT + "Zażółć,kot\nżaba,żuk\nświnia,świt\n").encode("cp1250") + "łąka,ćma\n".encode(),
        "plik.csv",
        {
            "A2": "Zażółć",
            "B2": "kot",
            "A3": "żaba",
            "B3": "żuk",
            "A4": "świnia",
            "B4": "świt",
            "A5": "Ĺ‚Ä…ka",
            "B5": "Ä‡ma",
        },
        [(None, "encoding"), (None, "encoding-unsure"), ("A5", "mojibake"), ("B5", "mojibake")],
    ),
    ("trunc utf8", (SHORT + "Zażółć,kotą").encode()[:-1], "plik.csv", {}, [(2, "encoding-broken")]),
    (
        "cesu",
        SHORT.encode() + b"\xed\xa0\xbd\xed\xb8\x80,g\n" + ITEM.encode(),
        "plik.csv",
        {"A2": "í\xa0˝í¸€", "B2": "g", "A3": "Ala ma kota.", "B3": "kot"},
        [(None, "encoding"), (None, "encoding-unsure"), ("A2", "nbsp")],
    ),
    (
        "overlong",
        SHORT.encode() + b"\xc0\x80,g\n" + ITEM.encode(),
        "plik.csv",
        {"A2": "Ą€", "B2": "g", "A3": "Ala ma kota.", "B3": "kot"},
        [(None, "encoding"), (None, "encoding-unsure")],
    ),
    (
        "mojibake double",
        SHORT + "Zaå¼Ã³Å‚Ä‡,kot\n",
        "plik.csv",
        {"A2": "Zaå¼Ã³Å‚Ä‡", "B2": "kot"},
        [("A2", "mojibake")],
    ),
]


@pytest.mark.parametrize(
    ("data", "name", "texts", "codes"), [row[1:] for row in ENCODINGS], ids=[row[0] for row in ENCODINGS]
)
def test_encodings(data: bytes | str, name: str, texts: Texts, codes: Codes) -> None:
    assert outcome(data, name) == (texts, codes)


LOOKS: list[tuple[str, bytes | str, str, Texts, Codes]] = [
    (
        "looks1",
        LONG + "p,01.05.2026,2026-05-01,maj.26,5-maj,1.05,3-4,12:30,x\n",
        "plik.csv",
        {
            "A2": "p",
            "B2": "01.05.2026",
            "C2": "2026-05-01",
            "D2": "maj.26",
            "E2": "5-maj",
            "F2": "1.05",
            "G2": "3-4",
            "H2": "12:30",
            "I2": "x",
        },
        [("B2", "suspect-date"), ("C2", "suspect-date"), ("D2", "suspect-date"), ("E2", "suspect-date")],
    ),
    (
        "looks2",
        LONG + 'p,1E+05,"1,2E+15",1.23E+11,1E5,TRUE,FALSE,FAŁSZ,x\n',
        "plik.csv",
        {
            "A2": "p",
            "B2": "1E+05",
            "C2": "1,2E+15",
            "D2": "1.23E+11",
            "E2": "1E5",
            "F2": "TRUE",
            "G2": "FALSE",
            "H2": "FAŁSZ",
            "I2": "x",
        },
        [
            ("B2", "suspect-scientific"),
            ("C2", "suspect-scientific"),
            ("D2", "suspect-scientific"),
            ("F2", "suspect-boolean"),
            ("G2", "suspect-boolean"),
        ],
    ),
    (
        "looks3",
        LONG + "p,#N/D!,#ADR!,#DZIEL/0!,#ARG!,#LICZBA!,###,Err:502\n",
        "plik.csv",
        {
            "A2": "p",
            "B2": "#N/D!",
            "C2": "#ADR!",
            "D2": "#DZIEL/0!",
            "E2": "#ARG!",
            "F2": "#LICZBA!",
            "G2": "###",
            "H2": "Err:502",
        },
        [
            ("B2", "suspect-error"),
            ("C2", "suspect-error"),
            ("D2", "suspect-error"),
            ("E2", "suspect-error"),
            ("F2", "suspect-error"),
            ("G2", "suspect-hashes"),
        ],
    ),
    (
        "looks4",
        LONG + "p,#REF!,#VALUE!,#DIV/0!,#NUM!,#NULL!,#NAME?,#N/A\n",
        "plik.csv",
        {
            "A2": "p",
            "B2": "#REF!",
            "C2": "#VALUE!",
            "D2": "#DIV/0!",
            "E2": "#NUM!",
            "F2": "#NULL!",
            "G2": "#NAME?",
            "H2": "#N/A",
        },
        [
            ("B2", "suspect-error"),
            ("C2", "suspect-error"),
            ("D2", "suspect-error"),
            ("E2", "suspect-error"),
            ("F2", "suspect-error"),
            ("G2", "suspect-error"),
        ],
    ),
    (
        "looks5",
        LONG + 'p,"=""007""","=HYPERLINK(""a"",""b"")",=1+1,+48,-5,@x,x\n',
        "plik.csv",
        {
            "A2": "p",
            "B2": '="007"',
            "C2": '=HYPERLINK("a","b")',
            "D2": "=1+1",
            "E2": "+48",
            "F2": "-5",
            "G2": "@x",
            "H2": "x",
        },
        [("B2", "excel-formula-text")],
    ),
    (
        "looks6",
        LONG + "p,'007,'=1,'a,''a,\t=1,’007,x\n",
        "plik.csv",
        {"A2": "p", "B2": "'007", "C2": "'=1", "D2": "'a", "E2": "''a", "F2": "\t=1", "G2": "’007", "H2": "x"},
        [("B2", "apostrophe-prefix"), ("C2", "apostrophe-prefix"), ("F2", "edge-space")],
    ),
    (
        "looks7",
        LONG + "p,2026-05-01 00:00:00,12:30:00,0:30,May-26,1-May,26-maj,x\n",
        "plik.csv",
        {
            "A2": "p",
            "B2": "2026-05-01 00:00:00",
            "C2": "12:30:00",
            "D2": "0:30",
            "E2": "May-26",
            "F2": "1-May",
            "G2": "26-maj",
            "H2": "x",
        },
        [
            ("B2", "suspect-date"),
            ("C2", "suspect-date"),
            ("E2", "suspect-date"),
            ("F2", "suspect-date"),
            ("G2", "suspect-date"),
        ],
    ),
    (
        "looks8",
        LONG + "p,01/05/2026,1/5/26,5/1/2026,01.05.26,1.5.26,1 maja 2026,x\n",
        "plik.csv",
        {
            "A2": "p",
            "B2": "01/05/2026",
            "C2": "1/5/26",
            "D2": "5/1/2026",
            "E2": "01.05.26",
            "F2": "1.5.26",
            "G2": "1 maja 2026",
            "H2": "x",
        },
        [("B2", "suspect-date"), ("D2", "suspect-date"), ("E2", "suspect-date")],
    ),
    (
        "looks9",
        LONG + 'p,"1 234,50 zł",5%,"0,5",1/2,prawda,Prawda,fałsz,x\n',
        "plik.csv",
        {
            "A2": "p",
            "B2": "1 234,50 zł",
            "C2": "5%",
            "D2": "0,5",
            "E2": "1/2",
            "F2": "prawda",
            "G2": "Prawda",
            "H2": "fałsz",
            "I2": "x",
        },
        [],
    ),
    (
        "question marks for letters",
        SHORT + "ma?z i ?ona,?ó?w\nCo to jest?,nie\n",
        "plik.csv",
        {"A2": "ma?z i ?ona", "B2": "?ó?w", "A3": "Co to jest?", "B3": "nie"},
        [("A2", "suspect-question-marks"), ("B2", "suspect-question-marks")],
    ),
    (
        "true question marks",
        SHORT + "Co?,nie\nhttp://a.b/?q=1,x\nKto?Gdzie?,x\nnaprawdę?!,x\n",
        "plik.csv",
        {
            "A2": "Co?",
            "B2": "nie",
            "A3": "http://a.b/?q=1",
            "B3": "x",
            "A4": "Kto?Gdzie?",
            "B4": "x",
            "A5": "naprawdę?!",
            "B5": "x",
        },
        [("A4", "suspect-question-marks")],
    ),
    (
        "u2028",
        SHORT + "a\u2028b\x85c\x0bd\x0ce,g\n" + ITEM,
        "plik.csv",
        {"A2": "a\u2028b\x85c\x0bd\x0ce", "B2": "g", "A3": "Ala ma kota.", "B3": "kot"},
        [("A2", "control-char")],
    ),
    (
        "long",
        SHORT + "a" * 140000 + ",g\n" + ITEM,
        "plik.csv",
        {"A2": "a" * 140000, "B2": "g", "A3": "Ala ma kota.", "B3": "kot"},
        [("A2", "input-too-long"), ("A2", "over-cell-limit")],
    ),
    (
        "a full cell",
        SHORT + "a" * 32767 + ",g\n" + ITEM,
        "plik.csv",
        {"A2": "a" * 32767, "B2": "g", "A3": "Ala ma kota.", "B3": "kot"},
        [("A2", "at-cell-limit"), ("A2", "input-too-long")],
    ),
]


@pytest.mark.parametrize(("data", "name", "texts", "codes"), [row[1:] for row in LOOKS], ids=[row[0] for row in LOOKS])
def test_looks(data: bytes | str, name: str, texts: Texts, codes: Codes) -> None:
    assert outcome(data, name) == (texts, codes)
