"""Times a candidate against its baselines in interleaved blocks, in the oracle.

A block times baseline, candidate and others on fresh inputs, then all of them in reverse order on other inputs. Intervals are computed
over blocks. Each runner is timed in chains of its own length, and sometimes in a single call that looks like a chain. The oracle checks
some outputs of every chain. The runner cannot know which ones before it has handed over all. In each block one further chain of the candidate
holds draws of hidden checks, and its time does not count. `charges` computes seconds per call.
"""

import dataclasses
import functools
import math
import os
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from judge.device.memory import available_bytes
from judge.oracle.numerics.tensors import secret_seed
from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.task.inputs import Inputs
from judge.oracle.timing import chain_plan
from judge.oracle.timing.cache_flush import Cache
from judge.oracle.timing.chain_plan import Lengths
from judge.oracle.timing.charges import Measured, Measurement, samples_of
from judge.oracle.timing.overhead import Overhead, Overheads
from judge.oracle.timing.samples import Samples
from judge.protocol.errors import Failure, Rejected
from judge.protocol.messages import Target
from judge.protocol.timing_settings import SEARCH_SECONDS
from judge.sandbox import suspension

if TYPE_CHECKING:
    from judge.oracle.chain_effects import ChainEffects

_WARM_UP_BUSY, _WARM_UP_CAP = 0.2, 1.0
_FIT_CALLS = 6
_THAWS = 8  # chains of a baseline that are tried until one begins with a usual thaw
_SLOW_THAWS = "each time the kernel took longer to let the baseline's process go on than before the candidate ran. Leave the files and processes of others alone"
_FOLLOWED_SECONDS = 1.0  # for chains that are followed, of one measurement: then no further one
_secret = random.SystemRandom()


@dataclass(frozen=True)
class Plan:
    """The number of blocks of a pair of processes: at most `most`, at least `least`, and no new one after `seconds`.

    `pairs`: how many pairs of fresh processes are measured. 0: the session's baseline is measured with one process of the candidate.
    Nothing depends on the measured values, because that would bias the intervals.
    """

    least: int
    most: int
    seconds: float
    pairs: int = 0


FORWARD = Plan(4, 4, 1.0)  # for forward alone, of a task with gradients
_SEARCH = {"sweep": Plan(4, 4, 0.5), "noise": Plan(5, 10, 2.5), "search": Plan(5, 12, 2.5)}
PLANS = {"cuda": {**_SEARCH, "promotion": Plan(4, 4, 5.0, 8)}, "cpu": {**_SEARCH, "promotion": Plan(4, 4, 5.0, 5)}}


def plan_of(target: Target, tier: str) -> Plan:
    """The plan of a tier, or of `noise`. KERNELWRIGHT_SEARCH_SECONDS replaces the seconds of `search` and `noise`. Raises Rejected for anything but
    a number of seconds."""
    plan, named = PLANS[target][tier], os.environ.get(SEARCH_SECONDS, "")
    if not named or tier not in ("search", "noise"):
        return plan
    try:
        seconds = float(named)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise Rejected(f"{SEARCH_SECONDS} is {named!r}, which is no number of seconds", f"set {SEARCH_SECONDS} to a number such as 2.5, or unset it")
    return dataclasses.replace(plan, seconds=seconds)


class Disguised(NamedTuple):
    """A draw of a hidden check. `inputs` draws it. `judge(inputs, outputs, left)` raises Failure (unstable). `left`: see `RunnerClient.written`."""

    inputs: "Callable[[], Inputs]"
    judge: "Callable[..., None]"


