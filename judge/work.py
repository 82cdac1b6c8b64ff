"""The arithmetic of a task, counted on its reference, and the least time that it takes on this device. Runs in the oracle.

Only what multiplies matrices is counted (products, convolutions, attention): the rest is bound by bytes. A candidate may do with
less, by an algebraic rewrite or a sparse structure, so that this floor is one to be told, not one to be rejected by.
"""

import torch

try:
    from torch.utils.flop_counter import FlopCounterMode  # takes seconds: here, so that fork servers do it once
except ImportError:  # before torch 2.1
    FlopCounterMode = None

_MULTIPLIES = ("aten::mm", "aten::addmm", "aten::bmm", "aten::baddbmm", "aten::conv")


def work_of(reference, tflops: "dict[str, float]", track: str) -> dict:
    """{"work": {flops, track, tflops, computeUs}} of one call at the track's measured rate; {} where nothing multiplies matrices
    or torch cannot count it."""
    try:
        flops, rate = _flops(reference), tflops.get(track)
    except Exception:  # torch counts less than it computes, and the task can be judged without
        return {}
    return {"work": {"flops": flops, "track": track, "tflops": rate, "computeUs": flops / rate / 1e6}} if flops and rate else {}


def _flops(reference) -> int:
    inputs = reference.draw()
    if FlopCounterMode is None:
        return _traced(reference, inputs)
    with FlopCounterMode(display=False) as counter:
        reference.eager(inputs)
    return int(counter.get_total_flops())


def _traced(reference, inputs: "list[torch.Tensor]") -> int:
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CPU], with_flops=True) as trace:
        reference.eager(inputs)
    return sum(int(row.flops or 0) for row in trace.key_averages() if row.key.startswith(_MULTIPLIES))
