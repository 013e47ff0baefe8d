"""Where a model is asked: its server's address, key and certificates, from what the environment says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from sheet_tools.panel.address import BadAddress, base_url, shown
from sheet_tools.panel.outcomes import Failure
from sheet_tools.panel.refusals import one_line

_QUOTES = "\"'„”“‟«»‘’‚`"
_SCHEME = re.compile(r"(authorization\s*:\s*)?bearer(\s+|\s*:\s*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A server's base address (address.base_url), its key, and the file of the certificates that it is known by (None:
    those of the system)."""

    address: str
    key: str | None = field(default=None, repr=False)
    certificates: str | None = None

    @property
    def shown(self) -> str:
        return shown(self.address)


def endpoint_of(environment: Mapping[str, str], address: str | None, key_variable: str | None) -> Endpoint | Failure:
    """The endpoint of a model: its own address with the key of its own variable, or the common EVAL_BASE_URL with
    EVAL_API_KEY. The common key goes to the common address alone."""
    named = key_variable or ("EVAL_API_KEY" if address is None else None)
    written = address or environment.get("EVAL_BASE_URL", "").strip()
    if not written:
        return Failure("endpoint-unset", stops=True)
    try:
        base = base_url(written)
    except BadAddress:
        return Failure("endpoint-address", {"address": one_line(shown(written))}, stops=True)
    key = plain_key(environment.get(named, "")) if named else ""
    if key_variable and not key:
        return Failure("endpoint-key-unset", {"variable": key_variable}, stops=True)
    if not (key.isascii() and key.isprintable()):
        return Failure("endpoint-key-malformed", {"variable": named}, stops=True)
    certificates = (environment.get(name, "").strip() for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"))
    return Endpoint(base, key or None, next(filter(None, certificates), None))


def plain_key(written: str) -> str:
    """The key alone: people paste it in quotes, or with the „Bearer” that the client puts before it itself."""
    key = written.strip()
    while True:
        shorter = _SCHEME.sub("", key, count=1) if _SCHEME.match(key) else key
        if len(shorter) > 1 and shorter[0] in _QUOTES and shorter[-1] in _QUOTES:
            shorter = shorter[1:-1]
        if shorter.strip() == key:
            return key
        key = shorter.strip()
