"""The panel: throughput against a loopback server of fixed latency, and a large store marked and scored.

`python benchmarks/panel.py [--rows 400] [--latency 0.05]`. The ideal is rows x latency / workers. The peer, inspect-ai,
lives in an environment of its own, made here (benchmarks/.peers/inspect).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path.insert(0, str(ROOT))
PEER = HERE / ".peers" / "inspect"

INSPECT = """
import sys, time
from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.solver import generate, system_message
rows, workers, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
samples = [Sample(input=f"Pytanie {n}", target="g") for n in range(rows)]
task = Task(dataset=samples, solver=[system_message("s"), generate()])
start = time.perf_counter()
(log,) = eval(task, model="openai-api/stand/m", max_connections=workers, max_samples=rows, temperature=0, max_tokens=64,
     display="none", log_dir=folder)
seconds = time.perf_counter() - start
answered = [sample for sample in log.samples or () if sample.output.completion]
assert (log.status, len(answered)) == ("success", rows), (log.status, len(answered), log.error)
print(seconds)
"""


def server(latency: float) -> tuple[subprocess.Popen[str], str]:
    """The stand-in server in a process of its own, and its address."""
    command = [sys.executable, str(ROOT / "tests" / "stand_in_server.py"), "--latency", str(latency)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def ours(rows: int, workers: int, url: str, folder: Path) -> float:
    from sheet_tools.cells import Place
    from sheet_tools.items import Item
    from sheet_tools.panel.models import Model
    from sheet_tools.panel.plan import plans
    from sheet_tools.panel.run import Options, run
    from sheet_tools.panel.store import Store
    from sheet_tools.tasks import DEFAULT_TASK, TASKS

    task = TASKS[DEFAULT_TASK]
    items = [Item(Place(), {"input": f"Pytanie {n}", "gold": "g"}) for n in range(rows)]

    def whole() -> None:
        with Store(folder / f"{workers}.sqlite") as store:
            made = plans([Model("m")], items, task, store)
            assert run(made, store, {"EVAL_BASE_URL": url}, Options(workers)).is_whole

    return seconds(whole)


def peer() -> str | None:
    """The peer's interpreter; None where it cannot be installed."""
    python = PEER / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not python.exists():
        venv.create(PEER, with_pip=True)
        if subprocess.run([python, "-m", "pip", "install", "-q", "inspect-ai", "openai"], check=False).returncode:
            return None
    return str(python)


def theirs(python: str, rows: int, workers: int, url: str, folder: Path) -> float:
    variables = {**os.environ, "STAND_BASE_URL": url, "STAND_API_KEY": "none"}
    command = [python, "-c", INSPECT, str(rows), str(workers), str(folder)]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"inspect-ai did not do its work:\n{(done.stdout + done.stderr)[-800:]}")
    return float(done.stdout.split()[-1])


def throughput(rows: int, latency: float, python: str | None) -> None:
    print(
        f"{rows} requests, {latency * 1000:.0f} ms each\nworkers\tideal\tours\tof the ideal\tinspect-ai\tof the ideal"
    )
    process, url = server(latency)
    with tempfile.TemporaryDirectory() as folder:
        for workers in (1, 4, 16):
            ideal = rows * latency / workers
            mine = ours(rows, workers, url, Path(folder))
            line = f"{workers}\t{ideal:.2f} s\t{mine:.2f} s\t{ideal / mine:.0%}"
            if python:
                other = theirs(python, rows, workers, url, Path(folder))
                line += f"\t{other:.2f} s\t{ideal / other:.0%}"
            print(line if python else f"{line}\tcould not be installed", flush=True)
    process.kill()


def fill(path: Path, rows: int, models: int) -> list[object]:
    """A store with every answer, each with a body of the usual size; the items."""
    from sheet_tools.cells import Place
    from sheet_tools.items import Item
    from sheet_tools.panel.store import Answer, Store
    from sheet_tools.prompts import request
    from sheet_tools.tasks import DEFAULT_TASK, TASKS

    task = TASKS[DEFAULT_TASK]
    items = [Item(Place(), {"input": f"Pytanie {n} " + "x" * 200, "gold": f"g{n % 7}"}) for n in range(rows)]
    answers = []
    for model in range(models):
        for n, item in enumerate(items):
            asked = request(f"m{model}", item, task)
            text = f"g{(n * model) % 7}"
            extra = {"received": "x" * 700, "asked_at": "2026-10-16T10:00:00.000+00:00", "finish_reason": "stop"}
            answers.append(
                Answer(asked.key, asked.model, item.input, asked.messages, asked.generation, text, **extra)  # type: ignore[arg-type]
            )
    with Store(path) as store:
        store.add(*answers)
    return list(items)


def replay(rows: int, models: int) -> None:
    from sheet_tools.marking import mark_all
    from sheet_tools.metrics import METRICS
    from sheet_tools.panel.cached import responses_of_store
    from sheet_tools.tasks import DEFAULT_TASK, TASKS

    task = TASKS[DEFAULT_TASK]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "panel.sqlite")
        items = fill(path, rows, models)
        size = path.stat().st_size / 2**20
        start = time.perf_counter()
        responses = responses_of_store(path, items, task)  # type: ignore[arg-type]
        read = time.perf_counter()
        marks = mark_all(items, responses, task)  # type: ignore[arg-type]
        marked = time.perf_counter()
        METRICS[task.metric](marks)
        scored = time.perf_counter()
    print(
        f"\n{rows} rows x {models} models from a store of {size:.0f} MB: read {read - start:.2f} s, "
        f"marked {marked - read:.2f} s, scored {scored - marked:.2f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=400)
    parser.add_argument("--latency", type=float, default=0.05)
    options = parser.parse_args()
    throughput(options.rows, options.latency, peer())
    replay(2000, 6)


if __name__ == "__main__":
    main()
