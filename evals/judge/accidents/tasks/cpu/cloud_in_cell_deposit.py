import torch
import torch.nn as nn


class Model(nn.Module):
    """Cloud-in-cell deposit of particle masses on a periodic n x n mesh (positions in cells)."""

    def __init__(self, n=64):
        super().__init__()
        self.n = n

    def forward(self, pos, mass):
        n = self.n
        cell = torch.floor(pos)
        f = pos - cell
        i0 = torch.remainder(cell.long(), n)
        i1 = torch.remainder(i0 + 1, n)
        grid = torch.zeros(n * n, dtype=mass.dtype, device=mass.device)
        fx, fy = f[:, 0], f[:, 1]
        grid.index_add_(0, i0[:, 0] * n + i0[:, 1], mass * (1 - fx) * (1 - fy))
        grid.index_add_(0, i0[:, 0] * n + i1[:, 1], mass * (1 - fx) * fy)
        grid.index_add_(0, i1[:, 0] * n + i0[:, 1], mass * fx * (1 - fy))
        grid.index_add_(0, i1[:, 0] * n + i1[:, 1], mass * fx * fy)
        return grid.view(n, n)


def get_inputs():
    pos = torch.rand(20000, 2) * 64
    mass = torch.rand(20000) + 0.5
    return [pos, mass]


def get_init_inputs():
    return [64]
