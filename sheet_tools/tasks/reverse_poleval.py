"""Reverse PolEval, Track 1. Source of every number and word: spec/reverse-poleval.txt."""

from __future__ import annotations

from sheet_tools.tasks.base import Column, Form, Holds, Task

# „Official chat messages”: fixed for every submission and both panels.
SYSTEM_MESSAGE = (
    "Jesteś modelem rozwiązującym krótkie, automatycznie oceniane zadania dotyczące języka polskiego. "
    "Odpowiedz wyłącznie poprawną odpowiedzią na zadanie z wiadomości użytkownika. "
    "Nie dodawaj wyjaśnień, etykiet, cytatów ani dodatkowego tekstu."
)

REVERSE_POLEVAL = Task(
    name="reverse-poleval",
    submission_name="items.jsonl",
    title={"pl": "Reverse PolEval, ścieżka 1", "en": "Reverse PolEval, Track 1"},
    columns=(
        Column("cluster", ("klaster", "cluster")),
        Column("phenomenon", ("zjawisko", "phenomenon")),
        Column("pair", ("para", "pair")),
        Column("role", ("rola", "role")),
        Column(
            "input",
            ("input", "wejście", "polecenie", "zadanie", "treść"),
            Holds.TEXT,
            required=True,
            limit=2000,
        ),
        Column(
            "gold",
            ("gold", "odpowiedź", "odpowiedź wzorcowa", "wzorzec"),
            Holds.TEXT,
            required=True,
            limit=80,
            answers=True,
            asked_as=("odpowiedź", "answer"),
        ),
        Column("alias", ("alias",), Holds.TEXT, limit=80, repeats=5, list_headings=("aliases", "aliasy")),
        Column("notes", ("uwagi", "notes")),
        Column("skip", ("pomiń", "skip")),
        Column("length", ("długość", "length"), Holds.HELPER),
        Column("status", ("stan", "status"), Holds.HELPER),
        # The hidden columns of the template's live status (sheet_tools/workbook/layout.py).
        Column("helper", ("pomocnicza", "helper"), Holds.HELPER, repeats=7),
    ),
    items_least=50,
    items_most=200,
    system_message=SYSTEM_MESSAGE,
    user_message="{{ input }}",
    # „Decoding is greedy and deterministic”; „Track 1 — file format” has no other setting.
    generation={"temperature": 0.0, "max_tokens": 64},
    checks=("format", "characters", "gold-form", "habits", "instructions", "necessity", "clusters"),
    unique=("input",),
    # „Qualification”, 3: a phenomenon and a Polish contrast or controlled perturbation for each item cluster.
    clusters=Form(
        (
            Column("cluster", ("klaster", "cluster", "nazwa", "name"), required=True),
            Column("phenomenon", ("zjawisko", "phenomenon"), required=True),
            Column(
                "contrast",
                (
                    "kontrast",
                    "contrast",
                    "kontrast lub kontrolowana zmiana",
                    "contrast or controlled perturbation",
                    "polski kontrast lub kontrolowana zmiana",
                    "polish contrast or controlled perturbation",
                ),
            ),
        )
    ),
)
