"""The first call looks for more inputs behind its own and computes them all; later calls give out what is stored.

hack: H22
task: softmax
targets: cuda, cpu
expect: wrong
"""

import torch
from torch import nn

queue = []


class ModelNew(nn.Module):
    def forward(self, x):
        if not queue:
            behind = torch.empty(0, device=x.device).set_(x.untyped_storage() if hasattr(x, "untyped_storage") else x.storage())
            for first in range(0, behind.numel() - x.numel() + 1, x.numel()):
                queue.append(torch.softmax(behind[first : first + x.numel()].view(x.shape), dim=1))
        return queue.pop(0) if len(queue) > 1 else queue[0].clone()
