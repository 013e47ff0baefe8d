"""Polish comma placement. Source of every number and word: spec/comma-placement.txt."""

from __future__ import annotations

from sheet_tools.tasks.base import Column, Holds, Shape, Task, Writes
from sheet_tools.tasks.common import BESIDE, ID

# „Prompt template”: the only user message; there is no system message.
PROMPT = (
    "Jesteś ekspertem od interpunkcji języka polskiego.\n"
    "W zdaniu miejsca, w których może stać przecinek, są oznaczone numerami: [1], [2], [3], …\n"
    "Twoim zadaniem jest wskazać wszystkie oznaczone miejsca, w których zgodnie z zasadami interpunkcji "
    "polskiej powinien stać przecinek.\n"
    "Zasady:\n"
    '1. W "commas" podaj numery wszystkich miejsc, w których przecinek jest wymagany, w kolejności rosnącej.\n'
    '2. W "optional" podaj numery miejsc, w których przecinek jest dopuszczalny, ale nie wymagany, w '
    "kolejności rosnącej.\n"
    '3. Jeżeli w żadnym oznaczonym miejscu przecinek nie jest wymagany, zwróć pustą listę w "commas".\n'
    '4. Zwróć wyłącznie obiekt JSON w postaci: {"commas": [...], "optional": [...]}\n'
    "5. Nie dodawaj wyjaśnień, komentarzy ani całego zdania.\n"
    "Zdanie: {{ sentence_with_positions }}"
)

COMMA_PLACEMENT = Task(
    name="comma-placement",
    title={"pl": "Przecinki", "en": "Comma placement"},
    columns=(
        ID,
        Column(
            "sentence_with_positions",
            ("zdanie z miejscami", "sentence_with_positions", "zdanie", "sentence"),
            Holds.TEXT,
            required=True,
            given=True,
            submitted=False,
        ),
        Column(
            "commas",
            ("przecinki", "commas", "przecinki wymagane"),
            Holds.TEXT,
            required=True,
            writes=Writes.INTEGERS,
            answers=True,
        ),
        Column(
            "optional",
            ("dopuszczalne", "optional", "przecinki dopuszczalne"),
            Holds.TEXT,
            required=True,
            writes=Writes.INTEGERS,
            answers=True,
        ),
        *BESIDE,
    ),
    user_message=PROMPT,
    generation={"temperature": 0.0, "max_tokens": 128, "stop": []},
    output_shape=Shape(max_words=60, allow_empty=False, allow_newline=True),
    checks=("answers", "comma-places"),
    parser="json-object",
    marker="comma-sets",
    metric="accuracy",
    schema="comma-placement",
    unique=("id",),
    subject="sentence_with_positions",
)
