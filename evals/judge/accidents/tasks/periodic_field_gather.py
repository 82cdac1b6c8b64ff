import torch
import torch.nn as nn


class Model(nn.Module):
    """Field values at particles, bilinear on a periodic grid.

    field [C, H, W] with node (i, j) at (i * spacing, j * spacing), pos [N, 2] -> [N, C].
    """

    def forward(self, field, pos, spacing):
        C, H, W = field.shape
        u = pos / spacing
        base = torch.floor(u)
        f = u - base
        base = base.long()
        i0 = torch.remainder(base[:, 0], H)
        j0 = torch.remainder(base[:, 1], W)
        i1 = torch.remainder(i0 + 1, H)
        j1 = torch.remainder(j0 + 1, W)
        fi, fj = f[:, 0], f[:, 1]
        out = (field[:, i0, j0] * ((1 - fi) * (1 - fj)) + field[:, i0, j1] * ((1 - fi) * fj)
               + field[:, i1, j0] * (fi * (1 - fj)) + field[:, i1, j1] * (fi * fj))
        return out.t().contiguous()


def get_inputs():
    C, H, W = 3, 64, 48
    spacing = 0.25
    field = torch.randn(C, H, W)
    pos = torch.rand(20000, 2) * torch.tensor([H * spacing, W * spacing])
    return [field, pos, spacing]


def get_init_inputs():
    return []
