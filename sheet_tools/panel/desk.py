"""What the page has of the panel: the cached answers from every source, and the models that can be asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from sheet_tools.findings import Finding, Unreadable
from sheet_tools.items import Item
from sheet_tools.panel.background import Background, Progress
from sheet_tools.panel.cached import is_store, responses_of_store
from sheet_tools.panel.client import Endpoint, endpoint_of
from sheet_tools.panel.exchange import read_responses
from sheet_tools.panel.library import Library
from sheet_tools.panel.merge import fitting, merged, troubles
from sheet_tools.panel.models import Model, load_models
from sheet_tools.panel.outcomes import Failure
from sheet_tools.panel.plan import Plan, again, plans, request_of
from sheet_tools.panel.responses import Responses
from sheet_tools.panel.run import Options
from sheet_tools.panel.store import Answer, Store
from sheet_tools.tasks import Task

# Words of an empty store of our own: nothing was asked yet, which is no trouble.
_EMPTY = ("store-no-answers", "store-not-found")


class Cached(NamedTuple):
    """The answers of all sources as one (None: no source has an answer to these items), and why a source could not be
    read, or gave nothing."""

    responses: Responses | None
    findings: tuple[Finding, ...]


class Earlier(NamedTuple):
    """All answers of one model to one item, the oldest first; the last one counts."""

    model: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Sources:
    """Where answers and models come from. `given`: a store or a folder of responses; `models_file`: whom to ask;
    `store`: where what they answer is kept; `beside`: what is to be said of
    other stores. `environment` has EVAL_BASE_URL and the keys."""

    given: Path | None
    models_file: Path | None
    store: Path
    environment: Mapping[str, str] = field(repr=False)
    beside: tuple[Finding, ...] = ()


class Desk:
    """`folder` is where dropped answers and the progress of runs are kept."""

    def __init__(self, folder: Path, sources: Sources) -> None:
        self._sources = sources
        self.library = Library(folder / "answers")
        self._background = Background(folder / "runs")

    def models(self) -> tuple[Model, ...]:
        """The models of the models file as it is now; none without one. Raises Unreadable."""
        path = self._sources.models_file
        if path is None:
            return ()
        try:
            data = path.read_bytes()
        except OSError as error:
            raise Unreadable(Finding("models-file-not-opened", values={"file": path.name})) from error
        return load_models(path.name, data)

    def can_ask(self) -> bool:
        """True where there is a models file and an address for one of its models. Raises Unreadable."""
        return any(self.address(model) for model in self.models())

    def address(self, model: Model) -> str:
        """Where the model is asked, without anything secret; "" where no address is known."""
        found = endpoint_of(self._sources.environment, model.base_url, model.key_variable)
        return found.shown if isinstance(found, Endpoint) else ""

    def address_trouble(self) -> Finding | None:
        """Why no model can be asked, where an address was given and cannot be used. Raises Unreadable."""
        failures = [
            (model, found)
            for model in self.models()
            if isinstance(found := endpoint_of(self._sources.environment, model.base_url, model.key_variable), Failure)
        ]
        told = next((pair for pair in failures if pair[1].code != "endpoint-unset"), None)
        return told[1].finding(model=told[0].id, n=0) if told else None

    def store(self) -> Path:
        """Where answers are kept that are asked from here."""
        return self._sources.store

    def beside(self) -> tuple[Finding, ...]:
        """What is to be said of other stores."""
        return self._sources.beside

    def given_name(self) -> str:
        """What the answers that were given at the start are called; "" where none were."""
        return self._sources.given.name if self._sources.given else ""

    def cached(self, items: Sequence[Item], task: Task) -> Cached:
        """The answers to these items: of the own store, of what was dropped (the newest first), of what was given."""
        found: list[Responses] = []
        findings: list[Finding] = []
        for path, models in self._paths():
            try:
                found.append(_read(path, items, task, models))
            except Unreadable as unreadable:
                if path != self._sources.store or unreadable.finding.code not in _EMPTY:
                    findings.append(unreadable.finding)
        order = {model.id: model.commit for model in self._known_models()}
        if not fitting(found, items):
            silent = [finding for source in found for finding in troubles(source)]
            return Cached(None, (*findings, *silent))
        return Cached(merged(found, items, order), tuple(findings))

    def _paths(self) -> Iterator[tuple[Path, Sequence[Model]]]:
        store, given = self._sources.store, self._sources.given
        if store.is_file():
            yield store, self._known_models()
        for entry in self.library.entries():
            yield self.library.path(entry), ()
        if given is not None and given != store:
            yield given, ()

    def _known_models(self) -> tuple[Model, ...]:
        """For reading: a models file that cannot be read is said where the models are to be asked."""
        try:
            return self.models()
        except Unreadable:
            return ()

    def plans(self, items: Sequence[Item], task: Task) -> tuple[Plan, ...]:
        """Counts first: what each model would be asked. Raises Unreadable (the models file, the store)."""
        models, path = self.models(), self._sources.store
        if not path.is_file():
            return plans(models, items, task, None)
        with Store(path, read_only=True) as store:
            return plans(models, items, task, store)

    def ask(self, name: str, items: Sequence[Item], task: Task) -> bool:
        """Begin to ask what is missing, in the background; False where a run is going on. Raises Unreadable."""
        return self._start(name, self.plans(items, task), Options())

    def ask_again(self, name: str, item: Item, task: Task, model: str) -> bool:
        """Ask one item once more of one model ("": of all), whatever the store holds; older answers stay."""
        chosen = [again(each, item, task) for each in self.models() if model in ("", each.id)]
        return self._start(name, chosen, Options(anyway=True))

    def _start(self, name: str, made: Sequence[Plan], options: Options) -> bool:
        return self._background.start(name, made, self._sources.store, self._sources.environment, options)

    def stop(self, name: str) -> None:
        self._background.stop(name)

    def busy(self) -> str | None:
        return self._background.busy()

    def progress(self, name: str) -> Progress | None:
        return self._background.progress(name)

    def history(self, item: Item, task: Task) -> list[Earlier]:
        """What each model of the models file has answered to this item, in the own store. Raises Unreadable."""
        path = self._sources.store
        if not path.is_file():
            return [Earlier(model.id, ()) for model in self.models()]
        with Store(path, read_only=True) as store:
            return [
                Earlier(model.id, tuple(store.history(request_of(model, item, task).key))) for model in self.models()
            ]


def _read(path: Path, items: Sequence[Item], task: Task, models: Sequence[Model]) -> Responses:
    if is_store(path):
        return responses_of_store(path, items, task, models)
    return read_responses(path, items, task)
