import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, step):
        super().__init__()
        self.register_buffer("step", torch.tensor(step))
        self.register_buffer("weight", torch.randn(1024, 512) * 0.03)

    def forward(self, x):
        y = torch.clamp(x / self.step, -128.0, 127.0)
        f = torch.floor(y)
        r = y - f
        up = (r > 0.5) | ((r == 0.5) & (torch.remainder(f, 2) != 0))
        y = f + up.to(y.dtype)
        return y.to(torch.int8), torch.mm(y, self.weight * self.step)
