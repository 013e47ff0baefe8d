"""`query --items FILE --models-file FILE`: ask the panel for the answers that the store does not have."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import click

from sheet_tools.assessment import Checked
from sheet_tools.commands.common import (
    CANNOT_PROCEED,
    FINDINGS,
    against_options,
    choice_options,
    echo_findings,
    echo_json,
    exit_status,
    findings_json,
    format_option,
    lang_option,
    load_file,
    read_file,
    save,
    settings,
    task_option,
)
from sheet_tools.commands.progress import Progress
from sheet_tools.doubtful import doubts
from sheet_tools.findings import Finding, Unreadable
from sheet_tools.marking import forms_of, mark_all
from sheet_tools.panel.cached import responses_of_store
from sheet_tools.panel.client import Patience, endpoint_of
from sheet_tools.panel.environment import environment
from sheet_tools.panel.models import Model, load_models
from sheet_tools.panel.outcomes import Failure
from sheet_tools.panel.places import default_store, stores_beside
from sheet_tools.panel.plan import Plan, Tally, plans, request_of
from sheet_tools.panel.run import DEFAULT_WORKERS, Options, Outcome, run
from sheet_tools.panel.store import Store
from sheet_tools.panel.transfer import export_files
from sheet_tools.panel.understood import not_understood
from sheet_tools.pipeline import check
from sheet_tools.report.findings import finding_line, message
from sheet_tools.report.score import fault_words
from sheet_tools.tasks import TASKS, Task
from sheet_tools.words import LANGUAGES

INTERRUPTED = 130


@click.command()
@click.option("--items", "items_file", required=True, metavar="FILE", help="items.jsonl, or a sheet.")
@click.option("--models-file", required=True, metavar="FILE", help="One model id a line, or a TOML file.")
@click.option("--store", "given_store", type=click.Path(path_type=Path), help="Default: panel.sqlite, as on the page.")
@click.option("--output-dir", type=click.Path(path_type=Path, file_okay=False), help="Also write responses/*.jsonl.")
@click.option("--workers", default=DEFAULT_WORKERS, show_default=True, type=click.IntRange(1, 256))
@click.option("--timeout", default=Patience().read, show_default=True, type=click.FloatRange(min=0.1), help="Seconds.")
@click.option("--dry-run", is_flag=True, help="Only count what would be asked.")
@against_options
@choice_options
@task_option
@format_option
@lang_option
def command(
    items_file: str,
    models_file: str,
    given_store: Path | None,
    output_dir: Path | None,
    workers: int,
    timeout: float,
    dry_run: bool,
    task_name: str | None,
    output_format: str,
    lang: str,
) -> None:
    """Ask each model for each item that the store has no answer to.

    EVAL_BASE_URL and EVAL_API_KEY come from the environment, or from the file .env of this folder. Exit status: 0 no
    answer is missing, 1 some are, 2 cannot proceed, 130 stopped by Ctrl-C.
    """
    chosen = settings(task_name).asking()
    checked = check(read_file(items_file, chosen))
    if not checked.usable:
        echo_findings(checked.findings, checked.reading, lang)
        raise SystemExit(exit_status(checked.reading, checked.findings) or FINDINGS)
    talk = _Talk(output_format, lang, checked.reading.source)
    options = Options(workers, Patience(read=timeout, whole=max(timeout, Patience().whole)))
    try:
        models = load_models(Path(models_file).name, load_file(models_file).data)
        store_file = given_store or default_store()
        talk.store = str(store_file.resolve())
        talk.line(Finding("store-used", values={"file": talk.store}))
        for finding in stores_beside(store_file) if given_store is None else ():
            talk.finding(finding)
        status = _query(checked, models, store_file, None if dry_run else options, talk, output_dir)
    except Unreadable as unreadable:
        talk.finding(unreadable.finding)
        talk.end({"findings": talk.said})
        raise SystemExit(CANNOT_PROCEED) from None
    raise SystemExit(status)


class _Talk:
    """What is said goes to stderr line by line as it happens (text), or to stdout as one object at the end (JSON)."""

    def __init__(self, output_format: str, lang: str, source: str) -> None:
        self.lang = lang
        self.source = source
        self.is_json = output_format == "json"
        self.said: list[Finding] = []
        self.store = ""

    def line(self, finding: Finding) -> None:
        """A count or a summary: one plain line."""
        if not self.is_json:
            click.echo(message(finding, self.lang))

    def finding(self, finding: Finding) -> None:
        """Something to see to, with its remedy."""
        self.said.append(finding)
        if not self.is_json:
            about = str(finding.values.get("model", self.source))
            click.echo(finding_line(finding, self.lang, about), err=True)

    def end(self, values: Mapping[str, object]) -> None:
        if self.is_json:
            echo_json({**values, "store": self.store} if self.store else values)


def _query(
    checked: Checked,
    models: Sequence[Model],
    store_file: Path,
    options: Options | None,
    talk: _Talk,
    output_dir: Path | None,
) -> int:
    """Plan, ask, sum up; the exit status. `options` None: only count."""
    task, items = checked.reading.task, checked.usable
    if checked.left_out:
        talk.finding(Finding("panel-left-out", values={"n": len(checked.left_out)}))
    if options is None and not store_file.exists():
        made = plans(models, items, task, None)
        return _counted(made, checked, talk)
    with Store(store_file, read_only=options is None) as store:
        made = plans(models, items, task, store)
        if options is None:
            return _counted(made, checked, talk)
        _echo_plans(made, talk)
        outcome = _asked(made, store, options, talk)
        if output_dir:
            _export(store, made, checked, task, output_dir, talk)
        _say_not_understood(store, made, checked, talk)
    _say_doubts(store_file, models, checked, talk)
    return _summed_up(outcome, store_file, checked, talk)


def _counted(made: Sequence[Plan], checked: Checked, talk: _Talk) -> int:
    _echo_plans(made, talk)
    _end(talk, [Tally(plan) for plan in made], checked)
    return 0


def _echo_plans(made: Sequence[Plan], talk: _Talk) -> None:
    for plan in made:
        values = {"model": plan.model.shown, "items": plan.requests, "cached": plan.cached, "to_ask": len(plan.jobs)}
        talk.line(Finding("panel-plan", values=values))


def _asked(made: Sequence[Plan], store: Store, options: Options, talk: _Talk) -> Outcome:
    """The run. Raises Unreadable where there is something to ask and not one model has a server."""
    plans_left = [plan for plan in made if plan.jobs]
    variables = environment()
    endpoints = [endpoint_of(variables, plan.model.base_url, plan.model.key_variable) for plan in plans_left]
    failures = [endpoint for endpoint in endpoints if isinstance(endpoint, Failure)]
    if failures and len(failures) == len(endpoints):
        raise Unreadable(failures[0].finding(model=plans_left[0].model.id, n=len(plans_left[0].jobs)))
    with Progress(sum(len(plan.jobs) for plan in made), talk.finding, talk.lang, silent=talk.is_json) as progress:
        return run(made, store, variables, options, progress.observe)


def _export(store: Store, made: Sequence[Plan], checked: Checked, task: Task, folder: Path, talk: _Talk) -> None:
    """The answers to these items by these models, a file a model, in the order of the items."""
    wanted = {request_of(plan.model, item, task).key: plan.revision for plan in made for item in checked.usable}
    answers = [answer for key, revision in wanted.items() if (answer := store.answer(key, revision))]
    folder.mkdir(parents=True, exist_ok=True)
    files = export_files(answers, task)
    for name, data in files.items():
        save(folder / name, data)
    talk.line(Finding("panel-exported", values={"folder": str(folder), "n": len(files)}))


def _say_not_understood(store: Store, made: Sequence[Plan], checked: Checked, talk: _Talk) -> None:
    """Answers that will count as wrong because nobody can read them, by kind."""
    # The task as it is answered: what was read here is the task as it is asked.
    task = TASKS[checked.reading.task.name]
    for model, faults in not_understood(store, made, checked.usable, task):
        kinds = {
            f"kinds_{lang}": ", ".join(f"{fault_words(lang)[fault]}: {n}" for fault, n in faults.most_common())
            for lang in LANGUAGES
        }
        values = {"model": model, "n": faults.total(), "faults": dict(faults), **kinds}
        talk.finding(Finding("answers-not-understood", values=values))


def _say_doubts(store_file: Path, models: Sequence[Model], checked: Checked, talk: _Talk) -> None:
    """Models whose answers cannot mean what the author thinks; whether they are ever right, where the items say so."""
    task, items = TASKS[checked.reading.task.name], checked.usable
    with suppress(Unreadable):
        responses = responses_of_store(store_file, items, task, models)
        marks = mark_all(items, responses, task) if all(forms_of(item, task) for item in items) else None
        for finding in doubts(responses, items, marks):
            talk.finding(finding)


def _summed_up(outcome: Outcome, store_file: Path, checked: Checked, talk: _Talk) -> int:
    for tally in outcome.tallies:
        reasons = ", ".join(f"{code}: {n}" for code, n in tally.why.items())
        values = {**tally.to_json(), "reasons": f" ({reasons})" if reasons else ""}
        talk.line(Finding("panel-summary", values=values))
        if tally.leaked:
            talk.finding(Finding("answers-leaked-marks", values={"model": tally.model, "n": tally.leaked}))
    values = {"file": str(store_file), "n": sum(tally.left for tally in outcome.tallies)}
    if outcome.is_whole:
        talk.line(Finding("panel-whole", values=values))
    else:
        talk.finding(Finding("panel-interrupted" if outcome.interrupted else "panel-partial", values=values))
    _end(talk, outcome.tallies, checked)
    sys.stdout.flush()
    return 0 if outcome.is_whole else INTERRUPTED if outcome.interrupted else FINDINGS


def _end(talk: _Talk, tallies: Sequence[Tally], checked: Checked) -> None:
    left = sum(tally.left for tally in tallies)
    talk.end(
        {
            "task": checked.reading.task.name,
            "items": len(checked.usable),
            "models": [tally.to_json() for tally in tallies],
            "left": left,
            "complete": left == 0,
            "findings": findings_json(talk.said, checked.reading, talk.lang),
        }
    )
