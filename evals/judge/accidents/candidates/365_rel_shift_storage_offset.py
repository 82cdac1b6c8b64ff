import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        b, t, n = x.shape
        s0, s1, s2 = x.stride()
        start = (t - 1) * s2
        return torch.as_strided(x, (b, t, t), (s0, s1 - s2, s2), start).clone(memory_format=torch.contiguous_format)
