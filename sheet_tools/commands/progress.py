"""How far a run of the panel is: a bar with rate and time left on a terminal, plain lines when piped."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import click

from sheet_tools.findings import Finding
from sheet_tools.panel.plan import Tally
from sheet_tools.panel.run import Moment

if TYPE_CHECKING:
    from tqdm import tqdm

_SECONDS_BETWEEN_LINES = 10.0


class Progress:
    """Watches a run of `total` requests on stderr; findings go to `say`, above the bar."""

    def __init__(self, total: int, say: Callable[[Finding], None], *, silent: bool = False) -> None:
        self._total, self._say = total, say
        self._done = 0
        self._silent = silent
        self._last_line = time.monotonic()
        self._bar: tqdm[Any] | None = None

    def __enter__(self) -> Self:
        if not self._silent and self._total and sys.stderr.isatty():
            from tqdm import tqdm

            bar: tqdm[Any] = tqdm(total=self._total, dynamic_ncols=True, file=sys.stderr)
            self._bar = bar
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.close()

    def observe(self, moment: Moment, tally: Tally | None, finding: Finding | None) -> None:
        if moment is Moment.OUTCOME and tally is not None:
            self._advance(tally)
        elif finding is not None:
            self._above(finding)
        elif moment is Moment.STOPPING and not self._silent:
            self._above(Finding("panel-stopping"))
        elif moment is Moment.BEGINS and tally is not None and self._bar is not None:
            self._bar.set_description(tally.model)

    def _above(self, finding: Finding) -> None:
        if self._bar is not None:
            self._bar.clear()
        self._say(finding)

    def _advance(self, tally: Tally) -> None:
        self._done += 1
        if self._bar is not None:
            self._bar.update()
            return
        now = time.monotonic()
        if not self._silent and (now - self._last_line > _SECONDS_BETWEEN_LINES or self._done == self._total):
            self._last_line = now
            click.echo(f"{tally.model}: {self._done}/{self._total}", err=True)
