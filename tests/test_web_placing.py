"""Files that are dropped on the page: each finds its place, nothing is dropped in silence or judged as another kind."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from blind_sheets import as_csv, filled, lines, set_of, without_mark
from flask.testing import FlaskClient
from werkzeug.test import TestResponse
from workbooks import workbook

from samples.given import FOLDER
from sheet_tools.pipeline import Source, answers_fault, assess_cached, check, read
from sheet_tools.tasks import TASKS
from webapp import create_app

BASE = "http://127.0.0.1"
GIVEN = [name for name, task in TASKS.items() if task.given]
ANSWERS = lines({"input": "Przykład", "response": "y"})
each_task = pytest.mark.parametrize("task", list(TASKS))


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return create_app({"UPLOADS": tmp_path, "WTF_CSRF_ENABLED": False}).test_client()


Post = Callable[..., TestResponse]


@pytest.fixture
def post(client: FlaskClient) -> Post:
    """Drop files on the page: (name, bytes)…"""

    def call(*files: tuple[str, bytes], address: str = "/sheets", field: str = "sheet", **more: str) -> TestResponse:
        data: dict[str, Any] = {field: [(io.BytesIO(data), name) for name, data in files], **more}
        return client.post(address, data=data, base_url=BASE)

    return call


def loaded(post: Post, name: str, data: bytes) -> str:
    reply = post((name, data))
    assert reply.status_code == 303, reply.text
    return str(reply.location)


def twin(client: FlaskClient, address: str) -> dict[str, Any]:
    return dict(client.get(f"{address}.json", base_url=BASE).json or {})


@each_task
@pytest.mark.parametrize("kept_as", ["xlsx", "csv", "copied.xlsx"])
def test_a_solvers_sheet_is_offered_for_what_it_is(client: FlaskClient, post: Post, task: str, kept_as: str) -> None:
    blind = filled(task)
    data = {"xlsx": blind, "csv": as_csv(blind), "copied.xlsx": without_mark(blind)}[kept_as]
    own = loaded(post, "moj.xlsx", set_of(task))
    loaded(post, "inny.xlsx", set_of("reverse-poleval" if task != "reverse-poleval" else "comma-placement"))
    page = client.get(loaded(post, f"slepy.{kept_as}", data), base_url=BASE).text
    assert "To arkusz osoby rozwiązującej. Do którego zestawu?" in page
    assert re.findall(r'action="(/sheets/\w+)/beside/person"', page) == [own]
    assert "items.jsonl</a>" not in page
    kept = re.search(r'name="kept" value="(\w+)"', page)
    assert kept is not None
    before = twin(client, own)
    assert client.post(f"{own}/beside/person", data={"kept": kept[1]}, base_url=BASE).location == f"{own}?person=loaded"
    after = twin(client, own)
    assert "person" in after
    # Beside the verdict, not in it: counted apart.
    differing = after["filters"].pop("person")
    assert differing == sum(row["mark"] in ("wrong", "unreadable") for row in after["person"]["marks"]) > 0
    assert {**after, "choices": None} == {**after, **before, "choices": None}


def test_a_solvers_sheet_without_its_set_says_what_to_load_first(client: FlaskClient, post: Post) -> None:
    address = loaded(post, "slepy.xlsx", filled("reverse-poleval"))
    assert "Wczytaj najpierw zestaw" in client.get(address, base_url=BASE).text
    for name in ("items.jsonl", "draft.jsonl"):
        assert client.get(f"{address}/{name}", base_url=BASE).status_code == 409
    assert twin(client, address)["format_ok"] is False


def test_what_is_merely_alike_is_asked_about(client: FlaskClient, post: Post) -> None:
    rows = "\n".join(f"| Przykład nr {n}. | wzór{n} |" for n in range(60))
    own = loaded(post, "moj.xlsx", workbook({"P": f"| input | gold |\n{rows}"}))
    page = client.get(loaded(post, "obcy.xlsx", workbook({"P": f"| input | odpowiedź |\n{rows}"})), base_url=BASE).text
    assert "Czy to arkusz osoby rozwiązującej?" in page
    assert f'action="{own}/beside/person"' in page
    assert "Pobierz items.jsonl" in page


@pytest.mark.parametrize("task", GIVEN)
def test_inputs_become_a_sheet_and_find_the_sheet_that_answers_them(
    client: FlaskClient, post: Post, task: str
) -> None:
    inputs = (FOLDER / task / "inputs.jsonl").read_bytes()
    own = loaded(post, "moj.xlsx", set_of(task))
    page = client.get(loaded(post, "inputs.jsonl", inputs), base_url=BASE).text
    assert "Zrób z tego arkusz" in page
    assert f'action="{own}/beside/inputs"' in page
    kept = str(re.search(r'name="kept" value="(\w+)"', page)[1])  # type: ignore[index]
    made = client.post(f"/templates/{task}-pl.xlsx", data={"kept": kept}, base_url=BASE)
    assert made.data.startswith(b"PK")
    client.post(f"{own}/beside/inputs", data={"kept": kept}, base_url=BASE)
    assert "inputs-not-compared" not in json.dumps(twin(client, own))


@pytest.mark.parametrize("task", GIVEN)
@pytest.mark.parametrize("by_form", [True, False])
def test_the_page_remembers_inputs_that_were_loaded_before(
    client: FlaskClient, post: Post, task: str, by_form: bool
) -> None:
    inputs = ("inputs.jsonl", (FOLDER / task / "inputs.jsonl").read_bytes())
    other = next(name for name in GIVEN if name != task)
    post(("inputs.jsonl", (FOLDER / other / "inputs.jsonl").read_bytes()))
    if by_form:
        post(inputs, address=f"/templates/{task}-pl.xlsx", field="inputs")
    else:
        post(inputs)
    told = twin(client, loaded(post, "moj.xlsx", set_of(task)))
    assert told["format_ok"]
    assert "inputs-not-compared" not in {finding["code"] for finding in told["findings"]}


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("matrix.json", b'{"models": ["a"], "matrix": [[1]]}', "score --matrix matrix.json"),
        ("output_schema.json", b'{"$schema": "x", "type": "object"}', "--schema output_schema.json"),
        ("models.txt", b"inv/a\ninv/b\n", "--models-file models.txt"),
        ("batch.jsonl", lines({"custom_id": "a", "response": {}}), "batch"),
        ("evaluator.py", b"def accept(a, b): return a == b\n", "--evaluator evaluator.py"),
        ("items.json", b'[{"input": "a", "gold": "b"}]', "JSONL"),
    ],
)
def test_what_the_page_has_no_use_for_is_named(post: Post, name: str, data: bytes, said: str) -> None:
    reply = post((name, data))
    assert (reply.status_code, said in reply.text) == (422, True)
    assert "Wczytano" not in reply.text


def test_several_files_are_all_taken_each_to_its_place(client: FlaskClient, post: Post) -> None:
    own = loaded(post, "moj.xlsx", set_of("reverse-poleval"))
    reply = post(
        ("a.xlsx", set_of("comma-placement")),
        ("slepy.xlsx", filled("reverse-poleval")),
        ("inv__a.jsonl", ANSWERS),
        ("matrix.json", b'{"models": ["a"], "matrix": [[1]]}'),
        ("x.pdf", b"%PDF-1.4"),
        back=own.rpartition("/")[2],
    )
    assert reply.status_code == 200
    said = dict(re.findall(r"<li>(?:<a [^>]*>|<b>)([^<]+)</\w>: <span[^>]*>(.*?)</span>", reply.text))
    assert list(said) == ["a.xlsx", "slepy.xlsx", "inv__a.jsonl", "matrix.json", "x.pdf"]
    for name, words in {"a.xlsx": "30 pozycji", "slepy.xlsx": "osoby rozwiązującej", "inv__a.jsonl": "1 odpowiedź",
                        "matrix.json": "macierz", "x.pdf": "nie da się"}.items():  # fmt: skip
        assert words in said[name]
    assert f'href="{own}"' in reply.text  # the way back
    assert "Wróć do arkusza: moj.xlsx" in reply.text


def test_answers_dropped_on_a_sheet_lead_back_to_it(post: Post) -> None:
    own = loaded(post, "moj.xlsx", set_of("reverse-poleval"))
    answers = next((FOLDER / "reverse-poleval" / "responses").glob("*.jsonl"))
    reply = post((answers.name, answers.read_bytes()), back=own.rpartition("/")[2])
    assert "1 model, " in reply.text
    assert re.search(r"Pozycje arkusza „moj.xlsx” z odpowiedziami: \d+ z 60", reply.text)
    assert f'href="{own}"' in reply.text


WRONG = {
    "person": {
        "pozycje.docx": (b"PK\x03\x04", "pozycje.docx"),
        "przecinki.xlsx": (filled("comma-placement"), "Przecinki"),
        "zestaw.xlsx": (set_of("reverse-poleval"), "kolumna albo pole „gold”"),
        "odp.jsonl": (ANSWERS, "to odpowiedzi modeli"),
    },
    "inputs": {
        "o.jsonl": ((FOLDER / "error-correction" / "inputs.jsonl").read_bytes(), "Wykrywanie i poprawianie błędów"),
        "u.jsonl": ((FOLDER / "numeral-inflection" / "inputs.jsonl").read_bytes().decode().encode("utf-16"), "UTF-16"),
        "f.jsonl": (b'{"id": "a"}\n', "brakuje pola „sentence”"),
        "n.jsonl": (b'{"id": "a", "sentence": "Inne [[1]]"}\n{"id": "b", "sentence": "Tu [[2]]"}\n', "innego arkusza"),
        "a.xlsx": (set_of("numeral-inflection"), "to nie jest plik JSONL"),
        "odp.jsonl": (ANSWERS, "to odpowiedzi modeli"),
    },
}


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, files in WRONG.items() for name in files])
def test_a_wrong_file_is_refused_at_its_form_and_what_was_there_stays(
    client: FlaskClient, post: Post, kind: str, name: str
) -> None:
    task = {"person": "reverse-poleval", "inputs": "numeral-inflection"}[kind]
    right = {"person": filled(task), "inputs": (FOLDER / "numeral-inflection" / "inputs.jsonl").read_bytes()}[kind]
    own = loaded(post, "moj.xlsx", set_of(task))
    assert post(("dobry", right), address=f"{own}/beside/{kind}", field="file").status_code == 303
    before = twin(client, own)
    data, said = WRONG[kind][name]
    reply = post((name, data), address=f"{own}/beside/{kind}", field="file")
    form = reply.text.partition(f'action="{own}/beside/{kind}"')[2].partition("</form>")[0]
    assert (reply.status_code, said in form, "finding error" in form) == (422, True, True), form
    assert reply.text.count('class="item') > 20  # the sheet is not hidden
    assert twin(client, own) == before


def test_a_sheet_is_never_hidden_by_the_inputs_beside_it(client: FlaskClient, post: Post, tmp_path: Path) -> None:
    own = loaded(post, "moj.xlsx", set_of("numeral-inflection"))
    inputs = (FOLDER / "numeral-inflection" / "inputs.jsonl").read_bytes()
    post(("inputs.jsonl", inputs), address=f"{own}/beside/inputs", field="file")
    kept = next(path for path in tmp_path.glob("*.sheet") if path.read_bytes() == inputs)
    kept.unlink()
    told = twin(client, own)
    assert [finding["code"] for finding in told["findings"] if finding["level"] == "error"] == ["inputs-empty"]
    assert len(told["rows"]) == 30


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("pozycje.docx", "docx", "to dokument Worda"),
        ("slepy.xlsx", filled("reverse-poleval"), "to arkusz osoby rozwiązującej"),
        ("inputs.jsonl", lines({"id": "a", "sentence": "x"}), "to inputs.jsonl"),
        ("m.json", b'{"matrix": [[1]]}', "to macierz ocen"),
        ("x.pdf", b"%PDF-1.4", "to dokument PDF"),
        ("zestaw.xlsx", set_of("reverse-poleval"), "To jest zestaw pozycji"),
    ],
)
def test_what_is_no_answers_is_named_on_their_page(post: Post, name: str, data: bytes | str, said: str) -> None:
    if isinstance(data, str):
        target = io.BytesIO()
        with zipfile.ZipFile(target, "w") as archive:
            archive.writestr("[Content_Types].xml", "<Types/>")
            archive.writestr("word/document.xml", "<document/>")
        data = target.getvalue()
    reply = post((name, data), address="/answers", field="answers")
    fault = answers_fault(Source(name, data))
    assert (fault.code if fault else "answers-are-items") in ("answers-other-kind", "answers-are-items")
    assert (reply.status_code, said in reply.text, name in reply.text) == (422, True, True)


def test_one_changed_input_is_one_warning_about_its_row(tmp_path: Path) -> None:
    models = [f"m{n}" for n in range(12)]
    rows = [[f"Przykład nr {n}.", f"wzór{n}"] for n in range(50)]
    for model in models:
        answered = rows[1:] if model != "m3" else rows[2:]
        (tmp_path / f"{model}.jsonl").write_bytes(lines(*({"input": i, "response": g} for i, g in answered)))
    checked = check(read(Source("s.xlsx", workbook({"P": [["input", "gold"], *rows]}))))
    found = {f.code: f for f in assess_cached(checked, tmp_path).findings if f.level == "warning"}
    assert found["rows-await-answers"].values["rows"] == "A2"
    found = {code: finding for code, finding in found.items() if code != "answers-same"}
    assert [f.values["model"] for f in found.values() if f.code != "rows-await-answers"] == ["m3"]
    nothing = [[f"Inny nr {n}.", f"wzór{n}"] for n in range(50)]
    checked = check(read(Source("s.xlsx", workbook({"P": [["input", "gold"], *nothing]}))))
    warnings = [f.code for f in assess_cached(checked, tmp_path).findings if f.level == "warning"]
    assert [code for code in warnings if code != "answers-same"] == ["rows-await-answers"]


def test_what_a_person_answers_otherwise_is_counted_apart(client: FlaskClient, post: Post) -> None:
    own = loaded(post, "moj.xlsx", set_of("reverse-poleval"))
    post(("slepy.xlsx", filled("reverse-poleval")), address=f"{own}/beside/person", field="file")
    page = client.get(own, base_url=BASE).text
    assert "Gotowe do wysłania" in page
    assert re.search(r'class="button primary" href="[^"]*/items.jsonl"', page)
    assert "Następne ostrzeżenie" not in page
    assert "Osoba odpowiada inaczej" in page
    assert 'data-level="warning"' not in page
    shown = client.get(f"{own}?show=person", base_url=BASE).text
    assert shown.count('data-level="person"') == 60
