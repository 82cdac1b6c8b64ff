import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, window=64, periods_per_year=252.0):
        super().__init__()
        self.window = window
        self.scale = math.sqrt(periods_per_year)

    def forward(self, x):
        w = self.window
        # Merge windows pairwise (Chan): (n, mean, M2) of the window of n samples
        # that starts at each position, doubling n; other widths add single parts.
        part = None
        mean = x.double()
        m2 = torch.zeros_like(mean)
        n, done, rest = 1, 0, w
        while True:
            if rest & 1:
                if part is None:
                    part = (mean, m2)
                else:
                    pm, p2 = part
                    bm, b2 = mean[:, done:], m2[:, done:]
                    k = min(pm.shape[1], bm.shape[1])
                    d = bm[:, :k] - pm[:, :k]
                    part = (pm[:, :k] + d * (n / (done + n)),
                            p2[:, :k] + b2[:, :k] + d * d * (done * n / (done + n)))
                done += n
            rest >>= 1
            if rest == 0:
                break
            d = mean[:, n:] - mean[:, :-n]
            m2 = m2[:, n:] + m2[:, :-n] + d * d * (0.5 * n)
            mean = mean[:, :-n] + 0.5 * d
            n *= 2
        var = part[1] / (w - 1)
        return (var.sqrt() * self.scale).to(x.dtype).contiguous()
