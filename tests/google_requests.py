"""The requests of spreadsheets.batchUpdate that the stand-in knows."""

from __future__ import annotations

import struct
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from google_book import Book, Json, Tab, invalid, mask_of

Request = Callable[[Book, Json], Json | None]


def add_sheet(book: Book, body: Json) -> Json:
    given = body.get("properties", {})
    if any(tab.title.casefold() == given.get("title", "").casefold() for tab in book.tabs):
        raise invalid(f'A sheet with the name "{given["title"]}" already exists. Please enter another name.')
    number = given["sheetId"] if "sheetId" in given else book.new_id()
    if any(tab.id == number for tab in book.tabs):
        raise invalid(f"A sheet with the ID {number} already exists.")
    grid = given.get("gridProperties", {})
    tab = Tab(number, given.get("title", "Sheet2"), grid.get("rowCount", 1000), grid.get("columnCount", 26))
    book.tabs.insert(given.get("index", len(book.tabs)), tab)
    return {"addSheet": {"properties": {**tab.properties, "index": book.tabs.index(tab)}}}


def delete_sheet(book: Book, body: Json) -> None:
    if len(book.tabs) == 1:
        raise invalid("You can't remove all the sheets in a document.")
    book.tabs.remove(book.tab(body["sheetId"]))


def duplicate_sheet(book: Book, body: Json) -> Json:
    tab = deepcopy(book.tab(body.get("sourceSheetId", 0)))
    tab.id, tab.title = book.new_id(), body.get("newSheetName", f"Copy of {tab.title}")
    book.tabs.insert(body.get("insertSheetIndex", 0), tab)
    return {"duplicateSheet": {"properties": tab.properties}}


def update_sheet_properties(book: Book, body: Json) -> None:
    given = body["properties"]
    tab = book.tab(given.get("sheetId", 0))
    for name, inner in mask_of(body["fields"]).items():
        if name == "title":
            tab.title = given["title"]
        elif name == "index":
            # The index counts the places as they are before the move.
            book.tabs.insert(given["index"], book.tabs.pop(book.tabs.index(tab)))
        elif name == "gridProperties":
            _resize(tab, given.get("gridProperties", {}), inner)
        elif name in given:
            tab.extra[name] = eight_bit(given[name])
        else:
            tab.extra.pop(name, None)
    if all(one.extra.get("hidden") for one in book.tabs):
        raise invalid("Invalid requests[0].updateSheetProperties: You can't hide all the sheets in a document.")


def _resize(tab: Tab, given: Json, names: Json) -> None:
    for name in names or given:
        if name == "rowCount":
            tab.rows = given[name]
        elif name == "columnCount":
            tab.columns = given[name]
        else:
            tab.extra.setdefault("gridProperties", {})[name] = given.get(name)
    tab.cells = {place: cell for place, cell in tab.cells.items() if place[0] < tab.rows and place[1] < tab.columns}


def update_cells(book: Book, body: Json) -> None:
    where = body.get("range") or {"sheetId": body["start"].get("sheetId", 0)}
    tab = book.tab(where.get("sheetId", 0))
    rows, columns = tab.area(where)
    given = body.get("rows", [])
    for i, row in enumerate(rows):
        cells = given[i].get("values", []) if i < len(given) else []
        for j, column in enumerate(columns):
            _put(tab, row, column, cells[j] if j < len(cells) else {}, body["fields"])


def repeat_cell(book: Book, body: Json) -> None:
    tab = book.tab(body["range"].get("sheetId", 0))
    rows, columns = tab.area(body["range"])
    for row in rows:
        for column in columns:
            _put(tab, row, column, body["cell"], body["fields"])


def _put(tab: Tab, row: int, column: int, given: Json, fields: str) -> None:
    """What the mask names is set, or cleared where it is not given; nothing else is touched."""
    cell = tab.cells.get((row, column), {})
    _merge(cell, given, mask_of(fields))
    if "userEnteredValue" in mask_of(fields):
        value = given.get("userEnteredValue")
        cell.pop("effectiveValue", None)
        cell.pop("formattedValue", None)
        if value:
            cell.update({"effectiveValue": dict(value), "formattedValue": str(next(iter(value.values())))})
    if cell:
        tab.cells[row, column] = cell
    else:
        tab.cells.pop((row, column), None)


