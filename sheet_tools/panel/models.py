"""The models file: who is asked, and where. The task's own list of ids, or a richer TOML.

Source: spec/reverse-poleval.txt, „Models” and „Local scoring scripts” (`--models-file development/models.txt`: one id a
line). The TOML adds what a panel over several servers needs; docs/scaling.md shows one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sheet_tools.findings import Finding, Unreadable, any_error
from sheet_tools.panel.address import BadAddress, base_url, shown
from sheet_tools.panel.refusals import one_line

# What the request says by itself: no models file may say it otherwise.
_FIXED = ("model", "messages", "stream")
_TEXTS = ("id", "name", "family", "base_url", "key_variable", "served_as", "commit")
# „owner/model”, a bare name („qwen2.5:7b”) or a path; no blank, comma, quotation mark or bar stands in one.
_ID = re.compile(r"(?=.*[^\W\d_])(?!.*//)@?[\w./\\~](?:[\w.:+=~()/\\-]*[\w+=~()])?")
_REVISION = re.compile(r"\w[\w.+/-]*")
_HASH = re.compile(r"[0-9a-f]{7,64}")


@dataclass(frozen=True, slots=True)
class Model:
    """One model of the panel.

    `base_url` and `key_variable` (the NAME of the environment variable with the key) are its own server's; None: the
    common EVAL_BASE_URL and EVAL_API_KEY. `served_as` is what its server calls it, where that is not the id.
    `generation` are settings beyond the task's; they are part of the request's key. `commit` is the revision that the
    file pins after an @: it is kept with the answers, and never sent.
    """

    id: str
    name: str = ""
    family: str = ""
    base_url: str | None = None
    key_variable: str | None = None
    served_as: str | None = None
    generation: Mapping[str, object] = field(default_factory=dict)
    commit: str | None = None

    @property
    def sent_as(self) -> str:
        """The name that is sent to the server."""
        return self.served_as or self.id

    @property
    def shown(self) -> str:
        """The id with what is pinned of its commit: a hash by its first letters."""
        commit = self.commit or ""
        return f"{self.id}@{commit[:8] if _HASH.fullmatch(commit) else commit}" if commit else self.id


@dataclass(frozen=True, slots=True)
class Panel:
    """The models in the order of the file; where an error stands among `findings` there are none."""

    models: tuple[Model, ...]
    findings: tuple[Finding, ...] = ()


def read_models(name: str, data: bytes) -> Panel:
    """The panel of a models file; `name` ends in .toml for the richer form. Every fault is a finding."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return Panel((), (Finding("models-not-utf8", values={"file": name}),))
    models, findings = _from_toml(name, text) if name.lower().endswith(".toml") else _from_lines(name, text)
    findings += _doubled(name, models)
    if not models and not findings:
        findings.append(Finding("models-none", values={"file": name}))
    return Panel(() if any_error(findings) else tuple(models), tuple(findings))


def _from_lines(name: str, text: str) -> tuple[list[Model], list[Finding]]:
    """One id a line, with its commit after an @ where one is pinned; # begins a comment, a blank line counts for
    nothing. A line that is no id is never asked as one."""
    models: list[Model] = []
    findings: list[Finding] = []
    for number, line in enumerate(text.splitlines(), start=1):
        written = line.split("#", 1)[0].strip()
        model, commit = _pinned(written)
        if _ID.fullmatch(model) and (commit is None or _REVISION.fullmatch(commit)):
            models.append(Model(model, commit=commit))
        elif written:
            values = {"file": name, "line": number, "text": one_line(written)}
            findings.append(Finding("models-line-not-id", values=values))
    return models, findings


def _pinned(written: str) -> tuple[str, str | None]:
    """An id and its commit; an @ at the very beginning is a part of the id."""
    head, at, tail = written.rpartition("@")
    return (head, tail) if at and head else (written, None)


def _from_toml(name: str, text: str) -> tuple[list[Model], list[Finding]]:
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return [], [Finding("models-not-toml", values={"file": name, "why": str(error)})]
    entries = raw.get("models", [])
    unknown = [key for key in raw if key != "models"]
    findings = [Finding("models-unknown-key", values={"file": name, "number": 0, "key": key}) for key in unknown]
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        return [], [*findings, Finding("models-none", values={"file": name})]
    models: list[Model] = []
    for number, entry in enumerate(entries, start=1):
        faults = list(_faults(name, number, entry))
        findings += faults
        if not any_error(faults):
            models.append(_model(entry))
    return models, findings


def _faults(name: str, number: int, entry: Mapping[str, Any]) -> Iterator[Finding]:
    """What is wrong with the entry of this number, counted from 1."""
    values = {"file": name, "number": number}
    for key, value in entry.items():
        if key not in (*_TEXTS, "generation"):
            yield Finding("models-unknown-key", values={**values, "key": key})
        elif key in _TEXTS and not (isinstance(value, str) and value.strip()):
            yield Finding("models-wrong-value", values={**values, "key": key})
    if "id" not in entry:
        yield Finding("models-without-id", values=values)
    generation = entry.get("generation", {})
    if not isinstance(generation, dict) or any(key in generation for key in _FIXED):
        yield Finding("models-wrong-value", values={**values, "key": "generation"})
    if isinstance(entry.get("base_url"), str) and not _is_address(entry["base_url"]):
        yield Finding("endpoint-address", values={"address": shown(entry["base_url"])})


def _is_address(text: str) -> bool:
    try:
        base_url(text)
    except BadAddress:
        return False
    return True


def _model(entry: Mapping[str, Any]) -> Model:
    texts = {key: entry[key].strip() for key in _TEXTS if key in entry}
    model, commit = _pinned(texts["id"])
    if commit and _HASH.fullmatch(commit):
        texts = {"commit": commit, **texts, "id": model}
    return Model(**texts, generation=entry.get("generation", {}))


def _doubled(name: str, models: Sequence[Model]) -> list[Finding]:
    ids = [model.id for model in models]
    doubled = sorted({each for each in ids if ids.count(each) > 1})
    return [Finding("models-twice", values={"file": name, "model": each}) for each in doubled]


def load_models(name: str, data: bytes) -> tuple[Model, ...]:
    """The models of a file without fault. Raises Unreadable with its first error."""
    panel = read_models(name, data)
    for finding in panel.findings:
        if finding.is_error:
            raise Unreadable(finding)
    return panel.models
