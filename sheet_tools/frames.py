"""Items, findings, marks and scores as pandas DataFrames, for notebooks and for the workbook of results.

The frames have plain English column names and codes; `results_workbook` words them in Polish or English. pandas and
openpyxl are imported only when a frame is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from io import BytesIO
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sheet_tools.cells import Place, column_letters
from sheet_tools.findings import catalogue
from sheet_tools.items import Item, ItemSet
from sheet_tools.marking import Marks, Outcome
from sheet_tools.metrics import Score
from sheet_tools.panel.responses import Responses
from sheet_tools.plural import worded
from sheet_tools.workbook.exact_text import fits, written

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet
    from pandas import DataFrame

FindingRow = Mapping[str, object]
# Row → field → text.
Shown = Mapping[int, Mapping[str, str]]
# (model, an item's place) → the reason of its mark.
Why = Mapping[tuple[str, Place], str]
# An item's place → what a person who solved it blind made of it, by the names of _OF_PERSON.
Solved = Mapping[Place, Mapping[str, object]]
_OF_PERSON = ("mark", "answer", "why", "notes")

_FINDING_COLUMNS = ("sheet", "cell", "level", "kind", "code", "message", "remedy")
_PAIR_COLUMNS = ("model 1", "model 2", "disagreements", "rate", "credit")
_MARK_COLUMNS = ("row", "input", "model", "mark", "matched", "cut off", "answer")
_FIRST_FIELDS = ("cluster", "phenomenon", "pair", "role", "input", "gold")
_CUT_OFF = " (cut off)"
_TITLES = {
    "pl": ("Pozycje", "Uwagi narzędzia", "Pary modeli", "Klastry i modele"),
    "en": ("Items", "Findings", "Pairs of models", "Clusters and models"),
}
_NO_PAIRS = {
    "pl": "Brak par: nie ma odpowiedzi co najmniej dwóch modeli na te same pozycje.",
    "en": "No pairs: there are no answers of at least two models to the same items.",
}
_ONE_MODEL = {
    "pl": "Jeden model to za mało, żeby policzyć wynik: zestaw ocenia się po tym, jak dzieli modele.",
    "en": "One model is too few for a score: a set is judged by how it tells the models apart.",
}
# Longer texts are shown on several lines.
_WIDEST = 60
# Only what differs from the frames' own words.
_POLISH = {
    "row": "wiersz", "cluster": "klaster", "phenomenon": "zjawisko", "pair": "para", "role": "rola", "notes": "uwagi",
    "why": "dlaczego", "skip": "pomiń", "mark": "ocena", "answer": "odpowiedź",
    "models right": "modeli dobrze", "share right": "odsetek", "discrimination": "dyskryminacja",
    "right": "dobrze", "wrong": "źle", "unreadable": "nie znaleziono odpowiedzi",
    "missing": "brak odpowiedzi", "right (cut off)": "dobrze (ucięta)", "wrong (cut off)": "źle (ucięta)",
    "unreadable (cut off)": "nie znaleziono odpowiedzi (ucięta)", "sheet": "arkusz", "cell": "komórka",
    "level": "poziom",
    "kind": "rodzaj", "code": "kod", "message": "opis", "remedy": "co zrobić", "error": "błąd",
    "warning": "ostrzeżenie", "person": "osoba", "note": "informacja", "disagreements": "różnic",
    "rate": "odsetek różnic",
    "credit": "rozróżnianie", "items": "pozycji", "accuracy": "dokładność",
}  # fmt: skip


def items_frame(
    item_set: ItemSet,
    marks: Marks | None = None,
    score: Score | None = None,
    responses: Responses | None = None,
    shown: Shown = MappingProxyType({}),
    why: Why = MappingProxyType({}),
    solved: Solved = MappingProxyType({}),
) -> DataFrame:
    """One row an item: its row or line, its fields as written, per model "mark: …" and "answer: …", and what the item
    adds to the score. A cell is None where there is nothing: no alias, an item that was not marked or not scored.

    `solved`: after the models the same of a person ("mark: person"…), never in the figures.
    `why`: where any is given, per model "why: …" too, the reason of a mark.
    `shown`: of the cells that hold no text (a number, a formula) what the sheet shows."""
    fields = _fields(item_set.items)
    models = marks.models if marks else ()
    outcomes = {item.place: row for item, row in zip(marks.items, marks.rows, strict=True)} if marks else {}
    scored = {marks.items[each.index - 1].place: each for each in score.items} if marks and score else {}
    rows = []
    for item in item_set.items:
        row: dict[str, object] = {"row": item.place.row, **_values(item, fields, shown)}
        given = outcomes.get(item.place, (None,) * len(models))
        for model, outcome in zip(models, given, strict=True):
            row[f"mark: {model}"] = _mark_code(outcome)
            row[f"answer: {model}"] = _answer(responses, model, item)
            row[f"why: {model}"] = why.get((model, item.place))
        row |= {f"{what}: person": value for what, value in solved.get(item.place, {}).items()}
        if score:
            each = scored.get(item.place)
            row |= {"models right": each and each.right, "share right": each and each.p}
            row["discrimination"] = each and each.discrimination
        rows.append(row)
    numbers = ("models right", "share right", "discrimination") if score else ()
    told = ("mark", "answer", "why") if why else ("mark", "answer")
    of_person = [what for what in _OF_PERSON if any(each.get(what) for each in solved.values())]
    beside = (f"{what}: person" for what in of_person)
    columns = ["row", *fields, *(f"{what}: {model}" for model in models for what in told), *beside, *numbers]
    return _frame(rows, columns)


def findings_frame(rows: Sequence[FindingRow]) -> DataFrame:
    """One row a finding, already worded; keys sheet, cell, level, kind, code, message, remedy."""
    return _frame(rows, _FINDING_COLUMNS)


def marks_frame(marks: Marks, responses: Responses | None = None) -> DataFrame:
    """One row a mark (long form): the item's row and input, the model, its mark, which form matched, whether the answer
    was cut off, and the answer."""
    rows = [
        {
            "row": item.place.row,
            "input": item.get(marks.subject),
            "model": model,
            "mark": outcome.mark.value,
            "matched": outcome.matched,
            "cut off": outcome.cut_off,
            "answer": _answer(responses, model, item),
        }
        for item, row in zip(marks.items, marks.rows, strict=True)
        for model, outcome in zip(marks.models, row, strict=True)
    ]
    return _frame(rows, _MARK_COLUMNS)


def pairs_frame(score: Score | None) -> DataFrame:
    """One row a pair of models: on how many items they disagree, on which share, and the pair's credit."""
    pairs = score.pairs if score else ()
    rows = [(*pair.models, pair.disagreements, pair.rate, pair.credit) for pair in pairs]
    return _frame([dict(zip(_PAIR_COLUMNS, row, strict=True)) for row in rows], _PAIR_COLUMNS)


