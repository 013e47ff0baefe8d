"""A store's answers to a set of items, in the same form as those of a folder (panel/responses.py)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sheet_tools.findings import Finding, Unreadable, in_order
from sheet_tools.items import Item
from sheet_tools.panel.models import Model
from sheet_tools.panel.responses import Response, Responses, not_listed
from sheet_tools.panel.revisions import chosen, fits
from sheet_tools.panel.store import Brief, Store, looks_like_sqlite
from sheet_tools.prompts import request, request_key
from sheet_tools.tasks import Task


def is_store(path: Path) -> bool:
    """True where the path is a store rather than a folder or file of responses."""
    try:
        return path.is_file() and (looks_like_sqlite(path) or path.suffix.lower() in (".sqlite", ".db"))
    except OSError:
        return False


def responses_of_store(path: Path, items: Sequence[Item], task: Task, models: Sequence[Model] = ()) -> Responses:
    """The answers that count, to these items as they stand now, with the task's settings.

    `models` (of the models file) say which models, in which order, with which settings of their own; without them every
    model of the store stands, with the settings that most of its answers have. Raises Unreadable where the file is no
    store, or holds nothing.
    """
    with Store(path, read_only=True) as store:
        briefs = store.briefs()
        there = store.models()
    names = tuple(model.id for model in models) or there
    if not briefs:
        raise Unreadable(Finding("store-no-answers"))
    key = task.subject
    settings = {model.id: model.generation for model in models}
    commits = {model.id: model.commit for model in models}
    findings: list[Finding] = not_listed(there, names)
    answers: dict[str, Mapping[str, Response]] = {}
    for name in names:
        view = _View(name, _by_key(briefs, name), items, task, key, commits.get(name))
        answers[name] = view.chosen(settings.get(name))
        findings += view.findings(answers[name])
    return Responses(names, answers, tuple(in_order(findings)), key)


def _by_key(briefs: Sequence[Brief], model: str) -> dict[str, list[Brief]]:
    own: dict[str, list[Brief]] = {}
    for brief in briefs:
        if brief.model == model:
            own.setdefault(brief.key, []).append(brief)
    return own


@dataclass(slots=True)
class _View:
    """One model's answers, held against the items: of each request the last of each commit."""

    model: str
    briefs: Mapping[str, Sequence[Brief]]
    items: Sequence[Item]
    task: Task
    key: str
    commit: str | None = None
    used: Mapping[str, object] | None = None
    other_settings: int = 0
    of_commits: Sequence[Finding] = ()

    def chosen(self, wanted: Mapping[str, object] | None) -> Mapping[str, Response]:
        """Exact input → answer, of the wanted settings or of those with the most answers to these items."""
        if wanted is not None:
            return self._of_one_commit(self._answers(wanted))
        found = [(extra, self._answers(extra)) for extra in self._extras()]
        # Of equals the task's own settings, without extras, are the ones.
        best = max(found, key=lambda pair: (len(pair[1]), not pair[0]), default=({}, {}))
        if sum(bool(answers) for _, answers in found) > 1:
            self.used = best[0]
        return self._of_one_commit(best[1])

    def _of_one_commit(self, found: Mapping[str, Sequence[Brief]]) -> dict[str, Response]:
        recorded = {asked: [brief.revision for brief in briefs] for asked, briefs in found.items()}
        revision, self.of_commits = chosen(self.model, recorded, self.commit)
        fitting = {asked: [each for each in briefs if fits(each.revision, revision)] for asked, briefs in found.items()}
        return {asked: max(briefs, key=_asked_at).response for asked, briefs in fitting.items() if briefs}

    def _extras(self) -> list[dict[str, object]]:
        """What the settings of the answers add to the task's; settings that contradict the task's are passed over."""
        extras: list[dict[str, object]] = []
        own = [brief for briefs in self.briefs.values() for brief in briefs]
        for text in dict.fromkeys(brief.generation for brief in own):
            settings = json.loads(text)
            if all(settings.get(name) == value for name, value in self.task.generation.items()):
                extras.append({name: value for name, value in settings.items() if name not in self.task.generation})
            else:
                self.other_settings += sum(brief.generation == text for brief in own)
        return extras

    def _answers(self, extra: Mapping[str, object]) -> dict[str, Sequence[Brief]]:
        found: dict[str, Sequence[Brief]] = {}
        for item in self.items:
            plain = request(self.model, item, self.task)
            briefs = self.briefs.get(request_key(plain.model, plain.messages, {**plain.generation, **extra}))
            if briefs and item.get(self.key):
                found[item.get(self.key)] = briefs
        return found

    def findings(self, answers: Mapping[str, Response]) -> Iterator[Finding]:
        yield from self.of_commits
        wanted = {text for item in self.items if (text := item.get(self.key))}
        missing = len(wanted - answers.keys())
        if missing:
            yield Finding("store-missing", values={"model": self.model, "n": missing, "items": len(wanted)})
        if self.other_settings and missing:
            yield Finding("store-other-settings", values={"model": self.model, "n": self.other_settings})
        if self.used is not None:
            used = json.dumps({**self.task.generation, **self.used}, ensure_ascii=False)
            yield Finding("store-several-settings", values={"model": self.model, "used": used})


def _asked_at(brief: Brief) -> str:
    return brief.asked_at or ""
