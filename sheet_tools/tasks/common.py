"""Columns that every task with an inputs.jsonl has alike."""

from __future__ import annotations

from sheet_tools.tasks.base import Column, Holds

ID = Column("id", ("id", "identyfikator"), Holds.TEXT, required=True, given=True)
# What the sheet holds beside the item: the author's notes, rows left out, the live status and its hidden columns.
BESIDE = (
    Column("notes", ("uwagi", "notes")),
    Column("skip", ("pomiń", "skip")),
    Column("status", ("stan", "status"), Holds.HELPER),
    Column("helper", ("pomocnicza", "helper"), Holds.HELPER, repeats=20),
)
