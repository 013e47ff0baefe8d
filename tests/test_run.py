"""The run: what is asked, in which order, what is kept whatever happens. Loopback only."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from stand_in_server import Canned, Script, StandIn, chat, echo
from work import until

from sheet_tools.cells import Place
from sheet_tools.items import Item
from sheet_tools.panel.client import Patience
from sheet_tools.panel.models import Model
from sheet_tools.panel.plan import again, plans
from sheet_tools.panel.run import Moment, Options, Outcome, run
from sheet_tools.panel.store import Store
from sheet_tools.report.findings import message, remedy
from sheet_tools.tasks import DEFAULT_TASK, TASKS
from sheet_tools.tasks.reverse_poleval import SYSTEM_MESSAGE
from sheet_tools.words import LANGUAGES

ROOT = Path(__file__).parent.parent
TASK = TASKS[DEFAULT_TASK]
QUICK = Patience(connect=60, read=60, whole=60, tries=2, first_wait=0.005, loading=0.05, starting=0.05)
OPTIONS = Options(workers=3, patience=QUICK, grace=60)


def items(n: int) -> list[Item]:
    return [Item(Place(row=row), {"input": f"Pytanie {row}", "gold": "g"}) for row in range(1, n + 1)]


def models(*names: str, **more: Any) -> list[Model]:
    return [Model(name, **more) for name in names]


def asked(server: StandIn) -> list[tuple[str, str]]:
    return [(body["model"], body["messages"][-1]["content"]) for body in server.asked]


class Panel:
    """A store in a folder, and runs against a server."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "panel.sqlite"

    def run(self, server: StandIn, panel: Sequence[Model], rows: Sequence[Item], **more: Any) -> Outcome:
        with Store(self.path) as store:
            return run(
                plans(panel, rows, TASK, store), store, {"EVAL_BASE_URL": server.url}, **{"options": OPTIONS, **more}
            )

    def texts(self) -> dict[tuple[str, str], str]:
        with Store(self.path, read_only=True) as store:
            return {(each.model, each.asked): each.text for each in store.counting()}


@pytest.fixture
def panel(tmp_path: Path) -> Panel:
    return Panel(tmp_path)


def codes(outcome: Outcome) -> list[str]:
    return sorted(finding.code for finding in outcome.findings)


def test_every_model_is_asked_every_item_once(panel: Panel) -> None:
    with StandIn(models=("a", "b")) as server:
        outcome = panel.run(server, models("a", "b"), items(5))
        assert outcome.is_whole
        assert Counter(asked(server)) == Counter((m, f"Pytanie {i}") for m in "ab" for i in range(1, 6))
        assert panel.texts() == {(m, f"Pytanie {i}"): f"o: Pytanie {i}" for m in "ab" for i in range(1, 6)}
        assert server.asked[0]["messages"][0] == {"role": "system", "content": SYSTEM_MESSAGE}
        before = len(server.asked)
        outcome = panel.run(server, models("a", "b"), items(5))
        assert (outcome.is_whole, len(server.asked)) == (True, before)
        assert [tally.plan.cached for tally in outcome.tallies] == [5, 5]


def test_only_what_was_edited_is_asked_again(panel: Panel) -> None:
    rows = items(5)
    with StandIn() as server:
        panel.run(server, models("a"), rows)
        rows[2] = Item(rows[2].place, {**rows[2].values, "input": "Pytanie 3 "})
        rows[3] = Item(rows[3].place, {**rows[3].values, "gold": "inny wzorzec"})
        server.asked.clear()
        panel.run(server, models("a"), rows)
        assert asked(server) == [("a", "Pytanie 3 ")]


def test_counts_first(panel: Panel) -> None:
    with StandIn() as server, Store(panel.path) as store:
        panel.run(server, models("a"), items(2))
        made = plans(models("a", "b"), [*items(3), *items(3), Item(Place(), {"input": " "})], TASK, store)
    assert [(plan.model.id, plan.requests, plan.cached, len(plan.jobs)) for plan in made] == [
        ("a", 3, 2, 1),
        ("b", 3, 0, 3),
    ]


