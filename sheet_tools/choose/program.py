"""The sets of n items as a linear or integer program for HiGHS: the most that aT + R less a price for H comes to."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

import highspy
import numpy as np

from sheet_tools.choose.space import Floats, Ints, Space, State

# Branches that one integer program may look at; a number, not a time, so that the answer is always the same.
_NODES = 2000
# So many unit steps of counts are told apart exactly.
_STEPS = 6000

_Row = tuple[list[int], list[float], float, float]


class _Quiet(highspy.Highs):
    """The solver without its callbacks, of which there are none here: enabling them prints a banner on stdout, before
    any option could forbid it."""

    def enableCallbacks(self) -> None:  # noqa: N802
        pass


class Program:
    """Variables, in this order: blocks of each kind; items of each outcome; unit steps of each outcome's count; for
    each pair of models the items it differs on, and its 1 / credit. `scale`: score = scale · T · R · pairs / H."""

    def __init__(self, space: Space, n: int, separation: bool) -> None:
        self.space, self.n = space, n
        self.scale = 4 / (space.m**2 * n * float(space.attainable[n]))
        self._steps = list(self._unit_steps())
        self._pairs = space.pairs if separation else 0
        self._outcomes_at = len(space.size)
        self._steps_at = self._outcomes_at + space.outcomes
        self._differ_at = self._steps_at + len(self._steps)
        self._inverse_at = self._differ_at + self._pairs
        self._columns = self._inverse_at + self._pairs
        self._highs: highspy.Highs = _Quiet()  # type: ignore[no-untyped-call]
        self._highs.setOptionValue("output_flag", False)
        self._highs.setOptionValue("threads", 1)
        self._highs.setOptionValue("mip_rel_gap", 0.0)
        self._highs.setOptionValue("mip_max_nodes", _NODES)
        self._highs.passModel(self._model())

    def between(self, least: int, most: int) -> None:
        """From now on only sets with so many splits."""
        self._highs.changeRowBounds(0, float(least), float(most))

    def relaxed(self, weight: float, price: float = 0.0) -> tuple[float, float] | None:
        """The most that aT + R - price · H comes to with parts of blocks, and T there; None where there is no set."""
        solved = self._solved(weight, price, highspy.HighsVarType.kContinuous)
        if solved is None:
            return None
        blocks = solved[: self._outcomes_at]
        return float(self._highs.getInfo().objective_function_value) + self.n**2, float(blocks @ self.space.splits)

    def whole(self, weight: float, price: float) -> tuple[float, Ints] | None:
        """What the same cannot exceed with whole blocks, and the blocks that were found."""
        solved = self._solved(weight, price, highspy.HighsVarType.kInteger)
        if solved is None:
            return None
        return float(self._highs.getInfo().mip_dual_bound) + self.n**2, np.rint(solved[: self._outcomes_at]).astype(int)

    def is_allowed(self, blocks: Ints) -> bool:
        """Rounded numbers may break what they were rounded from."""
        space = self.space
        if (blocks < space.least).any() or (blocks > space.most).any() or int(blocks @ space.size) != self.n:
            return False
        return bool((State.of(space, blocks).in_cluster[1:] <= space.cap).all())

    def _solved(self, weight: float, price: float, kind: highspy.HighsVarType) -> Floats | None:
        kinds = self._outcomes_at
        places = np.arange(self._columns, dtype=np.int32)
        self._highs.changeColsIntegrality(kinds, places[:kinds], np.full(kinds, kind))
        self._highs.changeColsCost(self._columns, places, self._cost(weight, price))
        self._highs.run()
        if self._highs.getModelStatus() in (
            highspy.HighsModelStatus.kInfeasible,
            highspy.HighsModelStatus.kUnboundedOrInfeasible,
        ):
            return None
        solution = np.array(self._highs.getSolution().col_value)
        return solution if len(solution) == self._columns else np.zeros(self._columns)

    def _cost(self, weight: float, price: float) -> Floats:
        cost = np.zeros(self._columns)
        cost[: self._outcomes_at] = weight * self.space.splits
        cost[self._steps_at : self._differ_at] = [-each for _, each, _ in self._steps]
        cost[self._inverse_at :] = -price
        return cost

    def _unit_steps(self) -> Iterator[tuple[int, int, int]]:
        """Outcome, cost, and how many items may take it: 1, 3, 5… of one item each. Where that would be too many, later
        steps are taken together at the price of their first, which is never too dear."""
        counts = np.minimum(State.of(self.space, self.space.most).counts[:-1], self.n)
        exact = int(counts.sum()) <= _STEPS
        for outcome, most in enumerate(counts.tolist()):
            step = 1
            while step <= most:
                width = 1 if exact else min(max(1, step // 8), most - step + 1)
                yield outcome, 2 * step - 1, width
                step += width

    def _model(self) -> highspy.HighsLp:
        space, lp = self.space, highspy.HighsLp()
        rows = list(self._rows())
        upper = np.full(self._columns, highspy.kHighsInf)
        upper[: self._outcomes_at] = space.most
        upper[self._steps_at : self._differ_at] = [most for _, _, most in self._steps]
        lower = np.zeros(self._columns)
        lower[: self._outcomes_at] = space.least
        lower[self._inverse_at :] = 1
        upper[self._inverse_at :] = 100
        lp.num_col_, lp.num_row_ = self._columns, len(rows)
        lp.sense_ = highspy.ObjSense.kMaximize
        lp.col_cost_ = np.zeros(self._columns)
        lp.col_lower_, lp.col_upper_ = lower, upper
        lp.row_lower_ = np.array([least for _, _, least, _ in rows])
        lp.row_upper_ = np.array([most for _, _, _, most in rows])
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_ = np.cumsum([0, *(len(columns) for columns, _, _, _ in rows)])
        lp.a_matrix_.index_ = np.array([column for columns, _, _, _ in rows for column in columns])
        lp.a_matrix_.value_ = np.array([value for _, values, _, _ in rows for value in values], dtype=np.float64)
        return lp

    def _rows(self) -> Iterator[_Row]:
        """Columns, values, least and most. The first row is that of T."""
        space, kinds = self.space, list(range(self._outcomes_at))
        yield kinds, list(map(float, space.splits)), 0.0, highspy.kHighsInf
        yield kinds, list(map(float, space.size)), float(self.n), float(self.n)
        yield from self._outcome_rows()
        for cluster in range(1, int(space.cluster.max()) + 1):
            of_cluster = [int(kind) for kind in np.flatnonzero(space.cluster == cluster)]
            yield of_cluster, [float(space.size[kind]) for kind in of_cluster], 0.0, float(space.cap)
        for pair in range(self._pairs):
            yield from self._pair_rows(pair)

    def _outcome_rows(self) -> Iterator[_Row]:
        """Items of an outcome are those of its blocks, and they are the sum of its steps."""
        space = self.space
        blocks: list[dict[int, float]] = [{} for _ in range(space.outcomes)]
        for kind, members in enumerate(space.members.tolist()):
            for outcome in members:
                if outcome < space.outcomes:
                    blocks[outcome][kind] = blocks[outcome].get(kind, 0.0) + 1
        steps: list[list[int]] = [[] for _ in range(space.outcomes)]
        for place, (outcome, _, _) in enumerate(self._steps):
            steps[outcome].append(self._steps_at + place)
        for outcome in range(space.outcomes):
            at = self._outcomes_at + outcome
            yield [at, *blocks[outcome]], [-1.0, *blocks[outcome].values()], 0.0, 0.0
            yield [at, *steps[outcome]], [-1.0, *[1.0] * len(steps[outcome])], 0.0, 0.0

    def _pair_rows(self, pair: int) -> Iterator[_Row]:
        """On how many items two models differ; 1 / credit is at least each line through its values at two neighbouring
        whole numbers."""
        differ, inverse = self._differ_at + pair, self._inverse_at + pair
        apart = [self._outcomes_at + int(outcome) for outcome in np.flatnonzero(self.space.apart[:-1, pair])]
        yield [differ, *apart], [-1.0, *[1.0] * len(apart)], 0.0, 0.0
        for least in range(ceil(self.n / 20)):
            here, after = (1 / min(max(20 * d / self.n, 0.01), 1) for d in (least, least + 1))
            yield [inverse, differ], [1.0, here - after], here - (after - here) * least, highspy.kHighsInf
