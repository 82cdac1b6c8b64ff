"""`python3 -m evals.judge.plans`: simulates plans of promotion: how many pairs of fresh processes, and how many blocks in each.

A candidate takes 2 % longer. Processes of one program differ, chains scatter by 1 %, and one chain in twenty is disturbed. The table says how
often a plan finds the slowdown, and the half width of its interval. It needs no device and about a minute.
"""

import math
import random
import statistics

from judge.oracle.timing import intervals

from .report import table

_PLANS = ((3, 10), (4, 8), (5, 6), (6, 5), (8, 4), (10, 3))
_APART = (0.0, 0.005, 0.01)  # the standard deviation of a process's log time
_SCATTER, _DISTURBED, _BY = 0.01, 0.05, 0.3
_SLOWER, _BAND, _TRIALS = 0.02, 0.005, 600


def main() -> None:
    """Prints the table."""
    heads = ["pairs", "blocks of each", *(f"{100 * apart:g} % apart: found" for apart in _APART), *(f"{100 * apart:g} % apart: half width, %" for apart in _APART)]
    rows = []
    for pairs, blocks in _PLANS:
        found = [[_promotion(random.Random(at), pairs, blocks, apart) for at in range(_TRIALS)] for apart in _APART]
        hits = [f"{100 * statistics.fmean(intervals.comparison(one, _BAND) == 'slower' for one in column):.0f} %" for column in found]
        widths = [100 * statistics.fmean(math.log(one["high"] / one["low"]) / 2 for one in column) for column in found]
        rows.append([pairs, blocks, *hits, *widths])
    print(table(heads, rows))


def _promotion(draw: random.Random, pairs: int, blocks: int, apart: float):
    """The speedup of a candidate that takes 2 % longer, over pairs of processes."""
    found = []
    for _ in range(pairs):
        speeds = [draw.gauss(0, apart), _SLOWER + draw.gauss(0, apart)]
        found.append(intervals.middle([([_chain(draw, speeds[0]) for _ in range(2)], [_chain(draw, speeds[1]) for _ in range(2)]) for _ in range(blocks)]))
    return intervals.ratio_over(found)


def _chain(draw: random.Random, speed: float) -> float:
    disturbance = draw.expovariate(1 / _BY) if draw.random() < _DISTURBED else 0.0
    return math.exp(speed + draw.gauss(0, _SCATTER) + disturbance)


if __name__ == "__main__":
    main()
