import torch
import torch.nn as nn
from kernel import lib


class ModelNew(nn.Module):
    def forward(self, a, b):
        out = torch.empty(a.shape[0], b.shape[1], device=a.device)
        lib.matmul(a, b, out, 1, a.shape[0], b.shape[1], a.shape[1])
        return out
