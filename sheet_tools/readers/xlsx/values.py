"""A cell's raw value, type and style become a Cell, with the findings that concern its storage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sheet_tools.cells import Cell, Kind, Place
from sheet_tools.findings import Finding
from sheet_tools.readers.budget import FINDING, LONG_WAY, Budget, too_big
from sheet_tools.readers.faces import Face, Lost, lost
from sheet_tools.readers.limits import CELL_LIMIT, MAX_ERRORS, MAX_WARNINGS, utf16_length
from sheet_tools.readers.numfmt import show_boolean, show_error, show_iso, show_number, show_text
from sheet_tools.readers.package import missing
from sheet_tools.readers.xlsx.escapes import decode
from sheet_tools.readers.xlsx.strings import Remarks, Strings, whole
from sheet_tools.readers.xlsx.styles import PLAIN, Style

_NOTHING = Remarks()
_TEXTS = frozenset({"s", "str", "inlineStr"})


@dataclass(slots=True)
class Raw:
    """One cell as the parser met it. `inline` is the text of its `<is>`; `formula` whether it has an `<f>`; `picture`
    whether that shows a picture."""

    row: int
    column: int
    type: str
    style: str
    value: str | None
    inline: tuple[str, Remarks | None] | None
    formula: bool
    picture: bool = False

    @property
    def lacks_result(self) -> bool:
        """True for a formula without text whose result is not in the file. The empty text is a result."""
        is_saved = self.value is not None and (self.type != "s" or bool(self.value.strip()))
        return self.formula and (self.picture or not (is_saved or self.inline is not None))


@dataclass(slots=True)
class Maker:
    """Makes the cells of one sheet and gathers the findings about them."""

    sheet: str
    strings: Strings
    styles: Mapping[str, Style]
    date1904: bool = False
    budget: Budget = field(default_factory=Budget)
    findings: list[Finding] = field(default_factory=list)
    looks: dict[tuple[int, Face], tuple[object, Lost | None]] = field(default_factory=dict)

    def make(self, raw: Raw) -> Cell | None:
        """The cell; None where it holds nothing, or nothing that is certain (which a finding says)."""
        self.budget.take_work(LONG_WAY)
        style = self.styles.get(raw.style, PLAIN)
        if raw.type in _TEXTS or raw.inline is not None:
            return self._text(raw, style)
        value = (raw.value or "").strip()
        if not value:
            return self._cell(raw, Kind.EMPTY, "", None) if raw.formula else None
        if style.struck:
            self._say(raw, "strikethrough", struck=value, text=value)
        if raw.type == "b":
            shown = {"1": show_boolean(True), "true": show_boolean(True)}.get(value.lower())
            shown = shown or {"0": show_boolean(False), "false": show_boolean(False)}.get(value.lower())
            stored = {"PRAWDA": "TRUE", "FAŁSZ": "FALSE"}.get(shown or "", value)
            return self._cell(raw, Kind.BOOLEAN, shown or value, stored)
        if raw.type == "e":
            value = decode(value)
            return self._cell(raw, Kind.ERROR, show_error(value), value)
        # A number is laid out character by character of its format.
        self.budget.take_work(len(style.code))
        number = show_iso(value, style.code) if raw.type == "d" else show_number(value, style.code, self.date1904)
        return self._cell(raw, number.kind, number.text, number.stored)

    def _text(self, raw: Raw, style: Style) -> Cell | None:
        text, remarks = self._string(raw)
        if text is None:
            return None
        if remarks.lone:
            self._say(raw, "lone-surrogate")
            return None
        if not text:
            return self._cell(raw, Kind.EMPTY, "", None) if raw.lacks_result else None
        self.remark(raw.row, raw.column, text, remarks, style)
        return self._cell(raw, Kind.TEXT, text, text if raw.formula else None)

    def leave_out(self, raw: Raw, place: Place) -> None:
        """A cell with an address that no sheet has."""
        text = raw.inline[0] if raw.inline else raw.value or ""
        if raw.type == "s":
            text = self.strings.texts.get(text.strip(), "")
        if text or raw.formula:
            self._add(Finding("stray-cell", place, {"text": text[:60]}))

    def _string(self, raw: Raw) -> tuple[str | None, Remarks]:
        """The text of a cell of text; None where its index leads nowhere (a finding says so)."""
        if raw.inline is not None and (raw.type != "s" or raw.value is None):
            return raw.inline[0], raw.inline[1] or _NOTHING
        if raw.value is None:
            return "", _NOTHING
        if raw.type == "s":
            index = raw.value.strip()
            if not index:
                return "", _NOTHING
            index = index.lstrip("0") or index[-1:]
            if index not in self.strings.texts:
                if self.strings.missing:
                    raise missing(self.strings.missing)
                self._say(raw, "corrupt-string-index", index=raw.value[:20])
                return None, _NOTHING
            return self.strings.texts[index], self.strings.remarks.get(index, _NOTHING)
        text, surrogates, lone = whole(decode(raw.value))
        return text, Remarks(surrogates=surrogates, lone=lone)

    def remark(self, row: int, column: int, text: str, remarks: Remarks, style: Style) -> None:
        """What is to be said of a text that is kept."""
        place = Raw(row, column, "", "", None, None, False)
        if remarks.surrogates:
            self._say(place, "surrogate-escape")
        if remarks.ambiguous:
            self._say(place, "whitespace-ambiguous", text=text)
        struck = remarks.struck
        if style.struck:
            struck += text if remarks.follows is None else remarks.follows
        if struck.strip():
            self._say(place, "strikethrough", struck=struck, text=text)
        if (look := self._lost(text, remarks, style)) is not None:
            self._say(place, "formatting-lost", text=text, **look._asdict())
        if style.code != "General" and (shown := show_text(text, style.code)) != text:
            self._say(place, "displayed-differently", shown=shown, text=text)
        length = utf16_length(text)
        if length >= CELL_LIMIT:
            code = "at-cell-limit" if length == CELL_LIMIT else "over-cell-limit"
            self._say(place, code, length=length, limit=CELL_LIMIT)

    def _lost(self, text: str, remarks: Remarks, style: Style) -> Lost | None:
        """A string of many runs may stand in many cells: it is looked at once for each look of a cell."""
        if not remarks.faces:
            return lost([(style.face, text)]) if style.face.is_telling else None
        key = (id(remarks.faces), style.face)
        if key not in self.looks and len(self.findings) < MAX_WARNINGS:
            self.budget.take_work(len(remarks.faces))
            # The runs are kept beside, so that no others come to have their identity.
            self.looks[key] = remarks.faces, lost(_faces(text, remarks, style))
        return self.looks[key][1] if key in self.looks else None

    def _cell(self, raw: Raw, kind: Kind, text: str, stored: str | None) -> Cell:
        if raw.formula:
            return Cell(self.sheet, raw.row, raw.column, Kind.FORMULA, text, stored, kind)
        return Cell(self.sheet, raw.row, raw.column, kind, text, stored)

    def _say(self, raw: Raw, code: str, **values: object) -> None:
        self._add(Finding(code, Place(self.sheet, raw.row, raw.column), values))

    def _add(self, finding: Finding) -> None:
        if len(self.findings) < MAX_WARNINGS or finding.is_error:
            self.budget.take_work(FINDING)
            self.findings.append(finding)
        if len(self.findings) > MAX_ERRORS:
            raise too_big()


def _faces(text: str, remarks: Remarks, style: Style) -> list[tuple[Face, str]]:
    """The pieces of a text with their look: a run that says nothing looks as its cell does."""
    return [(style.face if face is None else face, piece) for face, piece in remarks.faces or [(None, text)]]


def is_short(value: str) -> bool:
    """True for a whole number of few digits, which the format General shows as it is stored."""
    return 0 < len(value) < 11 and value.isascii() and value.isdecimal() and value[0] != "0"
