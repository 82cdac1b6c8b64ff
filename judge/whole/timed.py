"""Times several ways of running a model in turns, by this process's clock."""

import random
import time
from collections.abc import Callable
from itertools import combinations

from judge.oracle.timing import intervals
from judge.whole.arms import ArmProcess

_ROUNDS = 12
_CHAIN_SECONDS = 0.05  # of the slowest way; a question and its answer take microseconds
_TRIES = 3  # single calls that tell how long one takes
_SECONDS = 60.0  # in which all rounds should end
_MOST_TURNS = 4
_CHECKS = 4  # chains whose last output is compared
_PLACES = 1 << 16  # a multiple of the number of slots, so that each is as likely


def timed(arms: "dict[str, ArmProcess]", check: "Callable[[int, int], None]") -> dict:
    """The time per call of each way, and the ratios of each two: {times, ratios}. A ratio above 1: the second name is faster.

    A turn asks every way twice, in a random order and then in the opposite one. A round has up to four turns, and its fastest chains count.
    Each chain begins with an untimed call, which brings the caches back. All chains of a turn have the same inputs in the same slots.
    `check` gets the shift of the inputs and the last slot after some chains of "ours". No two of these have the same shift in four slots.
    Results that were kept under one shift are wrong under another.
    """
    draw = random.SystemRandom()
    single = [min(_seconds(arm, 1, _drawn(draw)) for _ in range(_TRIES)) for arm in arms.values()]
    calls = max(1, round(_CHAIN_SECONDS / max(single)))
    turns = max(1, min(_MOST_TURNS, int(_SECONDS / (_ROUNDS * 2 * (calls + 1) * sum(single)))))
    checked = {(each, draw.randrange(turns)): shift for shift, each in enumerate(draw.sample(range(_ROUNDS), _CHECKS))}
    rounds: "list[dict[str, list[float]]]" = []
    for at in range(_ROUNDS):
        found: "dict[str, list[float]]" = {name: [] for name in arms}
        for turn in range(turns):
            order, place = draw.sample(list(arms), len(arms)), _drawn(draw)
            if (at, turn) in checked:
                place = place[0] // _CHECKS * _CHECKS + checked[at, turn], place[1]
            for name in [*order, *reversed(order)]:
                found[name].append(_seconds(arms[name], calls, place))
                if name == "ours" and checked.pop((at, turn), None) is not None:
                    check(place[0], place[1] + calls - 1)
        rounds.append(found)
    times = {name: intervals.time([seconds for each in rounds for seconds in each[name]]) for name in arms}
    ratios = {f"{over}/{under}": intervals.ratio([(each[over], each[under]) for each in rounds]) for over, under in combinations(arms, 2)}
    return {"times": times, "ratios": ratios, "callsPerChain": calls}


def _drawn(draw: random.SystemRandom) -> "tuple[int, int]":
    """The shift of the inputs, and the first slot of a chain. A process takes both modulo its number of slots."""
    return draw.randrange(_PLACES), draw.randrange(1, 1 + _PLACES)


def _seconds(arm: ArmProcess, calls: int, place: "tuple[int, int]") -> float:
    """Seconds per call of a chain."""
    shift, first = place
    arm.ask("fill", shift)
    arm.ask("run", first - 1, 1)
    start = time.perf_counter()
    arm.ask("run", first, calls)
    return (time.perf_counter() - start) / calls
