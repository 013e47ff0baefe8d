"""What each row, pair and further item does to the score, in words for the command line."""

from __future__ import annotations

from collections.abc import Iterator

from sheet_tools.insight import Insight, RowEffect
from sheet_tools.report.score import number
from sheet_tools.words import translations

# So many rows at each end are named.
_ROWS = 5


def insight_lines(found: Insight, lang: str) -> Iterator[str]:
    words = translations(lang)
    yield words.gettext("score {score} of at most {limit} ({n} items, {m} models)").format(
        score=number(found.score, lang, 6), limit=number(found.limit, lang, 6), n=found.n, m=found.m
    )
    yield from _room(found, lang)
    yield from _pairs(found, lang)
    yield from _rows(found, lang)
    yield from _next(found, lang)


def _room(found: Insight, lang: str) -> Iterator[str]:
    words = translations(lang)
    names = {
        "discrimination": words.gettext("discrimination (the models split on an item)"),
        "diversity": words.gettext("diversity (items split the models in different ways)"),
        "separation": words.gettext("separation (every two models are told apart)"),
    }
    yield words.gettext("What holds the score down, most first:")
    for room in found.room:
        yield words.gettext("  {part}: {value}; were it 1, the score would rise by {gain}").format(
            part=names[room.part], value=number(room.value, lang), gain=number(room.gain, lang)
        )


def _pairs(found: Insight, lang: str) -> Iterator[str]:
    words = translations(lang)
    alike = [pair for pair in found.pairs if pair.missing]
    if not alike:
        return
    yield words.gettext("Models that the set hardly tells apart:")
    for pair in alike:
        yield words.gettext(
            "  {a} – {b}: they differ on {d} of {n} items; full credit needs {k} more of these items, or {new} new ones"
        ).format(a=pair.a, b=pair.b, d=pair.differ, n=found.n, k=pair.missing, new=pair.new_items)


def _rows(found: Insight, lang: str) -> Iterator[str]:
    words = translations(lang)
    known = [item for item in found.items if item.effect is not None]
    best = sorted(known, key=_effect, reverse=True)[:_ROWS]
    worst = sorted((item for item in known if _effect(item) < 0), key=_effect)[:_ROWS]
    for heading, items in (
        (words.gettext("Items that carry the score most:"), best),
        (words.gettext("Items without which the score would be higher:"), worst),
    ):
        if items:
            yield heading
        for item in items:
            yield words.gettext("  item {index}: {right} of {m} models right; without it {without} ({effect})").format(
                index=item.index,
                right=item.right,
                m=found.m,
                without=number(item.without, lang, 6),
                effect=_signed(-_effect(item), lang),
            )


def _effect(item: RowEffect) -> float:
    return item.effect or 0.0


def _next(found: Insight, lang: str) -> Iterator[str]:
    words = translations(lang)
    useful = [each for each in found.write_next if each.gain > 0]
    if not useful:
        yield words.gettext("No single new item would raise the score.")
        return
    yield words.gettext("What one more item would add, best first:")
    for each in useful:
        yield words.gettext("  one answered rightly by {right}, and not by {wrong}: {gain}").format(
            right=_names(each.right, lang), wrong=_names(each.wrong, lang), gain=_signed(each.gain, lang)
        )


def _names(models: tuple[str, ...], lang: str) -> str:
    return ", ".join(models) if models else translations(lang).gettext("no model")


def _signed(value: float, lang: str) -> str:
    """A number below nought has its sign already."""
    return ("+" if value >= 0 else "") + number(value, lang, 6)
