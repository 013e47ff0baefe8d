"""A task → its blank workbook: author's columns as text, a live status, instructions, no protection.

How the formulas and formats must be built so that Excel, LibreOffice and Google Sheets agree was found by
trying; sheet_tools.workbook.formulas says it where it matters. The same call gives the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from sheet_tools.cells import column_letters
from sheet_tools.tasks import Task
from sheet_tools.workbook.form import ENTRIES
from sheet_tools.workbook.formulas import Formulas, counters
from sheet_tools.workbook.guide import guide
from sheet_tools.workbook.layout import HELPERS, Layout, heading_of, layout_of
from sheet_tools.workbook.styles import HEIGHTS, WIDTHS, Styles, guide_height, row_height
from sheet_tools.workbook.words import WORDS, Words

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.worksheet import Worksheet

# More than the most items of any task, with room for rows that are skipped.
PREPARED_ROWS = 250
PREPARED_CLUSTERS = 60
# Fixed, so that the same task gives the same bytes.
CREATED = datetime(2026, 1, 1)
FORM_FIRST_COUNTER = 3

Rows = Sequence[Mapping[str, str]]
Finish = Callable[["Workbook", "Worksheet"], None]


def build_template(
    task: Task,
    lang: str,
    *,
    rows: Rows = (),
    clusters: Rows = (),
    form: Mapping[str, str] | None = None,
    finish: Finish | None = None,
) -> bytes:
    """The template of a task as the bytes of an .xlsx, in Polish ("pl") or English ("en").

    `rows`, `clusters` (by field) and `form` (by key) are filled in, for samples and tests; `finish` may then
    write on the sheet of items what a form cannot hold (numbers, merged cells).
    Raises ValueError for a text that a cell cannot hold (over 32,767 characters), KeyError for an unknown field.
    """
    from xlsxwriter import Workbook

    target = io.BytesIO()
    with Workbook(target, {"in_memory": True}) as workbook:
        workbook.set_properties({"title": task.title[lang], "created": CREATED})
        maker = _Maker(workbook, task, lang)
        items = maker.items_sheet(rows)
        maker.clusters_sheet(clusters)
        maker.form_sheet(form or {})
        maker.guide_sheet()
        items.activate()
        if finish:
            finish(workbook, items)
    return target.getvalue()


class _Maker:
    """One workbook in the making: the sheets share words, layout and styles."""

    def __init__(self, workbook: Workbook, task: Task, lang: str) -> None:
        self.workbook = workbook
        self.task = task
        self.lang = lang
        self.words: Words = WORDS[lang]
        self.layout: Layout = layout_of(task, lang)
        self.styles = Styles(workbook)

    # -- „Pozycje”

    def items_sheet(self, rows: Rows) -> Worksheet:
        sheet = self.workbook.add_worksheet(self.words.items_sheet)
        self._item_columns(sheet)
        for column, name in enumerate(self.layout.names):
            self._heading(sheet, column, self.layout.headings[name], self._about(name), name in self.layout.author)
        for number in range(2, PREPARED_ROWS + 2):
            self._item_row(sheet, number, rows[number - 2] if number - 2 < len(rows) else {})
        self._roles(sheet)
        self._colours(sheet)
        sheet.freeze_panes(1, min(self.layout.index(name) for name in self.layout.texts))
        sheet.ignore_errors(dict.fromkeys(("number_stored_as_text", "eval_error"), self._block(self.layout.author)))
        printed(sheet, landscape=True)
        sheet.repeat_rows(0)
        return sheet

    def _block(self, names: Sequence[str]) -> str:
        """The range of these columns over the prepared rows."""
        return f"{self.layout.letter(names[0])}2:{self.layout.letter(names[-1])}{PREPARED_ROWS + 1}"

    def _item_columns(self, sheet: Worksheet) -> None:
        for index, name in enumerate(self.layout.names):
            if name in HELPERS:
                sheet.set_column(index, index, None, self.styles.helper, {"hidden": True})
                continue
            style = self.styles.text if name in self.layout.author else self.styles.computed
            sheet.set_column(index, index, WIDTHS.get(self.layout.columns[name].name, WIDTHS["other"]), style)

    def _about(self, name: str) -> str:
        column = self.layout.columns.get(name)
        return self.words.columns.get(column.name, "").format(limit=column.limit) if column else ""

    def _heading(self, sheet: Worksheet, column: int, heading: str, about: str, of_author: bool) -> None:
        """A heading, guarded: a change of it is questioned, and its input message explains the column."""
        sheet.write_string(0, column, heading, self.styles.heading if of_author else self.styles.own_heading)
        guard = {
            "validate": "custom",
            "value": f'=EXACT({column_letters(column + 1)}$1,"{heading}")',
            "error_type": "warning",
            "error_message": self.words.heading_error.format(heading=heading),
            "ignore_blank": False,
        }
        if about:
            guard |= {"input_title": heading[:32], "input_message": about}
        sheet.data_validation(0, column, 0, column, guard)

    def _item_row(self, sheet: Worksheet, number: int, values: Mapping[str, str]) -> None:
        sheet.set_row(number - 1, row_height(values.get("input", "")))
        for name in {**dict.fromkeys(self.layout.author, ""), **values}:
            write_text(sheet, number - 1, self.layout.index(name), values.get(name, ""), self.styles.prepared)
        formulas = Formulas(self.task, self.layout, self.words, number).all()
        for name, formula in formulas.items():
            style = self.styles.helper if name in HELPERS else self.styles.computed
            # A cached "" and not xlsxwriter's 0, which LibreOffice would show until the first edit.
            sheet.write_formula(number - 1, self.layout.index(name), formula, style, "")

    def _roles(self, sheet: Worksheet) -> None:
        if "role" not in self.layout.names:
            return
        column = self.layout.index("role")
        choice = {
            "validate": "list",
            "source": list(self.words.roles),
            "error_type": "warning",
            "error_message": self.words.role_error,
        }
        sheet.data_validation(1, column, PREPARED_ROWS, column, choice)

    def _colours(self, sheet: Worksheet) -> None:
        status = f"${self.layout.letter('status')}2"
        said, styles, texts = self.words.status, self.styles, self.layout.texts
        is_faulty = f'AND({status}<>"",{status}<>"{said.ok}",{status}<>"{said.skipped}")'
        first = self.layout.letter(texts[0])
        rules = [
            (self._block(self.layout.visible), f'={status}="{said.skipped}"', styles.of_skipped),
            (self._block(texts), f"=OR(ISNUMBER({first}2),ISLOGICAL({first}2),ISERROR({first}2))", styles.of_fault),
        ]
        # The status may be out of sight on a narrow screen: the first column, which never scrolls away, repeats it.
        for name in (self.layout.visible[0], "status"):
            rules.append((self._block((name,)), f"={is_faulty}", styles.of_fault))
            rules.append((self._block((name,)), f'={status}="{said.ok}"', styles.of_ok))
        for where, criteria, style in rules:
            sheet.conditional_format(where, {"type": "formula", "criteria": criteria, "format": style})

    # -- „Klastry”

    def clusters_sheet(self, rows: Rows) -> None:
        if self.task.clusters is None:
            return
        sheet = self.workbook.add_worksheet(self.words.clusters_sheet)
        fields = list(self.task.clusters.fields.items())
        for index, (name, column) in enumerate(fields):
            sheet.set_column(index, index, WIDTHS["name" if name == "cluster" else "description"], self.styles.text)
            heading = heading_of(name, column, self.lang, self.words)
            about = self.words.columns["clusters" if name == "cluster" else name]
            self._heading(sheet, index, heading, about, of_author=True)
        for number in range(1, PREPARED_CLUSTERS + 1):
            sheet.set_row(number, HEIGHTS["cluster"])
            row = rows[number - 1] if number <= len(rows) else {}
            for index, (name, _) in enumerate(fields):
                write_text(sheet, number, index, row.get(name, ""), self.styles.prepared)
        sheet.freeze_panes(1, 1)
        sheet.ignore_errors({"number_stored_as_text": f"A2:{column_letters(len(fields))}{PREPARED_CLUSTERS + 1}"})
        printed(sheet, landscape=True)
        sheet.repeat_rows(0)

    # -- „Zgłoszenie”

    def form_sheet(self, values: Mapping[str, str]) -> None:
        sheet = self.workbook.add_worksheet(self.words.form_sheet)
        for index, name in enumerate(("label", "value", "help")):
            sheet.set_column(index, index, WIDTHS[name])
        sheet.write_string(0, 0, f"{self.task.title[self.lang]}: {self.words.form_sheet}", self.styles.title)
        sheet.set_row(0, HEIGHTS["title"])
        after = self._counters(sheet)
        for index, heading in enumerate(self.words.form_headings):
            sheet.write_string(after, index, heading, self.styles.heading)
        for row, entry in enumerate(ENTRIES, start=after + 1):
            about = entry.help[self.lang]
            value = values.get(entry.key, entry.value.get(self.lang, ""))
            heights = (guide_height(about, WIDTHS["help"]), guide_height(value, WIDTHS["value"]), HEIGHTS["item"])
            sheet.set_row(row, max(heights))
            sheet.write_string(row, 0, entry.label[self.lang], self.styles.label)
            write_text(sheet, row, 1, value, self.styles.entry)
            sheet.write_string(row, 2, about, self.styles.help)
            if entry.choices:
                choices = list(entry.choices[self.lang])
                sheet.data_validation(row, 1, row, 1, {"validate": "list", "source": choices, "error_type": "warning"})
        printed(sheet, landscape=True)

    def _counters(self, sheet: Worksheet) -> int:
        """The counters of the set; the row (from 0) after which the form may begin."""
        made = counters(self.task, self.layout, self.words, FORM_FIRST_COUNTER, "B")
        about = {
            "ready": self.words.counters["range_help"].format(least=self.task.items_least, most=self.task.items_most),
            "unseen": self.words.counters["unseen_help"],
        }
        for row, (name, formula) in enumerate(made.items(), start=FORM_FIRST_COUNTER - 1):
            sheet.set_row(row, guide_height(about.get(name, ""), WIDTHS["help"]))
            sheet.write_string(row, 0, self.words.counters[name], self.styles.label)
            sheet.write_formula(row, 1, formula, self.styles.counter, "")
            sheet.write_string(row, 2, about.get(name, ""), self.styles.help)
        return FORM_FIRST_COUNTER + len(made)

    # -- „Jak wypełnić”

    def guide_sheet(self) -> None:
        sheet = self.workbook.add_worksheet(self.words.guide_sheet)
        sheet.set_column(0, 0, WIDTHS["left"])
        sheet.set_column(1, 1, WIDTHS["right"])
        sheet.hide_gridlines(2)
        for row, line in enumerate(guide(self.task, self.lang, self.words)):
            left, right = self.styles.guide[line.style]
            sheet.write_string(row, 0, line.left, left)
            if line.right:
                sheet.write_string(row, 1, line.right, right)
                height = max(guide_height(line.left, WIDTHS["left"]), guide_height(line.right, WIDTHS["right"]))
                sheet.set_row(row, height)
            else:
                sheet.write_blank(row, 1, None, right)
                sheet.set_row(row, HEIGHTS[line.style])
        sheet.ignore_errors({"number_stored_as_text": "A1:B200"})
        printed(sheet, landscape=False)


def write_text(sheet: Worksheet, row: int, column: int, text: str, style: object) -> None:
    """Write a text exactly, as text; write_string says by its result what it could not hold."""
    if text and sheet.write_string(row, column, text, style) != 0:
        raise ValueError(f"{column_letters(column + 1)}{row + 1}: a cell holds at most 32,767 characters")
    if not text:
        sheet.write_blank(row, column, None, style)


def printed(sheet: Worksheet, *, landscape: bool) -> None:
    if landscape:
        sheet.set_landscape()
    sheet.set_paper(9)  # A4
    sheet.set_margins(left=0.4, right=0.4, top=0.5, bottom=0.5)
    sheet.fit_to_pages(1, 0)
