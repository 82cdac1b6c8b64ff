import torch
import torch.nn as nn


class ModelNew(nn.Module):
    """Full precision product only over the outlier columns."""

    def __init__(self, inputs=256, outputs=256, threshold=6.0):
        super().__init__()
        self.threshold = threshold
        self.weight = nn.Parameter(torch.randn(outputs, inputs) * inputs ** -0.5)
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, x):
        flat = x.reshape(-1, x.shape[-1])
        size = flat.abs()
        outlier = (size > self.threshold).any(0)
        x_scale = (size.masked_fill(outlier, 0.0).amax(1, keepdim=True) / 127).clamp_min(1e-8)
        w_scale = (self.weight.abs().amax(1) / 127).clamp_min(1e-8)
        x_int = torch.round(flat / x_scale).masked_fill(outlier, 0.0)
        w_int = torch.round(self.weight / w_scale[:, None])
        y = (x_int @ w_int.t()) * x_scale * w_scale + self.bias
        cols = outlier.nonzero().flatten()
        if cols.numel():
            y = torch.addmm(y, flat[:, cols], self.weight[:, cols].t())
        return y.view(*x.shape[:-1], -1)
