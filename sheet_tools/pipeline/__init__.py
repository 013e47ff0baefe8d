"""The few functions that the command line and the page call. Neither has a rule of its own.

Each name is imported when it is first asked for: `validate` pays neither for Google nor for the panel. The last block
is meant for the page, which imports nothing from below this package.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sheet_tools.findings import Finding as Finding
    from sheet_tools.findings import Unreadable as Unreadable
    from sheet_tools.panel.desk import Desk as Desk
    from sheet_tools.panel.desk import Sources as Sources
    from sheet_tools.panel.environment import environment as environment
    from sheet_tools.panel.library import ANSWERS_BOUND as ANSWERS_BOUND
    from sheet_tools.panel.library import kind_of_answers as kind_of_answers
    from sheet_tools.panel.places import data_folder as data_folder
    from sheet_tools.panel.places import default_store as default_store
    from sheet_tools.panel.places import stores_beside as stores_beside
    from sheet_tools.pipeline.assessing import accuracy_marks as accuracy_marks
    from sheet_tools.pipeline.assessing import accuracy_matrix as accuracy_matrix
    from sheet_tools.pipeline.assessing import assess as assess
    from sheet_tools.pipeline.assessing import assess_at as assess_at
    from sheet_tools.pipeline.assessing import assess_cached as assess_cached
    from sheet_tools.pipeline.assessing import cached_responses as cached_responses
    from sheet_tools.pipeline.assessing import matrix_bytes as matrix_bytes
    from sheet_tools.pipeline.assessing import person_answers as person_answers
    from sheet_tools.pipeline.assessing import score_marks as score_marks
    from sheet_tools.pipeline.assessing import score_matrix as score_matrix
    from sheet_tools.pipeline.checking import check as check
    from sheet_tools.pipeline.checking import line_map as line_map
    from sheet_tools.pipeline.checking import submission as submission
    from sheet_tools.pipeline.checking import submitted as submitted
    from sheet_tools.pipeline.online import annotate as annotate
    from sheet_tools.pipeline.online import clear_annotations as clear_annotations
    from sheet_tools.pipeline.placing import answered_ids as answered_ids
    from sheet_tools.pipeline.placing import answers_fault as answers_fault
    from sheet_tools.pipeline.placing import file_kind as file_kind
    from sheet_tools.pipeline.placing import ids_of_inputs as ids_of_inputs
    from sheet_tools.pipeline.placing import inputs_fault as inputs_fault
    from sheet_tools.pipeline.placing import is_solver as is_solver
    from sheet_tools.pipeline.placing import may_be_solver as may_be_solver
    from sheet_tools.pipeline.placing import task_of_other as task_of_other
    from sheet_tools.pipeline.placing import texts_of_solver as texts_of_solver
    from sheet_tools.pipeline.placing import what_it_is as what_it_is
    from sheet_tools.pipeline.reading import Settings as Settings
    from sheet_tools.pipeline.reading import Source as Source
    from sheet_tools.pipeline.reading import all_tasks as all_tasks
    from sheet_tools.pipeline.reading import read as read
    from sheet_tools.pipeline.reading import read_fetched as read_fetched
    from sheet_tools.pipeline.reading import task_named as task_named
    from sheet_tools.pipeline.reading import task_of as task_of
    from sheet_tools.pipeline.sheets import blind_sheet as blind_sheet
    from sheet_tools.pipeline.sheets import results_workbook as results_workbook
    from sheet_tools.pipeline.sheets import template_bytes as template_bytes
    from sheet_tools.pipeline.sheets import template_name as template_name
    from sheet_tools.readers.google.download import Download as Download
    from sheet_tools.readers.google.download import download as download
    from sheet_tools.readers.google.online import OnlineSheet as OnlineSheet

_HERE = {
    "reading": ("Settings", "Source", "all_tasks", "read", "read_fetched", "task_named", "task_of"),
    "checking": ("check", "line_map", "submission", "submitted"),
    "assessing": (
        "accuracy_marks",
        "accuracy_matrix",
        "assess",
        "assess_at",
        "assess_cached",
        "cached_responses",
        "matrix_bytes",
        "person_answers",
        "score_marks",
        "score_matrix",
    ),
    "placing": (
        "answered_ids",
        "answers_fault",
        "file_kind",
        "ids_of_inputs",
        "inputs_fault",
        "is_solver",
        "may_be_solver",
        "task_of_other",
        "texts_of_solver",
        "what_it_is",
    ),
    "sheets": ("blind_sheet", "results_workbook", "template_bytes", "template_name"),
    "online": ("annotate", "clear_annotations"),
}
_FOR_THE_PAGE = {
    "findings": ("Finding", "Unreadable"),
    "panel.desk": ("Desk", "Sources"),
    "panel.environment": ("environment",),
    "panel.places": ("data_folder", "default_store", "stores_beside"),
    "panel.library": ("ANSWERS_BOUND", "kind_of_answers"),
    "readers.google.download": ("Download", "download"),
    "readers.google.online": ("OnlineSheet",),
}
_WHERE = {
    **{name: f"sheet_tools.pipeline.{module}" for module, names in _HERE.items() for name in names},
    **{name: f"sheet_tools.{module}" for module, names in _FOR_THE_PAGE.items() for name in names},
}


def __getattr__(name: str) -> object:
    """PEP 562: import a name of this package when it is first asked for."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_WHERE[name]), name)
    globals()[name] = value
    return value