def clusters_frame(item_set: ItemSet, marks: Marks | None = None) -> DataFrame:
    """One row a cluster, in the order of the items: how many items, and per model "accuracy: …", the share right of the
    items that it has an answer to (None where it has none). The last row is every item, its cluster None."""
    models = marks.models if marks else ()
    marked = list(zip(marks.items, marks.matrix, strict=True)) if marks else []
    names: list[str | None] = [*dict.fromkeys(item.get("cluster") for item in item_set.items), None]
    rows = []
    for name in names:
        cells = [row for item, row in marked if name in (None, item.get("cluster"))]
        count = sum(name in (None, item.get("cluster")) for item in item_set.items)
        accuracy = {f"accuracy: {model}": _mean([row[k] for row in cells]) for k, model in enumerate(models)}
        rows.append({"cluster": name, "items": count, **accuracy})
    return _frame(rows, ["cluster", "items", *(f"accuracy: {model}" for model in models)])


def results_workbook(
    item_set: ItemSet,
    marks: Marks | None,
    score: Score | None,
    responses: Responses | None,
    findings: Sequence[FindingRow],
    lang: str = "pl",
    shown: Shown = MappingProxyType({}),
    why: Why = MappingProxyType({}),
    solved: Solved = MappingProxyType({}),
) -> bytes:
    """The results as .xlsx: items with marks and answers, findings, pairs, accuracy by cluster and model.

    Every text is a text cell that holds it exactly; one that no workbook can hold (over 32,767 characters, half a
    surrogate pair) is named by a row among the findings.
    """
    titles = _TITLES[lang]
    frames = (
        items_frame(item_set, marks, score, responses, shown, why, solved),
        findings_frame(findings),
        pairs_frame(score),
        clusters_frame(item_set, marks),
    )
    worded = {title: _worded(frame, lang) for title, frame in zip(titles, frames, strict=True)}
    changed = [row for title, frame in worded.items() for row in _changed(title, frame, lang)]
    if changed:
        worded[titles[1]] = _worded(findings_frame([*findings, *changed]), lang)
    if not len(worded[titles[2]]):
        pairs = worded[titles[2]]
        said = (_ONE_MODEL if score and score.m == 1 else _NO_PAIRS)[lang]
        worded[titles[2]] = _frame([{pairs.columns[0]: said}], list(pairs.columns))
    return _write(worded)


def _values(item: Item, fields: Sequence[str], shown: Shown) -> dict[str, object]:
    beside = shown.get(item.place.row or 0, {})
    return {name: item.values.get(name, beside.get(name)) for name in fields}


