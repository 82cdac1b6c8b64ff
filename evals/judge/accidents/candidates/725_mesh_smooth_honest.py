import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, steps=3):
        super().__init__()
        self.steps = steps

    def forward(self, verts, faces, rate):
        faces = faces[faces.amin(1) >= 0]
        i, j, k = faces.unbind(1)
        a = torch.cat([i, i, j, j, k, k])
        b = torch.cat([j, k, k, i, i, j])
        keep = a != b
        a, b = a[keep], b[keep]
        pair = torch.unique(a * verts.shape[0] + b)
        a = torch.div(pair, verts.shape[0], rounding_mode="floor")
        b = pair % verts.shape[0]
        degree = torch.bincount(a, minlength=verts.shape[0]).to(verts.dtype)[:, None]
        step = rate * (degree > 0).to(verts.dtype)
        degree = degree.clamp(min=1)
        for _ in range(self.steps):
            mean = torch.zeros_like(verts).index_add_(0, a, verts.index_select(0, b)) / degree
            verts = verts + step * (mean - verts)
        return verts
