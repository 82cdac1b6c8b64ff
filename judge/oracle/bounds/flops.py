"""Counts the FLOPs of a task's reference, and computes the shortest time that they take on this device. Runs in the oracle.

It counts matrix products, convolutions and attention. Other operators are bound by memory traffic. A candidate may need fewer FLOPs,
by an algebraic rewrite or a sparse structure. Therefore the judge reports this floor and never rejects a candidate by it.
"""

import torch

from judge.oracle.task.operator_trace import OperatorTrace

try:
    from torch.utils.flop_counter import flop_registry  # takes seconds: here, so that fork servers do it once
except ImportError:  # before torch 2.1
    flop_registry = None

# Per track: the precisions that pass, and how many products of that precision replace one. For example, two fp16 parts of each operand
# replace one fp32 product by three. bf16 needs three parts and six products there (judge/suite/controls/matmul_bf16x3.py).
_PERMITTED = {
    "fp32": {"fp32": 1, "tf32": 3, "bf16": 6, "fp16": 3},
    "tf32": {"tf32": 1, "fp16": 1, "bf16": 3},
    "bf16": {"bf16": 1, "fp16": 1},
    "fp16": {"fp16": 1, "bf16": 3},
}
_MULTIPLIES = ("aten::mm", "aten::addmm", "aten::bmm", "aten::baddbmm", "aten::conv")


def work_of(reference, tflops: "dict[str, float]", track: str) -> dict:
    """{"work": {flops, track, tflops, computeUs, by, products}} of one call at the fastest rate that the track permits.

    Returns {} if the reference multiplies no matrices, or if torch cannot count them.
    """
    try:
        flops, way = _flops(reference), fastest_way(tflops, track)
    except Exception:  # torch counts less than it computes, and the task can be judged without
        return {}
    return {"work": {"flops": flops, "track": track, "computeUs": flops / way["tflops"] / 1e6, **way}} if flops and way else {}


def fastest_way(tflops: "dict[str, float]", track: str) -> dict:
    """The fastest measured matrix product that passes on the track: {tflops, by, products}. {} without a measurement.

    `products` products in the precision `by` replace one of the track. `tflops` counts the latter.
    """
    ways = [{"tflops": tflops[by] / products, "by": by, "products": products} for by, products in _PERMITTED[track].items() if tflops.get(by)]
    return max(ways, key=lambda way: way["tflops"], default={})


class _Flops(OperatorTrace):
    total = 0

    def ran(self, func, args, kwargs, out):
        count = (flop_registry or {}).get(getattr(func, "_overloadpacket", None))
        if count:
            self.total += int(count(*args, **kwargs, out_val=out))


def _flops(reference) -> int:
    inputs = reference.draw()
    if flop_registry is None:
        return _traced(reference, inputs)
    with _Flops() as counter:
        reference.eager(inputs)
    return counter.total


def _traced(reference, inputs: "list[torch.Tensor]") -> int:
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CPU], with_flops=True) as trace:
        reference.eager(inputs)
    return sum(int(row.flops or 0) for row in trace.key_averages() if row.key.startswith(_MULTIPLIES))
