"""What the commands share: options, reading a path, printing findings, the exit status."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sheet_tools.assessment import Reading
from sheet_tools.commands.trouble import CANNOT_PROCEED as CANNOT_PROCEED
from sheet_tools.commands.trouble import CannotProceed as CannotProceed
from sheet_tools.commands.trouble import refused_by_system
from sheet_tools.files import write_whole
from sheet_tools.findings import Finding, any_error
from sheet_tools.pipeline import Settings, Source, read
from sheet_tools.readers.google.links import looks_like_link
from sheet_tools.readers.line_breaks import LINE_BREAKS
from sheet_tools.report.findings import finding_json, finding_line
from sheet_tools.tasks import DEFAULT_TASK, TASKS
from sheet_tools.words import LANGUAGES, system_language, translations

if TYPE_CHECKING:
    from sheet_tools.readers.google.online import OnlineSheet

FINDINGS = 1
_AT_ONCE = 500
_SHEETS = (".xlsx", ".xlsm", ".ods", ".csv", ".tsv")
_ANSWERS = (".jsonl", ".ndjson")
# Where the context of a call keeps the path of the service account's file.
CREDENTIALS = "sheet_tools.credentials"

Command = TypeVar("Command", bound=Callable[..., Any])


def lang_option(command: Command) -> Command:
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        default=system_language,
        help="Language (default: the locale's, else pl).",
    )(command)


def format_option(command: Command) -> Command:
    return click.option(
        "--format", "output_format", type=click.Choice(["text", "json"]), default="text", show_default=True
    )(command)


def task_option(command: Command) -> Command:
    about = "Default: the task that the headings (of JSONL the keys) are of."
    return click.option("--task", "task_name", type=click.Choice(list(TASKS)), help=about)(command)


def credentials_option(command: Command) -> Command:
    """The file of a service account: `load` finds it in the context, so no command has to pass it on."""
    return click.option(
        "--credentials",
        type=click.Path(dir_okay=False, path_type=Path),
        expose_value=False,
        callback=_remember_credentials,
        help="For a Google Sheets link: the key file of a service account (default: GOOGLE_APPLICATION_CREDENTIALS).",
    )(command)


def _remember_credentials(ctx: click.Context, _: click.Parameter, value: Path | None) -> None:
    ctx.meta[CREDENTIALS] = value


def choice_options(command: Command) -> Command:
    """What a file may leave open, and its author decides: `settings` finds it in the context."""
    command = credentials_option(command)
    breaks = "Line breaks of a text file: as they are, CR LF in cells as LF, or rows that end with CR."
    for name, values, about in (
        ("line-breaks", click.Choice(LINE_BREAKS), breaks),
        ("delimiter", None, "The delimiter of a text file: , ; | or tab."),
        ("encoding", None, "The encoding of a text file, say cp1250."),
    ):
        command = _choice(name, about, values)(command)
    return sheet_option(command)


def sheet_option(command: Command) -> Command:
    return _choice("sheet", "The sheet to read, by its name.")(command)


def _choice(name: str, about: str, values: click.Choice[str] | None = None) -> Callable[[Command], Command]:
    return click.option(f"--{name}", type=values, expose_value=False, callback=_remember_choice, help=about)


def _remember_choice(ctx: click.Context, option: click.Parameter, value: str | None) -> None:
    ctx.meta[f"choice.{option.name}"] = value


def _chosen(name: str) -> str | None:
    value: str | None = click.get_current_context().meta.get(f"choice.{name}")
    return value


def against_options(command: Command) -> Command:
    """The files that a submission is held against: `settings` finds them in the context."""
    for name, about in (
        ("schema", "The official output_schema.json (default: the one that comes with the tool)."),
        ("inputs", "The inputs.jsonl that is answered: ids and sentences are held against it."),
    ):
        command = click.option(f"--{name}", metavar="FILE", expose_value=False, callback=_remember_file, help=about)(
            command
        )
    return command


def person_option(command: Command) -> Command:
    """A filled-in blind sheet: `person_file` finds it in the context."""
    return click.option(
        "--person",
        metavar="FILE",
        expose_value=False,
        callback=_remember_file,
        help="A sheet for blind solving, filled in by a person: shown beside the models, never in matrix or score.",
    )(command)


def _remember_file(ctx: click.Context, option: click.Parameter, value: str | None) -> None:
    ctx.meta[f"file.{option.name}"] = load_file(value) if value else None
    if value:
        ctx.meta[f"path.{option.name}"] = value


def _file(name: str) -> Source | None:
    source: Source | None = click.get_current_context().meta.get(f"file.{name}")
    return source


def person_file() -> Source | None:
    return _file("person")


def files_beside() -> list[str]:
    """The paths of the files that options name beside the set: the person's, the schema, the inputs."""
    meta = click.get_current_context().meta
    return [meta[f"path.{name}"] for name in ("person", "schema", "inputs") if f"path.{name}" in meta]


