import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        return x.clamp(min=0) + torch.log1p((-x.abs()).exp())
