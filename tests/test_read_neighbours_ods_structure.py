"""Neighbours of what goes wrong in the structure of an .ods: hidden, repeated, covered, struck out, commented."""

from __future__ import annotations

import pytest
from neighbours import NAMES, Codes, Texts, document, outcome
from rawods import cell, row, table, texts

HEAD = texts(*NAMES)
STRING = 'office:value-type="string"'
INPUT, GOLD, EMPTY = cell("<text:p>p</text:p>"), cell("<text:p>g</text:p>"), cell(attributes="")
STRUCK = (
    '<style:style style:name="ce1" style:family="table-cell">'
    '<style:text-properties style:text-line-through-style="solid"/></style:style>'
)
HIDDEN = (
    '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>'
)
ODS: list[tuple[str, bytes, Texts, Codes]] = [
    (
        "currency",
        document(
            HEAD,
            row(
                INPUT,
                cell("<text:p>5,00 zł</text:p>", 'office:value-type="currency" office:currency="PLN" office:value="5"'),
            ),
        ),
        {"A2": "p", "B2": "5,00 zł"},
        [("B2", "number-cell")],
    ),
    (
        "hidden row",
        document(HEAD, row(INPUT, GOLD), row(INPUT, GOLD, attributes='table:visibility="collapse"')),
        {"A2": "p", "B2": "g", "A3": "p", "B3": "g"},
        [(3, "hidden-row"), ("A3", "duplicate-input")],
    ),
    (
        "filtered",
        document(HEAD, row(INPUT, GOLD), row(INPUT, GOLD, attributes='table:visibility="filter"')),
        {"A2": "p", "B2": "g", "A3": "p", "B3": "g"},
        [(3, "hidden-row"), ("A3", "duplicate-input")],
    ),
    (
        "hidden group",
        document(
            HEAD,
            row(INPUT, GOLD),
            '<table:table-row-group table:display="false">'
            + row(INPUT, GOLD, attributes='table:visibility="collapse"')
            + "</table:table-row-group>",
        ),
        {"A2": "p", "B2": "g", "A3": "p", "B3": "g"},
        [(3, "hidden-row"), ("A3", "duplicate-input")],
    ),
    (
        "zero h",
        document(
            HEAD,
            row(INPUT, GOLD),
            row(INPUT, GOLD, attributes='table:style-name="ro0"'),
            automatic=(
                '<style:style style:name="ro0" style:family="table-row"><style:table-row-properties '
                'style:row-height="0in"/></style:style>'
            ),
        ),
        {"A2": "p", "B2": "g", "A3": "p", "B3": "g"},
        [(3, "hidden-row"), ("A3", "duplicate-input")],
    ),
    (
        "hidden col",
        document('<table:table-column/><table:table-column table:visibility="collapse"/>', HEAD, row(INPUT, GOLD)),
        {"A2": "p", "B2": "g"},
        [("Arkusz1", "hidden-col")],
    ),
    (
        "hidden sheet",
        document(
            body=table(HEAD, row(INPUT, GOLD), name="Dane")
            + table(HEAD, row(INPUT, GOLD), name="Stare", attributes='table:style-name="ta2"'),
            automatic=HIDDEN,
        ),
        {"A2": "p", "B2": "g"},
        [("Stare", "hidden-sheet-has-data")],
    ),
    (
        "hidden sheet first",
        document(
            body=table(HEAD, row(INPUT, GOLD), name="Stare", attributes='table:style-name="ta2"')
            + table(HEAD, row(INPUT, GOLD), name="Dane"),
            automatic=HIDDEN,
        ),
        {"A2": "p", "B2": "g"},
        [("Stare", "hidden-sheet-has-data")],
    ),
    (
        "two",
        document(body=table(HEAD, row(INPUT, GOLD), name="A") + table(HEAD, row(INPUT, GOLD), name="B")),
        {"A2": "p", "B2": "g"},
        [("B", "several-data-sheets")],
    ),
    (
        "instruction first",
        document(body=table(texts("Instrukcja"), name="A") + table(HEAD, row(INPUT, GOLD), name="Dane")),
        {"A2": "p", "B2": "g"},
        [("Dane", "sheet-chosen")],
    ),
    (
        "huge rows",
        document(
            HEAD,
            row(INPUT, GOLD),
            row(
                cell(attributes='table:number-columns-repeated="16384"'),
                attributes='table:number-rows-repeated="1048574"',
            ),
        ),
        {"A2": "p", "B2": "g"},
        [],
    ),
    (
        "huge styled val",
        document(
            HEAD,
            row(INPUT, GOLD),
            row(
                cell("<text:p>x</text:p>", STRING + ' table:number-columns-repeated="16384"'),
                attributes='table:number-rows-repeated="1048574"',
            ),
        ),
        {},
        [(None, "too-big-unpacked")],
    ),
    (
        "repeated rows",
        document(HEAD, row(INPUT, GOLD, attributes='table:number-rows-repeated="3"')),
        {"A2": "p", "B2": "g", "A3": "p", "B3": "g", "A4": "p", "B4": "g"},
        [("A3", "duplicate-input"), ("A4", "duplicate-input")],
    ),
    (
        "repeated cols skip",
        document(HEAD, row(INPUT, cell(attributes='table:number-columns-repeated="2"'), cell("<text:p>a2</text:p>"))),
        {"A2": "p", "D2": "a2"},
        [("B2", "missing-gold")],
    ),
    (
        "comment: multi",
        document(
            HEAD,
            row(
                cell(
                    "<office:annotation><dc:creator>J</dc:creator><dc:date>2026</dc:date><text:p>uwaga"
                    "</text:p><text:p>druga</text:p></office:annotation><text:p>p</text:p>"
                ),
                GOLD,
            ),
        ),
        {"A2": "p", "B2": "g"},
        [("A2", "cell-comment")],
    ),
    (
        "comment: in p",
        document(
            HEAD, row(cell("<text:p>p<office:annotation><text:p>uw</text:p></office:annotation>q</text:p>"), GOLD)
        ),
        {"A2": "pq", "B2": "g"},
        [("A2", "cell-comment")],
    ),
    (
        "comment: empty cell",
        document(HEAD, row(INPUT, cell("<office:annotation><text:p>uw</text:p></office:annotation>", ""))),
        {"A2": "p"},
        [("B2", "cell-comment"), ("B2", "missing-gold")],
    ),
    (
        "strike",
        document(HEAD, row(INPUT, cell("<text:p>g</text:p>", STRING + ' table:style-name="ce1"')), automatic=STRUCK),
        {"A2": "p", "B2": "g"},
        [("B2", "strikethrough")],
    ),
    (
        "strike part",
        document(
            HEAD,
            row(INPUT, cell('<text:p><text:span text:style-name="T1">kot</text:span>kocur</text:p>')),
            automatic=(
                '<style:style style:name="T1" style:family="text"><style:text-properties '
                'style:text-line-through-style="solid"/></style:style>'
            ),
        ),
        {"A2": "p", "B2": "kotkocur"},
        [("B2", "strikethrough")],
    ),
    (
        "strike col",
        document(
            '<table:table-column/><table:table-column table:default-cell-style-name="ce1"/>',
            HEAD,
            row(INPUT, GOLD),
            automatic=STRUCK,
        ),
        {"A2": "p", "B2": "g"},
        [("B2", "strikethrough")],
    ),
    (
        "covered h",
        document(
            HEAD,
            row(
                INPUT,
                cell("<text:p>g</text:p>", STRING + ' table:number-columns-spanned="2" table:number-rows-spanned="1"'),
                "<table:covered-table-cell/>",
            ),
        ),
        {"A2": "p", "B2": "g"},
        [("B2:C2", "merged-cells")],
    ),
    (
        "covered text",
        document(
            HEAD,
            row(
                INPUT,
                cell("<text:p>g</text:p>", STRING + ' table:number-columns-spanned="2"'),
                "<table:covered-table-cell " + STRING + "><text:p>ukryty</text:p></table:covered-table-cell>",
            ),
        ),
        {"A2": "p", "B2": "g"},
        [("B2:C2", "merged-cells"), ("C2", "covered-text")],
    ),
    (
        "covered title",
        document(
            row(
                cell("<text:p>Tytuł</text:p>", STRING + ' table:number-columns-spanned="3"'),
                '<table:covered-table-cell table:number-columns-repeated="2"/>',
            ),
            HEAD,
            row(INPUT, GOLD),
        ),
        {"A3": "p", "B3": "g"},
        [(2, "header-row")],
    ),
    (
        "tracked",
        document(
            HEAD,
            row(INPUT, GOLD),
            body=(
                "<table:tracked-changes><table:cell-content-change><table:previous>"
                '<table:change-track-table-cell office:value-type="string"><text:p>stare</text:p>'
                "</table:change-track-table-cell></table:previous></table:cell-content-change>"
                "</table:tracked-changes>"
            )
            + table(HEAD, row(INPUT, GOLD)),
        ),
        {"A2": "p", "B2": "g"},
        [],
    ),
    ("nested", document(HEAD, row(cell(table(texts("a", "b"))), GOLD)), {"B2": "g"}, [("A2", "nested-table")]),
    (
        "shapes",
        document(
            (
                "<table:shapes><draw:frame><draw:text-box><text:p>kształt</text:p></draw:text-box>"
                "</draw:frame></table:shapes>"
            ),
            HEAD,
            row(
                cell(
                    "<draw:frame><draw:text-box><text:p>w komórce</text:p></draw:text-box></draw:frame>"
                    "<text:p>p</text:p>"
                ),
                GOLD,
            ),
        ),
        {"A2": "p", "B2": "g"},
        [],
    ),
    (
        "title+blank",
        document(texts("Zestaw"), row(EMPTY), HEAD, row(INPUT, GOLD)),
        {"A4": "p", "B4": "g"},
        [(3, "header-row")],
    ),
    (
        "blank first",
        document(
            row(cell(attributes='table:number-columns-repeated="9"'), attributes='table:number-rows-repeated="3"'),
            HEAD,
            row(INPUT, GOLD),
        ),
        {"A5": "p", "B5": "g"},
        [],
    ),
    ("empty doc", document(body=table(row(EMPTY))), {}, [(None, "no-header")]),
    ("no tables", document(body=" "), {}, [(None, "no-header")]),
    (
        "enc",
        document(
            HEAD,
            row(INPUT, GOLD),
            manifest=(
                "<manifest:manifest "
                'xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
                "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>"
                "</manifest:manifest>"
            ),
        ),
        {},
        [(None, "encrypted")],
    ),
    (
        "validation",
        document(
            HEAD,
            row(INPUT, GOLD),
            body=(
                "<table:content-validations><table:content-validation><table:help-message><text:p>"
                "pomoc</text:p></table:help-message></table:content-validation>"
                "</table:content-validations>"
            )
            + table(HEAD, row(INPUT, GOLD)),
        ),
        {"A2": "p", "B2": "g"},
        [],
    ),
    (
        "headers group",
        document(
            "<table:table-header-rows>" + HEAD + "</table:table-header-rows>",
            "<table:table-rows>" + row(INPUT, GOLD) + "</table:table-rows>",
        ),
        {"A2": "p", "B2": "g"},
        [],
    ),
]


@pytest.mark.parametrize(("data", "found", "codes"), [row[1:] for row in ODS], ids=[row[0] for row in ODS])
def test_ods_structure(data: bytes, found: Texts, codes: Codes) -> None:
    assert outcome(data, "plik.ods") == (found, codes)
