"""Delimited text: bytes → cells and findings. Each row of the tables is a rule of the reader."""

from __future__ import annotations

import pytest

from sheet_tools.findings import Unreadable, catalogue
from sheet_tools.headings import names_text_fields
from sheet_tools.readers.delimited import read
from sheet_tools.readers.model import Program, ReadOptions, Workbook
from sheet_tools.tasks import DEFAULT_TASK, TASKS

TASK = TASKS[DEFAULT_TASK]
HEAD = "input;gold;alias1;alias2;alias3;alias4;alias5;cluster;notes"
COMMA = HEAD.replace(";", ",")


def workbook(data: bytes | str, **options: str) -> Workbook:
    raw = data.encode() if isinstance(data, str) else data
    return read(raw, "plik.csv", TASK, ReadOptions(**options))


def rows(data: bytes | str, **options: str) -> dict[int, list[str]]:
    """Row → its texts, up to the last that is filled; the headings are left out."""
    sheet = workbook(data, **options).sheets[0]
    table = {
        number: [cells[column].text if column in cells else "" for column in range(1, max(cells) + 1)]
        for number, cells in sheet.rows.items()
    }
    return {number: texts for number, texts in table.items() if not names_text_fields(texts, TASK)}


def found(data: bytes | str, **options: str) -> list[tuple[str | int | None, str, str]]:
    """(cell, or row, or None for the file; code; level) of every finding."""
    book = workbook(data, **options)
    findings = [*book.findings, *book.sheets[0].findings]
    return [(f.place.cell or f.place.row, f.code, f.level.value) for f in findings]


