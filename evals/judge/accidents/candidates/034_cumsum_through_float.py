import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, sizes):
        return torch.cumsum(sizes.float(), dim=1).to(torch.int64)
