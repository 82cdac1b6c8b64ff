import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, sigma, rgb, depth, step):
        tau = torch.relu(sigma) * step
        before = torch.cumsum(tau, 1) - tau
        weight = torch.exp(-before) * (1 - torch.exp(-tau))
        colour = torch.einsum("rs,rsc->rc", weight, rgb)
        return colour, (weight * depth).sum(1), weight.sum(1), weight
