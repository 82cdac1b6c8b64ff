"""What the trusted process of one task answers (`oracle_process` runs it), one request at a time.

It holds the task, the secret seeds, the fp64 reference, the comparison and the deciding clock, and never loads
candidate code. Limits are not here: the server kills the runner, and the oracle then finds its channel closed.
"""

import math
import resource
import socket
import time
from pathlib import Path

import torch

from . import checks, hidden_work, processor_counters, timing
from .admission import Admission
from .asking import asking, available_bytes
from .channel import Channel
from .clocks import clocks, during
from .distributions import HIDDEN, SHIPPED
from .errors import Rejected
from .floor import check_floor, facts
from .given import Parameters, lay_out
from .kernelbench_column import Column
from .layout import places
from .operators import operator_rows
from .peer import Peer
from .processes import Suspension
from .samples import Samples, slower
from .settling import settled
from .task import Reference

class Oracle:
    """Answers to the server's requests; each public method answers the one of the same name with a plain object."""

    def __init__(self):
        self._peers: "dict[str, Peer]" = {}
        self._ipc = True
        self._noise = {"median": 1.0, "low": 1.0, "high": 1.0}
        self._sets, self._empty = 1, math.inf
        self._doubted: "Samples | None" = None

    def open(self, name: str, source: str, target: str, precision: str, threads: int) -> dict:
        """Loads the task; names the distributions that it is to be examined on, in this order."""
        if target == "cuda" and not torch.cuda.is_available():
            raise Rejected("this host has no CUDA device that torch can use", "run the judge on a host with an NVIDIA GPU, or choose the cpu target")
        torch.set_num_threads(threads if target == "cpu" else 1)  # it shares one core with its clock
        if target == "cpu":  # so that a task that is too large fails with a message instead of being killed
            bound = int(0.9 * available_bytes("cpu"))
            resource.setrlimit(resource.RLIMIT_AS, (bound, bound))
        with open(source) as file:
            text = file.read()
        self._name, self._target, self._precision = name, target, precision
        self.reference = Reference(name, text, target, precision)
        self._parameters = Parameters(self.reference, Path(source).parent)
        self.admission, self._column = Admission(self.reference, precision), Column(self.reference, precision)
        floats = any(dtype.startswith(("float", "bfloat")) for _shape, dtype in self.reference.input_specs)
        return {"distributions": [SHIPPED, *(HIDDEN if floats else ())]}

    def examine(self, distribution: str) -> dict:
        """Finds out whether the task can be judged on inputs of that distribution."""
        with asking(f"{self._name}: the fp64 reference or the eager one failed", self._target):
            self.admission.examine(distribution)
        return {}

    def pass_over(self, distribution: str, note: str) -> dict:
        """Leaves a distribution out."""
        self.admission.pass_over(distribution, note)
        return {}

    def facts(self) -> dict:
        """What does not depend on a candidate. Raises Rejected where no distribution can be judged on."""
        timed = self.admission.timed
        with asking(f"{self._name}: the fp64 reference or the eager one failed", self._target):
            self._first = checks.first_draw(self.reference, timed)
            self._cache = timing.Cache(self._target)
            self._facts = facts(self.reference, self._precision)
        self._facts |= {"admission": self.admission.rows, "timedOn": timed, "precisionBlind": self.admission.blind}
        return self._facts

    def attach(self, name: str, folder: str, pid: int, uid: "int | None", group: "str | None", warm: bool, fd: int) -> dict:
        """Lets a started runner build its model and map its buffers; `warm` also calls it once (torch.compile)."""
        channel, ipc = Channel(socket.socket(fileno=fd)), self._ipc and self.reference.device == "cuda"
        peer = self._peers[name] = Peer(name, channel, self.reference, ipc, Suspension(pid, uid, group))
        candidate = not peer.is_baseline
        self._parameters.give(folder, 0 if candidate else 1)
        peer.load()
        if candidate:
            self._parameters.give(folder, 1)  # for `check`, which lets the model load it
        peer.map(self._sets)
        self._ipc = peer.ipc if peer.is_baseline else self._ipc
        if warm:
            peer.put([self._draw()])
            peer.call()
            peer.give()
        return {"parameters": "loaded" if self.reference.states[0] else "none"}

    def settle(self) -> dict:
        """Finds out with the eager runner whether calls are so short that they are timed in chains."""
        eager = self._peers["eager"]
        seconds = timing.short_call(eager, self._draw(), self._cache)
        size = places(self.reference.input_specs)[1] + places(self.reference.output_specs)[1]
        self._sets = timing.chain(seconds, size, available_bytes(self._target))
        if self._sets > 1:
            eager.map(self._sets)
        return {"chain": self._sets}

    def check(self, name: str, tier: str) -> dict:
        """Whether outputs are right, of public and of hidden draws, and hold up in every other way."""
        peer = self._peers[name]
        peer.talk.stage = "correctness"
        return checks.check(self.reference, self.admission, self._first, peer, 2 if tier == "promotion" else 1)

    def noise(self) -> dict:
        """Learns by how much eager's time differs from that of another process of the same."""
        samples = self._measured(["eager", "twin"], {}, "noise")
        self._noise, self._empty = samples.ratio(0, 1), samples.empty
        return {"noise": self._noise}

    def time(self, name: "str | None", others: "list[str]", tier: str, again: bool = False) -> dict:
        """Interleaved times of the eager runner, the named one if any, and other baselines. {"again": true} where it is to be asked
        `again`: a busy host looks like hidden work, but not twice. Of two measurements the slower is told."""
        names = ["eager", *([name] if name else []), *others]
        worst = [0.0]
        check = {1: lambda inputs, exact, outputs: checks.recheck(self.admission, inputs, exact, outputs, self.reference, worst)} if name else {}
        before, started = clocks(), time.monotonic()
        samples = self._timed(names, check, tier)
        if name and not again and hidden_work.suspicion(samples, 1, self._target):
            self._doubted = samples
            return {"again": True}
        told = slower(self._doubted, samples) if again else samples
        compared = {}
        if name:
            hidden_work.check_beside(samples, 1, self._target)
            hidden_work.check_company(samples)
            told, compared = settled(told, lambda: self._timed(names, check, tier), self._target, tier, self._noise, time.monotonic() - started)
            check_floor(told.fastest_us(1), self._facts, self._target, told.sets)
        found = {"times": {each: told.time(at) for at, each in enumerate(names)}, "checked": told.checked, "errorShare": worst[0], "clocks": during(before, clocks())}
        first = len(names) - len(others)
        return {**found, **compared, "ratios": {each: told.ratio(first + at, first - 1) for at, each in enumerate(others)}}

    def _timed(self, names: "list[str]", check: dict, tier: str) -> Samples:
        """Raises Failure where the one whose outputs are checked started processes meanwhile."""
        samples = self._measured(names, check, tier)
        for at in check:
            checks.check_strays(self._peers[names[at]])
        return samples

    def profile(self, name: str) -> dict:
        """The floor, the kernels of one call of the runner, and its memory. Advisory, but what was profiled is right."""
        peer = self._peers[name]
        peer.talk.stage = "profile"
        sets = [self._draw() for _ in range(peer.exchange.sets)]
        peer.put(sets)
        used = peer.usage()
        seen = peer.profile()
        if "processor" in seen:
            counts = processor_counters.counted(peer.suspension.pid, lambda: peer.call(len(sets)))
            seen["processor"] |= {event: count / len(sets) for event, count in counts.items()}
        outputs = peer.outputs(peer.give()[1], sets)
        for inputs, found in zip(sets, outputs):
            checks.recheck(self.admission, inputs, self.reference.exact(inputs), found, self.reference, [0.0])
        return {**{key: self._facts[key] for key in ("floorBytes", "floorUs", "copyGBps", "work") if key in self._facts}, **seen, **used}

    def lay_out(self, folder: str) -> dict:
        """Writes what a process that runs a candidate for its profile may know into a folder; how it is to load its model."""
        return lay_out(self.reference, self._parameters, self._draw(), folder)

    def kernelbench(self, name: str) -> dict:
        """What KernelBench's own evaluator would say of the runner. The last question of all: it changes the runner's model."""
        peer = self._peers[name]
        peer.talk.stage = "profile"
        return self._column.of(peer, self._peers["eager"], self._cache)

    def operators(self) -> dict:
        """The reference by operator, slowest first."""
        return {"operators": operator_rows(self.reference)}

    def pulse(self) -> dict:
        """Fails unless the device still computes: asked after a candidate fell over on it."""
        ramp = torch.arange(1 << 20, device=self._target)
        if int((ramp * 2 + 1).sum()) != 1 << 40:
            raise RuntimeError("the device computes wrongly after a candidate failed on it")
        return {}

    def drop(self, name: str) -> dict:
        """Forgets a runner and frees its buffers."""
        peer = self._peers.pop(name, None)
        if peer:
            peer.close()
        return {}

    def _draw(self) -> "list[torch.Tensor]":
        return self.reference.draw(distribution=self.admission.timed)

    def _measured(self, names: "list[str]", check: dict, tier: str) -> Samples:
        peers = [self._peers[each] for each in names]
        for peer in peers:
            peer.talk.stage = "timing"
        return timing.measure(self._draw, self.reference.exact, peers, check, timing.PLANS[tier], self._cache, self._empty)