def test_settings_of_its_own_are_other_requests(panel: Panel) -> None:
    with StandIn() as server:
        panel.run(server, models("a"), items(1))
        panel.run(server, models("a", generation={"seed": 7}), items(1))
        assert [body.get("seed") for body in server.asked] == [None, 7]


def test_models_take_turns_and_workers_are_bounded(panel: Panel) -> None:
    slow: Script = lambda body, number: replace(echo(body, number), delay=0.01)  # noqa: E731
    with StandIn(slow) as server:
        panel.run(server, models("a", "b", "c"), items(8))
        order = [body["model"] for body in server.asked]
        assert order == ["a"] * 8 + ["b"] * 8 + ["c"] * 8
        assert server.most_at_once == OPTIONS.workers
        assert server.connections <= OPTIONS.workers + 1


def test_servers_of_their_own_are_asked_at_the_same_time(panel: Panel) -> None:
    met = threading.Barrier(2, timeout=120)

    def meets(body: dict[str, Any], number: int) -> Canned:
        if number == 1:
            met.wait()
        return echo(body, number)

    with StandIn(meets) as one, StandIn(meets) as other:
        both = [Model("a", base_url=one.url), Model("b", base_url=other.url)]
        assert panel.run(one, both, items(3)).is_whole
        assert {body["model"] for body in one.asked} == {"a"}


def test_a_name_of_the_servers_own(panel: Panel) -> None:
    with StandIn(models=("a-q4.gguf",)) as server:
        outcome = panel.run(server, models("x/a", served_as="a-q4.gguf"), items(1))
        assert (outcome.is_whole, asked(server)) == (True, [("a-q4.gguf", "Pytanie 1")])
        assert list(panel.texts()) == [("x/a", "Pytanie 1")]


def always(code: int, message: str) -> Script:
    return lambda body, number: Canned({"error": {"message": message}}, code)


def for_a(bad: Script) -> Script:
    """Model a fares badly, the others well."""
    return lambda body, number: bad(body, number) if body["model"] == "a" else echo(body, number)


COMPLETION = {"choices": [{"text": "odp", "finish_reason": "stop"}]}
# name, the server, its list, the codes of model a, how often a was asked at most
TROUBLES: list[tuple[str, Script, tuple[str, ...] | None, list[str], int]] = [
    ("not served", echo, ("aa", "b"), ["model-not-served"], 0),
    ("wrong key", for_a(always(401, "no")), ("a", "b"), ["endpoint-key-refused", "model-given-up"], 3),
    ("no list, unknown", for_a(always(404, "no")), None,
     ["endpoint-not-found", "model-given-up", "models-not-listed"], 3),
    ("system role", for_a(always(400, "System role not supported")), ("a", "b"),
     ["model-given-up", "system-role-refused"], 3),
    ("another answers", for_a(lambda body, n: Canned(chat("x", "other"))), ("a", "b"),
     ["model-given-up", "model-other-answered"], 3),
    ("out of credit", for_a(always(402, "Insufficient credits")), ("a", "b"), ["endpoint-quota", "model-given-up"], 3),
    ("quota", for_a(always(429, "You exceeded your current quota (insufficient_quota)")), ("a", "b"),
     ["endpoint-quota", "model-given-up"], 3),
    ("not loaded", for_a(always(400, "No models loaded")), ("a", "b"), ["model-given-up", "model-not-loaded"], 3),
    ("closed", for_a(always(400, "Unsupported parameter: 'max_tokens'")), ("a", "b"),
     ["model-given-up", "parameter-refused"], 3),
    ("bad requests", for_a(always(400, "top_k must be …")), ("a", "b"), ["endpoint-bad-request", "model-given-up"], 8),
    ("completions", for_a(lambda body, n: Canned(COMPLETION)), ("a", "b"),
     ["endpoint-completions", "model-given-up"], 3),
    ("broken", for_a(always(500, "no")), ("a", "b"),
     ["endpoint-server-error", "model-again-later", "model-given-up"], 28),
]  # fmt: skip


