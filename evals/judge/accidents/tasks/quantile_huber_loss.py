import torch
import torch.nn as nn


class Model(nn.Module):
    """Quantile Huber loss of QR-DQN, per sample.

    pred [B, N], target [B, M] -> [B]. kappa = 0 is the plain quantile loss.
    """

    def __init__(self, n):
        super().__init__()
        self.register_buffer("tau", (torch.arange(n) + 0.5) / n)

    def forward(self, pred, target, kappa):
        u = target[:, None, :] - pred[:, :, None]
        size = u.abs()
        if kappa > 0:
            huber = torch.where(size <= kappa, 0.5 * u * u, kappa * (size - 0.5 * kappa)) / kappa
        else:
            huber = size
        weight = (self.tau[None, :, None] - (u < 0).to(u.dtype)).abs()
        return (weight * huber).mean(2).sum(1)


def get_inputs():
    B, N, M = 128, 32, 32
    pred = torch.randn(B, N).sort(1).values * 2.0
    target = torch.randn(B, 1) + torch.randn(B, M) * 1.5
    return [pred, target, 1.0]


def get_init_inputs():
    return [32]
