"""The stand-in held against recorded answers of the real service, where they are at hand.

Each recorded request is sent again; an answer agrees where every field that was recorded is the same. Ids that the
service invented are handed to the stand-in beforehand.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from google_book import Book
from google_stand_in import StandIn, stand_in

RECORDED = Path(__file__).parents[2] / "shared" / "google" / "recorded.jsonl.gz"
# What agreed when this was written, and what does not: docs/google-checklist.md.
LEAST = 0.96

pytestmark = pytest.mark.skipif(not RECORDED.exists(), reason="the recorded answers are not at hand")


def cassettes() -> list[tuple[str, list[list[Any]]]]:
    with gzip.open(RECORDED, "rt", encoding="utf-8") as file:
        return [(one["cassette"], one["seq"]) for one in map(json.loads, file)]


def within(recorded: Any, answered: Any) -> bool:
    """Whether all that was recorded was answered too."""
    if isinstance(recorded, dict):
        return isinstance(answered, dict) and all(within(v, answered.get(k)) for k, v in recorded.items())
    if isinstance(recorded, list):
        return (
            isinstance(answered, list)
            and len(recorded) == len(answered)
            and all(within(a, b) for a, b in zip(recorded, answered, strict=True))
        )
    return recorded == answered


def ids(answer: Any) -> Iterator[Any]:
    """The ids that the service invented for what a batch made."""
    for reply in (answer or {}).get("replies", []) if isinstance(answer, dict) else []:
        for made in reply.values():
            if "properties" in made:
                yield made["properties"]["sheetId"]
            elif "namedRange" in made:
                yield made["namedRange"]["namedRangeId"]


def replay(state: StandIn, sequence: list[list[Any]]) -> Iterator[tuple[bool, list[Any], Any]]:
    state.books.clear()
    for method, path, body, status, answer in sequence:
        name = (re.findall(r"/spreadsheets/([\w-]+)", path) or [""])[0]
        if path.startswith("/drive"):
            state.new_ids.append(answer["id"])
        elif name not in state.books and status != 404:
            # Made before the recording began.
            state.add(Book(name))
        if name in state.books:
            state.books[name].next_ids += ids(answer)
        state.tokens, state.open_to_all = {"znak"}, status != 403
        found = requests.request(
            method, state.url + path, json=body, timeout=10, headers={"Authorization": "Bearer znak"}
        )
        yield found.status_code == status and within(answer, found.json()), [method, path, body, answer], found.json()


def test_the_stand_in_answers_as_the_service_did() -> None:
    agreed, all_of_them = 0, 0
    with stand_in() as state:
        for _, sequence in cassettes():
            for same, _, _ in replay(state, sequence):
                agreed += same
                all_of_them += 1
    assert all_of_them > 1000
    assert agreed / all_of_them >= LEAST, f"{agreed} of {all_of_them}"
