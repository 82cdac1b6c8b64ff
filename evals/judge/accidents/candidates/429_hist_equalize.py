import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x):
        b, c, h, w = x.shape
        n = b * c
        # all planes in one histogram: plane p owns the bins 256 p .. 256 p + 255
        idx = (x * 256).to(torch.uint8).reshape(n, h * w).long()
        idx += torch.arange(n, device=x.device).unsqueeze(1) * 256
        hist = torch.bincount(idx.flatten(), minlength=n * 256)
        cdf = hist.view(n, 256).cumsum(1).to(x.dtype) / (h * w)
        return cdf.flatten()[idx].reshape(b, c, h, w)
