"""Fixtures that several test files share: the programs of the system, and the builder of workbooks."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from work import BROWSER_PATIENCE
from workbooks import Table
from workbooks import workbook as build_workbook

from starter import programs
from starter.words import is_ci

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BROWSER_ARGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)

# The same examples in every run: a test that fails in one place fails in the other.
settings.register_profile("project", derandomize=True, deadline=None)
# And fresh ones, twenty times as many, where somebody asks for them: HYPOTHESIS_PROFILE=long (README).
settings.register_profile("long", derandomize=False, deadline=None, print_blob=True)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "project")
TIMES = 20
settings.load_profile(PROFILE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A long run is long for properties too that say themselves how many examples they take."""
    if PROFILE != "long":
        return
    for function in {item.function for item in items if isinstance(item, pytest.Function)}:
        own = getattr(function, "_hypothesis_internal_use_settings", None)
        if own is not None:
            function._hypothesis_internal_use_settings = settings(own, max_examples=TIMES * own.max_examples)


# Why a test may be skipped in CI; everything else that is skipped there is a failure.
SKIPPED_IN_CI = ("root may write everywhere",)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that is skipped for want of something looks like one that passed: not in CI."""
    report = yield
    reason = report.longrepr[2] if report.skipped and isinstance(report.longrepr, tuple) else ""
    if is_ci() and reason and not reason.endswith(SKIPPED_IN_CI):
        report.outcome, report.longrepr = "failed", f"skipped, which CI does not allow: {reason}"
    return report


def needed(path: str | None, name: str) -> str:
    """The path of a program; without it the test is skipped, and fails in CI."""
    if path is None and is_ci():
        pytest.fail(f"{name} is missing; in CI it has to be there")
    if path is None:
        pytest.skip(f"{name} is missing")
    return path


@pytest.fixture(scope="session")
def chromium_path() -> str:
    return needed(programs.browser(), "Chromium")


# One a file: while it runs, a loop of asyncio runs in this thread.
@pytest.fixture(scope="module")
def browser(chromium_path: str) -> Iterator[Browser]:
    """The system's Chromium, which asks nobody anything by itself."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=BROWSER_PATIENCE)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=chromium_path, args=list(BROWSER_ARGS), timeout=BROWSER_PATIENCE
        )
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def soffice() -> str:
    return needed(programs.office(), "LibreOffice")


@pytest.fixture(scope="session")
def workbook() -> Callable[[Mapping[str, Table]], bytes]:
    """Builds an .xlsx in memory: `workbook({"Pozycje": "| input | gold |"})` (see workbooks.py)."""
    return build_workbook
