"""Asks a runner about its own calls: memory, device events and kernels. The answers are claims, because the runner is untrusted."""

import math
from typing import Any

from judge.oracle.runner_link import claims
from judge.oracle.runner_link.rpc import Rpc
from judge.oracle.task.reference import Reference
from judge.protocol.errors import Failure

_CHAINED_SHARE = 0.9
_LEAST_MS, _MOST_MS = 1e-4, 1e6  # claimed times outside this range are dropped


class SelfReports:
    """Reports of the runner behind `rpc` on the inputs in its `shared` buffers. Methods raise Gone if the runner dies and Failure if it fails."""

    _reference: Reference
    rpc: Rpc
    shared: Any
    _count: int

    def usage(self) -> dict:
        """Claims about one call: {peakBytes, deviceUs}. deviceUs comes from device events, in microseconds. An invalid claim is None."""
        self.shared.late.release()
        claimed = self.rpc.ask({"ask": "usage"})
        used = {key: claimed.get(key) for key in ("peakBytes", "deviceUs")}
        with self.rpc.in_protocol():
            return {key: float(claim) if isinstance(claim, (int, float)) and math.isfinite(claim) and claim >= 0 else None for key, claim in used.items()}

    def kernelbench(self, seed: "int | None") -> None:
        """Makes the runner call a model that it builds as KernelBench does, under `seed`. None restores its own model."""
        self.rpc.ask({"ask": "kernelbench", "seed": seed})

    def clock(self, plan: dict) -> "list[float]":
        """Milliseconds per call by the runner's own clock. `plan` is `column._PLAN`. Implausible values are dropped."""
        self.shared.late.release()
        claimed = self.rpc.ask({"ask": "clock", **plan})
        with self.rpc.in_protocol():
            times = [float(each) for each in claimed["milliseconds"][: plan["trials"]]]
            return [each for each in times if _LEAST_MS < each < _MOST_MS]

    def profile(self) -> dict:
        """The runner's profile of one call, as `claims.profile_of` defines it. `give` can take the outputs afterwards."""
        self.shared.late.release()
        claimed = self.rpc.ask({"ask": "profile", "sets": self._count})
        with self.rpc.in_protocol():
            on_cpu = self._reference.device == "cpu"
            if not on_cpu:
                self._check_launches(*claims.launches_of(claimed, self._count))
            return claims.profile_of(claimed, on_cpu)

    @staticmethod
    def _check_launches(singles: "list[list[int]]", chained: "list[int]") -> None:
        """Raises Failure if a chain runs or launches fewer kernels than the same calls one by one: one call then did the work of others.

        Also raises Failure if a single call shows no kernel. A time then rests on nothing.
        """
        if not all(map(all, singles)):
            raise Failure(status="timing_disagrees", problem="no kernel of a single call could be seen, so its time cannot be checked")
        if any(row < _CHAINED_SHARE * sum(ones) for ones, row in zip(zip(*singles), chained)):
            problem = "calls in a row launch fewer kernels than the same calls one by one: do the work of each call in that call, not that of several at once"
            raise Failure(status="timing_disagrees", problem=problem)
