import torch
import torch.nn as nn


class Model(nn.Module):
    """Shifted-force Lennard-Jones energy and forces in a periodic box (minimum image)."""

    def __init__(self, cutoff):
        super().__init__()
        self.cutoff = cutoff
        c6 = cutoff ** -6
        self.e_cut = 4.0 * (c6 * c6 - c6)
        self.f_cut = 24.0 * (2.0 * c6 * c6 - c6) / cutoff

    def forward(self, pos, box):
        d = pos[:, None, :] - pos[None, :, :]
        d = d - box * torch.round(d / box)
        r2 = (d * d).sum(-1)
        eye = torch.eye(pos.shape[0], dtype=torch.bool, device=pos.device)
        mask = (r2 < self.cutoff ** 2) & ~eye
        r2 = r2.clamp_min(0.5)
        r = r2.sqrt()
        s6 = 1.0 / (r2 * r2 * r2)
        e = 4.0 * (s6 * s6 - s6) - self.e_cut + (r - self.cutoff) * self.f_cut
        f = (24.0 * (2.0 * s6 * s6 - s6) / r - self.f_cut) / r
        e = torch.where(mask, e, torch.zeros_like(e))
        pair = torch.where(mask.unsqueeze(-1), f.unsqueeze(-1) * d, torch.zeros_like(d))
        return 0.5 * e.sum(1), pair.sum(1)


valid = {"box": (5.0, 50.0)}


def get_inputs():
    n, a = 6, 1.25
    g = torch.arange(n).float() * a + 0.5 * a
    pos = torch.stack(torch.meshgrid(g, g, g, indexing="ij"), -1).reshape(-1, 3)
    pos = pos + 0.1 * torch.randn(n ** 3, 3)
    return [pos, torch.full((3,), n * a)]


def get_init_inputs():
    return [2.5]
