"""A sheet of given items: one row an item, ids and sentences guarded, answer columns as text with a live status.

Made from inputs.jsonl, blank for authors of new items, or without gold for one who solves the items blind. The same
call gives the same bytes.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING

from sheet_tools.cells import column_letters
from sheet_tools.tasks import Column, Holds, Task
from sheet_tools.workbook.answer_formulas import ABOVE, ROW, StatusFormula
from sheet_tools.workbook.answer_tests import helpers_of
from sheet_tools.workbook.answer_words import WORDS, AnswerWords
from sheet_tools.workbook.styles import HEIGHTS, WIDTHS, Styles, guide_height, row_height
from sheet_tools.workbook.template import CREATED, printed, write_text

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.worksheet import Worksheet

# Rows of a sheet that is not made from inputs.jsonl, and the places that a sentence of its may have.
PREPARED_ROWS = 250
PREPARED_PLACES = 20
_PLACE = re.compile(r"\[(\d{1,3})\]", re.ASCII)
_NAME_WIDTH, _SENTENCE_WIDTH, _LIST_WIDTH, _TEXT_WIDTH = 14, 62, 16, 48

Rows = Sequence[Mapping[str, str]]
Finish = Callable[["Workbook", "Worksheet"], None]


def build_answer_sheet(
    task: Task,
    lang: str,
    *,
    given: Rows | None = None,
    rows: Rows | None = None,
    blind: bool = False,
    finish: Finish | None = None,
) -> bytes:
    """The workbook of a task whose items are given, as the bytes of an .xlsx.

    `given` are the records of inputs.jsonl: a change of their fields is refused as it is typed, and shown by the
    status. `rows` are what stands in the sheet (`given`, if none): answers too, for samples; `finish` may then write on
    the sheet what a text cannot hold. `blind` adds to the guide how to solve. ValueError for a text over 32,767
    characters.
    """
    from xlsxwriter import Workbook

    target = io.BytesIO()
    with Workbook(target, {"in_memory": True}) as workbook:
        workbook.set_properties({"title": task.title[lang], "created": CREATED})
        maker = _Maker(workbook, task, lang, given or (), blind=blind)
        items = maker.items_sheet(rows if rows is not None else given or ())
        maker.progress_sheet()
        maker.guide_sheet()
        items.activate()
        if finish:
            finish(workbook, items)
    return target.getvalue()


def field_columns(task: Task) -> dict[str, int]:
    """Field → column of the sheet, from 0: the author's fields and the status, in the task's order."""
    fields = (name for name, column in task.fields.items() if column.name != "helper")
    return {name: place for place, name in enumerate(fields)}


def heading_of(name: str, column: Column, lang: str) -> str:
    if lang == "en":
        return column.asked_as[1] if column.asked_as and column.headings[0] == column.asked_as[0] else name
    return column.headings[0]


def _as_it_is(formula: str, _expand: bool = False) -> str:
    """In place of xlsxwriter's search for functions newer than ours, which is most of the time of long formulas."""
    return formula.removeprefix("=")


