"""The page of one kept file: a set of items with all that stands beside it, or what else the file is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import render_template, request

from sheet_tools.pipeline import all_tasks, is_solver, may_be_solver
from sheet_tools.report.near_table import near_table
from sheet_tools.report.numbers import moment
from sheet_tools.report.page import page_of
from sheet_tools.report.score import person_loaded
from webapp import google, panel
from webapp.language import gettext, lang
from webapp.notes import Upload
from webapp.placing import other_page, sheets_solved
from webapp.sheets import assessed, checked_of, uploads

KINDS = ("inputs", "person")
Refused = Mapping[str, tuple[str, str]]


def sheet_page(upload: Upload, refused: Refused | None = None) -> str:
    """`refused`: by the name of its form (KINDS), why a file was not loaded beside the sheet, and what to do."""
    checked = checked_of(upload)
    other = checked.reading.other
    if other is not None and (is_solver(checked.reading) or other.code == "file-is-inputs"):
        return other_page(upload, checked.reading)
    assessment = assessed(checked, upload)
    return render_template(
        "sheet.html",
        upload=upload,
        time=moment(upload.moment, lang()),
        page=page_of(assessment, lang(), *chosen_part()),
        assessment=assessment,
        near=near_table(assessment, lang()),
        attached=person_loaded(assessment, lang()) if "person" in request.args else "",
        panel=panel.offer(assessment),
        account=google.account() if upload.link else None,
        solved=sheets_solved(upload, checked.reading) if may_be_solver(checked.reading) else None,
        **_beside(upload, refused or {}),
    )


def chosen_part() -> tuple[str, int]:
    """The filter and the part of its rows, as the address says."""
    return request.args.get("show", "all"), request.args.get("part", 1, type=int)


def _beside(upload: Upload, refused: Refused) -> dict[str, Any]:
    """The tasks, and of each form (kind, label, name of what is loaded, why a file was refused)."""
    labels = (gettext("The inputs.jsonl that this sheet answers:"), gettext("Sheet of a person who solved it blind:"))
    loaded = (uploads().get(upload.choices.get(kind, "")) for kind in KINDS)
    names = (other.name if other else "" for other in loaded)
    whys = (refused.get(kind) for kind in KINDS)
    return {"tasks": all_tasks(), "besides": list(zip(KINDS, labels, names, whys, strict=True))}
