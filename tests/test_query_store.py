"""`query` and the page: one store where none is named; doubtful models and trouble are said. Loopback only."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from panel_pages import asking, drop, ended, run_of
from stand_in_server import Canned, StandIn, chat
from test_query import MODELS, QUERY, Run, folder, run, serve

from sheet_tools.findings import Finding
from sheet_tools.panel.places import default_store, stores_beside
from sheet_tools.panel.store import Store
from sheet_tools.report.findings import message
from webapp import app as webapp_app

__all__ = ["folder", "run"]


@pytest.fixture(autouse=True)
def data(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's data folder, of one's own."""
    home = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    monkeypatch.setattr("platformdirs.user_data_path", lambda name, **_: home / name)
    (home / "reverse-poleval-sheet-tools").mkdir()
    return home / "reverse-poleval-sheet-tools" / "panel.sqlite"


def config_of_serve(monkeypatch: pytest.MonkeyPatch, run: Run, *arguments: str) -> dict[str, object]:
    """What `serve` starts the page with."""
    seen: dict[str, object] = {}
    monkeypatch.setattr("webapp.create_app", lambda config: seen.update(config))
    monkeypatch.setattr("webapp.serve", lambda app, **_: None)
    assert run("serve", *arguments).exit_code == 0
    return seen


def test_the_page_and_query_have_one_store(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = config_of_serve(monkeypatch, run)
    with StandIn(models=MODELS) as server:
        serve(folder, server)
        result = run(*QUERY, "--format", "json")
    assert config["STORE"] == (folder / "panel.sqlite").resolve() == Path(json.loads(result.stdout)["store"])
    assert (folder / "panel.sqlite").exists()


def test_query_says_which_store_it_uses(run: Run, folder: Path) -> None:
    used = Finding("store-used", values={"file": str((folder / "panel.sqlite").resolve())})
    assert message(used, "en") in run(*QUERY, "--dry-run").output


def test_the_earlier_store_of_the_page_is_not_passed_over(
    run: Run, folder: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(data).close()
    assert default_store() == data
    assert config_of_serve(monkeypatch, run)["STORE"] == data.resolve()
    assert "store-other-there" not in run(*QUERY, "--dry-run").output
    Store(folder / "panel.sqlite").close()
    assert default_store() == Path("panel.sqlite")
    assert [finding.code for finding in stores_beside(default_store())] == ["store-other-there"]
    config = config_of_serve(monkeypatch, run)
    assert [finding.code for finding in config["STORES_BESIDE"]] == ["store-other-there"]  # type: ignore[attr-defined]
    result = run(*QUERY, "--dry-run")
    assert "[store-other-there]" in result.output
    assert "store-other-there" not in run(*QUERY, "--dry-run", "--store", "panel.sqlite").output


def test_a_model_that_thinks_is_warned_of_once_everywhere(run: Run, folder: Path, tmp_path: Path) -> None:
    """`query`, `evaluate` and the page."""
    thinks = Canned(chat("<think>Hm", finish="length"))
    with StandIn(lambda body, number: Canned({**thinks.body, "model": body["model"]}), MODELS) as server:  # type: ignore[dict-item]
        serve(folder, server)
        result = run(*QUERY)
        assert (result.exit_code, result.output.count("[answers-are-thoughts]")) == (0, 2)
        assert "50 of 50" in result.output
    result = run("evaluate", "--items", "items.jsonl", "--responses", "panel.sqlite", "--lang", "en")
    assert result.output.count("[answers-are-thoughts]") == 2


def test_the_page_warns_of_it_and_says_where_answers_are(tmp_path: Path) -> None:
    script = lambda body, number: Canned(chat("<think>Hm", body["model"], "length"))  # noqa: E731
    with StandIn(script, ("m1", "m2")) as server:
        client = asking(tmp_path, server.url, STORE=tmp_path / "p.sqlite").test_client()
        page = drop(client)
        client.post(f"{page}/panel/ask")
        ended(client, page)
    assert str(tmp_path / "p.sqlite") in client.get(f"{page}/panel").text
    assert "zaczyna od rozmyślań" in client.get(page).text
    codes = [finding["code"] for finding in client.get(f"{page}.json").json["panel_findings"]]
    assert codes.count("answers-are-thoughts") == 2


def test_an_address_that_cannot_be_used_is_said_to_have_been_given(tmp_path: Path) -> None:
    client = asking(tmp_path, "localhost:8000").test_client()
    page = drop(client)
    assert "Panelu nie można zapytać" in client.get(page).text
    text = client.get(f"{page}/panel").text
    assert "„localhost:8000” nie jest adresem" in text
    assert "z http://" in text
    assert "Nie podano adresu" not in text
    assert "Nie jest znany adres" not in text


def test_the_page_shows_what_is_waited_for_and_no_command(tmp_path: Path) -> None:
    """Without a server: the wait stands on the page; then words without „polecenie”, each cause once a model."""
    with StandIn(lambda body, number: Canned({"error": "Insufficient credits"}, 402), ("m1", "m2")) as server:
        client = asking(tmp_path, server.url).test_client()
        page = drop(client)
        client.post(f"{page}/panel/ask")
        ended(client, page)
    text = client.get(f"{page}/panel").text
    assert text.count("nie ma środków") == 2
    assert "Nie udało się uzyskać ani jednej odpowiedzi" in text
    assert "Zapytaj panel o 100 brakujących odpowiedzi" in text
    said = text.split('aria-labelledby="run"')[1].split("</section>")[0]
    assert "poleceni" not in said.lower()
    assert run_of(client, page)["state"] == "partial"


def test_a_wait_is_kept_with_the_run(tmp_path: Path) -> None:
    seen: list[str] = []
    with StandIn(lambda body, number: Canned({"error": "Loading model"}, 503), ("m1",)) as server:
        client = asking(tmp_path, server.url, "m1").test_client()
        page = drop(client)
        client.post(f"{page}/panel/ask")
        while not seen:
            text = client.get(f"{page}/panel").text
            seen += ["wait"] if "jeszcze wczytuje model. Czekanie: najdłużej" in text else []
            assert "Zatrzymaj</button>" in text
            assert "okno z tekstem" in text
        client.post(f"{page}/panel/stop")
        ended(client, page)
    assert webapp_app.default_folder().name == "reverse-poleval-sheet-tools"
