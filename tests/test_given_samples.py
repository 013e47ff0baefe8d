"""The samples of the tasks whose items are given: what their script makes, labelled, with what must come of each."""

from __future__ import annotations

import io
import json
import zipfile
from functools import cache

import pytest

from samples import given
from samples.given_patterns import DATE_ROW, LABEL, NUMBER_ROW, SAMPLES, Sample
from samples.make_samples import expected_name
from sheet_tools.pipeline import Settings, Source, check, read, submission
from sheet_tools.tasks import TASKS

each_sample = pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.task)


@cache
def made(sample_task: str) -> dict[str, bytes]:
    return given.files(next(sample for sample in SAMPLES if sample.task == sample_task))


def kept(sample: Sample, name: str) -> bytes:
    return (given.FOLDER / sample.task / name).read_bytes()


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return {name: package.read(name) for name in package.namelist()}


@each_sample
def test_files_are_what_the_script_makes(sample: Sample) -> None:
    """Workbooks part by part: another zlib packs the same parts into other bytes."""
    for name, data in made(sample.task).items():
        same = parts(data) == parts(kept(sample, name)) if name.endswith(".xlsx") else data == kept(sample, name)
        assert same, f"{name}: run python -m samples.make_samples --expected"


@each_sample
def test_nobody_takes_them_for_a_submission(sample: Sample) -> None:
    assert all("formatu nr" in row[sample.subject] for row in sample.rows)
    assert LABEL in parts(kept(sample, "dobry.xlsx"))["xl/sharedStrings.xml"].decode()


@each_sample
@pytest.mark.parametrize("name", ["dobry.xlsx", "bledny.xlsx"])
def test_what_each_must_give_stands_beside_it(sample: Sample, name: str) -> None:
    assert given.expected(sample, name) == json.loads(kept(sample, expected_name(name)))


@each_sample
def test_the_good_workbook_gives_the_submission(sample: Sample) -> None:
    settings = Settings(TASKS[sample.task], inputs=Source("inputs.jsonl", kept(sample, "inputs.jsonl")))
    checked = check(read(Source("dobry.xlsx", kept(sample, "dobry.xlsx")), settings))
    assert [(f.place.cell, f.code) for f in checked.findings] == []
    assert submission(checked) == kept(sample, "expected-dobry.jsonl")


@each_sample
def test_faulty_rows_give_the_codes_that_they_name(sample: Sample) -> None:
    findings = json.loads(kept(sample, "expected-bledny.json"))["findings"]
    found = {(cell, code) for _, cell, code, _ in findings if cell is not None}
    wanted = {pair for _, codes in sample.spoilt.values() for pair in codes}
    assert wanted <= found
    assert {(f"C{NUMBER_ROW}", "number-cell"), (f"C{DATE_ROW}", "date-cell")} <= found
