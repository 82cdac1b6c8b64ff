import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("b", torch.tensor([0.2, 0.3, 0.2]))
        self.register_buffer("a", torch.tensor([1.0, -0.5, 0.25]))

    def forward(self, x):
        a, b = self.a, self.b
        a, b = a / a[0], b / a[0]
        # transposed direct form II
        s1 = torch.zeros(x.shape[0], device=x.device, dtype=x.dtype)
        s2 = torch.zeros_like(s1)
        out = torch.empty(x.shape[1], x.shape[0], device=x.device, dtype=x.dtype)
        for t in range(x.shape[1]):
            xt = x[:, t]
            y = b[0] * xt + s1
            s1 = b[1] * xt - a[1] * y + s2
            s2 = b[2] * xt - a[2] * y
            out[t] = y
        return out.t().contiguous()
