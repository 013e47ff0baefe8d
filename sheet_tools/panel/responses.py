"""The answers of a panel, wherever they come from (a folder of files, a store): found by model and exact input."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from sheet_tools.findings import Finding
from sheet_tools.items import Item
from sheet_tools.panel.endings import Ending, ending_of


@dataclass(frozen=True, slots=True)
class Response:
    """One answer as received; `extras` is all else that its record held. `text` may be empty: that is an answer too."""

    text: str
    finish_reason: str | None = None
    extras: Mapping[str, object] = field(default_factory=dict)

    @property
    def revision(self) -> str | None:
        """The model's commit, where it is recorded."""
        found = self.extras.get("revision")
        return found if isinstance(found, str) and found else None

    @property
    def is_cut_off(self) -> bool:
        return ending_of(self.finish_reason) is Ending.LENGTH


@dataclass(frozen=True, slots=True)
class Responses:
    """Every model's answers: model → exact input → answer. `key` is the item's field that says what was asked.

    A model whose answers cannot be used stands in `models` without answers, and a finding says why.
    """

    models: tuple[str, ...]
    answers: Mapping[str, Mapping[str, Response]]
    findings: tuple[Finding, ...] = ()
    key: str = "input"

    def get(self, model: str, item: Item) -> Response | None:
        """The model's answer to exactly this item; None where it was not asked (or its answer cannot be used)."""
        asked = item.get(self.key)
        return self.answers.get(model, {}).get(asked) if asked else None

    def only(self, models: Sequence[str]) -> Responses:
        """The answers of these models alone, in this order; one without any answer stands with none, which is said, as
        it is said whose answers do not count."""
        answers = {model: self.answers.get(model, {}) for model in models}
        others = ", ".join(model for model in self.models if model not in answers) or "–"
        absent = (
            Finding("responses-model-absent", values={"model": model, "others": others})
            for model in models
            if model not in self.models
        )
        found = (*self.findings, *absent, *not_listed(self.models, models))
        return replace(self, models=tuple(models), answers=answers, findings=found)


def not_listed(there: Sequence[str], wanted: Sequence[str]) -> list[Finding]:
    """What is to be said of the models whose answers are there, and whom the models file does not name."""
    others = [model for model in there if model not in wanted]
    return [Finding("responses-not-listed", values={"n": len(others), "models": ", ".join(others)})] if others else []
