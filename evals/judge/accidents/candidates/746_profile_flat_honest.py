import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, x, m):
        w = x.double().unfold(0, m, 1)
        flat = (w.amax(1) == w.amin(1)).unsqueeze(1)
        z = w - w.mean(1, keepdim=True)
        norm = torch.linalg.vector_norm(z, dim=1, keepdim=True).masked_fill(flat, 1.0)
        z = (z / norm).masked_fill(flat, 0.0)
        corr = z @ z.T
        i = torch.arange(w.shape[0], device=x.device)
        near = (i.unsqueeze(0) - i.unsqueeze(1)).abs() <= m // 4
        size = (~flat).to(corr.dtype)
        square = (size + size.T - 2 * corr).masked_fill(near, float("inf"))
        best = square.amin(1)
        return (m * best).clamp(min=0).sqrt().to(x.dtype)
