"""The run and servers that fail: what is waited for, asked again at the end, kept, and never mixed. Loopback only."""

from __future__ import annotations

import json
import sqlite3
import threading
from dataclasses import replace
from operator import itemgetter
from typing import Any

from stand_in_server import Canned, StandIn, chat, echo
from test_run import OPTIONS, QUICK, Panel, always, asked, items, models
from test_run import panel as panel

from sheet_tools.panel.run import Moment
from sheet_tools.panel.store import Store
from sheet_tools.report.findings import message


def test_a_model_that_failed_for_the_servers_sake_is_asked_again_at_the_end(panel: Panel) -> None:
    """Down until the others had their turn; nothing of the first time is an error any more."""
    up = threading.Event()

    def script(body: dict[str, Any], number: int) -> Canned:
        if body["model"] == "b":
            up.set()
        return Canned("", 500) if body["model"] == "a" and not up.is_set() else echo(body, number)

    with StandIn(script, ("a", "b")) as server:
        outcome = panel.run(server, models("a", "b"), items(20))
        order = list(dict.fromkeys(map(itemgetter(0), asked(server)[-40:])))
    assert (outcome.is_whole, order[-1]) == (True, "a")
    assert [f.code for f in outcome.findings] == ["model-again-later"]
    one = outcome.tallies[0]
    assert (one.asked, one.answered, one.failed, one.why) == (20, 20, 0, {})


def test_a_few_rows_that_failed_are_asked_again_at_the_end(panel: Panel) -> None:
    broken = {"n": 0}

    def script(body: dict[str, Any], number: int) -> Canned:
        if body["messages"][-1]["content"] == "Pytanie 7" and broken["n"] < QUICK.tries:
            broken["n"] += 1
            return Canned(chat("pó", finish="abort"))
        return echo(body, number)

    with StandIn(script, ("a",)) as server:
        outcome = panel.run(server, models("a"), items(20))
    assert (outcome.is_whole, [f.code for f in outcome.findings]) == (True, [])
    with Store(panel.path) as store:
        (kept,) = store.unusable()
    assert (kept.asked, kept.code, json.loads(kept.received or "")) == (
        "Pytanie 7",
        "endpoint-broken-off",
        chat("pó", finish="abort"),
    )


def test_a_server_that_is_not_there_yet_is_waited_for_and_every_wait_is_told(panel: Panel) -> None:
    """It begins to answer when the run has said that it waits."""
    told: list[str] = []
    server = StandIn(models=("a",))
    server.close_door()

    def begins(moment: Moment, tally: Any, finding: Any) -> None:
        if moment is Moment.WAITING:
            told.append(finding.code)
            assert message(finding, "pl")
            if len(told) == 1:
                server.open_door()

    patient = replace(OPTIONS, patience=replace(QUICK, starting=60, first_wait=0.01))
    with server:
        outcome = panel.run(server, models("a"), items(5), observe=begins, options=patient)
    assert (outcome.is_whole, told[0]) == (True, "waiting-away")


def test_waiting_ends_when_the_run_is_told_to_stop(panel: Panel) -> None:
    stop = threading.Event()
    with StandIn(always(503, "Loading model"), ("a",)) as server:

        def stops(moment: Moment, tally: Any, finding: Any) -> None:
            if moment is Moment.WAITING and finding.code == "waiting-loading":
                assert 0 < finding.values["left"] <= 1000
                stop.set()

        patient = replace(OPTIONS, patience=replace(QUICK, loading=1000, first_wait=500))
        outcome = panel.run(server, models("a"), items(5), observe=stops, options=patient, stop=stop)
    assert (outcome.interrupted, outcome.tallies[0].left) == (True, 5)


def test_what_was_held_back_is_said_when_the_run_is_stopped(panel: Panel) -> None:
    stop = threading.Event()

    def stops(moment: Moment, tally: Any, finding: Any) -> None:
        if moment is Moment.FINDING and finding.code == "model-again-later":
            stop.set()

    with StandIn(always(500, "no"), ("a",)) as server:
        outcome = panel.run(server, models("a"), items(30), observe=stops, stop=stop)
    assert [f.code for f in outcome.findings] == ["model-again-later", "endpoint-server-error"]


def test_nobody_there_is_said_once_a_model(panel: Panel) -> None:
    with StandIn() as server:
        server.close_door()
        outcome = panel.run(server, models("a", "b"), items(3))
        server.open_door()
    assert [(f.values["model"], f.code) for f in outcome.findings if f.is_error] == [
        ("a", "endpoint-unreachable"),
        ("b", "endpoint-unreachable"),
    ]


def test_of_refusals_each_row_is_named_and_none_is_asked_again(panel: Panel) -> None:
    def script(body: dict[str, Any], number: int) -> Canned:
        no = body["messages"][-1]["content"] in ("Pytanie 2", "Pytanie 5")
        return Canned(chat(None, "a", refusal="I cannot")) if no else echo(body, number)

    with StandIn(script, ("a",)) as server:
        (tally,) = panel.run(server, models("a"), items(6)).tallies
        assert len(server.asked) == 6
    assert sorted((f.code, f.place.row) for f in tally.findings) == [("answer-refused", 2), ("answer-refused", 5)]
    assert (tally.answered, tally.refused, tally.left) == (4, 2, 2)


def test_what_an_earlier_version_kept_though_it_was_broken_off_is_asked_again(panel: Panel) -> None:
    with StandIn(models=("a",)) as server:
        panel.run(server, models("a"), items(3))
        with sqlite3.connect(panel.path) as connection:
            connection.execute("UPDATE answers SET finish_reason = 'abort', text = '' WHERE asked = 'Pytanie 2'")
        connection.close()
        server.asked.clear()
        assert panel.run(server, models("a"), items(3)).is_whole
        assert asked(server) == [("a", "Pytanie 2")]
        assert panel.texts()[("a", "Pytanie 2")] == "o: Pytanie 2"


def test_a_pinned_commit_is_kept_and_not_sent(panel: Panel) -> None:
    """Answers of another recorded commit do not count; those of an unknown one do."""
    with StandIn(models=("a",)) as server:
        panel.run(server, models("a"), items(1))
        panel.run(server, models("a", commit="1" * 40), items(3))
        assert len(server.asked) == 3, "an answer without a commit stays in use"
        panel.run(server, models("a", commit="2" * 40), items(3))
        assert len(server.asked) == 5
        panel.run(server, models("a", commit="2" * 7), items(3))
        assert len(server.asked) == 5, "a shorter hash of the same commit"
        assert {body["model"] for body in server.asked} == {"a"}
        assert not any("commit" in json.dumps(body) or "1111111" in json.dumps(body) for body in server.asked)
