import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x, keep):
        return torch.mul(x, keep).div_(0.9) if self.training else x.clone()
