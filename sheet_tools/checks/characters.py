"""Characters that a reader does not see, or that are not what they look like.

Normalisation (NFKC, white space) leaves them, so a gold or an alias that holds one is never matched; an input is sent
to the model with them, exactly as written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from sheet_tools.checks.escapes import ABOUT_CODES, escaped
from sheet_tools.checks.fields import texts
from sheet_tools.checks.lookalikes import alike_words, mixed_words
from sheet_tools.checks.mojibake import broken_piece
from sheet_tools.findings import Finding
from sheet_tools.items import Item, ItemSet
from sheet_tools.normalise import normalise
from sheet_tools.readers.looks import look
from sheet_tools.tasks import Task

# What Polish texts are made of; a text of these alone needs no closer look.
_UNUSUAL = re.compile(r"[^\n\t -~ąćęłńóśźżĄĆĘŁŃÓŚŹŻ„”“’‘‚«»–—−…§°×áéíúàèçäöüßčšž]")
# What has no width: zero-width blanks, soft hyphen, direction marks, fillers, variation selectors, tags.
_HIDDEN_CLASS = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
HIDDEN = re.compile(f"[{_HIDDEN_CLASS}]")
# The same characters where they do honest work: they join an emoji, choose its look, spell a flag, or shape a script.
_PICTURE = "[\u00a9\u00ae\u203c\u2049\u2100-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
_HONEST = re.compile(
    f"(?:{_PICTURE}|[#*0-9](?=\ufe0f\u20e3))[\ufe0e\ufe0f]?(?:\u200d{_PICTURE}\ufe0f?)*(?:[\U000e0020-\U000e007f]+)?"
    "|(?<=[\u0590-\u109f])[\u200c\u200d](?=[\u0590-\u109f])"
)
# Control characters but for tab and line ends, line separators, private use, and what is no character at all.
_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff\U000f0000-\U0010ffff]"
)
_ODD_BLANK = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_AROUND = 12
# How every word for an error of a formula begins („#N/D!”, „Err:502”, „Błąd:502”).
_ERROR_BEGINS = ("#", "E", "B")


def check_characters(item_set: ItemSet, task: Task) -> Iterator[Finding]:
    """Warnings at the input, the gold and each alias."""
    for item in item_set.items:
        for field, text, _column in texts(item, task):
            if text[:1].isspace() or text[-1:].isspace():
                yield from _edges(item, field, text)
            if _UNUSUAL.search(text):
                yield from _unusual(item, field, text, _effect(field, task))
            if (shown := escaped(text)) and not ABOUT_CODES.search(item.get(task.subject)):
                yield Finding("suspect-escapes", item.at(field), {"field": field, "shown": shown})
            if text[:1] in _ERROR_BEGINS and look(text) == "suspect-error":
                # Delimited text says so itself; pasted as a value, it stands in a workbook too.
                yield Finding("suspect-error", item.at(field), {"text": text})
            if not task.given and field != task.subject:
                yield from _counted_alike(item, field, text)
            for word, values in alike_words(text):
                yield Finding("look-alike", item.at(field), {"field": field, "word": word, **values})


def _counted_alike(item: Item, field: str, text: str) -> Iterator[Finding]:
    """Characters of an answer that the official normalisation makes plain ones of: ² is 2, and 10² is 102."""
    if text.isascii() or broken_piece(text):
        return
    chars = [char for char in dict.fromkeys(text) if _becomes_another(char)]
    if chars:
        values = {"field": field, "chars": ", ".join(f"„{char}”" for char in chars), "plain": normalise(text)}
        yield Finding("answer-counted-alike", item.at(field), values)


def _becomes_another(char: str) -> bool:
    """Blanks and punctuation (…, ‑) are no other answer; nor is a letter that is put together."""
    if char.isascii() or char.isspace() or unicodedata.category(char).startswith("P") or HIDDEN.match(char):
        return False
    return unicodedata.normalize("NFKC", char) != unicodedata.normalize("NFC", char)


def _effect(field: str, task: Task) -> dict[str, object]:
    """What such characters do in this field: the input alone is sent; before answers are compared the official
    normalisation of Reverse PolEval makes plain characters of them."""
    if field == task.subject:
        return {"effect_pl": "Model dostaje więc inny tekst, niż widać.",
                "effect_en": "So the model is sent another text than is seen."}  # fmt: skip
    if task.given:
        return {"effect_pl": "To jednak inne znaki.", "effect_en": "Yet they are other characters."}
    return {
        "effect_pl": "Oceny nie zmieniają: przed porównaniem odpowiedzi normalizacja zamienia je na zwykłe.",
        "effect_en": "They change no mark: before answers are compared, normalisation makes plain ones of them.",
    }


def _edges(item: Item, field: str, text: str) -> Iterator[Finding]:
    """Blanks at an end; a blank field is another finding's matter."""
    if not text.strip():
        return
    starts, ends = text[0].isspace(), text[-1].isspace()
    where = {
        (True, False): ("na początku", "at the beginning"),
        (False, True): ("na końcu", "at the end"),
        (True, True): ("na początku i na końcu", "at the beginning and at the end"),
    }[starts, ends]
    values = {"field": field, "where_pl": where[0], "where_en": where[1], "start": starts, "end": ends}
    yield Finding("edge-space", item.at(field), values)


def _unusual(item: Item, field: str, text: str, effect: dict[str, object]) -> Iterator[Finding]:
    place = item.at(field)
    # A carriage return is shown as such, and not once more as a control character.
    if "\r" in text:
        yield Finding("cr-in-text", place, {"field": field, "count": text.count("\r"), **effect})
    yield from _kind("control-char", _CONTROL, item, field, text)
    for found in _kind("nbsp", _ODD_BLANK, item, field, text):
        yield Finding(found.code, found.place, {**found.values, **effect})
    yield from _kind("invisible-characters", HIDDEN, item, field, _HONEST.sub(lambda m: "x" * len(m[0]), text))
    if piece := broken_piece(text):
        yield Finding("mojibake", place, {"field": field, "fragment": piece})
    if not unicodedata.is_normalized("NFC", text):
        yield Finding("not-nfc", place, {"field": field, "shown": _decomposed(text), **effect})
    for word, letter, code in mixed_words(text):
        yield Finding("mixed-script", place, {"field": field, "word": word, "letter": letter, "codes": code})


def _kind(code: str, pattern: re.Pattern[str], item: Item, field: str, text: str) -> Iterator[Finding]:
    found = list(pattern.finditer(text))
    if found:
        codes = ", ".join(dict.fromkeys(code_point(match[0]) for match in found))
        shown = _show(item.get(field), found[0].start())
        yield Finding(code, item.at(field), {"field": field, "codes": codes, "count": len(found), "shown": shown})


def code_point(char: str) -> str:
    """ "U+200B"."""
    return f"U+{ord(char):04X}"


def _show(text: str, at: int) -> str:
    """The place in the text, with what cannot be seen written as its code in pointed brackets."""
    piece = text[max(0, at - _AROUND) : at + _AROUND + 1]
    return "".join(_visible(char) for char in piece)


def _visible(char: str) -> str:
    hidden = char != " " and (_CONTROL.match(char) or _ODD_BLANK.match(char) or HIDDEN.match(char) or char.isspace())
    return f"⟨{code_point(char)}⟩" if hidden else char


def _decomposed(text: str) -> str:
    """The first word whose letters are stored in pieces, as it looks."""
    return next((word for word in text.split() if not unicodedata.is_normalized("NFC", word)), text[:_AROUND])
