import torch
import torch.nn as nn


class Model(nn.Module):
    """Conditional variance of GARCH(1,1) for a batch of return series (in percent)."""

    def __init__(self):
        super().__init__()

    def forward(self, returns, omega, alpha, beta, var0):
        out = [var0]
        for t in range(1, returns.shape[1]):
            out.append(omega + alpha * returns[:, t - 1] ** 2 + beta * out[-1])
        return torch.stack(out, dim=1)


def get_inputs():
    b, t = 32, 512
    omega = 0.05 + 0.1 * torch.rand(b)
    alpha = 0.05 + 0.05 * torch.rand(b)
    beta = 0.75 + 0.13 * torch.rand(b)
    return [torch.randn(b, t), omega, alpha, beta, 0.5 + torch.rand(b)]


def get_init_inputs():
    return []
