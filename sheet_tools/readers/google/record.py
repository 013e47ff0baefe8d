"""What an earlier run wrote into a spreadsheet, so that the next takes away exactly that.

The record is developer metadata of the spreadsheet: nobody sees or edits it by accident, it is read with the cells and
written in the same all-or-nothing call as notes and colours, and no tab's deletion takes it along. A note finds its
cell again wherever the row went: it is in the record by its digest, with the background that the cell had before.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sheet_tools.readers.google.snapshot import Raw, Snapshot

KEY = "reverse-poleval-review"
# The service keeps 30,000 characters of metadata a spreadsheet; others may need some.
LARGEST = 24_000
# How a note of ours begins, in both languages.
SIGNATURE = "Reverse PolEval · "
COLOURS = {"e": "f4cccc", "w": "fff2cc"}


@dataclass(frozen=True, slots=True)
class Record:
    """`tabs`: ids of tabs of ours; `cells`: digest of a note → "e" or "w" (its colour) and the former background;
    `metadata`: ids of the entries it was read from."""

    tabs: tuple[int, ...] = ()
    cells: Mapping[str, str] = field(default_factory=dict)
    metadata: tuple[int, ...] = ()


def digest(note: str) -> str:
    return hashlib.sha256(note.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def is_signed(note: str) -> bool:
    return note.startswith(SIGNATURE)


def read_record(snapshot: Snapshot) -> Record:
    """All entries together: two runs at once may have left one each. What is not ours is not touched."""
    tabs: list[int] = []
    cells: dict[str, str] = {}
    metadata: list[int] = []
    for entry in snapshot.raw.get("developerMetadata", ()):
        said = _parsed(entry)
        if said is not None:
            metadata.append(entry["metadataId"])
            tabs += [said["tab"]] if isinstance(said.get("tab"), int) else []
            cells.update(said.get("cells") or {})
    return Record(tuple(dict.fromkeys(tabs)), cells, tuple(metadata))


def _parsed(entry: Raw) -> dict[str, Any] | None:
    if entry.get("metadataKey") != KEY:
        return None
    try:
        said = json.loads(entry.get("metadataValue", ""))
    except ValueError:
        return None
    return said if isinstance(said, dict) else None


def as_value(tab: int, cells: Mapping[str, str]) -> str:
    return json.dumps({"tab": tab, "cells": cells}, separators=(",", ":"))


def background(raw: Raw) -> str:
    """A cell's own background: "" for none, "f4cccc", or "theme:ACCENT1"."""
    given = raw.get("userEnteredFormat") or {}
    style = given.get("backgroundColorStyle") or {}
    if "themeColor" in style:
        return f"theme:{style['themeColor']}"
    colour = style.get("rgbColor", given.get("backgroundColor"))
    if colour is None:
        return ""
    return "".join(f"{round(255 * float(colour.get(name, 0))):02x}" for name in ("red", "green", "blue"))


def as_style(colour: str) -> dict[str, Any]:
    """`background` in the words of the API; {} for none."""
    if not colour:
        return {}
    if colour.startswith("theme:"):
        return {"themeColor": colour.removeprefix("theme:")}
    channels = (int(colour[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return {"rgbColor": dict(zip(("red", "green", "blue"), channels, strict=True))}
