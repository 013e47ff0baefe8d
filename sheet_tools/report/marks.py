"""One mark on the page: its shape, its words, and the answer with what keeps it from being right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from sheet_tools.items import Item
from sheet_tools.marking import Mark, Outcome, forms_of, near_miss
from sheet_tools.panel import Response
from sheet_tools.report.differences import Difference, differences
from sheet_tools.report.score import fault_words
from sheet_tools.tasks import Task
from sheet_tools.words import translations

# A shape for each, so that nobody needs to tell colours apart.
SHAPES = {"right": "✓", "wrong": "✗", "near": "≈", "cut": "✂", "unreadable": "?", "missing": "·", "out": "–"}
# An answer is 64 tokens at most; a stranger's file may hold more than a hint can show.
_SHOWN = 600
# The kinds of pieces by which an answer differs from the gold.
APART = ("missing", "extra")


@dataclass(frozen=True, slots=True)
class MarkCell:
    """`kind` is a key of SHAPES; `answer` the model's words as received, None where there are none to show.

    `remark`: what they matched, or why they did not. `differences`: the answer's fields held against the gold.
    """

    kind: str
    model: str
    words: str
    answer: str | None = None
    remark: str = ""
    differences: tuple[Difference, ...] = ()

    @property
    def shape(self) -> str:
        return SHAPES[self.kind]

    @property
    def changes(self) -> tuple[Difference, ...]:
        """Of the differences of an answer that is not right what it lacks and what it has beyond the gold."""
        if self.kind == "right":
            return ()
        apart = (Difference(d.heading, tuple(p for p in d.pieces if p.kind in APART)) for d in self.differences)
        return tuple(difference for difference in apart if difference.pieces)

    @property
    def why(self) -> str:
        """The remark, and the changes as text: „przecinki: ○[4] +[5]”."""
        texts = (f"{d.heading}: {' '.join(p.shape + p.text for p in d.pieces)}" for d in self.changes)
        return "; ".join(filter(None, (self.remark, *texts)))


def short_names(models: Sequence[str]) -> tuple[str, ...]:
    """The first word of each model's name, and as many more as it takes to tell it from the others."""
    parts = [model.rsplit("/", 1)[-1].split("-") for model in models]
    names = [part[0] for part in parts]
    for length in count(2):
        doubled = {name for name, number in Counter(names).items() if number > 1}
        growing = [place for place, name in enumerate(names) if name in doubled and len(parts[place]) >= length]
        if not growing:
            break
        for place in growing:
            names[place] = "-".join(parts[place][:length])
    return tuple(model if names.count(name) > 1 else name for name, model in zip(names, models, strict=True))


def mark_cell(outcome: Outcome, response: Response | None, item: Item, model: str, task: Task, lang: str) -> MarkCell:
    kind, remark = _kind(outcome, response, item, task, lang)
    answer = None if response is None else _shown(response.text)
    held = () if response is None else differences(item, response.text, task, lang)
    return MarkCell(kind, model, kind_words(lang)[kind], answer, remark, held)


def out_of_score(model: str, lang: str) -> MarkCell:
    return MarkCell("out", model, kind_words(lang)["out"])


def kind_words(lang: str) -> dict[str, str]:
    """The legend: what each shape means."""
    words = translations(lang)
    return {
        "right": words.gettext("right"),
        "wrong": words.gettext("wrong"),
        "near": words.gettext("wrong, but near"),
        "cut": words.gettext("wrong, cut off"),
        "unreadable": words.gettext("no answer found"),
        "missing": words.gettext("no answer cached"),
        "out": words.gettext("out of the score"),
    }


def _kind(outcome: Outcome, response: Response | None, item: Item, task: Task, lang: str) -> tuple[str, str]:
    words = translations(lang)
    if outcome.mark is Mark.MISSING or response is None:
        return "missing", words.gettext("there is no answer of this model to this very text")
    if outcome.mark is Mark.RIGHT:
        return "right", _matched(outcome, lang)
    if outcome.mark is Mark.UNREADABLE:
        fault = fault_words(lang)[outcome.fault] if outcome.fault else ""
        return "unreadable", fault or words.gettext("no answer of the form asked for is in the text")
    if outcome.cut_off:
        return "cut", words.gettext("cut off at the limit of length")
    if not response.text.strip():
        return "wrong", words.gettext("the answer is empty")
    miss = near_miss(response.text, tuple(forms_of(item, task).values()))
    return ("near", near_words(lang)[miss]) if miss else ("wrong", "")


def _matched(outcome: Outcome, lang: str) -> str:
    words = translations(lang)
    field = outcome.matched or "gold"
    is_gold = field == "gold"
    remark = words.gettext("same as the gold") if is_gold else words.gettext("same as {field}").format(field=field)
    cut = words.gettext("cut off at the limit of length")
    return f"{remark}; {cut}" if outcome.cut_off else remark


def near_words(lang: str) -> dict[str, str]:
    """What `near_miss` found, in words."""
    words = translations(lang)
    return {
        "white-space": words.gettext("differs only by a blank or an invisible character"),
        "final-punctuation": words.gettext("differs only by the final punctuation"),
        "quotation-marks": words.gettext("differs only by quotation marks"),
        "case": words.gettext("differs only by capital or small letters"),
        "diacritics": words.gettext("differs only by diacritics"),
        "extra-text": words.gettext("the gold is in the answer, with other words around it"),
    }


def _shown(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]} …"
