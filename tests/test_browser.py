"""The page in a real browser: dropping files, reading, keyboard, filters, downloads, languages, accessibility."""

from __future__ import annotations

import base64
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from blind_sheets import filled
from pages import SAMPLES
from playwright.sync_api import Browser, Locator, Page, expect
from work import BROWSER_PATIENCE

from webapp import create_app
from webapp.server import listen

GOOD, FAULTY = SAMPLES / "dobry.xlsx", SAMPLES / "bledny.xlsx"
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
LAPTOP = {"width": 1366, "height": 768}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page, served as it is served to an author."""
    from waitress import create_server

    app = create_app({"UPLOADS": tmp_path_factory.mktemp("kept"), "RESPONSES": SAMPLES / "responses"})
    listening = listen("127.0.0.1", 0)
    app.config["PORT"] = listening.getsockname()[1]
    server = create_server(app, sockets=[listening])
    threading.Thread(target=server.run, daemon=True).start()
    yield f"http://127.0.0.1:{app.config['PORT']}"
    server.close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A fresh browser on the start page. What the page asks of others, and what its script throws, fails the test."""
    context = browser.new_context(viewport=LAPTOP, accept_downloads=True)
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


def choose(page: Page, file: Path) -> None:
    # A sheet's page may be open already: its address alone does not tell that the next one has come.
    with page.expect_navigation(url="**/sheets/*"):
        page.set_input_files("#sheet-file", file)


def drop(page: Page, name: str, data: bytes) -> None:
    """Drop a file on the page, as the file manager does."""
    transfer = page.evaluate_handle(
        """([name, data, type]) => {
            const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
            const transfer = new DataTransfer();
            transfer.items.add(new File([bytes], name, { type }));
            return transfer;
        }""",
        [name, base64.b64encode(data).decode("ascii"), TYPE],
    )
    page.dispatch_event("main", "dragover", {"dataTransfer": transfer})
    page.dispatch_event("main", "drop", {"dataTransfer": transfer})
    page.wait_for_url("**/sheets/*")


def focused(page: Page) -> Locator:
    return page.locator(":focus")


def in_view(page: Page, locator: Locator) -> bool:
    box = locator.bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= LAPTOP["height"]


def test_the_good_workbook_is_dropped_and_can_be_handed_in(page: Page) -> None:
    drop(page, "dobry.xlsx", GOOD.read_bytes())
    expect(page.locator("h1")).to_contain_text("Gotowe do wysłania")
    expect(page.locator("tbody.item")).to_have_count(60)
    expect(page.locator(".big")).to_contain_text("0,3")
    with page.expect_download() as download:
        page.get_by_role("link", name="Pobierz items.jsonl").click()
    assert download.value.suggested_filename == "items.jsonl"
    assert len(download.value.path().read_text(encoding="utf-8").splitlines()) == 60


