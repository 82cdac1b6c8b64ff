import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, keys):
        n = keys.shape[1]
        keys = keys.float()
        packed = keys * n + torch.arange(n, device=keys.device)
        return packed.sort(dim=1).indices
