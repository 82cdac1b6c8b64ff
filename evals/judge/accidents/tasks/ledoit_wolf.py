import torch
import torch.nn as nn


class Model(nn.Module):
    """Ledoit-Wolf covariance of returns [T, p], shrunk towards a multiple of the identity.
    The weight of the target lies in [0, 1]. Returns the covariance [p, p] and the weight."""

    def __init__(self):
        super().__init__()

    def forward(self, x):
        t, p = x.shape
        x = x - x.mean(0, keepdim=True)
        cov = x.T @ x / t
        mu = cov.diagonal().mean()
        eye = torch.eye(p, dtype=x.dtype, device=x.device)
        d2 = (cov - mu * eye).pow(2).sum() / p
        x2 = x * x
        b2 = ((x2.T @ x2) / t - cov * cov).sum() / (t * p)
        b2 = torch.minimum(b2.clamp(min=0), d2)
        weight = torch.where(d2 > 0, b2 / d2.clamp(min=1e-30), torch.ones_like(d2))
        return (1 - weight) * cov + weight * mu * eye, weight


def get_inputs():
    t, p = 250, 100
    market = torch.randn(t, 3) @ torch.randn(3, p)
    return [market * 0.5 + torch.randn(t, p) * (torch.rand(p) + 0.5)]


def get_init_inputs():
    return []