def _merge(cell: Json, given: Json, mask: Json) -> None:
    for name, inner in mask.items():
        if inner and isinstance(given.get(name, {}), dict):
            node = cell.setdefault(name, {})
            _merge(node, given.get(name, {}), inner)
            if not node:
                del cell[name]
        elif name in given:
            cell[name] = eight_bit(deepcopy(given[name]))
        else:
            cell.pop(name, None)
        if name == "backgroundColorStyle":
            _same_colour(cell)


def eight_bit(value: Any) -> Any:
    """Colours are kept in 8 bits a channel and told as 32-bit floats, a channel of 0 left out."""
    if not isinstance(value, dict):
        return value
    if value and set(value) <= {"red", "green", "blue", "alpha"}:
        kept = {name: struct.unpack("f", struct.pack("f", round(255 * part) / 255))[0] for name, part in value.items()}
        return {name: int(part) if part == 1 else float(f"{part:.8g}") for name, part in kept.items() if part}
    return {name: eight_bit(one) for name, one in value.items()}


def _same_colour(userformat: Json) -> None:
    """The service keeps one colour and tells it in both ways."""
    style = userformat.get("backgroundColorStyle")
    if style and "rgbColor" in style:
        userformat["backgroundColor"] = style["rgbColor"]
    else:
        userformat.pop("backgroundColor", None)


def merge_cells(book: Book, body: Json) -> None:
    where = dict(body["range"])
    tab = book.tab(where.pop("sheetId", 0))
    rows, columns = tab.area(where)
    kind = body.get("mergeType", "MERGE_ALL")
    rows_apart = [range(row, row + 1) for row in rows] if kind == "MERGE_ROWS" else [rows]
    columns_apart = [range(c, c + 1) for c in columns] if kind == "MERGE_COLUMNS" else [columns]
    for some_rows in rows_apart:
        for some_columns in columns_apart:
            tab.merges.append(_area(some_rows, some_columns))
            for place in list(tab.cells):
                inside = place[0] in some_rows and place[1] in some_columns
                if inside and place != (some_rows.start, some_columns.start):
                    for name in ("userEnteredValue", "effectiveValue", "formattedValue"):
                        tab.cells[place].pop(name, None)


def _area(rows: range, columns: range) -> Json:
    return {
        "startRowIndex": rows.start,
        "endRowIndex": rows.stop,
        "startColumnIndex": columns.start,
        "endColumnIndex": columns.stop,
    }


def unmerge_cells(book: Book, body: Json) -> None:
    tab = book.tab(body["range"].get("sheetId", 0))
    rows, columns = tab.area(body["range"])
    tab.merges = [m for m in tab.merges if m["startRowIndex"] not in rows or m["startColumnIndex"] not in columns]


def append_dimension(book: Book, body: Json) -> None:
    tab = book.tab(body.get("sheetId", 0))
    if body["dimension"] == "ROWS":
        tab.rows += body["length"]
    else:
        tab.columns += body["length"]


def insert_dimension(book: Book, body: Json) -> None:
    where = body["range"]
    by = where["endIndex"] - where["startIndex"]
    book.tab(where.get("sheetId", 0)).move(where["dimension"], where["startIndex"], by)


def delete_dimension(book: Book, body: Json) -> None:
    where = body["range"]
    start, end = where.get("startIndex", 0), where["endIndex"]
    tab = book.tab(where.get("sheetId", 0))
    if end - start >= (tab.rows if where["dimension"] == "ROWS" else tab.columns):
        raise invalid("You can't delete all the rows on the sheet.")
    tab.move(where["dimension"], start, start - end)


def hide_dimension(book: Book, body: Json) -> None:
    where = body["range"]
    numbers = set(range(where["startIndex"], where["endIndex"]))
    hidden = book.tab(where.get("sheetId", 0)).hidden[where["dimension"]]
    if body["properties"].get("hiddenByUser"):
        hidden |= numbers
    else:
        hidden -= numbers


