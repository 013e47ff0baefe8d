"""What the tests of the page share: items by pattern, answers of a small panel, and assessments of them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from workbooks import workbook

from sheet_tools.assessment import Assessment
from sheet_tools.pipeline import Settings, Source, assess_cached, check, read

SAMPLES = Path(__file__).parent.parent / "samples" / "reverse-poleval"
HEADING = ["klaster", "para", "rola", "input", "gold", "alias1"]
Row = list[str | float | None]


def rows(count: int = 50) -> list[Row]:
    """Rows that no check speaks of: two a pair, ten a cluster."""
    return [
        [
            f"k{n // 10 + 1}",
            f"{n // 2 + 1}",
            "kontrast" if n % 2 else "baza",
            f"Przykład formatu nr {n + 1}.",
            f"wzór{n}",
            None,
        ]
        for n in range(count)
    ]


def clusters(count: int) -> list[Row]:
    return [["klaster", "zjawisko", "kontrast"], *([f"k{n + 1}", "zjawisko", "zmiana"] for n in range(count))]


def sheet(items: Sequence[Row]) -> bytes:
    return workbook({"Pozycje": [HEADING, *items], "Klastry": clusters((len(items) + 9) // 10)})


def write_answers(folder: Path, answers: Mapping[str, Sequence[str | None]], items: Sequence[Row]) -> Path:
    """responses/*.jsonl: one answer an item; None for an item that was not asked."""
    folder.mkdir(parents=True, exist_ok=True)
    for model, texts in answers.items():
        lines = [
            json.dumps({"input": item[3], "response": text}, ensure_ascii=False)
            for item, text in zip(items, texts, strict=True)
            if text is not None
        ]
        (folder / f"{model.replace('/', '__')}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def assessment(data: bytes, responses: Path | None = None, name: str = "pozycje.xlsx") -> Assessment:
    return assess_cached(check(read(Source(name, data), Settings())), responses)
