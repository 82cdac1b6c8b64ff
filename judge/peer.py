"""The oracle's side of one runner: what it is asked, what it is given and what it hands over.

What the runner says is checked for form here and never believed; values are compared in `compare`.
"""

import math
import time

import torch

from . import claims
from .channel import Channel
from .conversation import Conversation
from .errors import Failure, Gone
from .exchange import Exchange
from .form import check_form, contract
from .processes import Suspension
from .task import Reference

_CHAINED_SHARE = 0.9
_LEAST_MS, _MOST_MS = 1e-4, 1e6  # claims of times outside are none
BASELINES = ("eager", "twin", "compile", "max-autotune", "tf32")  # runners of the reference itself: their failure is not the candidate's


class Peer:
    """A runner that holds a model of `reference`. Methods raise Gone when it dies and Failure when it fails."""

    def __init__(self, name: str, channel: Channel, reference: Reference, ipc: bool, suspension: Suspension):
        self.name, self._reference, self.ipc = name, reference, ipc
        self.exchange: "Exchange | None" = None
        self.is_baseline = name in BASELINES
        self.suspension, self.talk = suspension, Conversation(name, channel, suspension, self.is_baseline, spin=reference.device == "cuda")
        self._count, self._taken, self._vanished = 0, torch.empty(0), False

    def load(self) -> None:
        """Lets the runner build its model with the state that lies in its folder."""
        dtype = str(self._reference.dtype)[6:]
        self.talk.ask({"ask": "load", "seed": self._reference.seed, "dtype": dtype, "eval": self._reference.eval})

    def reload(self) -> None:
        """Lets the runner load the state in its folder into its model, in place."""
        self.talk.ask({"ask": "reload"})

    def train(self, on: bool) -> None:
        """Puts the runner's model into training mode, or into eval mode."""
        self.talk.ask({"ask": "train", "train": on})

    def map(self, sets: int) -> None:
        """Lets the runner map new buffers: shared memory where CUDA IPC is refused. Raises Rejected where they do not fit."""
        self._release()
        if self.ipc:
            try:
                self._map(sets)
                return
            except (OSError, Failure, Gone):  # a runner that truly is gone fails again below
                self._release()
                if not self.is_baseline:  # else a candidate could slow down all that come after it
                    raise
                self.ipc = False
        self._map(sets)

    def _map(self, sets: int) -> None:
        self.exchange = Exchange(self._reference, sets, self.ipc)
        message, fds = self.exchange.message()
        self.talk.ask({"ask": "map", **message}, fds)

    def put(self, sets: "list[list[torch.Tensor]]", keep: bool = False) -> float:
        """Hands the inputs over, all but what is withheld, to a process that is stopped for so long. `keep`: earlier outputs
        stay alive. Seconds that the device took for it."""
        self._count, self._vanished = len(sets), False
        self.talk.ask({"ask": "take", "first": self.exchange.turn(len(sets)), "keep": keep})
        self.talk.stop()
        started = time.perf_counter()
        self.exchange.put(sets)
        self._settle()
        return time.perf_counter() - started

    def wake(self) -> float:
        """Gets the runner and the device ready for a call. Seconds that it took. On a CPU it stays stopped until the call."""
        if self._reference.device == "cpu":
            return 0.0
        self.talk.go_on()
        return self.talk.clocked({"ask": "wake"})

    def call(self, sets: int = 1, keep: bool = False) -> float:
        """Seconds from the release of so many calls, one after the other, to the answer after a device-wide synchronization."""
        return self.talk.clocked({"ask": "call", "sets": sets, "keep": keep, "mail": self.exchange.withheld}, self._release_inputs)

    def ping(self) -> float:
        """Seconds of an empty call."""
        return self.talk.clocked({"ask": "ping", "mail": self.exchange.withheld}, self._release_inputs)

    def consume(self) -> None:
        """A call whose inputs are made and whose outputs are read on the current stream, with no other synchronization."""
        self._release_inputs()
        self.talk.ask({"ask": "consume", "mail": self.exchange.withheld})

    def vanish(self) -> float:
        """Takes the inputs of the last call away at once, unless outputs may lie in them or the runner has inputs of its own (where CUDA IPC is
        refused). Seconds until they were gone, in which a GPU does what was queued on it; on a CPU the process is stopped meanwhile."""
        is_own = self._reference.device == "cuda" and not self.ipc
        if is_own or self._reference.writes_inputs or any(self._reference.aliases):
            return 0.0
        self._vanished = True
        return self._clocked(lambda: self.exchange.vanish(self._count))

    def give(self, first: int = 0) -> "tuple[float, list[dict]]":
        """Seconds until the outputs from that call on were handed over and taken, and what the runner says they are, call by call.

        They are taken before: nothing that it does when it is asked to speak can change them.
        """
        seconds = self.talk.clocked({"ask": "give", "first": first})
        seconds += self._clocked(self._take)
        if self.is_baseline:  # nobody looks at them, and a candidate is about to be given the same inputs
            self._taken = torch.empty(0)
            self.exchange.wipe()
        with self.talk.in_protocol():
            return seconds, list(self.talk.ask({"ask": "say"})["outputs"])

    def _take(self) -> None:
        self._taken = self.exchange.take(self._count)

    def _clocked(self, act) -> float:
        """Seconds that a GPU took for it; on a CPU it is done while the process is stopped, in no time of its own."""
        if self._reference.device == "cpu":
            self.talk.stop()
            act()
            return 0.0
        started = time.perf_counter()
        act()
        torch.cuda.synchronize()
        return time.perf_counter() - started

    def outputs(self, said: "list[dict]", sets: "list[list[torch.Tensor]]") -> "list[list[torch.Tensor]]":
        """Private copies of what was given, call by call. Raises Failure where the contract is broken."""
        untouched = self._vanished and self.exchange.untouched()
        for at, tensors in enumerate(sets):
            with self.talk.in_protocol(), self.talk.in_confidence():
                check_form(said[at], self._reference)
            if not self._reference.writes_inputs and not (untouched if self._vanished else self.exchange.kept(at, tensors)):
                raise contract("the candidate changed its input tensors; write results into new tensors, as the reference does")
        return [self.exchange.outputs(self._taken, at) for at in range(len(sets))]

    def usage(self) -> dict:
        """The runner's own claims on one call: peak memory in bytes, and microseconds by the device's events."""
        self._release_inputs()
        said = self.talk.ask({"ask": "usage", "mail": self.exchange.withheld})
        used = {key: said.get(key) for key in ("peakBytes", "deviceUs")}
        with self.talk.in_protocol():
            return {key: float(claim) if isinstance(claim, (int, float)) and math.isfinite(claim) and claim >= 0 else None for key, claim in used.items()}

    def kernelbench(self, seed: "int | None") -> None:
        """From here on the runner calls a model made under that seed as KernelBench makes it; None: its own again."""
        self.talk.ask({"ask": "kernelbench", "seed": seed})

    def clock(self, plan: dict) -> "list[float]":
        """Milliseconds of calls on the inputs that were put, by the runner's own clock."""
        self._release_inputs()
        said = self.talk.ask({"ask": "clock", "mail": self.exchange.withheld, **plan})
        with self.talk.in_protocol():
            times = [float(each) for each in said["milliseconds"][: plan["trials"]]]
            return [each for each in times if _LEAST_MS < each < _MOST_MS]

    def profile(self) -> dict:
        """What one call spends its time in, as the runner claims it, see `claims.profile_of`. The outputs can be given afterwards."""
        self._release_inputs()
        said = self.talk.ask({"ask": "profile", "mail": self.exchange.withheld, "sets": self.exchange.sets})
        with self.talk.in_protocol():
            self._check_launches(said.get("launches"), said.get("chained"))
            return claims.profile_of(said)

    def _check_launches(self, single: "list[int] | None", chained: "list[int] | None") -> None:
        """Raises Failure where calls in a row run fewer kernels, or launch less often, than the same calls one by one: the first did the others' work."""
        pairs = [(int(one), int(row)) for one, row in zip(single or (), chained or ())]
        if any(row < _CHAINED_SHARE * self.exchange.sets * one for one, row in pairs):
            problem = "calls in a row launch fewer kernels than as many single ones: do the work of each call in that call, not that of several at once"
            raise Failure(status="timing_disagrees", problem=problem)

    def close(self) -> None:
        """Ends the conversation (the runner exits) and frees the buffers."""
        self.talk.close()
        self._release()

    def _release(self) -> None:
        if self.exchange:
            self.exchange.close()
            self.exchange = None

    def _release_inputs(self) -> None:
        self.exchange.release_withheld()

    def _settle(self) -> None:
        """Waits for the device, and lets go of memory that torch keeps for this process where the runner could lack it."""
        if self._reference.device == "cuda":
            torch.cuda.synchronize()
            free, total = torch.cuda.mem_get_info()
            if free < total / 4:
                torch.cuda.empty_cache()
