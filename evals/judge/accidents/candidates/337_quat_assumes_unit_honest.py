import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, q, p):
        w, x, y, z = q.unbind(-1)
        s = 2.0 / (q * q).sum(-1).clamp_min(1e-24)
        a, b, c = p.unbind(-1)
        return torch.stack([
            (1 - s * (y * y + z * z)) * a + s * (x * y - w * z) * b + s * (x * z + w * y) * c,
            s * (x * y + w * z) * a + (1 - s * (x * x + z * z)) * b + s * (y * z - w * x) * c,
            s * (x * z - w * y) * a + s * (y * z + w * x) * b + (1 - s * (x * x + y * y)) * c], -1)
