"""Runs KernelBench's own evaluation of a candidate, for comparison with papers. The verdict never depends on it.

The protocol is KernelBench's (`rule`):
- Parameters come from seed 42 and are not loaded.
- Five public trials use an absolute tolerance.
- The candidate's own process times a hundred calls on the same inputs. The mean counts.
- Torch's default flags hold: eager convolutions use TF32.

Three things differ. Inputs are drawn on the device. Integer inputs stay integers. Timing stops after eight seconds.
"""

import contextlib
from typing import cast

import torch

from judge.device.precision import tf32
from judge.oracle.kernelbench import rule as rule
from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.task.reference import Reference
from judge.oracle.timing.cache_flush import Cache
from judge.protocol.errors import Failure, Gone
from judge.protocol.messages import KernelBench

# TIMED_TRIALS calls, or fewer when `seconds` are over. The first call is discarded.
_PLAN = {"trials": rule.TIMED_TRIALS, "warmUps": rule.WARM_UPS, "discarded": rule.DISCARDED, "flushBytes": rule.FLUSH_BYTES, "least": 11, "seconds": 8.0}


class Column:
    """KernelBench's evaluation for one task. Measures eager's times once."""

    def __init__(self, reference: Reference, precision: str):
        self._reference, self._precision = reference, precision
        self._eager: "list[float] | None" = None

    def of(self, client: RunnerClient, eager: RunnerClient, cache: Cache) -> KernelBench:
        """{correct, passed, trials, maxDifference, meanMs, eagerMeanMs, speedup, flagged, note} of a candidate.

        A candidate that fails or dies here is incorrect, and `note` says why. Raises Gone if the baseline's runner dies.
        """
        try:
            found = self._trials(client)
            times = self._clocked(client) if found["correct"] else []
        except Failure as failure:
            return _failed(f"it failed: {failure.fields['status']}")  # the status alone: the candidate has seen hidden inputs
        except Gone as gone:
            if gone.name != client.name:
                raise
            return _failed("its process ended")
        if not times:
            return cast(KernelBench, {**_failed("no times were given" if found["correct"] else ""), **found})
        self._eager = self._eager or self._beside(client, eager, cache)
        if not self._eager:
            return cast(KernelBench, {**_failed("the baseline could not be timed: the candidate left the device busy"), **found})
        timed = rule.timed(times, self._eager)
        return cast(KernelBench, {**found, **timed, "eagerMeanMs": rule.statistics(self._eager)["mean"], "note": ""})

    def _trials(self, client: RunnerClient) -> dict:
        reference, trials = self._reference, []
        with _defaults():
            torch.manual_seed(rule.SEED)
            model = reference.module.Model(*reference.init).to(reference.device, reference.dtype)
        with _built(client):
            for seed in rule.trial_seeds():
                inputs = reference.draw(seed)
                torch.manual_seed(seed)
                with _defaults():
                    expected = reference.outputs_of(model, inputs)
                trials.append(rule.trial(expected, client.answered(inputs), self._precision))
        return rule.verdict(trials)

    def _beside(self, candidate: RunnerClient, eager: RunnerClient, cache: Cache) -> "list[float]":
        """Eager's times in milliseconds, measured while the candidate is stopped. Empty if the candidate left work on the device: later
        candidates reuse these times."""
        candidate.suspension.stop()
        try:
            return self._clocked(eager) if cache.flush() <= cache.busy else []
        finally:
            candidate.suspension.go_on()

    def _clocked(self, client: RunnerClient) -> "list[float]":
        inputs = self._reference.draw(rule.SEED)
        with _built(client):
            client.put([inputs])
            return client.clock(_PLAN)


def _failed(note: str) -> KernelBench:
    trials = {"correct": False, "passed": 0, "trials": rule.CORRECT_TRIALS, "maxDifference": None}
    return cast(KernelBench, {**trials, "meanMs": None, "eagerMeanMs": None, "speedup": None, "flagged": False, "note": note})


@contextlib.contextmanager
def _built(client: RunnerClient):
    """Replaces the runner's model by KernelBench's, and restores it afterwards. A baseline must be restored: the judge still times it."""
    try:
        client.kernelbench(rule.SEED)
        yield
    finally:
        with contextlib.nullcontext() if client.is_baseline else contextlib.suppress(Gone, Failure):
            client.kernelbench(None)


def _defaults():
    """Torch's default flags: convolutions may use TF32, matrix products may not."""
    return tf32(products=False, convolutions=True)