# What is read, and nothing to be said of it.
CLEAN = [
    pytest.param(f"{HEAD}\np;g\n", {2: ["p", "g"]}, id="semicolons"),
    pytest.param(f"{COMMA}\np,g\n", {2: ["p", "g"]}, id="commas"),
    pytest.param("input\tgold\np\tg\n", {2: ["p", "g"]}, id="tabs"),
    pytest.param("input|gold|alias1\nAla, ma; kota|kot|kicia\n", {2: ["Ala, ma; kota", "kot", "kicia"]}, id="bars"),
    pytest.param("gold;uwagi;INPUT\ng;n;p\n", {2: ["g", "n", "p"]}, id="headings in any order and case"),
    pytest.param("wejście;odpowiedź wzorcowa\np;g\n", {2: ["p", "g"]}, id="Polish headings"),
    pytest.param('"input";"gold"\n"p";"g"\n', {2: ["p", "g"]}, id="all in quotes"),
    pytest.param(f"{HEAD}\np;g", {2: ["p", "g"]}, id="no line end at the end"),
    pytest.param(f"{HEAD}\r\np;g\r\n", {2: ["p", "g"]}, id="CR LF"),
    pytest.param(f"{HEAD}\r\np;g\nq;h\r\n", {2: ["p", "g"], 3: ["q", "h"]}, id="LF and CR LF mixed"),
    pytest.param(f"{HEAD}\rp;g\rq;h\r", {2: ["p", "g"], 3: ["q", "h"]}, id="CR alone"),
    pytest.param(f'{HEAD}\r"a\nb";g\rq;h\r', {2: ["a\nb", "g"], 3: ["q", "h"]}, id="CR alone, LF in quotes"),
    pytest.param('input;gold\r"a\rb";g\rq;h', {2: ["a\rb", "g"], 3: ["q", "h"]}, id="CR alone, CR in quotes"),
    pytest.param('"input";gold\r"p";"g"\rq;h', {2: ["p", "g"], 3: ["q", "h"]}, id="CR alone, headings in quotes"),
    pytest.param(f"{HEAD}\r\r\np;g\r\r\nq;h\r\r\n", {3: ["p", "g"], 5: ["q", "h"]}, id="CR CR LF: blank rows between"),
    pytest.param(f'{HEAD}\n"a\nb";g\nq;h\n', {2: ["a\nb", "g"], 3: ["q", "h"]}, id="LF in quotes"),
    pytest.param(f'{HEAD}\r\n"a\r\nb";g\r\n', {2: ["a\r\nb", "g"]}, id="CR LF in quotes"),
    pytest.param(f'{HEAD}\n"a\rb";g\n', {2: ["a\rb", "g"]}, id="CR in quotes"),
    pytest.param(f'{HEAD}\n"a\n\n\nb\n";g\nq;h\n', {2: ["a\n\n\nb\n", "g"], 3: ["q", "h"]}, id="blank lines in quotes"),
    pytest.param(f'{HEAD}\n"a;b";"c""d"\n', {2: ["a;b", 'c"d']}, id="delimiter and doubled quote"),
    pytest.param(f'{HEAD}\n"""a""";""""\n', {2: ['"a"', '"']}, id="quotes at the ends"),
    pytest.param(f'{HEAD}\n"";"g"\n', {2: ["", "g"]}, id="an empty field in quotes"),
    pytest.param(f'{HEAD}\n"p";"g"', {2: ["p", "g"]}, id="closing quote ends the file"),
    pytest.param(f"{HEAD}\n  p ; g ;\ta1\t\n", {2: ["  p ", " g ", "\ta1\t"]}, id="blanks at the ends"),
    pytest.param(f'{COMMA}\n"  p ", g ,"a1 "\n', {2: ["  p ", " g ", "a1 "]}, id="blanks inside and outside quotes"),
    pytest.param(f"{HEAD}\n„p”;‚g’;«a»\n", {2: ["„p”", "‚g’", "«a»"]}, id="typographical quotes are text"),
    pytest.param(f"{HEAD}\na\\nb;c\\;d\n", {2: ["a\\nb", "c\\", "d"]}, id="backslashes are text"),
    pytest.param(f"{HEAD}\np;g;;;;;;;\n", {2: ["p", "g"]}, id="empty fields up to the last heading"),
    pytest.param("input;gold\np;g;;;;\n", {2: ["p", "g"]}, id="empty fields beyond the headings"),
    pytest.param(f"{HEAD}\np;g\nq\n;h\n", {2: ["p", "g"], 3: ["q"], 4: ["", "h"]}, id="short rows"),
    pytest.param(f"\r\n{HEAD}\r\np;g\r\n", {3: ["p", "g"]}, id="blank first line"),
    pytest.param(f"\n\n\n{HEAD}\n\np;g\n\n", {6: ["p", "g"]}, id="blank lines count"),
    pytest.param(f"Table 1\n{COMMA}\np,g\n", {1: ["Table 1"], 3: ["p", "g"]}, id="title above"),
    pytest.param(f"Tabela; wersja 2, ostatnia\n{COMMA}\np,g\n", {1: ["Tabela; wersja 2", " ostatnia"], 3: ["p", "g"]},
                 id="title with both delimiters"),
    pytest.param(f"sep=;\r\n{HEAD}\r\np;g\r\n", {3: ["p", "g"]}, id="sep= counts as a row"),
    pytest.param(f"SEP=,\n{COMMA}\np,g\n", {3: ["p", "g"]}, id="SEP="),
    pytest.param(f'"sep=;"\n{HEAD}\np;g\n', {3: ["p", "g"]}, id="sep= in quotes"),
    pytest.param("sep=\t\ninput\tgold\np;1\tg\n", {3: ["p;1", "g"]}, id="sep= and a tab"),
    pytest.param("sep=^\ninput^gold\np;1^g\n", {3: ["p;1", "g"]}, id="sep= and a sign of one's own"),
    pytest.param("a\u2028b\x85c\x0bd\x1ce\x0c;g\n".join([f"{HEAD}\n", ""]), {2: ["a\u2028b\x85c\x0bd\x1ce\x0c", "g"]},
                 id="no other character ends a line"),
    pytest.param(f"{HEAD}\np\xa0q;\u202fg\u200b\n", {2: ["p\xa0q", "\u202fg\u200b"]}, id="blanks beyond ASCII"),
    pytest.param(f"{HEAD}\nma\u0328z\u0307;👩‍👩‍👧\n", {2: ["ma\u0328z\u0307", "👩‍👩‍👧"]}, id="NFD and emoji"),
    pytest.param(f"{HEAD}\np1;007;1/2;3,5;1.05;NA;null\n", {2: ["p1", "007", "1/2", "3,5", "1.05", "NA", "null"]},
                 id="text that looks like values"),
    pytest.param(f"{HEAD}\np;1e5;None;nan;+48;inf;-nie\n", {2: ["p", "1e5", "None", "nan", "+48", "inf", "-nie"]},
                 id="more of them"),
    pytest.param(f"{HEAD}\nkto?;maj;dwa maja;30 maja;maj?\n", {2: ["kto?", "maj", "dwa maja", "30 maja", "maj?"]},
                 id="question marks and months that are plain text"),
    pytest.param(f"{COMMA}\np, g\nq,h\n", {2: ["p", " g"], 3: ["q", "h"]}, id="a blank, but no field too many"),
    pytest.param("input, gold, alias1\np, g, a\n", {2: ["p", " g", " a"]}, id="headings with blanks too"),
    pytest.param(f"{COMMA}\np, g, a\nq, h, b\n", {2: ["p", " g", " a"], 3: ["q", " h", " b"]}, id="blanks in all rows"),
    pytest.param(f'{COMMA}\n"Ala, Ola i Ula",kot\n', {2: ["Ala, Ola i Ula", "kot"]}, id="comma in quotes"),
    pytest.param(f"\ufeff{HEAD}\np;g\n", {2: ["p", "g"]}, id="UTF-8 with BOM"),
    pytest.param('\ufeff"input";"gold"\np;g\n', {2: ["p", "g"]}, id="BOM before a quote"),
    pytest.param(f"\ufeffsep=,\r\n{COMMA}\r\np,g\r\n", {3: ["p", "g"]}, id="BOM before sep="),
]  # fmt: skip


