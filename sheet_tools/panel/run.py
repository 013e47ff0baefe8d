"""The run: ask what is missing, keep every answer at once.

One lane an address: its models in turn (a server that swaps models swaps once each), each with its own few workers;
different addresses at the same time. Workers ask, the calling thread alone writes and counts.
"""

from __future__ import annotations

import queue
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from types import FrameType

from sheet_tools.findings import Finding
from sheet_tools.panel.claims import Claims
from sheet_tools.panel.client import Client, Endpoint, endpoint_of
from sheet_tools.panel.endings import Ending, ending_of
from sheet_tools.panel.lane import Answered, Lane, Message, Note, Waiting
from sheet_tools.panel.outcomes import Failure, Reply
from sheet_tools.panel.patience import PATIENT, Patience, Presence
from sheet_tools.panel.plan import Job, Plan, Tally
from sheet_tools.panel.store import Answer, Store, Unusable
from sheet_tools.panel.wire import leaks

DEFAULT_WORKERS = 4


class Moment(StrEnum):
    """When `observe` is called: a model begins, an outcome came, a server is waited for (the finding says how long), a
    finding was made, the run was told to stop."""

    BEGINS = "begins"
    OUTCOME = "outcome"
    WAITING = "waiting"
    FINDING = "finding"
    STOPPING = "stopping"


Observe = Callable[[Moment, Tally | None, Finding | None], None]


@dataclass(frozen=True, slots=True)
class Options:
    """How a run behaves. `grace`: seconds that calls under way are given to end once the run is told to stop."""

    workers: int = DEFAULT_WORKERS
    patience: Patience = PATIENT
    grace: float = 30.0
    anyway: bool = False  # ask, though the store has an answer: by hand only


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a run. `interrupted`: it was told to stop."""

    tallies: tuple[Tally, ...]
    interrupted: bool = False

    @property
    def is_whole(self) -> bool:
        """True where no answer is missing any more."""
        return all(tally.left == 0 for tally in self.tallies)

    @property
    def findings(self) -> list[Finding]:
        return [finding for tally in self.tallies for finding in tally.findings]


def _unseen(moment: Moment, tally: Tally | None, finding: Finding | None) -> None:
    """Nobody watches."""


def run(
    plans: Sequence[Plan],
    store: Store,
    environment: Mapping[str, str],
    options: Options = Options(),
    observe: Observe = _unseen,
    stop: threading.Event | None = None,
) -> Outcome:
    """Ask every job of the plans; each answer is committed to `store` as it comes. What failed for a server's sake is
    asked once more at the end.

    `environment` has EVAL_BASE_URL, EVAL_API_KEY and the panel's own key variables. Ctrl-C (or `stop`, from another
    thread) lets the calls under way end and returns; a second Ctrl-C returns at once. Raises Unreadable where the store
    cannot be written.
    """
    stop = stop or threading.Event()
    with _interrupts(stop):
        return _Run(plans, store, options, observe, stop).whole(environment)


@contextmanager
def _interrupts(stop: threading.Event) -> Iterator[None]:
    """Ctrl-C sets `stop`, so that no answer is lost that is just being written; a second one interrupts."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def told(signum: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = signal.signal(signal.SIGINT, told)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@dataclass(slots=True)
