"""Times a candidate against its baselines in interleaved blocks, in the oracle, with every candidate output checked.

A block is baseline, candidate (, others) on fresh inputs, then the reverse order on others; blocks are what
intervals are resampled from. All times are the oracle's wall clock less the cost of an empty call, which the baseline's runner gives:
a candidate could make its own empty calls slow. On a GPU an empty call launches a kernel that does next to nothing.
No time is shorter than what the empty calls scatter by, else a call as short as an empty one would have any ratio.
Calls too short for the clock are timed as a chain: several, each on inputs of its own, between release and answer.
"""

import dataclasses
import math
import time
from dataclasses import dataclass
from statistics import median

import torch

from . import processes, stats
from .peer import Peer
from .samples import Measured, Samples

_WARM_UP_BUSY, _WARM_UP_CAP = 0.2, 1.0
_PINGS = 40
_LOOK_BLOCKS = 8  # after every so many, whether it is enough
_BUSY_FLUSH, _BUSY_SECONDS = 1.5, 200e-6  # a flush so much slower than on an idle device had company
_CHAIN_BELOW, _CHAIN_SECONDS, _CHAIN_MOST = 300e-6, 2e-3, 64
_CHAIN_SHARE = 0.05  # of the device's free memory, for the chain's inputs and outputs


@dataclass(frozen=True)
class Plan:
    """How long to measure: at least and at most so many blocks, at most so many seconds once the least is done. On a GPU no longer than
    until the baseline's ratios to all others have intervals as narrow as `width`, a log, which is looked at now and then."""

    least: int
    most: int
    seconds: float
    width: float = 0.0


PLANS = {"sweep": Plan(3, 5, 0.5), "noise": Plan(5, 20, 2.5), "search": Plan(5, 20, 2.5, width=0.02), "promotion": Plan(30, 60, 20.0)}


class Cache:
    """Overwrites more memory than the last cache level holds, so that no call finds its input cached. Lines that a candidate asks a GPU's L2
    to keep do not outlive it (`evals.judge.kept_lines`)."""

    def __init__(self, device: str):
        self.device = device
        self._memory = torch.empty(_flush_bytes(device), dtype=torch.uint8, device=device)
        self.flush()
        self.alone = median(self.flush() for _ in range(5))

    @property
    def busy(self) -> float:
        """Seconds from which on a flush had company; on the CPU nothing is known from it."""
        return _BUSY_FLUSH * self.alone + _BUSY_SECONDS if self.device == "cuda" else math.inf

    def flush(self) -> float:
        """Seconds that it took."""
        started = time.perf_counter()
        self._memory.fill_(1)
        if self.device == "cuda":
            torch.cuda.synchronize()
        return time.perf_counter() - started


def measure(draw, exact, peers: "list[Peer]", checks: dict, plan: Plan, cache: Cache, most_empty: float) -> Samples:
    """Times `peers`, the eager baseline first. `draw()` gives fresh inputs, `exact(inputs)` their outputs in fp64;
    `checks` maps a peer's place to what judges its outputs (inputs, exact outputs, outputs -> None or raises Failure).

    Others than the one that is timed are stopped. An empty call takes no more than `most_empty` seconds, what it took before there was a candidate,
    which could leave work behind that slows it down. Raises what the peers and the checks raise.
    """
    sets = peers[0].exchange.sets
    with processes.placed([peer.suspension for peer in peers], cache.device):
        warm = [draw() for _ in range(sets)]
        _alone(peers[0], lambda: _warm_up(peers[0], warm))
        pings = [_alone(peers[0], lambda: _cold(peers[0], cache, peers[0].ping)[0]) for _ in range(_PINGS)]
        for peer in peers[1:]:
            _alone(peer, lambda peer=peer: _warm_up(peer, warm))
        del warm  # large tasks have no room for it beside what is timed
        samples = Samples([], sets, min(most_empty, stats.quarter(pings)), stats.resolution(pings), cache.busy, 0, paired=cache.device == "cpu")
        started = time.monotonic()
        while not _enough(samples, plan, time.monotonic() - started):
            block = _block(draw, exact, peers, checks, cache)
            samples = dataclasses.replace(samples, rows=[*samples.rows, block], checked=samples.checked + 2 * sets * len(checks))
    return samples


