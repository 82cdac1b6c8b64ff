import math
import torch
import torch.nn as nn


class Model(nn.Module):
    """Gaussian kernel regression on an equidistant time grid, bandwidth exp(log_sigma) samples."""

    def __init__(self, sigma):
        super().__init__()
        self.log_sigma = nn.Parameter(torch.tensor(math.log(sigma)))

    def forward(self, x):
        t = torch.arange(x.shape[-1], device=x.device, dtype=x.dtype)
        z = (t[:, None] - t[None, :]) / torch.exp(self.log_sigma)
        w = torch.exp(-0.5 * z * z)
        w = w / w.sum(dim=-1, keepdim=True)
        return torch.matmul(x, w.t())


def get_inputs():
    return [torch.randn(32, 1024).cumsum(-1) * 0.1 + torch.randn(32, 1024)]


def get_init_inputs():
    return [4.0]
