"""content.xml (and styles.xml) in one pass of expat: sheets, rows, cells, and what stands beside them.

Elements not named here are skipped with all they hold: shapes, forms, tracked changes, validation messages and the
like have paragraphs too, and no cell shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple
from xml.parsers import expat

from sheet_tools.readers.budget import Budget, too_big
from sheet_tools.readers.faces import BARE, Face
from sheet_tools.readers.model import Sheet
from sheet_tools.readers.ods import quick
from sheet_tools.readers.ods.builder import SheetBuilder, visibility
from sheet_tools.readers.ods.names import CALCEXT, LOEXT, OFFICE, TABLE, TEXT, count
from sheet_tools.readers.ods.paragraphs import Paragraphs
from sheet_tools.readers.ods.styles import PLAIN, Look, Styles
from sheet_tools.readers.xml import run

# Paragraphs and the blanks that text:s stands for, in a whole file: a single element can claim a billion.
MAX_CLAIMS = 2_500_000
# Elements that only hold others we want.
_FRAMES = frozenset(
    [OFFICE + name for name in ("document", "document-content", "document-styles", "body", "spreadsheet")]
    + [TABLE + name for name in ("table-columns", "table-header-columns", "table-rows", "table-header-rows")]
)
_IN_CELL = frozenset(TEXT + name for name in ("list", "list-item", "list-header", "section", "numbered-paragraph"))
# In a paragraph, what is no part of the text: the reading above a word, a footnote, a script.
_NOT_TEXT = frozenset(TEXT + name for name in ("ruby-text", "note", "script", "tracked-changes"))
# Attributes of a cell that holds nothing.
_SAY_NOTHING = {TABLE + "style-name", TABLE + "number-columns-repeated"}
# Attributes that give a cell nothing beside its paragraphs: without a value it is text, whatever its type says.
_PLAIN = {TABLE + "style-name", OFFICE + "value-type", CALCEXT + "value-type"}
# LibreOffice keeps copies of other files that formulas look into, as hidden sheets named after the file.
_COPY_OF_OTHER = "'file:"

Start = Callable[[Mapping[str, str]], None]
End = Callable[[], None]


def _is_plain(attributes: Mapping[str, str]) -> bool:
    """True for a cell whose paragraphs are all there is to it."""
    return attributes.keys() <= _PLAIN and attributes.get(CALCEXT + "value-type") != "error"


class _Aside(NamedTuple):
    """What was being read when a comment began."""

    into: Paragraphs
    inside: int
    strikes: list[bool]
    faces: list[Face]


class ContentReader:
    """The handlers of a file's parts. `sheets` is complete when they have run."""

    def __init__(self, styles: Styles, budget: Budget, keeps_last: bool) -> None:
        """`keeps_last`: see Paragraphs."""
        self.styles = styles
        self.sheets: list[Sheet] = []
        self._parser: expat.XMLParserType | None = None
        self._skipping = 0
        self._budget = budget
        self._claims = 0
        self._folds: list[bool] = []
        self._builder: SheetBuilder | None = None
        self._cell: Mapping[str, str] | None = None
        self._is_covered = False
        self._look: Look = PLAIN
        self._paragraphs = self._into = Paragraphs(keeps_last)
        self._inside = 0
        self._strikes: list[bool] = []
        self._faces: list[Face] = []
        self._aside: _Aside | None = None
        self._starts = self._all_starts()
        self._ends = self._all_ends()

    def read(self, parser: expat.XMLParserType, data: bytes) -> None:
        """Become the parser's handlers, and feed it a part. Raises BrokenXml, Unreadable."""
        self._budget.expect_cells(data.count(b' office:value-type="'))
        self._parser = parser
        self._take_handlers()
        if quick.is_plain(data):
            quick.feed_rows(parser, data, self._at_rest, self._take_row, self._budget)
        else:
            self._budget.take_xml(data)
            run(parser, data)

    @property
    def unfinished(self) -> Sheet | None:
        """The sheet that is being read: where the file breaks off."""
        return self._builder.sheet if self._builder is not None else None

    def _at_rest(self) -> bool:
        """True between the rows of a sheet."""
        return self._builder is not None and not self._builder.in_row and not self._skipping

    def _take_row(self, style: str, found: quick.Found) -> bool:
        """A plain row; False, and nothing done, where a style has something to say of a text."""
        builder = self._builder
        if builder is None or builder.has_looks:
            return False
        if any(cell[0] and not self.styles.look(cell[0]).is_quiet for cell in found):
            return False
        builder.add_row(style, self._is_folded(), found)
        return True

    def _take_handlers(self) -> None:
        if self._parser is not None:
            self._parser.StartElementHandler = self._start
            self._parser.EndElementHandler = self._end
            self._parser.CharacterDataHandler = self._text

    def _all_starts(self) -> dict[str, Start]:
        return {
            OFFICE + "styles": self._start_styles,
            OFFICE + "automatic-styles": self._start_styles,
            OFFICE + "annotation": self._start_comment,
            TABLE + "table": self._start_table,
            TABLE + "table-column-group": self._start_fold,
            TABLE + "table-row-group": self._start_fold,
            TABLE + "table-column": self._start_column,
            TABLE + "table-row": self._start_row,
            TABLE + "table-cell": self._start_cell,
            TABLE + "covered-table-cell": self._start_covered,
            TEXT + "p": self._start_paragraph,
            TEXT + "h": self._start_paragraph,
            TEXT + "span": self._start_span,
            TEXT + "s": self._make_spaces,
            TEXT + "tab": lambda _: self._make("\t"),
            TEXT + "line-break": lambda _: self._make("\n"),
        }

    def _all_ends(self) -> dict[str, End]:
        return {
            OFFICE + "annotation": self._end_comment,
            TABLE + "table": self._end_table,
            TABLE + "table-column-group": self._end_fold,
            TABLE + "table-row-group": self._end_fold,
            TABLE + "table-row": self._end_row,
            TABLE + "table-cell": self._end_cell,
            TABLE + "covered-table-cell": self._end_cell,
            TEXT + "p": self._end_paragraph,
            TEXT + "h": self._end_paragraph,
            TEXT + "span": self._end_span,
        }

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        if self._skipping:
            self._skipping += 1
        elif handler := self._starts.get(name):
            handler(attributes)
        elif not self._is_transparent(name):
            self._skip()

    def _is_transparent(self, name: str) -> bool:
        """True for an element that is passed through: a link or a field in a paragraph, a frame around rows."""
        if self._inside:
            return name.startswith((TEXT, LOEXT)) and name not in _NOT_TEXT
        return name in _FRAMES or (name in _IN_CELL and self._cell is not None)

    def _skip(self) -> None:
        """Pass over the element that has just begun: its end is not handled either."""
        self._skipping = 1

    def _end(self, name: str) -> None:
        if self._skipping:
            self._skipping -= 1
        elif handler := self._ends.get(name):
            handler()

    def _text(self, data: str) -> None:
        if self._inside and not self._skipping:
            self._into.add(data, self._strikes[-1], self._faces[-1])

    def _start_styles(self, _: Mapping[str, str]) -> None:
        if self._parser is not None:
            self.styles.enter(self._parser, self._take_handlers)

    def _start_table(self, attributes: Mapping[str, str]) -> None:
        name = attributes.get(TABLE + "name", f"Arkusz{len(self.sheets) + 1}")
        if self._builder is not None or name.startswith(_COPY_OF_OTHER):
            if self._builder is not None and self._cell is not None:
                self._builder.remark("nested-table")
            self._skip()
            return
        sheet = Sheet(name, visibility(self.styles, attributes))
        self._builder = SheetBuilder(sheet, self.styles, self._budget)

    def _end_table(self) -> None:
        if self._builder is not None:
            self._builder.finish()
            self.sheets.append(self._builder.sheet)
        self._builder = None

    def _start_fold(self, attributes: Mapping[str, str]) -> None:
        self._folds.append(attributes.get(TABLE + "display") == "false" or self._is_folded())

    def _end_fold(self) -> None:
        self._folds.pop()

    def _is_folded(self) -> bool:
        return bool(self._folds) and self._folds[-1]

    def _start_column(self, attributes: Mapping[str, str]) -> None:
        if self._builder is not None:
            self._builder.add_column(attributes, self._is_folded())

    def _start_row(self, attributes: Mapping[str, str]) -> None:
        if self._builder is None or self._builder.in_row:
            self._skip()
        else:
            self._builder.begin_row(attributes, self._is_folded())

    def _end_row(self) -> None:
        if self._builder is not None:
            self._builder.end_row()

    def _start_cell(self, attributes: Mapping[str, str]) -> None:
        if self._builder is None or not self._builder.in_row or self._cell is not None:
            self._skip()
            return
        self._cell = attributes
        self._is_covered = False
        self._look = self._builder.look(attributes)

    def _start_covered(self, attributes: Mapping[str, str]) -> None:
        self._start_cell(attributes)
        self._is_covered = not self._skipping

    def _end_cell(self) -> None:
        if self._builder is None or self._cell is None:
            return
        paragraphs = self._paragraphs
        if paragraphs.is_plain and self._look.is_quiet and not self._is_covered and _is_plain(self._cell):
            self._builder.add_text(paragraphs.text)
            paragraphs.clear()
        elif paragraphs.is_used or not self._cell.keys() <= _SAY_NOTHING:
            self._builder.add_cell(self._cell, paragraphs, self._look, self._is_covered)
            if paragraphs.is_used:
                paragraphs.clear()
        else:
            self._builder.skip_cells(self._cell)
        self._cell = None

    def _start_comment(self, _: Mapping[str, str]) -> None:
        if self._cell is None or self._aside is not None:
            self._skip()
            return
        self._aside = _Aside(self._into, self._inside, self._strikes, self._faces)
        self._into, self._inside, self._strikes, self._faces = Paragraphs(False), 0, [], []

    def _end_comment(self) -> None:
        if self._aside is None or self._builder is None:
            return
        self._builder.remark("cell-comment", text=self._into.text)
        self._into, self._inside, self._strikes, self._faces = self._aside
        self._aside = None

    def _start_paragraph(self, attributes: Mapping[str, str]) -> None:
        if self._cell is None:
            self._skip()
            return
        self._claim(1)
        self._inside += 1
        if self._inside == 1:
            own = self.styles.look(attributes.get(TEXT + "style-name"), "paragraph") if attributes else PLAIN
            self._strikes = [bool(self._look.struck if own.struck is None else own.struck)]
            is_bare = own is PLAIN and self._look is PLAIN
            self._faces = [BARE if is_bare else own.face.over(self._look.face.over(BARE))]

    def _end_paragraph(self) -> None:
        self._inside -= 1
        if not self._inside:
            self._into.end()

    def _start_span(self, attributes: Mapping[str, str]) -> None:
        if not self._inside:
            self._skip()
            return
        own = self.styles.look(attributes.get(TEXT + "style-name"), "text")
        self._strikes.append(self._strikes[-1] if own.struck is None else own.struck)
        self._faces.append(own.face.over(self._faces[-1]))

    def _end_span(self) -> None:
        self._strikes.pop()
        self._faces.pop()

    def _make_spaces(self, attributes: Mapping[str, str]) -> None:
        number = count(attributes.get(TEXT + "c"))
        self._claim(number)
        self._make(" " * number)

    def _claim(self, number: int) -> None:
        self._claims += number
        if self._claims > MAX_CLAIMS:
            raise too_big()

    def _make(self, text: str) -> None:
        if self._inside:
            self._into.make(text, self._strikes[-1], self._faces[-1])
