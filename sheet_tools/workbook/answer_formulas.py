"""The live status of a sheet of given items, from what the columns declare: one formula a row, the first fault wins.

Excel (2007 and later), LibreOffice and Google Sheets compute it alike, as sheet_tools.workbook.formulas explains.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from sheet_tools.tasks import Column, Writes
from sheet_tools.values import NONE_WORDS
from sheet_tools.workbook.answer_words import AnswerWords
from sheet_tools.workbook.formulas import NOT_SKIPPED, first_of, quoted

_DIGITS = "0123456789"
_OF_LISTS = _DIGITS + ",; []"
_NOT_IN_WORDS = _DIGITS + "[](){}"

# No formula and no word of ours holds it.
ROW = "\0"

Case = tuple[str, str]


@dataclass(frozen=True, slots=True)
class StatusFormula:
    """`cells`: field → column letters; `headings`: field → heading; `originals`: given field → letters of its copy."""

    columns: Mapping[str, Column]
    cells: Mapping[str, str]
    headings: Mapping[str, str]
    originals: Mapping[str, str]
    words: AnswerWords

    def pattern(self) -> str:
        """The formula with the leading „=”, and ROW where the number of its row belongs."""
        filled = [f"LEN({self._cell(name)})" for name, column in self.columns.items() if column.answers]
        # An error in a cell must not reach LEN: its kind is asked first.
        cases = [*self._kinds(), *self._skipped(), *self._changed()]
        cases.append((f"{'+'.join(filled)}=0", self._untouched()))
        for name, column in self.columns.items():
            cases += self._about(name, column)
        return f"={first_of(cases, quoted(self.words.ok))}"

    def _cell(self, name: str) -> str:
        return f"${self.cells[name]}{ROW}"

    def _untouched(self) -> str:
        """A row without an answer is to be done where its item is there, and says nothing where it is blank."""
        given = [self._cell(name) for name, column in self.columns.items() if column.given]
        return f'IF({"+".join(f"LEN({cell})" for cell in given)}=0,"",{quoted(self.words.todo)})'

    def _kinds(self) -> Iterator[Case]:
        tests = (("ISERROR", self.words.error), ("ISLOGICAL", self.words.boolean), ("ISNUMBER", self.words.number))
        for test, said in tests:
            for name in self.columns:
                yield f"{test}({self._cell(name)})", self._say(said, name)

    def _skipped(self) -> Iterator[Case]:
        if "skip" in self.cells:
            words = "{" + ",".join(quoted(word) for word in NOT_SKIPPED) + "}"
            cell = self._cell("skip")
            test = f'IF(ISERROR({cell}),FALSE,SUMPRODUCT(--EXACT(LOWER(TRIM({cell}&"")),{words}))=0)'
            yield test, quoted(self.words.skipped)

    def _changed(self) -> Iterator[Case]:
        for name, letters in self.originals.items():
            copy = f"${letters}{ROW}"
            yield f"AND(LEN({copy})>0,NOT(EXACT({self._cell(name)},{copy})))", self._say(self.words.changed, name)

    def _about(self, name: str, column: Column) -> Iterator[Case]:
        cell = self._cell(name)
        if column.blank_when:
            yield from self._by_rule(name, column)
            return
        if column.required:
            yield f"LEN(TRIM({cell}))=0", self._say(self.words.missing, name)
        for test, said in _TESTS[column.writes](cell, column, self.words):
            yield f"AND(LEN({cell})>0,{test})", self._say(said, name, labels=", ".join(column.choices))

    def _by_rule(self, name: str, column: Column) -> Iterator[Case]:
        assert column.blank_when is not None
        other, label = column.blank_when
        cell = self._cell(name)
        is_label = f"EXACT({self._cell(other)},{quoted(label)})"
        blank = f"OR(LEN(TRIM({cell}))=0,{_is_none(cell)})"
        yield f"AND({is_label},NOT({blank}))", self._say(self.words.superfluous, name)
        yield f"AND(NOT({is_label}),{blank})", self._say(self.words.missing, name)
        if column.differs_from:
            same = f"AND(NOT({is_label}),EXACT({cell},{self._cell(column.differs_from)}))"
            yield same, self._say(self.words.unchanged, name, other=self.headings[column.differs_from])

    def _say(self, said: str, name: str, **values: str) -> str:
        return quoted(said.format(field=self.headings[name], **values))


def _is_none(cell: str) -> str:
    return f"OR({','.join(f'EXACT(LOWER(TRIM({cell})),{quoted(word)})' for word in NONE_WORDS)})"


def _holds_any(cell: str, characters: str) -> str:
    each = "{" + ",".join(quoted(char) for char in characters) + "}"
    return f"SUMPRODUCT(--ISNUMBER(FIND({each},{cell})))>0"


def _of_list(cell: str, _column: Column, words: AnswerWords) -> Iterator[Case]:
    left = f'SUBSTITUTE({cell},CHAR(10),"")'
    for char in _OF_LISTS:
        left = f'SUBSTITUTE({left},{quoted(char)},"")'
    yield f"NOT(OR({_is_none(cell)},LEN({left})=0))", words.not_list


def _of_label(cell: str, column: Column, words: AnswerWords) -> Iterator[Case]:
    yield f"NOT(OR({','.join(f'EXACT({cell},{quoted(label)})' for label in column.choices)}))", words.not_label


def _of_words(cell: str, _column: Column, words: AnswerWords) -> Iterator[Case]:
    yield _holds_any(cell, _NOT_IN_WORDS), words.digits
    yield f"NOT(EXACT({cell},LOWER({cell})))", words.case
    yield f"NOT(EXACT({cell},TRIM({cell})))", words.blanks


def _of_lines(cell: str, _column: Column, words: AnswerWords) -> Iterator[Case]:
    yield _holds_any(cell, _NOT_IN_WORDS), words.digits
    yield f"NOT(EXACT({cell},LOWER({cell})))", words.case


def _of_string(_cell: str, _column: Column, _words: AnswerWords) -> Iterator[Case]:
    yield from ()


_TESTS: Mapping[Writes, Callable[[str, Column, AnswerWords], Iterator[Case]]] = {
    Writes.STRING: _of_string,
    Writes.LABEL: _of_label,
    Writes.WORDS: _of_words,
    Writes.INTEGERS: _of_list,
    Writes.LINES: _of_lines,
}
