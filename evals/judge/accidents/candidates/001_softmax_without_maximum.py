import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        e = x.exp()
        return e / e.sum(-1, keepdim=True)
