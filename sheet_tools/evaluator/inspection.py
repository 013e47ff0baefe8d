"""What can be seen of an evaluator.py without running it.

Source: spec/reverse-poleval.txt, „How answers are marked”: deterministic, no network, an inspectable string equivalence
(not a list of known model outputs) that can be sandboxed.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from sheet_tools.findings import Finding, Level
from sheet_tools.normalise import normalise

NETWORK = {
    *(
        "socket",
        "ssl",
        "urllib",
        "http",
        "ftplib",
        "smtplib",
        "poplib",
        "imaplib",
        "telnetlib",
        "xmlrpc",
        "socketserver",
    ),
    *("asyncio", "requests", "httpx", "aiohttp", "urllib3", "webbrowser"),
}
PROCESSES = {"subprocess", "multiprocessing", "ctypes", "pty", "concurrent", "threading", "_thread", "signal", "cffi"}
FILES = {"pathlib", "shutil", "tempfile", "glob", "fileinput", "sqlite3", "shelve", "dbm", "mmap", "os", "io", "pickle"}
CHANCE = {"random", "secrets", "uuid", "time", "datetime"}
_BUILT_IN_FILES = {"open"}
_BUILT_IN_CODE = {"eval", "exec", "compile", "__import__", "importlib", "runpy", "builtins", "globals"}
# As many literal answers of models are no coincidence any more.
_A_LIST = 3
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Name:
    """A module that is imported, or a built-in that is called, and the line where it first is."""

    name: str
    line: int


def inspect(source: bytes, model_answers: Collection[str], golds: Collection[str]) -> list[Finding]:
    """Findings about the source. `model_answers`: wrong answers that models gave; `golds`: the set's own."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError) as error:
        line = error.lineno if isinstance(error, SyntaxError) else None
        return [Finding("evaluator-not-python", values={"line": line or 1, "why": str(error)})]
    return [*_accept(tree), *_names(tree), *_literals(tree, model_answers, golds)]


def _accept(tree: ast.Module) -> Iterator[Finding]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == "accept":
            arguments = node.args
            needed = len(arguments.posonlyargs) + len(arguments.args) - len(arguments.defaults)
            most = len(arguments.posonlyargs) + len(arguments.args)
            if not (needed <= 2 <= most or (needed <= 2 and arguments.vararg)):
                yield Finding("evaluator-no-accept", values={"line": node.lineno})
            return
    yield Finding("evaluator-no-accept", values={"line": 1})


def _names(tree: ast.Module) -> Iterator[Finding]:
    imported = list(_imports(tree))
    called = list(_calls(tree))
    if imported:
        yield Finding("evaluator-imports", values={"names": ", ".join(sorted({each.name for each in imported}))})
    groups = (
        ("evaluator-network", imported, NETWORK),
        ("evaluator-processes", imported, PROCESSES),
        ("evaluator-files", imported, FILES),
        ("evaluator-files", called, _BUILT_IN_FILES),
        ("evaluator-runs-code", [*imported, *called], _BUILT_IN_CODE),
        ("evaluator-chance", imported, CHANCE),
    )
    for code, names, wanted in groups:
        for each in names:
            if each.name in wanted:
                yield Finding(code, values={"name": each.name, "line": each.line})
    for each in imported:
        if each.name not in sys.stdlib_module_names and each.name not in NETWORK:
            yield Finding("evaluator-foreign-import", values={"name": each.name, "line": each.line})


def _imports(tree: ast.Module) -> Iterator[Name]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (Name(alias.name.split(".")[0], node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module != "__future__":
            yield Name((node.module or ".").split(".")[0], node.lineno)


def _calls(tree: ast.Module) -> Iterator[Name]:
    """Names that are used at all: `f = open` is a call in waiting."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield Name(node.id, node.lineno)


def _literals(tree: ast.Module, model_answers: Collection[str], golds: Collection[str]) -> Iterator[Finding]:
    """Texts in the code that models answered, or that are golds: it would key on this set and these models."""
    wrong = {normalise(text) for text in model_answers} - {normalise(text) for text in golds}
    right = {normalise(text) for text in golds}
    texts = {normalise(text): line for text, line in _strings(tree)}
    for code, known in (("evaluator-holds-answers", wrong), ("evaluator-holds-golds", right)):
        found = [text for text in texts if len(text) > 1 and text in known]
        if found:
            shown = ", ".join(f"„{text[:40]}”" for text in found[:_SHOWN])
            level = Level.ERROR if code == "evaluator-holds-answers" and len(found) >= _A_LIST else None
            yield Finding(code, values={"n": len(found), "shown": shown, "line": texts[found[0]]}, own_level=level)


def _strings(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Every text in the code but the docstrings, with its line."""
    documented = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value, node.lineno
