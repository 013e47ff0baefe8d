"""Fixtures that several test files share: the programs of the system, and the builder of workbooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from hypothesis import settings
from workbooks import Table
from workbooks import workbook as build_workbook

from starter import programs
from starter.words import is_ci

# The same examples in every run: a test that fails in one place fails in the other.
settings.register_profile("project", derandomize=True, deadline=None)
settings.load_profile("project")


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


@pytest.fixture(scope="session")
def soffice() -> str:
    return needed(programs.office(), "LibreOffice")


@pytest.fixture(scope="session")
def workbook() -> Callable[[Mapping[str, Table]], bytes]:
    """Builds an .xlsx in memory: `workbook({"Pozycje": "| input | gold |"})` (see workbooks.py)."""
    return build_workbook
