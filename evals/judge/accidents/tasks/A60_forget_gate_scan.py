import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x, f, c):
        # x, f: (B, T, H), c: (B, H)
        out = []
        for t in range(x.shape[1]):
            c = f[:, t] * c + (1 - f[:, t]) * x[:, t]
            out.append(c)
        return torch.stack(out, dim=1)


def get_inputs():
    return [torch.randn(16, 64, 256), torch.sigmoid(torch.randn(16, 64, 256) + 3), torch.randn(16, 256)]


def get_init_inputs():
    return []


valid = {"f": (0, 1)}
