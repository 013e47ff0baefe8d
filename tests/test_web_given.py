"""The pages of the tasks whose items are given, in a real browser: columns, differences, a person, downloads, axe."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from work import BROWSER_PATIENCE

from samples.given import FOLDER
from samples.given_patterns import SAMPLES, Sample
from sheet_tools.pipeline import Settings, Source, read
from sheet_tools.tasks import TASKS
from webapp import create_app
from webapp.server import listen

each_sample = pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.task)
HEADINGS = {
    "comma-placement": ["wiersz", "id", "zdanie z miejscami", "przecinki", "dopuszczalne"],
    "error-correction": ["wiersz", "id", "zdanie", "ocena", "zdanie poprawione"],
    "numeral-inflection": ["wiersz", "id", "zdanie", "liczebnik i formy uznawane"],
}


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Task → the address of a server that has its cached answers."""
    from waitress import create_server

    made, servers = {}, []
    for sample in SAMPLES:
        kept = tmp_path_factory.mktemp(sample.task)
        app = create_app({"UPLOADS": kept, "RESPONSES": FOLDER / sample.task / "responses"})
        listening = listen("127.0.0.1", 0)
        app.config["PORT"] = listening.getsockname()[1]
        servers.append(create_server(app, sockets=[listening]))
        threading.Thread(target=servers[-1].run, daemon=True).start()
        made[sample.task] = f"http://127.0.0.1:{app.config['PORT']}"
    yield made
    for server in servers:
        server.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1366, "height": 768}, accept_downloads=True)
    context.set_default_timeout(BROWSER_PATIENCE)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: wrong.append(line.text) if "Content Security Policy" in line.text else None)
    yield page
    context.close()
    assert wrong == []


def opened(page: Page, addresses: dict[str, str], sample: Sample, name: str = "dobry.xlsx", *beside: str) -> None:
    page.goto(addresses[sample.task])
    page.set_input_files("#sheet-file", FOLDER / sample.task / name)
    page.wait_for_url("**/sheets/*")
    for kind, file in zip(beside[::2], beside[1::2], strict=True):
        if page.locator(".beside details[open]").count() == 0:
            page.locator(".beside summary").click()
        page.set_input_files(f"#beside-{kind}", FOLDER / sample.task / file)
        page.locator(f"form[action$='/{kind}'] button").first.click()
        expect(page.locator(".beside summary")).to_contain_text({"person": "osoba"}.get(kind, file))


@each_sample
def test_its_task_is_known_by_its_headings_and_its_columns_are_as_declared(
    page: Page, addresses: dict[str, str], sample: Sample
) -> None:
    opened(page, addresses, sample)
    expect(page.locator(".beside summary")).to_contain_text(TASKS[sample.task].title["pl"])
    headings = HEADINGS[sample.task]
    assert page.locator("table.items thead th").all_inner_texts()[: len(headings)] == headings
    expect(page.locator("tbody.item")).to_have_count(30)
    expect(page.locator(".verdict")).to_contain_text("Można wysłać")


@each_sample
def test_marks_accuracy_and_filters(page: Page, addresses: dict[str, str], sample: Sample) -> None:
    opened(page, addresses, sample)
    expect(page.locator(".card.score")).to_contain_text("95%")
    expect(page.locator(".card.score .parts div")).to_have_count(4)  # three models, discrimination
    expect(page.locator("td.m.unreadable").first).to_be_visible()
    expect(page.locator("td.figure[title*='95%']").first).to_be_visible()
    for name in ("nobody", "everybody", "differ", "missing"):
        link = page.locator(f"nav.filters a[href='?show={name}']")
        count = int(link.locator("b").inner_text())
        link.click()
        expect(page.locator("tbody.item")).to_have_count(count)


@each_sample
def test_what_is_wanted_given_and_missing_is_told_by_shape_and_words(
    page: Page, addresses: dict[str, str], sample: Sample
) -> None:
    opened(page, addresses, sample)
    for kind, shape in (("missing", "○"), ("extra", "+")):
        pieces = page.locator(f"td.m .piece.{kind}")
        assert pieces.count() > 0 or (kind == "missing" and sample.task == "comma-placement")
        if pieces.count():
            assert pieces.first.locator(".shape").text_content() == shape
            assert "(" in (pieces.first.locator(".sr").text_content() or "")
    expect(page.locator(".legend")).to_contain_text("wymagane, niewskazane")
    page.locator("td.m.wrong .mark, td.m.near .mark").first.focus()
    expect(page.locator(".tip:visible")).to_have_count(1)


@each_sample
def test_a_person_stands_beside_the_models_and_the_gold_is_suspect(
    page: Page, addresses: dict[str, str], sample: Sample
) -> None:
    opened(page, addresses, sample)
    score = page.locator(".card.score").inner_text()
    opened(page, addresses, sample, "dobry.xlsx", "person", "czlowiek.xlsx")
    expect(page.locator("th.person")).to_have_text("osoba")
    expect(page.locator("td.m.person")).to_have_count(30)
    assert page.locator(".card.score").inner_text() == score
    expect(page.locator("tr.below.warning")).to_contain_text(["Wzorzec jest podejrzany"] * 2)


