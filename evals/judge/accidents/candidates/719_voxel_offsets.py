import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, points, voxel_size):
        xyz = points[:, :3]
        cell = torch.floor(xyz / voxel_size).long()
        cell = cell - cell.amin(0)
        key = (cell[:, 0] * 1024 + cell[:, 1]) * 1024 + cell[:, 2]
        _, inverse, counts = torch.unique(key, return_inverse=True, return_counts=True)
        total = torch.zeros(counts.numel(), 3, dtype=points.dtype, device=points.device)
        total.index_add_(0, inverse, xyz)
        mean = total / counts[:, None]
        out = torch.empty(points.shape[0], points.shape[1] + 4, dtype=points.dtype, device=points.device)
        out[:, :-4] = points
        out[:, -4:-1] = xyz - mean[inverse]
        out[:, -1] = counts[inverse]
        return out