@pytest.mark.parametrize(
    ("script", "served", "expected", "most"), [t[1:] for t in TROUBLES], ids=[t[0] for t in TROUBLES]
)
def test_one_model_that_fails_does_not_stop_the_others(
    panel: Panel, script: Script, served: tuple[str, ...] | None, expected: list[str], most: int
) -> None:
    with StandIn(script, served) as server:
        outcome = panel.run(server, models("a", "b"), items(30))
    one, other = outcome.tallies
    assert all(message(finding, lang) and remedy(finding, lang) for finding in one.findings for lang in LANGUAGES)
    assert sorted(finding.code for finding in one.findings) == expected
    assert (one.left, one.answered, other.left, other.answered) == (30, 0, 0, 30)
    assert sum(body["model"] == "a" for body in server.asked) <= most
    assert one.asked == one.refused + one.failed
    assert not outcome.is_whole
    assert {model for model, _ in panel.texts()} == {"b"}


def test_an_item_that_is_refused_is_named_and_the_rest_asked(panel: Panel) -> None:
    def long(body: dict[str, Any], number: int) -> Canned:
        asked = body["messages"][-1]["content"]
        return always(400, "exceed_context_size_error")(body, number) if asked == "Pytanie 7" else echo(body, number)

    with StandIn(long, ("a",)) as server:
        (tally,) = panel.run(server, models("a"), items(20)).tallies
    assert [(finding.code, finding.place.row) for finding in tally.findings] == [("prompt-too-long", 7)]
    assert (tally.asked, tally.answered, tally.refused, tally.failed, tally.left) == (20, 19, 1, 0, 1)


def test_an_empty_answer_cut_off_is_kept_and_not_asked_again(panel: Panel) -> None:
    with StandIn(lambda body, number: Canned(chat(None, "a", "length", reasoning="hm"))) as server:
        (tally,) = panel.run(server, models("a"), items(1)).tallies
        assert (tally.answered, tally.cut_off) == (1, 1)
        panel.run(server, models("a"), items(1))
        assert len(server.asked) == 1


def test_asked_again_by_hand(panel: Panel) -> None:
    with StandIn() as server, Store(panel.path) as store:
        for _ in range(2):
            plan = again(Model("a"), items(1)[0], TASK)
            outcome = run([plan], store, {"EVAL_BASE_URL": server.url}, replace(OPTIONS, anyway=True))
            time.sleep(0.002)
        assert outcome.is_whole
        assert len(store.history(plan.jobs[0].request.key)) == 2


def test_what_another_run_answers_meanwhile_is_not_asked(panel: Panel) -> None:
    """The page and the command line at once: the second finds what the first has kept."""
    with StandIn() as server, Store(panel.path) as store:
        made = plans(models("a"), items(10), TASK, store)
        panel.run(server, models("a"), items(10))
        outcome = run(made, store, {"EVAL_BASE_URL": server.url}, OPTIONS)
        assert (outcome.is_whole, outcome.tallies[0].elsewhere, len(server.asked)) == (True, 10, 10)


