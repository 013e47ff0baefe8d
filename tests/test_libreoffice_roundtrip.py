"""LibreOffice, really run: a table of nasty texts through its files and back. Each text arrives exactly, or what
happened to it is a named rule of LibreOffice's own."""

from __future__ import annotations

import csv
import io
import subprocess
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from rawods import content, package, table, texts

from sheet_tools.cells import Kind
from sheet_tools.readers import read_workbook
from sheet_tools.readers.model import Program, Sheet
from sheet_tools.tasks import DEFAULT_TASK, TASKS

# A start takes seconds; a machine under load, many.
PATIENCE = 180
NASTY = [
    "  dwa z przodu,   trzy, koniec  ", " ", "  ", " x", "x ", "a  b", "wers 1\n\nwers 3\n", "\nx", "raz\ndwa",
    "\ttab\tw środku\t", "nbsp\xa0i\u202fwąska\xa0", "mięk\xadki", "zero\u200bwidth", "👩\u200d👩\u200d👧 𝒳",
    "ma\u0328z\u0307", "a\u2028b", "a\u2029b", "a\x85b", "a\rb", "a\r\nb", "=1+1", "+48", "-nie", "@x", "'007", "'=1",
    "007", "1/2", "3,5", "3.5", "1.05", "01.maj", "1e5", "5%", "12:30", "NA", "null", "#N/A", "#N/D!", "PRAWDA", "TRUE",
    "Cytat: \"tak\"; „nie”, 'może'", '"', '""', '"x', "a;b", "a,b", "a|b", "_x000D_ i x005F_", "_x0041_",
    "_x005F_x000D_", "<b>&amp;</b>", "\\n \\t", "Zażółć gęślą jaźń", "\ufeffbom", "\ufffd", "żółw" * 100, "###", ";",
    "\u0301", "ﬁ", "…–—", "?", "ma?z", "sep=;", "(1)", "1 000", "5 zł", "2026-05-01", "\u3000", "a\u200eb\u200f",
    "x\u2060y", "\U0010fffd", "\ue000",
]  # fmt: skip


def in_cp1250(text: str) -> str:
    """What the encoding lacks becomes a question mark; the two separators, line ends."""
    ends = text.replace("\u2028", "\n").replace("\u2029", "\r")
    return ends.encode("cp1250", "replace").decode("cp1250")


# What LibreOffice does to a text; each may happen or not, as its versions have it.
RULES: dict[str, Callable[[str], str]] = {
    "tab-forgotten: opening .ods, version 7 drops text:tab": lambda text: text.replace("\t", ""),
    "cr-lf-is-two-lines: in a cell each of CR and LF becomes a line end": lambda text: text.replace("\r\n", "\n\n"),
    "cr-is-a-line: a CR in a cell becomes a line end": lambda text: text.replace("\r", "\n"),
    "cr-lf-is-a-line: opening text": lambda text: text.replace("\r\n", "\n"),
}
X005F = {"x005f: writing .xlsx, an escape of _ is not escaped": lambda text: text.replace("_x005F_x", "_x")}
CP1250 = {"cp1250: what the encoding lacks is lost": in_cp1250}


def outcomes(text: str, rules: dict[str, Callable[[str], str]]) -> set[str]:
    """Every text that some of the rules, applied in their order, can make of this one."""
    made: set[str] = set()
    for number in range(len(rules) + 1):
        for chosen in combinations(rules.values(), number):
            result = text
            for rule in chosen:
                result = rule(result)
            made.add(result)
    return made


