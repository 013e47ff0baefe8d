"""Texts of .xlsx read to the character: every row is a raw cell or string, what it reads as, and what is said of it."""

from __future__ import annotations

import io
import re

import pytest
import xlsxwriter
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from rawxlsx import build, codes, first, kinds, read, shared, styles, texts

from sheet_tools.findings import Unreadable

PRESERVE = ' xml:space="preserve"'
SMILE = "\U0001f600"
LIMIT = 32_767


def t(text: str, preserve: bool = True) -> str:
    return f"<t{PRESERVE if preserve else ''}>{text}</t>"


def run(text: str, properties: str = "", preserve: bool = False) -> str:
    return f"<r>{f'<rPr>{properties}</rPr>' if properties else ''}{t(text, preserve)}</r>"


# The inside of <si> or <is>; the text; the codes.
STRINGS: list[tuple[str, str, str, list[str]]] = [
    ("plain", t("kot", False), "kot", []),
    ("xml entities", t("1 &lt; 2 &amp;amp; &quot;tak&quot; &#261;&#x1F600;"), f'1 < 2 &amp; "tak" ą{SMILE}', []),
    ("comment inside", "<t>przed<!-- x -->po</t>", "przedpo", []),
    ("cdata", "<t><![CDATA[<b>&amp;]]></t>", "<b>&amp;", []),
    ("processing instruction inside", "<t>a<?x y?>b</t>", "ab", []),
    ("NBSP and narrow NBSP at the ends", t("\u00a010\u202f000\u00a0", False), "\u00a010\u202f000\u00a0", []),
    ("line separator, soft hyphen, NFD", t("a\u2028b\u00adc ma\u0328z"), "a\u2028b\u00adc ma\u0328z", []),
    ("raw CR LF is LF", t("a\r\nb"), "a\nb", []),
    ("raw CR is LF", t("a\rb"), "a\nb", []),
    ("CR as a reference", t("a&#13;b"), "a\rb", []),
    ("CR as an escape, then LF", t("a_x000D_\nb"), "a\r\nb", []),
    ("tab as an escape", t("a_x0009_b"), "a\tb", []),
    ("vertical tab", t("a_x000B_b"), "a\x0bb", []),
    ("NUL", t("a_x0000_b"), "a\0b", []),
    ("lower case hex", t("a_x000d_b_x00e9_"), "a\rbé", []),
    ("no escape with a capital X", t("a_X000D_b"), "a_X000D_b", []),
    ("no escape with three digits", t("a_x00D_b"), "a_x00D_b", []),
    ("no escape without an end", t("a_x000Db"), "a_x000Db", []),
    ("no escape of other digits", t("a_x００0D_b"), "a_x００0D_b", []),
    ("guarded escape", t("_x005F_x000D_"), "_x000D_", []),
    ("guard in lower case", t("_x005f_x000D_"), "_x000D_", []),
    ("decoded once", t("_x005F_x005F_x005F_x000D_"), "_x005F_x000D_", []),
    ("from left to right", t("_x005F_x005F_x000D_"), "_x005F\r", []),
    ("a guard that guards nothing", t("max_x005F_test"), "max_test", []),
    ("an underscore before", t("__x0041_"), "_A", []),
    ("overlapping escapes", t("_x0041_x0042_"), "Ax0042_", []),
    ("noncharacter", t("x_xFFFE_y"), "x\ufffey", []),
    ("escape of a blank at the end", t("a_x0020_", False), "a ", []),
    ("surrogate pair", t("_xD83D__xDE00_"), SMILE, ["surrogate-escape"]),
    ("surrogate pair over two runs", run("_xD83D_") + run("_xDE00_"), SMILE, ["surrogate-escape"]),
    ("runs joined", run("To ") + run("jest", "<b/>"), "To jest", ["formatting-lost", "whitespace-ambiguous"]),
    ("runs joined, preserved", run("To ", "", True) + run("jest", "<b/>"), "To jest", ["formatting-lost"]),
    ("text before runs", t("a", False) + run("b"), "ab", []),
    ("phonetic runs left out", '<t>猫</t><rPh sb="0" eb="1"><t>ねこ</t></rPh><phoneticPr fontId="1"/>', "猫", []),
    ("phonetic runs between", run("東") + '<rPh sb="0" eb="1"><t>とう</t></rPh>' + run("京"), "東京", []),
    ("blanks, not preserved", t("  wcięte ", False), "  wcięte ", ["whitespace-ambiguous"]),
    ("a blank at the end", t("a ", False), "a ", ["whitespace-ambiguous"]),
    ("a line end at the end", t("a\n", False), "a\n", ["whitespace-ambiguous"]),
    ("blanks alone, not preserved", t("   ", False), "   ", ["whitespace-ambiguous"]),
    ("blanks alone, preserved", t("   "), "   ", []),
    ("blanks preserved", t("  a  b "), "  a  b ", []),
    ("blanks inside", t("a  b\nc", False), "a  b\nc", []),
    ("xml:space default", '<t xml:space="default">a </t>', "a ", ["whitespace-ambiguous"]),
    ("a foreign element in a string", '<x xmlns="urn:x"><y>z</y></x><t>a</t>', "a", []),
    ("a foreign t", '<t xmlns="urn:x">z</t><t>a</t>', "a", []),
    ("struck run", run("kot", "<strike/>") + run("kocur"), "kotkocur", ["strikethrough"]),
    ("struck run, val=1", run("kot", '<strike val="1"/>'), "kot", ["strikethrough"]),
    ("not struck, val=0", run("kot", '<strike val="0"/>'), "kot", []),
    ("not struck, val=false", run("kot", '<strike val="false"/>'), "kot", []),
    ("struck blanks are not seen", run(" ", "<strike/>", True) + run("kot"), " kot", []),
    ("at the limit", t("Ź" * LIMIT), "Ź" * LIMIT, ["at-cell-limit"]),
    ("below the limit", t("Ź" * (LIMIT - 1)), "Ź" * (LIMIT - 1), []),
    ("over the limit", t("a" * 40_000), "a" * 40_000, ["over-cell-limit"]),
    ("limit in UTF-16", t(SMILE * 16_383 + "a"), SMILE * 16_383 + "a", ["at-cell-limit"]),
    ("looks like a number", t("007"), "007", []),
    ("looks like a formula", t("=1+1"), "=1+1", []),
    ("looks like an error", t("#N/A"), "#N/A", []),
    ("words that libraries lose", t("null"), "null", []),
]


