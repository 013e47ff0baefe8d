"""A spreadsheet as the Sheets API keeps it, for the stand-in: cells as JSON, requests of a batch, values of a range."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from sheet_tools.cells import column_letters, column_number

Json = dict[str, Any]
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?", re.ASCII)
A1 = re.compile(r"([A-Za-z]*)(\d*)(?::([A-Za-z]*)(\d*))?", re.ASCII)


class Refused(Exception):
    """An answer of status 4xx."""

    def __init__(self, code: int, status: str, message: str) -> None:
        super().__init__(message)
        self.code, self.status, self.message = code, status, message


def invalid(message: str) -> Refused:
    return Refused(400, "INVALID_ARGUMENT", message)


@dataclass
class Tab:
    """One sheet: cells by (row, column) from 0, as JSON of the API."""

    id: int
    title: str
    rows: int = 1000
    columns: int = 26
    cells: dict[tuple[int, int], Json] = field(default_factory=dict)
    merges: list[Json] = field(default_factory=list)
    hidden: dict[str, set[int]] = field(default_factory=lambda: {"ROWS": set(), "COLUMNS": set()})
    extra: Json = field(default_factory=dict)

    @property
    def properties(self) -> Json:
        grid = {"rowCount": self.rows, "columnCount": self.columns, **self.extra.get("gridProperties", {})}
        return {"sheetId": self.id, "title": self.title, "sheetType": "GRID", **self.extra, "gridProperties": grid}

    def area(self, where: Json) -> tuple[range, range]:
        rows = range(where.get("startRowIndex", 0), min(where.get("endRowIndex", self.rows), self.rows))
        columns = range(where.get("startColumnIndex", 0), min(where.get("endColumnIndex", self.columns), self.columns))
        return rows, columns

    def data(self, rows: range, columns: range) -> Json:
        """GridData: cells at the end of a row and rows at the end that hold nothing are left out."""
        lines: list[Json] = []
        for row in rows:
            cells = [self.cells.get((row, column), {}) for column in columns]
            while cells and not cells[-1]:
                cells.pop()
            lines.append({"values": cells} if cells else {})
        while lines and not lines[-1]:
            lines.pop()
        out: Json = {"startRow": rows.start, "startColumn": columns.start}
        out = {name: value for name, value in out.items() if value}
        if lines:
            out["rowData"] = lines
        out["rowMetadata"] = [{"hiddenByUser": True} if row in self.hidden["ROWS"] else {} for row in rows]
        out["columnMetadata"] = [{"hiddenByUser": True} if c in self.hidden["COLUMNS"] else {} for c in columns]
        return out

    def move(self, dimension: str, first: int, by: int) -> None:
        """Rows or columns from `first` on move; those that would go before it are gone."""
        axis = 0 if dimension == "ROWS" else 1
        moved: dict[tuple[int, int], Json] = {}
        for place, cell in self.cells.items():
            if place[axis] < first:
                moved[place] = cell
            elif by > 0 or place[axis] >= first - by:
                moved[(place[0] + by, place[1]) if axis == 0 else (place[0], place[1] + by)] = cell
        self.cells = moved
        if axis == 0:
            self.rows += by
        else:
            self.columns += by


@dataclass
class Book:
    """A spreadsheet. `roles`: account → "reader" or "writer"; `uploaded`: an .xlsx that merely lies in Drive."""

    id: str
    title: str = "Zestaw"
    locale: str = "pl_PL"
    tabs: list[Tab] = field(default_factory=lambda: [Tab(0, "Sheet1")])
    metadata: list[Json] = field(default_factory=list)
    names: list[Json] = field(default_factory=list)
    roles: dict[str, str] = field(default_factory=dict)
    public: bool = False
    uploaded: bool = False
    protected: bool = False
    next_ids: list[Any] = field(default_factory=list)

    def new_id(self) -> int:
        return int(self.next_ids.pop(0)) if self.next_ids else 1 + max([tab.id for tab in self.tabs] + [1000])

    def tab(self, id: int) -> Tab:
        found = next((tab for tab in self.tabs if tab.id == id), None)
        if found is None:
            raise invalid(f"No grid with id: {id}")
        return found

    def full(self) -> Json:
        return {
            "spreadsheetId": self.id,
            "properties": {"title": self.title, "locale": self.locale},
            "sheets": [{"properties": {**tab.properties, "index": n}} for n, tab in enumerate(self.tabs)],
            "namedRanges": self.names,
            "developerMetadata": self.metadata,
            "spreadsheetUrl": f"https://docs.google.com/spreadsheets/d/{self.id}/edit",
        }

    def answer(self, ranges: list[str], fields: str | None, grid: bool) -> Json:
        """spreadsheets.get: the fields asked for, without those that are empty."""
        full = self.full()
        asked = [self.range(text) for text in ranges]
        for tab, sheet in zip(self.tabs, full["sheets"], strict=True):
            areas = [area for owner, *area in asked if owner is tab] or [list(tab.area({}))]
            sheet["merges"] = [{"sheetId": tab.id, **merge} for merge in tab.merges]
            if grid or (fields and "data" in fields):
                sheet["data"] = [tab.data(rows, columns) for rows, columns in areas]
        if asked:
            full["sheets"] = [
                s for s, tab in zip(full["sheets"], self.tabs, strict=True) if tab in [a[0] for a in asked]
            ]
        return masked(full, mask_of(fields)) if fields else full

    def range(self, text: str) -> tuple[Tab, range, range]:
        """A range in A1 notation."""
        title, area = split_range(text)
        tab = next((tab for tab in self.tabs if tab.title == title), None) if title else self.tabs[0]
        named = next((n for n in self.names if n["name"] in (text, area)), None)
        if named is not None:
            tab = self.tab(named["range"].get("sheetId", 0))
            return (tab, *tab.area(named["range"]))
        whole = next((one for one in self.tabs if one.title == text), tab if not area else None)
        if whole is not None:
            return (whole, *whole.area({}))
        match = A1.fullmatch(area)
        if tab is None or match is None:
            raise invalid(f"Unable to parse range: {text}")
        return (tab, *tab.area(_bounds(match)))

    def batch(self, requests: list[Json]) -> list[Json]:
        """All or nothing."""
        from google_requests import REQUESTS

        before = deepcopy(self)
        replies: list[Json] = []
        try:
            for number, request in enumerate(requests):
                (name, body), *_ = request.items()
                if name not in REQUESTS:
                    raise invalid(f"Invalid JSON payload received. Unknown name \"{name}\" at 'requests[{number}]'")
                replies.append(REQUESTS[name](self, body) or {})
        except (Refused, KeyError) as error:
            self.__dict__.update(before.__dict__)
            raise error if isinstance(error, Refused) else invalid(f"missing {error}") from None
        return replies

    def write(self, text: str, values: list[list[Any]], raw: bool, by_column: bool = False) -> Json:
        """The values of a range; what lies beyond the grid is refused, null leaves a cell as it is."""
        tab, rows, columns = self.range(text)
        if not isinstance(values, list):
            raise invalid(
                f"Invalid value at 'data.values' (type.googleapis.com/google.protobuf.ListValue), \"{values}\""
            )
        put: set[tuple[int, int]] = set()
        for i, line in enumerate(values):
            for j, value in enumerate(line):
                row, column = (rows.start + j, columns.start + i) if by_column else (rows.start + i, columns.start + j)
                if row >= tab.rows or column >= tab.columns:
                    raise invalid(
                        f"Range ({text}) exceeds grid limits. Max rows: {tab.rows}, max columns: {tab.columns}"
                    )
                if value is not None:
                    put.add((row, column))
                    put_value(tab, row, column, value, raw)
        height, width = len(values), max((len(line) for line in values), default=0)
        height, width = (width, height) if by_column else (height, width)
        return {
            "spreadsheetId": self.id,
            "updatedRange": range_name(tab, rows.start, columns.start, height, width),
            "updatedRows": len({row for row, _ in put}),
            "updatedColumns": len({column for _, column in put}),
            "updatedCells": len(put),
        }

    def values(self, text: str, render: str, by_column: bool) -> Json:
        tab, rows, columns = self.range(text)
        lines = [[rendered(tab.cells.get((row, column), {}), render) for column in columns] for row in rows]
        if by_column:
            lines = [list(line) for line in zip(*lines, strict=True)]
        for line in lines:
            while line and line[-1] == "":
                line.pop()
        while lines and not lines[-1]:
            lines.pop()
        name = range_name(tab, rows.start, columns.start, len(rows), len(columns))
        out: Json = {"range": name, "majorDimension": "COLUMNS" if by_column else "ROWS"}
        return {**out, "values": lines} if lines else out


def split_range(text: str) -> tuple[str, str]:
    if text.startswith("'"):
        title, _, area = text[1:].rpartition("'")
        return title.replace("''", "'"), area.removeprefix("!")
    title, mark, area = text.rpartition("!")
    return (title, area) if mark else ("", text)


def _bounds(match: re.Match[str]) -> Json:
    first_column, first_row, last_column, last_row = match.groups()
    if match[0] and ":" not in match[0]:
        last_column, last_row = first_column, first_row
    ends = {
        "startRowIndex": int(first_row) - 1 if first_row else None,
        "startColumnIndex": column_number(first_column) - 1 if first_column else None,
        "endRowIndex": int(last_row) if last_row else None,
        "endColumnIndex": column_number(last_column) if last_column else None,
    }
    for name in ("Row", "Column"):
        start, end = ends[f"start{name}Index"], ends[f"end{name}Index"]
        if start is not None and end is not None and start >= end:
            ends[f"start{name}Index"], ends[f"end{name}Index"] = end - 1, start + 1
    return {name: end for name, end in ends.items() if end is not None}


def range_name(tab: Tab, row: int, column: int, height: int, width: int) -> str:
    is_plain = re.fullmatch(r"[A-Za-z_]\w*", tab.title, re.ASCII) and not re.fullmatch(r"[A-Za-z]{1,3}\d*", tab.title)
    title = tab.title if is_plain else "'" + tab.title.replace("'", "''") + "'"
    first = f"{column_letters(column + 1)}{row + 1}"
    last = f"{column_letters(column + max(width, 1))}{row + max(height, 1)}"
    return f"{title}!{first}" if first == last else f"{title}!{first}:{last}"


def put_value(tab: Tab, row: int, column: int, value: Any, raw: bool) -> None:
    cell = tab.cells.setdefault((row, column), {})
    for name in ("userEnteredValue", "effectiveValue", "formattedValue"):
        cell.pop(name, None)
    if value == "":
        if not cell:
            del tab.cells[row, column]
        return
    cell.update(entered(value, raw))


def entered(value: Any, raw: bool) -> Json:
    """What a value becomes: as it is (RAW), or as if a person had typed it (USER_ENTERED)."""
    if isinstance(value, bool):
        return {**both({"boolValue": value}), "formattedValue": str(value).upper()}
    if isinstance(value, int | float):
        return {**both({"numberValue": value}), "formattedValue": str(value)}
    if not raw and NUMBER.fullmatch(value):
        number = float(value) if not value.lstrip("-").isdigit() else int(value)
        return {**both({"numberValue": number}), "formattedValue": str(number)}
    if not raw and value.startswith("="):
        return {"userEnteredValue": {"formulaValue": value}, "effectiveValue": {"stringValue": value}}
    return {**both({"stringValue": value}), "formattedValue": value}


def both(value: Json) -> Json:
    return {"userEnteredValue": value, "effectiveValue": dict(value)}


def rendered(cell: Json, render: str) -> Any:
    if render == "FORMULA" and "formulaValue" in cell.get("userEnteredValue", {}):
        return cell["userEnteredValue"]["formulaValue"]
    if render == "FORMATTED_VALUE":
        return cell.get("formattedValue", "")
    value = cell.get("effectiveValue", {})
    return next(iter(value.values()), "")


def mask_of(fields: str) -> Json:
    """ "a(b,c.d),e" → {"a": {"b": {}, "c": {"d": {}}}, "e": {}}."""
    tree: Json = {}
    for part in _parts(fields):
        head, bracket, inner = part.partition("(")
        node = tree
        for name in re.split(r"[./]", head):
            node = node.setdefault(name, {})
        if bracket:
            node.update(mask_of(inner[:-1]))
    return tree


def _parts(fields: str) -> Iterator[str]:
    depth, start = 0, 0
    for place, sign in enumerate(fields):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if sign == "," and depth == 0:
            yield fields[start:place]
            start = place + 1
    yield fields[start:]


def masked(value: Any, mask: Json) -> Any:
    if not mask or not isinstance(value, dict | list):
        return value
    if isinstance(value, list):
        return [masked(one, mask) for one in value]
    out = {name: masked(value[name], inner) for name, inner in mask.items() if name in value}
    return {name: one for name, one in out.items() if one not in ([], {}) or name in ("sheets", "properties")}
