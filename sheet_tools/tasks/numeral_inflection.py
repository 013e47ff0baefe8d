"""Polish numeral inflection. Source of every number and word: spec/numeral-inflection.txt."""

from __future__ import annotations

from sheet_tools.tasks.base import Column, Holds, Shape, Task, Writes
from sheet_tools.tasks.common import BESIDE, ID

# „Prompt template”: the only user message; there is no system message.
PROMPT = (
    "Jesteś ekspertem od gramatyki języka polskiego.\n"
    "W zdaniu jedna liczba zapisana cyframi jest oznaczona jako [[...]]. Twoim zadaniem jest zapisać tę "
    "liczbę słownie w formie gramatycznie poprawnej w tym zdaniu.\n"
    "Zasady:\n"
    "1. Uwzględnij przypadek, rodzaj, żywotność i konstrukcję składniową, w której występuje liczba.\n"
    "2. Nie zmieniaj formy pozostałych wyrazów w zdaniu.\n"
    "3. Zapisz liczbę wyłącznie słowami, małymi literami.\n"
    "4. Zwróć wyłącznie słowną formę oznaczonej liczby, bez całego zdania, nazwy przypadka ani wyjaśnień.\n"
    "Zdanie: {{ sentence }}"
)

NUMERAL_INFLECTION = Task(
    name="numeral-inflection",
    title={"pl": "Odmiana liczebników", "en": "Numeral inflection"},
    columns=(
        ID,
        Column("sentence", ("zdanie", "sentence"), Holds.TEXT, required=True, given=True, submitted=False),
        Column(
            "answer",
            ("liczebnik", "answer", "odpowiedź", "słownie"),
            Holds.TEXT,
            required=True,
            writes=Writes.WORDS,
            answers=True,
        ),
        # Gold alone has them: „compared with accepted grammatical realizations of the marked numeral”.
        Column(
            "accepted",
            ("formy uznawane", "accepted", "accepted forms"),
            Holds.TEXT,
            writes=Writes.LINES,
            submitted=False,
        ),
        *BESIDE,
    ),
    user_message=PROMPT,
    generation={"temperature": 0.0, "max_tokens": 64, "stop": ["\n"]},
    output_shape=Shape(max_words=12, allow_empty=False, allow_newline=False),
    checks=("answers", "numeral-target", "numeral-words"),
    marker="numeral",
    metric="accuracy",
    schema="numeral-inflection",
    unique=("id",),
    subject="sentence",
    subject_like=r"\[\[.+?\]\]",
)
