"""The short list of what an evaluator.py may say to be run here: kinds of syntax, names, modules and attributes.

All that is not listed is named, with its line; nothing is guessed to be harmless. A list of what is allowed needs no
knowledge of what could be abused, and no dependency (docs/decisions/0012-evaluator.md).
"""

from __future__ import annotations

import ast
import builtins
import collections
import dataclasses
import decimal
import difflib
import fractions
import functools
import itertools
import math
import re
import string
import typing
import unicodedata
from collections.abc import Iterator
from types import ModuleType


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SYNTAX = _listed(
    """
    Module FunctionDef ClassDef Return Assign AugAssign AnnAssign Delete For While If Raise Try Assert Import ImportFrom
    Global Nonlocal Expr Pass Break Continue BoolOp NamedExpr BinOp UnaryOp Lambda IfExp Dict Set ListComp SetComp
    DictComp GeneratorExp Yield YieldFrom Compare Call FormattedValue JoinedStr Constant Attribute Subscript Starred
    Name List Tuple Slice comprehension ExceptHandler arguments arg keyword alias Load Store Del And Or Add Sub Mult Div
    Mod Pow LShift RShift BitOr BitXor BitAnd FloorDiv Invert Not UAdd USub Eq NotEq Lt LtE Gt GtE Is IsNot In NotIn
    Match match_case MatchValue MatchSingleton MatchSequence MatchMapping MatchStar MatchAs MatchOr
    """
)
_BUILT_INS = _listed(
    """
    abs all any ascii bin bool bytearray bytes callable chr complex dict divmod enumerate filter float format frozenset
    hex int isinstance issubclass iter len list map max min next object oct ord pow print property range repr reversed
    round set slice sorted staticmethod classmethod str sum tuple zip NotImplemented Ellipsis Exception ArithmeticError
    AssertionError AttributeError IndexError KeyError LookupError NotImplementedError OverflowError RuntimeError
    StopIteration TypeError UnicodeError UnicodeDecodeError UnicodeEncodeError ValueError ZeroDivisionError
    """
)
# The special methods that a class may have; no other name may begin with two underscores.
_METHODS = frozenset(
    f"__{name}__"
    for name in _listed("init post_init eq ne lt le gt ge hash repr str len iter next contains call bool getitem")
)
_MAIN = "__name__"
_SAID = frozenset({"__all__", "__author__", "__license__", "__slots__", "__version__"})
# Bound in one scope, such a name is still the built-in in another: it may not be bound at all.
_OTHER_BUILT_INS = frozenset(dir(builtins)) - _BUILT_INS
DECORATORS = frozenset(
    {"staticmethod", "classmethod", "property", "dataclasses.dataclass", "functools.cache", "functools.lru_cache"}
    | {"functools.cached_property", "functools.total_ordering", "typing.final"}
)
_CACHES = frozenset({"functools.cache", "functools.lru_cache"})


def _public(module: ModuleType, *refused: str) -> frozenset[str]:
    """What a module offers, less its own imports and what is refused."""
    names = getattr(module, "__all__", None) or [name for name in vars(module) if not name.startswith("_")]
    return frozenset(name for name in names if not isinstance(getattr(module, name, None), ModuleType)) - {*refused}


# Refused: what runs a text as code, or reaches an attribute by a text.
MODULES = {
    "re": _public(re, "template"),
    "unicodedata": _public(unicodedata),
    "string": _public(string, "Formatter"),
    "math": _public(math),
    "itertools": _public(itertools),
    "functools": frozenset({"cache", "cached_property", "cmp_to_key", "lru_cache", "partial", "reduce"})
    | {"total_ordering"},
    "collections": _public(collections),
    "difflib": _public(difflib),
    "decimal": _public(decimal),
    "fractions": _public(fractions) | {"Fraction"},
    "dataclasses": _public(dataclasses, "make_dataclass"),
    "typing": _public(typing, "get_type_hints", "ForwardRef", "no_type_check", "no_type_check_decorator"),
    "__future__": frozenset({"absolute_import", "annotations", "division", "generator_stop", "print_function"}),
}
_TYPES = (
    *(str, bytes, int, float, complex, list, dict, set, frozenset, tuple, range, slice, property, ValueError, KeyError),
    *(re.Match, re.Pattern, collections.Counter, collections.deque, collections.OrderedDict, collections.ChainMap),
    *(collections.defaultdict, difflib.SequenceMatcher, difflib.Match, difflib.Differ, decimal.Decimal),
    *(decimal.Context, fractions.Fraction, functools.partial, functools.lru_cache(maxsize=None)(len)),
    *(string.Template, dataclasses.Field),
)
# These can reach any attribute: `format` has a rule of its own, the other is never allowed.
_FORMATS = frozenset({"format", "format_map", "with_traceback"})
_ATTRIBUTES = frozenset(
    name for each in _TYPES for name in dir(each) if not name.startswith("_") and name not in _FORMATS
) | {"data", "step"}
_INNER = ("__", "f_", "gi_", "cr_", "ag_", "tb_", "co_", "func_")

