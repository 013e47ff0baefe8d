"""The catalogue of findings: every code has its words, every word its code, in both languages alike."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from string import Formatter

import pytest
from sources import sources

from sheet_tools.findings import Entry, Level, catalogue, procedures

LANGUAGES = ("pl", "en")
PROGRAMS = ("excel", "libreoffice", "google", "any")
CODES = sorted(catalogue())
CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def values_of(words: Mapping[str, str], language: str) -> set[str]:
    """The values a text shows; one that is itself worded comes as `topic_pl` and `topic_en`."""
    return {name.removesuffix(f"_{language}") for name in placeholders(words[language])}


def codes_given() -> Iterator[tuple[str, str]]:
    """(place, code) of every text given as the code of a Finding, also in a choice between two."""
    for source in sources():
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "Finding":
                first = [*node.args[:1], *(word.value for word in node.keywords if word.arg == "code")]
                for text in (text for part in first for text in texts(part)):
                    yield f"{source.path}:{node.lineno}", text


def texts(node: ast.expr) -> list[str]:
    """A text, or both branches of a choice (its condition may hold other texts)."""
    if isinstance(node, ast.IfExp):
        return [*texts(node.body), *texts(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def test_every_code_used_is_in_the_catalogue() -> None:
    assert sorted(f"{place} {code}" for place, code in codes_given() if code not in catalogue()) == []


def test_every_entry_is_used() -> None:
    said = {pattern for source in sources() for node in ast.walk(source.tree) if (pattern := pattern_of(node))}
    one_of_them = re.compile("|".join(said))
    assert [code for code in CODES if not one_of_them.fullmatch(code)] == []


def pattern_of(node: ast.AST) -> str | None:
    """What codes a text can be: itself, or for f"{field}-too-long" whatever ends so."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) and CODE.fullmatch(node.value) else None
    if not isinstance(node, ast.JoinedStr):
        return None
    parts = [str(part.value) if isinstance(part, ast.Constant) else "[a-z0-9]+" for part in node.values]
    given = "".join(part for part in parts if part != "[a-z0-9]+")
    return "".join(parts) if re.fullmatch(r"[a-z0-9]*-[a-z0-9-]*", given) else None


@pytest.mark.parametrize("code", CODES)
def test_entry(code: str) -> None:
    entry: Entry = catalogue()[code]
    assert isinstance(entry.level, Level)
    for words in (entry.message, entry.remedy):
        assert all(words[language].strip() for language in LANGUAGES)
        assert values_of(words, "pl") == values_of(words, "en"), "both languages show the same values"
        assert all(name.isidentifier() for name in placeholders(words["pl"])), "values are called by plain names"
        assert words["pl"].count("„") == words["pl"].count("”"), "quotes are closed"
        assert all(text == text.strip() and "  " not in text for text in words.values())


@pytest.mark.parametrize("name", sorted(procedures()))
def test_procedure(name: str) -> None:
    by_program = procedures()[name]
    assert sorted(by_program) == sorted(PROGRAMS)
    assert all(by_program[program][language].strip() for program in PROGRAMS for language in LANGUAGES)


def test_every_procedure_is_used() -> None:
    named = {name for entry in catalogue().values() for text in entry.remedy.values() for name in placeholders(text)}
    assert sorted(set(procedures()) - named) == []
