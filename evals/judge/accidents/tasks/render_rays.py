import torch
import torch.nn as nn


class Model(nn.Module):
    """Volume rendering of samples along rays: colour, expected depth, opacity and the weights of the samples."""

    def forward(self, sigma, rgb, depth, step):
        alpha = 1 - torch.exp(-torch.relu(sigma) * step)
        through = torch.cumprod(torch.cat([torch.ones_like(alpha[:, :1]), 1 - alpha], 1), 1)[:, :-1]
        weight = alpha * through
        colour = (weight[..., None] * rgb).sum(1)
        return colour, (weight * depth).sum(1), weight.sum(1), weight


def get_inputs():
    rays, samples = 1024, 64
    edges = torch.linspace(2, 6, samples + 1) + torch.rand(rays, 1) * 0.05
    step = edges[:, 1:] - edges[:, :-1]
    depth = edges[:, :-1] + step * torch.rand(rays, samples)
    sigma = 3 * torch.randn(rays, samples)
    return [sigma, torch.rand(rays, samples, 3), depth, step]


def get_init_inputs():
    return []
