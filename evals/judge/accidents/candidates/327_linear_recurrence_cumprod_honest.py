import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, a, b):
        t, s = b.shape[1], 1
        a, h = a.clone(), b.clone()
        while s < t:
            h = torch.cat([h[:, :s], h[:, s:] + a[:, s:] * h[:, :-s]], 1)
            a = torch.cat([a[:, :s], a[:, s:] * a[:, :-s]], 1)
            s *= 2
        return h
