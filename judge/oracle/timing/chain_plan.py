"""Plans the chains of a runner: how many input sets it gets, how many calls a chain makes, and which outputs are checked."""

import random
from dataclasses import dataclass

_SECONDS = {"cuda": 8e-3, "cpu": 2e-3}  # the intended duration of a chain
_LEAST, _MOST = 2, 64  # calls of a chain: one alone shows neither how launches overlap nor how much longer a first call takes
_MEMORY_SHARE = {"cuda": 0.16, "cpu": 0.05}  # fraction of free memory for the inputs and outputs of one runner's chain
_WARM_SLOTS = {"cuda": 1, "cpu": 0}  # slots that a chain leaves for its warm-up calls: without them the host is cold
_SECRET_FROM = 4  # sets: with fewer, a chain has always the same number of calls
_DRAW_SECONDS = 0.15  # the longest time to draw the inputs of one chain
_WARM_SECONDS, _MOST_WARM = 3e-3, 4  # warm-up before a chain on a GPU, in seconds and calls, before the one after the wait; more calls would heat the GPU
_COLD_BELOW = 3e-3  # seconds: a shorter call gets a warm-up call, because a cold host added 0.5 ms to one of 0.7 ms on an H200
_NAMED_SHARE = 0.75  # a chain calls at least this fraction of its input sets
_SINGLES, _BAG = 1, 4  # of every _BAG chains, _SINGLES are preceded by a single call
_CHECKED = 4  # outputs checked per chain
_secret = random.SystemRandom()


def sets_for(target: str, seconds: float, draw_seconds: float, bytes_per_set: int, input_bytes: int, free_bytes: int) -> int:
    """The number of input sets of a runner. `seconds` of a single call, `draw_seconds` to draw one set, `bytes_per_set` with the outputs of a call."""
    wanted = min(_MOST, max(_LEAST, int(_SECONDS[target] / max(seconds, 1e-6)) + 1))
    memory = _MEMORY_SHARE[target] * free_bytes
    fitting, inputs = int(memory / max(bytes_per_set, 1)), int(memory / max(input_bytes, 1))
    if inputs - _WARM_SLOTS[target] >= _SECRET_FROM:
        fitting = min(fitting, inputs - _WARM_SLOTS[target])
    return max(1, min(wanted, fitting, max(_LEAST, int(_DRAW_SECONDS / max(draw_seconds, 1e-6)))))


def warm_ups_for(seconds: float) -> int:
    """The number of warm-up calls before a chain, for calls of `seconds`. On a cold host the first calls take longer."""
    return max(int(seconds < _COLD_BELOW), min(_MOST_WARM, int(_WARM_SECONDS / max(seconds, 1e-6))))


@dataclass
class Lengths:
    """Draws the lengths of one runner's chains. Each chain gets `sets` input sets and calls a secret number of them."""

    sets: int

    def __post_init__(self):
        self._bag: "list[bool]" = []

    def single_first(self) -> bool:
        """Whether a single call comes before the next chain. The choice is random. It is never true where every chain is a single call."""
        if self.sets < 2:
            return False
        if not self._bag:
            self._bag = _secret.sample([True] * _SINGLES + [False] * (_BAG - _SINGLES), _BAG)
        return self._bag.pop()

    def chain(self) -> int:
        """Calls of the next chain."""
        return _secret.randint(-(-int(100 * _NAMED_SHARE) * self.sets // 100), self.sets)

    def held(self) -> int:
        """Calls of the next chain for which the device is held: half as many, because its queue of launches is limited."""
        return max(1, self.chain() // 2)

    @staticmethod
    def checked(calls: int) -> "list[int]":
        """The sorted indices of the calls whose outputs are checked."""
        return sorted(_secret.sample(range(calls), min(calls, _CHECKED)))
