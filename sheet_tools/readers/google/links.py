"""Every form of address that people paste: the sheet's id and tab, or why it is no address of a sheet.

The pasted address itself is never fetched: only the id is taken from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from sheet_tools.findings import Finding, Unreadable

_INVISIBLE = str.maketrans(dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad"))
_URL = re.compile(r"https?://[^\s<>\"'„”“«»]+", re.IGNORECASE)
_NO_SCHEME = re.compile(
    r"(?:(?:docs|drive|sheets|spreadsheets)\.google\.com|forms\.gle)/[^\s<>\"'„”“«»]*", re.IGNORECASE
)
_AT_THE_END = ").,;:!?]}*`"
_ID = re.compile(r"[A-Za-z0-9_-]{20,}", re.ASCII)
_GID = re.compile(r"(?:^|[#&?;])gid=([0-9]{1,10})(?![0-9])", re.ASCII)
# Ids of sheets have 44 characters; those of files that were only uploaded to Drive have 33.
_UPLOADED = 33
_SHORTEST_BARE = 25
_BARE_LENGTHS = (_UPLOADED, 44)
_HOSTS = re.compile(r"(?:docs|drive|sheets|spreadsheets\d*)\.google\.com")
# Pages that lead elsewhere (to sign in, out of mail or a social network): host, and where the address stands.
_LEADING = (
    (re.compile(r"(?:www\.)?google\.[a-z.]+"), ("q", "url")),
    (re.compile(r"accounts\.google\.com"), ("continue", "followup")),
    (re.compile(r".+\.safelinks\.protection\.outlook\.com"), ("url",)),
    (re.compile(r"l(?:m)?\.(?:facebook|messenger|instagram)\.com"), ("u",)),
)
_OTHER_KINDS = {
    "document": ("dokument tekstowy", "a text document"),
    "presentation": ("prezentacja", "a presentation"),
    "drawings": ("rysunek", "a drawing"),
    "forms": ("formularz", "a form"),
    "folder": ("folder na Dysku", "a folder of Drive"),
}


class Link(NamedTuple):
    """A spreadsheet's id, the tab chosen in the address (None: none), and whether it looks like an uploaded file."""

    id: str
    gid: int | None = None
    uploaded: bool = False


def looks_like_link(text: str) -> bool:
    """Whether a text is meant as an address, not as the name of a file (a bare id has no mark but its form)."""
    text = text.strip().translate(_INVISIBLE)
    if _URL.match(text) or _NO_SCHEME.match(text):
        return True
    mixed = any(c.isdigit() for c in text) and any(c.isupper() for c in text) and any(c.islower() for c in text)
    return mixed and len(text) in _BARE_LENGTHS and _ID.fullmatch(text) is not None


def parse_link(pasted: str) -> Link:
    """The sheet that a pasted text means. Raises Unreadable (google-link-…) where it means none."""
    text = unquote(pasted) if pasted.strip().lower().startswith(("https%3a", "http%3a")) else pasted
    text = text.strip().translate(_INVISIBLE)
    if _ID.fullmatch(text) and len(text) >= _SHORTEST_BARE:
        return Link(text, None, len(text) == _UPLOADED)
    found = _URL.search(text) or _NO_SCHEME.search(text)
    if found is None:
        raise _no_link("google-link-unknown", address=pasted.strip()[:200])
    address = found[0].rstrip(_AT_THE_END)
    return _of_address(address if "://" in address else f"https://{address}")


def _of_address(address: str) -> Link:
    parts = _destination(address)
    host = _host(parts)
    if host == "forms.gle":
        raise _other_kind("forms")
    if not _HOSTS.fullmatch(host):
        raise _no_link("google-link-elsewhere", host=host or address[:100])
    steps = list(_steps(parts.path))
    kind = _kind(steps)
    if kind is not None:
        raise _other_kind(kind)
    if _follows(steps, "d") == "e":
        raise _no_link("google-link-published")
    query = parse_qs(parts.query)
    given = _follows(steps, "d") or next((query[name][0] for name in ("id", "key") if name in query), "")
    match = _ID.match(given)
    if match is None:
        raise _no_link("google-link-incomplete" if given or "d" in steps else "google-link-home")
    uploaded = query.get("rtpof") == ["true"] or len(match[0]) == _UPLOADED or "file" in steps
    return Link(match[0], _gid(parts), uploaded)


def _host(parts: SplitResult) -> str:
    try:
        return (parts.hostname or "").lower().rstrip(".")
    except ValueError:
        return ""


def _destination(address: str) -> SplitResult:
    """The address itself, or the one that a page in between leads to."""
    for _ in range(4):
        try:
            parts = urlsplit(address)
        except ValueError:
            raise _no_link("google-link-unknown", address=address[:200]) from None
        names = next((names for host, names in _LEADING if host.fullmatch(_host(parts))), ())
        query = parse_qs(parts.query)
        inner = next((query[name][0] for name in names if name in query), None)
        if inner is None:
            return parts
        address = inner
    return parts


def _steps(path: str) -> Iterator[str]:
    """The steps of a path, without those that say whose account is used (/u/1, /a/example.org)."""
    steps = iter([step for step in unquote(path).split("/") if step])
    for number, step in enumerate(steps):
        if step == "u" or (step == "a" and number == 0):
            next(steps, None)
        else:
            yield step


def _kind(steps: list[str]) -> str | None:
    """What else than a spreadsheet the path names."""
    if "folders" in steps or "folderview" in steps:
        return "folder"
    return next((step for step in steps[:1] if step in _OTHER_KINDS and step != "folder"), None)


def _follows(steps: list[str], name: str) -> str:
    return steps[steps.index(name) + 1] if name in steps[:-1] else ""


def _gid(parts: SplitResult) -> int | None:
    """What stands after # is the tab that was open; else what the query says."""
    for part in (parts.fragment, parts.query, parts.path):
        if match := _GID.search(unquote(part)):
            return int(match[1])
    return None


def _other_kind(kind: str) -> Unreadable:
    polish, english = _OTHER_KINDS[kind]
    return _no_link("google-link-other", kind_pl=polish, kind_en=english)


def _no_link(code: str, **values: object) -> Unreadable:
    return Unreadable(Finding(code, values=values))
