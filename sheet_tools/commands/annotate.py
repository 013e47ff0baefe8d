"""`annotate LINK --responses PATH`: findings and marks written back into a Google sheet."""

from __future__ import annotations

from pathlib import Path

import click

from sheet_tools.assessment import Assessment
from sheet_tools.commands.common import (
    CANNOT_PROCEED,
    CannotProceed,
    credentials_option,
    echo_json,
    exit_status,
    format_option,
    lang_option,
    load,
    settings,
    sheet_option,
    task_option,
)
from sheet_tools.findings import Unreadable
from sheet_tools.pipeline import annotate, assess_cached, check, clear_annotations, read
from sheet_tools.readers.google.online import OnlineSheet
from sheet_tools.readers.model import Program
from sheet_tools.report.findings import finding_json, finding_line
from sheet_tools.tasks import TASKS
from sheet_tools.workbook.annotate import Annotation


@click.command()
@click.argument("link")
@click.option("--responses", metavar="PATH", type=click.Path(exists=True, path_type=Path), help="Cached answers.")
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
@click.option("--clear", is_flag=True, help="Take away what was written before.")
@sheet_option
@credentials_option
@task_option
@format_option
@lang_option
def command(
    link: str,
    responses: Path | None,
    dry_run: bool,
    clear: bool,
    task_name: str | None,
    output_format: str,
    lang: str,
) -> None:
    """Write findings and marks into the Google sheet at LINK: a tab of its own, notes and colours beside the cells.

    Needs a service account that may edit the sheet. No cell of the author's is changed, and a second run takes away
    exactly what the first wrote.
    """
    online = load(link)
    if not isinstance(online, OnlineSheet):
        raise CannotProceed(
            "annotate pisze tylko w arkuszach Google: podaj link. Wyniki pliku są na stronie pomocnika. / "
            "annotate writes into Google sheets only: give a link. The helper page offers a file's results."
        )
    chosen = settings(task_name)
    try:
        if clear:
            _echo(clear_annotations(online, dry_run=dry_run), None, output_format, lang)
            return
        checked = check(read(online, chosen))
        chosen = chosen.of(TASKS[checked.reading.task.name])
        if not checked.reading.is_readable:
            raise Unreadable(checked.findings[0])
        assessment = assess_cached(checked, responses)
        _echo(annotate(online, assessment, chosen, lang, dry_run=dry_run), assessment, output_format, lang)
    except Unreadable as unreadable:
        _echo(Annotation((unreadable.finding,), (), None), None, output_format, lang)
        raise SystemExit(CANNOT_PROCEED) from None
    raise SystemExit(exit_status(checked.reading, [*checked.findings, *assessment.findings]))


def _echo(done: Annotation, assessment: Assessment | None, output_format: str, lang: str) -> None:
    """The notes, what was done, and what is to be said of the panel's answers; the findings stand in the sheet."""
    findings = [*(assessment.findings if assessment else ()), *done.findings]
    if output_format == "json":
        notes = [{"sheet": n.place.sheet, "cell": n.place.cell, "note": n.note} for n in done.notes]
        echo_json(
            {"tab": done.tab, "notes": notes, "findings": [finding_json(f, lang, Program.GOOGLE) for f in findings]}
        )
        return
    for note in done.notes:
        click.echo(f"{note.place.sheet}!{note.place.cell}\n    " + note.note.replace("\n", "\n    "))
    for finding in findings:
        click.echo(finding_line(finding, lang, "Google Sheets", Program.GOOGLE))
