"""The shape of the code: one direction, no cycles, short functions and files, declared dependencies."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions

import pytest
from sources import PACKAGES, ROOT, Source, imports, modules, sources, third_party

# A module imports only from lower ranks; the modules of one package may import each other, without cycles.
RANKS = {
    "sheet_tools": 0,
    "sheet_tools.cells": 0,
    "sheet_tools.files": 0,
    "sheet_tools.normalise": 0,
    "sheet_tools.printable": 0,
    "sheet_tools.words": 0,
    "sheet_tools.plural": 0,
    "sheet_tools.findings": 1,
    "sheet_tools.tasks": 1,
    "sheet_tools.headings": 2,
    "sheet_tools.values": 2,
    "sheet_tools.parsing": 3,
    "sheet_tools.readers": 3,
    "sheet_tools.columns": 4,
    "sheet_tools.table": 5,
    "sheet_tools.which_task": 5,
    "sheet_tools.items": 6,
    "sheet_tools.checks": 7,
    "sheet_tools.jsonl": 7,
    "sheet_tools.prompts": 7,
    "sheet_tools.inputs": 8,
    "sheet_tools.schema": 8,
    "sheet_tools.panel": 8,
    "sheet_tools.kinds": 9,
    "sheet_tools.marking": 9,
    "sheet_tools.doubtful": 10,
    "sheet_tools.coverage": 10,
    "sheet_tools.evaluator": 10,
    "sheet_tools.matrix": 10,
    "sheet_tools.accuracy": 11,
    "sheet_tools.metrics": 11,
    "sheet_tools.person": 11,
    "sheet_tools.assessment": 12,
    "sheet_tools.choose": 12,
    "sheet_tools.forecast": 12,
    "sheet_tools.insight": 12,
    "sheet_tools.submission": 12,
    "sheet_tools.workbook": 12,
    "sheet_tools.blind": 13,
    "sheet_tools.frames": 13,
    "sheet_tools.judging": 13,
    "sheet_tools.report": 13,
    "sheet_tools.pipeline": 14,
    "webapp": 15,
    "sheet_tools.commands": 16,
    "sheet_tools.cli": 17,
    "sheet_tools.__main__": 18,
}
LONGEST_FUNCTION = 50
LONGEST_FILE = 400
HEAVY = (
    *("pandas", "numpy", "highspy", "openpyxl", "flask", "gspread"),
    *("requests", "xlsxwriter", "babel", "rapidfuzz", "webapp"),
)

# Who alone may import what.
RESERVED = {
    ("openpyxl", "xlsxwriter", "odf", "xlrd", "calamine"): (
        "sheet_tools.readers",
        "sheet_tools.workbook",
        "sheet_tools.frames",
    ),
    ("requests", "gspread", "httpx", "urllib3", "urllib.request", "http.client"): (
        "sheet_tools.panel.client",
        "sheet_tools.readers.google",
    ),
    # The page listens on this computer; the runner tries that nothing can be reached from it.
    ("socket",): (
        "sheet_tools.panel.client",
        "sheet_tools.readers.google",
        "sheet_tools.evaluator.runner",
        "webapp.server",
    ),
    ("flask", "waitress", "wtforms", "flask_wtf"): ("webapp",),
    ("click",): ("sheet_tools.cli", "sheet_tools.commands"),
    ("webapp",): ("webapp", "sheet_tools.commands.serve"),
}
PAGE_MAY_IMPORT = (
    "sheet_tools",
    "sheet_tools.assessment",
    "sheet_tools.files",
    "sheet_tools.pipeline",
    "sheet_tools.report",
    "sheet_tools.words",
)

# Numbers through and through: imported by their callers where they are used.
HEAVY_THEMSELVES = (
    *(f"sheet_tools.choose.{name}" for name in ("best", "bound", "program", "search", "space")),
    *(f"sheet_tools.forecast.{name}" for name in ("estimate", "panels")),
)

# Dependencies that no file imports, and what they are for.
NAMED_ONLY = {
    "openpyxl": "the engine that pandas writes workbooks with",
    "ruff": "a command",
    "mypy": "a command",
    "pytest-xdist": "a plug-in of pytest",
}


def functions(source: Source) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def below(module: str, owner: str) -> bool:
    return module == owner or module.startswith(owner + ".")


def declared(extra: str = "") -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = project["optional-dependencies"][extra] if extra else project["dependencies"]
    return {plain(re.split(r"[<>=~!;\[ ]", line)[0]) for line in lines}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def distributions(names: set[str]) -> set[str]:
    """The distributions that import names come from; a name that nothing installed stands for itself."""
    known = packages_distributions()
    return {plain(owner) for name in names for owner in known.get(name, [name])[:1]}


def test_every_module_has_a_rank() -> None:
    assert sorted({source.unit for source in sources()} - set(RANKS)) == []


def test_imports_go_to_lower_ranks() -> None:
    wrong = [
        f"{source.path} imports {name}"
        for source in sources()
        for name in imports(source)
        if (unit := unit_of(name)) and unit not in (source.unit, "sheet_tools")
        if RANKS.get(unit, 0) >= RANKS.get(source.unit, 0)
    ]
    assert wrong == []


def unit_of(module: str) -> str | None:
    """The ranked unit of a module, None for one from outside."""
    parts = module.split(".")
    if parts[0] not in PACKAGES:
        return None
    return ".".join(parts[:2]) if parts[0] == "sheet_tools" else parts[0]


def test_no_cycles() -> None:
    graph = {source.module: {name for name in imports(source) if name in modules()} for source in sources()}
    # A package's __init__ gathers its modules; they find it already begun, which is no cycle unless they ask it back.
    while free := [module for module, needs in graph.items() if not needs & graph.keys() - {module}]:
        for module in free:
            del graph[module]
    assert sorted(graph) == []


def test_every_package_has_an_init() -> None:
    folders = {(ROOT / source.path).parent for source in sources()}
    assert sorted(str(folder) for folder in folders if not (folder / "__init__.py").exists()) == []


@pytest.mark.parametrize("folder", ["sheet_tools", "webapp", "starter", "tests", "benchmarks", "samples"])
def test_functions_and_files_are_short(folder: str) -> None:
    long_functions = [
        f"{source.path}:{node.lineno} {node.name}"
        for source in sources(folder)
        for node in functions(source)
        if (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION
    ]
    long_files = [source.path for source in sources(folder) if source.lines > LONGEST_FILE]
    assert (long_functions, long_files) == ([], [])


@pytest.mark.parametrize("reserved", RESERVED, ids=" ".join)
def test_who_may_import_what(reserved: tuple[str, ...]) -> None:
    wrong = [
        f"{source.path} imports {name}"
        for source in sources()
        for name in imports(source)
        if any(below(name, library) for library in reserved)
        and not any(below(source.module, owner) for owner in RESERVED[reserved])
    ]
    assert wrong == []


def test_the_page_knows_only_pipeline_and_report() -> None:
    wrong = [
        f"{source.path} imports {name}"
        for source in sources("webapp")
        for name in imports(source)
        if (unit := unit_of(name)) and unit not in ("webapp", *PAGE_MAY_IMPORT)
    ]
    assert wrong == []


def test_heavy_libraries_are_imported_where_they_are_used() -> None:
    wrong = [
        f"{source.path} imports {name}"
        for source in sources("sheet_tools")
        for node in source.tree.body
        if not isinstance(node, ast.FunctionDef | ast.ClassDef) and not type_checking(node)
        for name in imports(source, node)
        if (name.split(".")[0] in HEAVY and source.module not in HEAVY_THEMSELVES)
        or (name in HEAVY_THEMSELVES and source.module not in HEAVY_THEMSELVES)
    ]
    assert wrong == []


def type_checking(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def test_the_command_line_starts_light() -> None:
    code = f"import sys, sheet_tools.cli; print(sorted(set({HEAVY}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_imports_are_declared() -> None:
    used = {name for source in sources() for name in third_party(source)}
    assert sorted(distributions(used) - declared()) == []


def test_imports_of_tests_are_declared() -> None:
    used = {name for source in sources("tests", "benchmarks", "samples") for name in third_party(source)}
    assert sorted(distributions(used) - declared() - declared("test")) == []


@pytest.mark.parametrize(("extra", "folders"), [("", PACKAGES), ("test", ("tests", "benchmarks", "samples"))])
def test_dependencies_are_used(extra: str, folders: tuple[str, ...]) -> None:
    used = {name for source in sources(*folders) for name in third_party(source)}
    unused = declared(extra) - distributions(used) - set(NAMED_ONLY)
    assert sorted(name for name in unused if not re.match(r"types-|.*-stubs$", name)) == []


@pytest.mark.parametrize(("extra", "pins"), [("", "requirements.txt"), ("test", "requirements-test.txt")])
def test_dependencies_are_pinned(extra: str, pins: str) -> None:
    assert sorted(declared(extra) - {plain(pin.split("==")[0]) for pin in pinned(pins)}) == []


def test_the_pins_for_tests_contain_the_others() -> None:
    assert sorted(pinned("requirements.txt") - pinned("requirements-test.txt")) == []


def test_every_pin_has_a_hash() -> None:
    for name in ("requirements.txt", "requirements-test.txt"):
        blocks = re.split(r"\n(?=\S)", (ROOT / name).read_text(encoding="utf-8"))
        assert [block for block in blocks if "==" in block and "--hash=sha256:" not in block] == []


def pinned(name: str) -> set[str]:
    return set(re.findall(r"^([\w.-]+==[\w.+!-]+)", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE))


def test_the_starter_needs_the_standard_library_alone() -> None:
    assert sorted({name for source in sources("starter") for name in third_party(source)}) == []
    assert [name for source in sources("starter") for name in imports(source) if unit_of(name)] == []


def test_a_task_is_asked_for_its_data_never_for_its_name() -> None:
    wrong = [
        f"{source.path}:{node.lineno}"
        for source in sources()
        if source.unit != "sheet_tools.tasks"
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Compare | ast.Match) and compares_a_task(node)
    ]
    assert wrong == []


def compares_a_task(node: ast.Compare | ast.Match) -> bool:
    """Whether a task or its name is compared with a text (`task.name == "…"`, `task in ("…", "…")`)."""
    if isinstance(node, ast.Match):
        return is_task(node.subject)
    sides = [node.left, *node.comparators]
    texts = [part for side in sides for part in ast.walk(side) if isinstance(part, ast.Constant)]
    return any(is_task(side) for side in sides) and any(isinstance(text.value, str) for text in texts)


def is_task(node: ast.expr) -> bool:
    return re.search(r"(^|\.)(task|task_name|task\.name)$", ast.unparse(node)) is not None


def test_no_group_is_possessive() -> None:
    """Python before 3.11.5 takes a possessive quantifier over a group wrongly, and 3.11.2 is what Debian has."""
    possessive = re.compile(r"\)(?:[*+?]|\{\{?\d+,\d*\}?\})\+")
    texts = {source.path: (ROOT / source.path).read_text(encoding="utf-8") for source in sources()}
    assert [path for path, text in texts.items() if possessive.search(text)] == []
