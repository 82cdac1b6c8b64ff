import torch
import torch.nn as nn


class ModelNew(nn.Module):
    """Torsion energies from the signed angle between the two planes."""

    def forward(self, pos, quads, k, n, phase):
        p = pos.index_select(0, quads.reshape(-1)).view(-1, 4, 3)
        b = p[:, 1:] - p[:, :-1]
        normals = torch.linalg.cross(b[:, :-1], b[:, 1:])
        n1, n2 = normals[:, 0], normals[:, 1]
        axis = b[:, 1]
        y = (b[:, 0] * n2).sum(1) * torch.linalg.vector_norm(axis, dim=1)
        phi = torch.atan2(y, (n1 * n2).sum(1))
        return torch.addcmul(k, k, torch.cos(n * phi - phase))
