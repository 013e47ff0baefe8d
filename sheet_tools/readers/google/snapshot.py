"""What one call of the Sheets API tells of a whole spreadsheet (the answer's JSON), by sheet, row and column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gspread.http_client import HTTPClient

Raw = Mapping[str, Any]
# One call: the text as shown, the real kind, merges, notes, what is hidden, and what an earlier run wrote.
_FIELDS = (
    "properties(title,locale),developerMetadata,sheets(properties,merges,data(startRow,startColumn,"
    "rowMetadata(hiddenByUser,hiddenByFilter),columnMetadata(hiddenByUser,hiddenByFilter),"
    "rowData(values(userEnteredValue,effectiveValue,formattedValue,effectiveFormat.numberFormat,"
    "userEnteredFormat(textFormat.strikethrough,backgroundColor,backgroundColorStyle),textFormatRuns,note))))"
)


@dataclass(frozen=True, slots=True)
class Tab:
    """One sheet as answered."""

    id: int
    title: str
    raw: Raw

    @property
    def is_grid(self) -> bool:
        """False for a chart's sheet and the like, which hold no cells of an author's."""
        return bool(self.raw["properties"].get("sheetType", "GRID") == "GRID")

    @property
    def is_hidden(self) -> bool:
        return bool(self.raw["properties"].get("hidden"))

    def cells(self) -> Iterator[tuple[int, int, Raw]]:
        """(row, column, cell), from 1. Cells at the end of a row and rows at the end are left out by the service."""
        for block in self.raw.get("data", ()):
            first_row, first_column = block.get("startRow", 0) + 1, block.get("startColumn", 0) + 1
            for row, data in enumerate(block.get("rowData", ()), first_row):
                for column, cell in enumerate((data or {}).get("values", ()), first_column):
                    if cell:
                        yield row, column, cell

    def hidden(self, what: str) -> set[int]:
        """The numbers (from 1) of hidden rows ("row") or columns ("column")."""
        found: set[int] = set()
        for block in self.raw.get("data", ()):
            first = block.get(f"start{what.capitalize()}", 0) + 1
            for number, about in enumerate(block.get(f"{what}Metadata", ()), first):
                if about and (about.get("hiddenByUser") or about.get("hiddenByFilter")):
                    found.add(number)
        return found


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A spreadsheet as it was at one moment."""

    raw: Raw

    @property
    def title(self) -> str:
        return str(self.raw.get("properties", {}).get("title", ""))

    @property
    def is_polish(self) -> bool:
        """Whether the sheet shows numbers, dates and errors as Polish programs do."""
        return str(self.raw.get("properties", {}).get("locale", "")).lower().split("_")[0] == "pl"

    @property
    def tabs(self) -> list[Tab]:
        sheets = self.raw.get("sheets", ())
        return [Tab(s["properties"].get("sheetId", 0), s["properties"].get("title", ""), s) for s in sheets]

    def tab(self, gid: int | None) -> str | None:
        """The name of the tab of this gid; None where there is none."""
        return next((tab.title for tab in self.tabs if tab.id == gid), None)


def take_snapshot(client: HTTPClient, spreadsheet: str) -> Snapshot:
    """Raises Unreadable with the finding that says why there is none."""
    return Snapshot(client.fetch_sheet_metadata(spreadsheet, {"ranges": [], "fields": _FIELDS}))
