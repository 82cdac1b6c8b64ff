import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def forward(self, starts, columns, values, x):
        row = torch.searchsorted(starts, torch.arange(values.shape[0], device=x.device), right=True) - 1
        return torch.zeros(starts.shape[0] - 1, device=x.device).scatter_add_(0, row, values * x[columns])
