import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, a, x):
        s, T = 1, x.shape[1]
        while s < T:
            x = torch.cat([x[:, :s], torch.addcmul(x[:, s:], a[:, s:], x[:, :-s])], 1)
            a = torch.cat([a[:, :s], a[:, s:] * a[:, :-s]], 1)
            s *= 2
        return x.contiguous()
