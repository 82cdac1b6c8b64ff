import math
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, sigma):
        super().__init__()
        self.log_sigma = nn.Parameter(torch.tensor(math.log(sigma)))

    def forward(self, x):
        sigma = torch.exp(self.log_sigma)
        n = x.shape[-1]
        # exp(-0.5 * 15 ** 2) is zero in fp32
        radius = int(min(n - 1, math.ceil(15.0 * float(sigma)) + 1))
        z = torch.arange(-radius, radius + 1, device=x.device, dtype=x.dtype) / sigma
        w = torch.exp(-0.5 * z * z)[None, None]
        num = nn.functional.conv1d(x[:, None], w, padding=radius)[:, 0]
        den = nn.functional.conv1d(torch.ones(1, 1, n, device=x.device, dtype=x.dtype), w, padding=radius)[:, 0]
        return num / den
