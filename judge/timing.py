"""Times a candidate against its baselines in interleaved blocks, in the oracle, with every candidate output checked.

A block is baseline, candidate (, compiled) on one fresh input, then the reverse order on another; its log-ratio is
one sample. All times are the oracle's wall clock less the cost of an empty call, which the baseline's runner gives:
a candidate could make its own empty calls slow. On a GPU an empty call launches a kernel that does next to nothing.
No time is shorter than what the empty calls scatter by, else a call as short as an empty one would have any ratio.
"""

import time
from dataclasses import dataclass, field
from statistics import median

import torch

from . import stats
from .errors import Failure
from .peer import Peer

_WARM_UP_BUSY, _WARM_UP_CAP = 0.2, 1.0
_PINGS = 40
_SLACK_SHARE = 0.3  # hand-overs scatter by so much, or by so many seconds where they are short
_SLACK_SECONDS = {"cpu": 2e-3, "cuda": 1e-3}


@dataclass(frozen=True)
class Plan:
    """How long to measure: at least and at most so many blocks, at most so many seconds once the least is done."""

    least: int
    most: int
    seconds: float


PLANS = {"search": Plan(5, 12, 3.0), "promotion": Plan(30, 60, 20.0)}


@dataclass
class Samples:
    """Seconds per call and per hand-over of each peer, the blocks' log-ratios over each baseline, and checked calls."""

    calls: "list[list[float]]"
    gives: "list[list[float]]"
    blocks: "list[list[list[float]]]" = field(default_factory=list)
    checked: int = 0

    def time(self, peer: int) -> dict:
        return stats.time(self.calls[peer])

    def ratio(self, over: int, under: int) -> dict:
        return stats.ratio([stats.log_ratio(block[over], block[under]) for block in self.blocks])


class Cache:
    """Overwrites more memory than the last cache level holds, so that no call finds its input cached."""

    def __init__(self, device: str):
        self._device = device
        self._memory = torch.empty(_flush_bytes(device), dtype=torch.uint8, device=device)

    def flush(self) -> None:
        self._memory.fill_(1)
        if self._device == "cuda":
            torch.cuda.synchronize()


def measure(reference, peers: "list[Peer]", checks: dict, plan: Plan, cache: Cache) -> Samples:
    """Times `peers`, the eager baseline first. `checks` maps a peer's place to what judges its outputs
    (inputs, exact outputs, outputs -> None or raises Failure). Raises what the peers and the checks raise."""
    inputs = reference.draw()
    for peer in peers:
        _warm_up(peer, inputs)
    pings = [_cold(peers[0], cache, peers[0].ping) for _ in range(_PINGS)]
    empty, least = median(pings), stats.resolution(pings)
    samples = Samples([[] for _ in peers], [[] for _ in peers])
    started = time.monotonic()
    while len(samples.blocks) < plan.most and (len(samples.blocks) < plan.least or time.monotonic() - started < plan.seconds):
        block: "list[list[float]]" = [[] for _ in peers]
        for order in (range(len(peers)), reversed(range(len(peers)))):
            inputs = reference.draw()
            exact = reference.exact(inputs) if checks else []
            for at in order:
                called, given = _one(peers[at], inputs, exact, checks.get(at), cache)
                block[at].append(max(least, called - empty))
                samples.gives[at].append(given)
                samples.checked += at in checks
        samples.blocks.append(block)
        for all_calls, calls in zip(samples.calls, block):
            all_calls.extend(calls)
    return samples


def check_hand_over(samples: Samples, candidate: int, device: str) -> None:
    """Raises Failure where handing the outputs over took much longer than from the baseline: work left for later."""
    baseline, own = median(samples.gives[0]), median(samples.gives[candidate])
    if own - baseline <= max(_SLACK_SHARE * baseline, _SLACK_SECONDS[device]):
        return
    problem = (
        f"the outputs were not ready when the call returned: handing them over took {own * 1e3:.3g} ms, the baseline's {baseline * 1e3:.3g} ms. "
        "Finish all work inside forward: no threads, unjoined streams or lazy tensors, and return contiguous outputs."
    )
    raise Failure(status="timing_disagrees", problem=problem)


def _one(peer: Peer, inputs: list, exact: list, check, cache: Cache) -> "tuple[float, float]":
    peer.put(inputs)
    called = _cold(peer, cache, peer.call)
    given, said = peer.give()
    if check:
        check(inputs, exact, peer.outputs(said, inputs))
    return called, given


def _cold(peer: Peer, cache: Cache, ask) -> float:
    """Seconds of `ask` on a device that has just switched to the runner's process, with cold caches."""
    cache.flush()
    peer.wake()
    return ask()


def _warm_up(peer: Peer, inputs: list) -> None:
    """Calls for 0.2 s of busy time, or a second of wall time where calls are so short that messages dominate."""
    peer.put(inputs)
    busy, started = 0.0, time.monotonic()
    while busy < _WARM_UP_BUSY and time.monotonic() - started < _WARM_UP_CAP:
        busy += peer.call()
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
