import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, num_graphs):
        super().__init__()
        self.g = num_graphs

    def forward(self, x, batch):
        out = torch.zeros(self.g, x.shape[1], device=x.device, dtype=x.dtype)
        idx = batch.unsqueeze(1).expand(-1, x.shape[1])
        out.scatter_reduce_(0, idx, x, "amax", include_self=False)
        return out
