"""What an evaluator.py may say to be run here: a table of sources, with the code and the line of each."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sheet_tools.evaluator.inspection import inspect
from sheet_tools.evaluator.source import text_of
from sheet_tools.findings import Finding

ACCEPT = "def accept(prediction, gold):\n    return prediction.strip() == gold\n"


def seen(source: bytes) -> list[tuple[str, object, int]]:
    """(code, construct, line) of what keeps the source from being run."""
    text = text_of(source)
    found = [text] if isinstance(text, Finding) else inspect(text, [], [])
    told = [finding for finding in found if finding.code != "evaluator-imports"]
    return [(finding.code, finding.values.get("construct"), int(str(finding.values["line"]))) for finding in told]


def head(code: str) -> str:
    """The code above a plain accept."""
    return textwrap.dedent(code).strip("\n") + "\n" + ACCEPT


def inside(code: str, above: str = "") -> str:
    """The code within accept; its first line is line 2 of the source, or follows what is above."""
    return f"{above}def accept(p, g):\n{textwrap.indent(textwrap.dedent(code).strip(chr(10)), '    ')}\n"


ALLOWED: dict[str, str] = {
    "exact": ACCEPT,
    "NFKC": inside("return u.normalize('NFKC', p) == g", "import unicodedata as u\n"),
    "a pattern": inside("return bool(re.fullmatch(r'\\d+', p)) and p == g", "import re\n"),
    "a pattern with a loose escape": inside("return bool(re.fullmatch('\\d+', p)) and p == g", "import re\n"),
    "a member": inside("return sub(r'\\s', '', p) == g", "from re import sub\n"),
    "letters": inside("return p.strip(string.punctuation) == g", "import string\n"),
    "numbers": inside("return math.isclose(float(p), float(g)) or Fraction(p) == Fraction(g)",
                      "import math\nfrom fractions import Fraction\n"),
    "decimals": inside("getcontext().prec = 20\nreturn Decimal(p) == Decimal(g)",
                       "from decimal import Decimal, getcontext\n"),
    "nearness": inside("return difflib.SequenceMatcher(None, p, g).ratio() > 0.9", "import difflib\n"),
    "counts": inside("return Counter(p.split()).most_common() == Counter(g.split()).most_common()",
                     "from collections import Counter\n"),
    "pairs of words": inside("return all(a == b for a, b in itertools.zip_longest(p, g))", "import itertools\n"),
    "a cached helper": head(
        "from functools import lru_cache\n@lru_cache(maxsize=None)\ndef form(text):\n    return text"
    ),
    "accept cached": "import functools\n@functools.cache\n" + ACCEPT,
    "a dataclass": head("""
        from __future__ import annotations
        from dataclasses import dataclass, field
        @dataclass(frozen=True, order=True)
        class Form:
            text: str
            words: list[str] = field(default_factory=list)
            def __post_init__(self) -> None:
                object
            @property
            def size(self) -> int:
                return len(self.text)
        Form("a").size
    """),
    "a class": head(
        "class A:\n    def __init__(self, x):\n        self._x = x\n    def get(self):\n        return self._x"
    ),
    "a named tuple": head("from typing import NamedTuple\nclass P(NamedTuple):\n    x: str\nP('a').x"),
    "a namedtuple": head("from collections import namedtuple\nP = namedtuple('P', 'left right')\nP(1, 2).left"),
    "types": "from typing import Callable, Optional\n" + ACCEPT,
    "a table": head("WORDS = {'a': 'b'}\nSHORT = {k: v for k, v in WORDS.items() if k != v}"),
    "a generator": head("def parts(text):\n    yield from (part for part in text.split(','))"),
    "try": inside("try:\n    return int(p) == int(g)\nexcept ValueError as error:\n    return p == g"),
    "match": inside("match p.split():\n    case [one, *rest]:\n"
                    "        return one == g\n    case _:\n        return p == g"),
    "formatted": inside("return f'{p:>10}' == f'{g:>10}' or '{}-{}'.format(p, 1) == '{0:{1}}'.format(g, 3)"),
    "local accept": inside("accept = p == g\nreturn accept"),
    "main": ACCEPT + "if __name__ == '__main__':\n    print(accept('a', 'a'))\n",
    "its version": '__version__ = "1"\n' + ACCEPT,
    "lambda": head("form = lambda text: text.casefold()"),
    "more arguments": "def accept(p, g, *, strict=True): return p == g",
    "any arguments": "def accept(*args): return args[0] == args[1]",
    "walrus": inside("return (x := p.strip()) == g"),
    "global": head("N = 0\ndef f():\n    global N\n    N += 1"),
    "a byte order mark": "\ufeff" + ACCEPT,
    "Polish": "# zażółć\n" + ACCEPT,
}  # fmt: skip


@pytest.mark.parametrize("source", ALLOWED.values(), ids=ALLOWED)
def test_allowed(source: str) -> None:
    assert seen(source.encode()) == []


# The source, what is named, the line. Grouped by the way out that is closed.
REFUSED: list[tuple[str, str, int]] = [
    # other modules
    *[(head(f"\nimport {name}").lstrip(), f"import {name}", 1) for name in (
        "os", "sys", "io", "gc", "socket", "ssl", "subprocess", "ctypes", "posix", "_posixsubprocess", "_socket",
        "_thread", "threading", "signal", "builtins", "importlib", "inspect", "types", "operator", "random", "time",
        "datetime", "hashlib", "json", "pickle", "codecs", "base64", "urllib.request", "http.client", "pathlib",
        "tempfile", "enum", "copy", "numpy", "requests", "collections.abc", "os.path", "__main__", "atexit",
        "weakref", "traceback",
    )],
    ("from os import path\n" + ACCEPT, "import os", 1),
    ("from . import rules\n" + ACCEPT, "import .", 1),
    ("from .rules import accept\n", "import .rules", 1),
    ("from collections.abc import Mapping\n" + ACCEPT, "import collections.abc", 1),
    ("import re, os\n" + ACCEPT, "import os", 1),
    (inside("import sys\nreturn True"), "import sys", 2),
    # what is not offered by an allowed one
    ("from re import sys\n" + ACCEPT, "re.sys", 1),
    ("from re import *\n" + ACCEPT, "re.*", 1),
    ("from re import _compiler\n" + ACCEPT, "re._compiler", 1),
    ("from string import Formatter\n" + ACCEPT, "string.Formatter", 1),
    ("from typing import get_type_hints\n" + ACCEPT, "typing.get_type_hints", 1),
    ("from typing import ForwardRef\n" + ACCEPT, "typing.ForwardRef", 1),
    ("from dataclasses import make_dataclass\n" + ACCEPT, "dataclasses.make_dataclass", 1),
    ("from functools import update_wrapper\n" + ACCEPT, "functools.update_wrapper", 1),
    ("from functools import singledispatch\n" + ACCEPT, "functools.singledispatch", 1),
    ("from collections import abc\n" + ACCEPT, "collections.abc", 1),
    *[(inside(f"return bool({module}.{name})", f"import {module}\n"), f"{module}.{name}", 3) for module, name in (
        ("re", "sys"), ("re", "enum"), ("re", "functools"), ("re", "_compiler"), ("re", "copyreg"), ("functools", "os"),
        ("typing", "sys"), ("typing", "collections"), ("typing", "get_type_hints"), ("collections", "abc"),
        ("collections", "_sys"), ("string", "_re"), ("string", "Formatter"), ("dataclasses", "sys"),
        ("dataclasses", "inspect"), ("dataclasses", "builtins"), ("decimal", "sys"), ("fractions", "sys"),
        ("fractions", "operator"), ("difflib", "re"), ("functools", "wraps"), ("math", "__loader__"),
    )],
    (inside("import re\nre.compile = print\nreturn True"), "re.compile", 3),
    (inside("return f(re)", "import re\nf = str\n"), "re", 4),
    (inside("return True", "import re\nmodules = [re]\n"), "re", 2),
    (inside("return True", "import re\nclass A:\n    sys = 1\nre.sys\n"), "re.sys", 4),
    # names
    *[(inside(f"return {name}"), name, 2) for name in (
        "open", "eval", "exec", "compile", "globals", "locals", "vars", "dir", "getattr", "setattr", "delattr",
        "hasattr", "type", "input", "breakpoint", "help", "exit", "quit", "super", "memoryview", "id", "hash",
        "__import__", "__builtins__", "__loader__", "__spec__", "__file__", "__doc__", "BaseException",
        "SystemExit", "nowhere",
    )],
    (inside("f = open\nreturn f(p)"), "open", 2),
    (inside("return open(p)", "def f():\n    open = 1\n"), "open", 2),
    (inside("return eval(p)", "class A:\n    eval = 1\n"), "eval", 2),
    (inside("return compile(p)", "def f(compile): pass\n"), "compile", 1),
    (inside("return True", "from re import compile\n"), "compile", 1),
    (inside("return True", "import re as open\n"), "open", 1),
    (inside("return True", "import re\nre = 1\n"), "re = …", 2),
    (inside("return True", "import re\nimport math as re\n"), "re = …", 1),
    (inside("return True", "def f(string): return string\nimport string\n"), "string = …", 1),
    # attributes
    *[(inside(f"return bool(p.{name})"), f".{name}", 2) for name in (
        "__class__", "__dict__", "__globals__", "__subclasses__", "__code__", "__reduce__", "f_globals", "gi_frame",
        "tb_frame", "cr_frame", "format", "format_map", "mro", "system", "modules", "with_traceback",
    )],
    (inside("return accept.__globals__"), ".__globals__", 2),
    (inside("return '{0.__class__}'.format(p)"), ".format", 2),
    (inside("return '{0[0].x}'.format(p)"), ".format", 2),
    (inside("return '{0:{1.__class__}}'.format(p, g)"), ".format", 2),
    (inside("return ('{0.__cla' + 'ss__}').format(p)"), ".format", 2),
    (inside("return str.format('{0.__class__}', p)"), ".format", 2),
    (inside("f = '{.x}'\nreturn f.format(p)"), ".format", 3),
    (inside("return '{0.x}'.format_map(p)", "class A:\n    format_map = 1\n"), ".format_map", 4),
    (inside("return p.gi_frame", "class A:\n    gi_frame = 1\n"), ".gi_frame", 4),
    (inside("return p.__class__", "class A:\n    __class__ = 1\n"), "__class__", 2),
    (inside("try:\n    return 1\nexcept ValueError as e:\n    return e.__traceback__"), ".__traceback__", 5),
    # accept itself
    (ACCEPT + "accept = lambda p, g: True\n", "accept = …", 3),
    (ACCEPT + ACCEPT, "accept = …", 3),
    (ACCEPT + "for accept in [print]: pass\n", "accept = …", 3),
    (ACCEPT + "from functools import partial as accept\n", "accept = …", 3),
    (ACCEPT + "class accept: pass\n", "accept = …", 3),
    (ACCEPT + "[(accept := x) for x in [print]]\n", "accept = …", 3),
    (ACCEPT + "def f(x=(accept := print)): pass\n", "accept = …", 3),
    (ACCEPT + "f = lambda x=(accept := print): x\n", "accept = …", 3),
    (ACCEPT + "def f():\n    global accept\n    accept = print\nf()\n", "accept = …", 5),
    (ACCEPT + "try: 1/0\nexcept ZeroDivisionError as accept: pass\n", "accept = …", 4),
    (ACCEPT + "match print:\n    case accept: pass\n", "accept = …", 4),
    (ACCEPT + "match {}:\n    case {**accept}: pass\n", "accept = …", 4),
    (ACCEPT + "*accept, x = [print, 1]\n", "accept = …", 3),
    (ACCEPT + "del accept\n", "accept = …", 3),
    ("if True:\n    def accept(p, g): return True\n", "accept = …", 2),
    ("accept = lambda p, g: True\n", "accept = …", 1),
    ("def yes(f): return f\n@yes\n" + ACCEPT, "@yes()", 2),
    ("def cache(f): return print\n@cache\n" + ACCEPT, "@cache()", 2),
    ("@staticmethod\n" + ACCEPT, "@staticmethod", 1),
    ("@(lambda f: print)\n" + ACCEPT, "@…", 1),
    (head("def f(g): return g\n@f\ndef h(): pass"), "@f()", 2),
    # syntax
    ("async def accept(p, g): return True\n", "async def", 1),
    (inside("with p: return True"), "with", 2),
    (inside("match p:\n    case str(): return True\nreturn p == g"), "case …(…)", 3),
    (head("class M(object, metaclass=object): pass"), "class M(metaclass=)", 1),
    (head("class M:\n    def __getattr__(self, name): return print"), "def __getattr__", 2),
    (head("class M:\n    def __class_getitem__(self, name): return print"), "def __class_getitem__", 2),
    (head("def f(__x): return __x"), "__x", 1),
    # encodings and sizes
    ("#" + "x" * 300_000 + "\n" + ACCEPT, "> 256 KiB", 1),
    (inside("return " + '"0"' + '+"1"' * 50_000), "((((…))))", 1),
    (inside("return p" + ".b" * 100_000), "((((…))))", 1),
    ("x = " + "-" * 200_000 + "1\n", "((((…))))", 1),
]  # fmt: skip


@pytest.mark.parametrize(("source", "construct", "line"), REFUSED, ids=range(len(REFUSED)))
def test_refused(source: str, construct: str, line: int) -> None:
    found = seen(source.encode())
    assert {code for code, _, _ in found} == {"evaluator-not-run"}
    assert ("evaluator-not-run", construct, line) in found


def test_each_construct_once_in_order() -> None:
    source = inside("eval(p)\nopen(p)\neval(g)\nreturn p.__class__")
    assert seen(source.encode()) == [
        ("evaluator-not-run", name, line) for name, line in (("eval", 2), ("open", 3), (".__class__", 5))
    ]


# The bytes, then the code and line, or None where the text is read.
BYTES: list[tuple[str, bytes, tuple[str, int] | None]] = [
    ("utf-8", "# ż\n".encode() + ACCEPT.encode(), None),
    ("declared utf-8", b"# -*- coding: utf-8 -*-\n# \xc5\xbc\n" + ACCEPT.encode(), None),
    ("utf8 and a mark", b"\xef\xbb\xbf# coding: utf8\n" + ACCEPT.encode(), None),
    ("iso-8859-2", "# -*- coding: iso-8859-2 -*-\n# zażółć\n".encode("iso-8859-2") + ACCEPT.encode(), None),
    ("iso-8859-2 below Polish", "# zażółć\n# coding=latin2\n".encode("iso-8859-2") + ACCEPT.encode(), None),
    ("cp1250", "# vim: set fileencoding=cp1250 :\nX = 'zażółć'\n".encode("cp1250") + ACCEPT.encode(), None),
    ("declared too late", b"x = 1\n# coding: utf-7\n" + ACCEPT.encode(), None),
    ("on the third line", b"#\n#\n# coding: utf-7\n" + ACCEPT.encode(), None),
    ("utf-7", b"# -*- coding: utf-7 -*-\n#+AAoAIgAiACI-\nimport socket\n#+ACIAIgAi-\n" + ACCEPT.encode(),
     ("evaluator-not-run", 1)),
    ("utf-7 below", b"#!/usr/bin/python\n# coding: utf_7\n" + ACCEPT.encode(), ("evaluator-not-run", 2)),
    ("rot13", b"# coding: rot13\n" + ACCEPT.encode(), ("evaluator-not-run", 1)),
    ("unicode_escape", b"# coding: unicode_escape\n" + ACCEPT.encode(), ("evaluator-not-run", 1)),
    ("raw_unicode_escape", b"# coding: raw-unicode-escape\n", ("evaluator-not-run", 1)),
    ("utf-16", b"# coding: utf-16\n" + ACCEPT.encode(), ("evaluator-not-run", 1)),
    ("hex", b"# coding: hex\n" + ACCEPT.encode(), ("evaluator-not-run", 1)),
    ("no such encoding", b"# coding: zaliczka\n" + ACCEPT.encode(), ("evaluator-not-python", 1)),
    ("a mark and another", b"\xef\xbb\xbf# coding: cp1250\n" + ACCEPT.encode(), ("evaluator-not-python", 1)),
    ("not utf-8", b"# a\n# za\xbf\n" + ACCEPT.encode(), ("evaluator-not-python", 2)),
    ("true utf-16", ACCEPT.encode("utf-16"), ("evaluator-not-python", 1)),
    ("a null", b"x = 1\0", ("evaluator-not-python", 1)),
    ("half", b"x = 1\ndef accept(", ("evaluator-not-python", 2)),
    ("an integer too long", b"x = " + b"9" * 10_000, ("evaluator-not-python", 1)),
    ("many brackets", b"(" * 5000, ("evaluator-not-python", 1)),
    ("empty", b"", ("evaluator-no-accept", 1)),
]  # fmt: skip


@pytest.mark.parametrize(("source", "expected"), [case[1:] for case in BYTES], ids=[case[0] for case in BYTES])
def test_one_decoding(source: bytes, expected: tuple[str, int] | None) -> None:
    assert [(code, line) for code, _, line in seen(source)] == ([expected] if expected else [])


def test_polish_letters_of_a_declared_encoding_are_those_of_the_file() -> None:
    assert text_of("# coding: iso-8859-2\nX = 'żółć'\n".encode("iso-8859-2")) == "# coding: iso-8859-2\nX = 'żółć'\n"


PIECES = st.sampled_from(
    ["def accept(p, g):", "\n    ", "\n", "return ", "p", " == ", "g", "import re", "re.sys", "eval", "(", ")", "[",
     "]", "lambda ", ":", "=", "accept", "@", "class A", "global accept", "match p:", "case ", "{", "}", "**", "*", ",",
     "...", "f'{p", "'", '"', "\\", "\ud800", "\0", "# coding: ", "utf-7", "é", "if ", "for x in ", "del ", "async ",
     "yield "]
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.lists(PIECES, max_size=25).map("".join).map(lambda text: text.encode("utf-8", "surrogatepass")))
@example(b"# coding: utf-7\n+AGY-")
@example(b"\xef\xbb\xbf# coding: \xff")
@example(b"x = '\\ud800'\n")
def test_any_text_is_judged(source: bytes) -> None:
    for code, _, line in seen(source):
        assert code in ("evaluator-not-run", "evaluator-not-python", "evaluator-no-accept")
        assert line >= 1


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_are_judged(source: bytes) -> None:
    assert all(line >= 1 for _, _, line in seen(source))
