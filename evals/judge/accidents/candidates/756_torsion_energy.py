import torch
import torch.nn as nn


class ModelNew(nn.Module):
    """Torsion energies from the angle between the two planes."""

    def forward(self, pos, quads, k, n, phase):
        p = pos.index_select(0, quads.reshape(-1)).view(-1, 4, 3)
        b = p[:, 1:] - p[:, :-1]
        normals = torch.linalg.cross(b[:, :-1], b[:, 1:])
        n1, n2 = normals[:, 0], normals[:, 1]
        scale = torch.rsqrt((n1 * n1).sum(1) * (n2 * n2).sum(1))
        cos_phi = ((n1 * n2).sum(1) * scale).clamp(-1.0, 1.0)
        phi = torch.acos(cos_phi)
        return torch.addcmul(k, k, torch.cos(n * phi - phase))
