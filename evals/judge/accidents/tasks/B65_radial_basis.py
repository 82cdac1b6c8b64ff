import math
import torch
import torch.nn as nn

valid = {"dist": (0.0, 100.0)}


class Model(nn.Module):
    """Gaussian radial basis with trainable centres and widths, and a cosine cutoff."""

    def __init__(self, num_basis, cutoff):
        super().__init__()
        self.cutoff = cutoff
        centers = torch.linspace(0.0, cutoff, num_basis)
        self.centers = nn.Parameter(centers)
        self.widths = nn.Parameter(torch.full((num_basis,), float(num_basis / cutoff) ** 2 / 2.0))

    def forward(self, dist):
        fc = 0.5 * (torch.cos(dist * (math.pi / self.cutoff)) + 1.0)
        fc = torch.where(dist < self.cutoff, fc, torch.zeros_like(fc))
        diff = dist.unsqueeze(1) - self.centers
        return torch.exp(-self.widths * diff ** 2) * fc.unsqueeze(1)


def get_inputs():
    return [0.8 + 5.0 * torch.rand(20000)]


def get_init_inputs():
    return [50, 5.0]
