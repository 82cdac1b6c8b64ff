import torch
import torch.nn as nn


class Model(nn.Module):
    """Conservative first-order upwind advection of a tracer on a periodic grid."""

    def __init__(self, steps, cfl):
        super().__init__()
        self.steps, self.cfl = steps, cfl

    def forward(self, c, u):
        face = 0.5 * (u + torch.roll(u, -1, 1))
        for _ in range(self.steps):
            donor = torch.where(face >= 0, c, torch.roll(c, -1, 1))
            flux = face * donor
            c = c - self.cfl * (flux - torch.roll(flux, 1, 1))
        return c


def get_inputs():
    return [torch.rand(32, 1024), 0.1 + 0.8 * torch.rand(32, 1024)]


def get_init_inputs():
    return [20, 0.4]
