"""What must come of the samples, written out by hand from the faults that were planted: nothing missing, nothing more.

The expected-*.json beside the samples are written by the tool itself; here it is held against what a person says.
"""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from typing import Any

import openpyxl
import pytest
from test_samples import outcomes

from samples.make_samples import FOLDER
from sheet_tools.tasks import TASKS

SAMPLES = FOLDER.parent
ROWS, CLUSTERS = "Pozycje", "Klastry"

# cell (a row's number where it is of the whole row): codes. „B” and a number: the other row of the pair was changed.
FAULTY = {
    ROWS: {
        "W1": "unknown-header",
        # A gold that is no text.
        "E2": "number-cell", "E3": "date-cell", "E4": "bool-cell", "E5": "error-cell", "E6": "formula-cell",
        "E7": "formula-cell", "E8": "formula-no-cache", "E9": "formula-cell formula-error",
        # Rules of the format.
        "D10": "missing-input", "E11": "missing-gold", "D12": "input-too-long", "E13": "gold-too-long",
        "F14": "alias-too-long", "E15": "answer-counted-alike longer-normalised", "V16": "too-many-aliases",
        "G17": "duplicate-alias",
        "F18": "alias-equals-gold", "D19": "duplicate-input",
        # Characters.
        "E20": "edge-space", "D21": "nbsp", "E22": "invisible-characters", "E23": "mixed-script", "D24": "mojibake",
        "D25": "not-nfc", "D26": "cr-in-text", "D27": "control-char",
        # Instructions, and what Polish does not decide; a number, a letter or „tak” is the same in any language.
        "D28": "instruction-strong", "D29": "instruction-weak", "D30": "instruction-quoted",
        "D31": "necessity-arithmetic", "E31": "necessity-gold-same-in-translation",
        "D32": "necessity-computed", "E32": "necessity-gold-same-in-translation",
        "D33": "necessity-letter-puzzle",
        "D34": "necessity-sequence", "E34": "necessity-gold-same-in-translation",
        "E35": "necessity-gold-same-in-translation",
        # The form of the gold and of aliases.
        "E36": "gold-case-differs-from-input", "E37": "gold-in-quotes", "E38": "gold-full-stop",
        "E39": "gold-separator", "F40": "alias-separator", "F41": "alias-case-only", "F42": "alias-punctuation-only",
        # Clusters and pairs: rows 43 and 44 left the pairs of 42 and 45, row 48 is skipped that was 49's.
        "B42": "pair-incomplete", "A43": "item-without-cluster", "B43": "pair-incomplete",
        "A44": "cluster-not-described", "B44": "pair-incomplete", "B45": "pair-incomplete",
        "B46": "pair-incomplete", "B47": "pair-incomplete", "B49": "pair-incomplete", "B59": "pair-incomplete",
        # What only the file itself can hold.
        "E45": "surrogate-escape", "D46": "at-cell-limit input-too-long", "F47": "empty-alias", "48": "row-skipped",
        "E49": "duplicate-cell", "50": "hidden-row", "E50": "corrupt-string-index", "E51": "lone-surrogate",
        "E52:E53": "merged-cells", "E53": "missing-gold", "D54": "input-too-long over-cell-limit",
        "E54": "cell-comment", "E55": "strikethrough", "E56": "strikethrough", "E57": "displayed-differently",
        "D58": "suspect-second-header", "E59": "edge-space whitespace-ambiguous", "X60": "content-without-header",
        "AZ61": "stray-cell",
    },
    CLUSTERS: {
        "B3": "cluster-without-phenomenon", "C4": "cluster-without-contrast", "A8": "cluster-described-twice",
        "A9": "cluster-without-name", "A10": "cluster-unused",
    },
}  # fmt: skip
# Rows 20 and 21 hold a number and a date. Of the commas the rows 9 and 10 took each other's id.
NO_TEXT = {"C20": "number-cell", "C21": "date-cell"}
GIVEN = {
    "comma-placement": {
        "C2": "missing-list", "C3": "place-absent", "C4": "places-not-ascending", "C5": "place-repeated",
        "D6": "places-overlap", "C7": "list-unreadable", "C8": "list-unreadable", "A9": "input-id-unknown",
        "B10": "input-changed", "A11": "duplicate-value", "B12": "input-changed", "D13": "missing-list", **NO_TEXT,
        "None": "input-missing input-missing",
    },
    "error-correction": {
        "D2": "value-superfluous", "D3": "value-wanting", "C4": "label-unknown", "D5": "value-unchanged",
        "C6": "missing-value", "D7": "value-changed-in-blanks", "B8": "input-changed",
        "D9": "invisible-characters", **NO_TEXT,
    },
    "numeral-inflection": {
        "C2": "words-digits", "C3": "words-case", "C4": "words-brackets", "C5": "words-blanks",
        "C6": "words-characters", "C7": "missing-value", "D8": "words-digits", "B9": "input-changed target-not-one",
        **NO_TEXT,
    },
}  # fmt: skip


