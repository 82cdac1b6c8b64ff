"""Times several ways of running a model in turns, by this process's clock."""

import random
import time
from itertools import combinations

from judge.oracle.timing import intervals
from judge.whole.arms import ArmProcess

_ROUNDS = 12
_CHAIN_SECONDS = 0.05  # of the slowest way; a question and its answer take microseconds
_TRIES = 3  # single calls that tell how long one takes
_SECONDS = 60.0  # in which all rounds should end
_MOST_TURNS = 4


def timed(arms: "dict[str, ArmProcess]") -> dict:
    """The time per call of each way, and the ratios of each two: {times, ratios}. A ratio above 1: the second name is faster.

    A turn asks every way twice, in a random order and then in the opposite one. A round has up to four turns, and its fastest chains count.
    Each chain begins with an untimed call, which brings the caches back.
    """
    single = [min(_seconds(arm, 1) for _ in range(_TRIES)) for arm in arms.values()]
    calls = max(1, round(_CHAIN_SECONDS / max(single)))
    turns = max(1, min(_MOST_TURNS, int(_SECONDS / (_ROUNDS * 2 * (calls + 1) * sum(single)))))
    draw = random.SystemRandom()
    rounds: "list[dict[str, list[float]]]" = []
    for _ in range(_ROUNDS):
        found: "dict[str, list[float]]" = {name: [] for name in arms}
        for _ in range(turns):
            order = draw.sample(list(arms), len(arms))
            for name in [*order, *reversed(order)]:
                found[name].append(_seconds(arms[name], calls))
        rounds.append(found)
    times = {name: intervals.time([seconds for each in rounds for seconds in each[name]]) for name in arms}
    ratios = {f"{over}/{under}": intervals.ratio([(each[over], each[under]) for each in rounds]) for over, under in combinations(arms, 2)}
    return {"times": times, "ratios": ratios, "callsPerChain": calls}


def _seconds(arm: ArmProcess, calls: int) -> float:
    """Seconds per call of a chain."""
    arm.ask("run", 1)
    start = time.perf_counter()
    arm.ask("run", calls)
    return (time.perf_counter() - start) / calls
