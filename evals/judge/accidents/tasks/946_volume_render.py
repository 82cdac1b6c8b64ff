import torch
import torch.nn as nn


class Model(nn.Module):
    """Emission-absorption compositing of samples along camera rays."""

    def __init__(self):
        super().__init__()

    def forward(self, sigma, rgb, deltas):
        tau = torch.relu(sigma) * deltas
        alpha = 1.0 - torch.exp(-tau)
        before = torch.cat([torch.zeros_like(tau[:, :1]), torch.cumsum(tau, 1)[:, :-1]], 1)
        weights = alpha * torch.exp(-before)
        color = (weights.unsqueeze(-1) * torch.sigmoid(rgb)).sum(1)
        opacity = weights.sum(1)
        return color, opacity, weights


def get_inputs():
    rays, samples = 2048, 64
    sigma = 5.0 * torch.randn(rays, samples)
    rgb = torch.randn(rays, samples, 3)
    deltas = (4.0 / samples) * (0.5 + torch.rand(rays, samples))
    return [sigma, rgb, deltas]


def get_init_inputs():
    return []
