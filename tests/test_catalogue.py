"""The catalogue of findings: every code has its words, every word its code, in both languages alike."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter

import pytest
from sources import sources

from sheet_tools.findings import Entry, Level, catalogue, procedures
from sheet_tools.plural import worded

LANGUAGES = ("pl", "en")
PROGRAMS = ("excel", "libreoffice", "google", "any")
CODES = sorted(catalogue())


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


# Codes that are put together: what may stand in the gap. Whoever makes another says here what it can be.
MADE = {
    "{}-too-long": {"input", "gold", "alias"},
    "missing-{}": {"input", "gold"},
    "duplicate-{}": {"input"},
    "{}-file": {"numbers", "xlsb"},
    "file-is-{}": {
        "answers", "batch", "evaluator", "inputs", "list", "map", "matrix", "models", "report", "results", "schema",
    },
}  # fmt: skip


def raised() -> set[str]:
    """Codes that are given somewhere to be said: what a code is only compared with says nothing."""
    found: set[str] = set()
    for source in sources():
        asked = {id(inner) for node in asking(source.tree) for inner in ast.walk(node)}
        for node in ast.walk(source.tree):
            if id(node) not in asked and isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            if id(node) not in asked and isinstance(node, ast.JoinedStr):
                pattern = pattern_of(node)
                found |= {pattern.format(word) for word in MADE.get(pattern, ())}
    return found


def asking(tree: ast.Module) -> Iterator[ast.AST]:
    """Comparisons, and the tables of this file that are only used in comparisons."""
    comparisons = [node for node in ast.walk(tree) if isinstance(node, ast.Compare)]
    yield from comparisons
    compared = [id(inner) for node in comparisons for inner in ast.walk(node)]
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            uses = [
                id(inner)
                for inner in ast.walk(tree)
                if isinstance(inner, ast.Name) and inner.id == name and isinstance(inner.ctx, ast.Load)
            ]
            if uses and set(uses) <= set(compared):
                yield node


def pattern_of(node: ast.JoinedStr) -> str:
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)


def test_every_entry_is_raised() -> None:
    assert sorted(set(CODES) - raised()) == []


@pytest.mark.parametrize(("pattern", "words"), MADE.items(), ids=MADE)
def test_codes_that_are_put_together_exist(pattern: str, words: set[str]) -> None:
    patterns = {pattern_of(node) for s in sources() for node in ast.walk(s.tree) if isinstance(node, ast.JoinedStr)}
    assert pattern in patterns
    assert sorted(pattern.format(word) for word in words if pattern.format(word) not in catalogue()) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("if finding.code == 'nbsp': pass", set()),
        ("OWN = ('nbsp', 'cr-in-text')\nif code in OWN: pass", set()),
        ("CODES = {1: 'nbsp'}\nFinding(CODES[1])", {"nbsp"}),
        ("yield Finding('nbsp' if text == 'a' else 'cr-in-text')", {"nbsp", "cr-in-text"}),
    ],
)
def test_what_counts_as_raised(source: str, found: set[str]) -> None:
    tree = ast.parse(source)
    asked = {id(inner) for node in asking(tree) for inner in ast.walk(node)}
    constants = {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and id(n) not in asked}
    assert constants & set(CODES) == found


def test_every_code_is_named_by_a_test() -> None:
    """A code that no test names can be given in the wrong place, or nowhere, and nobody sees it."""
    folders = (Path(__file__).parent, Path(__file__).parent.parent / "samples")
    trees = [ast.parse(path.read_text("utf-8")) for folder in folders for path in folder.glob("*.py")]
    texts = {n.value for tree in trees for n in ast.walk(tree) if isinstance(n, ast.Constant) and type(n.value) is str}
    named = {word for text in texts for word in re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)*", text)}
    assert sorted(set(CODES) - named) == []


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


@pytest.mark.parametrize("code", CODES)
def test_plural_forms_are_three_in_polish_and_two_in_english(code: str) -> None:
    entry = catalogue()[code]
    for words in (entry.message, entry.remedy, entry.message_as_shown):
        for language, n in (("pl", 3), ("en", 2)):
            specs = [spec for _, _, spec, _ in Formatter().parse(words[language]) if spec]
            assert [len(spec.split("|")) for spec in specs] == [n] * len(specs)


@pytest.mark.parametrize(
    ("n", "polish", "english"),
    [
        (0, "0 wierszy", "0 rows"),
        (1, "1 wiersz", "1 row"),
        (2, "2 wiersze", "2 rows"),
        (4, "4 wiersze", "4 rows"),
        (5, "5 wierszy", "5 rows"),
        (12, "12 wierszy", "12 rows"),
        (14, "14 wierszy", "14 rows"),
        (21, "21 wierszy", "21 rows"),
        (22, "22 wiersze", "22 rows"),
        (112, "112 wierszy", "112 rows"),
        ("…", "… wierszy", "… rows"),
    ],
)
def test_a_number_takes_its_form(n: object, polish: str, english: str) -> None:
    assert worded("{n:# wiersz|# wiersze|# wierszy}", "pl", {"n": n}) == polish
    assert worded("{n:# row|# rows}", "en", {"n": n}) == english


@pytest.mark.parametrize("name", sorted(procedures()))
def test_procedure(name: str) -> None:
    by_program = procedures()[name]
    assert sorted(by_program) == sorted(PROGRAMS)
    assert all(by_program[program][language].strip() for program in PROGRAMS for language in LANGUAGES)


def test_every_procedure_is_used() -> None:
    named = {name for entry in catalogue().values() for text in entry.remedy.values() for name in placeholders(text)}
    assert sorted(set(procedures()) - named) == []
