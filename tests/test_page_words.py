"""What the page says in cases that are seldom looked at: a few models, a solver's sheet, several files, a deletion."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from blind_sheets import filled, set_of
from flask.testing import FlaskClient
from openpyxl import load_workbook
from pages import SAMPLES

from webapp import create_app

BASE = "http://127.0.0.1"
FEW = "Jeden model to za mało, żeby policzyć wynik: zestaw ocenia się po tym, jak dzieli modele."


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return create_app({"UPLOADS": tmp_path, "WTF_CSRF_ENABLED": False}).test_client()


def loaded(client: FlaskClient, name: str, data: bytes) -> str:
    return str(client.post("/sheets", data={"sheet": (io.BytesIO(data), name)}, base_url=BASE).location)


def page_of(client: FlaskClient, address: str) -> str:
    return client.get(address, base_url=BASE).text


def word_document() -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", "<w:document/>")
    return target.getvalue()


def with_models(client: FlaskClient, n: int) -> str:
    """A set with the answers of so many models, no two alike."""
    own = loaded(client, "moj.xlsx", set_of("reverse-poleval"))
    texts = [row[0] for row in _rows(set_of("reverse-poleval"))]
    for model in range(n):
        lines = (json.dumps({"input": text, "response": f"{model}{place}"}) for place, text in enumerate(texts))
        sent = {"answers": (io.BytesIO("\n".join(lines).encode()), f"m{model}.jsonl")}
        assert client.post("/answers", data=sent, base_url=BASE).status_code == 303
    return own


def _rows(data: bytes) -> list[tuple[str, ...]]:
    rows = list(load_workbook(io.BytesIO(data)).worksheets[0].iter_rows(values_only=True))
    place = next(i for i, heading in enumerate(rows[0]) if heading in ("input", "zdanie", "polecenie"))
    return [(str(row[place]),) for row in rows[1:] if row[place]]


def test_one_model_has_no_score(client: FlaskClient) -> None:
    own = with_models(client, 1)
    page = page_of(client, own)
    assert FEW in page
    assert 'class="big"' not in page
    book = load_workbook(io.BytesIO(client.get(f"{own}/results.xlsx", base_url=BASE).data))
    assert book["Pary modeli"]["A2"].value == FEW


@pytest.mark.parametrize(("models", "known"), [(2, False), (3, True), (4, False)])
def test_a_limit_that_is_not_proved_is_said(client: FlaskClient, models: int, known: bool) -> None:
    page = page_of(client, with_models(client, models))
    assert ("najlepszy możliwy: nieznany" in page) is not known
    assert ('title="Dla tylu modeli i pozycji nie udowodniono' in page) is not known


def test_sets_of_one_name_are_told_apart_and_what_was_loaded_is_said(client: FlaskClient) -> None:
    data = set_of("reverse-poleval")
    book = load_workbook(io.BytesIO(data))
    book.worksheets[0].column_dimensions["A"].width = 33
    other = io.BytesIO()
    book.save(other)
    older, newer = loaded(client, "moj.xlsx", data), loaded(client, "moj.xlsx", other.getvalue())
    page = page_of(client, loaded(client, "slepy.xlsx", filled("reverse-poleval")))
    assert re.findall(r'action="(/sheets/\w+)/beside/person"', page) == [newer, older]
    assert len(re.findall(r'"hint">wczytano [^·<]*\d\d:\d\d', page)) == 2
    kept = re.search(r'name="kept" value="(\w+)"', page)
    assert kept is not None
    reply = client.post(f"{newer}/beside/person", data={"kept": kept[1]}, base_url=BASE)
    assert "Wczytano odpowiedzi osoby: inaczej 60, bez odpowiedzi 0." in page_of(client, str(reply.location))
    assert "Wczytano odpowiedzi osoby" not in page_of(client, newer)
    assert "Zadanie i arkusz osoby rozwiązującej" in page_of(client, newer)


def test_a_word_document_is_refused_as_one(client: FlaskClient) -> None:
    own = loaded(client, "moj.xlsx", set_of("reverse-poleval"))
    sent = {"file": (io.BytesIO(word_document()), "list.docx")}
    reply = client.post(f"{own}/beside/person", data=sent, base_url=BASE)
    refused = reply.text.split('role="alert">')[1].split("</p>")[0]
    assert reply.status_code == 422
    assert "dokument Worda" in refused
    assert "Niczego nie zmieniono." in refused
    assert "szablon" not in refused
    page = page_of(client, loaded(client, "list.docx", word_document()))
    assert "upuść tutaj inny plik" in page
    assert "napraw plik" not in page


def test_of_several_sheets_each_has_its_verdict(client: FlaskClient) -> None:
    files = [(io.BytesIO((SAMPLES / name).read_bytes()), name) for name in ("dobry.xlsx", "bledny.xlsx")]
    page = client.post("/sheets", data={"sheet": files}, base_url=BASE).text
    good, faulty = re.findall(r"<li>.*Wczytano jako arkusz.*", page)
    assert "Gotowe do wysłania." in good or "Można wysłać" in good
    assert re.search(r"Jeszcze nie można wysłać: \d+ błęd", faulty)


def test_until_when_a_deletion_can_be_undone(client: FlaskClient) -> None:
    own = loaded(client, "moj.xlsx", set_of("reverse-poleval"))
    removed = client.post(f"{own}/remove", base_url=BASE)
    assert "Można cofnąć do usunięcia następnego pliku" in page_of(client, str(removed.location))
