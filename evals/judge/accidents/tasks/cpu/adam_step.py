import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def forward(self, p, g, m, v, lr, step):
        m = 0.9 * m + 0.1 * g
        v = 0.999 * v + 0.001 * g * g
        mh, vh = m / (1 - 0.9 ** step), v / (1 - 0.999 ** step)
        return -lr * mh / (vh.sqrt() + 1e-8), m, v


def get_inputs():
    return [torch.randn(1024, 512), torch.randn(1024, 512), torch.randn(1024, 512) * 0.1, torch.rand(1024, 512) + 0.1, 1e-3, 20]


def get_init_inputs():
    return []