def kept(task: str, name: str) -> Any:
    return json.loads((SAMPLES / task / name).read_text(encoding="utf-8"))


def listed(table: dict[str, dict[str, str]]) -> list[tuple[str, str, str]]:
    return sorted(
        (sheet, cell, code)
        for sheet, cells in table.items()
        for cell, codes in cells.items()
        for code in codes.split()
    )


def found(task: str, name: str) -> list[tuple[str, str, str]]:
    return sorted((sheet, str(cell), code) for sheet, cell, code, _ in kept(task, name)["findings"])


def test_the_faulty_workbook() -> None:
    assert found("reverse-poleval", "expected-bledny.json") == listed(FAULTY)


@pytest.mark.parametrize("task", GIVEN)
def test_the_faulty_workbooks_of_given_items(task: str) -> None:
    assert found(task, "expected-bledny.json") == listed({ROWS: GIVEN[task]})


@pytest.mark.parametrize("task", TASKS)
def test_the_good_workbooks(task: str) -> None:
    good = kept(task, "expected-dobry.json")
    assert (good["findings"], good["is_ready"], kept(task, "expected-bledny.json")["is_ready"]) == (
        [],
        True,
        False,
    )
    assert good["items"] == (60 if task == "reverse-poleval" else 30)


# -- figures: the same by other means, from the patterns alone


def score_of(rows: list[tuple[bool, ...]]) -> tuple[Fraction, Fraction, Fraction]:
    """Discrimination, diversity and separation as the spec words them."""
    n, m = len(rows), len(rows[0])
    discrimination = (
        sum(4 * Fraction(sum(row), m) * (1 - Fraction(sum(row), m)) for row in rows) / n
    )
    alike = sum(rows.count(outcome) ** 2 for outcome in set(rows))
    each, more = divmod(n, 2**m)
    least = more * (each + 1) ** 2 + (2**m - more) * each**2
    apart = [
        Fraction(sum(row[a] != row[b] for row in rows), n) for a, b in combinations(range(m), 2)
    ]
    credits = [max(min(20 * rate, Fraction(1)), Fraction(1, 100)) for rate in apart]
    return (
        discrimination,
        Fraction(n * n - alike, n * n - least),
        len(credits) / sum(1 / each for each in credits),
    )


def test_the_score_of_the_good_workbook() -> None:
    complete = [tuple(bool(each) for each in row) for row in outcomes() if None not in row]
    one, two, three = score_of(complete)
    assert kept("reverse-poleval", "expected-dobry.json")["score"] == {
        "n": 58, "m": 3, "discrimination": float(one), "diversity": float(two), "separation": float(three),
        "score": float(one * two * three),
    }  # fmt: skip


# The models are right on all rows but each second, third or fourth, save every seventh; c was not asked the last one.
# Row 6 of the faulty commas keeps its place with another gold.
ACCURACY = {
    ("comma-placement", "dobry"): [(17, 30), (21, 30), (23, 29)],
    ("error-correction", "dobry"): [(17, 30), (21, 30), (23, 29)],
    ("numeral-inflection", "dobry"): [(17, 30), (21, 30), (23, 29)],
    ("comma-placement", "bledny"): [(10, 17), (11, 17), (13, 16)],
    ("error-correction", "bledny"): [(12, 22), (13, 22), (16, 21)],
    ("numeral-inflection", "bledny"): [(12, 20), (13, 20), (16, 19)],
}


@pytest.mark.parametrize(("task", "name"), ACCURACY)
def test_accuracy(task: str, name: str) -> None:
    said = kept(task, f"expected-{name}.json")["accuracy"]
    assert [tuple(share) for share in said.values()] == ACCURACY[task, name]


@pytest.mark.parametrize("task", GIVEN)
def test_the_person_answers_two_rows_otherwise_and_one_not_at_all(task: str) -> None:
    marks = kept(task, "expected-dobry.json")["person"]
    others = {row: mark for row, mark in enumerate(marks, start=1) if mark != "right"}
    assert others == {5: "wrong", 8: "wrong", 12: "missing"}


