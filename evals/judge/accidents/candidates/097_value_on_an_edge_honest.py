import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x, edges):
        return torch.searchsorted(edges, x, right=False)
