"""What comes of one call: a reply, or a failure that says whether asking again can help."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sheet_tools.findings import Finding


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: `text` is what is marked, `received` the whole body (body.kept)."""

    text: str
    finish_reason: str | None
    returned_model: str | None
    usage: Mapping[str, object] | None
    received: str
    server: str | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """No answer, and why: a code of the catalogue and its values.

    `retry`: asking again may help; `wait`: the seconds that the server asks for; `stops`: the model's other items would
    fare no better; `loading`: the server is only not ready yet; `refused`: the server understood and declined; `own`:
    the item's trouble rather than the model's, so that each row is named. `received`: the body of an answer that could
    not be used.
    """

    code: str
    values: Mapping[str, object] = field(default_factory=dict)
    retry: bool = False
    wait: float | None = None
    stops: bool = False
    loading: bool = False
    refused: bool = False
    own: bool = False
    received: str | None = None

    def finding(self, **values: object) -> Finding:
        return Finding(self.code, values={**self.values, **values})
