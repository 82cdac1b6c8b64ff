import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, factor, b):
        return torch.linalg.solve(factor, b)
