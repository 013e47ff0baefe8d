"""What the tests themselves are held to: no luck, no clock."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
MODULES = {path.name: ast.parse(path.read_text("utf-8")) for path in sorted(HERE.glob("*.py"))}
CLOCKS = frozenset({
    *("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time", "thread_time"),
    *("process_time_ns", "now", "utcnow", "today", "getrusage", "default_timer", "localtime", "gmtime"),
})  # fmt: skip
# Where a clock may be read, and why: nothing there says that a test passes or fails because of how long it took.
ALLOWED = {
    ("work.py", "until"): "waits for an event; the bound ends only what would never come",
}


def clocks(tree: ast.AST) -> Iterator[ast.Call]:
    """Calls that read a clock, whatever the name of the module they are called by."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name in CLOCKS:
                yield node


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Each function with its name; what stands outside of them, at the import of the file, as „”."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, node
        else:
            yield "", node


@pytest.mark.parametrize("name", MODULES)
def test_no_clock_decides_and_none_stands_in_an_id(name: str) -> None:
    """A clock that is read at import comes into the ids of tests, which then differ from one worker to the next; one
    that is read within a test says how busy the machine is. Count work instead (work.py)."""
    read = {
        (name, where, call.lineno)
        for where, node in functions(MODULES[name])
        for call in clocks(node)
        if (name, where) not in ALLOWED
    }
    assert read == set()


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("NOW = datetime.now(UTC)", 1),
        ("def test_a():\n    start = time.monotonic()\n    assert time.monotonic() - start < 1", 2),
        ("@pytest.mark.parametrize('x', [time.time()])\ndef test_a(x): pass", 1),
        ("from time import perf_counter\ndef test_a(): assert perf_counter() < 3", 1),
        ("def test_a(): time.sleep(1)", 0),
    ],
)
def test_a_clock_is_found(source: str, found: int) -> None:
    assert len(list(clocks(ast.parse(source)))) == found


SOME = """
import pytest

@pytest.mark.skipif(True, reason="{reason}")
def test_something(): pass

def test_another(): pass
"""


@pytest.mark.parametrize(
    ("ci", "reason", "status"),
    [
        ("true", "the specs are not at hand", 1),
        ("", "the specs are not at hand", 0),
        ("true", "root may write everywhere", 0),
    ],
)
def test_nothing_is_skipped_in_silence_in_ci(
    tmp_path: Path, ci: str, reason: str, status: int
) -> None:
    (tmp_path / "test_some.py").write_text(SOME.format(reason=reason), encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "conftest",
        str(tmp_path),
    ]
    environment = {
        **os.environ,
        "CI": ci,
        "PYTHONPATH": os.pathsep.join([str(HERE), str(HERE.parent)]),
    }
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == status, done.stdout


def test_no_test_needs_what_stands_beside_the_project() -> None:
    """A plain clone runs them all: what is kept outside may add to a test, and never decides whether it runs."""
    reasons = [
        ast.unparse(call)
        for tree in MODULES.values()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.skipif"
    ]
    machines = ("sys.platform", "os.name", "hasattr(os,", "/dev/full", "True")
    assert [reason for reason in reasons if not any(each in reason for each in machines)] == []
