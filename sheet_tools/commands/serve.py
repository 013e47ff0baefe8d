"""`serve [SHEET]`: the helper page."""

from __future__ import annotations

from pathlib import Path

import click

from sheet_tools.commands.common import CREDENTIALS, credentials_option, lang_option
from sheet_tools.pipeline import default_store, environment, stores_beside


@click.command()
@click.argument(
    "sheet_file", metavar="[SHEET]", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--sample", is_flag=True, help="SHEET is an example: its page says so.")
@click.option(
    "--responses", metavar="PATH", type=click.Path(exists=True, path_type=Path), help="The panel's cached answers."
)
@click.option(
    "--models-file", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="The models the page may ask."
)
@click.option(
    "--store",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where their answers are kept (default: panel.sqlite, as for query).",
)
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="0: any free port.")
@click.option("--uploads", type=click.Path(file_okay=False, path_type=Path), help="Where uploads are kept.")
@click.option("--open/--no-open", "open_browser", default=False, help="Open the page in the browser.")
@credentials_option
@lang_option
def command(
    sheet_file: Path | None,
    sample: bool,
    responses: Path | None,
    models_file: Path | None,
    store: Path | None,
    port: int,
    uploads: Path | None,
    open_browser: bool,
    lang: str,
) -> None:
    """Open the helper page, with SHEET loaded if one is given. It listens on this computer alone.

    With a models file the page asks the panel; EVAL_BASE_URL and EVAL_API_KEY come from the environment, or from the
    file .env of this folder.
    """
    from webapp import create_app, serve

    kept_in = store or default_store().resolve()
    config = {
        "RESPONSES": responses,
        "MODELS_FILE": models_file,
        "STORE": kept_in,
        "STORES_BESIDE": () if store else tuple(stores_beside(kept_in)),
        "ENVIRONMENT": environment(),
        "CREDENTIALS": click.get_current_context().meta.get(CREDENTIALS),
        "UPLOADS": uploads,
        "START_SHEET": sheet_file,
        "SAMPLE": sample,
        "LANG": lang,
    }
    serve(create_app(config), port=port, open_browser=open_browser)
