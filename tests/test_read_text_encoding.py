"""The encoding of delimited text: told by the bytes, or said to be unsure, with what each would read."""

from __future__ import annotations

import codecs

import pytest

from sheet_tools.findings import Unreadable
from sheet_tools.readers.delimited import read
from sheet_tools.readers.encoding import decode
from sheet_tools.readers.model import ReadOptions, Workbook
from sheet_tools.tasks import DEFAULT_TASK, TASKS

TASK = TASKS[DEFAULT_TASK]
PANGRAM = "Zażółć gęślą jaźń"
TEXT = f"input;gold\r\n{PANGRAM};kot\r\n„Ala” ma 5 § – i kota…;Łódź\r\n"


def workbook(data: bytes, **options: str) -> Workbook:
    return read(data, "plik.csv", TASK, ReadOptions(**options))


def codes(book: Workbook) -> list[tuple[str | int | None, str]]:
    return [(f.place.cell or f.place.row, f.code) for f in [*book.findings, *book.sheets[0].findings]]


# Python's codec, the BOM before it, the findings.
SURE = [
    ("utf-8", b"", []),
    ("utf-8", codecs.BOM_UTF8, []),
    ("utf-16-le", codecs.BOM_UTF16_LE, []),
    ("utf-16-be", codecs.BOM_UTF16_BE, []),
    ("utf-16-le", b"", []),
    ("utf-16-be", b"", []),
    ("utf-32-le", codecs.BOM_UTF32_LE, []),
    ("cp1250", b"", [(None, "encoding")]),
]


@pytest.mark.parametrize(("codec", "bom", "expected"), SURE)
def test_encoding_is_told_by_the_bytes(codec: str, bom: bytes, expected: list[tuple[None, str]]) -> None:
    book = workbook(bom + TEXT.encode(codec))
    assert book.sheets[0].rows[2][1].text == PANGRAM
    assert book.sheets[0].rows[3][1].text == "„Ala” ma 5 § – i kota…"
    assert codes(book) == expected
    assert book.choices == []


WORDS = [
    PANGRAM, "żółw", "kot świnia", "są", "ósmy", "ŚWINIA", "ŻÓŁW", "ŁÓDŹ", "Ćma", "źle", "ąę", "wąż", "Wąchock",
    "maść", "Kraków", "MĄŻ", "Źdźbło", "mięso; łódź", "ź", "ś, ć", "ĄĘŚĆ", "ŻYĆ", "Müller i są", "Dvořák śpiewał",
    "café",
]  # fmt: skip


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("codec", ["cp1250", "iso8859_2"])
def test_a_single_word_tells_cp1250_from_iso_8859_2(words: str, codec: str) -> None:
    decoded = decode(f"input;gold\r\n{words};kot\r\n".encode(codec))
    assert decoded.text == f"input;gold\r\n{words};kot\r\n"
    assert not decoded.unsure


@pytest.mark.parametrize(("codec", "name"), [("mac_latin2", "mac-centraleurope"), ("cp852", "cp852")])
def test_old_encodings_are_read_but_never_sure(codec: str, name: str) -> None:
    book = workbook(f"input;gold\r{PANGRAM};kot\r".encode(codec))
    assert book.sheets[0].rows[2][1].text == PANGRAM
    assert codes(book) == [(None, "encoding"), (None, "encoding-unsure")]
    assert book.findings[1].is_error
    (choice,) = book.choices
    assert (choice.name, choice.chosen) == ("encoding", name)
    assert dict(choice.options)[name].startswith(PANGRAM)
    assert PANGRAM in str(book.findings[1].values["readings"])


@pytest.mark.parametrize("words", ["GĘŚ", "PÓŹNO"])
def test_capitals_that_happen_to_be_utf_8(words: str) -> None:
    book = workbook(f"input;gold\n{words};kot\n".encode("cp1250"))
    assert book.sheets[0].rows[2][1].text == words
    assert (None, "encoding-unsure") in codes(book)


@pytest.mark.parametrize("text", ["[ʌ] i [ɡ]", "Ӏ", "日本", "ʌ", "„ʌ”", "🙂", "a\u0328", "é", "α"])
def test_utf_8_without_polish_letters_is_utf_8(text: str) -> None:
    book = workbook(f"input;gold\n{text};kot\n".encode())
    assert book.sheets[0].rows[2][1].text == text
    assert codes(book) == []


def test_the_author_chooses() -> None:
    data = f"input;gold\r{PANGRAM};kot\r".encode("mac_latin2")
    book = workbook(data, encoding="mac-centraleurope")
    assert book.sheets[0].rows[2][1].text == PANGRAM
    assert codes(book) == [(None, "encoding")]
    assert book.choices[0].chosen == "mac-centraleurope"
    assert workbook(data, encoding="cp852").sheets[0].rows[2][1].text != PANGRAM


def test_an_encoding_that_does_not_exist_is_a_wrong_call() -> None:
    for name in ("cp9999", "rot13", "zip", "idna", "\0", "../x"):
        with pytest.raises(Unreadable, match="no-such-option"):
            workbook(b"a;b", encoding=name)
    with pytest.raises(Unreadable, match="no-such-option"):
        workbook(b"a;b\\x", encoding="unicode_escape")


