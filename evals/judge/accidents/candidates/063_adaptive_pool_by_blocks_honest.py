import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, out):
        super().__init__()
        self.pool = nn.AdaptiveAvgPool2d(out)

    def forward(self, x):
        n = self.pool.output_size
        h, w = x.shape[-2:]
        rows = [x[..., i * h // n: -(-(i + 1) * h // n), :].mean(-2) for i in range(n)]
        y = torch.stack(rows, -2)
        return torch.stack([y[..., j * w // n: -(-(j + 1) * w // n)].mean(-1) for j in range(n)], -1)
