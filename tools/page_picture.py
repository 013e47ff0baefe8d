"""Makes docs/page.png, the picture of the page in README.md, from the good sample and its cached answers.

    python tools/page_picture.py

It needs the test requirements and the system's Chromium (starter/programs.py says where it is looked for).
"""

from __future__ import annotations

import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))
SAMPLES = ROOT / "samples" / "reverse-poleval"
TARGET = ROOT / "docs" / "page.png"
SIZE = {"width": 1366, "height": 860}


@contextmanager
def served(uploads: Path) -> Iterator[str]:
    """The address of the sample's page."""
    from waitress import create_server

    from webapp import create_app
    from webapp.server import listen

    app = create_app({"UPLOADS": uploads, "RESPONSES": SAMPLES / "responses", "START_SHEET": SAMPLES / "dobry.xlsx"})
    listening = listen("127.0.0.1", 0)
    server = create_server(app, sockets=[listening])
    threading.Thread(target=server.run, daemon=True).start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}{app.config['START_PAGE']}"
    server.close()


def main() -> int:
    from playwright.sync_api import sync_playwright

    from starter.programs import browser

    path = browser()
    if path is None:
        print("Chromium is missing", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as address, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        page = chromium.new_page(viewport=SIZE, locale="pl-PL")
        page.goto(address)
        page.locator(".m.near .mark").first.focus()
        page.screenshot(path=TARGET)
        chromium.close()
    print(f"Written: {TARGET}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
