"""Neighbours of what was seen to go wrong: one table a kind, each row a file made here and what must come of it."""

from __future__ import annotations

import pytest
import rawods
from rawxlsx import build, pack, parts, shared, styles, worksheet

from sheet_tools.headings import recognise
from sheet_tools.pipeline import Settings, Source, check, read
from sheet_tools.tasks import DEFAULT_TASK, TASKS

TASK = TASKS[DEFAULT_TASK]
NAMES = ["input", "gold", "alias1", "alias2", "alias3", "alias4", "alias5", "cluster", "notes"]
# What every small set gives, whatever its cells hold.
_OF_SMALL_SETS = {"too-few-items", "clusters-sheet-missing", "item-without-cluster", "no-cluster-column"}
Said = list[tuple[str | int | None, str, str]]


def said(data: bytes | str, name: str, **chosen: str) -> tuple[dict[int, dict[str, str]], Said]:
    """Texts by row and field; (cell or row, code, level) of every finding."""
    content = data.encode() if isinstance(data, str) else data
    checked = check(read(Source(name, content), Settings(**chosen)))  # type: ignore[arg-type]
    table = checked.reading.table
    rows = {row.number: {n: cell.text for n, cell in row.cells.items()} for row in (table.rows if table else ())}
    found = [
        (f.place.cell or f.place.row, f.code, str(f.level))
        for f in checked.findings
        if f.code not in _OF_SMALL_SETS and not f.code.startswith("necessity")
    ]
    return rows, found


def text_cell(reference: str, text: str, attributes: str = "") -> str:
    return f'<c r="{reference}" t="inlineStr"{attributes}><is><t xml:space="preserve">{text}</t></is></c>'


HEADINGS = "".join(text_cell(f"{column}1", name) for column, name in zip("ABCDEFGHI", NAMES, strict=True))


def sheet(*rows: str, **others: str) -> bytes:
    """Rows of cells from row 2 on, under the usual headings."""
    numbered = "".join(f'<row r="{number}">{cells}</row>' for number, cells in enumerate(rows, 2))
    return build(f'<row r="1">{HEADINGS}</row>{numbered}', **others)


XLSX = [
    ("number 3,5", '<c r="B2"><v>3.5</v></c>', ("number-cell", "3,5", "3.5")),
    ("postcode", '<c r="B2" s="1"><v>950</v></c>', ("number-cell", "00-950", "950")),
    ("telephone", '<c r="B2" s="2"><v>123456789</v></c>', ("number-cell", "123-456-789", "123456789")),
    ("maj 26", '<c r="B2" s="3"><v>46143</v></c>', ("date-cell", "maj-26", "2026-05-01")),
    ("English months", '<c r="B2" s="4"><v>46143</v></c>', ("date-cell", "May-26", "2026-05-01")),
    ("long date of the system", '<c r="B2" s="5"><v>46143</v></c>', ("date-cell", "piątek, 1 maja 2026", "2026-05-01")),
    ("time of the system", '<c r="B2" s="6"><v>0.5</v></c>', ("date-cell", "12:00:00", "12:00:00")),
    ("ISO date", '<c r="B2" t="d"><v>2026-05-01</v></c>', ("date-cell", "01.05.2026", "2026-05-01")),
    ("FAŁSZ", '<c r="B2" t="b"><v>0</v></c>', ("bool-cell", "FAŁSZ", "FALSE")),
    ("division", '<c r="B2" t="e"><v>#DIV/0!</v></c>', ("error-cell", "#DZIEL/0!", "#DIV/0!")),
    ("reference", '<c r="B2" t="e"><v>#REF!</v></c>', ("error-cell", "#ADR!", "#REF!")),
    ("value", '<c r="B2" t="e"><v>#VALUE!</v></c>', ("error-cell", "#ARG!", "#VALUE!")),
    ("formula: number", '<c r="B2"><f>1+1</f><v>2</v></c>', ("formula-cell", "2", "2")),
    ("formula: text", '<c r="B2" t="str"><f>A1</f><v>kot</v></c>', ("formula-cell", "kot", "kot")),
    ("formula: error", '<c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c>', ("formula-error", "#DZIEL/0!", "#DIV/0!")),
]
FORMATS = [
    "00-000",
    "000-000-000",
    "mmm\\-yy",
    "[$-409]mmm\\-yy;@",
    "[$-F800]dddd\\,\\ mmmm\\ dd",
    "[$-F400]h:mm:ss AM/PM",
]


