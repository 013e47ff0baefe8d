"""`score --matrix FILE`: the three components, the score, and its limit for this number of items and models."""

from __future__ import annotations

import click

from sheet_tools.commands.common import (
    CANNOT_PROCEED,
    FINDINGS,
    CannotProceed,
    echo_json,
    format_option,
    lang_option,
    load_file,
    task_option,
)
from sheet_tools.findings import Finding, Unreadable, any_error
from sheet_tools.matrix import read_matrix, task_of_matrix
from sheet_tools.metrics import said_of_size
from sheet_tools.pipeline import accuracy_matrix, score_matrix
from sheet_tools.report.findings import finding_line
from sheet_tools.report.score import accuracy_lines, score_lines


@click.command()
@click.option("--matrix", "matrix_file", required=True, metavar="FILE", help="matrix.json, as `evaluate` writes it.")
@click.option("--per-item", is_flag=True, help="Also each item.")
@click.option("--per-pair", is_flag=True, help="Also each pair of models.")
@task_option
@format_option
@lang_option
def command(
    matrix_file: str, per_item: bool, per_pair: bool, task_name: str | None, output_format: str, lang: str
) -> None:
    """Compute the score of a matrix."""
    source = load_file(matrix_file)
    try:
        matrix = read_matrix(source.data)
        task, said = task_of_matrix(matrix, task_name)
    except Unreadable as unreadable:
        _echo_findings([unreadable.finding], source.name, lang)
        raise SystemExit(CANNOT_PROCEED) from None
    _echo_findings([*said, *matrix.findings], source.name, lang)
    if any_error(matrix.findings):
        raise SystemExit(FINDINGS)
    score = score_matrix(matrix, task)
    accuracy = accuracy_matrix(matrix, task)
    if score is None:
        raise CannotProceed(f"{matrix_file}: no complete row / nie ma wiersza z odpowiedziami wszystkich modeli")
    if accuracy is None:
        _echo_findings([*said_of_size(score.n, score.m, task)], source.name, lang)
    if output_format == "json":
        beside = {"accuracy": accuracy.to_json(per_item)} if accuracy else {}
        label = {"marked_by": matrix.marked_by} if matrix.marked_by else {}
        echo_json({"task": task.name, **label, **score.to_json(per_item, per_pair), **beside})
    else:
        if accuracy:
            click.echo("\n".join(accuracy_lines(accuracy, lang, per_item=per_item)))
        shown = {"per_item": per_item, "per_pair": per_pair, "product": accuracy is None}
        click.echo("\n".join(score_lines(score, lang, **shown, marked_by=matrix.marked_by)))


def _echo_findings(findings: list[Finding] | tuple[Finding, ...], file: str, lang: str) -> None:
    # On stderr: stdout is the score alone, also as JSON.
    for finding in findings:
        click.echo(finding_line(finding, lang, file), err=True)
