"""The panel and Google on the page in a real browser, with stand-ins of both services: runs, dropped answers, links."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from google_sheets import LINK, book_of, tab_of
from google_stand_in import EMAIL, credentials, stand_in
from google_stand_in import StandIn as Google
from pages import HEADING, rows, sheet
from playwright.sync_api import Browser, Page, expect
from stand_in_server import Canned, StandIn, chat
from test_browser import LAPTOP, TYPE, violations
from work import BROWSER_PATIENCE

from webapp import create_app
from webapp.server import listen

ITEMS = rows(50)
FEW = ITEMS[:12]
FAULTY = [*FEW, ["k1", "1", "baza", "Bez wzorca.", None, None]]


@pytest.fixture
def models() -> Iterator[StandIn]:
    """Two models; the second is right half of the time."""

    def script(body: dict[str, object], number: int) -> Canned:
        asked = str(body["messages"][-1]["content"])  # type: ignore[index]
        n = int("".join(filter(str.isdigit, asked)) or 0)
        right = body["model"] == "qwen/duzy" or n % 2
        return Canned(chat(f"wzór{n - 1}" if right else f"WZÓR{n - 1}", str(body["model"])))

    with StandIn(script, models=("qwen/duzy", "gemma/maly")) as running:
        yield running


@pytest.fixture
def google(monkeypatch: pytest.MonkeyPatch) -> Iterator[Google]:
    monkeypatch.delenv("GOOGLE_APPLICATION_CREDENTIALS", raising=False)
    with stand_in() as running:
        monkeypatch.setenv("SHEET_TOOLS_GOOGLE_STAND_IN", running.url)
        yield running


@contextmanager
def served(folder: Path, **config: object) -> Iterator[str]:
    """The page, as it is served to an author."""
    from waitress import create_server

    app = create_app({"UPLOADS": folder / "kept", "ENVIRONMENT": {}, **config})
    listening = listen("127.0.0.1", 0)
    app.config["PORT"] = listening.getsockname()[1]
    server = create_server(app, sockets=[listening])
    threading.Thread(target=server.run, daemon=True).start()
    yield f"http://127.0.0.1:{app.config['PORT']}"
    server.close()


def asking(folder: Path, models: StandIn) -> dict[str, object]:
    (folder / "models.txt").write_text("qwen/duzy\ngemma/maly\n", encoding="utf-8")
    return {"MODELS_FILE": folder / "models.txt", "ENVIRONMENT": {"EVAL_BASE_URL": models.url}}


@contextmanager
def opened(browser: Browser, address: str, script: bool = True) -> Iterator[Page]:
    """A fresh browser. What the page asks of others, and what its script throws, fails the test."""
    context = browser.new_context(viewport=LAPTOP, java_script_enabled=script)
    context.set_default_timeout(BROWSER_PATIENCE)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith(address) else wrong.append(request.url))
    page.on("console", lambda line: wrong.append(line.text) if "Content Security Policy" in line.text else None)
    page.goto(address)
    yield page
    context.close()
    assert wrong == []


def choose(page: Page, data: bytes) -> None:
    page.set_input_files("#sheet-file", {"name": "pozycje.xlsx", "mimeType": TYPE, "buffer": data})
    page.wait_for_url("**/sheets/*")


def jsonl() -> bytes:
    return "".join(json.dumps({"input": row[3], "response": row[4]}) + "\n" for row in ITEMS).encode()


def test_the_page_says_when_the_program_is_gone(browser: Browser, tmp_path: Path, models: StandIn) -> None:
    """And takes it back once it answers again."""
    gone_on = threading.Event()
    answers = models.script

    def waits(body: dict[str, object], number: int) -> Canned:
        gone_on.wait()
        return answers(body, number)

    models.script = waits
    with served(tmp_path, **asking(tmp_path, models)) as address, opened(browser, address) as page:
        choose(page, sheet(ITEMS))
        page.get_by_role("link", name="Zapytaj panel o 100 brakujących odpowiedzi").click()
        page.get_by_role("button", name="Zapytaj panel o 100").click()
        expect(page.locator("#run-said")).to_contain_text("dopóki otwarte jest okno z tekstem")
        page.route("**/panel", lambda route: route.abort())
        expect(page.get_by_role("alert")).to_contain_text("Program nie odpowiada; otwórz go ponownie")
        expect(page.locator("#run-said")).to_be_hidden()
        expect(page.locator("#stop")).to_be_hidden()
        page.unroute("**/panel")
        expect(page.locator("#run-said")).to_contain_text("Trwa odpytywanie modeli")
        expect(page.locator("#gone")).to_be_hidden()
        gone_on.set()
        page.get_by_role("button", name="Zatrzymaj").click()


def test_a_run_shows_itself_stops_and_goes_on(browser: Browser, tmp_path: Path, models: StandIn) -> None:
    gone_on = threading.Event()
    answers = models.script

    def waits(body: dict[str, object], number: int) -> Canned:
        if number > 10:
            gone_on.wait()
        return answers(body, number)

    models.script = waits
    with served(tmp_path, **asking(tmp_path, models)) as address, opened(browser, address) as page:
        choose(page, sheet(ITEMS))
        page.get_by_role("link", name="Zapytaj panel o 100 brakujących odpowiedzi").click()
        page.get_by_role("button", name="Zapytaj panel o 100").click()
        expect(page.locator("#run-said")).to_contain_text("Trwa odpytywanie modeli")
        page.reload()
        page.get_by_role("button", name="Zatrzymaj").focus()
        assert violations(page) == []
        # The part is fetched anew, and the focus stays.
        for _ in range(2):
            with page.expect_response("**/panel"):
                pass
        expect(page.get_by_role("button", name="Zatrzymaj")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#run-said")).to_contain_text("Zatrzymywanie")
        gone_on.set()
        expect(page.locator("#run-said")).to_contain_text("Zatrzymano")
        page.get_by_role("button", name="Dokończ: brakuje").click()
        expect(page.locator("#run-said")).to_contain_text("Gotowe")
        assert len(models.asked) == 100
        page.get_by_role("link", name="Wróć do strony arkusza").click()
        expect(page.locator(".big")).to_be_visible()
        expect(page.locator("#near")).to_be_visible()


def test_a_row_is_asked_again(browser: Browser, tmp_path: Path, models: StandIn) -> None:
    with served(tmp_path, **asking(tmp_path, models)) as address, opened(browser, address) as page:
        choose(page, sheet(FEW))
        page.locator("#r4 .ask-again").click()
        expect(page.locator("#row")).to_have_text("Wiersz 4: zapytaj ponownie")
        page.get_by_role("button", name="Zapytaj ponownie gemma/maly").click()
        expect(page.locator("#live q")).to_have_text("wzór2")
        assert len(models.asked) == 1


def test_a_run_without_a_script(browser: Browser, tmp_path: Path, models: StandIn) -> None:
    with served(tmp_path, **asking(tmp_path, models)) as address, opened(browser, address, script=False) as page:
        page.set_input_files("#sheet-file", {"name": "a.xlsx", "mimeType": TYPE, "buffer": sheet(FEW)})
        page.get_by_role("button", name="Sprawdź plik").click()
        page.get_by_role("link", name="Zapytaj panel").click()
        page.get_by_role("button", name="Zapytaj panel").click()
        expect(page.get_by_role("link", name="Odśwież")).to_be_visible()
        expect(page.locator("#run-said")).to_contain_text("Gotowe")


def test_answers_are_dropped_and_removed(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as address, opened(browser, address) as page:
        choose(page, sheet(FEW))
        page.get_by_role("link", name="Skąd wziąć odpowiedzi modeli?").click()
        transfer = page.evaluate_handle(
            """(data) => {
                const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
                const transfer = new DataTransfer();
                transfer.items.add(new File([bytes], "duzy.jsonl"));
                transfer.items.add(new File([bytes], "maly.jsonl"));
                return transfer;
            }""",
            base64.b64encode(jsonl()).decode("ascii"),
        )
        page.dispatch_event("main", "dragover", {"dataTransfer": transfer})
        page.dispatch_event("main", "drop", {"dataTransfer": transfer})
        expect(page.locator("tbody tr")).to_have_count(2)
        assert "/panel" in page.url
        page.get_by_role("button", name="Usuń maly.jsonl").click()
        expect(page.locator("tbody tr")).to_have_count(1)
        page.get_by_role("link", name="Wróć do strony arkusza").click()
        expect(page.locator("th.model")).to_have_count(1)


def test_a_google_sheet_is_read_again_and_written_back(browser: Browser, tmp_path: Path, google: Google) -> None:
    google.add(book_of(tab_of([HEADING, *[[None if c is None else str(c) for c in row] for row in FAULTY]])))
    (tmp_path / "konto.json").write_text(json.dumps(credentials(google)), encoding="utf-8")
    with (
        served(tmp_path, CREDENTIALS=tmp_path / "konto.json") as address,
        opened(browser, address) as page,
    ):
        expect(page.get_by_text(EMAIL)).to_be_visible()
        page.get_by_label("Albo wklej link").fill(LINK)
        page.get_by_role("button", name="Wczytaj arkusz").click()
        expect(page.locator("h1")).to_contain_text("Jeszcze nie można wysłać")
        assert violations(page) == []
        page.get_by_role("button", name="Wczytaj ponownie z Google").click()
        page.get_by_role("link", name="Zapisz uwagi i oceny w arkuszu").click()
        expect(page.locator("h1")).to_have_text("Co zostałoby zapisane w arkuszu")
        assert violations(page) == []
        assert len(next(iter(google.books.values())).tabs) == 1
        page.get_by_role("button", name="Zapisz uwagi i oceny w arkuszu").click()
        expect(page.locator("h1")).to_have_text("Zapisano w arkuszu")
        assert len(next(iter(google.books.values())).tabs) == 2


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_accessibility(browser: Browser, tmp_path: Path, models: StandIn, google: Google, lang: str) -> None:
    config = asking(tmp_path, models)
    with served(tmp_path, **config) as address, opened(browser, address) as page:
        choose(page, sheet(FEW))
        sheet_page = page.url
        page.goto(f"{sheet_page}/panel?row=4&lang={lang}")
        page.locator("#ask-button").click()
        expect(page.locator("#ask-button, #refresh")).to_have_count(0)
        with page.expect_navigation():
            page.set_input_files("#answers-file", {"name": "obcy.jsonl", "mimeType": "text/plain", "buffer": jsonl()})
        page.goto(f"{sheet_page}/panel?row=4")
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        assert violations(page) == []
        page.goto(sheet_page)
        assert violations(page) == []
        page.goto(f"{address}/panel")
        page.set_input_files("#answers-file", {"name": "x.zip", "mimeType": "application/zip", "buffer": b"PK"})
        expect(page.get_by_role("alert")).to_be_visible()
        assert violations(page) == []
        page.goto(address)
        page.fill("#link", "https://example.org/x")
        page.locator(".link button").click()
        expect(page.get_by_role("alert")).to_be_visible()
        assert violations(page) == []