@each_sample
def test_downloads(page: Page, addresses: dict[str, str], sample: Sample) -> None:
    opened(page, addresses, sample, "dobry.xlsx", "inputs", "inputs.jsonl")
    with page.expect_download() as got:
        page.locator("a[href$='/items.jsonl']").first.click()
    assert got.value.path().read_bytes() == (FOLDER / sample.task / "expected-dobry.jsonl").read_bytes()
    with page.expect_download() as got:
        page.locator("a[href$='/blind.xlsx']").click()
    task = TASKS[sample.task].blind()
    items = read(Source("b.xlsx", got.value.path().read_bytes()), Settings(task)).items
    assert [item.get("id") for item in items] == [row["id"] for row in sample.rows]
    assert {item.get(column.name) for item in items for column in task.answers} == {""}
    page.get_by_text("Dla osoby, która prowadzi panel").click()
    for name in ("findings.csv", "results.xlsx", "matrix.json"):
        with page.expect_download() as got:
            page.locator(f"a[href$='/{name}']").click()
        assert got.value.path().stat().st_size > 0


@each_sample
def test_the_faulty_sheet_against_its_inputs(page: Page, addresses: dict[str, str], sample: Sample) -> None:
    opened(page, addresses, sample, "bledny.xlsx", "inputs", "inputs.jsonl")
    expect(page.locator("tr.below.error").first).to_be_visible()
    text = page.locator("main").inner_text()
    assert "inputs.jsonl" in text
    assert "nie jest takie jak w inputs.jsonl" in text


def test_the_start_page_makes_the_sheet_of_an_inputs_file(page: Page, addresses: dict[str, str]) -> None:
    sample = SAMPLES[0]
    page.goto(addresses[sample.task])
    page.get_by_text(TASKS[sample.task].title["pl"], exact=True).click()
    page.set_input_files(f"#inputs-{sample.task}", FOLDER / sample.task / "inputs.jsonl")
    with page.expect_download() as got:
        page.locator(f"form[action*='{sample.task}'] button").click()
    items = read(Source("t.xlsx", got.value.path().read_bytes()), Settings(TASKS[sample.task].asking())).items
    assert [item.get("id") for item in items] == [row["id"] for row in sample.rows]


def test_another_task_can_be_chosen_and_the_first_again(page: Page, addresses: dict[str, str]) -> None:
    sample = SAMPLES[1]
    opened(page, addresses, sample)
    for name in ("numeral-inflection", sample.task):
        if page.locator(".beside details[open]").count() == 0:
            page.locator(".beside summary").click()
        page.locator(f"input[name=task][value={name}]").check()
        page.get_by_role("button", name="Odczytaj jako to zadanie").click()
        expect(page.locator(".beside summary")).to_contain_text(TASKS[name].title["pl"])


@each_sample
@pytest.mark.parametrize("lang", ["pl", "en"])
def test_accessibility(page: Page, addresses: dict[str, str], sample: Sample, lang: str) -> None:
    opened(page, addresses, sample, "dobry.xlsx", "person", "czlowiek.xlsx")
    page.goto(f"{page.url.split('?')[0]}?lang={lang}")
    page.locator("td.m.wrong .mark, td.m.near .mark").first.focus()
    found = Axe().run(page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"][:120]) for each in found] == []


@each_sample
def test_the_api_knows_the_task_by_its_headings(sample: Sample, tmp_path: Path) -> None:
    client = create_app({"UPLOADS": tmp_path, "RESPONSES": FOLDER / sample.task / "responses"}).test_client()
    with (FOLDER / sample.task / "dobry.xlsx").open("rb") as file:
        reply = client.post("/api/check", data={"sheet": (file, "dobry.xlsx")}, base_url="http://127.0.0.1")
    assert reply.status_code == 200
    assert (reply.json["task"], reply.json["format_ok"], reply.json["items"]) == (sample.task, True, 30)
    assert reply.json["accuracy"]["overall"]["n"] == 89


@each_sample
def test_serve_knows_the_task_of_its_sheet(sample: Sample, tmp_path: Path) -> None:
    app = create_app({"UPLOADS": tmp_path, "START_SHEET": FOLDER / sample.task / "dobry.xlsx"})
    page = app.test_client().get(app.config["START_PAGE"], base_url="http://127.0.0.1")
    assert TASKS[sample.task].title["pl"] in page.text


def test_inputs_that_are_no_longer_kept_are_missed_aloud(tmp_path: Path) -> None:
    app = create_app({"UPLOADS": tmp_path, "WTF_CSRF_ENABLED": False})
    client, base, sample = app.test_client(), "http://127.0.0.1", SAMPLES[0]
    folder = FOLDER / sample.task
    with (folder / "dobry.xlsx").open("rb") as file:
        address = client.post("/sheets", data={"sheet": (file, "dobry.xlsx")}, base_url=base).headers["Location"]
    with (folder / "inputs.jsonl").open("rb") as file:
        client.post(f"{address}/beside/inputs", data={"file": (file, "inputs.jsonl")}, base_url=base)
    assert client.get(f"{address}.json", base_url=base).json["format_ok"]
    uploads = app.extensions["uploads"]
    inputs = next(upload for upload in uploads.latest() if upload.name == "inputs.jsonl")
    (tmp_path / f"{inputs.id}.sheet").unlink()
    told = client.get(f"{address}.json", base_url=base).json
    assert (told["format_ok"], [finding["code"] for finding in told["findings"]]) == (False, ["inputs-empty"])
