import torch
import torch.nn as nn
from kernel import lib


class ModelNew(nn.Module):
    def __init__(self, normalized_shape):
        super().__init__()
        self.ln = nn.LayerNorm(normalized_shape)

    def forward(self, x):
        width = self.ln.weight.numel()
        rows = x.numel() // width
        partial = torch.empty(rows * 64 * 2, dtype=torch.float64, device=x.device)
        out = torch.empty_like(x)
        lib.layer_norm(x, self.ln.weight, self.ln.bias, partial, out, rows, width, self.ln.eps)
        return out
