"""The words of the command line and the page: the Polish catalogue is current, whole and well-formed."""

from __future__ import annotations

import ast
import importlib.util
import re
import string
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from sheet_tools.words import LOCALE_DIR, translations

ROOT = Path(__file__).parent.parent
PO = LOCALE_DIR / "pl" / "LC_MESSAGES" / "sheet_tools.po"
REFRESH = "run: python tools/update_words.py"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("update_words", ROOT / "tools" / "update_words.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def messages() -> Iterator[Message]:
    with PO.open("rb") as stream:
        yield from (message for message in read_po(stream, locale="pl") if message.id)


def test_the_catalogue_has_exactly_the_words_of_the_source(tool: ModuleType) -> None:
    assert tool.po_bytes(tool.updated()) == PO.read_bytes(), REFRESH


def test_nothing_is_untranslated_or_fuzzy(tool: ModuleType) -> None:
    assert [str(message.id) for message in tool.unfinished(tool.updated())] == []


def test_the_compiled_words_are_those_of_the_catalogue() -> None:
    words = translations("pl")
    for message in messages():
        if isinstance(message.id, tuple):
            found = [words.ngettext(message.id[0], message.id[1], n) for n in (1, 2, 5)]
            assert found == list(message.string), REFRESH
        else:
            assert words.gettext(message.id) == message.string, REFRESH


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_no_words_hide_in_an_f_string() -> None:
    """Babel does not look for words there."""
    hidden = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for folder in ("sheet_tools", "webapp")
        for path in (ROOT / folder).rglob("*.py")
        for joined in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(joined, ast.JoinedStr)
        for call in ast.walk(joined)
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("gettext")
    ]
    assert hidden == []


def test_both_languages_fill_in_the_same_values() -> None:
    for message in messages():
        pairs = zip(message.id, message.string, strict=False) if isinstance(message.id, tuple) else []
        for english, polish in [*pairs] or [(message.id, message.string)]:
            assert fields(english) == fields(polish), english


@pytest.mark.parametrize(
    ("n", "expected"),
    [(0, "0 błędów"), (1, "1 błąd"), (2, "2 błędy"), (5, "5 błędów"), (12, "12 błędów"), (22, "22 błędy")],
)
def test_polish_plurals(n: int, expected: str) -> None:
    assert translations("pl").ngettext("{n} error", "{n} errors", n).format(n=n) == expected


def test_polish_quotation_marks() -> None:
    texts = [text for m in messages() for text in ([m.string] if isinstance(m.string, str) else m.string)]
    assert [text for text in texts if re.search('["“]', text)] == []