@pytest.mark.parametrize(("data", "expected"), CLEAN)
def test_read_without_a_finding(data: str, expected: dict[int, list[str]]) -> None:
    assert rows(data) == expected
    assert found(data) == []


# What is found; the last column is what can be read all the same.
FAULTY = [
    pytest.param(f'{HEAD}\n"niezamknięty;kot\nAla;kot\nOla;pies\n', [("A2", "unclosed-quote", "error")], {},
                 id="unclosed quote"),
    pytest.param(f'{HEAD}\np;g\nq;"h\nAla;kot\n', [("B3", "unclosed-quote", "error")], {2: ["p", "g"]},
                 id="unclosed further on"),
    pytest.param(f'{HEAD}\n"\np;g\n', [("A2", "unclosed-quote", "error")], {}, id="a lone quote"),
    pytest.param(f'{HEAD}\n"tak" powiedział;g\nAla;kot\n', [("A2", "bad-quoting", "error")], {3: ["Ala", "kot"]},
                 id="text after a closing quote"),
    pytest.param(f'{HEAD}\n"tak" ;g\nAla;kot\n', [("A2", "bad-quoting", "error")], {3: ["Ala", "kot"]},
                 id="a blank after a closing quote"),
    pytest.param(f'{HEAD}\n"a\nb"c;g\nAla;kot\n', [("A2", "bad-quoting", "error")], {3: ["Ala", "kot"]},
                 id="text after a quote that closes on the next line"),
    pytest.param(f'{COMMA}\n"Rzekł \\"tak\\", bo",kot\nAla,kot\n', [("A2", "bad-quoting", "error")],
                 {3: ["Ala", "kot"]}, id="backslash before a quote"),
    pytest.param(f'{COMMA}\np,"a" b,x\nAla,kot\n', [("B2", "bad-quoting", "error")], {3: ["Ala", "kot"]},
                 id="in the second field"),
    pytest.param(f'{COMMA}\nAla "ma, kota",kot\nAla,kot\n', [("A2", "bad-quoting", "error")], {3: ["Ala", "kot"]},
                 id="a pair of quotes around a delimiter inside a field"),
    pytest.param(f'{COMMA}\np, "g",x\nAla,kot\n', [("B2", "bad-quoting", "error")], {3: ["Ala", "kot"]},
                 id="a blank before an opening quote"),
    pytest.param(f'{HEAD}\nAla "ma" kota;g\n', [("A2", "bad-quoting", "warning")], {2: ['Ala "ma" kota', "g"]},
                 id="a pair of quotes inside a field reads alike everywhere"),
    pytest.param(f'{HEAD}\n5" dysk;g\nAla;kot\n', [("A2", "bad-quoting", "error")], {3: ["Ala", "kot"]},
                 id="a single quote inside a field"),
    pytest.param('input\tgold\n"Tak\tg\nAla\tkot\n', [("A2", "unclosed-quote", "error")], {}, id="TSV without quoting"),
    pytest.param(f"{HEAD}\nwers 1\rwers 2;kot\nAla;kot\n", [("A2", "stray-cr", "warning")],
                 {2: ["wers 1\rwers 2", "kot"], 3: ["Ala", "kot"]}, id="CR in an unquoted field"),
    pytest.param(f'{HEAD}\n"p";g\rh\n', [("B2", "stray-cr", "warning")], {2: ["p", "g\rh"]},
                 id="CR beside a quoted one"),
    pytest.param(f"{HEAD}\nala\0ma;kot\nAla;kot\n", [("A2", "nul-byte", "error")], {3: ["Ala", "kot"]}, id="NUL"),
    pytest.param(f"{HEAD}\np;g\r\n\x1a", [(None, "eof-mark", "note")], {2: ["p", "g"]}, id="Ctrl-Z at the end"),
    pytest.param(f"{HEAD}\np;g\x1a\x1a", [(None, "eof-mark", "note")], {2: ["p", "g"]},
                 id="Ctrl-Z after the last cell"),
    pytest.param("input;gold;notes\np;g;n;nadmiar;x\n", [("D2", "extra-fields", "error")],
                 {2: ["p", "g", "n", "nadmiar", "x"]}, id="too many fields"),
    pytest.param("input;gold\np;g;;x\n", [("D2", "extra-fields", "error")], {2: ["p", "g", "", "x"]},
                 id="too many, the first of them empty"),
    pytest.param(f"{COMMA}\nAla, Ola i Ula,kot\nAla,kot\n", [("A2", "maybe-unquoted-delimiter", "error")],
                 {3: ["Ala", "kot"]}, id="a comma of the sentence"),
    pytest.param(f"{HEAD}\nAla;Ola; i Ula;kot\nAla;kot\n", [("B2", "maybe-unquoted-delimiter", "error")],
                 {3: ["Ala", "kot"]}, id="a semicolon of the sentence"),
    pytest.param(f'{HEAD}\np;="007";"=""1/2"""\n',
                 [("B2", "excel-formula-text", "warning"), ("C2", "excel-formula-text", "warning")],
                 {2: ["p", '="007"', '="1/2"']}, id='="007"'),
    pytest.param(f"{HEAD}\n'=1+1;'-nie;'007;'tak'\n",
                 [(f"{c}2", "apostrophe-prefix", "warning") for c in "ABC"], {2: ["'=1+1", "'-nie", "'007", "'tak'"]},
                 id="apostrophes of an export"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "expected", "readable"), FAULTY)
