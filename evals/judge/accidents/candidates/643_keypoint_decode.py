import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, heat):
        b, j, h, w = heat.shape
        flat = heat.reshape(b, j, h * w)
        score, idx = flat.max(dim=2, keepdim=True)
        step = torch.tensor([1, -1, w, -w], device=heat.device)
        around = torch.gather(flat, 2, (idx + step).clamp(0, h * w - 1))
        shift = 0.25 * torch.sign(around[..., 0::2] - around[..., 1::2])
        x = idx % w
        y = torch.div(idx, w, rounding_mode="floor")
        point = torch.cat([x, y], dim=2).to(heat.dtype)
        return point + shift, score.squeeze(2)
