"""What can be seen of an evaluator.py without running it.

Source: spec/reverse-poleval.txt, „How answers are marked”: deterministic, no network, an inspectable string equivalence
(not a list of known model outputs) that can be sandboxed.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Collection, Iterator

from sheet_tools.evaluator.allowed import MODULES, refused
from sheet_tools.findings import Finding, Level
from sheet_tools.normalise import normalise

# As many literal answers of models are no coincidence any more.
_A_LIST = 3
_SHOWN = 5
_MOST_REFUSED = 20
_PIECES = re.compile(r"[\s,;|/()\[\]]+")


def inspect(text: str, model_answers: Collection[str], golds: Collection[str]) -> list[Finding]:
    """Findings about the source. `model_answers`: wrong answers that models gave; `golds`: the set's own."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # „\d” outside a raw text is a matter of style
            tree = ast.parse(text)
    except (RecursionError, MemoryError):
        return [Finding("evaluator-not-run", values={"construct": "((((…))))", "line": 1})]
    except (SyntaxError, ValueError) as error:
        line = error.lineno if isinstance(error, SyntaxError) else None
        why = (error.msg if isinstance(error, SyntaxError) else None) or str(error)
        return [Finding("evaluator-not-python", values={"line": line or 1, "why": why})]
    outside = [
        Finding("evaluator-not-run", values={"construct": construct[:80], "line": line})
        for construct, line in refused(tree)[:_MOST_REFUSED]
    ]
    return [*(outside or _accept(tree)), *_imported(tree), *_literals(tree, model_answers, golds)]


def _accept(tree: ast.Module) -> Iterator[Finding]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == "accept":
            arguments = node.args
            needed = len(arguments.posonlyargs) + len(arguments.args) - len(arguments.defaults)
            most = len(arguments.posonlyargs) + len(arguments.args)
            named = any(default is None for default in arguments.kw_defaults)
            if named or not (needed <= 2 <= most or (needed <= 2 and arguments.vararg)):
                yield Finding("evaluator-no-accept", values={"line": node.lineno})
            return
    yield Finding("evaluator-no-accept", values={"line": 1})


def _imported(tree: ast.Module) -> Iterator[Finding]:
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    names &= set(MODULES) - {"__future__"}
    if names:
        yield Finding("evaluator-imports", values={"names": ", ".join(sorted(names))})


def _literals(tree: ast.Module, model_answers: Collection[str], golds: Collection[str]) -> Iterator[Finding]:
    """Texts in the code that models answered, or that are golds: it would key on this set and these models."""
    wrong = {normalise(text) for text in model_answers} - {normalise(text) for text in golds}
    right = {normalise(text) for text in golds}
    written = list(_strings(tree))
    texts = {normalise(text): line for text, line in written}
    pieces = {piece: line for text, line in written for piece in _pieces(text)}
    for code, known in (("evaluator-holds-answers", wrong), ("evaluator-holds-golds", right)):
        found = [text for text in texts if len(text) > 1 and text in known]
        level = Level.ERROR if code == "evaluator-holds-answers" and len(found) >= _A_LIST else None
        if not found and len(hidden := [text for text in pieces if len(text) > 1 and text in known]) >= _A_LIST:
            found, level = hidden, Level.NOTE
        if found:
            shown = ", ".join(f"„{text[:40]}”" for text in found[:_SHOWN])
            line = (texts if found[0] in texts else pieces)[found[0]]
            yield Finding(code, values={"n": len(found), "shown": shown, "line": line}, own_level=level)


def _pieces(text: str) -> list[str]:
    """The words of a text that is split when it runs, or of a pattern „kotem|psem”."""
    return [normalise(piece) for piece in _PIECES.split(text)]


def _strings(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Every text in the code but the docstrings (which the code cannot reach), with its line; sums of texts joined."""
    documented = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value, node.lineno
        elif isinstance(node, ast.BinOp) and (text := _sum(node)):
            yield text, node.lineno


def _sum(node: ast.expr) -> str:
    """„"ko" + "tem"” as one text; "" where any part is something else."""
    parts: list[str] = []
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and len(parts) < _MOST_REFUSED:
        if not (isinstance(node.right, ast.Constant) and isinstance(node.right.value, str)):
            return ""
        parts.append(node.right.value)
        node = node.left
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        return ""
    return "".join([node.value, *parts[::-1]])