@pytest.mark.parametrize(("inside", "text", "said"), [row[1:] for row in STRINGS], ids=[row[0] for row in STRINGS])
@pytest.mark.parametrize("storage", ["shared", "inline"])
def test_strings(inside: str, text: str, said: list[str], storage: str) -> None:
    if storage == "shared":
        sheet = first(build('<row r="2"><c r="B2" t="s"><v>1</v></c></row>', strings=shared("<t>x</t>", inside)))
    else:
        sheet = first(build(f'<row r="2"><c r="B2" t="inlineStr"><is>{inside}</is></c></row>'))
    assert texts(sheet) == {"B2": text}
    assert kinds(sheet) == {"B2": "text"}
    assert codes(sheet) == [("B2", code) for code in said]


LONE = [t("_xD83D_"), t("a_xDE00_b"), t("_xDE00__xD83D_"), run("_xD83D_") + run("x") + run("_xDE00_")]


@pytest.mark.parametrize("inside", LONE)
def test_half_a_character_is_an_error_and_no_text(inside: str) -> None:
    sheet = first(build('<row r="2"><c r="B2" t="s"><v>0</v></c></row>', strings=shared(inside)))
    assert texts(sheet) == {}
    assert codes(sheet) == [("B2", "lone-surrogate")]


# The <c> of B2, with strings "zero" and ""; address → text; codes.
CELLS: list[tuple[str, str, dict[str, str], list[str]]] = [
    ("shared", '<c r="B2" t="s"><v>0</v></c>', {"B2": "zero"}, []),
    ("index with blanks", '<c r="B2" t="s"><v> 0\n</v></c>', {"B2": "zero"}, []),
    ("index with zeros", '<c r="B2" t="s"><v>000</v></c>', {"B2": "zero"}, []),
    ("empty string", '<c r="B2" t="s"><v>1</v></c>', {}, []),
    ("index too high", '<c r="B2" t="s"><v>2</v></c>', {}, ["corrupt-string-index"]),
    ("index negative", '<c r="B2" t="s"><v>-1</v></c>', {}, ["corrupt-string-index"]),
    ("index of other digits", '<c r="B2" t="s"><v>٠</v></c>', {}, ["corrupt-string-index"]),
    ("index with underscore", '<c r="B2" t="s"><v>0_0</v></c>', {}, ["corrupt-string-index"]),
    ("index no number", '<c r="B2" t="s"><v>zero</v></c>', {}, ["corrupt-string-index"]),
    ("index empty", '<c r="B2" t="s"><v></v></c>', {}, []),
    ("no value at all", '<c r="B2" t="s"/>', {}, []),
    ("inline with a value before", '<c r="B2" t="inlineStr"><v>0</v><is><t>tekst</t></is></c>', {"B2": "tekst"}, []),
    ("inline with a value after", '<c r="B2" t="inlineStr"><is><t>tekst</t></is><v>0</v></c>', {"B2": "tekst"}, []),
    ("inline without its type", '<c r="B2"><is><t>tekst</t></is></c>', {"B2": "tekst"}, []),
    ("inline by value alone", '<c r="B2" t="inlineStr"><v>tekst</v></c>', {"B2": "tekst"}, []),
    ("inline empty", '<c r="B2" t="inlineStr"><is><t/></is></c>', {}, []),
    ("inline without t", '<c r="B2" t="inlineStr"><is/></c>', {}, []),
    ("str without formula", f'<c r="B2" t="str"><v{PRESERVE}> a </v></c>', {"B2": " a "}, []),
    ("str in a pretty printed file", '<c r="B2" t="str">\n <v>a</v>\n </c>', {"B2": "a"}, []),
    ("str with escapes", '<c r="B2" t="str"><v>raz_x000D_</v></c>', {"B2": "raz\r"}, []),
    ("str with a surrogate pair", '<c r="B2" t="str"><v>_xD83D__xDE00_</v></c>', {"B2": SMILE}, ["surrogate-escape"]),
    ("str with half a character", '<c r="B2" t="str"><v>_xD83D_</v></c>', {}, ["lone-surrogate"]),
    ("str with a comment", '<c r="B2" t="str"><v>a<!-- x -->b</v></c>', {"B2": "ab"}, []),
    ("twice", '<c r="B2" t="s"><v>0</v></c><c r="B2" t="str"><v>x</v></c>', {}, ["duplicate-cell"]),
    (
        "three times",
        '<c r="B2"><v>1</v></c><c r="B2"><v>2</v></c><c r="B2" t="s"><v>0</v></c>',
        {},
        ["duplicate-cell"],
    ),
    ("once, and once empty", '<c r="B2"/><c r="B2" t="s"><v>0</v></c><c r="B2" s="1"/>', {"B2": "zero"}, []),
]


