"""The samples are what their script makes, are labelled, and give what stands beside them."""

from __future__ import annotations

import io
import json
import tomllib
import zipfile
from functools import cache
from importlib.resources import files

import pytest

from samples import faults, make_samples, patterns
from sheet_tools.normalise import normalise, same
from sheet_tools.pipeline import Source, check, read

FOLDER = make_samples.FOLDER


@cache
def made() -> dict[str, bytes]:
    return make_samples.files()


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return {name: package.read(name) for name in package.namelist()}


@pytest.mark.parametrize("name", ["dobry.xlsx", "bledny.xlsx"])
def test_workbooks_are_what_the_script_makes(name: str) -> None:
    """Part by part: another zlib packs the same parts into other bytes."""
    assert parts(made()[name]) == parts((FOLDER / name).read_bytes()), "run: python -m samples.make_samples"


def test_responses_are_what_the_script_makes() -> None:
    kept = {f"responses/{path.name}": path.read_bytes() for path in (FOLDER / "responses").iterdir()}
    assert kept == {name: data for name, data in made().items() if name.startswith("responses/")}


def test_same_script_gives_same_bytes() -> None:
    assert make_samples.files() == made()


def test_nobody_takes_them_for_a_submission() -> None:
    assert all(row["input"].startswith("Przykład formatu nr ") for row in patterns.rows())
    assert all(row["notes"] == patterns.LABEL for row in patterns.rows())
    assert patterns.FORM["team"] == patterns.LABEL


def test_good_rows_are_clusters_of_whole_pairs() -> None:
    rows = patterns.rows()
    assert len(rows) == len({normalise(row["input"]) for row in rows}) == 60
    for base, other in zip(rows[::2], rows[1::2], strict=True):
        assert (base["cluster"], base["pair"], base["role"]) == (other["cluster"], other["pair"], "baza")
        assert same(base["gold"], other["gold"]) == (other["role"] == "kontrola")


# -- the cached run: outcome → does it occur?


def outcomes() -> list[tuple[bool | None, ...]]:
    """For each row, right, wrong or missing (None) of each model, by gold and aliases."""
    answers = []
    for model in patterns.MODELS:
        _, *lines = patterns.responses(model)
        answers.append({line["input"]: line["response"] for line in lines})
    return [
        tuple(
            any(same(given[row["input"]], right) for right in (row["gold"], row.get("alias1", row["gold"])))
            if row["input"] in given
            else None
            for given in answers
        )
        for row in patterns.rows()
    ]


@pytest.mark.parametrize(
    "wanted",
    [(True, True, True), (False, False, False), (True, False, False), (False, True, True), (None, False, False)],
)
def test_every_kind_of_row_occurs(wanted: tuple[bool | None, ...]) -> None:
    assert wanted in outcomes()


def test_one_pair_of_models_is_not_separated() -> None:
    complete = [row for row in outcomes() if None not in row]
    apart = [sum(row[k] != row[m] for row in complete) / len(complete) for k, m in ((0, 1), (0, 2), (1, 2))]
    assert [share < 0.05 for share in apart] == [False, False, True]


def test_answers_hold_near_misses() -> None:
    given = [(line["response"], row["gold"]) for model in patterns.MODELS for line in patterns.responses(model)
             for row in patterns.rows() if line.get("input") == row["input"]]  # fmt: skip
    assert any(answer != gold and answer.casefold() == gold.casefold() for answer, gold in given)
    assert any(answer == f"{gold}." for answer, gold in given)
    assert any(answer != gold and same(answer, gold) for answer, gold in given)
    assert any(answer == "" for answer, _ in given)


# -- what the tool says of them


def test_faulty_rows_give_the_codes_that_they_name() -> None:
    checked = check(read(Source("bledny.xlsx", made()["bledny.xlsx"])))
    found: dict[int, set[str]] = {}
    for finding in checked.findings:
        if finding.place.sheet == "Pozycje" and finding.place.row != 1:
            found.setdefault(finding.place.row - 1, set()).add(finding.code)
    assert found == {fault.number: set(fault.codes) for fault in faults.FAULTS}


# Not of a row: of the file, of a line of JSONL, of a column, of the whole set.
NOT_OF_A_ROW = {"hidden-col", "has-bom", "not-utf8", "not-json", "not-an-object", "blank-line", "missing-key",
                "unknown-key", "duplicate-key", "wrong-type", "too-few-items", "too-many-items",
                "checked-in-part", "jsonl-too-big", "line-too-long", "too-many-faults"}  # fmt: skip


def test_every_kind_of_finding_that_a_row_can_give_occurs() -> None:
    topics = ("cells", "characters", "format", "review")
    words = [(files("sheet_tools") / "catalogue" / f"{topic}.toml").read_text(encoding="utf-8") for topic in topics]
    given = {code for fault in faults.FAULTS for code in fault.codes}
    assert {code for text in words for code in tomllib.loads(text)} - given == NOT_OF_A_ROW


def test_good_rows_give_no_finding() -> None:
    checked = check(read(Source("dobry.xlsx", made()["dobry.xlsx"])))
    assert [(f.place.cell, f.code) for f in checked.findings] == []
    assert checked.is_ready


@pytest.mark.parametrize("name", ["dobry.xlsx", "bledny.xlsx"])
def test_what_each_must_give_stands_beside_it(name: str) -> None:
    kept = json.loads((FOLDER / make_samples.expected_name(name)).read_text(encoding="utf-8"))
    assert make_samples.expected(name) == kept
