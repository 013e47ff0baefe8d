"""“How to fill in”, in English. {…} are filled in by sheet_tools.workbook.guide."""

from __future__ import annotations

TITLE = "{title}: how to fill in this workbook"

_WORKED = "An item as an example (from the task description; Polish decides its answer)"
_FORMAT = "An example of the notation alone (from the task description; NOT a valid linguistic task)"
EXAMPLES = (_WORKED, _FORMAT)

SECTIONS = (
    (
        "In brief",
        (
            (
                "1",
                "One row of the sheet “Items” is one item: the whole task (input) and the one correct answer "
                "(gold).",
            ),
            (
                "2",
                "The column “status” says at once what to mend in the row. “OK” means only that the status sees no "
                "error (it does not see formulas, or characters that merely look like others); the tool checks the "
                "rest when it loads the file.",
            ),
            (
                "3",
                "Describe each cluster on the sheet “Clusters”: phenomenon, and contrast or controlled "
                "perturbation. Without it the set does not qualify.",
            ),
            ("4", "Fill in the declaration on the sheet “Submission”. It also shows how many items are ready."),
            ("5", "Save the file as .xlsx and load it on the tool's page: it makes items.jsonl from it."),
        ),
    ),
    (
        "The organisers' limits",
        (
            ("Number of items", "from {least} to {most}; a shorter set loses no points for its length"),
            ("Column input", "not empty, at most {input_limit} characters, different in every row"),
            ("Column gold", "not empty, at most {gold_limit} characters"),
            (
                "Columns alias1–alias{aliases}",
                "at most {aliases} an item, each of at most {alias1_limit} characters; an alias may repeat neither "
                "the gold nor another alias",
            ),
            (
                "How answers are compared",
                "A model's answer must equal the gold or an alias. Case and punctuation count; blanks at the edges "
                "and repeated blanks do not (NFKC normalisation).",
            ),
            ("Length of the answer", "A model answers without sampling, in at most 64 tokens: keep the gold short."),
        ),
    ),
    (
        _WORKED,
        (
            ("column cluster", "zaimek względny"),
            ("column pair", "1"),
            ("column role", "base"),
            (
                "column input",
                "Który wyraz w zdaniu „Posłanka, która wczoraj wystąpiła, złożyła wniosek” odnosi się do posłanki?",
            ),
            ("column gold", "która"),
        ),
    ),
    (
        _FORMAT,
        (
            ("column input", "First line\nSecond line"),
            ("column gold", "answer"),
            ("column alias1", "answer."),
        ),
    ),
    (
        "How to type",
        (
            (
                "007, 1.05, 1,5, 3-4",
                "Type them just so: the columns are formatted as text, and nothing is turned into a number or a "
                "date. Add no apostrophe.",
            ),
            (
                "Pasting",
                "Paste the text alone (Paste Special › Values or Text): an ordinary paste changes the format of the"
                " cells. Do not cut cells (Ctrl+X), which breaks the status formulas: copy, paste, then delete.",
            ),
            (
                "A new line within a cell",
                "Alt+Enter in Excel; Ctrl+Enter in LibreOffice and in Google Sheets. The model gets these line "
                "breaks.",
            ),
            (
                "Pair and role",
                "A base and its contrast have the same pair number. A contrast changes the feature and the gold; a "
                "control changes something else, and the gold stays.",
            ),
            (
                "Leaving out a row",
                "Write x in the column “skip”. Do not strike out or hide: struck-out and hidden text is still in "
                "the file.",
            ),
            (
                "What not to do",
                "Do not merge cells, hide or filter rows, or change the headings. Whole rows may be deleted, and "
                "sorted together with all their columns.",
            ),
            (
                "More rows",
                "The order of rows is free, so type a new item into the first free row. A row inserted in the "
                "middle has no formulas: first copy a whole empty row from the end of the table into it.",
            ),
            (
                "What not to write in input",
                "Instructions about the model's role, the priority of instructions, ignoring earlier instructions, "
                "or the conversation itself: such an item is rejected.",
            ),
            (
                "Who writes",
                "People. Generative models must not create or propose text, questions, answers or contrasts. Items "
                "must not be taken from public evaluation sets.",
            ),
        ),
    ),
    (
        "Google Sheets",
        (
            ("1", "Upload the file to Google Drive and open it."),
            ("2", "First choose File › Save as Google Sheets, and go on in that new sheet (no .xlsx beside its name)."),
            ("3", "In the end choose File › Download › Microsoft Excel (.xlsx), and load that file into the tool."),
        ),
    ),
    (
        "What the status means",
        (
            ("{status_ok}", "The status sees no error; the program will check the rest."),
            ("{status_skipped}", "There is a mark in the column “skip”: the row is not submitted."),
            ("{status_error}", "The cell holds an error (such as #N/A). Type text."),
            (
                "{status_number}",
                "The cell holds a number or a date, not text. Format it as “Text” and type the value again; "
                "changing the format alone is not enough.",
            ),
            ("{status_boolean}", "The cell holds a logical value. Format it as “Text” and type the word again."),
            ("{status_missing}", "The cell is empty or holds only blanks."),
            ("{status_long}", "Too many characters. An emoji may count as two here; the tool's count decides."),
            ("{status_same}", "The same text stands above. Delete or change one of the two."),
            (
                "{status_near}",
                "Only blanks or the case of letters differ. A difference of blanks alone does not count: such a set"
                " is rejected.",
            ),
            ("{status_repeats}", "Delete this alias: the answer is accepted anyway."),
            (
                "{status_invisible}",
                "There is a character here that cannot be seen (such as a no-break space or a soft hyphen), usually"
                " from pasting. Delete it and type this part by hand.",
            ),
            ("{status_edge}", "There is a space, a tab or an empty line at the edge of the cell. Delete it."),
        ),
    ),
)
