import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        total = x.sum(1, dtype=torch.float32).to(x.dtype)
        return (total.float() / x.shape[1]).to(x.dtype)
