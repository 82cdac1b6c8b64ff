import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x, grid):
        b, c, h, w = x.shape
        px = (grid[..., 0] + 1) * 0.5 * (w - 1)
        py = (grid[..., 1] + 1) * 0.5 * (h - 1)
        x0, y0 = px.floor(), py.floor()
        flat = x.reshape(b, c, h * w)
        out = torch.zeros(b, c, grid.shape[1] * grid.shape[2], device=x.device, dtype=x.dtype)
        for dy in (0, 1):
            for dx in (0, 1):
                xi, yi = x0 + dx, y0 + dy
                wt = (1 - (px - xi).abs()) * (1 - (py - yi).abs())
                wt = wt * ((xi >= 0) & (xi < w) & (yi >= 0) & (yi < h))
                i = (yi.clamp(0, h - 1) * w + xi.clamp(0, w - 1)).long().reshape(b, 1, -1)
                out += flat.gather(2, i.expand(b, c, -1)) * wt.reshape(b, 1, -1)
        return out.view(b, c, grid.shape[1], grid.shape[2])
