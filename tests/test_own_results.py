"""What the page gives is no set of items when it is dropped again: a mistake that its cells had is no longer in it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from pages import rows, sheet
from panel_pages import app_of, drop
from workbooks import workbook

from sheet_tools.findings import Finding
from sheet_tools.report.findings import message

SAMPLES = Path(__file__).parent.parent / "samples"


@pytest.mark.parametrize("lang", ["pl", "en"])
@pytest.mark.parametrize("name", ["results.xlsx", "findings.csv"])
@pytest.mark.parametrize("given", [sheet(rows(50)), b"input;gold\nx;\n"], ids=["good", "with an error"])
def test_results_and_findings_are_known_and_never_items(tmp_path: Path, lang: str, name: str, given: bytes) -> None:
    client = app_of(tmp_path).test_client()
    page = drop(client, given, "set.csv" if given.startswith(b"input") else "set.xlsx")
    own = client.get(f"{page}/{name}?lang={lang}").data
    answer = client.post("/sheets", data={"sheet": (io.BytesIO(own), name)})
    assert answer.status_code == 422
    assert message(Finding("file-is-results", values={"file": name}), lang) in answer.text
    assert len(client.get("/index.json").json["uploads"]) == 1


def test_so_are_findings_with_another_separator(tmp_path: Path) -> None:
    client = app_of(tmp_path).test_client()
    own = client.get(f"{drop(client)}/findings.csv").data.replace(b";", b"\t")
    assert client.post("/sheets", data={"sheet": (io.BytesIO(own), "uwagi.txt")}).status_code == 422


@pytest.mark.parametrize("names", [["Pozycje", "Findings"], ["Pozycje", "Pary modeli", "Klastry"]])
def test_an_authors_sheets_of_like_names_are_read(tmp_path: Path, names: list[str]) -> None:
    client = app_of(tmp_path).test_client()
    first, *others = names
    page = drop(client, workbook({first: [["input", "gold"], ["x", "y"]], **{other: [["a"]] for other in others}}))
    assert "1 pozycja" in client.get(page).text


@pytest.mark.parametrize("task", ["comma-placement", "error-correction", "numeral-inflection"])
def test_a_sheet_is_no_solution_of_itself(tmp_path: Path, task: str) -> None:
    client = app_of(tmp_path).test_client()
    own = (SAMPLES / task / "dobry.xlsx").read_bytes()
    page = drop(client, own)
    answer = client.post(f"{page}/beside/person", data={"file": (io.BytesIO(own), "kopia.xlsx")})
    assert answer.status_code == 422
    assert message(Finding("person-is-itself", values={"file": "kopia.xlsx"}), "pl") in answer.text
    assert "person" not in client.get(f"{page}.json").json["choices"]
    solved = (SAMPLES / task / "czlowiek.xlsx").read_bytes()
    assert client.post(f"{page}/beside/person", data={"file": (io.BytesIO(solved), "a.xlsx")}).status_code == 303
