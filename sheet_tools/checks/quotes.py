"""Quotations: what stands inside them is linguistic material, what stands outside is the question itself."""

from __future__ import annotations

import re

_QUOTATION = re.compile(r"""„[^„”“"]*[”“"]|«[^«»]*»|»[^«»]*«|“[^“”]*”|"[^"\n]*\"""")


def quotations(text: str) -> list[tuple[int, int]]:
    """(start, end) of each quotation, marks included. Marks around the whole text make no quotation: then nobody
    asks anything about it."""
    spans = [match.span() for match in _QUOTATION.finditer(text)]
    whole = (len(text) - len(text.lstrip()), len(text.rstrip()))
    return [span for span in spans if span != whole]


def outside(text: str) -> str:
    """The text with every quotation blanked; offsets stay true."""
    for start, end in quotations(text):
        text = text[:start] + " " * (end - start) + text[end:]
    return text