@pytest.mark.parametrize(("cell", "expected"), [row[1:] for row in XLSX], ids=[row[0] for row in XLSX])
def test_cells_that_are_no_text(cell: str, expected: tuple[str, str, str]) -> None:
    data = sheet(text_cell("A2", "p") + cell, styles=styles(FORMATS))
    findings = read(Source("plik.xlsx", data)).findings
    assert expected in [(f.code, f.values.get("shown"), f.values.get("stored")) for f in findings]


HEADING = [
    ("input (wymagane)", "input"),
    ("gold\n(odpowiedź wzorcowa)", "gold"),
    ("alias1 [1]", "alias1"),
    ("alias (2)", "alias2"),
    ("aliasy (po jednym w wierszu)", "alias"),
    ("gold*", "gold"),
    ("(input)", "input"),
    ("()", None),
    ("input (a) (b)", None),
]


@pytest.mark.parametrize(("heading", "field"), HEADING)
def test_a_remark_in_brackets_is_no_part_of_a_heading(heading: str, field: str | None) -> None:
    match = recognise(heading, TASK)
    assert (match.field if match else None) == field


def test_a_line_under_a_heading_is_taken_for_an_explanation() -> None:
    data = build(
        f'<row r="1">{text_cell("A1", "input&#10;tekst polecenia")}{text_cell("B1", "gold")}</row>'
        f'<row r="2">{text_cell("A2", "p")}{text_cell("B2", "g")}</row>'
    )
    assert said(data, "plik.xlsx") == ({2: {"input": "p", "gold": "g"}}, [("A1", "heading-guessed", "warning")])


def test_a_row_of_limits_under_the_headings_is_a_second_heading() -> None:
    limits = text_cell("A2", "maks. 300 znaków") + text_cell("B2", "do 5 słów")
    rows, found = said(sheet(limits, text_cell("A3", "p") + text_cell("B3", "g")), "plik.xlsx")
    assert rows == {3: {"input": "p", "gold": "g"}}
    assert found == [("A2", "suspect-second-header", "warning")]


HEAD = "input,gold\n"
TEXT = [
    ("decimal comma", f"{HEAD[:-1]},alias1\nIle to 3,5 kg,dużo\nAla,kot\n", {3}, [("A2", "maybe-unquoted-delimiter")]),
    ("sum and result", f"{HEAD[:-1]},alias1\nIle to 2+3,5,pięć\n", {2}, []),
    ("zeros at the end", f"{HEAD}p,g\n" + "\0" * 20, {2}, [("A3", "nul-byte")]),
    ("many zeros", f"{HEAD}a\0b,g\n\0\0\0,x\nAla,kot\n", {4}, [("A2", "nul-byte"), ("A3", "nul-byte")]),
    ("years of two digits", f"{HEAD}p,01.05.26\nq,1.5.26\n", {2, 3}, [("B2", "suspect-date")]),
    ("a cell that is full", f"{HEAD}{'a' * 32_767},g\n", {2}, [("A2", "at-cell-limit"), ("A2", "input-too-long")]),
    ("quotes around a blank line", f'{HEAD}"a\n\nb",g\n\nq,h\n', {2, 4}, []),
    (
        "a record longer than a block",
        f'{HEAD}"{"ab " * 60_000}c",g\nq,h\n',
        {2, 3},
        [("A2", "input-too-long"), ("A2", "over-cell-limit")],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "rows", "findings"), [row[1:] for row in TEXT], ids=[row[0] for row in TEXT])
def test_text(text: str, rows: set[int], findings: list[tuple[str, str]]) -> None:
    read_rows, found = said(text, "plik.csv")
    assert set(read_rows) == rows
    assert [(cell, code) for cell, code, _ in found] == findings


