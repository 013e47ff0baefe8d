"""Polish morphosyntactic error detection and correction. Source of every number and word: spec/error-correction.txt."""

from __future__ import annotations

from sheet_tools.tasks.base import Column, Holds, Shape, Task, Writes
from sheet_tools.tasks.common import BESIDE, ID

# „Prompt template”: the only user message; there is no system message.
PROMPT = (
    "Jesteś ekspertem od gramatyki języka polskiego.\n"
    "Twoim zadaniem jest ocenić, czy podane zdanie jest poprawne pod względem morfoskładniowym, a jeśli nie, "
    "poprawić je w minimalny sposób.\n"
    "Zasady:\n"
    "1. Sprawdź m.in.: zgodność rodzaju, liczby i przypadka; zgodność podmiotu z orzeczeniem; rząd przypadka "
    "po przyimkach.\n"
    "2. Nie oceniaj stylu, prawdziwości treści ani naturalności zdania.\n"
    '3. Jeżeli zdanie jest poprawne, ustaw "answer" na "POPRAWNE", a "corrected_sentence" na pusty ciąg '
    "znaków.\n"
    '4. Jeżeli zdanie zawiera błędy, ustaw "answer" na "NIEPOPRAWNE", a w "corrected_sentence" podaj całe '
    "zdanie poprawione minimalnie: zmień tylko formy potrzebne do usunięcia błędów, nie zmieniaj doboru słów, "
    "liczby gramatycznej, szyku, interpunkcji ani budowy zdania.\n"
    '5. Zwróć wyłącznie obiekt JSON w postaci: {"answer": "POPRAWNE" lub "NIEPOPRAWNE", "corrected_sentence": '
    '"..."}\n'
    "6. Nie dodawaj wyjaśnień ani komentarzy.\n"
    "Zdanie: {{ sentence }}"
)

CORRECT, INCORRECT = "POPRAWNE", "NIEPOPRAWNE"

ERROR_CORRECTION = Task(
    name="error-correction",
    title={"pl": "Wykrywanie i poprawianie błędów", "en": "Error detection and correction"},
    columns=(
        ID,
        Column("sentence", ("zdanie", "sentence"), Holds.TEXT, required=True, given=True, submitted=False),
        Column(
            "answer",
            ("ocena", "answer", "etykieta", "odpowiedź"),
            Holds.TEXT,
            required=True,
            writes=Writes.LABEL,
            choices=(CORRECT, INCORRECT),
            answers=True,
        ),
        Column(
            "corrected_sentence",
            ("zdanie poprawione", "corrected_sentence", "poprawione zdanie", "poprawka"),
            Holds.TEXT,
            required=True,
            answers=True,
            blank_when=("answer", CORRECT),
            differs_from="sentence",
        ),
        *BESIDE,
    ),
    user_message=PROMPT,
    generation={"temperature": 0.0, "max_tokens": 512, "stop": []},
    output_shape=Shape(max_words=200, allow_empty=False, allow_newline=True),
    checks=("answers", "answer-characters", "sentences"),
    parser="json-object",
    marker="correction",
    metric="accuracy",
    schema="error-correction",
    unique=("id",),
    subject="sentence",
)
