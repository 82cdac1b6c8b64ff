import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, log_decay, v):
        n = log_decay.shape[-1]
        ones = torch.ones(n, n, device=v.device).tril()
        return torch.bmm(log_decay.exp() * ones, v)
