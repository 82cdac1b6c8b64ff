"""The oracle: the trusted process of one task. `process` passes it one request at a time.

It holds the task, the secret seeds, the fp64 reference, the comparison and the clock. It never loads candidate code. The server sets
the time limits: it kills the runner, and the oracle then sees a closed channel.
"""

import dataclasses
import functools
import socket
from pathlib import Path
from typing import Any, NamedTuple, cast

import torch

from judge.device.clocks import clocks
from judge.device.memory import bound_process
from judge.device.nvml import during
from judge.oracle import checks
from judge.oracle.bounds.operators import operator_rows
from judge.oracle.bounds.traffic_floor import check_floor, facts, needed_us
from judge.oracle.disguised import disguised
from judge.oracle.kernelbench.column import Column
from judge.oracle.library.agreement import library_calls
from judge.oracle.explanation import explained
from judge.oracle.extremes import EXTREMES, Extremes
from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.shapes import Shape, Shapes
from judge.oracle.task.admission import Admission
from judge.oracle.task.decisions import Decisions
from judge.oracle.task.distributions import HIDDEN, SHIPPED
from judge.oracle.task.exported_inputs import Parameters, lay_out
from judge.oracle.task.reference import Reference
from judge.oracle.task.special_checks import SpecialChecks
from judge.oracle.task.task_code import asking, lacks_memory, memory_rejection
from judge.oracle.timing import hidden_work, measure
from judge.oracle.timing.compared import band_of, call_times_us, compared, time_of
from judge.oracle.timing.overhead import Overheads
from judge.oracle.timing.samples import Samples, slower
from judge.oracle.unproven import draw_in_other_mode, possible, unproven
from judge.profile import perf_events
from judge.protocol.errors import Failure, Gone, Rejected
from judge.protocol.messages import AlternativeName, Clocks, KernelBench, Profile, Ratio, Stage, Target, Tier, Time
from judge.protocol.oracle_messages import Attached, BaselineTimes, Checked, Doubted, Examined, Explained, LibraryCalls, Loading, Noise, Opened, Operators, Profiled, Proven, TaskFacts, Timed, TimedOnce
from judge.protocol.trust import BASELINES
from judge.sandbox.suspension import Suspension
from judge.wire.packets import Channel

_PROFILED = 4  # the largest number of calls in the trace of a chain


class _Found(NamedTuple):
    """One measurement of a candidate. `error_share`: the largest error over its budget."""

    samples: Samples
    error_share: float
    clocks: "Clocks | None"


