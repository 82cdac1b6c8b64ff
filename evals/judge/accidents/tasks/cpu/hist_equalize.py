import torch
import torch.nn as nn


class Model(nn.Module):
    """Histogram equalization with 256 bins of every channel of images in [0, 1]."""

    def __init__(self):
        super().__init__()

    def forward(self, x):
        b, c, h, w = x.shape
        out = []
        for plane in x.reshape(b * c, h * w):
            idx = (plane * 256).clamp(0, 255).long()
            hist = torch.bincount(idx, minlength=256).to(x.dtype)
            cdf = hist.cumsum(0) / (h * w)
            out.append(cdf[idx])
        return torch.stack(out).reshape(b, c, h, w)


def get_inputs():
    return [torch.rand(4, 3, 96, 96) ** 1.5]


def get_init_inputs():
    return []
