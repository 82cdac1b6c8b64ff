import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        s = 1
        while s < x.shape[1]:
            x = torch.cat([x[:, :s], torch.logaddexp(x[:, s:], x[:, :-s])], 1)
            s *= 2
        return x