class Office:
    """LibreOffice with a profile of its own."""

    def __init__(self, program: str, folder: Path) -> None:
        self.program = program
        self.folder = folder
        self.runs = 0

    def convert(self, source: Path, to: str, *, opened_as: str | None = None) -> Path:
        """The converted file, in a folder of its own. `to` and `opened_as` are names of filters."""
        self.runs += 1
        out = self.folder / f"run{self.runs}"
        command = [
            self.program, f"-env:UserInstallation={(self.folder / 'profile').as_uri()}", "--headless", "--norestore",
            *([f"--infilter={opened_as}"] if opened_as else []),
            "--convert-to", to, "--outdir", str(out), str(source),
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        made = list(out.glob("*"))
        assert len(made) == 1, done.stdout + done.stderr
        return made[0]


@pytest.fixture(scope="module")
def office(soffice: str, tmp_path_factory: pytest.TempPathFactory) -> Office:
    return Office(soffice, tmp_path_factory.mktemp("libreoffice"))


@pytest.fixture(scope="module")
def as_ods(office: Office) -> Path:
    path = office.folder / "teksty.ods"
    entries = "".join(
        f'<manifest:file-entry manifest:full-path="{name}" manifest:media-type="{kind}"/>'
        for name, kind in (("/", "application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", "text/xml"))
    )
    manifest = f'<manifest:manifest xmlns:manifest="{_MANIFEST}" manifest:version="1.3">{entries}</manifest:manifest>'
    body = table(texts("input", "gold"), *(texts(text, "kot") for text in NASTY))
    path.write_bytes(package(content(body), manifest=manifest))
    return path


@pytest.fixture(scope="module")
def as_csv(office: Office) -> Path:
    path = office.folder / "teksty.csv"
    written = io.StringIO(newline="")
    rows = [("input", "gold"), *((text, "kot") for text in NASTY)]
    csv.writer(written, delimiter=";", quoting=csv.QUOTE_ALL).writerows(rows)
    path.write_bytes(written.getvalue().encode("utf-8-sig"))
    return path


_MANIFEST = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
# Field and text delimiter, and the encoding, by LibreOffice's own numbers.
_TEXT = "csv:Text - txt - csv (StarCalc):"
SEMICOLON_UTF8, COMMA_CP1250, TAB_UTF16 = f"{_TEXT}59,34,76", f"{_TEXT}44,34,33", f"{_TEXT}9,34,65535"
# Opened with both columns as text, as our own remedy asks for.
OPENED_AS_TEXT = "CSV:59,34,76,1,1/2/2/2"


def check(path: Path, rules: dict[str, Callable[[str], str]]) -> Sheet:
    """Every text of the table is there, in its row, as it was or as a rule has it; and every one is text."""
    workbook = read_workbook(path.read_bytes(), path.name, TASKS[DEFAULT_TASK])
    (sheet,) = workbook.sheets
    unexplained = {
        text: sheet.cell(number, 1).text
        for number, text in enumerate(NASTY, 2)
        if sheet.cell(number, 1).text not in outcomes(text, rules)
    }
    assert unexplained == {}
    assert {cell.kind for row in sheet.rows.values() for cell in row.values()} == {Kind.TEXT}
    assert all(sheet.cell(number, 2).text == "kot" for number in range(2, len(NASTY) + 2))
    assert path.suffix == ".csv" or workbook.program is Program.LIBREOFFICE
    return sheet


def test_our_own_file_is_read_exactly(as_ods: Path, as_csv: Path) -> None:
    check_exact = {text: {text} for text in NASTY}
    for path in (as_ods, as_csv):
        (sheet,) = read_workbook(path.read_bytes(), path.name, TASKS[DEFAULT_TASK]).sheets
        assert {text: {sheet.cell(number, 1).text} for number, text in enumerate(NASTY, 2)} == check_exact


@pytest.mark.parametrize("filter_name", [SEMICOLON_UTF8, TAB_UTF16])
def test_ods_to_text_in_unicode(office: Office, as_ods: Path, filter_name: str) -> None:
    check(office.convert(as_ods, filter_name), RULES)


def test_ods_to_text_in_cp1250(office: Office, as_ods: Path) -> None:
    """Losses of the encoding are warned of where they show."""
    sheet = check(office.convert(as_ods, COMMA_CP1250), RULES | CP1250)
    warned = {finding.place.row for finding in sheet.findings if finding.code == "suspect-question-marks"}
    assert {NASTY.index(text) + 2 for text in ("ma\u0328z\u0307", "zero\u200bwidth", "\ufeffbom")} <= warned


def test_ods_to_xlsx_and_back(office: Office, as_ods: Path) -> None:
    as_xlsx = office.convert(as_ods, "xlsx")
    check(as_xlsx, RULES | X005F)
    check(office.convert(as_xlsx, "ods"), RULES | X005F)


def test_text_to_ods(office: Office, as_csv: Path) -> None:
    check(office.convert(as_csv, "ods", opened_as=OPENED_AS_TEXT), RULES)
