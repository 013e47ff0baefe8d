"""`forecast`: what a set is likely to score on panels that nobody has seen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import click

from sheet_tools.commands.common import CannotProceed, echo_json, format_option, lang_option, load_file
from sheet_tools.commands.scored import marked, refuse, source_options
from sheet_tools.findings import Finding, Unreadable
from sheet_tools.forecast.chosen import chosen_outcomes, numbers_of, outcomes_of
from sheet_tools.metrics import said_of_size
from sheet_tools.report.forecast import forecast_lines
from sheet_tools.tasks import DEFAULT_TASK, TASKS

# More models than that no panel will have.
_MOST = 100


@click.command()
@source_options
@click.option("--chosen", metavar="3,7,… or FILE", help="The items of the bank that are handed in (default: all).")
@click.option("--models", default="6,12,20", show_default=True, help="Sizes of the panels.")
@format_option
@lang_option
def command(
    matrix_file: str | None,
    items_file: str | None,
    responses_file: str | None,
    task_name: str | None,
    chosen: str | None,
    models: str,
    output_format: str,
    lang: str,
) -> None:
    """Foresee the score of a set on other models; SOURCE is the whole bank."""
    sizes = _sizes(models)
    source = marked(matrix_file, items_file, responses_file, task_name, lang)
    from sheet_tools.forecast.panels import forecast

    try:
        bank = list(outcomes_of(source.matrix).values())
        outcomes = chosen_outcomes(source.matrix, _text(chosen))
        found = forecast(bank, outcomes, sizes)
    except Unreadable as unreadable:
        refuse(unreadable, source.name, lang)
    source.say(_said(len(bank), len(source.matrix.rows), len(outcomes)), lang)
    if output_format == "json":
        echo_json({**source.label, "panels": [each.to_json() for each in found]})
    else:
        source.say_label(lang)
        click.echo("\n".join(forecast_lines(found, lang)))
    raise SystemExit(source.status)


def _said(known: int, rows: int, n: int) -> Iterator[Finding]:
    """How many rows of the bank nobody can use, and whether so many items may be handed in."""
    if known < rows:
        yield Finding("score-rows-left-out", values={"n": rows - known, "rows": rows})
    yield from said_of_size(n, _MOST, TASKS[DEFAULT_TASK])


def _text(chosen: str | None) -> str | None:
    """The list itself, or what the file of that name says."""
    if chosen is None or not _is_file(chosen):
        return chosen
    return load_file(chosen).data.decode("utf-8-sig", "replace")


def _is_file(text: str) -> bool:
    """A hundred numbers are longer than any file's name may be, which the system calls a fault."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def _sizes(text: str) -> list[int]:
    with suppress(ValueError):
        sizes = list(dict.fromkeys(numbers_of(text)))
        if sizes and all(2 <= size <= _MOST for size in sizes):
            return sizes
    raise CannotProceed(
        f"--models {text[:80]}: mają to być liczby modeli od 2 do {_MOST}, np. 6,12,20 / "
        f"numbers of models from 2 to {_MOST}"
    )