# -- submissions, line by line

TEENS = (
    "dziesięciu jedenastu dwunastu trzynastu czternastu piętnastu szesnastu siedemnastu osiemnastu dziewiętnastu"
)  # fmt: skip
ONES = "dwóch trzech czterech pięciu sześciu siedmiu ośmiu dziewięciu"
NUMERALS = [
    *ONES.split(), *TEENS.split(), "dwudziestu", "dwudziestu jeden",
    *(f"dwudziestu {word}" for word in ONES.split()), "trzydziestu", "trzydziestu jeden",
]  # fmt: skip


def line(number: int) -> dict[str, dict[str, object]]:
    right = f"Przykład formatu nr {number} ma krótki opis i koniec."
    commas: tuple[list[int], list[int]] = (([], [2, 3]), ([4], []), ([], []))[number % 3]
    return {
        "comma-placement": {"commas": commas[0], "optional": commas[1]},
        "error-correction": {"answer": "POPRAWNE", "corrected_sentence": ""} if number % 2
        else {"answer": "NIEPOPRAWNE", "corrected_sentence": right},
        "numeral-inflection": {"answer": NUMERALS[number - 1]},
    }  # fmt: skip


@pytest.mark.parametrize("task", GIVEN)
def test_the_submission_line_by_line(task: str) -> None:
    lines = (SAMPLES / task / "expected-dobry.jsonl").read_text(encoding="utf-8").splitlines()
    wanted = [{"id": f"00000000-0000-4000-8000-{n:012d}", **line(n)[task]} for n in range(1, 31)]
    assert [json.loads(each) for each in lines] == wanted
    assert [list(json.loads(each)) for each in lines] == [list(each) for each in wanted], (
        "in the order of the spec"
    )


# -- templates: the author's columns and the sheets, as the READMEs and the guides name them

ALIASES = ["alias1", "alias2", "alias3", "alias4", "alias5"]
TEMPLATES = {
    "reverse-poleval": (
        ["klaster", "para", "rola", "input", "gold", *ALIASES, "uwagi", "pomiń", "długość", "stan"],
        ["Pozycje", "Klastry", "Zgłoszenie", "Jak wypełnić"],
    ),
    "reverse-poleval.en": (
        ["cluster", "pair", "role", "input", "gold", *ALIASES, "notes", "skip", "length", "status"],
        ["Items", "Clusters", "Submission", "How to fill in"],
    ),
    "comma-placement": (
        ["id", "zdanie z miejscami", "przecinki", "dopuszczalne", "uwagi", "pomiń", "stan"],
        ["Pozycje", "Postęp", "Jak wypełnić"],
    ),
    "comma-placement.en": (
        ["id", "sentence_with_positions", "commas", "optional", "notes", "skip", "status"],
        ["Items", "Progress", "How to fill in"],
    ),
    "error-correction": (
        ["id", "zdanie", "ocena", "zdanie poprawione", "uwagi", "pomiń", "stan"],
        ["Pozycje", "Postęp", "Jak wypełnić"],
    ),
    "error-correction.en": (
        ["id", "sentence", "answer", "corrected_sentence", "notes", "skip", "status"],
        ["Items", "Progress", "How to fill in"],
    ),
    "numeral-inflection": (
        ["id", "zdanie", "liczebnik", "formy uznawane", "uwagi", "pomiń", "stan"],
        ["Pozycje", "Postęp", "Jak wypełnić"],
    ),
    "numeral-inflection.en": (
        ["id", "sentence", "answer", "accepted", "notes", "skip", "status"],
        ["Items", "Progress", "How to fill in"],
    ),
}


@pytest.mark.parametrize(
    "name", sorted(path.stem for path in (SAMPLES.parent / "templates").glob("*.xlsx"))
)
def test_a_template_has_these_columns_and_sheets(name: str) -> None:
    book = openpyxl.load_workbook(SAMPLES.parent / "templates" / f"{name}.xlsx", read_only=True)
    headings = [cell.value for cell in next(book.worksheets[0].iter_rows(max_row=1))]
    authors = [
        heading for heading in headings if not str(heading).startswith(("pomocnicza ", "helper "))
    ]
    assert (authors, book.sheetnames) == TEMPLATES[name]


def test_every_task_has_its_templates() -> None:
    assert sorted(TEMPLATES) == sorted(
        path.stem for path in (SAMPLES.parent / "templates").glob("*.xlsx")
    )
