"""A person's answers to a set, as the page and its downloads show them: by a word of their own, never in the score."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from blind_sheets import filled, set_of
from flask.testing import FlaskClient
from openpyxl import load_workbook

from sheet_tools.tasks import TASKS
from webapp import create_app

BASE = "http://127.0.0.1"
SAMPLES = Path(__file__).parent / "samples"
REMARK = "Nie rozumiem =polecenia"


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    config = {"UPLOADS": tmp_path, "WTF_CSRF_ENABLED": False, "RESPONSES": SAMPLES / "responses"}
    return create_app(config).test_client()


def remarked(task: str) -> bytes:
    """The solver's sheet with a remark in two rows, one of them without an answer."""
    book = load_workbook(io.BytesIO(filled(task)))
    sheet = book.worksheets[0]
    columns = {str(cell.value): cell.column for cell in sheet[1]}
    answers = [column for heading, column in columns.items() if heading in ("odpowiedź", "ocena", "liczebnik")]
    for row, remark in ((3, REMARK), (4, "Bez odpowiedzi")):
        sheet.cell(row, columns["uwagi"]).value = remark
        sheet.cell(row, columns["uwagi"]).data_type = "s"
    for column in answers:
        sheet.cell(4, column).value = None
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def solved(client: FlaskClient, task: str) -> str:
    """The address of a set with a person's sheet beside it."""
    sent = {"sheet": (io.BytesIO(set_of(task)), "moj.xlsx")}
    own = str(client.post("/sheets", data=sent, base_url=BASE).location)
    beside = {"file": (io.BytesIO(remarked(task)), "slepy.xlsx")}
    assert client.post(f"{own}/beside/person", data=beside, base_url=BASE).status_code == 303
    return own


@pytest.mark.parametrize("task", list(TASKS))
def test_what_is_said_of_a_person_is_no_warning(client: FlaskClient, task: str) -> None:
    page = client.get(solved(client, task), base_url=BASE).text
    lines = [line for line in page.splitlines() if 'data-level="person"' in line]
    assert lines
    assert all("<strong>Osoba</strong>" in line and 'class="finding person"' in line for line in lines)


@pytest.mark.parametrize("task", list(TASKS))
def test_the_persons_remarks_are_shown(client: FlaskClient, task: str) -> None:
    page = client.get(solved(client, task), base_url=BASE).text
    assert "Uwaga osoby:</b> Nie rozumiem =polecenia" in page
    # Without an answer too.
    assert "Uwaga osoby:</b> Bez odpowiedzi" in page


@pytest.mark.parametrize("task", list(TASKS))
def test_results_hold_what_the_person_answered(client: FlaskClient, task: str) -> None:
    own = solved(client, task)
    book = load_workbook(io.BytesIO(client.get(f"{own}/results.xlsx", base_url=BASE).data))
    headings, *rows = book.worksheets[0].iter_rows(values_only=True)
    person = [str(heading) for heading in headings if str(heading).endswith(": osoba")]
    assert person[:2] == ["ocena: osoba", "odpowiedź: osoba"]
    assert person[-1] == "uwagi: osoba"
    remarks = [row[headings.index("uwagi: osoba")] for row in rows]
    assert remarks[1:3] == [REMARK, "Bez odpowiedzi"]
    assert {row[headings.index("ocena: osoba")] for row in rows} <= {"dobrze", "źle", "nie znaleziono odpowiedzi",
                                                                    "brak odpowiedzi"}  # fmt: skip
    models = [place for place, heading in enumerate(headings) if str(heading).startswith("odpowiedź: ")]
    assert models[-1] == headings.index("odpowiedź: osoba")
    said = [row for row in book.worksheets[1].iter_rows(values_only=True) if row[4] == "gold-suspect"]
    assert said
    assert {row[2:4] for row in said} == {("osoba", "Osoba rozwiązująca odpowiedziała inaczej niż wzorzec")}


def test_findings_hold_what_is_said_of_the_person(client: FlaskClient) -> None:
    text = client.get(f"{solved(client, 'reverse-poleval')}/findings.csv", base_url=BASE).data.decode("utf-8-sig")
    levels = {row[4]: row[0] for row in csv.reader(io.StringIO(text), delimiter=";")}
    assert levels["gold-suspect"] == levels["person-missing"] == "osoba"
