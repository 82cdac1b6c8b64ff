"""Computes seconds per call from the measurements: subtracts the clock's overhead, and adds work outside the timed window.

A call has a host part and a device part. In a chain, the host part of one call may overlap the device part of another, and nothing else
may. A chain of n calls therefore takes at least both parts of one call, and n - 1 times the longer part: the makespan of n jobs on two
machines. The parts come from single calls. A chain that takes less did the work of several calls at once, or left work for later.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import fmean, median
from typing import NamedTuple

from judge.oracle.runner_link.chains import Chain
from judge.oracle.timing import intervals
from judge.oracle.timing.cache_flush import Cache
from judge.oracle.timing.overhead import Overhead
from judge.oracle.timing.samples import Samples

_LATE_SECONDS, _LATE_SHARE = 3e-5, 0.01  # honest processes differ by this much in handing over outputs on a GPU: seconds, and a fraction
_LATE_EACH = 3e-6  # seconds for each output beyond the baseline's number
_HOST_SLACK, _HOST_SHARE = 3e-5, 1.3  # how much longer a single call's host part may be than a chain's call: seconds, and a factor
_DEVICE_SLACK, _DEVICE_SHARE = 4e-6, 1.1  # the same for the device part
_TAIL_SHARE, _TAIL_SLACK = 0.5, 5e-5  # the longest tail of a chain on a CPU: a fraction of a call's time, and seconds
_PUT_SHARE, _PUT_SLACK = 1.5, 1e-3  # how much longer writing inputs may take than for the baseline: a factor, and seconds
_START_SHARE, _FEW_START_SHARE = 0.03, 0.06  # of a chain's time: what a candidate may take to start even where the baseline does not; with few sets
_HELD, _LEAST_HELD = 4, 2  # chains for which the device is held, and how many must be valid
_BY_HOST, _FEW_SETS = 0.9, 16  # it is held where the host takes this fraction of a chain, and with fewer sets: the start of their chains counts most
_REFUSED = 1.3  # a chain is refused if its calls must be charged this multiple of their measured time


class Measured(NamedTuple):
    """One chain, and the seconds of the steps around it.

    `woken`: wake-up before the chain. `vanished`: overwriting its inputs; on a CPU until the runner stands still for it. `given`: handing over
    its outputs. `flushed`: cache flush. `put`: writing the input sets. The runner is stopped during the last two.
    """

    chain: Chain
    woken: float
    vanished: float
    given: float
    flushed: float
    put: float


@dataclass
class Measurement:
    """All measurements. Runner 0 is the baseline.

    `rows[block][runner]`: the chains, in order. `singles[runner]`: the single calls. `held[runner]`: chains for which the device was held until
    all calls had returned. `empty`: the overhead of an empty chain.
    `sets[runner]`: the number of input sets. `bytes_per_set`: bytes of inputs and outputs of one set. `trusted`: the judge's own baselines.
    """

    rows: "list[list[list[Measured]]]"
    singles: "list[list[Measured]]"
    held: "list[list[Measured]]"
    empty: Overhead
    sets: "list[int]"
    bytes_per_set: int
    cache: Cache
    trusted: "frozenset[int]" = frozenset({0})

    @property
    def is_paired(self) -> bool:
        return self.cache.device == "cpu"

    def needs_held(self, at: int, last: Chain) -> bool:
        """Whether the device should be held in the next chain of a runner. It is, a few times, if the runner has few sets or its `last` calls waited for the host."""
        return not self.is_paired and len(self.held[at]) < _HELD and (_waits_for_host(last) or self.has_few(at))

    def waits_for_host(self, at: int) -> bool:
        """Whether calls in a row of a runner wait for the host, in most chains."""
        return bool(median(_waits_for_host(each.chain) for each in self.of(at)))

    def has_few(self, at: int) -> bool:
        """Whether a runner has so few input sets that the start of a chain is a large part of it."""
        return 1 < self.sets[at] < _FEW_SETS

    def of(self, at: int) -> "list[Measured]":
        return [each for block in self.rows for each in block[at]]

    def alone(self, at: int) -> "list[Measured]":
        """The single calls of a runner. With one input set, every chain is one."""
        return self.singles[at] if self.sets[at] > 1 else self.of(at)


def samples_of(measured: Measurement) -> Samples:
    """Seconds per call of all runners, and the suspicion against runner 1, the candidate."""
    runners = range(len(measured.sets))
    found = [_Runner(measured, at) for at in runners]
    rows = [[[runner.seconds(each) for each in block[at]] for at, runner in enumerate(found)] for block in measured.rows]
    flushed = max(intervals.quarter([each.flushed for each in measured.of(at)]) for at in runners[:2])
    suspicion = found[1].suspicion() if len(found) > 1 and 1 not in measured.trusted else ""
    return Samples(rows, [runner.parts() for runner in found], measured.sets, measured.is_paired, suspicion, flushed > measured.cache.busy)


class _Runner:
    """Computes the seconds per call of one runner."""

    def __init__(self, measured: Measurement, at: int):
        self._measured, self._at, self._empty = measured, at, measured.empty
        self._own, self._base, self._singles = measured.of(at), measured.of(0), measured.alone(at)
        self._woken = intervals.slow([each.woken for each in self._base])
        self._put = intervals.slow([each.put for each in self._base])
        self._device = _device_seconds(measured, at)
        self._waits_for_host = measured.waits_for_host(at)
        self._device_floor = min(each.chain.seconds for each in self._singles) - self._empty.single
        if self._device is not None and (self._waits_for_host or not measured.has_few(at)):
            self._device_floor = self._device
        self._calls = fmean([each.chain.calls for each in self._own])
        self._start, self._usual_start = _started(measured, at, median), math.inf if at in measured.trusted else _started(measured, 0, min)
        self._late = 0.0 if measured.is_paired else max(0.0, self._lateness() - self._late_slack())
        self._credible = [self._credible_parts(each) for each in self._singles]
        self._cold = _cold_excess(measured) / _HOST_SHARE

    def seconds(self, each: Measured) -> float:
        """Seconds per call of one chain, including all charges. No trusted baseline is charged: that would favour the candidate."""
        if self._at in self._measured.trusted:
            return self._plain(each.chain)
        return max(self._least(each.chain.calls), self._plain(each.chain) + self._beside(each) / each.chain.calls + self._late)

    def _plain(self, chain: Chain) -> float:
        """Seconds per call without the overhead of an empty chain and without the start of a chain.

        The late inputs of a call take the host longer than the device. If a call waits for the host, all of that is overhead. Chains for which
        the device was held show how long the device needs at least.
        """
        share = _FEW_START_SHARE if self._device is not None and self._measured.has_few(self._at) else _START_SHARE
        empty, start = self._empty, min(self._start, max(self._usual_start, share * chain.seconds))
        per_call = (chain.seconds - empty.single - start + empty.each_host) / chain.calls
        by_host, by_device = per_call - empty.each_host, per_call - empty.each_device
        return max(self._floor(chain), min(by_device, max(by_host, self._device_floor)))

    def _floor(self, chain: Chain) -> float:
        """The shortest seconds per call that count. A candidate on a GPU takes no less than a late input, whose launch it could merge with its own."""
        least = self._empty.least / chain.calls
        return least if self._measured.is_paired or self._at in self._measured.trusted else max(least, self._empty.each_device)

    def _beside(self, each: Measured) -> float:
        """Seconds that a chain took beyond the baseline's usual time outside the timed window: wake-up, flush, writing inputs, hand-over."""
        measured, found = self._measured, max(0.0, each.woken - self._woken)
        found += max(0.0, each.flushed - measured.cache.busy)
        found += max(0.0, each.put - _PUT_SHARE * self._put * max(1.0, measured.sets[self._at] / measured.sets[0]) - _PUT_SLACK)
        return found + (self._after(each, intervals.slow) if measured.is_paired else 0.0)

    def _after(self, each: Measured, summary=median) -> float:
        """Seconds that the steps after one chain took beyond the baseline's and the slack."""
        usual = self._vanished(summary) + self._given(each.chain.calls, summary)
        return max(0.0, each.vanished + each.given - usual - _LATE_SECONDS)

    def _left(self, single: Measured) -> float:
        """Seconds of work that a single call left for the steps after it: what these take beyond the baseline's.

        On a GPU they must also exceed those after the runner's own chains. A hand-over of one output varies there by 100 us and more, and honest
        chains hand over more than that.
        """
        if self._measured.is_paired:
            return self._after(single, intervals.slow)
        own = median(each.vanished + each.given for each in self._own)
        return max(0.0, min(self._after(single), single.vanished + single.given - own))

    def _given(self, calls: int, summary=median) -> float:
        """Seconds that the baseline takes to hand over the outputs of `calls` calls."""
        chains = summary([each.given for each in self._base])
        usual = fmean([each.chain.calls for each in self._base])
        singles = [each.given for each in self._measured.singles[0]]
        if not singles or usual <= 1:
            return chains * max(1.0, calls / usual)
        return summary(singles) + max(0.0, chains - summary(singles)) / (usual - 1) * (calls - 1)

    def _vanished(self, summary=median) -> float:
        """Seconds to overwrite the runner's inputs on an idle device. On a CPU, those in which the baseline comes to a stand."""
        measured, usual = self._measured, summary([each.vanished for each in self._base])
        more = 0.0 if measured.is_paired else (measured.sets[self._at] - measured.sets[0]) * measured.bytes_per_set
        return usual + max(0.0, more / measured.cache.bytes_per_second)

    def _lateness(self) -> float:
        """Seconds per call by which the steps after a chain exceed the baseline's.

        Deferred work moves time from the chain to these steps, and leaves their sum unchanged. Therefore this compares the fastest sums of
        chain and later steps with the fastest chains.
        """
        vanished = self._vanished()
        late = [each.chain.seconds + each.vanished - vanished + each.given - self._given(each.chain.calls) for each in self._own]
        both = intervals.fastest([seconds / each.chain.calls for seconds, each in zip(late, self._own)])
        return both - intervals.fastest([each.chain.seconds / each.chain.calls for each in self._own])

    def _late_slack(self) -> float:
        usual = fmean([each.chain.calls for each in self._base])
        return (max(_LATE_SECONDS, _LATE_SHARE * self._given(round(self._calls))) + _LATE_EACH * max(0.0, self._calls - usual)) / self._calls

    def _least(self, calls: float) -> float:
        """The shortest credible seconds per call of a chain of `calls` calls. The fastest single call counts.

        On a CPU a first call is slower than the others, and for the baseline too. The others may be faster by what the baseline shows.
        """
        return min((host + device + (calls - 1) * max(host - self._cold, device, 0.0)) / calls for host, device in self._credible)

    def _credible_parts(self, single: Measured) -> "tuple[float, float]":
        """(host, device) seconds of a single call without the slack. A CPU queues no work: all of it is the host's.

        Work that the call left for the steps after it counts as the device's. Otherwise a call that ends alone could leave all of its work.
        """
        host, device = self._split(single)
        device += self._left(single)
        host, device = (host + device, 0.0) if self._measured.is_paired else (host, device)
        return max(0.0, (host - _HOST_SLACK) / _HOST_SHARE), max(0.0, (device - _DEVICE_SLACK) / _DEVICE_SHARE)

    def _split(self, single: Measured) -> "tuple[float, float]":
        """(host, device) seconds of a single call: until forward had returned, and from then until the device had finished."""
        chain, empty = single.chain, self._empty
        return chain.host - empty.host, chain.tail - (empty.single - empty.host)

    def parts(self) -> dict:
        """Median seconds per call of a chain on a GPU. `launch`: of the host. `device`: of the device, if known. A call takes the longer of the two."""
        if self._measured.is_paired:
            return {}
        empty, chains = self._empty, [each.chain for each in self._own]
        host = median((chain.host - empty.host + empty.each_host) / chain.calls for chain in chains) - empty.each_host
        device = self._device
        if device is None and not self._waits_for_host:
            device = median(map(self._plain, chains))
        return {part: max(0.0, seconds) for part, seconds in (("launch", host), ("device", device)) if seconds is not None}

    def suspicion(self) -> str:
        """The sign of work outside the timed window in most chains, as a message. Empty without such a sign.

        Work that moves outside the window only now and then is charged as time instead.
        """
        measured, plain = self._measured, median(self._plain(each.chain) for each in self._own)
        slack = max(0.3 * plain * self._calls, 3e-4 if measured.is_paired else 3e-5)
        late = self._lateness() * self._calls
        if late > max(slack, intervals.resolution([each.vanished + each.given for each in self._base]) if measured.is_paired else 0.0):
            return f"the outputs were not ready when the calls returned: handing them over took {late * 1e3:.3g} ms longer than the baseline's. Finish all work inside forward"
        early = _least_woken(self._own) - _least_woken(self._base)
        if early > max(slack, intervals.resolution([each.woken for each in self._base])):
            return f"the process was busy before the call for {early * 1e3:.3g} ms longer than the baseline's. Do all work inside forward"
        return self._batched(plain)

    def _batched(self, plain: float) -> str:
        """The sign that a chain does the work of several calls at once, as a message. Empty without such a sign."""
        if self._measured.is_paired:
            tail = median(each.chain.tail for each in self._own) - median(each.chain.tail for each in self._base)
            if self._calls > 2.5 and tail > max(_TAIL_SHARE * plain, _TAIL_SLACK, intervals.resolution([each.chain.tail for each in self._base])):
                return f"forward returned before its work was done: {tail * 1e3:.3g} ms of it came after the last call. Finish all work inside forward"
        elif (least := self._least(self._calls)) > _REFUSED * plain:
            host, device = min(map(self._split, self._singles), key=sum)
            parts = f"the fastest took {host * 1e6:.4g} us until forward returned, and then {device * 1e6:.4g} us of the device"
            return f"calls in a row take {plain * 1e6:.4g} us each, but single ones show {least * 1e6:.4g} us or more ({parts}): do the work of each call in that call"
        return ""


