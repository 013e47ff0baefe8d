"""By what answers differ from the gold, where nobody needs to point at a mark: in the row, and in results.xlsx."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from sheet_tools.assessment import Assessment
from sheet_tools.panel.responses import Response, Responses
from sheet_tools.pipeline import Settings, Source, assess, check, read, results_workbook
from sheet_tools.report.page import page_of
from sheet_tools.tasks import TASKS

BUBBLES = "Bańki [1] są [2] puszczane [3] przez [4] kota [5] a [6] pies stoi."
# task → (the given sentence, the gold, the answers of four models, what the row says of them, why in the results)
CASES = {
    "comma-placement": (
        BUBBLES,
        {"commas": [5], "optional": [2]},
        ['{"commas": [5], "optional": [2]}', '{"commas": [4], "optional": []}', '{"commas": [4], "optional": []}',
         "[5]"],
        [("b, c", "przecinki: +[4] ○[5] | dopuszczalne: ○[2]")],
        [None, "przecinki: +[4] ○[5]; dopuszczalne: ○[2]", "przecinki: +[4] ○[5]; dopuszczalne: ○[2]",
         "JSON, ale nie obiekt"],
    ),
    "error-correction": (
        "Ala mają kota.",
        {"answer": "NIEPOPRAWNE", "corrected_sentence": "Ala ma kota."},
        ['{"answer": "NIEPOPRAWNE", "corrected_sentence": "Ala ma kota."}',
         '{"answer": "POPRAWNE", "corrected_sentence": ""}',
         '{"answer": "NIEPOPRAWNE", "corrected_sentence": "Ala ma koty."}', ""],
        [("b", "ocena: ○NIEPOPRAWNE +POPRAWNE | zdanie poprawione: ○Ala ma kota."),
         ("c", "zdanie poprawione: ○kota. +koty.")],
        [None, "ocena: ○NIEPOPRAWNE +POPRAWNE; zdanie poprawione: ○Ala ma kota.", "zdanie poprawione: ○kota. +koty.",
         "…"],
    ),
    "numeral-inflection": (
        "Mam [[2]] psy.",
        {"answer": "dwa"},
        ["dwa", "dwaj", "Dwa", "dwa\ntrzy"],
        [("b", "liczebnik: ○dwa +dwaj"), ("c", "liczebnik: ○dwa +Dwa")],
        [None, "liczebnik: ○dwa +dwaj", "…; liczebnik: ○dwa +Dwa", "…"],
    ),
}  # fmt: skip
each_case = pytest.mark.parametrize("name", CASES)


def assessed(name: str) -> Assessment:
    sentence, gold, texts, _, _ = CASES[name]
    task = TASKS[name]
    line = json.dumps({"id": "a", task.subject: sentence, **gold}).encode()
    checked = check(read(Source("gold.jsonl", line), Settings(task, gold=True)))
    models = tuple("x/" + letter for letter in "abcd")
    answers = {model: {sentence: Response(text)} for model, text in zip(models, texts, strict=True)}
    return assess(checked, Responses(models, answers, key=task.subject))


@each_case
def test_a_row_says_by_what_its_answers_differ(name: str) -> None:
    (row,) = page_of(assessed(name), "pl").rows
    said = [
        (whose, " | ".join(f"{d.heading}: {' '.join(p.shape + p.text for p in d.pieces)}" for d in changes))
        for whose, changes in row.apart
    ]
    assert said == CASES[name][3]


@each_case
def test_the_results_say_why(name: str) -> None:
    from openpyxl import load_workbook

    sheet = load_workbook(io.BytesIO(results_workbook(assessed(name), "pl"))).worksheets[0]
    heading, row = ([cell.value for cell in sheet[number]] for number in (1, 2))
    why = [row[heading.index(f"dlaczego: x/{letter}")] for letter in "abcd"]
    for found, wanted in zip(why, CASES[name][4], strict=True):
        if wanted is None or "…" not in wanted:
            assert found == wanted
        else:
            assert found
            assert found.endswith(wanted.removeprefix("…"))


def test_the_page_shows_it_without_a_pointer(tmp_path: Path) -> None:
    from samples.given import FOLDER
    from webapp import create_app

    folder = FOLDER / "error-correction"
    app = create_app({"UPLOADS": tmp_path, "RESPONSES": folder / "responses", "WTF_CSRF_ENABLED": False})
    client = app.test_client()
    data = {"sheet": (io.BytesIO((folder / "dobry.xlsx").read_bytes()), "dobry.xlsx")}
    sent = client.post("/sheets", data=data, follow_redirects=True)
    rows = re.findall(r'<tr class="below apart">.*?</tr>', sent.get_data(as_text=True), re.DOTALL)
    assert rows
    assert 'class="piece missing"' in rows[0]
    assert "wymagane" in rows[0]
