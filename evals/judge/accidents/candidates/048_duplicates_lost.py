import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, base, index, source):
        out = base.clone()
        out[index] += source
        return out