def sort_range(book: Book, body: Json) -> None:
    """Values, formats and notes move with their rows."""
    tab = book.tab(body["range"].get("sheetId", 0))
    rows, columns = tab.area(body["range"])
    lines = [{c: tab.cells.pop((row, c)) for c in columns if (row, c) in tab.cells} for row in rows]
    for spec in reversed(body["sortSpecs"]):
        lines.sort(key=lambda line: _key(line.get(spec.get("dimensionIndex", 0), {})))
        if spec.get("sortOrder") == "DESCENDING":
            lines.reverse()
    for row, line in zip(rows, lines, strict=True):
        tab.cells.update({(row, column): cell for column, cell in line.items()})


def _key(cell: Json) -> tuple[int, float, str]:
    value = cell.get("effectiveValue", {})
    if "numberValue" in value:
        return 0, value["numberValue"], ""
    return (1, 0, value["stringValue"]) if "stringValue" in value else (2, 0, "")


def paste(book: Book, body: Json) -> None:
    tab = book.tab(body["source"].get("sheetId", 0))
    rows, columns = tab.area(body["source"])
    to = body["destination"]
    top, left = to.get("startRowIndex", to.get("rowIndex", 0)), to.get("startColumnIndex", to.get("columnIndex", 0))
    cut = "rowIndex" in to
    taken = {(r, c): tab.cells.pop((r, c)) if cut else deepcopy(tab.cells[r, c])
             for r in rows for c in columns if (r, c) in tab.cells}  # fmt: skip
    target = book.tab(to.get("sheetId", 0))
    target.cells.update({(r - rows.start + top, c - columns.start + left): cell for (r, c), cell in taken.items()})


def create_metadata(book: Book, body: Json) -> Json:
    given = body["developerMetadata"]
    number = 1 + max([one["metadataId"] for one in book.metadata], default=0)
    if len(given.get("metadataValue", "")) > 30_000:
        raise invalid("The developer metadata is over its limit.")
    entry = {"metadataId": number, **given, "location": {"locationType": "SPREADSHEET", "spreadsheet": True}}
    book.metadata.append(entry)
    return {"createDeveloperMetadata": {"developerMetadata": entry}}


def delete_metadata(book: Book, body: Json) -> Json:
    number = body["dataFilter"]["developerMetadataLookup"]["metadataId"]
    gone = [one for one in book.metadata if one["metadataId"] == number]
    book.metadata = [one for one in book.metadata if one["metadataId"] != number]
    return {"deleteDeveloperMetadata": {"deletedDeveloperMetadata": gone}}


def add_name(book: Book, body: Json) -> Json:
    named = {"namedRangeId": str(book.new_id()), **body["namedRange"]}
    book.names.append(named)
    return {"addNamedRange": {"namedRange": named}}


def update_name(book: Book, body: Json) -> None:
    given = body["namedRange"]
    next(n for n in book.names if n["namedRangeId"] == given["namedRangeId"]).update(given)


def delete_name(book: Book, body: Json) -> None:
    book.names = [one for one in book.names if one["namedRangeId"] != body["namedRangeId"]]


def update_spreadsheet(book: Book, body: Json) -> None:
    book.title = body["properties"].get("title", book.title)
    book.locale = body["properties"].get("locale", book.locale)


def nothing(book: Book, body: Json) -> None:
    """What concerns neither values nor notes nor formats here."""


REQUESTS: dict[str, Request] = {
    "addSheet": add_sheet,
    "deleteSheet": delete_sheet,
    "duplicateSheet": duplicate_sheet,
    "updateSheetProperties": update_sheet_properties,
    "updateCells": update_cells,
    "repeatCell": repeat_cell,
    "mergeCells": merge_cells,
    "unmergeCells": unmerge_cells,
    "appendDimension": append_dimension,
    "insertDimension": insert_dimension,
    "deleteDimension": delete_dimension,
    "updateDimensionProperties": hide_dimension,
    "sortRange": sort_range,
    "copyPaste": paste,
    "cutPaste": paste,
    "createDeveloperMetadata": create_metadata,
    "deleteDeveloperMetadata": delete_metadata,
    "addNamedRange": add_name,
    "updateNamedRange": update_name,
    "deleteNamedRange": delete_name,
    "updateSpreadsheetProperties": update_spreadsheet,
    **dict.fromkeys(("setDataValidation", "autoResizeDimensions", "setBasicFilter", "clearBasicFilter"), nothing),
}
