"""The commit that a model's answers come from. Two recorded commits never mix; an answer without one fits any."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from sheet_tools.findings import Finding

_HASH = re.compile(r"[0-9a-f]{7,64}")


def same_revision(one: str, other: str) -> bool:
    """True for equal names, and where one hash is the beginning of the other."""
    one, other = one.lower(), other.lower()
    if _HASH.fullmatch(one) and _HASH.fullmatch(other):
        return one.startswith(other) or other.startswith(one)
    return one == other


def fits(recorded: str | None, wanted: str | None) -> bool:
    """True where an answer of the recorded commit may stand among those of the wanted one (None: not known)."""
    return recorded is None or wanted is None or same_revision(recorded, wanted)


def prevailing(recorded: Mapping[str, Iterable[str | None]]) -> str | None:
    """The commit with the most answers, of what is recorded of each request; None where none is recorded.

    Of equals the one that comes last by its name: any choice will do, but always the same.
    """
    known = {key: {each for each in found if each} for key, found in recorded.items()}
    names = {name for found in known.values() for name in found}

    def weight(name: str) -> tuple[int, int, str]:
        count = sum(any(same_revision(name, other) for other in found) for found in known.values())
        return count, len(name), name

    return max(names, key=weight, default=None)


def others(recorded: Iterable[str | None], wanted: str | None) -> list[str]:
    """The recorded commits that do not fit the wanted one, each once, in order."""
    return sorted({each for each in recorded if each and not fits(each, wanted)})


def chosen(
    model: str, recorded: Mapping[str, Iterable[str | None]], wanted: str | None
) -> tuple[str | None, list[Finding]]:
    """The one commit whose answers count (the wanted one, else the prevailing), and what is to be said of the rest."""
    found = {asked: set(each) for asked, each in recorded.items()}
    revision = wanted or prevailing(found)
    passed_over = others((each for names in found.values() for each in names), revision)
    unknown = sum(not any(each and fits(each, revision) for each in names) for names in found.values() if None in names)
    findings: list[Finding] = []
    if passed_over:
        values = {"model": model, "used": revision, "others": ", ".join(passed_over)}
        findings.append(Finding("answers-other-commit", values=values))
    if revision and unknown:
        findings.append(Finding("answers-commit-unknown", values={"model": model, "used": revision, "n": unknown}))
    return revision, findings
