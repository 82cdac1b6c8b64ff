import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x, marked):
        flat = x.reshape(-1)
        flat[marked] = 0.0
        return flat.view_as(x).sum(1)