class _Run:
    plans: Sequence[Plan]
    store: Store
    options: Options
    observe: Observe
    stop: threading.Event
    tallies: dict[str, Tally] = field(default_factory=dict)
    lanes: list[Lane] = field(default_factory=list)
    claims: Claims | None = None
    told: bool = False
    presences: dict[Endpoint, Presence] = field(default_factory=dict)
    is_second: bool = False
    held: dict[str, list[Finding]] = field(default_factory=dict)

    def whole(self, environment: Mapping[str, str]) -> Outcome:
        self.tallies = {plan.model.id: Tally(plan) for plan in self.plans}
        # Asked again by hand: that the store has an answer is no reason not to.
        self.claims = None if self.options.anyway else Claims(self.store.path)
        # Bounded, so that no worker runs ahead of what is on the disk.
        messages: queue.Queue[Message] = queue.Queue(maxsize=4)
        try:
            self._begin(self._by_endpoint(self.plans, environment), messages)
            self._until_done(messages)
            again = [plan for tally in self.tallies.values() if (plan := self._second_plan(tally))]
            if again:
                self.is_second = True
                self.held.clear()
                self._begin(self._by_endpoint(again, environment), messages)
                self._until_done(messages)
            # Told to stop as the last lane ended: what is missing then has no other reason.
            self.told = self.told or self.stop.is_set()
        finally:
            # Whatever ended the run, nobody writes any more: workers that still wait must not wait for ever.
            self.stop.set()
            for lane in self.lanes:
                lane.abandon()
            if self.claims:
                self.claims.release()
        return Outcome(tuple(self.tallies.values()), self.told)

    def _second_plan(self, tally: Tally) -> Plan | None:
        """What a model is asked once more; without it, what kept it from answering is said."""
        plan = None if self.stop.is_set() else tally.second_plan()
        for finding in self.held.pop(tally.model, ()) if plan is None else ():
            self._note(tally.model, finding)
        return plan

    def _by_endpoint(self, plans: Sequence[Plan], environment: Mapping[str, str]) -> dict[Endpoint, list[Plan]]:
        lanes: dict[Endpoint, list[Plan]] = {}
        for plan in plans:
            if not plan.jobs:
                continue
            endpoint = endpoint_of(environment, plan.model.base_url, plan.model.key_variable)
            if isinstance(endpoint, Failure):
                self._note(plan.model.id, endpoint.finding(model=plan.model.id, n=len(plan.jobs)))
            else:
                lanes.setdefault(endpoint, []).append(plan)
        return lanes

    def _begin(self, by_endpoint: Mapping[Endpoint, Sequence[Plan]], messages: queue.Queue[Message]) -> None:
        """A lane an address. What is known of a server's presence outlives the lane."""
        self.lanes = []
        for endpoint, plans in by_endpoint.items():
            presence = self.presences.setdefault(endpoint, Presence())
            client = Client(endpoint, self.options.patience, self.options.workers, presence)
            self.lanes.append(Lane(plans, client, self.options.workers, self.claims, messages, self.stop))
        for lane in self.lanes:
            lane.start()

    def _until_done(self, messages: queue.Queue[Message]) -> None:
        deadline = float("inf")
        while time.monotonic() < deadline:
            try:
                arrived = _arrived(messages)
                if not arrived and all(lane.is_over() for lane in self.lanes) and messages.empty():
                    return
                self._take(arrived)
                if self.claims:
                    self.claims.renew()
                if self.stop.is_set() and not self.told:
                    deadline = self._tell()
            except KeyboardInterrupt:
                if self.told:
                    return
                self.stop.set()
                deadline = self._tell()

    def _tell(self) -> float:
        self.told = True
        self.observe(Moment.STOPPING, None, None)
        return time.monotonic() + self.options.grace

    def _take(self, messages: Iterable[Message]) -> None:
        """Write first, then count and show: what is shown as answered is on the disk."""
        messages = list(messages)
        answered = [message for message in messages if isinstance(message, Answered)]
        kept = [self._kept(each.job, each.outcome, each) for each in answered if isinstance(each.outcome, Reply)]
        if kept:
            self.store.add(*kept)
        unusable = [_unusable(each, each.outcome) for each in answered if isinstance(each.outcome, Failure)]
        if any(each.received for each in unusable):
            self.store.add_unusable(*(each for each in unusable if each.received))
        for message in messages:
            if isinstance(message, Note):
                self._hear(message)
            elif isinstance(message, Waiting):
                self.observe(Moment.WAITING, self.tallies[message.model], message.finding)
            else:
                self._count(message)

    def _hear(self, note: Note) -> None:
        tally = self.tallies[note.model]
        if note.finding is None:
            self.observe(Moment.BEGINS, tally, None)
            return
        if note.failure:
            tally.note(note.failure)
        self._say(tally, note.finding, note.failure)

    def _say(self, tally: Tally, finding: Finding, failure: Failure | None) -> None:
        """What the end of the run may still mend is held back till then, and said if it does not."""
        may_recover = not self.is_second and tally.may_recover and not tally.is_final
        if may_recover and failure and failure.retry:
            self.held.setdefault(tally.model, []).append(finding)
        if may_recover and (finding.code == "model-given-up" or (failure and "n" in finding.values)):
            values = {"model": tally.model, "n": finding.values["n"]}
            self._note(tally.model, Finding("model-again-later", values=values))
        elif not (may_recover and failure and failure.retry):
            self._note(tally.model, finding)

    def _count(self, message: Answered) -> None:
        tally = self.tallies[message.job.request.model]
        outcome = message.outcome
        if outcome is None:
            tally.elsewhere += 1
        else:
            tally.asked += 1
        if not (isinstance(outcome, Failure) and outcome.retry):
            tally.settled.add(message.job.request.key)
        if isinstance(outcome, Reply):
            tally.answered += 1
            tally.cut_off += ending_of(outcome.finish_reason) is Ending.LENGTH
            tally.leaked += leaks(outcome.received)
        elif isinstance(outcome, Failure):
            tally.refused += outcome.refused
            tally.failed += not outcome.refused
            tally.refusals |= {outcome.code} if outcome.refused else set()
            tally.note(outcome)
            self._explain(tally, message.job, outcome)
        self.observe(Moment.OUTCOME, tally, None)

    def _explain(self, tally: Tally, job: Job, failure: Failure) -> None:
        """An item with a trouble of its own is named by its place; of what befalls a whole model one case is enough."""
        first = failure.code not in tally.why
        tally.why[failure.code] = tally.why.get(failure.code, 0) + 1
        if failure.own or first:
            place = job.item.place if failure.own else None
            found = failure.finding(model=tally.model)
            self._say(tally, replace(found, place=place) if place else found, failure)

    def _kept(self, job: Job, reply: Reply, message: Answered) -> Answer:
        return Answer(
            key=job.request.key,
            model=job.request.model,
            asked=job.asked,
            messages=job.request.messages,
            generation=job.request.generation,
            text=reply.text,
            finish_reason=reply.finish_reason,
            returned_model=reply.returned_model,
            endpoint=message.endpoint,
            server=reply.server,
            usage=reply.usage,
            asked_at=_moment(message.asked_at),
            seconds=round(message.seconds, 3),
            received=reply.received,
            revision=self.tallies[job.request.model].plan.model.commit,
        )

    def _note(self, model: str, finding: Finding) -> None:
        tally = self.tallies[model]
        tally.findings.append(finding)
        self.observe(Moment.FINDING, tally, finding)


def _arrived(messages: queue.Queue[Message]) -> list[Message]:
    """All that is there; waits a moment where nothing is (short, since Windows takes no Ctrl-C meanwhile)."""
    try:
        arrived = [messages.get(timeout=0.1)]
    except queue.Empty:
        return []
    while True:
        try:
            arrived.append(messages.get_nowait())
        except queue.Empty:
            return arrived


def _unusable(message: Answered, failure: Failure) -> Unusable:
    request = message.job.request
    asked_at = _moment(message.asked_at)
    return Unusable(
        request.key, request.model, message.job.asked, failure.code, message.endpoint, asked_at, failure.received
    )


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
