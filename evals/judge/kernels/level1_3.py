import torch
import torch.nn as nn
from kernel import lib


class ModelNew(nn.Module):
    def forward(self, a, b):
        out = torch.empty(a.shape[0], a.shape[1], b.shape[2], device=a.device)
        lib.matmul(a, b, out, a.shape[0], a.shape[1], b.shape[2], a.shape[2])
        return out
