"""The panel on the page, in words: what would be asked, how far a run came, what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sheet_tools.assessment import Assessment
from sheet_tools.findings import Finding
from sheet_tools.items import Item
from sheet_tools.panel.background import Progress, State
from sheet_tools.panel.plan import Plan
from sheet_tools.report.findings import message, remedy
from sheet_tools.report.lines import Context, Line, lines_of
from sheet_tools.words import translations


@dataclass(frozen=True, slots=True)
class ModelRun:
    """One model's row. `why`: what kept it from answering, how often, and what to do."""

    model: str
    counts: Mapping[str, Any]
    why: tuple[tuple[str, int, str], ...]


@dataclass(frozen=True, slots=True)
class RunBox:
    """A run on the page. `said` is its state in one sentence; `percent` of what was to be asked has an outcome."""

    state: str
    said: str
    is_going_on: bool
    done: int
    to_ask: int
    percent: int
    models: tuple[ModelRun, ...]
    lines: tuple[Line, ...]
    waits: tuple[str, ...] = ()

    @property
    def left(self) -> int:
        return sum(int(model.counts["left"]) for model in self.models)


def run_box(progress: Progress, assessment: Assessment, lang: str) -> RunBox:
    context = _context(assessment, lang)
    share = 100 * progress.done // progress.to_ask if progress.to_ask else 100
    return RunBox(
        str(progress.state),
        _said(progress, lang),
        progress.is_going_on,
        progress.done,
        progress.to_ask,
        share,
        tuple(_model_run(tally, progress.findings, lang) for tally in progress.tallies),
        lines_of([finding for finding in progress.findings if not _is_in_table(finding, progress)], context, "run"),
        tuple(message(finding, lang) for finding in progress.waits),
    )


def _is_in_table(finding: Finding, progress: Progress) -> bool:
    """True for what stands under its model's row: nobody need read it twice."""
    codes = {str(tally["model"]): tally["why"] for tally in progress.tallies}
    return not finding.place.row and finding.code in codes.get(str(finding.values.get("model")), ())


def ask_words(plans: Sequence[Plan], lang: str) -> str:
    """„Zapytaj panel o 12 brakujących odpowiedzi”; "" where none is missing."""
    n = missing(plans)
    words = translations(lang).ngettext(
        "Ask the panel for {n} missing answer", "Ask the panel for {n} missing answers", n
    )
    return words.format(n=n) if n else ""


def go_on_words(plans: Sequence[Plan], lang: str) -> str:
    n = missing(plans)
    words = translations(lang).ngettext("Go on: {n} answer is missing", "Go on: {n} answers are missing", n)
    return words.format(n=n)


def has_answers(progress: Progress) -> bool:
    """True where the run brought any answer."""
    return any(int(tally["answered"]) + int(tally["elsewhere"]) for tally in progress.tallies)


def missing(plans: Sequence[Plan]) -> int:
    return sum(len(plan.jobs) for plan in plans)


def finding_line(finding: Finding, lang: str) -> tuple[str, str]:
    """What is wrong, and what to do, of a finding that has no place."""
    return message(finding, lang), remedy(finding, lang)


def run_json(progress: Progress | None, plans: Sequence[Plan]) -> dict[str, object]:
    """{"missing", "models": [counts before a run], "run": null or {"state", "models", "began", "moved"}}."""
    counted = [
        {"model": plan.model.id, "items": plan.requests, "cached": plan.cached, "to_ask": len(plan.jobs)}
        for plan in plans
    ]
    run = None
    if progress is not None:
        about = {"state": str(progress.state), "began": progress.began, "moved": progress.moved}
        run = {**about, "again": progress.again, "done": progress.done, "models": list(progress.tallies)}
    return {"missing": missing(plans), "models": counted, "run": run}


def item_of_row(assessment: Assessment, row: int) -> Item | None:
    """The item of a row (a line, in JSONL), where it may be asked about: without an error."""
    return next((item for item in assessment.checked.usable if item.place.row == row), None)


def _context(assessment: Assessment, lang: str) -> Context:
    reading = assessment.checked.reading
    return Context(lang, reading.source, reading.program, reading.sheet)


def _model_run(tally: Mapping[str, Any], findings: Sequence[Finding], lang: str) -> ModelRun:
    """Its counts, and of each cause the words of its first case."""
    own = [finding for finding in findings if finding.values.get("model") == tally["model"]]
    first = {finding.code: finding for finding in reversed(own) if not finding.place.row}
    why = tuple(
        (message(first[code], lang), n, remedy(first[code], lang)) for code, n in tally["why"].items() if code in first
    )
    return ModelRun(str(tally["model"]), tally, why)


def _said(progress: Progress, lang: str) -> str:
    words = translations(lang)
    if progress.state is State.PARTIAL and not has_answers(progress):
        return words.gettext("Ended without a single answer; the reasons stand below.")
    if progress.state is State.BROKEN and not has_answers(progress):
        return words.gettext("The run broke off without a single answer; the reasons stand below.")
    said = {
        State.RUNNING: words.gettext(
            "The panel is being asked. You may close this page; the run goes on as long as the text window stays open."
        ),
        State.STOPPING: words.gettext("Stopping: the requests under way are let end."),
        State.WHOLE: words.gettext("Done: no answer is missing."),
        State.PARTIAL: words.gettext("Ended, but some answers are still missing; the reasons stand below."),
        State.STOPPED: words.gettext("Stopped. The answers received so far are kept."),
        State.CUT: words.gettext("The program was closed in the middle. The answers received so far are kept."),
        State.BROKEN: words.gettext("The run broke off. The answers received so far are kept."),
    }
    return said[progress.state]