class Oracle:
    """One public method per request of the server, with the request's name. Each returns a JSON-serializable dict."""

    def __init__(self):
        self._clients: "dict[str, RunnerClient]" = {}
        self._on_device = True  # whether runners map the oracle's device memory
        self._overheads = Overheads()
        self._noise: Ratio = {"median": 1.0, "low": 1.0, "high": 1.0, "samples": 0}
        self._doubted: "Samples | None" = None
        self._found: "dict[int, list[_Found]]" = {}  # of each shape, by pair of processes
        self._disguised: "dict[str, list[measure.Disguised]]" = {}  # by the name of the shape
        self._forward: "dict[int, Samples]" = {}  # of each shape, for a task with gradients: forward alone

    def open(self, name: str, source: str, target: Target, precision: str, threads: int, broken: "list[str]", decided: "dict[str, Any]") -> Opened:
        """Loads the task. Returns the names to examine, in order. `broken`: those on which an earlier oracle process died.

        `decided`: the `decisions` of an earlier oracle. `threads` is the CPU thread count. Raises Rejected if the host or the task is unusable.
        """
        if target == "cuda" and not torch.cuda.is_available():
            raise Rejected("this host has no CUDA device that torch can use", "run the judge on a host with an NVIDIA GPU, or choose the cpu target")
        torch.set_num_threads(threads if target == "cpu" else 1)  # on CUDA, the oracle shares one core with its clock
        if target == "cpu":
            bound_process()
        text = Path(source).read_text()
        self._name, self._precision = name, precision
        self._target: Target = target
        self.reference = Reference(name, text, target, precision, Decisions(decided))
        self._parameters = Parameters(self.reference, Path(source).parent)
        self.admission, self._column = Admission(self.reference, precision), Column(self.reference, precision)
        floats = any(dtype.startswith(("float", "bfloat")) for _shape, dtype in self.reference.input_specs)
        self.special = SpecialChecks(self.reference, broken)
        self.extremes = Extremes(self.reference, self.special)
        self.shapes = Shapes(name, self.reference, self.admission, precision, self.special, broken)
        with asking(f"{name}: the reference failed on its own inputs", target):
            return {"distributions": [SHIPPED, *(HIDDEN if floats else ()), *self.special.names(), EXTREMES, *self.shapes.names()]}

    def examine(self, distribution: str) -> "dict[str, Any]":
        """Finds out whether the task can be judged on a distribution, on special checks, or on the extremes. Returns all decisions up to now."""
        with asking(f"{self._name}: the fp64 reference or the eager one failed", self._target):
            self._examined_by(distribution).examine(distribution)
        return self.decisions()

    def skip(self, distribution: str, note: str) -> None:
        """Leaves out what has this name. `note` is the reason."""
        self._examined_by(distribution).skip(distribution, note)

    def _examined_by(self, distribution: str) -> "Admission | SpecialChecks | Extremes | Shapes":
        if self.shapes.has(distribution):
            return self.shapes
        if distribution == EXTREMES:
            return self.extremes
        return self.admission if distribution in (SHIPPED, *HIDDEN) else self.special

    def decisions(self) -> "dict[str, Any]":
        """What was decided about the task, for later oracles."""
        return self.reference.decisions.made

    def facts(self) -> Examined:
        """The facts of the task, independent of candidates. Raises Rejected if every distribution is unusable."""
        timed = self.admission.timed
        with asking(f"{self._name}: the fp64 reference or the eager one failed", self._target):
            self._draws = checks.Draws(self.reference, self.admission, self.special, self.extremes)
            self._draws.other_mode = draw_in_other_mode(self.reference, self.admission.draws[timed])
            self._cache = measure.Cache(self._target)
            self._bounds = facts(self.reference, self._precision)
        self.shapes.prepare(self._precision, self._draws, self._bounds)
        self.special.same_elsewhere = self.shapes.unvaried()
        told = {key: value for key, value in self.shapes.floors().items() if key != "readBytes"}
        varied = {**self.special.facts(), **self.extremes.facts()}
        admitted = {"admission": self.admission.rows, "timedOn": timed, "precisionBlind": self.admission.blind, "checks": varied}
        return {"facts": cast(TaskFacts, {**told, **admitted}), "rare": possible(self.reference, self._draws), "shapes": len(self.shapes.all)}

    def disguise(self, distribution: str) -> None:
        """Makes new draws of a distribution, or of a group of special checks, for places in timed chains. See `disguised`. It needs `facts`."""
        shape, what = self.shapes.shape_of(distribution)
        with asking(f"{self._name}: the fp64 reference or the eager one failed", self._target):
            self._disguised.setdefault(shape.name, []).extend(disguised(shape, what, self.shapes.timed_checks(shape)))

    def attach(self, name: str, folder: str, pid: int, uid: "int | None", group: "str | None", freezes: bool, at: Stage, later: bool, warm: bool, fd: int) -> Attached:
        """Connects to a started runner. The runner builds its model and maps its buffers. With `warm` it also makes one call (torch.compile).
        With `later` the answer does not wait for it; `settle` does.

        `folder` is the runner's own, `fd` its channel, `at` the judge's stage. Raises Failure or Gone.
        """
        channel, on_device = Channel(socket.socket(fileno=fd)), self._on_device and self.reference.device == "cuda"
        trusted = name in BASELINES
        fault = (lambda problem: Gone(name, problem)) if trusted else (lambda problem: Failure(status="policy_violation", problem=problem))
        client = self._clients[name] = RunnerClient(name, channel, self.reference, on_device, Suspension(pid, uid, group, freezes, fault, trusted))
        client.rpc.stage = at
        self._parameters.give(folder, 1 if trusted else 0)
        client.begin_load()
        client.lay_state = lambda which, values: self._parameters.give(folder, which, values)
        if not later:
            self.settle(name)
        for shape in self.shapes.all if warm else []:
            client.turn(shape.reference)
            client.put([shape.draw()])
            client.call()
            client.give()
        return {"parameters": "loaded" if self.reference.states[0] else "none"}

    def settle(self, name: str) -> None:
        """Waits until a runner has built its model, and maps its buffers. Raises Failure or Gone."""
        client = self._clients[name]
        client.finish_load()
        self._on_device = client.on_device if client.is_baseline else self._on_device

    def check(self, name: str, tier: Tier) -> Checked:
        """Runs the correctness checks on a runner: public and hidden draws, states, order and randomness. Raises Failure or Gone."""
        client = self._client(name)
        client.rpc.stage = "correctness"
        found = checks.check(self.reference, self.admission, self._draws, client, 2 if tier == "promotion" else 1, self.shapes)
        if self.shapes.declared and tier == "promotion":
            hidden = self.shapes.check_unseen(client)
            found["checked"] += hidden.calls
            found["unseen"] = {"checked": hidden.count, "refused": hidden.refused}
        return found

    def check_again(self, name: str) -> None:
        """Runs the first calls of a further process of a candidate that has passed `check`. Raises Failure or Gone."""
        client = self._client(name)
        client.rpc.stage = "timing"  # by now the candidate has seen hidden inputs
        checks.check_again(self.reference, self.admission, self._draws, client)

    def noise(self) -> Noise:
        """Measures the overhead of empty chains and the A/A noise: the ratio of the times of two processes of eager. Raises RuntimeError if a
        candidate exists already, which could inflate the overhead."""
        if any(not client.is_baseline for client in self._clients.values()):
            raise RuntimeError("the overhead of empty chains must be measured before a candidate exists")
        pair, first = ["eager", "eager-aa"], self.shapes.all[0]
        measure.empty_chains(self._stands(pair, {}, first), self._cache, first.bytes_per_call, self._overheads)
        found = [self._measured(pair, {}, "noise", shape) for shape in self.shapes.all]
        self._noise = self.shapes.ratio([[each] for each in found], 1)
        eager = [each.time(0) for each in found]
        noise: Noise = {"eager": self.shapes.time(eager), "band": band_of(self._target, "search", self._noise), "pairs": measure.PLANS[self._target]["promotion"].pairs}
        return {**noise, "workloads": self.shapes.workloads(eager)} if self.shapes.declared else noise

    def time_baselines(self, others: "list[AlternativeName]") -> BaselineTimes:
        """Times the eager runner and other baselines in interleaved blocks. No candidate runs meanwhile."""
        found = [self._measured(["eager", *others], {}, "search", shape) for shape in self.shapes.all]
        places: "list[tuple[int, AlternativeName]]" = list(enumerate(others, 1))
        times: "dict[AlternativeName, Time]" = {name: self.shapes.time([each.time(at) for each in found]) for at, name in places}
        return {"times": times, "ratios": {name: self.shapes.ratio([[each] for each in found], at) for at, name in places}}

    def time(self, name: str, base: str, tier: Tier, first: bool, again: bool, shape: int) -> "TimedOnce | Doubted":
        """Times the candidate `name` and `base`, a process of eager, in interleaved blocks on one shape. `first`: forgets its earlier pairs.

        Returns {"again": true} if the first measurement looks like hidden work, because a busy host can look the same. The server then
        asks with `again`. Of the two measurements the slower one counts. `compare` gives the result.
        """
        found, on = self._found.setdefault(shape, []), self.shapes.all[shape]
        if first and not again:
            found.clear()
            self._forward.pop(shape, None)
        worst = [0.0]
        check = {1: lambda inputs, outputs, left: checks.recheck_chained(on, inputs, outputs, left, worst)}
        before = clocks()
        samples = self._timed([base, name], check, tier, on)
        if not again and samples.suspicion:
            self._doubted = samples
            return {"again": True}
        reported = slower(self._doubted, samples) if again and self._doubted else samples
        self._doubted = None
        hidden_work.check_beside(samples)
        hidden_work.check_contention(samples)
        check_floor(reported.fastest_us(1), on.bounds, self._target, reported.sets[1])
        found.append(_Found(reported, worst[0], during(before, clocks())))
        if first and on.reference.upstream is not None and tier != "sweep":
            self._forward[shape] = self._forward_alone([base, name], on)
        return {"candidateUs": reported.time(1)["medianUs"], "left": max(0, measure.PLANS[self._target][tier].pairs - len(found))}

    def compare(self, tier: Tier) -> Timed:
        """The result of all measurements since the first one."""
        every = [each for own in self._found.values() for each in own]
        found = [[each.samples for each in self._found[at]] for at in range(len(self.shapes.all))]
        candidate, baseline = ([time_of(own, runner) for own in found] for runner in (1, 0))
        timed: Timed = {
            **compared(self.shapes.ratio(found, 1), band_of(self._target, tier, self._noise)),
            "candidate": self.shapes.time(candidate),
            "baseline": self.shapes.time(baseline),
            "clocks": functools.reduce(during, [each.clocks for each in every]),
            "checked": sum(each.samples.checked for each in every),
            "errorShare": max(each.error_share for each in every),
        }
        if len(self._forward) == len(found):
            forward = [self._forward[at] for at in range(len(found))]
            times = [self.shapes.time([each.time(runner) for each in forward]) for runner in (1, 0)]
            timed["forward"] = {"candidate": times[0], "baseline": times[1], "speedup": self.shapes.ratio([[each] for each in forward], 1)}
        if self.shapes.declared:
            timed["shapes"] = self.shapes.times(candidate, baseline, found)
        if tier == "promotion":
            timed["pairs"] = self.shapes.pairs(found)
        if tier == "promotion" and not self.shapes.declared:
            timed["callTimes"] = {"candidate": call_times_us(found[0], 1), "baseline": call_times_us(found[0], 0)}
        return timed

    def _forward_alone(self, names: "list[str]", on: Shape) -> Samples:
        """Times forward without backward. Raises Failure (unstable) if its outputs are then wrong: work was left to backward."""

        def check(inputs: list, outputs: "list[torch.Tensor]", _left: list) -> None:
            exact = on.reference.exact(inputs)
            gradients = [each.to(getattr(torch, dtype)) for each, (_shape, dtype) in list(zip(exact, on.reference.output_specs))[len(outputs) :]]
            checks.recheck(on.admission, inputs, exact, [*outputs, *gradients], on.reference, [0.0])

        return self._timed(names, {1: check}, "search", on, forward_only=True)

    def _timed(self, names: "list[str]", check: dict, tier: str, shape: Shape, forward_only: bool = False) -> Samples:
        """Measures. Raises Failure if the candidate started processes meanwhile."""
        samples = self._measured(names, check, tier, shape, forward_only)
        for at in check:
            checks.check_strays(self._clients[names[at]])
        return samples

    def profile(self, name: str) -> Profiled:
        """The floors, the kernels of one call, and the memory. The figures are advisory. The profiled outputs are checked."""
        client = self._client(name)
        client.rpc.stage = "profile"
        sets: "list[list[torch.Tensor]]" = [self.shapes.all[0].draw() for _ in range(min(client.shared.sets, _PROFILED))]
        client.put(sets)
        used = client.usage()
        seen = client.profile()
        if "processor" in seen:
            counts = perf_events.counted(client.suspension.pid, lambda: client.call(len(sets)))
            seen["processor"] |= {event: count / len(sets) for event, count in counts.items()}
        if self.reference.writes_inputs:  # the profiled calls came one after the other on the same inputs
            client.put(sets)
            client.call(len(sets))
        outputs = client.outputs(client.give()[1], sets)
        for inputs, found in zip(sets, outputs):
            checks.recheck(self.admission, inputs, self.reference.exact(inputs), found, self.reference, [0.0])
        native = seen.pop("native", [])
        floor = {key: self._bounds[key] for key in ("floorBytes", "floorUs", "copyGBps", "work") if key in self._bounds}
        floor["neededUs"] = needed_us(self._bounds, self._target, client.shared.sets)
        return {"profile": cast(Profile, {**floor, **seen, **used, "compiled": [], "remarks": []}), "native": native}

    def lay_out(self, folder: str) -> Loading:
        """Writes the inputs of a profiling process into a folder. Returns how the process must load the model."""
        return lay_out(self.reference, self._parameters, self.shapes.all[0].draw(), folder)

    def kernelbench(self, name: str) -> KernelBench:
        """Runs KernelBench's own evaluation of the runner. It must come last: it replaces the runner's model."""
        client = self._client(name)
        client.rpc.stage = "profile"
        return self._column.of(client, self._client("eager"), self._cache)

    def prove(self, name: str, rare: bool) -> Proven:
        """Lists the rare conditions on which the runner's model is wrong. See `unproven`. `ended`: why the runner died meanwhile, if it did.

        Not `rare`: checks only what can reject the candidate.
        """
        client = self._client(name)
        client.rpc.stage = "profile"
        names, gone = unproven(self.reference, self._draws, client, rare)
        return {"unproven": names, "ended": None if gone is None else gone.why}

    def explain(self, name: str, at: int) -> Explained:
        """Names what is wrong on check number `at`: on public inputs (0), then on fresh draws of every hidden check. For a person: it tells hidden values."""
        client = self._client(name)
        client.rpc.stage = "profile"
        return explained(self.reference, self.admission, self._draws, client, at)

    def operators(self) -> Operators:
        """The reference by operator, slowest first."""
        return {"operators": operator_rows(self.reference)}

    def library_calls(self) -> LibraryCalls:
        """The library calls that give the reference's answer."""
        return {"calls": library_calls(self.shapes, self._draws)}

    def pulse(self) -> None:
        """Raises RuntimeError if the device computes wrong results. The server asks after a candidate crashed on it."""
        ramp = torch.arange(1 << 20, device=self._target)
        if int((ramp * 2 + 1).sum()) != 1 << 40:
            raise RuntimeError("the device computes wrongly after a candidate failed on it")

    def refusal(self, error: Exception) -> "Rejected | None":
        """The rejection of the open task, if `error` means that memory is short. It is no request."""
        return memory_rejection(self._name, self._target, error) if hasattr(self, "reference") and lacks_memory(error) else None

    def drop(self, name: str) -> None:
        """Forgets a runner and frees its buffers."""
        client = self._clients.pop(name, None)
        if client:
            client.close()

    def _client(self, name: str) -> RunnerClient:
        """A runner, turned to the first shape."""
        client = self._clients[name]
        client.turn(self.reference)
        return client

    def _measured(self, names: "list[str]", check: dict, tier: str, shape: Shape, forward_only: bool = False) -> Samples:
        """Times runners on one shape, with `forward_only` without backward. The shapes of a task share the seconds of the plan."""
        if self._overheads.first is None:
            raise RuntimeError("nothing can be timed before the overhead of empty chains is known")
        plan = measure.FORWARD if forward_only else measure.plan_of(self._target, tier)
        plan = dataclasses.replace(plan, seconds=plan.seconds / len(self.shapes.all))
        return measure.measure(self._stands(names, check, shape, forward_only), plan, self._cache, shape.bytes_per_call, self._overheads)

    def _stands(self, names: "list[str]", check: dict, shape: Shape, forward_only: bool = False) -> "list[measure.Stand]":
        clients = [self._clients[each] for each in names]
        for client in clients:
            client.rpc.stage = "timing"
            client.turn(shape.reference)
        hidden = self._disguised.get(shape.name, []) if check and not forward_only else []
        effects = shape.effects if check and not forward_only else None
        return [measure.Stand(client, shape.draw, check.get(at), hidden if at in check else [], shape.decoys, forward_only, effects) for at, client in enumerate(clients)]