def _enough(samples: Samples, plan: Plan, seconds: float) -> bool:
    blocks = len(samples.rows)
    if blocks < plan.least or blocks >= plan.most or seconds >= plan.seconds:
        return blocks >= plan.least
    if not plan.width or samples.paired or blocks % _LOOK_BLOCKS:
        return False
    ratios = [samples.ratio(0, other) for other in range(1, len(samples.rows[0]))]
    return all(math.log(found["high"] / found["low"]) <= plan.width for found in ratios)


def _block(draw, exact, peers: "list[Peer]", checks: dict, cache: Cache) -> "list[list[Measured]]":
    block: "list[list[Measured]]" = [[] for _ in peers]
    for order in (range(len(peers)), reversed(range(len(peers)))):
        _pass(block, order, draw, exact, peers, checks, cache)
    return block


def _pass(block: "list[list[Measured]]", order, draw, exact, peers: "list[Peer]", checks: dict, cache: Cache) -> None:
    """Measures each peer once, on the same fresh inputs, which are let go of at the end: large tasks have no room for two of them."""
    inputs = [draw() for _ in range(peers[0].exchange.sets)]
    truths = [exact(each) for each in inputs] if checks else []
    for at in order:
        block[at].append(_alone(peers[at], lambda at=at: one(peers[at], inputs, truths, checks.get(at), cache)))


def chain(seconds: float, bytes_per_set: int, free_bytes: int) -> int:
    """How many calls of so many seconds to time as one."""
    if seconds >= _CHAIN_BELOW:
        return 1
    wanted = min(_CHAIN_MOST, int(_CHAIN_SECONDS / max(seconds, 1e-6)) + 1)
    return max(1, min(wanted, int(_CHAIN_SHARE * free_bytes / max(bytes_per_set, 1))))


def short_call(peer: Peer, inputs: list, cache: Cache) -> float:
    """Seconds of one call less an empty one, roughly: to choose the chain."""
    peer.put([inputs])
    for _ in range(3):
        peer.call()
    empty = median(_cold(peer, cache, peer.ping)[0] for _ in range(5))
    return max(0.0, median(_cold(peer, cache, peer.call)[0] for _ in range(5)) - empty)


def _alone(peer: Peer, act):
    """Lets the peer run for so long as `act` takes."""
    peer.suspension.go_on()
    try:
        return act()
    finally:
        peer.suspension.stop()


def one(peer: Peer, inputs: list, truths: list, check, cache: Cache) -> Measured:
    """One measurement of a peer that may run; `check` judges the outputs."""
    put = peer.put(inputs)
    called, woken, flushed = _cold(peer, cache, lambda: peer.call(len(inputs)))
    vanished = peer.vanish()
    given, said = peer.give()
    if check:
        for each, truth, outputs in zip(inputs, truths, peer.outputs(said, inputs)):
            check(each, truth, outputs)
    return Measured(called, woken, vanished + given, flushed, put)


def _cold(peer: Peer, cache: Cache, ask) -> "tuple[float, float, float]":
    """Seconds of `ask` on a device that has just switched to the runner's process, with cold caches; of the wake-up and the flush."""
    flushed = cache.flush()
    woken = peer.wake()
    return ask(), woken, flushed


def _warm_up(peer: Peer, inputs: list) -> None:
    """Calls for 0.2 s of busy time, or a second of wall time where calls are so short that messages dominate."""
    peer.put(inputs)
    busy, started = 0.0, time.monotonic()
    while busy < _WARM_UP_BUSY and time.monotonic() - started < _WARM_UP_CAP:
        busy += peer.call(len(inputs))
    peer.give()


def _flush_bytes(device: str) -> int:
    if device == "cuda":
        return 3 * getattr(torch.cuda.get_device_properties(0), "L2_cache_size", 64 << 20)
    try:
        with open("/sys/devices/system/cpu/cpu0/cache/index3/size") as file:
            last_level = int(file.read().strip().rstrip("K")) * 1024
    except (OSError, ValueError):
        last_level = 32 << 20
    return min(max(64 << 20, 2 * last_level), 512 << 20)
