"""Looking for the best set: the best single exchange again and again, shaken where none helps. The same bank and
options give the same set: what chance there is has a fixed seed."""

from __future__ import annotations

import random

import numpy as np

from sheet_tools.choose.space import Ints, Space, State

_BETTER = 1e-12
_SHAKES = 40
_SEED = 2026


def improved(space: Space, blocks: Ints, shakes: int = _SHAKES) -> State:
    """The best set found from this one. It must be allowed."""
    best = climbed(State.of(space, blocks))
    chance = random.Random(_SEED)
    for number in range(shakes):
        tried = State.of(space, best.blocks)
        _shake(tried, chance, 2 + number % 5)
        tried = climbed(tried)
        if tried.score() > best.score() + _BETTER:
            best = tried
    return best


def climbed(state: State) -> State:
    """Exchange, add or take out one block while that helps."""
    now = state.score()
    while (found := _best_move(state, now)) is not None:
        now, out, into = found
        if out is not None:
            state.moved(out, -1)
        if into is not None:
            state.moved(into, 1)
    return state


_Move = tuple[float, int | None, int | None]


def _best_move(state: State, now: float) -> _Move | None:
    """The score after the best exchange, the kind to take out and the kind to put in; None where none helps."""
    best = now + _BETTER
    move: _Move | None = None
    free = np.flatnonzero(state.blocks > state.space.least)
    for out in (None, *(int(kind) for kind in free)):
        if out is not None:
            state.moved(out, -1)
            if state.n and state.space.allowed[state.n] and (left := state.score()) > best:
                best, move = left, (left, out, None)
        found = state.with_one_more()
        into = int(found.argmax())
        if found[into] > best and into != out:
            best, move = float(found[into]), (float(found[into]), out, into)
        if out is not None:
            state.moved(out, 1)
    return move


def _shake(state: State, chance: random.Random, times: int) -> None:
    """A few exchanges of blocks taken by lot, each allowed."""
    for _ in range(times):
        free = np.flatnonzero(state.blocks > state.space.least)
        if not len(free):
            return
        out = int(free[chance.randrange(len(free))])
        state.moved(out, -1)
        into = np.flatnonzero(state.with_one_more() >= 0)
        # The block that was taken out may always come back.
        state.moved(int(into[chance.randrange(len(into))]), 1)


def greedy(space: Space, n: int, weight: float) -> Ints | None:
    """Blocks added one by one for the most `weight` × splits less squares an item, up to just n items; None where that
    does not come out."""
    state = State.of(space, space.least)
    while state.n < n:
        fits = (state.blocks < space.most) & (state.n + space.size <= n)
        fits &= (space.cluster == 0) | (state.in_cluster[space.cluster] + space.size <= space.cap)
        where = np.flatnonzero(fits)
        if not len(where):
            return None
        squares = 2 * state.counts[space.members[where]].sum(axis=1) + space.squares[where]
        worth = (weight * space.splits[where] - squares) / space.size[where]
        state.moved(int(where[worth.argmax()]), 1)
    return state.blocks if state.n == n else None