class Stand:
    """One runner during timing, with its chain lengths.

    `draw(seed)` makes one input set. `check(inputs, outputs, left)` raises Failure; None skips the check of outputs. `left`: see
    `RunnerClient.written`. `disguised`: draws of hidden checks. `decoys`: see `Shape.decoys`. With `forward_only` the calls of a task with gradients
    go forward alone, and `check` gets the outputs of forward. `effects`: what chains leave in parameters and buffers; None if nobody checks it.
    It is the same for all runners of a measurement: their chains begin alike.
    """

    def __init__(self, client: RunnerClient, draw, check, disguised: "list[Disguised]", decoys=None, forward_only: bool = False, effects: "ChainEffects | None" = None):
        self.client, self._draw, self._check, self._decoys, self._forward_only = client, draw, check, decoys, forward_only
        self._effects = effects if effects and effects.follows else None
        self._followed = 0.0  # seconds
        self.lengths, self.checked = Lengths(1), 0
        self.longest_thaw = math.inf  # of a chain that counts, in processor seconds
        self._disguised, self._turns = disguised, _in_turn(disguised)

    def fit(self, cache: Cache, bytes_per_set: int) -> None:
        """Chooses the chain length and maps the buffers for it."""
        client, started = self.client, time.perf_counter()
        inputs = self._draw(secret_seed())
        drawn = time.perf_counter() - started
        if client.warm_ups is None:
            seconds = _single_seconds(client, inputs)
            client.map(chain_plan.sets_for(cache.device, seconds, drawn, bytes_per_set, client.input_bytes, available_bytes(cache.device)))
            client.warm_ups = chain_plan.warm_ups_for(seconds)
        self.lengths = Lengths(client.shared.sets)

    def warm_up(self) -> None:
        """Warms up for 0.2 s of calls, but for at most 1 s of wall time. Messages dominate the time of very short calls."""
        client, sets = self.client, self.client.shared.sets
        client.put([self._draw(secret_seed()) for _ in range(sets)])
        busy, started = 0.0, time.monotonic()
        while busy < _WARM_UP_BUSY and time.monotonic() - started < _WARM_UP_CAP:
            before = time.perf_counter()
            client.call(sets)
            busy += time.perf_counter() - before
        client.give()

    def measure(self, calls: int, cache: Cache, held: bool = False, followed: bool = False) -> Measured:
        """Times one chain of `calls` calls and checks some of its outputs. With `held` the device waits until all calls have returned. With
        `followed`, checks what all calls leave in parameters and buffers. The runner must be resumed. A chain whose thaw took too long is
        repeated. Raises Failure and Gone."""
        shared = self.client.shared
        for _ in range(_THAWS):
            seeds, kept = [secret_seed() for _ in [*range(shared.sets), *shared.warm]], self.lengths.checked(calls)
            draws = [functools.partial(self._draw, seed) for seed in seeds]
            measured, claimed = self._run(draws, calls, kept, cache, held, followed)
            if self._check:
                self._judge([seeds[at] for at in kept], claimed)
            if followed:
                self._follow(draws, calls)
            if measured.chain.thawed <= self.longest_thaw:
                return measured
        raise Failure(status="timing_disagrees", problem=_SLOW_THAWS)

    def can_follow(self, is_chosen: bool) -> bool:
        """Whether a chain of this block is to be followed. `is_chosen`: the block is the one that is followed whatever it costs."""
        return self._check is not None and self._effects is not None and (is_chosen or (self._effects.is_small and self._followed < _FOLLOWED_SECONDS))

    def _follow(self, draws: "list[Callable[[], Inputs]]", calls: int) -> None:
        """Checks what the last chain left in parameters and buffers. Raises Failure (unstable)."""
        assert self._effects
        shared, started = self.client.shared, time.monotonic()
        warm_ups = self.client.calls_before_a_chain
        order = [*draws[shared.sets :] * warm_ups, *draws[:calls]]
        self._effects.check(self.client, lambda: (draw() for draw in order), warm_ups > 0)
        self._followed += time.monotonic() - started

    def hidden_chain(self, cache: Cache) -> None:
        """Makes a chain that looks like a timed one, and whose checked calls get draws of hidden checks. Does nothing if there are none."""
        if not self._disguised:
            return
        shared, calls = self.client.shared, self.lengths.chain()
        kept = self.lengths.checked(calls)
        hidden = dict(zip(kept, self._turns))
        draws = [hidden[at].inputs if at in hidden else functools.partial(self._draw, secret_seed()) for at in range(shared.sets + len(shared.warm))]
        _measured, claimed = self._run(draws, calls, kept, cache)
        drawn: "list[list]" = [each.inputs() for each in hidden.values()]
        for each, inputs, outputs, left in zip(hidden.values(), drawn, self.client.outputs(claimed, drawn), self.client.written()):
            each.judge(inputs, outputs, left)
        self.checked += len(kept)

    def _run(self, draws: "Sequence[Callable[[], Inputs]]", calls: int, kept: "list[int]", cache: Cache, held: bool = False, followed: bool = False) -> "tuple[Measured, list[dict]]":
        """Makes one chain on the inputs that `draws` give. Returns its times, and what the runner says of the outputs. All chains go this way, so they look alike."""
        client = self.client
        if self._effects and (followed or self._effects.is_small):
            self._effects.begin(client)
        put = client.put_chain(draws, self._decoys)
        flushed, woken = cache.flush(), client.wake()
        chain = client.timed(calls, kept, held, self._forward_only)
        vanished = client.vanish()
        given, claimed = client.give()
        return Measured(chain, woken, vanished, given, flushed, put), claimed

    def _judge(self, seeds: "list[int]", claimed: "list[dict]") -> None:
        """Checks outputs. Draws their inputs again from the seeds, because memory cannot hold all inputs of a large task."""
        drawn = [self._draw(seed) for seed in seeds]
        found = self.client.forward_outputs() if self._forward_only else self.client.outputs(claimed, drawn)
        for inputs, outputs, left in zip(drawn, found, self.client.written()):
            self._check(inputs, outputs, left)
        self.checked += len(seeds)

    def empty(self, calls: int, held: bool, cache: Cache):
        """Times an empty chain with cold caches, just after the device switched to the runner's process."""
        cache.flush()
        self.client.wake()
        return self.client.empty(calls, held)


