"""The strings of openpyxl and calamine beside ours: the same, or different for a reason that has a name."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import openpyxl
import pytest
import python_calamine
import xlsxwriter
from rawxlsx import build, read, refused, shared

from sheet_tools.cells import Kind
from sheet_tools.readers.model import Sheet

PUBLIC = Path(__file__).parents[2] / "shared" / "public-files"
ESCAPE = re.compile("_x([0-9A-Fa-f]{4})_")

NASTY = [
    "kot", " dwa z przodu", "na końcu ", "a\nb", "\nwers\n\n", "a\tb", "a\rb", "a\r\nb", "Co znaczy _x000D_?",
    "_x0041_", "_x005F_", "max_x005F_test", "a\x0bb", "\x01", "007", "1/2", "3,5", "1.05", "TRUE", "PRAWDA", "#N/A",
    "#N/D!", "NA", "null", "nan", "=1+1", "-nie", "+48", "@x", "'cytat'", '"cytat"', "1 < 2 &amp; 3", "]]>", "<b>",
    "\u00a010\u202f000\u00a0", "a\u2028b", "a\u0085b", "za\u0301b", "ma\u0328z\u0307", "\U0001f600", "\u200b",
    "\ufeffa", "\u00ad", "   ", "e" * 5000,
]  # fmt: skip


def decoded_by_halves(theirs: str) -> str:
    return ESCAPE.sub(lambda match: chr(int(match[1], 16)), theirs)


# Why another reader's string may differ from ours: its name → whether it explains the pair (ours, theirs).
OPENPYXL: dict[str, Callable[[str, str], bool]] = {
    "it leaves escapes as they are": lambda ours, theirs: decoded_by_halves(theirs) == ours,
    "it deletes guards of escapes": lambda ours, theirs: theirs == ours.replace("x005F_", ""),
}
CALAMINE: dict[str, Callable[[str, str], bool]] = {
    "it drops blanks that lack xml:space": lambda ours, theirs: "".join(ours.split()) == "".join(theirs.split()),
    "it decodes an escape's own underscore again": lambda ours, theirs: "_" in ours and "_" not in theirs,
    "it leaves escapes in small letters": lambda ours, theirs: decoded_by_halves(theirs) == ours,
}


def ours(data: bytes) -> dict[str, dict[tuple[int, int], str]]:
    return {sheet.name: dict(texts(sheet)) for sheet in read(data).sheets}


def texts(sheet: Sheet) -> Iterator[tuple[tuple[int, int], str]]:
    for row, cells in sheet.rows.items():
        for column, cell in cells.items():
            if cell.kind is Kind.TEXT:
                yield (row, column), cell.text


def openpyxls(data: bytes) -> dict[str, dict[tuple[int, int], str]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        book = openpyxl.load_workbook(io.BytesIO(data))
    return {
        page.title: {
            (cell.row, cell.column): cell.value
            for row in page.iter_rows()
            for cell in row
            if cell.data_type in ("s", "inlineStr") and cell.value
        }
        for page in book.worksheets
    }


def calamines(data: bytes) -> dict[str, dict[tuple[int, int], str]]:
    book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
    return {
        name: {
            (row, column): value
            for row, values in enumerate(book.get_sheet_by_name(name).to_python(skip_empty_area=False), start=1)
            for column, value in enumerate(values, start=1)
            if isinstance(value, str) and value
        }
        for name in book.sheet_names
    }


def unexplained(mine: dict[tuple[int, int], str], theirs: dict[tuple[int, int], str], rules: object) -> list[object]:
    assert isinstance(rules, dict)
    found = []
    for place in sorted(mine.keys() & theirs.keys()):
        pair = (mine[place], theirs[place])
        if pair[0] != pair[1] and not any(rule(*pair) for rule in rules.values()):
            found.append((place, *pair))
    return found


def written_by_xlsxwriter() -> bytes:
    buffer = io.BytesIO()
    with xlsxwriter.Workbook(buffer, {"in_memory": True}) as book:
        page = book.add_worksheet("Pozycje")
        for row, text in enumerate(NASTY):
            page.write_string(row, 0, text)
            page.write_string(row, 2, text)
    return buffer.getvalue()


def written_by_openpyxl() -> bytes:
    book = openpyxl.Workbook()
    page = book.active
    assert page is not None
    for row, text in enumerate(NASTY, start=1):
        if not re.search("[\x00-\x08\x0b-\x1f]", text):
            cell = page.cell(row, 1, "x")
            cell.value, cell.data_type = text, "s"
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


@pytest.mark.parametrize("write", [written_by_xlsxwriter, written_by_openpyxl])
def test_generated_workbooks(write: Callable[[], bytes]) -> None:
    data = write()
    for name, mine in ours(data).items():
        assert unexplained(mine, openpyxls(data)[name], OPENPYXL) == []
        assert unexplained(mine, calamines(data)[name], CALAMINE) == []


def test_what_xlsxwriter_writes_is_read_to_the_character() -> None:
    mine = ours(written_by_xlsxwriter())["Pozycje"]
    assert [mine[row, 1] for row in range(1, len(NASTY) + 1)] == NASTY


@pytest.mark.parametrize(
    ("inside", "mine", "by_openpyxl", "by_calamine"),
    [
        ("<t>_x000D_</t>", "\r", "_x000D_", "\r"),
        ("<t>max_x005F_test</t>", "max_test", "max_test", "max_test"),
        ("<t> a </t>", " a ", " a ", "a"),
        ('<r><t xml:space="preserve">a </t></r><r><t>b</t></r>', "a b", "a b", "a b"),
        ("<r><t>a </t></r><r><t>b</t></r>", "a b", "a b", "ab"),
        ('<t>猫</t><rPh sb="0" eb="1"><t>ねこ</t></rPh>', "猫", "猫", "猫"),
    ],
)
def test_known_differences(inside: str, mine: str, by_openpyxl: str, by_calamine: str) -> None:
    """If a library changes its ways, this says so: our rule stands on the file, not on them."""
    data = build('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', strings=shared(inside))
    place = (1, 1)
    assert ours(data)["Pozycje"][place] == mine
    assert openpyxls(data)["Pozycje"][place] == by_openpyxl
    assert calamines(data)["Pozycje"][place] == by_calamine


def written_with_everything() -> bytes:
    """What public files have that authors make: runs of rich text, hidden and several sheets, merged cells, formats."""
    buffer = io.BytesIO()
    with xlsxwriter.Workbook(buffer, {"in_memory": True}) as book:
        bold, struck = book.add_format({"bold": True}), book.add_format({"font_strikeout": True})
        for name, hides in (("Pozycje", False), ("Ukryty", True), ("Żółty & „inny”", False)):
            page = book.add_worksheet(name)
            page.write_rich_string("A1", bold, "raz ", "dwa", struck, " trzy ", "cztery")
            page.merge_range("B1:C3", "scalone")
            page.write_string("D1", "a", book.add_format({"num_format": '"x" @'}))
            page.write_number("E1", 46143, book.add_format({"num_format": 'yyyy"r."'}))
            page.write_formula("F1", '="a"&"b"', None, "ab")
            page.write_string("XFD9", "daleko")
            page.write_comment("A1", "uwaga")
            page.write_boolean("G1", True)
            page.set_row(4, None, None, {"hidden": True})
            page.write_string("A5", " ukryty ")
            if hides:
                page.hide()
    return buffer.getvalue()


def strict() -> bytes:
    """The strict form of the standard, which calls everything by other names."""
    namespaces = {"schemas.openxmlformats.org/spreadsheetml/2006/main": "purl.oclc.org/ooxml/spreadsheetml/main"}
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(written_by_xlsxwriter())) as old, zipfile.ZipFile(packed, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            for one, other in namespaces.items():
                data = data.replace(one.encode(), other.encode())
            new.writestr(name, data)
    return packed.getvalue()


ENCRYPTED = bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 504 + "EncryptedPackage".encode("utf-16-le").ljust(512, b"\0")


def test_a_workbook_with_a_password_is_refused() -> None:
    assert refused(ENCRYPTED) == "encrypted"


def test_the_strict_form_is_read_alike() -> None:
    assert ours(strict()) == ours(written_by_xlsxwriter())


# Those made here, and the public ones that stand beside the project where it is made.
FILES: dict[str, Callable[[], bytes]] = {"everything": written_with_everything}
FILES |= {path.stem: path.read_bytes for path in sorted(PUBLIC.glob("*.xlsx")) if "password" not in path.stem}


@pytest.mark.parametrize("name", FILES)
def test_public_files(name: str) -> None:
    data = FILES[name]()
    mine = ours(data)
    for name, found in openpyxls(data).items():
        assert unexplained(mine[name], found, OPENPYXL) == []
        # What openpyxl sees and we do not would be lost.
        assert {place for place in found if place not in mine[name]} == set()
    for name, found in calamines(data).items():
        if name in mine:
            assert unexplained(mine[name], found, CALAMINE) == []