def _frame(rows: Sequence[Mapping[str, object]], columns: Sequence[str]) -> DataFrame:
    """Objects as they are: pandas makes neither NaN of None nor floats of whole numbers."""
    import pandas as pd

    return pd.DataFrame([[row.get(name) for name in columns] for row in rows], columns=list(columns), dtype=object)


def _fields(items: Sequence[Item]) -> list[str]:
    """The fields that any item has: labels and texts first, aliases by number, then the others as they come."""
    found = dict.fromkeys(name for item in items for name in item.values)
    aliases = sorted((name for name in found if re.fullmatch(r"alias\d+", name)), key=lambda name: int(name[5:]))
    first = [name for name in _FIRST_FIELDS if name in found]
    return [*first, *aliases, *(name for name in found if name not in {*first, *aliases})]


def _mark_code(outcome: Outcome | None) -> str | None:
    return outcome and outcome.mark.value + (_CUT_OFF if outcome.cut_off else "")


def _answer(responses: Responses | None, model: str, item: Item) -> str | None:
    found = responses.get(model, item) if responses else None
    return found.text if found else None


def _mean(cells: Sequence[int | None]) -> float | None:
    given = [cell for cell in cells if cell is not None]
    return sum(given) / len(given) if given else None


def _worded(frame: DataFrame, lang: str) -> DataFrame:
    """Headings, marks and levels in the language of the workbook; the author's texts are not touched."""
    words = _POLISH if lang == "pl" else {}
    worded = frame.copy()
    for name in frame.columns:
        if name.startswith("mark: ") or name == "level":
            worded[name] = [words.get(str(value), value) for value in frame[name]]
        if name == "cluster" and "items" in frame.columns:
            whole, none = ("wszystkie", "(bez klastra)") if lang == "pl" else ("all", "(no cluster)")
            worded[name] = [whole if value is None else value or none for value in frame[name]]
    worded.columns = [_heading(name, words) for name in frame.columns]
    return worded


def _heading(name: str, words: Mapping[str, str]) -> str:
    what, colon, model = name.partition(": ")
    return words.get(what, what) + colon + (words.get(model, model) if model == "person" else model)


def _changed(title: str, frame: DataFrame, lang: str) -> list[FindingRow]:
    """A finding for each text that the workbook cannot hold exactly."""
    entry = catalogue()["workbook-text-changed"]
    rows: list[FindingRow] = []
    table = [list(frame.columns), *frame.to_numpy(dtype=object).tolist()]
    for row, values in enumerate(table, start=1):
        for column, value in enumerate(values, start=1):
            if isinstance(value, str) and not fits(value):
                cell = f"{column_letters(column)}{row}"
                words = {"sheet": title, "cell": cell, "n": len(value)}
                message, remedy = worded(entry.message[lang], lang, words), entry.remedy[lang]
                texts = {"kind": None, "code": entry.code, "message": message, "remedy": remedy}
                rows.append({"sheet": title, "cell": cell, "level": entry.level.value, **texts})
    return rows


def _write(frames: Mapping[str, DataFrame]) -> bytes:
    import pandas as pd

    buffer = BytesIO()
    with pd.ExcelWriter(buffer, engine="openpyxl") as writer:
        for title, frame in frames.items():
            safe = frame.map(_cell_value)
            safe.columns = [written(name) for name in frame.columns]
            safe.to_excel(writer, sheet_name=title, index=False)
            _finish(writer.sheets[title])
    return buffer.getvalue()


def _cell_value(value: object) -> object:
    return written(value) if isinstance(value, str) else value


def _finish(sheet: Any) -> None:
    """Every string a text cell: openpyxl has taken „=…” for a formula and „#N/A” for an error. Format „@” keeps it a
    text when a person edits it. A figure is shown rounded, and stays whole."""
    from openpyxl.styles import Alignment, Font

    worksheet: Worksheet = sheet
    top, wrapped, bold = Alignment(vertical="top"), Alignment(vertical="top", wrap_text=True), Font(bold=True)
    for row in worksheet.iter_rows():
        for cell in row:
            cell.alignment = wrapped if cell.row == 1 or _is_long(cell.value) else top
            if isinstance(cell.value, str):
                cell.data_type = "s"
                cell.number_format = "@"
            elif isinstance(cell.value, float):
                cell.number_format = "0.000"
    for cell in worksheet[1]:
        cell.font = bold
    worksheet.freeze_panes = "A2"
    worksheet.auto_filter.ref = worksheet.dimensions
    for column, cells in enumerate(worksheet.iter_cols(), start=1):
        longest = max((len(str(cell.value)) for cell in cells if cell.value is not None), default=0)
        worksheet.column_dimensions[column_letters(column)].width = min(max(longest + 2, 10), _WIDEST)


def _is_long(value: object) -> bool:
    return isinstance(value, str) and (len(value) > _WIDEST or "\n" in value)
