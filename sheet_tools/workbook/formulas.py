"""The live status: formulas that Excel (2007 and later), LibreOffice and Google Sheets compute alike.

Validation does not fire on paste, so the checks are formulas. COUNTIF is never asked about the author's text:
it takes wildcards and `>3` for criteria, is blind to case, and stops at 255 characters. EXACT within
SUMPRODUCT does none of that. TRIM and LOWER stay out of the array part, which would be slow.
The first fault wins; format errors come before what a person should merely look at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from sheet_tools.tasks import Task
from sheet_tools.workbook.layout import Layout
from sheet_tools.workbook.words import Status, Words

# Characters that nobody sees and FIND does; written into the formula as themselves, since UNICHAR is newer than 2007.
INVISIBLE = (
    "\u00a0\u00ad\u061c\u1680\u180e\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u202f"
    "\u205f\u2060\u2066\u2067\u2068\u2069\u3000\ufeff"
)
# What in the column „pomiń” means that the row stays in (sheet_tools/items.py says the same).
NOT_SKIPPED = ("", "nie", "no", "n", "0", "false", "fałsz", "-", "–")
# The rows that the counters look at, formulas or not.
COUNTED_ROWS = 1000


def quoted(text: str) -> str:
    """A text as a formula's literal."""
    return '"' + text.replace('"', '""') + '"'


def worded(template: str, number: str = "", **values: object) -> str:
    """A status as an expression of text: {n} becomes the formula `number`, the rest is literal."""
    before, _, after = template.partition("{n}")
    parts = [quoted(before.format(**values)), number, quoted(after.format(**values))]
    return "&".join(part for part in parts if part not in ("", '""')) or '""'


def first_of(cases: Iterable[tuple[str, str]], otherwise: str = '""') -> str:
    """Nested IFs: the result of the first condition that holds."""
    pairs = list(cases)
    return "".join(f"IF({condition},{result}," for condition, result in pairs) + otherwise + ")" * len(pairs)


def cleaned(cell: str) -> str:
    """A cell's text with line breaks, tabs and NBSP as blanks, trimmed: near to the official normalisation."""
    for blank in ("CHAR(10)", "CHAR(9)", "CHAR(13)", quoted("\u00a0")):
        cell = f'SUBSTITUTE({cell},{blank}," ")'
    return f"TRIM({cell})"


def is_filled(cell: str) -> str:
    return f"LEN({cleaned(cell)})>0"


def subject_of(task: Task, layout: Layout) -> str:
    """The column whose text must be unique: the first that the task names so, else its first column of text."""
    return task.unique[0] if task.unique else layout.texts[0]