def test_fault_is_named_and_the_rest_is_read(
    data: str, expected: list[tuple[str | None, str, str]], readable: dict[int, list[str]]
) -> None:
    assert found(data) == expected
    assert rows(data) == readable


LOOKS = [
    *[(text, "suspect-date") for text in (
        "01.maj", "1-maj", "maj 26", "maj-26", "1-V", "01.05.2026", "05/01/2026", "2026-05-01", "2026-05-01 00:00:00",
        "12:30:00", "01-May", "May-26",
    )],
    *[(text, "suspect-scientific") for text in ("1,23457E+11", "1.00E+05", "1.23456789012346E+018", "1E-05")],
    *[(text, "suspect-boolean") for text in ("PRAWDA", "FAŁSZ", "TRUE", "FALSE")],
    *[(text, "suspect-error") for text in (
        "#NAZWA?", "#N/D!", "#N/A", "#ADR!", "#ARG!", "#DZIEL/0!", "#LICZBA!", "#ZERO!", "#REF!", "#VALUE!", "#NAME?",
        "#NUM!", "#DIV/0!", "Err:502", "Błąd:508",
    )],
    *[(text, "suspect-hashes") for text in ("###", "########", "#" * 255)],
    *[(text, None) for text in (
        "1.05", "1/2", "3,5", "1e5", "1E5", "12:30", "007", "prawda", "#", "##", "#tag", "'tak'", "=1+1", "+48", "maj",
        "maj 2026 r.", "Err", "E+11", "lis i kura", "True", "-", "=", "'",
    )],
]  # fmt: skip