@pytest.mark.parametrize(("cell", "expected", "said"), [row[1:] for row in CELLS], ids=[row[0] for row in CELLS])
def test_text_cells(cell: str, expected: dict[str, str], said: list[str]) -> None:
    sheet = first(build(f'<row r="2">{cell}</row>', strings=shared("<t>zero</t>", "<t/>")))
    assert texts(sheet) == expected
    assert codes(sheet) == [("B2", code) for code in said]


def test_an_empty_string_does_not_shift_the_rest() -> None:
    rows = "".join(f'<c r="{c}1" t="s"><v>{i}</v></c>' for i, c in enumerate("ABCD"))
    strings = shared("<t>a</t>", "", "<t/>", "<r><t>d</t></r>")
    assert texts(first(build(f'<row r="1">{rows}</row>', strings=strings))) == {"A1": "a", "D1": "d"}


def test_strings_without_their_part() -> None:
    """Their texts are nowhere: the file is refused, and the part named."""
    with pytest.raises(Unreadable) as refusal:
        read(build('<row r="1"><c r="A1" t="s"><v>0</v></c></row>'))
    assert refusal.value.finding.code == "corrupt-file"
    assert "brakuje w nim części „xl/sharedstrings.xml”" in str(refusal.value.finding.values["why_pl"]).lower()


