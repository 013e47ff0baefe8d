"""Delimited text (.csv, .tsv, .txt) as one sheet of text cells. It keeps no kinds, so looks warn (`looks`).

A row whose text is uncertain is dropped with an error that names it; the rows after it are read. Row numbers are those
that a program shows: a line sep= and blank lines count, line ends within quotes do not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import PurePath

from sheet_tools.cells import Cell, Kind, Place
from sheet_tools.findings import Finding, Level
from sheet_tools.readers import line_breaks
from sheet_tools.readers.budget import too_big
from sheet_tools.readers.encoding import BROKEN, Decoded, decode, is_broken
from sheet_tools.readers.layout import DELIMITERS, Chosen, choose_layout
from sheet_tools.readers.limits import CELL_LIMIT, MAX_CELLS, MAX_QUOTES, MAX_ROWS, MAX_TEXT, utf16_length
from sheet_tools.readers.looks import LOST, SUSPECT, has_lost_letters, has_suspect, look
from sheet_tools.readers.model import Choice, Program, ReadOptions, Sheet, Workbook
from sheet_tools.readers.prose import prose_of
from sheet_tools.readers.records import BAD_QUOTING, Block, Fault, Record, pieces
from sheet_tools.tasks import Task

MAX_BYTES = 32 * 1024 * 1024
# Fields cost time even where they are empty.
MAX_FIELDS = 3_000_000
# So many findings of one code say of a file what more of them would say again.
MAX_SAID = 5_000
_CTRL_Z = "\x1a"
_SHOWN = 80
_new_cell = tuple.__new__
_TEXT = Kind.TEXT
RowCheck = Callable[[Record, dict[int, Cell]], None]


def read(data: bytes, source: str, task: Task, options: ReadOptions) -> Workbook:
    """A workbook of one sheet, named as the file without its ending.

    Raises Unreadable: too-big-unpacked past MAX_BYTES, MAX_CELLS, MAX_ROWS, MAX_TEXT or MAX_QUOTES; no-such-option for
    a choice that is none.
    """
    if len(data) > MAX_BYTES:
        raise too_big()
    wanted = line_breaks.checked(options)
    decoded = decode(data, options.encoding)
    text, has_mark = _without_mark(decoded.text)
    if wanted == line_breaks.LF:
        text = text.replace("\r\n", "\n")
    if max(map(text.count, DELIMITERS)) > MAX_FIELDS or text.count('"') > MAX_QUOTES:
        raise too_big()
    chosen = choose_layout(text, task, options.delimiter, cr_ends=wanted == line_breaks.CR)
    sheet = Sheet(PurePath(source).stem)
    # Only Excel knows a line sep=; nothing else in a text tells which program wrote it.
    workbook = Workbook(source, "text", Program.EXCEL if chosen.sep else Program.ANY, [sheet])
    if has_mark:
        workbook.findings.append(Finding("eof-mark"))
    _say_encoding(decoded, options, workbook)
    _say_delimiter(chosen, options, workbook)
    reader = _Reader(sheet, workbook.findings, text, chosen)
    reader.read()
    is_stray = reader.said["stray-cr"] > 0
    if open_choice := line_breaks.choice(decoded.text, wanted, reader.first_cr, is_stray):
        workbook.choices.append(open_choice)
    return workbook


def _without_mark(text: str) -> tuple[str, bool]:
    """The text without the end-of-file mark of DOS (Ctrl-Z, perhaps repeated), and whether it had one."""
    stripped = text.rstrip(_CTRL_Z)
    return stripped, len(stripped) < len(text)


def _say_encoding(decoded: Decoded, options: ReadOptions, workbook: Workbook) -> None:
    if not decoded.encoding.startswith("utf"):
        workbook.findings.append(Finding("encoding", Place(), {"encoding": decoded.encoding}))
    if not decoded.readings:
        return
    options_read = decoded.readings
    workbook.choices.append(Choice("encoding", decoded.encoding, options_read))
    if decoded.unsure and options.encoding is None:
        readings = "; ".join(f"{name}: „{words}”" for name, words in options_read)
        values = {"encoding": decoded.encoding, "readings": readings}
        workbook.findings.append(Finding("encoding-unsure", Place(), values))


def _say_delimiter(chosen: Chosen, options: ReadOptions, workbook: Workbook) -> None:
    """A choice where the headings do not decide it; silence where there is but one way to cut the text."""
    cuts = [trial for trial in chosen.trials if trial.fields > 1]
    if not chosen.unsure or len(cuts) < 2:
        return
    best = chosen.trial.layout.delimiter
    workbook.choices.append(Choice("delimiter", best, tuple((trial.layout.delimiter, trial.preview) for trial in cuts)))
    if chosen.trial.heading_row and options.delimiter is None:
        others = " ".join(_name(trial.layout.delimiter) for trial in cuts if trial is not chosen.trial)
        workbook.findings.append(Finding("delimiter-unsure", Place(), {"delimiter": _name(best), "others": others}))


def _name(delimiter: str) -> str:
    return "TAB" if delimiter == "\t" else delimiter


class _Reader:
    """One pass over the records: cells into the sheet, findings beside them."""

    def __init__(self, sheet: Sheet, of_file: list[Finding], text: str, chosen: Chosen) -> None:
        self.sheet = sheet
        self.of_file = of_file
        self.text = text
        self.chosen = chosen
        self.layout = chosen.trial.layout
        self.heading = chosen.trial.heading_row or 0
        self.width = len(chosen.trial.heading) if self.heading else 0
        self.is_odd = "\0" in text or is_broken(text)
        self.said: Counter[str] = Counter()
        self.prose = prose_of(self.layout, chosen.trial.heading)
        self.may_be_long = len(text) > MAX_TEXT
        self.may_have_lost = "?" in text
        self.has_cr = "\r" in text
        self.has_lone_cr = self.has_cr and text.count("\r") > text.count("\r\n")
        self.first_cr: str | None = None
        self.first = 2 if chosen.sep else 1
        self.total = 0
        self.open_after = -1

    def read(self) -> None:
        """Fill the sheet. Raises Unreadable(too-big-unpacked)."""
        checks = self._row_checks()
        is_plain = not self.is_odd and self._stray_crs not in checks
        for piece in pieces(self.text, self.layout):
            if isinstance(piece, Record):
                self._take(piece, checks)
            elif is_plain and piece.before >= max(self.heading, self.first - 1) and self._is_quiet(piece):
                self._take_block(piece, checks)
            else:
                for record in piece.records():
                    self._take(record, checks)
            if self.total > MAX_CELLS or len(self.sheet.rows) > MAX_ROWS:
                raise too_big()
        self._drop_prose()

    def _take(self, record: Record, checks: list[RowCheck]) -> None:
        """A record's cells, and what is to be said of them."""
        number, fields, _, fault = record
        if self.may_be_long and max(map(len, fields)) > MAX_TEXT:
            raise too_big()
        if number < self.first or ((self.is_odd or fault is not None) and self._is_dropped(record)):
            return
        name = self.sheet.name
        # Straight to the tuple: the named constructor takes twice as long.
        cells = {c: _new_cell(Cell, (name, number, c, _TEXT, v, None, None)) for c, v in enumerate(fields, 1) if v}
        if not cells:
            return
        self.sheet.rows[number] = cells
        self.total += len(cells)
        if number > self.heading:
            self._look_at(number, fields)
            if len(fields) > self.width > 0:
                self._extra(record, cells)
            for check in checks:
                check(record, cells)

    def _is_quiet(self, block: Block) -> bool:
        """True where no value of a block can have a look that `_look_at` has a word on."""
        raw = block.raw
        return not (
            has_suspect(raw, self.layout.delimiter)
            or (self.may_have_lost and LOST.search(raw))
            or (self.has_lone_cr and "\r" in raw)
            or 2 * max(map(len, block.lines)) > CELL_LIMIT
        )

    def _take_block(self, block: Block, checks: list[RowCheck]) -> None:
        """As `_take` for every record of a quiet block."""
        rows, width, name, kind, number = self.sheet.rows, self.width or MAX_CELLS, self.sheet.name, _TEXT, block.before
        for fields, line in zip(block.rows, block.lines, strict=True):
            number += 1
            cells = {c: _new_cell(Cell, (name, number, c, kind, v, None, None)) for c, v in enumerate(fields, 1) if v}
            if not cells:
                continue
            rows[number] = cells
            self.total += len(cells)
            if len(fields) > width:
                self._extra(Record(number, fields), cells)
            if checks and '"' not in line:
                for check in checks:
                    check(Record(number, fields), cells)

    def _row_checks(self) -> list[RowCheck]:
        """The checks of a row that this text can need at all: most need none."""
        checks: list[RowCheck] = [self.prose.note] if self.prose else []
        if not self.layout.cr_ends and self.has_lone_cr:
            checks.append(self._stray_crs)
        return checks

    def _look_at(self, number: int, fields: list[str]) -> None:
        """What the looks of a row's values tell. Nearly every row is done with by two quick searches in all of it."""
        joined = "\n" + "\n".join(fields)
        if SUSPECT.search(joined) or 2 * len(joined) > CELL_LIMIT:
            for column, value in enumerate(fields, 1):
                self._look(number, column, value)
        if self.has_cr and self.first_cr is None and "\r" in joined:
            self.first_cr = next(value for value in fields if "\r" in value)
        if self.may_have_lost and LOST.search(joined):
            for column, value in enumerate(fields, 1):
                if "?" in value and has_lost_letters(value):
                    self._say("suspect-question-marks", number, column, {"text": value[:_SHOWN]})

    def _look(self, number: int, column: int, value: str) -> None:
        if code := look(value):
            self._say(code, number, column, {"text": value[:_SHOWN]})
        if 2 * len(value) >= CELL_LIMIT and (length := utf16_length(value)) >= CELL_LIMIT:
            code = "at-cell-limit" if length == CELL_LIMIT else "over-cell-limit"
            self._say(code, number, column, {"length": length, "limit": CELL_LIMIT})

    def _say(
        self, code: str, row: int, column: int | None, values: dict[str, object], level: Level | None = None
    ) -> None:
        """Errors at or above the heading, or without one, concern the whole file: the table looks only below it."""
        self.said[code] += 1
        if self.said[code] > MAX_SAID:
            return
        finding = Finding(code, Place(self.sheet.name, row, column), values, level)
        is_below = row > self.heading > 0 or not finding.is_error
        (self.sheet.findings if is_below else self.of_file).append(finding)

    def _is_dropped(self, record: Record) -> bool:
        """Say what is wrong with a record; True where that leaves its text uncertain."""
        number, fields, _, fault = record
        dropped = False
        if fault is not None and not self._is_plain_mark(record, fault):
            values = {"text": fault.text[:_SHOWN], "lines": fault.lines}
            self._say(fault.code, number, fault.column, values, fault.level)
            dropped = fault.level is Level.ERROR
        for column, value in enumerate(fields, 1):
            if "\0" in value:
                self._say("nul-byte", number, column, {"text": value[:_SHOWN]})
                dropped = True
        if any(BROKEN.search(value) for value in fields):
            shown = " · ".join(value for value in fields if value)
            self._say("encoding-broken", number, None, {"row": number, "text": shown[:_SHOWN]})
            dropped = True
        return dropped and number != self.heading

    def _is_plain_mark(self, record: Record, fault: Fault) -> bool:
        """True for a lone quotation mark in a row as wide as the heading („5" rura”), which is a character like others;
        False where a mark may open in the row before and close here."""
        follows_open = self.open_after == record.number - 1
        if fault.code == BAD_QUOTING and fault.opens:
            self.open_after = record.number
        is_whole = record.number > self.heading and len(record.fields) == self.width
        return is_whole and fault.level is Level.ERROR and fault.is_lone and not (follows_open and fault.closes)

    def _extra(self, record: Record, cells: dict[int, Cell]) -> None:
        extra = [column for column in cells if column > self.width]
        if extra:
            values = {"text": cells[extra[0]].text[:_SHOWN], "fields": len(record.fields), "headings": self.width}
            self._say("extra-fields", record.number, extra[0], values)

    def _drop_prose(self) -> None:
        for row, column in self.prose.rows().items() if self.prose else ():
            cells = self.sheet.rows.pop(row)
            values = {"text": self.layout.delimiter.join((cells[column].text, cells[column + 1].text))[:_SHOWN]}
            self._say("maybe-unquoted-delimiter", row, column, {**values, "delimiter": self.layout.delimiter})

    def _stray_crs(self, record: Record, cells: dict[int, Cell]) -> None:
        if record.quoted:
            return
        for column, cell in cells.items():
            if "\r" in cell.text:
                self._say("stray-cr", record.number, column, {"text": cell.text[:_SHOWN]})
