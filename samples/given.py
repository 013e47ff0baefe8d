"""Makes samples/comma-placement, error-correction and numeral-inflection (called by samples.make_samples)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from samples.given_patterns import DATE_ROW, LABEL, MODELS, NUMBER_ROW, SAMPLES, Sample, responses, solved
from sheet_tools.tasks import TASKS
from sheet_tools.workbook.answer_sheet import build_answer_sheet, field_columns

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.worksheet import Worksheet

FOLDER = Path(__file__).parent
GOOD, FAULTY, SOLVED, INPUTS = "dobry.xlsx", "bledny.xlsx", "czlowiek.xlsx", "inputs.jsonl"


def files(sample: Sample) -> dict[str, bytes]:
    """Name → bytes of every sample of a task."""
    task = TASKS[sample.task]
    shown = [{name: row[name] for name in ("id", sample.subject)} for row in sample.rows]
    rows = [{**row, "notes": LABEL} for row in sample.rows]
    made = {
        INPUTS: _lines(shown),
        GOOD: build_answer_sheet(task, "pl", given=shown, rows=rows),
        FAULTY: build_answer_sheet(task, "pl", given=shown, rows=_faulty(sample, rows), finish=_no_texts(sample)),
        SOLVED: build_answer_sheet(task.blind(), "pl", given=shown, rows=solved(sample), blind=True),
    }
    for model in MODELS:
        made[f"responses/{model.replace('/', '-')}.jsonl"] = _lines(responses(sample, model))
    return made


def _lines(values: Iterable[Mapping[str, str]]) -> bytes:
    return "".join(f"{json.dumps(value, ensure_ascii=False)}\n" for value in values).encode()


def _faulty(sample: Sample, rows: list[dict[str, str]]) -> list[dict[str, str]]:
    made = [dict(row) for row in rows]
    for number, (texts, _) in sample.spoilt.items():
        made[number - 2] |= texts
    return made


def _no_texts(sample: Sample) -> Callable[[Workbook, Worksheet], None]:
    """„1,5” as a Polish program stores it in a cell that is no text, and „5-6”."""

    def finish(workbook: Workbook, sheet: Worksheet) -> None:
        column = field_columns(TASKS[sample.task])[TASKS[sample.task].answers[0].name]
        sheet.write_number(NUMBER_ROW - 1, column, 1.5, workbook.add_format({"num_format": "General"}))
        shown = workbook.add_format({"num_format": "dd.mmm"})
        sheet.write_datetime(DATE_ROW - 1, column, date(2026, 6, 5), shown)

    return finish


def expected(sample: Sample, name: str) -> dict[str, object]:
    """What the whole tool says of a sample: findings, accuracy of the cached run, and the person's marks."""
    from sheet_tools.pipeline import Settings, Source, assess, cached_responses, check, person_answers, read

    folder = FOLDER / sample.task
    settings = Settings(TASKS[sample.task], inputs=Source.from_path(folder / INPUTS))
    checked = check(read(Source.from_path(folder / name), settings))
    answers, _ = person_answers(Source.from_path(folder / SOLVED), settings)
    result = assess(checked, cached_responses(folder / "responses", checked.usable, settings.task), answers)
    assert result.accuracy is not None
    assert result.score is not None
    assert result.person is not None
    return {
        "items": len(checked.reading.items),
        "is_ready": checked.is_ready,
        "findings": [[f.place.sheet, f.place.cell or f.place.row, f.code, f.level.value] for f in checked.findings],
        "accuracy": {model: [share.right, share.n] for model, share in result.accuracy.models.items()},
        "discrimination": result.score.discrimination,
        "person": [str(outcome.mark) for outcome in result.person.outcomes],
    }


def write(with_expected: bool) -> None:
    from samples.make_samples import as_json, expected_name
    from sheet_tools.pipeline import Settings, Source, check, read, submission

    for sample in SAMPLES:
        for name, data in files(sample).items():
            path = FOLDER / sample.task / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        if with_expected:
            folder = FOLDER / sample.task
            for name in (GOOD, FAULTY):
                (folder / expected_name(name)).write_text(as_json(expected(sample, name)), encoding="utf-8")
            settings = Settings(TASKS[sample.task], inputs=Source.from_path(folder / INPUTS))
            good = check(read(Source.from_path(folder / GOOD), settings))
            (folder / "expected-dobry.jsonl").write_bytes(submission(good))
