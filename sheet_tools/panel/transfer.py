"""Between stores and responses/*.jsonl, both ways without loss.

A line is `{"input", "response", …}` with all else that the store knows. `key` names the request; the messages are
written out only where they are not the task's own for this input. Answers that do not count (asked again, or with other
settings) go to NAME.earlier.ndjson, which readers of responses pass over and `import` takes.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any

from sheet_tools.cells import Place
from sheet_tools.findings import Finding, Unreadable
from sheet_tools.items import Item
from sheet_tools.panel.cached import is_store
from sheet_tools.panel.records import Record, model_of, read_file
from sheet_tools.panel.revisions import fits, prevailing
from sheet_tools.panel.store import Answer, Store
from sheet_tools.panel.wire import without_halves
from sheet_tools.prompts import Request, request, request_key
from sheet_tools.tasks import Task

_EARLIER = ".earlier.ndjson"
_SUFFIXES = (".jsonl", ".ndjson")
_OPTIONAL = (
    *("finish_reason", "returned_model", "endpoint", "server", "usage", "asked_at", "seconds", "received", "revision"),
)
_TYPES: Mapping[str, type] = {"usage": dict, "seconds": float}
_FORBIDDEN = str.maketrans(dict.fromkeys('<>:"\\|?*', "_"))
_UNZIPPED_LIMIT = 512 * 2**20


@dataclass(slots=True)
class Imported:
    """How many answers were added, were held before, and how many lines could not be placed."""

    added: int = 0
    known: int = 0
    lost: int = 0
    findings: list[Finding] = field(default_factory=list)


def export_files(answers: Iterable[Answer], task: Task) -> dict[str, bytes]:
    """File name → contents: one file a model with the answer that counts for each input, and one for all others.

    Of several answers to one input the one with the task's own settings goes first, then the one asked last. The
    answers keep their order; equal answers give equal bytes.
    """
    models: dict[str, list[Answer]] = {}
    for answer in answers:
        models.setdefault(answer.model, []).append(answer)
    files: dict[str, bytes] = {}
    for model, own in models.items():
        name = _free_name(model, files)
        counting = _counting(own, task)
        others = [answer for answer in own if answer not in counting]
        # The task's own scripts may know no header, so there is none where the name says the model.
        head = [] if model_of(name) == model else [{"model": model}]
        files[f"{name}.jsonl"] = _lines(head, counting, task)
        if others:
            files[f"{name}{_EARLIER}"] = _lines(head, others, task)
    return files


def _free_name(model: str, taken: Iterable[str]) -> str:
    """„owner__model”; files of one folder differ by more than case on every system."""
    name = model.replace("/", "__").translate(_FORBIDDEN)
    folded = {other.casefold() for other in taken}
    number = 1
    while f"{name}{'' if number == 1 else f'-{number}'}.jsonl".casefold() in folded:
        number += 1
    return name if number == 1 else f"{name}-{number}"


def _counting(answers: Sequence[Answer], task: Task) -> list[Answer]:
    """Of each input the answer that counts, all of one commit; what was broken off never counts."""
    finished = [answer for answer in answers if answer.is_finished]
    recorded: dict[str, set[str | None]] = {}
    for answer in finished:
        recorded.setdefault(answer.asked, set()).add(answer.revision)
    revision = prevailing(recorded)
    best: dict[str, tuple[tuple[bool, str, str], Answer]] = {}
    for answer in (each for each in finished if fits(each.revision, revision)):
        plain = request(answer.model, _item(answer.asked, task), task).key == answer.key
        rank = (plain, answer.asked_at or "", answer.digest)
        if answer.asked not in best or rank > best[answer.asked][0]:
            best[answer.asked] = (rank, answer)
    return [answer for _, answer in best.values()]


def _lines(head: Iterable[Mapping[str, object]], answers: Iterable[Answer], task: Task) -> bytes:
    lines = [*head, *(_line(answer, task) for answer in answers)]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()


def _line(answer: Answer, task: Task) -> dict[str, object]:
    line: dict[str, object] = {"input": answer.asked, "response": answer.text, "key": answer.key}
    line["generation"] = answer.generation
    if request(answer.model, _item(answer.asked, task), task).messages != answer.messages:
        line["messages"] = list(answer.messages)
    return line | {name: value for name in _OPTIONAL if (value := getattr(answer, name)) is not None}


def _item(asked: str, task: Task) -> Item:
    """An item with nothing but what was asked."""
    return Item(Place(), {task.subject: asked})


def import_answers(store: Store, path: Path, task: Task) -> Imported:
    """Bring in the answers of another store, a folder of responses, one file of them, or a zip.

    What says nothing of its request but the input was asked with the task's own messages and settings. Raises
    Unreadable where there is nothing to read.
    """
    imported = Imported()
    before = set(store.keys_with_texts())
    if is_store(path):
        with Store(path, read_only=True) as other:
            _add(store, other.all_answers(), path.name, imported)
    else:
        for name, data in _files(path).items():
            _add(store, _answers_of(name, data, task, imported), name, imported)
    _report_conflicts(store, before, imported)
    return imported


def _files(path: Path) -> dict[str, bytes]:
    try:
        if path.is_dir():
            files = {each.name: each.read_bytes() for each in sorted(path.iterdir()) if _holds_answers(each.name)}
        elif zipfile.is_zipfile(path):
            files = _unzipped(path.read_bytes())
        else:
            files = {path.name: path.read_bytes()} if _holds_answers(path.name) else {}
    except (OSError, zipfile.BadZipFile) as error:
        raise Unreadable(Finding("import-unreadable", values={"file": path.name})) from error
    if not files:
        raise Unreadable(Finding("import-unreadable", values={"file": path.name}))
    return files


def _unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = [member for member in archive.infolist() if _holds_answers(member.filename)]
        if sum(member.file_size for member in members) > _UNZIPPED_LIMIT:
            raise zipfile.BadZipFile("too large")
        return {member.filename: archive.read(member) for member in members}


def _holds_answers(name: str) -> bool:
    bare = PurePosixPath(name).name
    return bare.lower().endswith(_SUFFIXES) and not bare.startswith((".", "~"))


def _answers_of(name: str, data: bytes, task: Task, imported: Imported) -> list[Answer]:
    bare = PurePosixPath(name).name
    file = read_file(bare.removesuffix(_EARLIER), data)
    imported.findings += file.findings
    imported.lost += file.broken + len(file.unfinished) + file.textless
    answers: list[Answer] = []
    for record in file.records:
        answer = _placed(record, file.model, task)
        if answer:
            answers.append(answer)
        elif record.response is not None:
            imported.lost += 1
            imported.findings.append(Finding("import-not-placed", values={"file": bare, "line": record.line}))
    return answers


def _placed(record: Record, model: str, task: Task) -> Answer | None:
    """The answer with its request; None where the line does not say what was asked, or names another request."""
    if record.asked is None or record.response is None:
        return None
    extras = record.response.extras
    plain = request(model, _item(record.asked, task), task)
    messages, generation = extras.get("messages", list(plain.messages)), extras.get("generation", plain.generation)
    if not isinstance(messages, list) or not isinstance(generation, Mapping) or not _is_whole(record.asked, model):
        return None
    asked = Request(model, tuple(messages), generation)
    try:
        key = asked.key
    except ValueError:  # NaN and the like, which no request can hold
        return None
    if extras.get("key", key) != key:
        return None
    known: dict[str, Any] = {name: value for name, value in extras.items() if _is_known(name, value)}
    reason = record.response.finish_reason
    known["finish_reason"] = without_halves(reason) if reason else None
    text = without_halves(record.response.text)
    return Answer(key, model, record.asked, asked.messages, generation, text, **known)


def _is_whole(*texts: str) -> bool:
    return all(text == without_halves(text) for text in texts)


def _is_known(name: str, value: object) -> bool:
    """True for what the store has a place for; foreign files may hold anything under these names."""
    known = name in _OPTIONAL and isinstance(value, _TYPES.get(name, str))
    return known and not (isinstance(value, str) and not _is_whole(value))


def _add(store: Store, answers: Sequence[Answer], source: str, imported: Imported) -> None:
    sound = [answer for answer in answers if answer.key == _key(answer)]
    imported.lost += len(answers) - len(sound)
    added = store.add(*(replace(answer, source=answer.source or source) for answer in sound))
    imported.added += added
    imported.known += len(sound) - added


def _key(answer: Answer) -> str:
    return request_key(answer.model, answer.messages, answer.generation)


def _report_conflicts(store: Store, before: set[tuple[str, str, str]], imported: Imported) -> None:
    """Requests that have, since the import, one more answer that differs."""
    after = set(store.keys_with_texts())
    texts: dict[str, int] = {}
    for _, key, _ in after:
        texts[key] = texts.get(key, 0) + 1
    conflicts: dict[str, set[str]] = {}
    for model, key, _ in after - before:
        if texts[key] > 1:
            conflicts.setdefault(model, set()).add(key)
    for model, keys in conflicts.items():
        imported.findings.append(Finding("import-conflict", values={"model": model, "n": len(keys)}))
