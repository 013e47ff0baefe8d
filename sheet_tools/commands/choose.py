"""`choose`: the best set of a bank of one's own items, and what no allowed set scores above."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from sheet_tools.assessment import Checked
from sheet_tools.choose.bank import BankItem, Options
from sheet_tools.commands.common import CannotProceed, echo_json, format_option, keep_apart, lang_option, save
from sheet_tools.commands.scored import Marked, marked, refuse, source_options
from sheet_tools.findings import Unreadable
from sheet_tools.forecast.chosen import numbers_of
from sheet_tools.jsonl import write_items
from sheet_tools.metrics import said_of_size
from sheet_tools.report.choose import chosen_lines
from sheet_tools.tasks import DEFAULT_TASK, TASKS


@click.command()
@source_options
@click.option("--min", "minimum", type=int, default=50, show_default=True, help="The least number of items.")
@click.option("--max", "maximum", type=int, default=200, show_default=True, help="The most.")
@click.option("--pin", default="", metavar="3,7,…", help="Items that must be in the set, by their numbers.")
@click.option("--per-cluster", type=int, help="At most so many items of each named cluster.")
@click.option("--keep-pairs", is_flag=True, help="All rows of a pair, or none.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Where the chosen items are written, with --items.",
)
@format_option
@lang_option
def command(
    matrix_file: str | None,
    items_file: str | None,
    responses_file: str | None,
    task_name: str | None,
    minimum: int,
    maximum: int,
    pin: str,
    per_cluster: int | None,
    keep_pairs: bool,
    output: Path | None,
    output_format: str,
    lang: str,
) -> None:
    """Choose the best set of a larger bank of your own items."""
    keep_apart(output, matrix_file, items_file, responses_file)
    options = Options(minimum, maximum, _pins(pin), per_cluster, keep_pairs)
    source = marked(matrix_file, items_file, responses_file, task_name, lang)
    if output is not None and source.checked is None:
        raise CannotProceed(
            "-o: w matrix.json nie ma wzorców; podaj --items i --responses / matrix.json has no gold answers; "
            "give --items and --responses"
        )
    from sheet_tools.choose.best import choose

    try:
        found = choose(_bank(source), options)
    except Unreadable as unreadable:
        refuse(unreadable, source.name, lang)
    if output is not None and source.checked is not None:
        save(output, _chosen_items(source.checked, found.chosen))
    source.say(said_of_size(found.n, len(source.matrix.models), TASKS[DEFAULT_TASK]), lang)
    if output_format == "json":
        echo_json({**source.label, **found.to_json()})
    else:
        source.say_label(lang)
        click.echo("\n".join(chosen_lines(found, options, output, lang)))
    raise SystemExit(source.status)


def _pins(text: str) -> tuple[int, ...]:
    try:
        return tuple(numbers_of(text))
    except ValueError as error:
        raise CannotProceed(
            f"--pin {text[:80]}: mają to być numery pozycji z przecinkami, np. 3,7 / numbers of items, with commas: 3,7"
        ) from error


def _bank(source: Marked) -> list[BankItem]:
    matrix = source.matrix
    return [
        BankItem(item.index, None if None in row else "".join(map(str, row)), item.cluster, item.pair)
        for item, row in zip(matrix.items, matrix.rows, strict=True)
    ]


def _chosen_items(checked: Checked, chosen: Sequence[int]) -> bytes:
    """items.jsonl of the chosen ones, in the order of the sheet."""
    return write_items([checked.usable[index - 1] for index in chosen], checked.reading.task)
