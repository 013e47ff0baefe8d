"""Neighbours of what goes wrong in the cells of an .ods: values, formulas, white space, fields."""

from __future__ import annotations

import pytest
from neighbours import NAMES, Codes, Texts, document, outcome
from rawods import cell, row, texts

HEAD = texts(*NAMES)
STRING = 'office:value-type="string"'
INPUT, GOLD, EMPTY = cell("<text:p>p</text:p>"), cell("<text:p>g</text:p>"), cell(attributes="")
ODS: list[tuple[str, bytes, Texts, Codes]] = [
    (
        "date",
        document(
            HEAD,
            row(INPUT, cell("<text:p>01.05.2026</text:p>", 'office:value-type="date" office:date-value="2026-05-01"')),
        ),
        {"A2": "p", "B2": "01.05.2026"},
        [("B2", "date-cell")],
    ),
    (
        "date noP",
        document(HEAD, row(INPUT, cell("", 'office:value-type="date" office:date-value="2026-05-01T12:30:00"'))),
        {"A2": "p", "B2": "01.05.2026 12:30:00"},
        [("B2", "date-cell")],
    ),
    (
        "time",
        document(
            HEAD, row(INPUT, cell("<text:p>12:30</text:p>", 'office:value-type="time" office:time-value="PT12H30M00S"'))
        ),
        {"A2": "p", "B2": "12:30"},
        [("B2", "date-cell")],
    ),
    (
        "time long",
        document(
            HEAD,
            row(INPUT, cell("<text:p>25:30:00</text:p>", 'office:value-type="time" office:time-value="PT25H30M00S"')),
        ),
        {"A2": "p", "B2": "25:30:00"},
        [("B2", "date-cell")],
    ),
    (
        "float 007",
        document(HEAD, row(INPUT, cell("<text:p>007</text:p>", 'office:value-type="float" office:value="7"'))),
        {"A2": "p", "B2": "007"},
        [("B2", "number-cell")],
    ),
    (
        "float cluster 1.0",
        document(
            HEAD,
            row(
                INPUT,
                GOLD,
                EMPTY,
                EMPTY,
                EMPTY,
                EMPTY,
                EMPTY,
                cell("<text:p>1</text:p>", 'office:value-type="float" office:value="1"'),
            ),
        ),
        {"A2": "p", "B2": "g", "H2": "1"},
        [],
    ),
    (
        "float noP",
        document(HEAD, row(INPUT, cell("", 'office:value-type="float" office:value="3.5"'))),
        {"A2": "p", "B2": "3,5"},
        [("B2", "number-cell")],
    ),
    (
        "bool false",
        document(
            HEAD, row(INPUT, cell("<text:p>FAŁSZ</text:p>", 'office:value-type="boolean" office:boolean-value="false"'))
        ),
        {"A2": "p", "B2": "FAŁSZ"},
        [("B2", "bool-cell")],
    ),
    (
        "formula: text",
        document(
            HEAD, row(INPUT, cell("<text:p>kotek</text:p>", STRING + ' table:formula="of:=[.A2]&amp;&quot;ek&quot;"'))
        ),
        {"A2": "p", "B2": "kotek"},
        [("B2", "formula-cell")],
    ),
    (
        "formula: num",
        document(
            HEAD,
            row(
                INPUT, cell("<text:p>2</text:p>", 'office:value-type="float" office:value="2" table:formula="of:=1+1"')
            ),
        ),
        {"A2": "p", "B2": "2"},
        [("B2", "formula-cell")],
    ),
    (
        "formula: none",
        document(HEAD, row(INPUT, cell("", 'table:formula="of:=1+1"'))),
        {"A2": "p", "B2": ""},
        [("B2", "formula-no-cache")],
    ),
    (
        "formula: empty str",
        document(HEAD, row(INPUT, cell("", STRING + ' office:string-value="" table:formula="of:=&quot;&quot;"'))),
        {"A2": "p"},
        [("B2", "missing-gold")],
    ),
    (
        "formula: err",
        document(
            HEAD,
            row(
                INPUT,
                cell(
                    "<text:p>#DZIEL/0!</text:p>", 'office:value-type="float" office:value="0" table:formula="of:=1/0"'
                ),
            ),
        ),
        {"A2": "p", "B2": "#DZIEL/0!"},
        [("B2", "formula-cell"), ("B2", "formula-error")],
    ),
    (
        "formula: err calcext",
        document(
            HEAD,
            row(
                INPUT,
                cell(
                    "<text:p>#NAZWA?</text:p>",
                    STRING + ' office:string-value="" calcext:value-type="error" table:formula="of:=nie"',
                ),
            ),
        ),
        {"A2": "p", "B2": "#NAZWA?"},
        [("B2", "formula-cell"), ("B2", "formula-error")],
    ),
    (
        "formula: err502",
        document(
            HEAD,
            row(
                INPUT,
                cell(
                    "<text:p>Błąd:502</text:p>",
                    ('office:value-type="float" office:value="0" calcext:value-type="error" table:formula="of:=x"'),
                ),
            ),
        ),
        {"A2": "p", "B2": "Błąd:502"},
        [("B2", "formula-cell"), ("B2", "formula-error")],
    ),
    (
        "err noformula",
        document(HEAD, row(INPUT, cell("<text:p>#N/D!</text:p>", STRING + ' calcext:value-type="error"'))),
        {"A2": "p", "B2": "#N/D!"},
        [("B2", "error-cell")],
    ),
    ("err text", document(HEAD, row(INPUT, cell("<text:p>#N/D!</text:p>", STRING))), {"A2": "p", "B2": "#N/D!"},
     [("B2", "suspect-error")]),
    (
        "formula: matrix",
        document(
            HEAD,
            row(
                INPUT,
                cell(
                    "<text:p>a</text:p>",
                    STRING
                    + (
                        ' table:formula="of:=[.A1:.A2]" table:number-matrix-rows-spanned="2" '
                        'table:number-matrix-columns-spanned="1"'
                    ),
                ),
            ),
            row(INPUT, cell("<text:p>b</text:p>", STRING)),
        ),
        {"A2": "p", "B2": "a", "A3": "p", "B3": "b"},
        [("B2", "formula-cell"), ("A3", "duplicate-input"), ("B3", "formula-cell")],
    ),
    (
        "formula: hyperlink",
        document(
            HEAD,
            row(
                INPUT,
                cell(
                    "<text:p>x</text:p>", STRING + ' table:formula="of:=HYPERLINK(&quot;http://a&quot;;&quot;x&quot;)"'
                ),
            ),
        ),
        {"A2": "p", "B2": "x"},
        [("B2", "formula-cell")],
    ),
    (
        "link cell",
        document(HEAD, row(INPUT, cell('<text:p><text:a xlink:href="http://a">x</text:a></text:p>'))),
        {"A2": "p", "B2": "x"},
        [],
    ),
    (
        "line-break",
        document(HEAD, row(cell("<text:p>a<text:line-break/>b</text:p>"), GOLD)),
        {"A2": "a\nb", "B2": "g"},
        [],
    ),
    (
        "multi p",
        document(HEAD, row(cell("<text:p>a</text:p><text:p/><text:p>b</text:p>"), GOLD)),
        {"A2": "a\n\nb", "B2": "g"},
        [],
    ),
    ("tab", document(HEAD, row(cell("<text:p>a<text:tab/>b</text:p>"), GOLD)), {"A2": "a\tb", "B2": "g"}, []),
    (
        "no blanks claimed",
        document(HEAD, row(cell('<text:p>a<text:s text:c="0"/>b<text:s/>c</text:p>'), GOLD)),
        {"A2": "a b c", "B2": "g"},
        [],
    ),
    (
        "s edges",
        document(HEAD, row(cell('<text:p><text:s text:c="2"/>a<text:s/></text:p>'), cell("<text:p> g</text:p>"))),
        {"A2": "  a ", "B2": " g"},
        [("A2", "edge-space"), ("B2", "edge-space"), ("B2", "whitespace-ambiguous")],
    ),
    (
        "raw double",
        document(HEAD, row(cell("<text:p>a  b</text:p>"), GOLD)),
        {"A2": "a  b", "B2": "g"},
        [("A2", "whitespace-ambiguous")],
    ),
    (
        "raw double LO",
        document(HEAD, row(cell("<text:p>a  b </text:p>"), GOLD), generator="LibreOffice/7.4$Linux"),
        {"A2": "a  b ", "B2": "g"},
        [("A2", "edge-space"), ("A2", "whitespace-ambiguous")],
    ),
    ("nbsp", document(HEAD, row(cell("<text:p>a\xa0b</text:p>"), GOLD)), {"A2": "a\xa0b", "B2": "g"}, [("A2", "nbsp")]),
    (
        "soft",
        document(HEAD, row(cell("<text:p>a<text:soft-page-break/>b</text:p>"), GOLD)),
        {"A2": "ab", "B2": "g"},
        [],
    ),
    (
        "softhyph",
        document(HEAD, row(cell("<text:p>a\xadb</text:p>"), GOLD)),
        {"A2": "a\xadb", "B2": "g"},
        [("A2", "invisible-characters")],
    ),
    (
        "date field",
        document(HEAD, row(cell('<text:p><text:date text:date-value="2026-05-01">1 maja</text:date></text:p>'), GOLD)),
        {"A2": "1 maja", "B2": "g"},
        [],
    ),
    (
        "sheet-name field",
        document(HEAD, row(cell("<text:p><text:sheet-name>Arkusz1</text:sheet-name></text:p>"), GOLD)),
        {"A2": "Arkusz1", "B2": "g"},
        [],
    ),
    (
        "ruby",
        document(
            HEAD,
            row(
                cell(
                    "<text:p><text:ruby><text:ruby-base>猫</text:ruby-base><text:ruby-text>ねこ"
                    "</text:ruby-text></text:ruby></text:p>"
                ),
                GOLD,
            ),
        ),
        {"A2": "猫", "B2": "g"},
        [],
    ),
    (
        "note elem",
        document(
            HEAD,
            row(
                cell("<text:p>a<text:note><text:note-body><text:p>x</text:p></text:note-body></text:note></text:p>"),
                GOLD,
            ),
        ),
        {"A2": "a", "B2": "g"},
        [],
    ),
    (
        "string-value only",
        document(HEAD, row(cell("", STRING + ' office:string-value="ab c"'), GOLD)),
        {"A2": "ab c", "B2": "g"},
        [],
    ),
    (
        "string-value same",
        document(HEAD, row(cell("<text:p>ab</text:p>", STRING + ' office:string-value="ab"'), GOLD)),
        {"A2": "ab", "B2": "g"},
        [],
    ),
    (
        "string val multi",
        document(
            HEAD, row(cell("<text:p>a</text:p><text:p>b</text:p>", STRING + ' office:string-value="a&#10;b"'), GOLD)
        ),
        {"A2": "a\nb", "B2": "g"},
        [],
    ),
    ("no type", document(HEAD, row(cell("<text:p>p</text:p>", ""), GOLD)), {"A2": "p", "B2": "g"}, []),
    (
        "text format text",
        document(
            HEAD,
            row(INPUT, cell("<text:p>pięć</text:p>", STRING + ' table:style-name="ce1"')),
            automatic=(
                '<number:text-style style:name="N1"><number:text-content/><number:text> zł'
                '</number:text></number:text-style><style:style style:name="ce1" '
                'style:family="table-cell" style:data-style-name="N1"/>'
            ),
        ),
        {"A2": "p", "B2": "pięć"},
        [("B2", "displayed-differently")],
    ),
    (
        "num text fmt",
        document(
            HEAD,
            row(
                INPUT,
                cell("<text:p>7</text:p>", 'office:value-type="float" office:value="7" calcext:value-type="float"'),
            ),
        ),
        {"A2": "p", "B2": "7"},
        [("B2", "number-cell")],
    ),
    (
        "percentage",
        document(HEAD, row(INPUT, cell("<text:p>5%</text:p>", 'office:value-type="percentage" office:value="0.05"'))),
        {"A2": "p", "B2": "5%"},
        [("B2", "number-cell")],
    ),
    (
        "scientific",
        document(
            HEAD,
            row(
                INPUT,
                cell("<text:p>1,23E+15</text:p>", 'office:value-type="float" office:value="1.23456789012346E+15"'),
            ),
        ),
        {"A2": "p", "B2": "1,23E+15"},
        [("B2", "number-cell")],
    ),
    (
        "hashes",
        document(HEAD, row(INPUT, cell("<text:p>###</text:p>", 'office:value-type="float" office:value="123456"'))),
        {"A2": "p", "B2": "###"},
        [("B2", "number-cell")],
    ),
    ("text hashes", document(HEAD, row(INPUT, cell("<text:p>###</text:p>"))), {"A2": "p", "B2": "###"}, []),
]


@pytest.mark.parametrize(("data", "found", "codes"), [row[1:] for row in ODS], ids=[row[0] for row in ODS])
def test_ods(data: bytes, found: Texts, codes: Codes) -> None:
    assert outcome(data, "plik.ods") == (found, codes)