class _Maker:
    """One workbook in the making: the sheets share columns, words and styles."""

    def __init__(self, workbook: Workbook, task: Task, lang: str, given: Rows, *, blind: bool) -> None:
        self.workbook, self.task, self.lang, self.given = workbook, task, lang, given
        self.blind = blind
        self.words: AnswerWords = WORDS[lang]
        self.styles = Styles(workbook)
        self.places = field_columns(task)
        self.columns: dict[str, Column] = {name: task.fields[name] for name in self.places}
        self.headings = {name: heading_of(name, column, lang) for name, column in self.columns.items()}
        # The copies of what is given stand in hidden columns: they move along when the rows are sorted.
        guarded = [name for name, column in self.columns.items() if column.given] if given else []
        self.copies = {name: len(self.places) + step for step, name in enumerate(guarded)}
        free = count(len(self.places) + len(self.copies))
        self.helpers = {
            name: tuple(column_letters(next(free) + 1) for _ in helpers_of(column))
            for name, column in self.columns.items()
            if column.holds is Holds.TEXT and helpers_of(column)
        }
        self.formula = self._formula()
        self.last = 1

    # -- „Pozycje”

    def items_sheet(self, rows: Rows) -> Worksheet:
        sheet = self.workbook.add_worksheet(self.words.items_sheet)
        sheet._prepare_formula = _as_it_is
        self.last = max(len(rows), len(self.given)) if self.given else max(len(rows), PREPARED_ROWS)
        self._layout(sheet)
        patterns = {self._status_letters: self.formula.pattern(), **self.formula.helper_patterns()}
        for place in range(self.last):
            row = rows[place] if place < len(rows) else {}
            self._row(sheet, place + 1, row, self.given[place] if place < len(self.given) else {}, patterns)
        self._validations(sheet)
        self._colours(sheet)
        sheet.freeze_panes(1, 1)
        sheet.ignore_errors({"number_stored_as_text": f"A2:{column_letters(len(self.places))}{self.last + 1}"})
        printed(sheet, landscape=True)
        sheet.repeat_rows(0)
        return sheet

    @property
    def _status_letters(self) -> str:
        return column_letters(self.places["status"] + 1)

    def _layout(self, sheet: Worksheet) -> None:
        for name, place in self.places.items():
            column = self.columns[name]
            own = column.holds is not Holds.HELPER
            sheet.set_column(place, place, self._width(name), self.styles.text if own else self.styles.computed)
            head = self.styles.heading if own and not column.given else self.styles.own_heading
            sheet.write_string(0, place, self.headings[name], head)
            self._guard_heading(sheet, place, self.headings[name], self._about(name))
        hidden = len(self.copies) + sum(map(len, self.helpers.values()))
        for step, place in enumerate(range(len(self.places), len(self.places) + hidden), start=1):
            sheet.set_column(place, place, None, self.styles.helper, {"hidden": True})
            mark = f" ({self.words.blind_mark})" if self.blind else ""
            sheet.write_string(0, place, f"{self.words.helper} {step}{mark}", self.styles.own_heading)

    def _width(self, name: str) -> float:
        column = self.columns[name]
        if name == self.task.subject:
            return _SENTENCE_WIDTH
        if column.given:
            return _NAME_WIDTH
        if name in ("notes", "skip", "status"):
            return WIDTHS[name]
        return _TEXT_WIDTH if column.differs_from else _LIST_WIDTH if column.answers else WIDTHS["other"]

    def _about(self, name: str) -> str:
        column, words = self.columns[name], self.words
        if name in words.others:
            return words.others[name]
        if column.given:
            return words.given
        if column.blank_when:
            return words.by_rule.format(other=self.headings[column.blank_when[0]], label=column.blank_when[1])
        return words.about[column.writes].format(labels=", ".join(column.choices))

    def _guard_heading(self, sheet: Worksheet, place: int, heading: str, about: str) -> None:
        guard = {
            "validate": "custom",
            "value": f'=EXACT({column_letters(place + 1)}$1,"{heading}")',
            "error_type": "warning",
            "error_message": self.words.heading_error.format(heading=heading),
            "ignore_blank": False,
            "input_title": heading[:32],
            "input_message": about,
        }
        sheet.data_validation(0, place, 0, place, guard)

    def _formula(self) -> StatusFormula:
        letters = {name: column_letters(place + 1) for name, place in self.places.items()}
        copies = {name: column_letters(place + 1) for name, place in self.copies.items()}
        numbers = (int(n) for row in self.given for n in _PLACE.findall(row.get(self.task.subject, "")))
        most = max(10, *numbers, 10) if self.given else PREPARED_PLACES
        return StatusFormula(self.task, letters, self.headings, copies, self.helpers, self.words, min(most, 40))

    def _row(
        self,
        sheet: Worksheet,
        number: int,
        row: Mapping[str, str],
        given: Mapping[str, str],
        patterns: Mapping[str, str],
    ) -> None:
        sheet.set_row(number, row_height(row.get(self.task.subject, "")))
        for name, place in self.places.items():
            column = self.columns[name]
            if column.holds is not Holds.HELPER:
                style = self.styles.given if column.given and self.given else self.styles.prepared
                write_text(sheet, number, place, row.get(name, ""), style)
        for letters, pattern in patterns.items():
            style = self.styles.computed if letters == self._status_letters else self.styles.helper
            formula = pattern.replace(ROW, str(number + 1)).replace(ABOVE, str(number))
            # A cached "" and not xlsxwriter's 0, which LibreOffice would show until the first edit.
            sheet.write_formula(f"{letters}{number + 1}", formula, style, "")
        for name, place in self.copies.items():
            write_text(sheet, number, place, given.get(name, ""), self.styles.helper_text)

    def _validations(self, sheet: Worksheet) -> None:
        for name, copy in self.copies.items():
            place = self.places[name]
            value = f"=EXACT(${column_letters(place + 1)}2,${column_letters(copy + 1)}2)"
            guard = {"validate": "custom", "value": value, "error_message": self.words.guard, "ignore_blank": False}
            sheet.data_validation(1, place, self.last, place, guard)
        for name, column in self.columns.items():
            if column.choices:
                labels = list(column.choices)
                said = self.words.label_error.format(labels=", ".join(labels))
                choice = {"validate": "list", "source": labels, "error_message": said}
                sheet.data_validation(1, self.places[name], self.last, self.places[name], choice)

    def _colours(self, sheet: Worksheet) -> None:
        status = column_letters(self.places["status"] + 1)
        said, styles = self.words, self.styles
        quiet = "".join(f',${status}2<>"{word}"' for word in ("", said.ok, said.skipped, said.todo))
        rules = ((f"=AND(TRUE{quiet})", styles.of_fault), (f'=${status}2="{said.ok}"', styles.of_ok))
        # The status may be out of sight on a narrow screen: the first column, which never scrolls away, repeats it.
        for letters in ("A", status):
            for criteria, style in rules:
                where = f"{letters}2:{letters}{self.last + 1}"
                sheet.conditional_format(where, {"type": "formula", "criteria": criteria, "format": style})

    # -- „Postęp” and „Jak wypełnić”

    def progress_sheet(self) -> None:
        sheet = self.workbook.add_worksheet(self.words.progress_sheet)
        sheet.set_column(0, 0, WIDTHS["label"])
        sheet.set_column(1, 1, WIDTHS["other"])
        letters = column_letters(self.places["status"] + 1)
        status = f"'{self.words.items_sheet}'!${letters}$2:${letters}${self.last + 1}"
        said = self.words
        counted = {name: f'COUNTIF({status},"{word}")' for name, word in
                   (("ready", said.ok), ("todo", said.todo), ("skipped", said.skipped))}  # fmt: skip
        every = f"SUMPRODUCT(--(LEN({status})>0))"
        made = {"all": every, **counted, "faulty": f"{every}-{'-'.join(counted.values())}"}
        for row, name in enumerate(self.words.counters):
            sheet.write_string(row, 0, self.words.counters[name], self.styles.label)
            sheet.write_formula(row, 1, f"={made[name]}", self.styles.counter, "")
        printed(sheet, landscape=False)

    def guide_sheet(self) -> None:
        sheet = self.workbook.add_worksheet(self.words.guide_sheet)
        sheet.set_column(0, 0, WIDTHS["left"])
        sheet.set_column(1, 1, WIDTHS["right"])
        sheet.hide_gridlines(2)
        sheet.write_string(0, 0, self.words.title.format(title=self.task.title[self.lang]), self.styles.title)
        sheet.set_row(0, HEIGHTS["title"])
        asked = [name for name, column in self.columns.items() if column.holds is Holds.TEXT]
        columns = [(self.words.example.format(heading=self.headings[name]), self._about(name)) for name in asked]
        lines = [*([("", self.words.blind)] if self.blind else []), *self.words.guide, *columns]
        left, right = self.styles.guide["pair"]
        for row, (name, about) in enumerate(lines, start=1):
            sheet.write_string(row, 0, name, left)
            sheet.write_string(row, 1, about, right)
            sheet.set_row(row, max(guide_height(name, WIDTHS["left"]), guide_height(about, WIDTHS["right"])))
        sheet.ignore_errors({"number_stored_as_text": "A1:B200"})
        printed(sheet, landscape=False)
