import torch
import torch.nn as nn

valid = {"pos": (-500.0, 500.0), "box": (5.0, 100.0)}


class Model(nn.Module):
    """Gaussian density at each atom in an orthorhombic periodic box (minimum image convention)."""

    def __init__(self, sigma):
        super().__init__()
        self.sigma = sigma

    def forward(self, pos, box):
        d = pos.unsqueeze(1) - pos.unsqueeze(0)
        d = d - box * torch.round(d / box)
        r2 = (d * d).sum(dim=-1)
        return torch.exp(r2 * (-0.5 / self.sigma ** 2)).sum(dim=1)


def get_inputs():
    box = torch.tensor([18.0, 20.0, 24.0]) + torch.rand(3)
    return [torch.rand(600, 3) * box, box]


def get_init_inputs():
    return [2.0]
