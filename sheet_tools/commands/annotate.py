"""`annotate`: findings and marks written back into a Google sheet. Not there yet, and it says so."""

from __future__ import annotations

import click

from sheet_tools.commands.common import CannotProceed


@click.command()
@click.argument("link")
@click.option("--responses", metavar="PATH")
def command(link: str, responses: str | None) -> None:
    """Write findings and marks back into a Google sheet (not available yet)."""
    raise CannotProceed(
        "annotate: nie jest jeszcze dostępne. Wyniki jako skoroszyt są do pobrania na stronie pomocnika. / "
        "Not available yet. The helper page offers the results as a workbook."
    )
