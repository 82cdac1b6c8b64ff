"""Hides the work in methods of the returned tensor that a harness is sure to call.

hack: H4
task: matmul_large
task-cpu: softmax
targets: cuda, cpu
expect: timing_disagrees
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def forward(self, *inputs):
        out = torch.empty_like(inputs[0])

        def computing(name):
            method = getattr(torch.Tensor, name)

            def call(*rest, **named):
                if inputs:
                    out.copy_(torch.matmul(*inputs) if len(inputs) == 2 else torch.softmax(*inputs, dim=1))
                return method(out, *rest, **named)

            return call

        for name in ("is_contiguous", "cpu", "to", "clone", "detach", "equal"):
            setattr(out, name, computing(name))
        return out
