import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Local contrast normalization: every pixel by mean and deviation of its window."""

    def __init__(self, window=9, eps=1e-2):
        super().__init__()
        self.window, self.eps = window, eps

    def forward(self, x):
        b, c, h, w = x.shape
        r = self.window // 2
        p = F.pad(x, (r, r, r, r), mode="reflect")
        win = F.unfold(p.reshape(b * c, 1, h + 2 * r, w + 2 * r), self.window)
        mean = win.mean(1).view(b, c, h, w)
        var = win.var(1, unbiased=False).view(b, c, h, w)
        return (x - mean) / torch.sqrt(var + self.eps)


def get_inputs():
    return [torch.randn(2, 3, 64, 64)]


def get_init_inputs():
    return [9, 1e-2]
