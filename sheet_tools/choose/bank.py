"""A bank of items and what may be chosen of it: blocks that go in or stay out as a whole, grouped into kinds.

A block is one item, or with `keep_pairs` all rows of one pair. Blocks that have the same outcomes and the same cluster
do the same to every set, so what is chosen is a number of blocks of each kind. What cannot be is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sheet_tools.cells import Place
from sheet_tools.findings import Finding, Unreadable


@dataclass(frozen=True, slots=True)
class BankItem:
    """One item: its number in the matrix, its outcome ("1011", None where an answer is missing), its labels."""

    index: int
    outcome: str | None
    cluster: str = ""
    pair: str = ""


@dataclass(frozen=True, slots=True)
class Options:
    """What a set may be: `minimum` to `maximum` items, `pins` in it, at most `per_cluster` of each named cluster, all
    rows of a pair or none."""

    minimum: int = 50
    maximum: int = 200
    pins: tuple[int, ...] = ()
    per_cluster: int | None = None
    keep_pairs: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """Blocks that are alike: their outcomes, their cluster ("" where it does not count), the item numbers of each
    (pinned blocks first), and how many are pinned."""

    outcomes: tuple[str, ...]
    cluster: str
    blocks: tuple[tuple[int, ...], ...]
    pinned: int

    @property
    def size(self) -> int:
        return len(self.outcomes)


@dataclass(frozen=True, slots=True)
class Bank:
    """The kinds, the numbers of items that a set may have (ascending), and how many rows lack an answer."""

    kinds: tuple[Kind, ...]
    sizes: tuple[int, ...]
    left_out: int
    options: Options


def bank_of(items: Sequence[BankItem], options: Options) -> Bank:
    """Raises Unreadable where the options ask for what cannot be, and names it."""
    _refuse_options(items, options)
    blocks = _blocks(items, options)
    pinned = [block for block in blocks if _is_pinned(block, options)]
    _refuse_pins(pinned, options)
    kinds = tuple(_kinds(blocks, options))
    sizes = tuple(n for n in _possible_sizes(kinds, options) if options.minimum <= n <= options.maximum)
    if not sizes:
        most = max(_possible_sizes(kinds, options), default=0)
        raise _refusal("choose-no-such-set", least=options.minimum, most=options.maximum, possible=most)
    return Bank(kinds, sizes, sum(item.outcome is None for item in items), options)


def _refusal(code: str, **values: object) -> Unreadable:
    return Unreadable(Finding(code, Place(), values))


def _refuse_options(items: Sequence[BankItem], options: Options) -> None:
    complete = [item for item in items if item.outcome is not None]
    if not 1 <= options.minimum <= options.maximum:
        raise _refusal("choose-min-over-max", least=options.minimum, most=options.maximum)
    if options.per_cluster is not None and options.per_cluster < 1:
        raise _refusal("choose-cap-below-one", cap=options.per_cluster)
    if len(complete) < options.minimum:
        raise _refusal("choose-too-few-items", n=len(complete), least=options.minimum)
    numbers = {item.index for item in items}
    unknown = sorted(set(options.pins) - numbers)
    if unknown:
        raise _refusal("choose-unknown-pin", pins=", ".join(map(str, unknown)))
    unanswered = sorted(set(options.pins) - {item.index for item in complete})
    if unanswered:
        raise _refusal("choose-pin-without-answers", pins=", ".join(map(str, unanswered)))


Block = tuple[BankItem, ...]


def _blocks(items: Sequence[BankItem], options: Options) -> list[Block]:
    """In the order of their first item; a pair of which a row lacks an answer cannot be whole, and is none."""
    if not options.keep_pairs:
        return [(item,) for item in items if item.outcome is not None]
    groups: dict[tuple[object, ...], list[BankItem]] = {}
    for item in items:
        key = (item.cluster, item.pair) if item.pair else (item.index,)
        groups.setdefault(key, []).append(item)
    for group in groups.values():
        missing = [item for item in group if item.outcome is None]
        if missing and any(item.index in options.pins for item in group):
            raise _refusal("choose-pin-without-answers", pins=", ".join(str(item.index) for item in missing))
    return [tuple(group) for group in groups.values() if all(item.outcome is not None for item in group)]


def _is_pinned(block: Block, options: Options) -> bool:
    return any(item.index in options.pins for item in block)


def _refuse_pins(pinned: Sequence[Block], options: Options) -> None:
    n = sum(map(len, pinned))
    if n > options.maximum:
        raise _refusal("choose-pins-over-max", n=n, most=options.maximum)
    if options.per_cluster is None:
        return
    for cluster, count in _by_cluster(pinned).items():
        if count > options.per_cluster:
            raise _refusal("choose-pins-over-cap", cluster=cluster, n=count, cap=options.per_cluster)


def _by_cluster(blocks: Sequence[Block]) -> Mapping[str, int]:
    return Counter(item.cluster for block in blocks for item in block if item.cluster)


def _kinds(blocks: Sequence[Block], options: Options) -> Iterator[Kind]:
    groups: dict[tuple[tuple[str, ...], str], list[Block]] = {}
    for block in blocks:
        outcomes = tuple(sorted(item.outcome or "" for item in block))
        cluster = block[0].cluster if options.per_cluster is not None else ""
        groups.setdefault((outcomes, cluster), []).append(block)
    for (outcomes, cluster), alike in groups.items():
        ordered = sorted(alike, key=lambda block: not _is_pinned(block, options))
        numbers = tuple(tuple(item.index for item in block) for block in ordered)
        yield Kind(outcomes, cluster, numbers, sum(_is_pinned(block, options) for block in alike))


def _possible_sizes(kinds: Sequence[Kind], options: Options) -> list[int]:
    """Every number of items, up to the maximum, that some allowed set has: sums of whole blocks, pins in, caps held.
    The bits of an integer stand for the sums."""
    by_cluster: dict[str, list[Kind]] = {}
    for kind in kinds:
        by_cluster.setdefault(kind.cluster, []).append(kind)
    sums = 1
    for cluster, members in by_cluster.items():
        cap = options.maximum if not cluster or options.per_cluster is None else options.per_cluster
        of_cluster = _sums_of(members, min(cap, options.maximum))
        sums = _added(sums, of_cluster, options.maximum)
    return [n for n in range(options.maximum + 1) if sums >> n & 1]


def _sums_of(members: Sequence[Kind], most: int) -> int:
    """The bits of every sum of whole blocks of one cluster, up to `most`."""
    sums = 1 << sum(kind.pinned * kind.size for kind in members)
    free: Counter[int] = Counter()
    for kind in members:
        free[kind.size] += len(kind.blocks) - kind.pinned
    for size, count in free.items():
        for _ in range(min(count, most // size)):
            sums |= sums << size
    return sums & ((1 << (most + 1)) - 1)


def _added(some: int, others: int, most: int) -> int:
    """The bits of every sum of one of `some` and one of `others`."""
    total = 0
    for n in range(most + 1):
        if others >> n & 1:
            total |= some << n
    return total & ((1 << (most + 1)) - 1)
