"""A lane: one address, its models in turn, a few workers on each. It asks and reports; it writes nothing."""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from sheet_tools.findings import Finding
from sheet_tools.panel.address import same_model
from sheet_tools.panel.claims import Claims, Taken
from sheet_tools.panel.client import Client
from sheet_tools.panel.outcomes import Failure, Reply
from sheet_tools.panel.plan import Job, Plan

# A model that fails so often in a row will go on failing.
_STREAK = 5
_AHEAD = 4  # jobs that are claimed at once, a worker: a claim has to wait its turn to write
_OTHERS_SECONDS = 0.05  # until what another run is asking is looked at again
_ALIKE_PERCENT = 60


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of one job; `outcome` is None where another run has answered it meanwhile."""

    job: Job
    outcome: Reply | Failure | None
    endpoint: str = ""
    asked_at: float = 0.0  # seconds since 1970
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Note:
    """Something to say of a model; without a finding: its turn begins. `failure`: why it is not asked at all."""

    model: str
    finding: Finding | None = None
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """A server is waited for; the finding says for what, and how long."""

    model: str
    finding: Finding


Message = Answered | Note | Waiting


def in_thread(work: Callable[[], None]) -> Future[None]:
    """Do the work in a thread that does not keep the program from ending; its exception comes out of the future."""
    future: Future[None] = Future()

    def carry() -> None:
        try:
            work()
            future.set_result(None)
        except BaseException as error:  # whatever it is, the thread that asks for the result raises it
            future.set_exception(error)

    threading.Thread(target=carry, daemon=True, name="panel").start()
    return future


class Lane:
    """Asks the plans of one address. `claims` keep other runs from asking the same."""

    def __init__(
        self,
        plans: Sequence[Plan],
        client: Client,
        workers: int,
        claims: Claims | None,
        messages: queue.Queue[Message],
        stop: threading.Event,
    ) -> None:
        self._plans, self._client, self._workers, self._claims = plans, client, workers, claims
        self._messages, self._stop_run = messages, stop
        self._abandoned = False
        self._ends: Future[None] | None = None
        self._turn = plans[0].model.id
        client.on_wait = lambda finding: self._post(Waiting(self._turn, finding))

    def start(self) -> None:
        self._ends = in_thread(self._take_turns)

    def is_over(self) -> bool:
        """True once every model had its turn. Raises what went wrong on the way: a bug, or a store that is gone."""
        if self._ends is None or not self._ends.done():
            return False
        self._ends.result()
        return True

    def abandon(self) -> None:
        """Nobody takes messages any more."""
        self._abandoned = True

    def _take_turns(self) -> None:
        served = self._client.served(self._stop_run)
        for plan in self._plans:
            if self._stop_run.is_set():
                break
            self._turn = plan.model.id
            self._post(Note(plan.model.id))
            sent_as = self._sent_as(plan, served)
            if sent_as is not None:
                _Turn(plan, sent_as, self._client, self._post, self._stop_run).take(self._workers, self._claims)
        self._client.close()

    def _sent_as(self, plan: Plan, served: Sequence[str] | Failure | None) -> str | None:
        """The name under which the model is asked; None where it is not: said once, with the reason.

        A model that is not on the server's list is not asked: there are servers that answer for any name and give it
        back as their own.
        """
        model = plan.model
        values = {"model": model.id, "address": self._client.endpoint.shown, "n": len(plan.jobs)}
        if isinstance(served, Failure):
            self._post(Note(model.id, served.finding(**values), served))
            return None
        if served is None:
            self._post(Note(model.id, Finding("models-not-listed", values=values)))
            return model.sent_as
        found = served_name(model.sent_as, served)
        if found is None:
            values |= {"sent": model.sent_as, "near": nearest(model.sent_as, served), "served": ", ".join(served[:8])}
            self._post(Note(model.id, Finding("model-not-served", values=values)))
        return found

    def _post(self, message: Message) -> None:
        while not self._abandoned:
            try:
                self._messages.put(message, timeout=0.2)
                return
            except queue.Full:
                continue


def served_name(wanted: str, served: Sequence[str]) -> str | None:
    """The server's own spelling of a model's name; None where it is not served, or where several could be meant."""
    if wanted in served:
        return wanted
    alike = [name for name in served if same_model(wanted, name)]
    return alike[0] if len(alike) == 1 else None


def nearest(wanted: str, served: Sequence[str]) -> str:
    """Did you mean: the served name most like the wanted one, „–” where none is."""
    from rapidfuzz import fuzz, process

    found = process.extractOne(wanted, served, scorer=fuzz.WRatio, processor=str.casefold, score_cutoff=_ALIKE_PERCENT)
    return found[0] if found else "–"


class _Turn:
    """One model's turn: its jobs are taken by a few threads until all are done, or the model fails for good."""

    def __init__(
        self, plan: Plan, sent_as: str, client: Client, post: Callable[[Message], None], stop_run: threading.Event
    ) -> None:
        self._jobs = deque(plan.jobs)
        self._plan, self._sent_as, self._client, self._post = plan, sent_as, client, post
        self._stop_run = stop_run
        self._given_up = False
        self._streak = 0
        self._lock = threading.Lock()
        self._ours: deque[Job] = deque()

    def take(self, workers: int, claims: Claims | None) -> None:
        count = max(1, min(workers, len(self._jobs)))
        for future in [in_thread(lambda: self._work(count, claims)) for _ in range(count)]:
            future.result()
        left = len(self._jobs) + len(self._ours)
        if left and not self._stop_run.is_set():
            values = {"model": self._plan.model.id, "n": left}
            self._post(Note(self._plan.model.id, Finding("model-given-up", values=values)))

    def _work(self, workers: int, claims: Claims | None) -> None:
        while not (self._stop_run.is_set() or self._given_up):
            with self._lock:
                answered = [] if self._ours else self._claim(_AHEAD * workers, claims)
                job = self._ours.popleft() if self._ours else None
                is_over = not self._jobs
            for each in answered:
                self._post(Answered(each, None))
            if job:
                self._ask(job)
            elif is_over:
                return
            elif not answered:
                self._stop_run.wait(_OTHERS_SECONDS)

    def _claim(self, most: int, claims: Claims | None) -> list[Job]:
        """Move the next jobs to those that are ours to ask; the ones that another run has answered come back, and those
        that it is asking go to the end of the line."""
        jobs = [self._jobs.popleft() for _ in range(min(most, len(self._jobs)))]
        keys = [job.request.key for job in jobs]
        taken = claims.take(keys, self._plan.revision) if claims else [Taken.OURS] * len(jobs)
        found = list(zip(jobs, taken, strict=True))
        self._ours.extend(job for job, state in found if state is Taken.OURS)
        self._jobs.extend(job for job, state in found if state is Taken.OTHERS)
        return [job for job, state in found if state is Taken.ANSWERED]

    def _ask(self, job: Job) -> None:
        started, clock = time.time(), time.monotonic()
        outcome = self._client.ask(job.request, self._sent_as, self._stop_run)
        if isinstance(outcome, Failure) and self._stop_run.is_set() and outcome.retry:
            return  # it was not the server that gave up, but we who stopped
        self._watch(outcome)
        self._post(Answered(job, outcome, self._client.endpoint.shown, started, time.monotonic() - clock))

    def _watch(self, outcome: Reply | Failure) -> None:
        """Workers share the streak without a lock: a count that is off by one stops a call sooner or later."""
        if isinstance(outcome, Reply):
            self._streak = 0
        elif not outcome.own:
            self._streak += 1
            self._given_up |= outcome.stops or self._streak >= _STREAK
