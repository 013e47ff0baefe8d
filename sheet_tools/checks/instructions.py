"""Instructions to the model that the rules forbid in an input.

Source: spec/reverse-poleval.txt, „Official chat messages”: an input „must not contain instructions about role,
instruction priority, ignoring earlier instructions, or the conversation itself”. The rules are data: instructions.tsv.
A rule is a regular expression over folded text: lower case, without Polish accents but for „ą”. `needs` are groups of
pieces (divided by &): every match contains one piece of each group, so that most texts are cleared without running it
(a test holds that the pieces are sound).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from sheet_tools.checks.characters import HIDDEN
from sheet_tools.checks.quotes import quotations
from sheet_tools.findings import Finding
from sheet_tools.items import ItemSet
from sheet_tools.tasks import Task

# Not „ą”: the ending tells „jesteś teraz polonistą” from „jesteś teraz zmęczona”.
_WITHOUT_ACCENTS = tuple(zip("ćęłńóśźż", "celnoszz", strict=True))
_TOPICS = {
    "role": ("jego roli", "its role"),
    "priority": ("pierwszeństwie poleceń", "which instructions come first"),
    "ignore": ("pomijaniu poleceń", "passing over instructions"),
    "conversation": ("samej rozmowie", "the conversation itself"),
}


class Rule(NamedTuple):
    """One line of instructions.tsv. `is_strong`: a warning, where a weak rule gives a note."""

    name: str
    is_strong: bool
    topic: str
    needs: tuple[tuple[str, ...], ...]
    expression: str

    @property
    def code(self) -> str:
        return "instruction-strong" if self.is_strong else "instruction-weak"

    def may_match(self, folded: str) -> bool:
        """Whether each group has a piece in the text (`map` over the method: this is asked of every text)."""
        return all(any(map(folded.__contains__, group)) for group in self.needs)


class Hit(NamedTuple):
    """Where a rule matches: offsets in the readable text."""

    start: int
    end: int
    rule: Rule


@cache
def rules() -> tuple[Rule, ...]:
    """The rules in the order of the file."""
    lines = files("sheet_tools.checks").joinpath("instructions.tsv").read_text(encoding="utf-8").splitlines()
    return tuple(_rule(*line.split("\t")) for line in lines[1:])


def _rule(name: str, _lang: str, level: str, topic: str, needs: str, expression: str) -> Rule:
    return Rule(
        name,
        level == "strong",
        topic,
        tuple(tuple(group.split()) for group in needs.split("&")),
        _without_accents(expression),
    )


@cache
def pattern(rule: Rule) -> re.Pattern[str]:
    """Compiled only when a text may match: compiling them all costs more than checking 200 items."""
    return re.compile(rule.expression, re.MULTILINE)


@cache
def _by_piece() -> tuple[tuple[str, tuple[Rule, ...]], ...]:
    """The shortest pieces of the rules' first groups, each with the rules whose pieces contain it."""
    pieces = {piece for rule in rules() for piece in rule.needs[0]}
    shortest = sorted(piece for piece in pieces if not any(other in piece for other in pieces - {piece}))
    return tuple((piece, tuple(r for r in rules() if any(piece in need for need in r.needs[0]))) for piece in shortest)


def check_instructions(item_set: ItemSet, _task: Task) -> Iterator[Finding]:
    """A warning or a note for each topic at the input; inside a quotation only a note."""
    texts = [_readable(item.input) for item in item_set.items]
    folded = [_fold(text) for text in texts]
    # Most pieces stand in no text of a set: that is asked once.
    everything = "\n".join(folded)
    pieces = [entry for entry in _by_piece() if entry[0] in everything]
    for item, text, to_search in zip(item_set.items, texts, folded, strict=True):
        for code, hit in _telling(text, _hits(to_search, pieces)):
            yield Finding(code, item.at("input"), _values(text, hit))


def _values(text: str, hit: Hit) -> dict[str, object]:
    topic_pl, topic_en = _TOPICS[hit.rule.topic]
    fragment = " ".join(text[hit.start : hit.end].split())
    return {"fragment": fragment, "topic": hit.rule.topic, "topic_pl": topic_pl, "topic_en": topic_en}


def _readable(text: str) -> str:
    """What a model makes of the text: without hidden characters, compatibility forms undone."""
    return text if text.isascii() else unicodedata.normalize("NFKC", HIDDEN.sub("", text))


def _telling(text: str, hits: list[Hit]) -> list[tuple[str, Hit]]:
    """The first hit of each topic; a weak one only where its topic has no strong one."""
    if not hits:
        return []
    quoted = quotations(text)
    found: dict[tuple[str, str], Hit] = {}
    for hit in sorted(hits):
        is_quoted = any(start <= hit.start and hit.end <= end for start, end in quoted)
        code = "instruction-quoted" if is_quoted else hit.rule.code
        found.setdefault((code, hit.rule.topic), hit)
    return [
        (code, hit)
        for (code, topic), hit in found.items()
        if code == "instruction-strong" or ("instruction-strong", topic) not in found
    ]


def _hits(folded: str, pieces: Sequence[tuple[str, tuple[Rule, ...]]]) -> list[Hit]:
    possible = {rule: None for piece, allowed in pieces if piece in folded for rule in allowed}
    return [
        Hit(*match.span(), rule)
        for rule in possible
        if rule.may_match(folded)
        for match in pattern(rule).finditer(folded)
    ]


def _fold(text: str) -> str:
    """Lower case without accents, as long as the text: a few letters would grow („İ”), and offsets would lie."""
    lowered = text.lower()
    return _without_accents(lowered if len(lowered) == len(text) else text)


def _without_accents(text: str) -> str:
    """`str.translate` takes ten times as long."""
    for letter, plain in _WITHOUT_ACCENTS:
        text = text.replace(letter, plain)
    return text
