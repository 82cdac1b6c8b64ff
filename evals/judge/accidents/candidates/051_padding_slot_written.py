import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, cache, x, slots):
        cache[slots] = x
        return torch.einsum("nd,nd->n", x, x)
