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
from sheet_tools.report.findings import message
from sheet_tools.words import translations

if TYPE_CHECKING:
    from tqdm import tqdm

_SECONDS_BETWEEN_LINES = 10.0


class Progress:
    """Watches a run of `total` requests on stderr; findings go to `say`, above the bar."""

    def __init__(self, total: int, say: Callable[[Finding], None], lang: str, *, silent: bool = False) -> None:
        self._total, self._say = total, say
        self._done: dict[str, int] = {}
        self._waits: dict[str, float] = {}
        self._silent, self._lang = silent, lang
        self._began = time.monotonic()
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
        elif moment is Moment.WAITING and tally is not None and finding is not None:
            self._wait(tally, finding)
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

    def _wait(self, tally: Tally, finding: Finding) -> None:
        """Each kind of wait of a model now and then: several workers wait for one server."""
        now, kind = time.monotonic(), f"{finding.code} {tally.model}"
        if self._silent or now - self._waits.get(kind, -_SECONDS_BETWEEN_LINES) < _SECONDS_BETWEEN_LINES:
            return
        self._waits[kind] = now
        if self._bar is not None:
            self._bar.clear()
        click.echo(f"{tally.model}: {message(finding, self._lang)}", err=True)

    def _advance(self, tally: Tally) -> None:
        """What failed and is asked once more counts once."""
        self._done[tally.model] = tally.asked + tally.elsewhere
        done = sum(self._done.values())
        if self._bar is not None:
            self._bar.update(done - self._bar.n)
            return
        now = time.monotonic()
        if not self._silent and (now - self._last_line > _SECONDS_BETWEEN_LINES or done == self._total):
            self._last_line = now
            click.echo(f"{tally.model}: {done}/{self._total}{self._left(done, now)}", err=True)

    def _left(self, done: int, now: float) -> str:
        """How long the rest will take at this rate."""
        if not done or done >= self._total:
            return ""
        seconds = round((now - self._began) * (self._total - done) / done)
        minutes, seconds = divmod(seconds, 60)
        return translations(self._lang).gettext(", some {m} min {s} s left").format(m=minutes, s=seconds)