@pytest.mark.parametrize("cell", ['<c r="A1" t="s"><v/></c>', '<c r="A1" t="s"/>', '<c r="A1" t="str"><v>a</v></c>'])
def test_strings_that_nothing_refers_to_may_be_missing(cell: str) -> None:
    assert codes(first(build(f'<row r="1">{cell}</row>'))) == []


STYLED = [
    ("hidden by its format", ";;;", False, ["displayed-differently"]),
    ("decorated", '@" zł"', False, ["displayed-differently"]),
    ("only numbers hidden", ";;", False, []),
    ("text format", "@", False, []),
    ("date format", "yyyy-mm-dd", False, []),
    ("accounting", '_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-', False, []),
    ("struck out", "General", True, ["strikethrough"]),
    ("struck out and hidden", ";;;", True, ["displayed-differently", "strikethrough"]),
]


@pytest.mark.parametrize(("code", "struck", "said"), [row[1:] for row in STYLED], ids=[row[0] for row in STYLED])
def test_styles_of_text(code: str, struck: bool, said: list[str]) -> None:
    style = styles([code], struck=[1] if struck else [])
    data = build('<row r="1"><c r="A1" s="1" t="s"><v>0</v></c></row>', strings=shared("<t>kot</t>"), styles=style)
    sheet = first(data)
    assert texts(sheet) == {"A1": "kot"}
    assert codes(sheet) == [("A1", code) for code in said]


def test_a_run_with_its_own_font_is_not_struck_by_the_style() -> None:
    inside = run("kot", '<sz val="9"/>') + run("kocur")
    sheet = first(
        build(
            '<row r="1"><c r="A1" s="1" t="s"><v>0</v></c></row>',
            strings=shared(inside),
            styles=styles(["0"], struck=[1]),
        )
    )
    assert [dict(f.values) for f in sheet.findings] == [{"struck": "kocur", "text": "kotkocur"}]


def test_xml_space_is_inherited() -> None:
    strings = shared("<t> a </t>").replace("<sst", f"<sst{PRESERVE}")
    assert codes(first(build('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', strings=strings))) == []


def escaped(text: str) -> str:
    """As Excel writes it: what XML cannot carry, and what looks like an escape, is escaped."""
    out = []
    for at, letter in enumerate(text):
        looks = letter == "_" and text[at + 1 : at + 2] == "x"
        plain = letter in "\t\n" or (" " <= letter <= "\ufffd" or letter > "\uffff")
        out.append(f"_x{ord(letter):04X}_" if looks or not plain else letter)
    return "".join(out).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


TEXT = st.text(min_size=1, max_size=60) | st.text(st.sampled_from("_x0005FdD \r\n\tAaą😀"), min_size=1, max_size=40)


@given(st.lists(TEXT, min_size=1, max_size=8), st.sampled_from(["shared", "inline", "str"]))
def test_any_text_reads_back(written: list[str], storage: str) -> None:
    cells = []
    for number, text in enumerate(written, start=1):
        cell = {
            "shared": f't="s"><v>{number - 1}</v>',
            "inline": f't="inlineStr"><is>{t(escaped(text))}</is>',
            "str": f't="str"><v>{escaped(text)}</v>',
        }[storage]
        cells.append(f'<row r="{number}"><c r="A{number}" {cell}</c></row>')
    sheet = first(build("".join(cells), strings=shared(*(t(escaped(text)) for text in written))))
    assert [sheet.rows[n][1].text for n in range(1, len(written) + 1)] == written
    assert {code for _, code in codes(sheet)} <= {"at-cell-limit"}


@settings(max_examples=30)
@given(st.lists(TEXT, min_size=1, max_size=8))
def test_any_text_that_xlsxwriter_writes_reads_back(written: list[str]) -> None:
    # Two escapes that share an underscore are written by XlsxWriter in a way that means something else.
    assume(not any(re.search("_x[0-9A-Fa-f]{4}_x[0-9A-Fa-f]{4}_", text) for text in written))
    buffer = io.BytesIO()
    with xlsxwriter.Workbook(buffer, {"in_memory": True}) as book:
        page = book.add_worksheet()
        for number, text in enumerate(written):
            page.write_string(number, 0, text)
    sheet = first(buffer.getvalue())
    assert [sheet.rows[n][1].text for n in range(1, len(written) + 1)] == written