@pytest.mark.parametrize(("text", "code"), LOOKS)
def test_look_of_a_value(text: str, code: str | None) -> None:
    expected = [("B2", code, "warning")] if code else []
    assert found(f"{HEAD}\np;{text}\n") == expected
    assert rows(f"{HEAD}\np;{text}\n") == {2: ["p", text]}


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("g??l? ja??", True),
        ("ma?z", True), ("emoji ??????? ? i NFD ma?z?", True), ("?ółw", True), ("kto?", False), ("kto? co?", False),
        ("???", False), ("Co?!", False), ("http://a.pl/?q=1", False), ("http://a.pl/x?q=1", False), ("a ? b", False),
    ],
)  # fmt: skip
def test_question_marks_for_letters(text: str, lost: bool) -> None:
    assert found(f"{HEAD}\n{text};g\n") == ([("A2", "suspect-question-marks", "warning")] if lost else [])


def test_long_field() -> None:
    text = "długi " * 30_000
    data = f'{HEAD}\n"{text}";g\nAla;kot\n'
    assert rows(data) == {2: [text, "g"], 3: ["Ala", "kot"]}


def test_headings_that_are_nearly_right_tell_the_delimiter_too() -> None:
    book = workbook('imput;gold,\np;g,;h\nq;"r"s\n')
    assert book.sheets[0].rows[2][2].text == "g,"
    assert [(f.code, f.place.cell) for f in book.sheets[0].findings] == [("extra-fields", "C2"), ("bad-quoting", "B3")]


def test_faults_of_a_file_without_headings_concern_the_file() -> None:
    book = workbook('p;g\nq;"r"s\nt;PRAWDA\n')
    assert [(f.code, f.place.cell) for f in book.findings] == [("bad-quoting", "B2")]
    assert [(f.code, f.place.cell) for f in book.sheets[0].findings] == [("suspect-boolean", "B3")]


def test_over_the_limit_of_a_cell() -> None:
    assert found(f'{HEAD}\n"{"a" * 32_766}";g\n') == []
    assert found(f'{HEAD}\n"{"a" * 32_767}";g\n') == [("A2", "at-cell-limit", "warning")]
    assert found(f'{HEAD}\n"{"😀" * 16_384}";g\n') == [("A2", "over-cell-limit", "warning")]
    assert found(f'{HEAD}\n"{"a" * 32_768}";g\n') == [("A2", "over-cell-limit", "warning")]


def test_program_is_known_only_where_the_file_tells() -> None:
    assert workbook(f"sep=;\n{HEAD}\np;g\n").program is Program.EXCEL
    assert workbook("\ufeffinput\tgold\np\tg\r\n".encode("utf-16-le")).program is Program.ANY
    assert workbook(f"{HEAD}\np;g\n").program is Program.ANY


def test_delimiter_that_the_headings_do_not_tell() -> None:
    book = workbook("a;b,c\n1;2,3\n")
    assert [choice.name for choice in book.choices] == ["delimiter"]
    assert {value for value, _ in book.choices[0].options} == {";", ","}
    assert rows("a;b,c\n1;2,3\n", delimiter=";")[2] == ["1", "2,3"]
    assert rows("a;b,c\n1;2,3\n", delimiter=",")[2] == ["1;2", "3"]
    assert rows("a\tb\n1\t2\n", delimiter="tab")[2] == ["1", "2"]


@pytest.mark.parametrize("delimiter", ["", '"', "\n", ";;"])
def test_wrong_delimiter_is_a_wrong_call(delimiter: str) -> None:
    if delimiter:
        with pytest.raises(Unreadable, match="no-such-option"):
            workbook("a;b\n", delimiter=delimiter)
    else:
        assert workbook("a;b\n", delimiter=delimiter).sheets


@pytest.mark.parametrize("data", ["", "\n", "\n\n\n", '"', ";", ";;;\n;;;", " ", "\ufeff", "sep=;", "\x1a", "\0"])
def test_text_of_nothing_gives_a_sheet(data: str) -> None:
    assert len(workbook(data).sheets) == 1


def test_sheet_is_named_after_the_file() -> None:
    assert read(b"input;gold\n", "zbiór 1.v2.csv", TASK, ReadOptions()).sheets[0].name == "zbiór 1.v2"


def test_every_code_stands_in_the_catalogue() -> None:
    import tomllib
    from importlib.resources import files

    words = tomllib.loads(files("sheet_tools").joinpath("catalogue", "text.toml").read_text(encoding="utf-8"))
    assert set(words) <= set(catalogue())
