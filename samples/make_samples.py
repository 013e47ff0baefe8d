"""Makes samples/reverse-poleval: a good workbook, its faulty twin, the answers of three synthetic models; and the same
of the tasks whose items are given (samples.given).

    python -m samples.make_samples              the files themselves
    python -m samples.make_samples --expected   also what the tool must say of each (expected-*.json)

The same code gives the same bytes. Nothing here is a submission: every text comes from one visible pattern.
"""

from __future__ import annotations

import io
import json
import sys
import zipfile
from pathlib import Path

from samples.faults import FAULTY_CLUSTERS, PATCHES, faulty_rows, put_the_rest
from samples.patterns import CLUSTERS, FORM, MODELS, responses, rows
from sheet_tools.tasks import TASKS
from sheet_tools.workbook.template import build_template

TASK = TASKS["reverse-poleval"]
FOLDER = Path(__file__).parent / TASK.name
GOOD, FAULTY = "dobry.xlsx", "bledny.xlsx"
PACKED = (1980, 1, 1, 0, 0, 0)  # a fixed time, so that the same samples are the same bytes


def files() -> dict[str, bytes]:
    """Name → bytes of every sample of the task."""
    made = {
        GOOD: build_template(TASK, "pl", rows=rows(), clusters=CLUSTERS, form=FORM),
        FAULTY: patched(
            build_template(
                TASK, "pl", rows=faulty_rows(rows()), clusters=FAULTY_CLUSTERS, form=FORM, finish=put_the_rest
            )
        ),
    }
    for model in MODELS:
        lines = (json.dumps(line, ensure_ascii=False) for line in responses(model))
        name = model.model.replace("/", "-")
        made[f"responses/{name}.jsonl"] = "".join(f"{line}\n" for line in lines).encode()
    return made


def patched(package: bytes) -> bytes:
    """The workbook with what no writing library will write (faults.PATCHES), each exactly once."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            data = old.read(name)
            for part, before, after in PATCHES:
                if part == name:
                    if data.count(before) != 1:
                        raise ValueError(f"{part}: {before!r} must stand there once")
                    data = data.replace(before, after)
            new.writestr(zipfile.ZipInfo(name, PACKED), data, zipfile.ZIP_DEFLATED)
    return target.getvalue()


def expected(name: str) -> dict[str, object]:
    """What the whole tool says of a sample: each finding as [cell or null, code], and the score of the cached run."""
    from sheet_tools.pipeline import Source, assess, cached_responses, check, read

    checked = check(read(Source.from_path(FOLDER / name)))
    result = assess(checked, cached_responses(FOLDER / "responses", checked.usable, TASK))
    score = result.score
    return {
        "items": len(checked.reading.items),
        "is_ready": checked.is_ready,
        "findings": [
            [f.place.sheet, f.place.cell or f.place.row, f.code, f.level.value] for f in checked.findings
        ],
        "score": None if score is None else {
            "n": score.n,
            "m": score.m,
            "discrimination": score.discrimination,
            "diversity": score.diversity,
            "separation": score.separation,
            "score": score.score,
        },
    }  # fmt: skip


def expected_name(name: str) -> str:
    return f"expected-{name.removesuffix('.xlsx')}.json"


def as_json(values: dict[str, object]) -> str:
    """One finding a line, so that a change can be read."""
    findings = values["findings"]
    assert isinstance(findings, list)
    lines = ",\n".join(f"    {json.dumps(finding, ensure_ascii=False)}" for finding in findings)
    rest = json.dumps({key: value for key, value in values.items() if key != "findings"}, indent=2)
    return f'{rest[:-2]},\n  "findings": [\n{lines}\n  ]\n}}\n'


def main(arguments: list[str]) -> None:
    from samples import given

    for name, data in files().items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    if "--expected" in arguments:
        for name in (GOOD, FAULTY):
            (FOLDER / expected_name(name)).write_text(as_json(expected(name)), encoding="utf-8")
    given.write("--expected" in arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
