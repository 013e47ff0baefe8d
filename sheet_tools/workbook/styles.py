"""How the template looks: formats, widths (characters) and heights (points)."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format

WIDTHS = {
    # „Pozycje”
    "cluster": 16, "pair": 7, "role": 10, "input": 58, "gold": 18, "alias": 13, "notes": 24, "skip": 8,
    "length": 9, "status": 36, "other": 24,
    # „Klastry”
    "name": 22, "description": 60,
    # „Zgłoszenie”
    "label": 34, "value": 50, "help": 66,
    # „Jak wypełnić”
    "left": 38, "right": 100,
}  # fmt: skip
HEIGHTS = {"item": 34.0, "cluster": 48.0, "title": 30.0, "heading": 28.0}
LINE = 15.0
MOST = 400.0  # Excel's own bound is 409

INK, PAPER, OWN, PALE, RULE = "#FFFFFF", "#1F4E79", "#5F6B76", "#EAF1F8", "#C9D3DC"


class Styles:
    """The formats of one workbook. Author's cells are text („@”): 007, 1.05 and 3-4 stay as typed."""

    def __init__(self, workbook: Workbook) -> None:
        def style(**properties: object) -> Format:
            return workbook.add_format({"valign": "top", **properties})

        wrapped = {"text_wrap": True}
        self.text = style(num_format="@", **wrapped)
        self.prepared = style(num_format="@", border=1, border_color="#E3E7EA", **wrapped)
        self.computed = style(font_color="#44505A", bg_color="#F6F7F8", border=1, border_color="#E3E7EA", **wrapped)
        self.helper = style(font_color="#8A949C")
        self.helper_text = style(font_color="#8A949C", num_format="@")
        self.given = style(num_format="@", bg_color="#F6F7F8", border=1, border_color="#E3E7EA", **wrapped)
        head = {"bold": True, "font_color": INK, "border": 1, "border_color": RULE, "num_format": "@", **wrapped}
        self.heading = style(bg_color=PAPER, **head)
        self.own_heading = style(bg_color=OWN, **head)
        self.title = style(bold=True, font_size=16, font_color=PAPER)
        self.label = style(bold=True, **wrapped)
        boxed = {"border": 1, "border_color": RULE, **wrapped}
        self.entry = style(num_format="@", bg_color="#FFFDF2", **boxed)
        self.counter = style(bold=True, align="left", bg_color="#F6F7F8", **boxed)
        self.help = style(font_color="#44505A", **wrapped)
        self.of_ok = workbook.add_format({"font_color": "#1B6B3A", "bg_color": "#E3F4E8"})
        self.of_fault = workbook.add_format({"font_color": "#8A1C0B", "bg_color": "#FDE3DD"})
        self.of_skipped = workbook.add_format({"font_color": "#8A949C", "italic": True})
        section = style(bold=True, font_size=12, font_color=PAPER, bottom=1, bottom_color=PAPER, valign="bottom")
        example = style(num_format="@", bg_color=PALE, **boxed)
        self.guide = {
            "title": (self.title, self.title),
            "heading": (section, section),
            "pair": (style(bold=True, num_format="@", align="left", **wrapped), style(num_format="@", **wrapped)),
            "example": (style(italic=True, bg_color=PALE, **boxed), example),
        }


def lines_in(text: str, width: float) -> int:
    """How many lines a wrapped text takes in a column of this width."""
    return sum(max(1, ceil(len(line) / width)) for line in text.split("\n"))


def guide_height(text: str, width: float) -> float:
    return min(MOST, lines_in(text, width) * LINE + 4)


def row_height(text: str) -> float:
    """Of a row of „Pozycje”: room for two lines, for more where the input is longer."""
    return min(MOST, max(HEIGHTS["item"], guide_height(text, WIDTHS["input"])))
