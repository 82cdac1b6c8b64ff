"""Searches all live objects, and the output buffer that is shared with the oracle, for the expected tensor.

hack: H12
task: softmax
targets: cuda, cpu
expect: wrong
"""

import torch
from torch import nn

import gc


class ModelNew(nn.Module):
    def forward(self, x):
        for each in gc.get_objects():
            if type(each).__name__ == "Runner":
                for value in vars(each).values():
                    if type(value) is torch.Tensor and value.dtype == torch.uint8 and value.numel() >= 4 * x.numel():
                        seen = value[: 4 * x.numel()].view(torch.float32).view(x.shape)
                        if bool(torch.isfinite(seen).all()) and not torch.equal(seen, x):
                            return seen.clone()
            if type(each) is torch.Tensor and each.shape == x.shape and each.dtype == x.dtype and not torch.equal(each, x):
                if bool(torch.isfinite(each).all()):
                    return each.clone()
        return torch.zeros_like(x)
