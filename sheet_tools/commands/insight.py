"""`insight`: what each row does to the score, which models are too alike, what one more item should be."""

from __future__ import annotations

import click

from sheet_tools.commands.common import CannotProceed, echo_json, format_option, lang_option
from sheet_tools.commands.scored import marked, source_options
from sheet_tools.insight import insight
from sheet_tools.metrics import said_of_score, score_complete
from sheet_tools.report.insight import insight_lines
from sheet_tools.tasks import DEFAULT_TASK, TASKS


@click.command()
@source_options
@format_option
@lang_option
def command(
    matrix_file: str | None,
    items_file: str | None,
    responses_file: str | None,
    task_name: str | None,
    output_format: str,
    lang: str,
) -> None:
    """Explain the score of a set, row by row."""
    source = marked(matrix_file, items_file, responses_file, task_name, lang)
    score = score_complete(source.matrix)
    if score is None:
        raise CannotProceed(f"{source.name}: no complete row / nie ma wiersza z odpowiedziami wszystkich modeli")
    source.say(said_of_score(score, TASKS[DEFAULT_TASK]), lang)
    found = insight(score)
    if output_format == "json":
        left_out = {"left_out": score.left_out} if score.left_out else {}
        echo_json({**source.label, **found.to_json(), **left_out})
    else:
        source.say_label(lang)
        click.echo("\n".join(insight_lines(found, lang)))
    raise SystemExit(source.status)
