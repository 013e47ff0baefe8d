"""The live status of a sheet of given items, from what the task declares: one formula a row, the first fault wins.

Excel (2007 and later), LibreOffice and Google Sheets compute it alike, as sheet_tools.workbook.formulas explains.
Errors of the whole row come before what a person should merely look at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from sheet_tools.tasks import Column, Holds, Task, Writes
from sheet_tools.workbook import answer_tests as tests
from sheet_tools.workbook.answer_words import AnswerWords
from sheet_tools.workbook.formulas import NOT_SKIPPED, first_of, quoted

# No formula and no word of ours holds them: the row's own number, and that of the row above.
ROW, ABOVE = "\0", "\1"

Case = tuple[str, str]


@dataclass(frozen=True, slots=True)
class StatusFormula:
    """`cells`: field → column letters; `headings`: field → heading; `originals`: given field → letters of its copy;
    `helpers`: field → letters of its hidden columns. `most_places`: numbers up to it are looked for in a sentence."""

    task: Task
    cells: Mapping[str, str]
    headings: Mapping[str, str]
    originals: Mapping[str, str]
    helpers: Mapping[str, tuple[str, ...]]
    words: AnswerWords
    most_places: int

    @property
    def columns(self) -> dict[str, Column]:
        return {column.name: column for column in self.task.columns if column.holds is Holds.TEXT}

    def pattern(self) -> str:
        """The formula with the leading „=”, and ROW where the number of its row belongs, ABOVE for that before."""
        filled = [f"LEN({self._cell(name)})" for name, column in self.columns.items() if column.answers]
        # An error in a cell must not reach LEN: its kind is asked first.
        cases = [*self._skipped(), *self._kinds(), *self._changed()]
        cases.append((f"{'+'.join(filled)}=0", self._untouched()))
        cases += self._repeated()
        for name, column in self.columns.items():
            cases += self._about(name, column)
        for name in self.task.checks:
            cases += _BY_CHECK[name](self) if name in _BY_CHECK else ()
        for name in self.task.checks:
            cases += _TO_LOOK_AT[name](self) if name in _TO_LOOK_AT else ()
        return f"={first_of(cases, quoted(self.words.ok))}"

    def helper_patterns(self) -> dict[str, str]:
        """Letters of a hidden column → its formula, as `pattern`."""
        made: dict[str, str] = {}
        for name, letters in self.helpers.items():
            source = self._cell(name)
            for letter, formula in zip(letters, tests.helpers_of(self.columns[name]), strict=True):
                made[letter] = f'=IF(ISERROR({source}),"",{formula(source)})'
                source = f"${letter}{ROW}"
        return made

    def _cell(self, name: str) -> str:
        return f"${self.cells[name]}{ROW}"

    def helper(self, name: str) -> str:
        """The last of the hidden cells of a field."""
        return f"${self.helpers[name][-1]}{ROW}"

    @property
    def subject(self) -> str:
        return self._cell(self.task.subject)

    def _untouched(self) -> str:
        """A row without an answer is to be done where its item is there, and says nothing where it is blank."""
        given = [self._cell(name) for name, column in self.columns.items() if column.given]
        return f'IF({"+".join(f"LEN({cell})" for cell in given)}=0,"",{quoted(self.words.todo)})'

    def _kinds(self) -> Iterator[Case]:
        kinds = (("ISERROR", self.words.error), ("ISLOGICAL", self.words.boolean), ("ISNUMBER", self.words.number))
        for test, said in kinds:
            for name in self.columns:
                yield f"{test}({self._cell(name)})", self._worded(said, name)

    def _skipped(self) -> Iterator[Case]:
        if "skip" in self.cells:
            words = "{" + ",".join(quoted(word) for word in NOT_SKIPPED) + "}"
            cell = self._cell("skip")
            test = f'IF(ISERROR({cell}),FALSE,SUMPRODUCT(--EXACT(LOWER(TRIM({cell}&"")),{words}))=0)'
            yield test, quoted(self.words.skipped)

    def _changed(self) -> Iterator[Case]:
        for name, letters in self.originals.items():
            copy = f"${letters}{ROW}"
            yield f"AND(LEN({copy})>0,NOT(EXACT({self._cell(name)},{copy})))", self.worded("changed", name)

    def _repeated(self) -> Iterator[Case]:
        """An id of a row above, in a sheet of new items; one that was given cannot be typed over in silence."""
        for name in self.task.unique:
            if name in self.cells and name not in self.originals:
                letters, status = self.cells[name], self.cells["status"]
                above, said = f"${letters}$1:${letters}{ABOVE}", f"${status}$1:${status}{ABOVE}"
                same = f"EXACT({above},{self._cell(name)})*NOT(EXACT({said},{quoted(self.words.skipped)}))"
                # 1/0 and the errors of other rows are no numbers.
                test = f"AND(LEN({self._cell(name)})>0,SUMPRODUCT(--ISNUMBER(1/({same})))>0)"
                yield test, self.worded("repeated", name)

    def _about(self, name: str, column: Column) -> Iterator[Case]:
        cell = self._cell(name)
        if column.blank_when:
            yield from self._by_rule(name, column)
            return
        if column.required:
            yield tests.is_blank(cell), self.worded("missing", name)
        if column.writes is Writes.LABEL:
            test = f"NOT(OR({','.join(f'EXACT({cell},{quoted(label)})' for label in column.choices)}))"
            yield f"AND(LEN({cell})>0,{test})", self.worded("not_label", name, labels=", ".join(column.choices))
        elif name in self.helpers:
            for test, said in _BY_KIND[column.writes](cell, self.helper(name)):
                yield f"AND(LEN({cell})>0,{test})", self.worded(said, name)

    def _by_rule(self, name: str, column: Column) -> Iterator[Case]:
        is_label, cell = self.is_left_out(column), self._cell(name)
        none = tests.is_none(cell)
        yield f"AND({is_label},LEN({cell})>0,NOT({none}))", self.worded("superfluous", name)
        yield f"AND(NOT({is_label}),OR({tests.is_blank(cell)},{none}))", self.worded("missing", name)
        if column.differs_from:
            same = f"AND(NOT({is_label}),EXACT({cell},{self._cell(column.differs_from)}))"
            yield same, self.worded("unchanged", name, other=self.headings[column.differs_from])

    def is_left_out(self, column: Column) -> str:
        """Whether the field is blank by the rule of another one's label."""
        if column.blank_when is None:
            return "FALSE"
        other, label = column.blank_when
        return f"EXACT({self._cell(other)},{quoted(label)})"

    def worded(self, said: str, name: str, **values: object) -> str:
        """The words of that name about a field, as a literal."""
        return self._worded(getattr(self.words, said), name, **values)

    def _worded(self, words: str, name: str, **values: object) -> str:
        return quoted(words.format(field=self.headings[name], **values))

    # -- by the task's checks

    def lists(self) -> list[str]:
        return [column.name for column in self.task.answers if column.writes is Writes.INTEGERS]

    def places(self) -> Iterator[Case]:
        yield from self._said(tests.numbering_tests(self.subject, self.most_places), self.task.subject)
        for name in self.lists():
            yield from self._said(tests.place_tests(self.helper(name), self.subject, self.most_places), name)

    def places_to_look_at(self) -> Iterator[Case]:
        lists, most = self.lists(), self.most_places
        for at, name in enumerate(lists):
            for earlier in lists[:at]:
                test = tests.overlap(self.helper(earlier), self.helper(name), most)
                yield test, self.worded("overlap", name, other=self.headings[earlier])
        count = tests.places_count(self.subject, most)
        yield f"OR({count}<6,{count}>10)", self.worded("places_count", self.task.subject)

    def target(self) -> Iterator[Case]:
        yield from self._said(tests.target_tests(self.subject), self.task.subject)

    def neighbours(self) -> Iterator[Case]:
        for column in self.task.answers:
            if column.writes is Writes.WORDS:
                yield from self._said(tests.neighbour_tests(self._cell(column.name), self.subject), column.name)

    def sentences(self) -> Iterator[Case]:
        for column in self.task.answers:
            if column.differs_from:
                held = f"NOT({self.is_left_out(column)})"
                found = tests.sentence_tests(self._cell(column.name), self._cell(column.differs_from))
                yield from self._said(((f"AND({held},{test})", said) for test, said in found), column.name)

    def length(self) -> Iterator[Case]:
        """More words than a model may answer with, where all of it are texts; of an object the keys count too."""
        shape, asked = self.task.output_shape, self.task.answers
        if shape is None or self.lists():
            return
        keys = 0 if len(asked) == 1 else len(asked)
        count = "+".join([*(tests.words_in(self._cell(column.name)) for column in asked), str(keys)])
        longest = asked[-1].name
        yield f"{count}>{shape.max_words}", self.worded("many_words", longest, most=shape.max_words)

    def _said(self, found: Iterable[tests.Test], name: str) -> Iterator[Case]:
        yield from ((test, self.worded(said, name)) for test, said in found)


_BY_KIND: Mapping[Writes, Callable[[str, str], Iterator[tests.Test]]] = MappingProxyType(
    {Writes.INTEGERS: tests.list_tests, Writes.WORDS: tests.words_tests, Writes.LINES: tests.lines_tests}
)
# What a task's checks ask beside its declaration: errors, and what a person should look at.
_BY_CHECK: Mapping[str, Callable[[StatusFormula], Iterator[Case]]] = MappingProxyType(
    {"comma-places": StatusFormula.places, "numeral-target": StatusFormula.target}
)
_TO_LOOK_AT: Mapping[str, Callable[[StatusFormula], Iterator[Case]]] = MappingProxyType(
    {
        "sentences": StatusFormula.sentences,
        "comma-places": StatusFormula.places_to_look_at,
        "numeral-words": StatusFormula.neighbours,
        "answers": StatusFormula.length,
    }
)