def test_the_faulty_workbook_names_cells_and_gives_only_a_draft(page: Page) -> None:
    drop(page, "bledny.xlsx", FAULTY.read_bytes())
    expect(page.locator("h1")).to_contain_text("Jeszcze nie można wysłać")
    expect(page.locator("#r2 .finding.error")).to_contain_text("E2")
    expect(page.get_by_role("link", name="Pobierz items.jsonl")).to_have_count(0)
    expect(page.get_by_text("items.jsonl: po poprawieniu błędów")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Pobierz szkic").click()
    assert download.value.suggested_filename == "bledny-szkic.jsonl"


def test_the_headline_is_one_line_on_a_laptop(page: Page) -> None:
    for file in (GOOD, FAULTY):
        choose(page, file)
        box = page.locator("h1").bounding_box()
        assert box
        assert box["height"] < 40
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_mark_shows_its_answer_on_focus_and_on_hover(page: Page) -> None:
    choose(page, GOOD)
    near = page.locator(".m.near").first
    tip = near.locator(".tip")
    expect(tip).to_be_hidden()
    near.locator(".mark").focus()
    expect(tip).to_be_visible()
    expect(tip.locator(".answer")).not_to_be_empty()
    expect(tip.locator(".how")).to_contain_text("różni się tylko")
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    other = page.locator(".m.right").last
    other.hover()
    expect(other.locator(".tip")).to_be_visible()


def test_tab_reaches_the_marks_and_the_arrows_go_among_them(page: Page) -> None:
    choose(page, GOOD)
    page.locator(".filters a").last.focus()
    page.keyboard.press("Tab")
    expect(page.locator("#r2 .mark").first).to_be_focused()
    expect(page.locator("#r2 .tip").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#r2 .mark").nth(1)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#r3 .mark").nth(1)).to_be_focused()
    expect(page.locator("#r3 .tip").nth(1)).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator("#r4 .mark").first).to_be_focused()


def test_next_finding_by_keyboard_alone(page: Page) -> None:
    choose(page, FAULTY)
    button = page.locator("[data-next]")
    expect(button).to_have_text("Pierwszy błąd: E2")
    button.focus()
    page.keyboard.press("Enter")
    expect(focused(page)).to_contain_text("E2")
    assert in_view(page, focused(page))
    expect(button).to_have_text(re.compile(r"^Następny błąd: E3 \(2 z \d+\)$"))
    page.keyboard.press("n")
    expect(focused(page)).to_contain_text("E3")
    page.keyboard.press("Tab")
    expect(focused(page)).to_have_attribute("href", "#cell-E3")
    page.keyboard.press("Enter")
    expect(page.locator("#cell-E3")).to_be_in_viewport()


def test_the_next_finding_stays_at_hand_when_the_button_is_out_of_sight(page: Page) -> None:
    choose(page, FAULTY)
    bar = page.locator("[data-stepper]")
    expect(bar).to_be_hidden()
    page.locator("tbody.item").last.scroll_into_view_if_needed()
    expect(bar).to_be_visible()
    bar.get_by_role("link").click()
    expect(focused(page)).to_contain_text("E2")
    page.locator("tbody.item").last.scroll_into_view_if_needed()
    expect(bar.get_by_role("link")).to_have_text(re.compile(r"^Następny błąd: E3 \(2 z \d+\)$"))
    bar.get_by_role("link").click()
    expect(focused(page)).to_contain_text("E3")


def test_what_a_number_means_is_shown_on_focus_and_in_a_box(page: Page) -> None:
    choose(page, GOOD)
    meaning = page.locator(".meaning").first
    expect(meaning).to_be_hidden()
    page.get_by_role("button", name="dyskryminacja").focus()
    expect(meaning).to_have_text("jak dobrze pozycja odróżnia modele (0 = wszystkie odpowiadają tak samo)")
    page.get_by_text("Co znaczą te liczby").click()
    expect(page.locator(".meanings li")).to_have_count(4)


def test_a_dropped_link_goes_into_its_field(page: Page) -> None:
    link = "https://docs.google.com/spreadsheets/d/1abc/edit"
    drop_link = """(link) => {
        const transfer = new DataTransfer();
        transfer.setData("text/uri-list", link);
        document.querySelector("main").dispatchEvent(
            new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }"""
    page.evaluate(drop_link, link)
    expect(page.locator("#link")).to_have_value(link)
    expect(page.locator("#link")).to_be_focused()
    choose(page, GOOD)
    page.evaluate(drop_link, link)
    page.wait_for_url("**/?link=*")
    expect(page.locator("#link")).to_have_value(link)


def test_a_narrow_window_scrolls_only_the_table(page: Page) -> None:
    page.set_viewport_size({"width": 420, "height": 800})
    for file in (GOOD, FAULTY):
        choose(page, file)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_first_tab_skips_to_the_content(page: Page) -> None:
    page.keyboard.press("Tab")
    expect(focused(page)).to_have_text("Przejdź do treści")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_filters_are_in_the_address_and_outlive_the_language(page: Page) -> None:
    choose(page, FAULTY)
    page.get_by_role("link", name="Wiersze z błędem").click()
    assert page.url.endswith("?show=errors")
    rows = page.locator("tbody.item")
    count = rows.count()
    assert count == int(page.locator(".filters [aria-current] b").inner_text())
    expect(page.locator("tbody.item.error")).to_have_count(count)
    page.get_by_role("link", name="English").click()
    assert "show=errors" in page.url
    assert "lang=en" in page.url
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("h1")).to_contain_text("Not to be handed in yet")
    expect(rows).to_have_count(count)
    page.get_by_role("link", name="All", exact=False).first.click()
    expect(page.locator("h1")).to_contain_text("Not to be handed in yet")


def test_each_filter_shows_what_it_counts(page: Page) -> None:
    choose(page, FAULTY)
    sheet = page.url
    for show in ("nobody", "everybody", "differ", "missing", "warnings"):
        page.goto(f"{sheet}?show={show}")
        count = page.locator("tbody.item").count()
        assert 0 < count == int(page.locator(".filters [aria-current] b").inner_text()), show


def test_downloads(page: Page) -> None:
    choose(page, GOOD)
    page.get_by_text("Dla osoby, która prowadzi panel").click()
    for words, name in (("Uwagi (", "dobry-uwagi.csv"), ("Oceny", "matrix.json"), ("Wyniki", "dobry-wyniki.xlsx")):
        with page.expect_download() as download:
            page.get_by_role("link", name=words).click()
        assert download.value.suggested_filename == name
        assert download.value.path().stat().st_size > 0


def test_script_in_an_input_is_text(page: Page) -> None:
    from pages import rows, sheet

    text = "<script>document.title='x'</script><b>Które?</b> &amp;"
    drop(page, "<b>nazwa.xlsx", sheet([*rows(49), ["k1", "1", "baza", text, "g", None]]))
    expect(page.locator("#cell-D51")).to_have_text(text)
    assert page.title().startswith("<b>nazwa.xlsx")
    assert page.locator("main b b, main script").count() == 0


