"""What is to be asked: every model, every item, less what the store holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from sheet_tools.findings import Finding
from sheet_tools.items import Item
from sheet_tools.panel.models import Model
from sheet_tools.panel.outcomes import Failure
from sheet_tools.panel.revisions import fits, prevailing
from sheet_tools.panel.store import Store
from sheet_tools.prompts import Request, request
from sheet_tools.tasks import Task


@dataclass(frozen=True, slots=True)
class Job:
    """One request that is to be asked, and the item that it asks."""

    request: Request
    item: Item
    asked: str


@dataclass(frozen=True, slots=True)
class Plan:
    """One model: how many different requests its items make, and those that the store has no answer to.

    `revision`: the commit whose answers count: the pinned one, else the one that most answers of the store have.
    """

    model: Model
    requests: int
    jobs: tuple[Job, ...]
    revision: str | None = None

    @property
    def cached(self) -> int:
        return self.requests - len(self.jobs)


@dataclass(slots=True)
class Tally:
    """One model's run, counted as it goes.

    asked = answered + refused + failed; `cut_off` of the answered reached max_tokens; `elsewhere` were answered by
    another run meanwhile. `why` counts the codes of what was refused or failed. `settled` are the requests that need
    not be asked again in this run; `may_recover`: what failed, failed for the server's sake.
    """

    plan: Plan
    asked: int = 0
    answered: int = 0
    cut_off: int = 0
    leaked: int = 0
    refused: int = 0
    failed: int = 0
    elsewhere: int = 0
    why: dict[str, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    refusals: set[str] = field(default_factory=set)
    settled: set[str] = field(default_factory=set)
    may_recover: bool = False
    is_final: bool = False

    @property
    def model(self) -> str:
        return self.plan.model.id

    @property
    def left(self) -> int:
        """How many answers are still missing."""
        return len(self.plan.jobs) - self.answered - self.elsewhere

    def note(self, failure: Failure) -> None:
        """Take note of a failure: may the model answer a little later?"""
        self.may_recover |= failure.retry
        self.is_final |= failure.stops and not failure.retry

    def second_plan(self) -> Plan | None:
        """What is to be asked once more at the end of the run, as if it had not failed; None where that is no use."""
        jobs = tuple(job for job in self.plan.jobs if job.request.key not in self.settled)
        if not jobs or self.is_final or not self.may_recover:
            return None
        self.asked, self.failed = self.asked - self.failed, 0
        self.why = {code: n for code, n in self.why.items() if code in self.refusals}
        self.may_recover = False
        return replace(self.plan, jobs=jobs)

    def to_json(self) -> dict[str, object]:
        names = ("asked", "answered", "cut_off", "refused", "failed", "elsewhere", "left")
        counts = {name: getattr(self, name) for name in names}
        head = {"model": self.model, "items": self.plan.requests, "cached": self.plan.cached}
        return {**head, "to_ask": len(self.plan.jobs), **counts, "why": dict(self.why)}


def request_of(model: Model, item: Item, task: Task) -> Request:
    """The task's request with the settings that the models file adds."""
    plain = request(model.id, item, task)
    return replace(plain, generation={**plain.generation, **model.generation})


def plans(models: Iterable[Model], items: Sequence[Item], task: Task, store: Store | None) -> tuple[Plan, ...]:
    """Counts first: one plan a model, in order. Equal requests are asked once; an item without a text is not asked."""
    key = task.subject
    made: list[Plan] = []
    for model in models:
        jobs: dict[str, Job] = {}
        for item in items:
            wanted = request_of(model, item, task)
            if item.get(key).strip() and _can_be_kept(wanted):
                jobs.setdefault(wanted.key, Job(wanted, item, item.get(key)))
        recorded = store.revisions(jobs) if store else {}
        revision = model.commit or prevailing(recorded)
        held = {each for each, found in recorded.items() if any(fits(one, revision) for one in found)}
        made.append(Plan(model, len(jobs), tuple(job for each, job in jobs.items() if each not in held), revision))
    return tuple(made)


def again(model: Model, item: Item, task: Task) -> Plan:
    """The plan that asks one item of one model once more, though it has an answer: only ever by hand."""
    key = task.subject
    return Plan(model, 1, (Job(request_of(model, item, task), item, item.get(key)),))


def _can_be_kept(wanted: Request) -> bool:
    """False where there is half a character (a lone surrogate), which no file can hold."""
    texts = (message["content"] for message in wanted.messages)
    return not any("\ud800" <= character <= "\udfff" for text in texts for character in text)