Refused = tuple[str, int]


def refused(tree: ast.Module) -> list[Refused]:
    """Each construct that is not on the list, once, with the first line where it stands; in the order of lines."""
    first: dict[str, int] = {}
    for construct, line in sorted(_Reader(tree).refused(), key=lambda found: found[1]):
        first.setdefault(construct, line)
    return list(first.items())


class _Reader:
    """What the source binds is gathered first; then every node is held against the list."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        self._nodes = list(ast.walk(tree))
        self._modules: dict[str, list[str]] = {}
        self._members: dict[str, list[str]] = {}
        for node in self._nodes:
            if isinstance(node, ast.Import):
                for each in node.names:
                    self._modules.setdefault(each.asname or each.name.split(".")[0], []).append(each.name)
            elif isinstance(node, ast.ImportFrom):
                for each in node.names:
                    self._members.setdefault(each.asname or each.name, []).append(f"{node.module}.{each.name}")
        self._bound = {name for name, _ in bindings(self._nodes)}
        own = {name for name in own_attributes(self._nodes) if not name.startswith(_INNER)}
        self._own = own - _FORMATS
        self._bases = {id(node.value) for node in self._nodes if isinstance(node, ast.Attribute)}

    def refused(self) -> Iterator[Refused]:
        yield from self._rebound()
        for node in self._nodes:
            if type(node).__name__ not in _SYNTAX:
                yield _words(node), _line(node)
            yield from self._at(node)

    def _at(self, node: ast.AST) -> Iterator[Refused]:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from _imports(node)
        elif isinstance(node, ast.Name):
            yield from self._name(node)
        elif isinstance(node, ast.Attribute):
            yield from self._attribute(node)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from self._definition(node)
        elif isinstance(node, ast.arg) and node.arg.startswith("__"):
            yield node.arg, node.lineno

    def _name(self, node: ast.Name) -> Iterator[Refused]:
        name = node.id
        if name in self._modules:
            if id(node) not in self._bases:
                yield name, node.lineno
        elif name.startswith("__"):
            if name not in ((_MAIN,) if isinstance(node.ctx, ast.Load) else _SAID):
                yield name, node.lineno
        elif name not in self._bound and name not in _BUILT_INS:
            yield name, node.lineno

    def _attribute(self, node: ast.Attribute) -> Iterator[Refused]:
        base = node.value
        if isinstance(base, ast.Name) and base.id in self._modules:
            module = self._modules[base.id][0]
            if node.attr not in MODULES.get(module, ()) or not isinstance(node.ctx, ast.Load):
                yield f"{module}.{node.attr}", node.lineno
        elif node.attr == "format":
            if not (isinstance(base, ast.Constant) and isinstance(base.value, str) and _is_plain(base.value)):
                yield ".format", node.lineno
        elif node.attr not in self._own and (node.attr not in _ATTRIBUTES or not _is_read(node)):
            yield f".{node.attr}", node.lineno

    def _definition(self, node: ast.FunctionDef | ast.ClassDef) -> Iterator[Refused]:
        for decorator in node.decorator_list:
            origin = self._origin(decorator.func if isinstance(decorator, ast.Call) else decorator)
            allowed = _CACHES if node in self._tree.body and node.name == "accept" else DECORATORS
            if origin not in allowed:
                yield f"@{origin}", decorator.lineno
        if isinstance(node, ast.ClassDef):
            for keyword in node.keywords:
                yield f"class {node.name}({keyword.arg or '**'}=)", node.lineno
        if node.name.startswith("__") and node.name not in _METHODS:
            yield f"def {node.name}", node.lineno

    def _origin(self, node: ast.expr) -> str:
        """Whose name a decorator is: „functools.cache” whatever it is called here; of the source's own, as written."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            return f"{self._modules.get(node.value.id, [node.value.id])[0]}.{node.attr}"
        if not isinstance(node, ast.Name):
            return "…"
        if node.id in self._members:
            return self._members[node.id][0]
        return f"{node.id}()" if node.id in self._bound else node.id

    def _rebound(self) -> Iterator[Refused]:
        """An import that is bound again could be anything; so could `accept`, of which there is one definition."""
        for name, node in bindings(self._nodes):
            origins = {*self._modules.get(name, ()), *self._members.get(name, ())}
            if name == "accept":
                continue
            if len(origins) > 1 or (origins and not isinstance(node, ast.alias)):
                yield f"{name} = …", _line(node)
            elif name in _OTHER_BUILT_INS and not name.startswith("__"):
                yield name, _line(node)
        yield from _accept_again(self._tree, self._nodes)


