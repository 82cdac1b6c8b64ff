import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, change):
        factor = 1.0 + change
        size = torch.cumsum(factor.abs().log(), dim=1).exp()
        odd = torch.cumsum((factor < 0).to(torch.int32), dim=1) % 2
        return size * (1 - 2 * odd)