def settings(task_name: str | None) -> Settings:
    """The call's settings: its task (None: told by the file), what its author chose, and the files that it is held
    against."""
    delimiter = _chosen("delimiter")
    delimiter = {"tab": "\t", "\\t": "\t"}.get(delimiter or "", delimiter)
    task, inputs = TASKS[task_name or DEFAULT_TASK], _file("inputs")
    sheet, encoding, breaks = _chosen("sheet"), _chosen("encoding"), _chosen("line_breaks")
    return Settings(task, sheet, encoding, delimiter, inputs, _file("schema"), line_breaks=breaks, told=bool(task_name))


def read_file(path: str, chosen: Settings) -> Reading:
    """A set of items from a file or a link. An option that its task has no use for is a wrong call."""
    reading = read(load(path), chosen)
    if chosen.inputs is not None and reading.is_readable and not reading.task.given:
        name = reading.task.name
        raise CannotProceed(f"--inputs: {name} nie ma inputs.jsonl / {name} has no inputs.jsonl")
    return reading


def load(path: str) -> Source | OnlineSheet:
    """A file's bytes, or a Google sheet by its link or bare id, which is fetched when it is read."""
    if looks_like_link(path) and not Path(path).exists():
        from sheet_tools.readers.google.online import OnlineSheet

        return OnlineSheet(path, click.get_current_context().meta.get(CREDENTIALS))
    return load_file(path)


def load_file(path: str) -> Source:
    """The bytes of a file; what cannot be opened says why."""
    try:
        return Source.from_path(Path(path))
    except OSError as error:
        raise CannotProceed(refused_by_system(error, path)) from error


def save(path: Path, data: bytes) -> None:
    """Write an output file whole. A pipe, a device or a folder of that name is never replaced, nor is a sheet, which
    may hold weeks of work."""
    if path.exists() and path.suffix.lower() in _SHEETS:
        raise CannotProceed(
            f"{path}: taki arkusz już jest, a mogą w nim być wpisane pozycje; podaj inną nazwę albo go usuń. "
            "Niczego nie zapisano. / This sheet exists and may hold an author's work; choose another name or delete "
            "it. Nothing was written."
        )
    if path.is_file() and _is_store(path):
        raise CannotProceed(
            f"{path}: to magazyn odpowiedzi modeli, a tych nic nie zastępuje; podaj inną nazwę. "
            "Niczego nie zapisano. / This is a store of models' answers, which nothing replaces; choose another name. "
            "Nothing was written."
        )
    if path.exists() and not path.is_file():
        raise CannotProceed(f"{path}: to nie jest zwykły plik, niczego nie zapisano / no plain file, nothing written")
    try:
        write_whole(path, data)
    except OSError as error:
        raise CannotProceed(refused_by_system(error, str(path))) from error


def _is_store(path: Path) -> bool:
    from sheet_tools.panel.cached import is_store  # marks and stores are loaded by what has to do with them

    return is_store(path)


def keep_apart(output: Path | None, *read: str | Path | None) -> None:
    """Refuse an output that is one of the files to be read, or would stand among the answers of a folder that is: what
    was there would be gone."""
    if output is None:
        return
    if str(output) == "-":
        raise CannotProceed("„-” nie jest nazwą pliku; podaj nazwę, np. items.jsonl / “-” is no file name")
    for name in read:
        if name is None or not Path(name).exists():
            continue
        if output.exists() and output.samefile(name):
            raise CannotProceed(
                f"{output}: to ten sam plik, który jest czytany; podaj inną nazwę. Niczego nie zapisano. / "
                "This is the very file that is read; choose another name. Nothing was written."
            )
        if output.suffix.lower() in _ANSWERS and output.parent.is_dir() and output.parent.samefile(name):
            raise CannotProceed(
                f"{output}: w tym folderze są odpowiedzi modeli, a ten plik stanąłby wśród nich; podaj inną nazwę. "
                "Niczego nie zapisano. / This folder holds models' answers, and the file would stand among them; "
                "choose another name. Nothing was written."
            )


def echo_json(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))


def findings_json(findings: Iterable[Finding], reading: Reading, lang: str) -> list[dict[str, object]]:
    return [finding_json(finding, lang, reading.program) for finding in findings]


def echo_findings(findings: Iterable[Finding], reading: Reading, lang: str) -> None:
    lines = (finding_line(finding, lang, reading.source, reading.program) for finding in findings)
    # Each call of echo flushes: a hundred thousand of them cost more than the words.
    while some := list(islice(lines, _AT_ONCE)):
        click.echo("\n".join(some))


def exit_status(reading: Reading, findings: Iterable[Finding]) -> int:
    """0 clean, 1 findings of level error, 2 where the file cannot be read at all, or is no set of items."""
    if not reading.is_readable and any_error(findings):
        return CANNOT_PROCEED
    return FINDINGS if any_error(findings) else 0


def say(message: str, lang: str, /, err: bool = False, **values: object) -> None:
    click.echo(translations(lang).gettext(message).format(**values), err=err)
