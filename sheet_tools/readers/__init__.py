"""READERS: chosen by what the bytes are, never by the file's name."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from sheet_tools.findings import Unreadable
from sheet_tools.readers.collector import no_collection
from sheet_tools.readers.model import AS_FOUND, ReadOptions, Workbook

if TYPE_CHECKING:
    from sheet_tools.tasks import Task

# Each module has `read(data, source, task, options) -> Workbook`, and is loaded when a file asks for it.
READERS: dict[str, str] = {
    "xlsx": "sheet_tools.readers.xlsx",
    "ods": "sheet_tools.readers.ods",
    "text": "sheet_tools.readers.delimited",
}


class Reader(Protocol):
    """What a module of READERS offers. Raises Unreadable for a file that cannot be read at all."""

    def read(self, data: bytes, source: str, task: Task, options: ReadOptions) -> Workbook: ...


@no_collection()
def read_workbook(data: bytes, source: str, task: Task, options: ReadOptions = AS_FOUND) -> Workbook:
    """The workbook in these bytes. `source` is its name; where that says another format, a finding says so.

    Raises Unreadable with the one finding of a file that cannot be read at all.
    """
    from sheet_tools.readers import sniff

    try:
        found = sniff.sniff(data, source)
    except Unreadable as refused:
        raise sniff.misnamed(refused, source) from None
    reader: Reader = import_module(READERS[found])
    workbook = reader.read(data, source, task, options)
    warning = sniff.wrong_extension(source, found)
    if warning is not None:
        workbook.findings.insert(0, warning)
    return workbook
