import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        u = 1.5957691216 * (x + 0.044715 * x * x * x)
        e = u.exp()
        return 0.5 * x * (1 + (e - 1) / (e + 1))
