"""What KernelBench's evaluator would say of a candidate: a second column, for comparison with papers. It decides nothing.

Its protocol is run as it is (`kernelbench_rule`): parameters by seed 42, not loaded; five public trials under an absolute
tolerance; the mean of a hundred calls on the same inputs, by the clock of the process that runs the candidate. Torch's default
flags hold, so that eager convolutions use TF32. Three things differ: inputs are drawn on the device, where the reference's are, integer
inputs stay integers, and calls end after eight seconds.
"""

import contextlib

import torch

from . import kernelbench_rule as rule
from .errors import Failure, Gone
from .peer import Peer
from .task import Reference
from .tf32 import tf32
from .timing import Cache

# So many calls, or as many as the seconds allow; the first is dropped.
_PLAN = {"trials": rule.TIMED_TRIALS, "warmUps": rule.WARM_UPS, "discarded": rule.DISCARDED, "flushBytes": rule.FLUSH_BYTES, "least": 11, "seconds": 8.0}


class Column:
    """The column of one task; eager's times are measured once."""

    def __init__(self, reference: Reference, precision: str):
        self._reference, self._precision = reference, precision
        self._eager: "list[float] | None" = None

    def of(self, peer: Peer, eager: Peer, cache: Cache) -> dict:
        """{correct, passed, trials, maxDifference, meanMs, eagerMeanMs, speedup, flagged, note} of a candidate. Raises Gone where
        the baseline is lost; a candidate that fails or dies here is incorrect, with a note."""
        try:
            found = self._trials(peer)
            times = self._clocked(peer) if found["correct"] else []
        except Failure as failure:
            return _failed(f"it failed: {failure.fields['status']}")  # no more: it has seen hidden inputs
        except Gone as gone:
            if gone.name != peer.name:
                raise
            return _failed("its process ended")
        if not times:
            return {**_failed("no times were given" if found["correct"] else ""), **found}
        self._eager = self._eager or self._beside(peer, eager, cache)
        if not self._eager:
            return {**_failed("the baseline could not be timed: the candidate left the device busy"), **found}
        timed = rule.timed(times, self._eager)
        return {**found, "meanMs": timed["meanMs"], "eagerMeanMs": rule.statistics(self._eager)["mean"], "speedup": timed["speedup"], "flagged": timed["flagged"], "note": ""}

    def _trials(self, peer: Peer) -> dict:
        reference, trials = self._reference, []
        with _defaults():
            torch.manual_seed(rule.SEED)
            model = reference.module.Model(*reference.init).to(reference.device, reference.dtype)
        with _built(peer):
            for seed in rule.trial_seeds():
                inputs = reference.draw(seed)
                torch.manual_seed(seed)
                with _defaults():
                    expected = reference.outputs_of(model, inputs)
                peer.put([inputs])
                peer.call()
                trials.append(rule.trial(expected, peer.outputs(peer.give()[1], [inputs])[0], self._precision))
        return rule.verdict(trials)

    def _beside(self, candidate: Peer, eager: Peer, cache: Cache) -> "list[float]":
        """Eager's times; none where the candidate, which is stopped, left work on the device: all that come after it have the same."""
        candidate.suspension.stop()
        try:
            return self._clocked(eager) if cache.flush() <= cache.busy else []
        finally:
            candidate.suspension.go_on()

    def _clocked(self, peer: Peer) -> "list[float]":
        inputs = self._reference.draw(rule.SEED)
        with _built(peer):
            peer.put([inputs])
            return peer.clock(_PLAN)


def _failed(note: str) -> dict:
    nothing = {"maxDifference": None, "meanMs": None, "eagerMeanMs": None, "speedup": None, "flagged": False}
    return {"correct": False, "passed": 0, "trials": rule.CORRECT_TRIALS, **nothing, "note": note}


@contextlib.contextmanager
def _built(peer: Peer):
    """KernelBench's model in the place of the runner's. A baseline must get its own again, for it is timed after this."""
    try:
        peer.kernelbench(rule.SEED)
        yield
    finally:
        with contextlib.nullcontext() if peer.is_baseline else contextlib.suppress(Gone, Failure):
            peer.kernelbench(None)


def _defaults():
    """Torch's own flags: convolutions may use TF32, matrix products not."""
    return tf32(products=False, convolutions=True)
