"""What a file is that is neither a sheet nor lines of items: told by its contents, so that it finds its place.

A file that is taken for another kind gets a hundred findings that help nobody; here it gets the one that says what it
is and who takes it.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from sheet_tools.findings import Finding
from sheet_tools.panel.records import TEXT_KEYS
from sheet_tools.tasks import TASKS
from sheet_tools.which_task import first_objects, task_of_inputs, text_of


class FileKind(StrEnum):
    """INPUTS: an inputs.jsonl; ANSWERS: answers of models; MATRIX: matrix.json; SCHEMA: output_schema.json; MODELS: a
    models file; BATCH: requests or results of a batch service; MAP: `convert --map`; EVALUATOR: evaluator.py; REPORT:
    what `--format json` prints; RESULTS: results.xlsx or findings.csv; LIST: one JSON array in place of lines."""

    INPUTS = "inputs"
    ANSWERS = "answers"
    MATRIX = "matrix"
    SCHEMA = "schema"
    MODELS = "models"
    BATCH = "batch"
    MAP = "map"
    EVALUATOR = "evaluator"
    REPORT = "report"
    RESULTS = "results"
    LIST = "list"


# What a file is called where another kind was wanted, in Polish and English.
_WORDS = {
    FileKind.INPUTS: ("to inputs.jsonl", "it is an inputs.jsonl"),
    FileKind.ANSWERS: ("to odpowiedzi modeli", "it holds answers of models"),
    FileKind.MATRIX: ("to macierz ocen (matrix.json)", "it is a matrix of marks (matrix.json)"),
    FileKind.SCHEMA: ("to schemat zgłoszenia (output_schema.json)", "it is the schema of a submission"),
    FileKind.MODELS: ("to lista modeli", "it is a list of models"),
    FileKind.BATCH: ("to plik usługi wsadowej (batch)", "it is a file of a batch service"),
    FileKind.MAP: ("to spis wierszy i komórek (convert --map)", "it is a map of lines and cells (convert --map)"),
    FileKind.EVALUATOR: ("to program oceniający (.py)", "it is a checker (.py)"),
    FileKind.REPORT: ("to lista uwag tego programu", "it is a list of the tool's findings"),
    FileKind.RESULTS: ("to wyniki albo uwagi z tego programu", "it holds results or findings of this tool"),
    FileKind.LIST: ("to jedna tablica JSON, a nie wiersze", "it is one JSON array, not lines"),
}
_ITEMS = ("to pozycje z odpowiedziami (zgłoszenie)", "it holds items with their answers (a submission)")
_NO_LINES = ("to nie jest plik JSONL", "it is no JSONL")


# A JSON file that is no JSONL is parsed whole up to this size; a matrix of 2,000 items and 64 models has a tenth of it.
_LARGEST_JSON = 4 * 2**20
# As sheet_tools/frames.py and report/findings_csv.py name them; the sheet of items is called like many an author's own.
_RESULT_SHEETS = [
    {"Uwagi narzędzia".encode(), b"Pary modeli", b"Klastry i modele"},
    {b"Findings", b"Pairs of models", b"Clusters and models"},
]
_FINDING_HEADINGS = [
    ("poziom", "arkusz", "komórka", "wiersz", "kod", "co jest nie tak", "co zrobić"),
    ("level", "sheet", "cell", "row", "code", "what is wrong", "what to do"),
]
_SHEET_NAME = re.compile(rb'<(?:\w+:)?sheet\b[^>]*?\bname="([^"]*)"')
_LARGEST_PART = 2**20
_STORE, _ZIP = b"SQLite format 3\x00", b"PK"
_MODEL_LINE = re.compile(r"[\w.-]+(?:/[\w.:@+-]+)+\s*(?:#.*)?", re.ASCII)
_FOREIGN_TEXTS = ("response", "prediction", "output", "completion")


def kind_of(name: str, data: bytes) -> FileKind | None:
    """The kind of a file; None for a sheet, for lines of items, and for what nobody knows."""
    if data.startswith((_STORE, _ZIP)):
        from sheet_tools.panel.library import kind_of_answers

        if kind_of_answers(name, data):
            return FileKind.ANSWERS
        return FileKind.RESULTS if _is_results(data) else None
    text = text_of(data).lstrip("\ufeff \t\r\n")
    if not text.startswith(("{", "[")) or name.lower().endswith(".toml"):
        return _of_text(name.lower(), text)
    lines = first_objects(data) if text.startswith("{") else []
    return _of_lines(lines) if lines and not _is_whole(lines[0]) else _of_json(data)


def kind_finding(kind: FileKind, name: str, data: bytes) -> Finding:
    """What to say of it: what it is, and where it belongs."""
    task = task_of_inputs(first_objects(data)) if kind is FileKind.INPUTS else None
    about = {"task": task.name, "title_pl": task.title["pl"], "title_en": task.title["en"]} if task else {}
    return Finding(f"file-is-{kind}", values={"file": name, **about})


def described(name: str, data: bytes) -> tuple[str, str]:
    """What a file is, as a part of a sentence in Polish and English."""
    kind = kind_of(name, data)
    if kind is not None:
        return _WORDS[kind]
    return _ITEMS if any(_holds_answer(line) for line in first_objects(data)) else _NO_LINES


def _holds_answer(line: Mapping[str, Any]) -> bool:
    return any(column.name in line for task in TASKS.values() for column in task.answers)


def _of_text(name: str, text: str) -> FileKind | None:
    if name.endswith(".py"):
        return FileKind.EVALUATOR
    if name.endswith(".toml"):
        return FileKind.MODELS
    if _is_findings(text):
        return FileKind.RESULTS
    lines = [line.strip() for line in text.split("\n") if line.strip() and not line.lstrip().startswith("#")]
    return FileKind.MODELS if lines and all(map(_MODEL_LINE.fullmatch, lines)) else None


def _is_results(data: bytes) -> bool:
    """True for the workbook of results, whatever program saved it since: its sheets bear the tool's own titles."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open("xl/workbook.xml") as stream:
            names = set(_SHEET_NAME.findall(stream.read(_LARGEST_PART)))
    except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, OSError, RuntimeError, NotImplementedError, ValueError):
        return False
    return any(names.issuperset(each) for each in _RESULT_SHEETS)


