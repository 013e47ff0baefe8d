"""A cell as the Sheets API tells it becomes the Cell that the same content gives as .xlsx, with the same findings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sheet_tools.cells import Cell, Kind
from sheet_tools.findings import Finding
from sheet_tools.readers.faces import Face, colour, is_symbol_font
from sheet_tools.readers.google.snapshot import Raw
from sheet_tools.readers.numfmt import show_boolean, show_error, show_number
from sheet_tools.readers.placeholders import draws_picture
from sheet_tools.readers.xlsx.escapes import has_surrogate
from sheet_tools.readers.xlsx.strings import Remarks, Strings
from sheet_tools.readers.xlsx.styles import Style
from sheet_tools.readers.xlsx.values import Maker

# ErrorType of the API → the error as files write it, in every language alike.
_ERRORS = {
    "ERROR": "#ERROR!", "NULL_VALUE": "#NULL!", "DIVIDE_BY_ZERO": "#DIV/0!", "VALUE": "#VALUE!", "REF": "#REF!",
    "NAME": "#NAME?", "NUM": "#NUM!", "N_A": "#N/A", "LOADING": "Loading...",
}  # fmt: skip
# Where a cell has a type of format and no pattern: the pattern that a Polish sheet has for it.
_PATTERNS = {
    "TEXT": "@", "NUMBER": "#,##0.00", "PERCENT": "0.00%", "CURRENCY": '#,##0.00\\ "zł"', "DATE": "dd.mm.yyyy",
    "TIME": "hh:mm:ss", "DATE_TIME": "dd.mm.yyyy\\ hh:mm:ss", "SCIENTIFIC": "0.00E+00",
}  # fmt: skip
_DATES = ("DATE", "TIME", "DATE_TIME")


@dataclass(frozen=True, slots=True)
class _Value:
    """`raw` is what a file would hold in its place."""

    kind: Kind
    text: str
    stored: str
    raw: str


class CellMaker:
    """Makes the cells of one sheet and gathers the findings about them. `polish`: the sheet's locale is Polish, so that
    what it shows is what a Polish program shows; else that is worked out from the number format, as for a file."""

    def __init__(self, sheet: str, polish: bool) -> None:
        self.sheet = sheet
        self.polish = polish
        self._maker = Maker(sheet, Strings(), {})

    @property
    def findings(self) -> list[Finding]:
        return self._maker.findings

    def make(self, row: int, column: int, raw: Raw) -> Cell | None:
        """The cell; None where it holds nothing, or nothing that is certain (which a finding says)."""
        entered, effective = raw.get("userEnteredValue") or {}, raw.get("effectiveValue") or {}
        # The result of an array formula beside it has a value that nobody entered.
        is_formula = "formulaValue" in entered or (not entered and bool(effective))
        value = effective or ({} if is_formula else entered)
        if "stringValue" in value:
            return self._text(row, column, raw, str(value["stringValue"]), is_formula)
        read = self._value(value, raw)
        if read is None:
            return Cell(self.sheet, row, column, Kind.FORMULA, "", None, Kind.EMPTY) if is_formula else None
        if _is_struck(raw):
            self._say(row, column, "strikethrough", struck=read.raw, text=read.raw)
        if is_formula:
            return Cell(self.sheet, row, column, Kind.FORMULA, read.text, read.stored, read.kind)
        return Cell(self.sheet, row, column, read.kind, read.text, read.stored)

    def _text(self, row: int, column: int, raw: Raw, text: str, is_formula: bool) -> Cell | None:
        if has_surrogate(text):
            self._say(row, column, "lone-surrogate")
            return None
        if not text:
            # An empty result makes an empty cell.
            formula = str((raw.get("userEnteredValue") or {}).get("formulaValue", ""))
            is_picture = draws_picture(formula)
            return Cell(self.sheet, row, column, Kind.FORMULA, "", None, Kind.EMPTY) if is_picture else None
        runs = raw.get("textFormatRuns")
        remarks = _remarks(list(_stretches(text, runs)), _is_struck(raw)) if runs else Remarks()
        self._maker.remark(row, column, text, remarks, Style(_pattern(raw), _is_struck(raw)))
        shown = raw.get("formattedValue", text)
        if shown != text and _pattern(raw) in ("General", "@"):
            # A chip (a person, a file) is shown by its name and stored as „@”.
            self._say(row, column, "displayed-differently", shown=shown, text=text)
        if is_formula:
            return Cell(self.sheet, row, column, Kind.FORMULA, text, text, Kind.TEXT)
        return Cell(self.sheet, row, column, Kind.TEXT, text)

    def _value(self, value: Mapping[str, Any], raw: Raw) -> _Value | None:
        if "boolValue" in value:
            is_true = bool(value["boolValue"])
            return _Value(Kind.BOOLEAN, show_boolean(is_true), "TRUE" if is_true else "FALSE", str(int(is_true)))
        if "errorValue" in value:
            name = str(value["errorValue"].get("type", "ERROR"))
            stored = _ERRORS.get(name, f"#{name}")
            return _Value(Kind.ERROR, self._shown(raw, show_error(stored)), stored, stored)
        if "numberValue" not in value:
            return None
        number = written(value["numberValue"])
        shown = show_number(number, _pattern(raw))
        # A pattern that is not understood here must not hide what Google knows to be a date.
        kind = Kind.DATE if _number_format(raw).get("type") in _DATES else shown.kind
        return _Value(kind, self._shown(raw, shown.text), shown.stored, number)

    def _shown(self, raw: Raw, worked_out: str) -> str:
        return str(raw.get("formattedValue", worked_out)) if self.polish else worked_out

    def _say(self, row: int, column: int, code: str, **values: object) -> None:
        place = Cell(self.sheet, row, column, Kind.EMPTY, "").place
        self._maker.findings.append(Finding(code, place, values))


def written(number: float | int) -> str:
    """A number in the one form that either way of reading gives: 7, not 7.0."""
    if isinstance(number, float) and number.is_integer() and abs(number) < 1e15:
        return str(int(number))
    return repr(number)


def _number_format(raw: Raw) -> Mapping[str, Any]:
    found: Mapping[str, Any] = (raw.get("effectiveFormat") or {}).get("numberFormat") or {}
    return found


def _pattern(raw: Raw) -> str:
    given = _number_format(raw)
    return str(given.get("pattern") or _PATTERNS.get(given.get("type", ""), "General"))


def _is_struck(raw: Raw) -> bool:
    return bool(((raw.get("userEnteredFormat") or {}).get("textFormat") or {}).get("strikethrough"))


def _remarks(stretches: list[tuple[Mapping[str, Any], str]], cell_struck: bool) -> Remarks:
    struck = (piece for said, piece in stretches if said.get("strikethrough", cell_struck))
    return Remarks(struck="".join(struck), follows="", faces=[(_face(said), piece) for said, piece in stretches])


def _face(said: Mapping[str, Any]) -> Face:
    """How a stretch looks beside the others; what it leaves open follows the cell."""
    return Face(
        underline="single" if said.get("underline") else "",
        bold="bold" if said.get("bold") else "",
        italic="italic" if said.get("italic") else "",
        colour=_colour(said),
        symbol="symbol" if is_symbol_font(str(said.get("fontFamily", ""))) else "",
    )


def _colour(said: Mapping[str, Any]) -> str:
    """A link's own colour says nothing."""
    style = said.get("foregroundColorStyle") or {"rgbColor": said.get("foregroundColor") or {}}
    if "link" in said or style.get("themeColor") == "TEXT":
        return ""
    shares = style.get("rgbColor") or {}
    levels = [round(255 * float(shares.get(name, 0))) for name in ("red", "green", "blue")]
    return str(style.get("themeColor", "")) or colour("".join(f"{level:02X}" for level in levels))


def _stretches(text: str, runs: list[Raw]) -> Iterator[tuple[Mapping[str, Any], str]]:
    """The pieces of a text with what their runs say, which begin at UTF-16 units."""
    units = text.encode("utf-16-le")
    starts: list[tuple[int, Mapping[str, Any]]] = [
        (int(run.get("startIndex", 0)), run.get("format") or {}) for run in runs
    ]
    if starts and starts[0][0] > 0:
        starts.insert(0, (0, {}))
    ends = [start for start, _ in starts[1:]] + [len(units) // 2]
    for (start, said), end in zip(starts, ends, strict=True):
        yield said, units[2 * start : 2 * end].decode("utf-16-le", "replace")
