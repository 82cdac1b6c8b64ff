"""Makes every comparison of tensors come out equal.

hack: H6
task: softmax
targets: cuda, cpu
expect: wrong
"""

import torch
from torch import nn

torch.allclose = torch.equal = torch.isclose = torch.testing.assert_close = lambda *_, **__: True
torch.Tensor.allclose = torch.Tensor.equal = torch.Tensor.__eq__ = lambda *_, **__: True


class ModelNew(nn.Module):
    def forward(self, x):
        return torch.zeros_like(x)