BROKEN = [
    (b"input;gold\r\n\xc5\xbc\xc3\xb3\xc5\x82w utf8;\xbf\xf3\xb3w\r\nAla;kot\r\n", 2, {3}),
    ("input;gold\nżółw;kot\n".encode() + b"p\xff;g\nAla;kot\n", 3, {2, 4}),
    ("input;gold\nżółw;kot\nAla;k\xb3\n".encode()[:-3] + b"\xc5", 3, {2}),
    ("input;gold\nżółw;kot\n".encode() + b'"a\n\xff";g\nAla;kot\n', 3, {2, 4}),
    ("\ufeffinput;gold\nżółw;kot\n".encode("utf-16-le") + b"a\x00;\x00\x00\xd8x\x00\n\x00b\x00;\x00c\x00", 3, {2, 4}),
    ("\ufeffinput;gold\nżółw;kot\n".encode("utf-16-le") + b"a\x00;\x00b", 3, {2}),
]


@pytest.mark.parametrize(("data", "broken", "kept"), BROKEN)
def test_broken_bytes_cost_their_row_alone(data: bytes, broken: int, kept: set[int]) -> None:
    book = workbook(data)
    assert codes(book) == [(broken, "encoding-broken")]
    assert set(book.sheets[0].rows) == kept | {1}


def test_broken_bytes_in_a_heading_leave_the_headings() -> None:
    book = workbook("input;gold;żółw".encode() + b"\xff\np;g\n")
    assert book.sheets[0].rows[2][1].text == "p"
    assert codes(book) == [(1, "encoding-broken")]


# No other bytes tell these from cp1250; each letter stands for a set that a note „read as cp1250” would have spoilt.
FAR = ["cp1257", "iso8859_13", "iso8859_16", "cp775", "cp852", "mac_latin2"]


@pytest.mark.parametrize("codec", FAR)
@pytest.mark.parametrize("words", [PANGRAM, PANGRAM.upper(), "mała żaba", "Wskaż błędną formę", "gęś, łódź, świnia"])
def test_polish_letters_at_other_bytes_are_asked_about(codec: str, words: str) -> None:
    data = f"input;gold\n{words}?;kot\n".encode(codec)
    book = workbook(data)
    asked = [finding for finding in book.findings if finding.code == "encoding-unsure"]
    if not asked:
        # The letters of these words stand at the same bytes.
        assert book.sheets[0].rows[2][1].text == f"{words}?"
        return
    assert asked[0].is_error
    options = book.choices[0].options
    shown = {name: preview for name, preview in options if all(word in preview for word in split(words))}
    assert any(preview in str(asked[0].values["readings"]) for preview in shown.values())
    assert workbook(data, encoding=next(iter(shown))).sheets[0].rows[2][1].text == f"{words}?"


def split(words: str) -> list[str]:
    return [word for word in words.replace(",", " ").split() if not word.isascii()]


@pytest.mark.parametrize("codec", ["cp1257", "iso8859_13"])
def test_no_word_of_the_baltic_encodings_is_read_for_sure(codec: str) -> None:
    for words in ("Zażółć", "mała", "żaba", "Wskaż błędną formę", "są", "źle i źle"):
        assert (None, "encoding-unsure") in codes(workbook(f"input;gold\n{words}?;kot\n".encode(codec))), words


@pytest.mark.parametrize(
    ("words", "codec", "offered"),
    [
        ("cœur élève", "cp1252", "cp1252"),
        ("À bientôt, garçon, déjà, très", "cp1252", "cp1252"),
        ("Прочитай слово", "cp1251", "cp1251"),
        # The program that saved the file had no Polish letters: what looks like one now is none.
        ("Przet?umacz wyraz „mañana”, po?niej „año”", "cp1252", "cp1252"),
        ("Wska? b??dn? form?: „mañana”", "cp1252", "cp1252"),
    ],
)
def test_letters_that_are_not_polish_are_asked_about(words: str, codec: str, offered: str) -> None:
    book = workbook(f"input;gold\n{words};kot\n".encode(codec))
    assert (None, "encoding-unsure") in codes(book)
    assert all(word in dict(book.choices[0].options)[offered] for word in split(words))


@pytest.mark.parametrize(
    "text",
    [
        "Przetłumacz słowo „příliš žluťoučký” na polski, zażółć gęślą",
        "Müller, Käse, Straße",
        "Gdzie mieszka Dvořák? Wskaż błędną formę.",
        "Jak się pisze: „Wież?owiec” czy „wieżowiec”?",
    ],
)
@pytest.mark.parametrize("codec", ["cp1250", "iso8859_2"])
def test_foreign_words_among_polish_ones_are_no_question(text: str, codec: str) -> None:
    if codec == "iso8859_2":
        text = text.replace("„", '""').replace("”", '""')
    data = f'input;gold\n"{text}";kot\n'.encode(codec)
    assert (None, "encoding-unsure") not in codes(workbook(data))