def test_an_unreadable_file_leaves_the_drop_zone_at_hand(page: Page) -> None:
    drop(page, "zepsuty.xlsx", b"PK\x03\x04 nothing")
    expect(page.locator("h1")).to_contain_text("Tego pliku nie da się odczytać")
    expect(page.locator(".finding.error")).to_have_count(1)
    expect(page.get_by_text("Wybierz plik…").first).to_be_visible()
    choose(page, GOOD)
    expect(page.locator("h1")).to_contain_text("Gotowe do wysłania")


def test_the_last_files_are_listed(page: Page, address: str) -> None:
    choose(page, GOOD)
    page.goto(address)
    page.get_by_role("link", name="dobry.xlsx").click()
    expect(page.locator("h1")).to_contain_text("Gotowe do wysłania")


def test_it_works_without_a_script(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False, viewport=LAPTOP)
    page = context.new_page()
    page.goto(address)
    page.set_input_files("#sheet-file", FAULTY)
    expect(page.get_by_text("plik jest wybrany")).to_be_visible()
    page.get_by_role("button", name="Sprawdź plik").click()
    expect(page.locator("h1")).to_contain_text("Jeszcze nie można wysłać")
    page.locator("[data-next]").click()
    expect(page.locator("#r2 .finding.error")).to_be_in_viewport()
    page.locator(".mark").nth(1).focus()
    expect(page.locator(".tip").nth(1)).to_be_visible()
    context.close()


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {node['html'][:160]}" for each in found for node in each["nodes"][:3]]


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_accessibility(page: Page, address: str, lang: str) -> None:
    page.goto(f"{address}/?lang={lang}")
    assert violations(page) == []
    for name, data in (("zly.xlsx", b"PK\x03\x04 no"), ("g.xlsx", GOOD.read_bytes()), ("b.xlsx", FAULTY.read_bytes())):
        page.goto(address)
        drop(page, name, data)
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        assert violations(page) == [], name
    page.goto(f"{address}/nothing")
    assert violations(page) == []


def test_no_english_is_left_on_the_polish_pages(page: Page) -> None:
    choose(page, FAULTY)
    text = page.locator("body").inner_text()
    english = ("row", "cell", "error", "warning", "note", "right", "wrong", "download", "the", "of", "and", "is")
    assert [word for word in english if f" {word} " in text.lower()] == []


def test_two_files_dropped_at_once_are_both_taken_and_a_solvers_sheet_finds_its_set(page: Page) -> None:
    choose(page, GOOD)
    own = page.url
    transfer = page.evaluate_handle(
        """(files) => {
            const transfer = new DataTransfer();
            for (const [name, data] of files) {
                const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
                transfer.items.add(new File([bytes], name));
            }
            return transfer;
        }""",
        [[name, base64.b64encode(data).decode("ascii")]
         for name, data in (("slepy.xlsx", filled("reverse-poleval")), ("bledny.xlsx", FAULTY.read_bytes()))],
    )  # fmt: skip
    with page.expect_navigation():
        page.dispatch_event("main", "drop", {"dataTransfer": transfer})
    expect(page.locator(".placed li")).to_have_count(2)
    expect(page.locator("a.button.primary").first).to_contain_text("Wróć do arkusza: dobry.xlsx")
    page.get_by_role("link", name="slepy.xlsx").click()
    expect(page.locator("h1")).to_have_text("To arkusz osoby rozwiązującej. Do którego zestawu?")
    page.get_by_role("button", name="dobry.xlsx").click()
    page.wait_for_url(f"{own}?person=loaded")
    expect(page.locator("td.m.person")).to_have_count(60)
    expect(page.locator("h1")).to_contain_text("Gotowe do wysłania")
    expect(page.locator(".verdict a.button.primary")).to_have_text("Pobierz items.jsonl")


def test_a_file_dropped_on_a_closed_page_leaves_the_page_and_says_so(page: Page) -> None:
    start = page.url
    page.route("**/*", lambda route: route.abort("connectionrefused"))
    page.set_input_files("#sheet-file", GOOD)
    expect(page.locator("[data-state]")).to_contain_text("Strona jest zamknięta: otwórz ją na nowo")
    assert page.url == start
    page.unroute("**/*")
    choose(page, GOOD)
    expect(page.locator("h1")).to_contain_text("Gotowe do wysłania")


def test_files_beside_are_chosen_by_a_button_in_the_language_of_the_page(page: Page) -> None:
    page.locator("summary").filter(has_text="przecink").first.click()
    form = page.locator("form.beside-file:visible").first
    expect(form.locator("label.button")).to_have_text("Wybierz plik…")
    assert form.locator("input[type=file]").evaluate("field => field.getBoundingClientRect().width") <= 1
    choose(page, GOOD)
    page.locator("#beside").click()
    person = page.locator("form.beside-file:visible").last
    expect(person.locator("label.button")).to_have_text("Wybierz plik…")
    person.locator("input[type=file]").set_input_files(FAULTY)
    expect(person.locator(".chosen")).to_have_text("bledny.xlsx")
    assert person.locator("input[type=file]").evaluate("field => field.getBoundingClientRect().width") <= 1
