"""The project's own sources, parsed: what the tests about the code itself look at."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("sheet_tools", "webapp")


@dataclass(frozen=True)
class Source:
    """One file: its path from the root, its dotted name, its lines and its tree."""

    path: str
    module: str
    lines: int
    tree: ast.Module

    @property
    def unit(self) -> str:
        """What has a rank: `sheet_tools.readers` with all below it, `sheet_tools.cells`, `webapp`."""
        parts = self.module.split(".")
        return ".".join(parts[:2]) if parts[0] == "sheet_tools" else parts[0]


@cache
def sources(*folders: str) -> tuple[Source, ...]:
    """The files of these folders (of the packages, if none is given), in order of their paths."""
    return tuple(_source(path) for name in folders or PACKAGES for path in sorted(_files(ROOT / name)))


def _files(folder: Path) -> Iterator[Path]:
    """The Python files below a folder, less those of an environment that someone keeps there."""
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.is_dir() and not path.name.startswith(".") and not (path / "pyvenv.cfg").exists():
            yield from _files(path)
        elif path.suffix == ".py":
            yield path


def _source(path: Path) -> Source:
    relative = path.relative_to(ROOT)
    module = ".".join(relative.with_suffix("").parts).removesuffix(".__init__")
    text = path.read_text(encoding="utf-8")
    return Source(relative.as_posix(), module, text.count("\n"), ast.parse(text, str(path)))


@cache
def modules() -> frozenset[str]:
    return frozenset(source.module for source in sources())


def imports(source: Source, tree: ast.AST | None = None) -> Iterator[str]:
    """The modules a file imports, wherever in it: `from sheet_tools import words` is `sheet_tools.words`."""
    for node in ast.walk(tree or source.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _base(source, node)
            yield from sorted({inner if (inner := f"{base}.{a.name}") in modules() else base for a in node.names})


def _base(source: Source, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = source.module.split(".")
    up = node.level - (1 if source.path.endswith("__init__.py") else 0)
    parts = package[: len(package) - up]
    return ".".join([*parts, node.module] if node.module else parts)


def third_party(source: Source) -> set[str]:
    """The first names of what a file imports from outside the project and the standard library."""
    own = {*PACKAGES, "starter", "benchmarks", "samples", *(path.stem for path in Path(__file__).parent.glob("*.py"))}
    return {name.split(".")[0] for name in imports(source)} - sys.stdlib_module_names - own
