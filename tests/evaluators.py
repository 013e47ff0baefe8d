"""Sources of an evaluator.py for tests, with items and answers for them."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from sheet_tools.cells import Place
from sheet_tools.evaluator import Evaluation, evaluate
from sheet_tools.evaluator.apart import DEFAULT, Limits
from sheet_tools.items import Item
from sheet_tools.panel.responses import Response, Responses
from sheet_tools.tasks import DEFAULT_TASK, TASKS

TASK = TASKS[DEFAULT_TASK]
QUICK = Limits(seconds=0.5)

EXACT = """
import unicodedata

def _form(text):
    return " ".join(unicodedata.normalize("NFKC", text).split())

def accept(prediction: str, gold: str) -> bool:
    return _form(prediction) == _form(gold)
"""
FOLDS = "def accept(prediction, gold):\n    return prediction.strip('.').casefold() == gold.casefold()\n"
NOTES = {"evaluator-imports", "evaluator-limits", "evaluator-same", "evaluator-differs", "evaluator-accepts-all"}


def items(*golds: str, alias: str | None = None) -> list[Item]:
    more = {"alias1": alias} if alias else {}
    return [
        Item(Place("P", row), {"input": f"Pytanie {row}", "gold": gold, **more}) for row, gold in enumerate(golds, 2)
    ]


def responses(*texts: str) -> Responses:
    """One model's answers to Pytanie 2, 3, …"""
    answers = {f"Pytanie {row}": Response(text) for row, text in enumerate(texts, 2)}
    return Responses(("m",), {"m": answers})


def body(code: str, head: str = "") -> str:
    return f"{textwrap.dedent(head)}\ndef accept(prediction, gold):\n{textwrap.indent(textwrap.dedent(code), '    ')}\n"


def judged(source: str, golds: Sequence[str] = ("kota", "psa"), texts: Sequence[str] = ("Kota.", "psa")) -> Evaluation:
    # Half a second is for what never ends; what does must not depend on how busy the machine is.
    limits = QUICK if "while True" in source else DEFAULT
    return evaluate(source.encode(), items(*golds), responses(*texts), TASK, limits)


def codes(evaluation: Evaluation) -> list[str]:
    return [finding.code for finding in evaluation.findings if finding.code not in NOTES]


def marks(evaluation: Evaluation) -> tuple[list[int | None], list[int | None]]:
    return [row[0] for row in evaluation.marks.matrix], [row[0] for row in evaluation.exact.matrix]


# Cheats that once were accepted, and what once crashed the program. Each is named, and none is run.
NEVER_RUN = {
    "writes to the channel": body("import sys\nsys.modules['posix'].write(3, b'{\"result\": true}\\n')\nreturn False"),
    "posix": body("posix.write(3, b'{}')\nreturn False", "import posix"),
    "replaces the runner's answer": body("import __main__\n__main__.answer = print\nreturn True"),
    "replaces json.dumps": body("json.dumps = print\nreturn True", "import json"),
    "finds the hook": body("gc.get_objects()\nreturn True", "import gc"),
    "starts a program": body("return bool(_posixsubprocess.fork_exec)", "import _posixsubprocess"),
    "through re": body("return bool(re.sys.modules)", "import re"),
    "a long sum": body("return " + '"0"' + '+"1"' * 50_000),
    "a long chain": body("return prediction" + ".b" * 60_000),
    "many minuses": "x = " + "-" * 200_000 + "1",
}
