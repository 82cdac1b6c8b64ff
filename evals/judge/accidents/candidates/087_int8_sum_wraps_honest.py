import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, a, b):
        return (a.to(torch.int16) + b).clamp(-128, 127).to(torch.int8)
