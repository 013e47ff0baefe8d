"""A file to be saved, under any name: one place for the header that carries it."""

from __future__ import annotations

import unicodedata
from urllib.parse import quote

from flask import Response
from werkzeug.http import dump_options_header

EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# NFKD takes accents away; these letters have none, yet have a plain one that reads alike.
_PLAIN = str.maketrans({"ł": "l", "Ł": "L", "–": "-", "—": "-", **dict.fromkeys('„”“’‘"', "'")})
_UNQUOTED = "!#$&+-.^_`|~"


def download(data: bytes, name: str, kind: str) -> Response:
    response = Response(data, content_type=kind)
    response.headers["Content-Disposition"] = disposition(name)
    return response


def disposition(name: str) -> str:
    """A header has Latin-1 alone: the true name goes as RFC 8187 has it, beside one in plain letters."""
    shown = "".join(char for char in name if char.isprintable()) or "plik"
    plain = unicodedata.normalize("NFKD", shown.translate(_PLAIN)).encode("ascii", "ignore").decode("ascii")
    names = {"filename": plain.strip() or "plik"}
    if plain != shown:
        names["filename*"] = f"UTF-8''{quote(shown, safe=_UNQUOTED)}"
    return dump_options_header("attachment", names)
