"""The words of a finding with its values in them; „{n:# pozycja|# pozycje|# pozycji}” takes the form that n wants."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter

NUMBER = "#"


def worded(text: str, lang: str, values: Mapping[str, object]) -> str:
    """Raises KeyError for a value that is not there."""
    return _Worded(lang).vformat(text, (), values)


def form(n: object, lang: str, forms: list[str]) -> str:
    """Of one, a few, many in Polish, of one and many in English. What is no number („…”) is many."""
    if not isinstance(n, int) or isinstance(n, bool):
        return forms[-1]
    if n == 1:
        return forms[0]
    is_few = lang == "pl" and n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)
    return forms[1] if is_few else forms[-1]


class _Worded(Formatter):
    def __init__(self, lang: str) -> None:
        self._lang = lang

    def format_field(self, value: object, format_spec: str) -> str:
        if "|" not in format_spec:
            return str(super().format_field(value, format_spec))
        return form(value, self._lang, format_spec.split("|")).replace(NUMBER, str(value))