def _waits_for_host(chain: Chain) -> bool:
    return chain.host > _BY_HOST * chain.seconds


def _device_seconds(measured: Measurement, at: int) -> "float | None":
    """Seconds of the device per call, from the chains for which it was held. None without two such chains. A host that waits for the device spoils one."""
    empty, held = measured.empty, [each.chain for each in measured.held[at] if each.chain.was_held]
    return median((chain.seconds - empty.held + empty.each_device) / chain.calls for chain in held) - empty.each_device if len(held) >= _LEAST_HELD else None


def _started(measured: Measurement, at: int, summary: "Callable[[Iterable[float]], float]") -> float:
    """Seconds that a chain takes to start on a GPU, beyond an empty one: the host is cold in its first call, so the device starts late.

    This is what a single call takes beyond a further call of a chain, and no more than its host part does. Few single calls do not show it well.
    With few sets it is therefore what a chain takes beyond its calls on a held device. The host part of the first call is then the limit.
    `summary` of the single calls or chains counts. A candidate could do work of further calls in the first one. It is granted no more than the
    trusted baseline's fastest show, or a share of the chain.
    """
    empty, singles = measured.empty, [each.chain for each in measured.singles[at]]
    chains = [each.chain for each in measured.of(at) if each.chain.calls > 1]
    if measured.is_paired or not singles or not chains:
        return 0.0
    device = _device_seconds(measured, at)
    if device is not None and measured.has_few(at) and not measured.waits_for_host(at):
        least_host = min((chain.host - empty.host) / chain.calls for chain in chains)
        late = summary(chain.seconds - chain.calls * (device + empty.each_device) for chain in chains) - empty.single + empty.each_device
        return max(0.0, min(late, summary(chain.host - (chain.calls - 1) * least_host for chain in chains) - empty.host))
    whole, host = [summary(getattr(chain, part) for chain in singles) for part in ("seconds", "host")]
    further = median((chain.seconds - whole) / (chain.calls - 1) for chain in chains)
    further_host = median((chain.host - host) / (chain.calls - 1) for chain in chains)
    return max(0.0, min(whole - further - empty.single + empty.each_device, host - further_host - empty.host + empty.each_host))


def _cold_excess(measured: Measurement) -> float:
    """Seconds by which a first call may be slower than the others, as it is for the baseline. 0 on a GPU, where untimed calls come first.

    The spread of the baseline's single calls comes on top: on a busy host, waking up varies by more than a call takes. Infinite where the
    baseline's chains are single calls and show nothing.
    """
    if not measured.is_paired:
        return 0.0
    chains = measured.of(0)
    calls = fmean([each.chain.calls for each in chains])
    if calls <= 1:
        return math.inf
    usual = min((each.chain.seconds - measured.empty.single) / each.chain.calls for each in chains)
    alone = [each.chain.seconds - measured.empty.single for each in measured.alone(0)]
    return max(0.0, median(alone) + intervals.resolution(alone) - usual) * calls / (calls - 1)


def _least_woken(rows: "list[Measured]") -> float:
    """The shortest wake-up among the faster half of the chains. Wake-up times fall into two groups."""
    found = sorted(rows, key=lambda each: each.chain.seconds / each.chain.calls)
    return min(each.woken for each in found[: len(found) // 2 + 1])