def _is_findings(text: str) -> bool:
    """True for findings.csv, whatever the separator is by now."""
    first = text.split("\n", 1)[0].strip("\r")
    headings = [word.strip(' "') for word in re.split("[;,\t]", first)]
    return any(headings[: len(each)] == list(each) for each in _FINDING_HEADINGS)


def _is_whole(value: Mapping[str, Any]) -> bool:
    """True for the one object of a JSON file that was written on one line."""
    return isinstance(value.get("matrix"), list) or _of_object(value) is not None


def _of_json(data: bytes) -> FileKind | None:
    try:
        value = json.loads(_decoded(data)) if len(data) <= _LARGEST_JSON else None
    except (ValueError, RecursionError):
        return None
    if isinstance(value, list):
        return FileKind.LIST
    return _of_object(value) if isinstance(value, dict) else None


def _decoded(data: bytes) -> str:
    return data.decode("utf-16") if data.startswith((b"\xff\xfe", b"\xfe\xff")) else data.decode("utf-8-sig")


def _of_object(value: Mapping[str, Any]) -> FileKind | None:
    if isinstance(value.get("matrix"), list):
        return FileKind.MATRIX
    if "$schema" in value or (value.get("type") == "object" and isinstance(value.get("properties"), dict)):
        return FileKind.SCHEMA
    return FileKind.REPORT if isinstance(value.get("findings"), list) else None


def _of_lines(lines: Sequence[Mapping[str, Any]]) -> FileKind | None:
    if task_of_inputs([dict(line) for line in lines]):
        return FileKind.INPUTS
    for belongs, kind in ((_is_batch, FileKind.BATCH), (_is_map, FileKind.MAP)):
        if all(map(belongs, lines)):
            return kind
    if any("gold" in line or "aliases" in line for line in lines):
        return None
    return FileKind.ANSWERS if any(map(_is_answer, lines)) else None


def _is_batch(line: Mapping[str, Any]) -> bool:
    return "custom_id" in line and any(key in line for key in ("response", "error", "body"))


def _is_map(line: Mapping[str, Any]) -> bool:
    return isinstance(line.get("cells"), dict) and "line" in line


def _is_answer(line: Mapping[str, Any]) -> bool:
    """As the readers of answers take it; and what can be nothing else, though it does not say what was asked."""
    named = any(key in line for key in TEXT_KEYS) and ("input" in line or "model" in line)
    return named or any(key in line for key in _FOREIGN_TEXTS)
