"""Profiles the reference with torch's profiler and lists the slowest operators. Runs in the oracle, outside all timing."""

import torch
from torch.autograd.profiler import profile  # the same events as of torch.profiler, which would import torch's compiler for a second

from judge.protocol.messages import KernelRow

_ROWS = 12


def operator_rows(reference) -> "list[KernelRow]":
    """The KernelRows of one eager call by self time, slowest first."""
    inputs = reference.draw()
    reference.eager(inputs)
    arguments = reference.arguments_of(inputs)  # these inputs are nobody else's: a copy of them would be among the operators
    cuda = reference.device == "cuda"
    with torch.no_grad(), profile(use_kineto=True, use_device="cuda" if cuda else None) as trace:
        reference.call(reference.model, arguments)
        if cuda:
            torch.cuda.synchronize()
    rows = [(row.key, row.count, _self_us(row, cuda)) for row in trace.key_averages() if row.key.startswith("aten::")]
    rows.sort(key=lambda row: -row[2])
    busy = sum(us for _name, _calls, us in rows) or 1.0
    return [{"name": name, "calls": calls, "us": us, "share": us / busy} for name, calls, us in rows[:_ROWS] if us > 0]


def _self_us(row, cuda: bool) -> float:
    if not cuda:
        return float(row.self_cpu_time_total)
    return float(getattr(row, "self_device_time_total", None) or getattr(row, "self_cuda_time_total", 0))