def test_two_runs_at_once_ask_everything_once(panel: Panel) -> None:
    """The page and the command line on one store."""
    done: list[bool] = []

    def also(server: StandIn) -> None:
        done.append(panel.run(server, models("a", "b"), items(40)).is_whole)

    with StandIn(lambda body, number: replace(echo(body, number), delay=0.01), ("a", "b")) as server:
        threads = [threading.Thread(target=also, args=(server,)) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
        assert done == [True, True, True]
        assert len(server.asked) == len(panel.texts()) == 80


def test_stopped_from_outside_it_keeps_what_came_and_goes_on_later(panel: Panel) -> None:
    stop = threading.Event()

    def stops(moment: Moment, tally: Any, finding: Any) -> None:
        if moment is Moment.OUTCOME and tally.answered >= 5:
            stop.set()

    with StandIn(lambda body, number: replace(echo(body, number), delay=0.005)) as server:
        outcome = panel.run(server, models("a"), items(40), observe=stops, stop=stop)
        assert outcome.interrupted
        assert 5 <= len(panel.texts()) == len(server.asked) < 40
        assert panel.run(server, models("a"), items(40)).is_whole
        assert len(server.asked) == 40


def test_ctrl_c_lets_the_calls_under_way_end(panel: Panel) -> None:
    def interrupts(moment: Moment, tally: Any, finding: Any) -> None:
        if moment is Moment.OUTCOME and tally.answered == 5:
            raise KeyboardInterrupt

    with StandIn(lambda body, number: replace(echo(body, number), delay=0.01)) as server:
        outcome = panel.run(server, models("a"), items(40), observe=interrupts)
        assert outcome.interrupted
        assert len(panel.texts()) == len(server.asked)


def test_a_store_that_cannot_be_written_ends_the_run(panel: Panel, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(store: Store, *answers: object) -> int:
        store._connection.execute("CREATE TABLE answers (x)")
        return 0

    with StandIn() as server:
        Store(panel.path).close()
        monkeypatch.setattr(Store, "add", full)
        with pytest.raises(sqlite3.OperationalError):
            panel.run(server, models("a"), items(40))
        until(lambda: all(thread.name != "panel" for thread in threading.enumerate()))


# Kill -9 at any moment


KILLS = 24
WORKERS = 2
# What may be lost: one answer a worker, as many as the queue holds, and as many that were just taken from it.
IN_FLIGHT = WORKERS + 4 + (4 + WORKERS)


class Rationed:
    """A server that gives so many answers and then none: what waits when its asker is killed gets nothing."""

    def __init__(self, answers: int) -> None:
        self._left = threading.Semaphore(answers)
        self._answers, self._asked = answers, 0
        self._over = False

    @property
    def is_spent(self) -> bool:
        return self._asked > self._answers

    def __call__(self, body: dict[str, Any], number: int) -> Canned:
        self._asked += 1
        self._left.acquire()
        return Canned(drop=True) if self._over else echo(body, number)

    def close(self) -> None:
        self._over = True
        self._left.release(8 * WORKERS)


class Victims:
    """Runs in processes of their own, each killed when something has happened."""

    def __init__(self, *arguments: object) -> None:
        self._order = json.dumps(arguments) + "\n"
        command = [sys.executable, str(ROOT / "tests" / "panel_victim.py")]
        self._nursery = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def kill_one_after(self, event: Callable[[], object]) -> None:
        assert self._nursery.stdin is not None
        assert self._nursery.stdout is not None
        self._nursery.stdin.write(self._order)
        self._nursery.stdin.flush()
        victim = int(self._nursery.stdout.readline())
        until(event)
        os.kill(victim, signal.SIGKILL)
        assert self._nursery.stdout.readline() == "gone\n"

    def close(self) -> None:
        self._nursery.communicate()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="without fork each victim takes a second to start")
def test_killed_at_any_moment_it_loses_at_most_what_is_in_flight(panel: Panel) -> None:
    """Two dozen kills over one run, each after so many answers: the store opens, is sound, and lacks a few at most.

    Half the kills come when the server has no more to give, half when the store is seen to hold enough of them."""
    n, choose = 1000, random.Random(20261016)
    held = 0
    with StandIn(models=("a",)) as server:
        victims = Victims(str(panel.path), server.url, n, WORKERS)
        for kill in range(KILLS):
            more = choose.randint(0, 2 * IN_FLIGHT)
            server.script = ration = Rationed(more)
            sent, before = server.sent, held
            if kill % 2:
                victims.kill_one_after(lambda: ration.is_spent)  # noqa: B023 - it is called at once
            else:
                # What the last victim still asked for may have been given to nobody.
                enough = before + max(0, more - WORKERS) // 2
                victims.kill_one_after(lambda: _sound(panel.path) >= enough)  # noqa: B023
            ration.close()
            held = _sound(panel.path)
            # The list of models was sent too, and is no answer.
            assert held - before >= server.sent - sent - 1 - IN_FLIGHT
        victims.close()
        assert 100 < held < n, "the kills fell within the run"
        server.script = echo
        assert panel.run(server, models("a"), items(n)).is_whole
        assert len(panel.texts()) == n
        assert len(server.asked) <= n + KILLS * IN_FLIGHT


def _sound(path: Path) -> int:
    """How many answers a store holds; it must be whole."""
    if not path.exists():
        return 0
    with Store(path) as store:
        assert store._rows("PRAGMA integrity_check") == [("ok",)]
        return len(store.briefs())