@dataclass(frozen=True, slots=True)
class Formulas:
    """The formulas of one row. Every method gives an expression without the leading „=”."""

    task: Task
    layout: Layout
    words: Words
    row: int

    def cell(self, name: str) -> str:
        return f"${self.layout.letter(name)}{self.row}"

    def cells(self) -> list[tuple[str, str]]:
        """(heading, cell) of each column of text."""
        return [(self.layout.headings[name], self.cell(name)) for name in self.layout.texts]

    @property
    def said(self) -> Status:
        return self.words.status

    @property
    def subject(self) -> str:
        return subject_of(self.task, self.layout)

    def skipped(self) -> str:
        words = "{" + ",".join(quoted(word) for word in NOT_SKIPPED) + "}"
        cell = self.cell("skip")
        return f'IF(ISERROR({cell}),FALSE,SUMPRODUCT(--EXACT(LOWER(TRIM({cell}&"")),{words}))=0)'

    def length(self) -> str:
        cell = self.cell(self.subject)
        return f'IF(ISERROR({cell}),"",IF(LEN({cell})=0,"",LEN({cell})))'

    def text(self) -> str:
        """The subject as text: "" for an error, which would poison every row below, and for a skipped row."""
        cell = self.cell(self.subject)
        return f'IF(ISERROR({cell}),"",IF({self.skipped()},"",{cell}&""))'

    def near(self) -> str:
        return f"LOWER({cleaned(self.cell('text'))})"

    def kind(self) -> str:
        said = self.said
        # ISLOGICAL first: to LibreOffice a logical value is a number too.
        tests = (("ISERROR", said.error), ("ISLOGICAL", said.boolean), ("ISNUMBER", said.number))
        return first_of(
            (f"{test}({cell})", worded(words, field=heading)) for test, words in tests for heading, cell in self.cells()
        )

    def _when_text(self, expression: str) -> str:
        """Nothing is said of text while a cell holds something else."""
        return f'IF({self.cell("kind")}<>"","",{expression})'

    def format(self) -> str:
        said, layout = self.said, self.layout
        missing = [
            (f"NOT({is_filled(self.cell(name))})", worded(said.missing, field=layout.headings[name]))
            for name in layout.required
        ]
        long = [
            (f"LEN({cell})>{limit}", worded(said.long, f"LEN({cell})", field=layout.headings[name], limit=limit))
            for name in layout.texts
            if (limit := layout.columns[name].limit) and (cell := self.cell(name))
        ]
        return self._when_text(first_of([*missing, *long]))

    def alias(self) -> str:
        """An alias that repeats gold, or an alias before it."""
        names = ("gold", *self.layout.aliases) if "gold" in self.layout.texts else self.layout.aliases
        pairs = [(first, later) for at, later in enumerate(names) for first in names[:at]]
        return self._when_text(
            first_of(
                (
                    f"IF({is_filled(self.cell(later))},"
                    f"EXACT({cleaned(self.cell(first))},{cleaned(self.cell(later))}),FALSE)",
                    worded(self.said.repeats, field=self.layout.headings[later], other=self.layout.headings[first]),
                )
                for first, later in pairs
            )
        )

    def place(self) -> str:
        """The place of the first invisible character in all the texts as one; beyond their end where there is none.

        All such characters are appended, so that FIND never fails and needs no IFERROR.
        """
        each = "{" + ",".join(quoted(char) for char in INVISIBLE) + "}"
        return self._when_text(f"SUMPRODUCT(MIN(FIND({each},{self._joined()}&{quoted(INVISIBLE)})))")

    def characters(self) -> str:
        """An invisible character, by its cell and its place there; else a blank at the edge of a cell."""
        place, before = self.cell("place"), ""
        invisible = []
        for heading, cell in self.cells():
            at = f"({place}{before})" if before else place
            invisible.append((f"{at}<=LEN({cell})", worded(self.said.invisible, at, field=heading)))
            before += f"-LEN({cell})"
        edge = [(_blank_edge(cell), worded(self.said.edge, field=heading)) for heading, cell in self.cells()]
        return self._when_text(first_of([*invisible, *edge]))

    def _joined(self) -> str:
        return "&".join(cell for _, cell in self.cells())

    def _filled_length(self) -> str:
        """Not of the texts joined: over 32,767 characters Excel would give an error."""
        return "+".join(f"LEN(TRIM({cell}))" for _, cell in self.cells())

    def _row_above(self, helper: str) -> str:
        """The last row above that holds the same in a helper column; 0 where none does."""
        letter = self.layout.letter(helper)
        above = f"${letter}$1:${letter}{self.row - 1}"
        return f"SUMPRODUCT(MAX(EXACT({above},{self.cell(helper)})*ROW({above})))"

    def status(self) -> str:
        first, last = self.cell(self.layout.texts[0]), self.cell(self.layout.texts[-1])
        same, near = self._row_above("text"), self._row_above("near")
        faults = [(f'{self.cell(name)}<>""', self.cell(name)) for name in ("format", "alias", "characters")]
        cases = [
            (f"COUNTA({first}:{last})=0", '""'),
            (self.skipped(), quoted(self.said.skipped)),
            (f'{self.cell("kind")}<>""', self.cell("kind")),
            (f"{self._filled_length()}=0", '""'),
            faults[0],
            (f"{same}>0", worded(self.said.same, same)),
            (f"{near}>0", worded(self.said.near, near)),
            *faults[1:],
        ]
        return first_of(cases, quoted(self.said.ok))

    def all(self) -> Mapping[str, str]:
        """Column → formula, with the leading „=”, for every column that the author does not fill."""
        makers: dict[str, Callable[[], str]] = {
            "length": self.length,
            "status": self.status,
            "text": self.text,
            "near": self.near,
            "kind": self.kind,
            "format": self.format,
            "alias": self.alias,
            "place": self.place,
            "characters": self.characters,
        }
        return {name: f"={make()}" for name, make in makers.items() if name in self.layout.names}


def _blank_edge(cell: str) -> str:
    blanks = '" "&CHAR(9)&CHAR(10)&CHAR(13)'
    return (
        f"AND(LEN({cell})>0,"
        f"OR(ISNUMBER(FIND(LEFT({cell},1),{blanks})),ISNUMBER(FIND(RIGHT({cell},1),{blanks}))))"
    )


def counters(task: Task, layout: Layout, words: Words, first_cell_row: int, column: str) -> dict[str, str]:
    """The counters of the set, by name in the order shown; they stand one under another from `first_cell_row`
    in `column`, and the verdict refers to them."""
    sheet = f"'{words.items_sheet}'!"
    last = COUNTED_ROWS + 1
    status = f"{sheet}${layout.letter('status')}$2:${layout.letter('status')}${last}"
    letter = layout.letter(subject_of(task, layout))
    subject = f"{sheet}${letter}$2:${letter}${last}"
    ready, faulty = (f"{column}{first_cell_row + step}" for step in (0, 1))
    said = words.verdicts
    verdict = first_of(
        [
            (f"{faulty}>0", quoted(said["faulty"])),
            (f"{ready}<{task.items_least}", f"{quoted(said['few'])}&({task.items_least}-{ready})"),
            (f"{ready}>{task.items_most}", f"{quoted(said['many'])}&({ready}-{task.items_most})"),
        ],
        quoted(said["done"]),
    )
    passed, skipped = (f"COUNTIF({status},{quoted(text)})" for text in (words.status.ok, words.status.skipped))
    return {
        "ready": f"={passed}",
        # A status that is itself an error (cells were cut and pasted elsewhere) counts among the faulty.
        "faulty": f"=ROWS({status})-COUNTBLANK({status})-{passed}-{skipped}",
        "skipped": f"={skipped}",
        "unseen": f"=SUMPRODUCT((1-ISBLANK({subject}))*ISBLANK({status}))",
        "verdict": f"={verdict}",
    }