def _accept_again(tree: ast.Module, nodes: list[ast.AST]) -> Iterator[Refused]:
    """`accept` bound in the scope of the file by anything but its first plain definition."""
    inside: set[int] = set()
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inside |= {id(inner) for statement in node.body for inner in ast.walk(statement)}
        elif isinstance(node, ast.Lambda):
            inside |= {id(inner) for inner in ast.walk(node.body)}
        elif isinstance(node, ast.arg):
            inside.add(id(node))
    of_file = any(isinstance(node, ast.Global) and "accept" in node.names for node in nodes)
    first = next((node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "accept"), None)
    for name, node in bindings(nodes):
        if name == "accept" and node is not first and (of_file or id(node) not in inside):
            yield "accept = …", _line(node)


def bindings(nodes: list[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    """Every name that is bound or unbound anywhere, by whatever syntax."""
    for node in nodes:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id, node
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name, node
        elif isinstance(node, ast.arg):
            yield node.arg, node
        elif isinstance(node, ast.alias):
            yield node.asname or node.name.split(".")[0], node
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            yield node.name, node
        elif isinstance(node, ast.MatchMapping) and node.rest:
            yield node.rest, node
        elif isinstance(node, ast.Global | ast.Nonlocal):
            yield from ((name, node) for name in node.names if name.startswith("__"))


def own_attributes(nodes: list[ast.AST]) -> Iterator[str]:
    """Fields and methods of the source's own classes, and what it stores on its own objects."""
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            yield from (name for name, _ in bindings([each for body in node.body for each in ast.walk(body)]))
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
            yield node.attr
        elif isinstance(node, ast.Call) and _called(node) == "namedtuple":
            texts = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant)]
            yield from (name for text in texts if isinstance(text, str) for name in re.findall(r"\w+", text))


def _called(node: ast.Call) -> str:
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def _imports(node: ast.Import | ast.ImportFrom) -> Iterator[Refused]:
    if isinstance(node, ast.Import):
        yield from ((f"import {each.name}", node.lineno) for each in node.names if each.name not in MODULES)
        return
    module = "." * node.level + (node.module or "")
    if node.level or module not in MODULES:
        yield f"import {module}", node.lineno
        return
    for each in node.names:
        if each.name not in MODULES[module]:
            yield f"{module}.{each.name}", node.lineno


def _is_read(node: ast.Attribute) -> bool:
    return isinstance(node.ctx, ast.Load) or node.attr in ("prec", "rounding")


def _is_plain(template: str) -> bool:
    """True where a template names its values only, and no attribute or element of them."""
    try:
        fields = list(string.Formatter().parse(template))
    except ValueError:
        return False
    return all(
        name is None or (not set(name) & set(".[_") and _is_plain(spec or "")) for _, name, spec, _ in fields
    )


def _line(node: ast.AST) -> int:
    return getattr(node, "lineno", 1)


_KEYWORDS = {
    "AsyncFunctionDef": "async def", "AsyncFor": "async for", "AsyncWith": "async with", "Await": "await",
    "With": "with", "TryStar": "except*", "MatMult": "@", "MatchClass": "case …(…)", "TypeAlias": "type … =",
    "TemplateStr": 't"…"',
}  # fmt: skip


def _words(node: ast.AST) -> str:
    name = type(node).__name__
    return _KEYWORDS.get(name, name)