NAMED = [
    (b"%PDF-1.7\n", "plik.xlsx", ["not-a-spreadsheet", "wrong-extension"]),
    (b"%PDF-1.7\n", "plik.pdf", ["not-a-spreadsheet"]),
    (b"\x1f\x8b\x08" + b"\0" * 20, "plik.csv", ["archive-file", "wrong-extension"]),
    (b"<html><table></table></html>", "plik.csv", ["html-file", "wrong-extension"]),
    (b"<html><table></table></html>", "plik.html", ["html-file"]),
    (b"input,gold\np,g\n", "plik.ods", ["wrong-extension"]),
    (sheet(text_cell("A2", "p") + text_cell("B2", "g")), "plik.csv", ["wrong-extension"]),
]


@pytest.mark.parametrize(("data", "name", "codes"), NAMED)
def test_a_name_that_says_another_format_is_said(data: bytes, name: str, codes: list[str]) -> None:
    assert [code for _, code, _ in said(data, name)[1]] == codes


BREAKS = [
    ('input,gold\r\n"a\r\nb",g\r\n', {}, {2: "a\r\nb"}, ("as-is", "lf")),
    ('input,gold\r\n"a\r\nb",g\r\n', {"line_breaks": "lf"}, {2: "a\nb"}, ("as-is", "lf")),
    ("input,gold\np,g\rq,h\n", {}, {2: "p"}, ("as-is", "cr")),
    ("input,gold\np,g\rq,h\n", {"line_breaks": "cr"}, {2: "p", 3: "q"}, ("as-is", "cr")),
    ('input,gold\n"a\nb",g\n', {}, {2: "a\nb"}, ()),
]


@pytest.mark.parametrize(("text", "chosen", "inputs", "offered"), BREAKS)
def test_line_breaks_are_the_authors_choice(
    text: str, chosen: dict[str, str], inputs: dict[int, str], offered: tuple[str, ...]
) -> None:
    reading = read(Source("plik.csv", text.encode()), Settings(**chosen))  # type: ignore[arg-type]
    assert reading.table is not None
    assert {row.number: row.cells["input"].text for row in reading.table.rows} == inputs
    choices = [choice for choice in reading.choices if choice.name == "line_breaks"]
    assert tuple(value for choice in choices for value, _ in choice.options) == offered


@pytest.mark.parametrize(
    "chosen", [{"line_breaks": "x"}, {"encoding": "rot13"}, {"encoding": "cp9999"}, {"delimiter": ";;"}]
)
def test_a_choice_that_is_none_is_refused(chosen: dict[str, str]) -> None:
    assert said("input;gold\np;g\n", "plik.csv", **chosen) == ({}, [(None, "no-such-option", "error")])


def test_what_was_chosen_once_can_be_chosen_otherwise() -> None:
    rows = f'<row r="1">{HEADINGS}</row><row r="2">{text_cell("A2", "p")}{text_cell("B2", "g")}</row>'
    data = pack(parts({"A": worksheet(rows), "B": worksheet(rows)}))
    reading = read(Source("plik.xlsx", data), Settings(sheet="B"))
    assert [(c.name, c.chosen, {value for value, _ in c.options}) for c in reading.choices] == [
        ("sheet", "B", {"A", "B"})
    ]


def test_the_cells_that_a_matrix_of_ods_fills_are_formulas() -> None:
    first = rawods.cell(
        "<text:p>a</text:p>",
        'office:value-type="string" table:formula="of:=[.A2:.A3]" table:number-matrix-rows-spanned="2" '
        'table:number-matrix-columns-spanned="1"',
    )
    body = rawods.table(
        rawods.texts(*NAMES),
        rawods.row(rawods.cell("<text:p>p</text:p>"), first),
        rawods.texts("q", "b"),
    )
    _, found = said(rawods.package(rawods.content(body)), "plik.ods")
    assert [(cell, code) for cell, code, _ in found] == [("B2", "formula-cell"), ("B3", "formula-cell")]


def test_strings_shared_by_index_only() -> None:
    cells = '<c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>-1</v></c>'
    _, found = said(sheet(cells, strings=shared("<t>p</t>", "<t>g</t>")), "plik.xlsx")
    assert ("B2", "corrupt-string-index", "error") in found
