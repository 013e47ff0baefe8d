"""What the kill test kills: a run of the panel in a process of its own, forked from one that has loaded everything.

Each line on stdin is a JSON list of the arguments of `ask`; the answers are the victim's process id, and „gone” once
it is dead.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import rapidfuzz  # noqa: F401 - loaded beforehand, as requests is
import requests  # noqa: F401

from sheet_tools.cells import Place
from sheet_tools.items import Item
from sheet_tools.panel.client import Patience
from sheet_tools.panel.models import Model
from sheet_tools.panel.plan import plans
from sheet_tools.panel.run import Options, run
from sheet_tools.panel.store import Store
from sheet_tools.tasks import DEFAULT_TASK, TASKS


def ask(path: str, url: str, n: int, workers: int) -> None:
    """Ask the model „a” the items Pytanie 1 … n at `url`."""
    task = TASKS[DEFAULT_TASK]
    items = [Item(Place(row=row), {"input": f"Pytanie {row}", "gold": "g"}) for row in range(1, n + 1)]
    with Store(Path(path)) as store:
        made = plans([Model("a")], items, task, store)
        run(made, store, {"EVAL_BASE_URL": url}, Options(workers=workers, patience=Patience(first_wait=0.005)))


def main() -> None:
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            ask(*json.loads(line))
            os._exit(0)
        print(child, flush=True)
        os.waitpid(child, 0)
        print("gone", flush=True)


if __name__ == "__main__":
    main()