def _in_turn(disguised: "list[Disguised]") -> "Iterator[Disguised]":
    """All of them in a random order, again and again."""
    while disguised:
        yield from _secret.sample(disguised, len(disguised))


def empty_chains(stands: "list[Stand]", cache: Cache, bytes_per_set: int, overheads: Overheads) -> None:
    """Learns the overhead of empty chains on the runner of eager, which is first. Ask before a candidate exists: it bounds what `measure` subtracts."""
    with _placed(stands, cache):
        _ready(stands[0], cache, bytes_per_set)
        _overhead(stands[0], cache, overheads)


def measure(stands: "list[Stand]", plan: Plan, cache: Cache, bytes_per_set: int, overheads: Overheads) -> Samples:
    """Times the runners; the eager baseline is first. All runners but the timed one are stopped.

    `bytes_per_set`: bytes of inputs and outputs of one call. `overheads`: those of the session. Raises the errors of the runners and of the checks.
    """
    with _placed(stands, cache):
        for stand in stands:
            _ready(stand, cache, bytes_per_set)
        trusted = frozenset(at for at, stand in enumerate(stands) if stand.client.is_baseline)
        empty = _overhead(stands[0], cache, overheads)
        for at in trusted if len(trusted) < len(stands) else ():
            stands[at].longest_thaw = overheads.longest_thaw
        measured = Measurement([], [[] for _ in stands], [[] for _ in stands], empty, [stand.lengths.sets for stand in stands], bytes_per_set, cache, trusted)
        started, chosen = time.monotonic(), _secret.randrange(plan.least)
        while len(measured.rows) < plan.least or (len(measured.rows) < plan.most and time.monotonic() - started < plan.seconds):
            _block(stands, measured, cache, len(measured.rows) == chosen)
        if len(trusted) == len(stands):
            overheads.saw_thaws([each.chain.thawed for each in measured.of(0)])
    return dataclasses.replace(samples_of(measured), checked=sum(stand.checked for stand in stands))


def _placed(stands: "list[Stand]", cache: Cache):
    return suspension.placed([stand.client.suspension for stand in stands], cache.device)


def _ready(stand: Stand, cache: Cache, bytes_per_set: int) -> None:
    _resumed(stand, lambda: stand.fit(cache, bytes_per_set))
    _resumed(stand, stand.warm_up)


def _overhead(eager: Stand, cache: Cache, overheads: Overheads) -> Overhead:
    assert eager.client.shared is not None  # `_ready` has mapped them
    return overheads.of(eager.client.shared, cache.device, lambda calls, held: _resumed(eager, lambda: eager.empty(calls, held, cache)))


def _block(stands: "list[Stand]", measured: Measurement, cache: Cache, is_chosen: bool) -> None:
    """`is_chosen`: see `Stand.can_follow`."""
    block: "list[list[Measured]]" = [[] for _ in stands]
    hidden_before = [_secret.randrange(2) for _ in stands]  # the pass before whose chain a runner gets hidden checks
    followed_in = [_secret.randrange(2) if stand.can_follow(is_chosen) else None for stand in stands]  # the pass whose chain is followed
    for order in (range(len(stands)), reversed(range(len(stands)))):
        for at in order:
            stand = stands[at]
            if hidden_before[at] == len(block[at]):
                _resumed(stand, lambda: stand.hidden_chain(cache))
            if stand.lengths.single_first():
                measured.singles[at].append(_resumed(stand, lambda: stand.measure(1, cache)))
            block[at].append(_resumed(stand, lambda: stand.measure(stand.lengths.chain(), cache, followed=followed_in[at] == len(block[at]))))
            if measured.needs_held(at, block[at][-1].chain):
                measured.held[at].append(_resumed(stand, lambda: stand.measure(stand.lengths.held(), cache, held=True)))
    measured.rows.append(block)


def _single_seconds(client: RunnerClient, inputs: list) -> float:
    """Seconds of one call with its messages. This is precise enough to plan chains."""
    client.put([inputs])
    found = []
    for _ in range(_FIT_CALLS):
        started = time.perf_counter()
        client.call()
        found.append(time.perf_counter() - started)
    client.give()
    return min(found)


def _resumed(stand: Stand, act):
    """Resumes the runner while `act` runs, and returns its result."""
    stand.client.suspension.go_on()
    try:
        return act()
    finally:
        stand.client.suspension.stop()
