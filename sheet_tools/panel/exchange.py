"""responses/*.jsonl → Responses. An answer is found by the exact input it was given for; order alone is never trusted.

Source: DESIGN.md, „File formats”. A model whose answers are misaligned, repeated, missing or for other items is named.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from types import MappingProxyType

from sheet_tools.findings import Finding, Level, Unreadable, in_order
from sheet_tools.items import Item
from sheet_tools.panel.records import AnswerFile, Record, read_file
from sheet_tools.panel.responses import Response, Responses
from sheet_tools.panel.revisions import chosen, fits
from sheet_tools.tasks import Task

# What is no .jsonl file, and what `panel export` writes of answers that do not count.
_OTHER_ENDINGS = (".ndjson", ".jsonlines", ".zip", ".sqlite", ".db")
_EARLIER = ".earlier.ndjson"
_NAMED = 5

NO_COMMITS: Mapping[str, str | None] = MappingProxyType({})

__all__ = ["Response", "Responses", "read_responses", "responses_of_files"]


def read_responses(
    folder: Path,
    items: Sequence[Item],
    task: Task,
    queried_items: Sequence[Item] | None = None,
    commits: Mapping[str, str | None] = NO_COMMITS,
) -> Responses:
    """The answers in a folder of .jsonl files, one a model (or in one such file).

    `queried_items` are the items of the very file that was queried: only they give answers without an input their
    place. Raises Unreadable where there is no such folder, or a file in it cannot be opened.
    """
    try:
        there = [folder] if folder.is_file() else sorted(folder.iterdir())
        files = {path.name: path.read_bytes() for path in there if path.is_file() and _holds_answers(path.name)}
        passed = [path.name for path in there if path.name not in files and _seems_answers(path)]
    except OSError as error:
        raise Unreadable(Finding("responses-not-found", values={"file": str(error.filename or folder)})) from error
    found = responses_of_files(files, items, task, queried_items, commits)
    if not passed:
        return found
    values = {"n": len(passed), "files": ", ".join(passed[:_NAMED]) + ("…" if len(passed) > _NAMED else "")}
    return replace(found, findings=(*found.findings, Finding("responses-passed-over", values=values)))


def responses_of_files(
    files: Mapping[str, bytes],
    items: Sequence[Item],
    task: Task,
    queried_items: Sequence[Item] | None = None,
    commits: Mapping[str, str | None] = NO_COMMITS,
) -> Responses:
    """The same from names and bytes (the members of a zip); what is no .jsonl file is passed over. `commits`: model →
    the commit whose answers are wanted."""
    key = task.subject
    names = sorted((name for name in files if _holds_answers(name)), key=lambda name: (PurePosixPath(name).name, name))
    read = [read_file(PurePosixPath(name).name, files[name]) for name in names]
    doubled = _report_doubled_models(read, names)
    asked = [item.get(key) for item in queried_items] if queried_items is not None else None
    for each in read:
        _keep_one_commit(each, commits.get(each.model))
    wanted = {text for item in items if (text := item.get(key))}
    answers = {each.model: {} if each.model in doubled else _by_input(each, asked) for each in read}
    for each in read:
        if each.model not in doubled:
            _report_coverage(each, answers[each.model], wanted)
    findings = [finding for each in read for finding in each.findings]
    if not read:
        findings.append(Finding("responses-none"))
    return Responses(tuple(answers), answers, tuple(in_order(findings)), key)


def _holds_answers(name: str) -> bool:
    """A .jsonl file, but none of the shadow files that macOS and editors leave."""
    bare = PurePosixPath(name).name
    return bare.lower().endswith(".jsonl") and not bare.startswith((".", "~"))


def _seems_answers(path: Path) -> bool:
    """True for what an author may take for answers that count: packed ones, another ending, a folder of them."""
    if path.name.startswith((".", "~")) or path.name.endswith(_EARLIER):
        return False
    if path.is_dir():
        return os.access(path, os.R_OK | os.X_OK) and any(_holds_answers(each.name) for each in path.iterdir())
    return ".jsonl" in path.name.lower() or path.suffix.lower() in _OTHER_ENDINGS


def _report_doubled_models(read: Sequence[AnswerFile], names: Sequence[str]) -> set[str]:
    """The models that two files claim: which of them is meant, nobody can say, so neither is used."""
    counts = Counter(each.model for each in read)
    doubled = {model for model, count in counts.items() if count > 1}
    for model in doubled:
        claimed = [(each, name) for each, name in zip(read, names, strict=True) if each.model == model]
        others = ", ".join(name for _, name in claimed)
        claimed[0][0].findings.append(
            Finding("responses-two-files", values={"model": model, "file": others, "n": len(claimed)})
        )
    return doubled


def _keep_one_commit(answers: AnswerFile, wanted: str | None) -> None:
    """Take out the answers of another recorded commit than the one that counts."""
    recorded: dict[str, set[str | None]] = {}
    for record in answers.records:
        if record.response is not None:
            recorded.setdefault(record.asked or f"\n{record.line}", set()).add(record.revision)
    revision, findings = chosen(answers.model, recorded, wanted)
    answers.findings += findings
    answers.records = [
        record if fits(record.revision, revision) else Record(record.line, record.asked, None)
        for record in answers.records
    ]


def _by_input(answers: AnswerFile, queried: Sequence[str] | None) -> dict[str, Response]:
    """Exact input → answer. Of an input with two different answers neither is kept."""
    placed = _placed(answers, queried)
    kept: dict[str, Response] = {}
    disputed: dict[str, int] = {}
    repeated = 0
    for record in placed:
        if record.asked is None or record.response is None:
            continue
        first = kept.setdefault(record.asked, record.response)
        if first is record.response:
            continue
        if first.text == record.response.text:
            repeated += 1
        else:
            disputed.setdefault(record.asked, record.line)
    if repeated:
        answers.report("responses-repeated", n=repeated)
    if disputed:
        answers.report("responses-disputed", n=len(disputed), line=min(disputed.values()))
    return {asked: response for asked, response in kept.items() if asked not in disputed}


def _placed(answers: AnswerFile, queried: Sequence[str] | None) -> list[Record]:
    """The records that say, or of which the queried file says, what was asked.

    The order of the queried file counts only where no line says its input and not one line is lost; in a file that
    says it here and there, the other lines are left out.
    """
    silent = [record for record in answers.records if record.asked is None]
    if not silent:
        return answers.records
    if len(silent) < len(answers.records):
        answers.report("responses-some-without-input", n=len(silent), line=silent[0].line)
        return [record for record in answers.records if record.asked is not None]
    if queried is None:
        answers.report("responses-order-unknown", n=len(silent))
        return []
    if answers.broken or len(silent) != len(queried):
        answers.report("responses-misaligned", n=len(silent) + answers.broken, queried=len(queried))
        return []
    return [Record(each.line, asked, each.response) for each, asked in zip(silent, queried, strict=True)]


def _report_coverage(answers: AnswerFile, kept: Mapping[str, Response], wanted: set[str]) -> None:
    """How many items have no answer of this model, and how many of its answers are for other items."""
    missing = len(wanted - kept.keys())
    if missing:
        answers.report("responses-missing", n=missing, items=len(wanted))
    other = len(kept.keys() - wanted)
    if not other:
        return
    values = {"model": answers.model, "file": answers.file, "n": other}
    # Not one answer fits: this is the run of another set, which a person should look at.
    level = Level.WARNING if wanted and missing == len(wanted) else None
    answers.findings.append(Finding("responses-other-items", values=values, own_level=level))
